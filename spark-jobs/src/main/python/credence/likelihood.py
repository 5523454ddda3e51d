"""Likelihoods written as expressions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Dict, Optional, Union

from pyspark.ml.param import Param, Params
from pyspark.ml.wrapper import JavaTransformer
from pyspark.sql import DataFrame

from credence._arguments import arguments_checked
from credence._errors import CredenceError, CredenceTypeError, plain
from credence._session import active, attach
from credence._values import text

if TYPE_CHECKING:
    import pandas

__all__ = ["Likelihood"]


class _LikelihoodCheck(JavaTransformer):
    """The values of a likelihood at the first rows, as the JVM computes them."""

    likelihood: Param = Param(Params._dummy(), "likelihood", "density, parameters, mean and draw as JSON", text())
    labelCol: Param = Param(Params._dummy(), "labelCol", "column of the response", text())
    at: Param = Param(Params._dummy(), "at", "values of parameters as JSON", text())
    count: Param = Param(Params._dummy(), "count", "number of rows", text())

    def __init__(self, **params: Any) -> None:
        super().__init__()
        attach()
        self._java_obj = self._new_java_obj("credence.ml.LikelihoodCheck", self.uid)
        self._set(**params)

    @plain
    def values(self, rows: DataFrame) -> pandas.DataFrame:
        return self.transform(rows).toPandas()


@arguments_checked
class Likelihood:
    """A likelihood that is not in the catalogue: the log density of a row as an expression of columns, response and parameters.

    ``density``: nats, such as ``"if(status == 2, lognormal_lpdf(y, mu, sigma), lognormal_lccdf(y, mu, sigma))"``; the response is ``y``
    or the name of its column. ``parameters``: by name a formula (``"~ age + sex"``), a number, or a dictionary:
    ``{"formula": "~ age", "link": "log"}`` for a function of columns, ``{"constraint": "positive", "prior": {"kind": "half-normal", "sd": 1}}``
    for one number of all rows. One parameter may have neither formula nor constraint: its predictor has the terms of ``formula`` or
    ``features``. ``mean``: what scoring predicts, else nothing. ``draw``: a new response, with ``normal()`` and other random numbers;
    without it there are no checks by draws and no intervals of new responses.

    >>> VariationalEstimator(likelihood=Likelihood("poisson_lpmf(y, mu)", {"mu": {"link": "log"}}, mean="mu"), formula="y ~ x")  # doctest: +SKIP
    """

    def __init__(self, density: str, parameters: Dict[str, Any], mean: Optional[str] = None, draw: Optional[str] = None) -> None:
        for name, value in (("density", density), ("mean", mean), ("draw", draw)):
            if not isinstance(value, str) and (name == "density" or value is not None):
                raise CredenceTypeError(f"{name} cannot be used: required an expression as text, found {value!r}")
        if not isinstance(parameters, dict):
            raise CredenceTypeError(
                f"parameters cannot be used: required a dictionary of parameters by name, found {parameters!r}")
        self.density = density
        self.parameters = dict(parameters)
        self.mean = mean
        self.draw = draw

    def __repr__(self) -> str:
        return f"Likelihood({self.density!r}, {self.parameters!r}, mean={self.mean!r}, draw={self.draw!r})"

    def _texts(self) -> Dict[str, Any]:
        given = {"density": self.density, "parameters": self.parameters, "mean": self.mean, "draw": self.draw}
        return {name: value for name, value in given.items() if value is not None}

    def _params(self) -> Dict[str, Any]:
        """The Params of an estimator that it is."""
        return {"model" + name.capitalize(): value for name, value in self._texts().items()}

    def check(
        self,
        rows: Union[DataFrame, pandas.DataFrame],
        label: str = "y",
        at: Optional[Dict[str, float]] = None,
        n: int = 10,
    ) -> pandas.DataFrame:
        """The expressions at the first ``n`` rows, before any fit; a wrong one is refused as by a fit.

        ``label``: the column of the response. ``at``: values of parameters by name, default: linear predictors 0, positive
        parameters 1. Columns: the response, columns that are read, parameters, ``logDensity``, its derivatives (``gradient_`` and the
        parameter), ``mean``, ``draw``, and ``problem``: the part that is not finite, with every value in it.

        >>> Likelihood("poisson_lpmf(y, mu)", {"mu": {"link": "log"}}).check(rows)  # doctest: +SKIP
        """
        frame = rows if hasattr(rows, "sparkSession") else active().createDataFrame(rows)
        check = _LikelihoodCheck(
            likelihood=json.dumps(self._texts()), labelCol=label, at=json.dumps(at or {}), count=str(n))
        return check.values(frame)


def likelihood_params(value: Any) -> Dict[str, Any]:
    """The Params that the argument ``likelihood`` of an estimator means."""
    if not isinstance(value, Likelihood):
        raise CredenceError(f"likelihood cannot be used: required a credence.Likelihood, found {value!r}")
    return value._params()
