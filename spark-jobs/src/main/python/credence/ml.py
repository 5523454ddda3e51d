"""Stages of spark.ml in Python. Their names are those of the Java classes, by which Spark finds them when it loads a pipeline."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Union

from pyspark.ml.param import Params
from pyspark.ml.util import JavaMLReadable, JavaMLReader, JavaMLWritable
from pyspark.ml.wrapper import JavaEstimator, JavaModel
from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql.utils import is_remote

from credence._params import (
    ESTIMATOR_DEFAULTS,
    MODEL_DEFAULTS,
    NETWORK_DEFAULTS,
    NETWORK_MODEL_DEFAULTS,
    EstimatorParams,
    EstimatorValues,
    ModelParams,
    NetworkModelParams,
    NetworkParams,
    NetworkValues,
)
from credence._arguments import arguments_checked, checks_arguments
from credence._errors import CredenceError, in_python, plain, unknown
from credence._session import active, attach, stoppable
from credence._values import checked
from credence.likelihood import Likelihood, likelihood_params

if TYPE_CHECKING:
    import arviz
    import pandas
    from typing_extensions import Unpack

__all__ = [
    "VariationalEstimator",
    "VariationalGeneralizedLinearRegression",
    "VariationalLogisticRegression",
    "VariationalMixedModel",
    "VariationalModel",
    "VariationalNetwork",
    "VariationalNetworkModel",
    "compare",
]


_after_fit: Optional[Callable[["_Fitting", "_Fitted"], None]] = None
"""Called after each fit; ``credence.mlflow.autolog`` sets it."""


class _Named(Params):
    """Has Params that are set by name."""

    def setParams(self, **params: Any) -> Any:
        """Sets Params of this object by name, and returns it; an unknown one is refused.

        >>> model.setParams(level=0.95)  # doctest: +SKIP
        """
        for name in params:
            if not self.hasParam(name):
                raise unknown(name, (param.name for param in self.params))
        return self._set(**params)

    def set(self, param: Any, value: Any) -> None:
        """Sets one Param.

        >>> model.set("level", 0.95)  # doctest: +SKIP
        """
        self._set(**{self._resolveParam(param).name: value})

    def _set(self, **params: Any) -> Any:
        """With values that are checked here, at the call; None is the default."""
        given = {name: checked(name, self.getParam(name).typeConverter, value)
                 for name, value in params.items() if value is not None}
        for name in params.keys() - given.keys():
            self.clear(self.getParam(name))
        return super()._set(**given)

    def write(self) -> Any:
        """Saves it with its Params.

        >>> model.write().overwrite().save("folder")  # doctest: +SKIP
        """
        attach()
        return super().write()

    @checks_arguments
    def copy(self, extra: Optional[Any] = None) -> Any:
        """A copy with other values of Params.

        >>> model.copy({model.level: 0.5})  # doctest: +SKIP
        """
        that = super().copy(extra)
        if _is_counted(self):
            self._java_obj.release_ref()  # PySpark counts a copy as one more user, as __copy__ did
        return that

    def __copy__(self) -> Any:
        that = type(self).__new__(type(self))
        that.__dict__.update(self.__dict__)
        if _is_counted(self):
            self._java_obj.add_ref()
        return that

    def __del__(self) -> None:
        """Releases what a server holds. PySpark releases the object of the JVM too, with the first wrapper that ends, such as a copy that
        a wrong value cut off; py4j does so with the last one."""
        if _is_counted(self):
            super().__del__()


def _is_counted(stage: _Named) -> bool:
    """Whether a server holds its object until the last user releases it."""
    return hasattr(type(getattr(stage, "_java_obj", None)), "release_ref")


@arguments_checked
class _Fitted(_Named, JavaModel, JavaMLWritable, JavaMLReadable):
    """What a stage fitted.

    Its tables are pandas objects. They come by ``transform`` under the Param ``output``, and so over Spark Connect too.
    """

    _defaults: Dict[str, Any] = {}

    _rows: Optional[DataFrame] = None
    """Those of the fit, while the model lives in the session that fitted it."""

    _known: Optional[Row] = None

    def __init__(self, java_model: Optional[Any] = None) -> None:
        super().__init__(java_model)
        self._setDefault(**self._defaults)

    @plain
    def transform(self, dataset: Union[DataFrame, pandas.DataFrame], params: Optional[Any] = None) -> DataFrame:
        """Rows with predictions, or the table that the Param ``output`` names.

        >>> model.transform(rows)  # doctest: +SKIP
        """
        return super().transform(_frame(dataset), params)

    def _table(self, output: str, rows: Optional[Any] = None, **params: Any) -> DataFrame:
        chosen = {self.getParam(name): value for name, value in params.items()}
        chosen[self.output] = output
        return self.copy(chosen).transform(self._session().range(1) if rows is None else rows)

    def _session(self) -> SparkSession:
        return active() if self._rows is None else self._rows.sparkSession

    def _transform(self, dataset: DataFrame) -> DataFrame:
        if is_remote():
            return super()._transform(dataset)

        def run(call: Any) -> Any:
            self._transfer_params_to_java()
            return call.transform(self._java_obj, dataset._jdf)

        return DataFrame(stoppable(run), dataset.sparkSession)

    @plain
    def _read(self, output: str, rows: Optional[Any] = None, **params: Any) -> pandas.DataFrame:
        """That table as pandas has it. Over Spark Connect it is computed, or refused, no earlier."""
        return self._table(output, rows, **params).toPandas()

    @classmethod
    def read(cls) -> JavaMLReader:
        """Reads what ``write()`` wrote.

        >>> VariationalModel.read().load("folder")  # doctest: +SKIP
        """
        attach()
        return super().read()

    @plain
    def _row(self, output: str) -> Row:
        return self._table(output).first()

    def _content(self) -> Row:
        """What is known of the fit, which nothing changes: read once."""
        if self._known is None:
            self._known = self._row("posterior")
        return self._known

    def posterior(self) -> Dict[str, Any]:
        """All numbers of the fit: ``posterior.json``.

        >>> model.posterior()["bounds"]  # doctest: +SKIP
        """
        return json.loads(self._content()["posterior"])

    def decisions(self) -> List[str]:
        """Automatic decisions with their reasons, and notes: a line each.

        >>> model.decisions()  # doctest: +SKIP
        """
        return self._content()["log"].splitlines()

    def size(self) -> int:
        """Bytes of the model in memory. Compute without a Spark context limits them, often to 100 MB.

        >>> model.size()  # doctest: +SKIP
        """
        return self._content()["bytes"]

    def names(self) -> List[str]:
        """Names of the coefficients, the intercept first; of networks, of the columns.

        >>> model.names()  # doctest: +SKIP
        """
        return self.posterior()["posterior"]["names"]

    def status(self) -> str:
        """``converged``, ``unconverged`` or ``diverged``.

        >>> model.status()  # doctest: +SKIP
        """
        return self.posterior()["status"]

    def isReliable(self) -> bool:
        """Whether it converged, is finite and passed the check.

        >>> model.isReliable()  # doctest: +SKIP
        """
        return self.check() == "passed"

    def check(self) -> str:
        """Result of the check: ``passed``, ``failed`` or ``skipped``. An unchecked fit is never reliable.

        >>> model.check()  # doctest: +SKIP
        """
        return _check(self.posterior())

    def checkReason(self) -> str:
        """Reason of that result; of a skipped check also what to do.

        >>> model.checkReason()  # doctest: +SKIP
        """
        return in_python(self.posterior().get("checkReason", ""))

    def require_reliable(self, names: Union[str, List[str], None] = None) -> _Fitted:
        """This model if it converged and passed the check, else an error with the reason. With ``names``: if these coefficients are
        reliable.

        >>> model.require_reliable(["age"])  # doctest: +SKIP
        """
        posterior = self.posterior()
        but = posterior.get("verdict", {}).get("reliableBut", [])
        required = [names] if isinstance(names, str) else list(names or [])
        known = posterior.get("posterior", {}).get("names", []) + but
        unknown = [name for name in required if name not in known]
        if unknown:
            raise CredenceError(f"names of coefficients: required some of {known}, found {unknown}")
        if required and but and posterior["status"] == "converged" and not set(required) & set(but):
            return self
        if posterior["status"] != "converged" or _check(posterior) != "passed":
            raise CredenceError(
                "the fit is not reliable: required converged and passed, found"
                f" {posterior['status']} and {_check(posterior)}"
                + (f" ({in_python(posterior['checkReason'])})" if posterior.get("checkReason") else "")
            )
        return self

    def report(self, path: Optional[str] = None) -> str:
        """The report as HTML; with a local path, writes it there and returns the path.

        >>> model.report("fit.html")  # doctest: +SKIP
        """
        page = self._row("report")["report"]
        if path is None:
            return page
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)
        return path

    def _repr_html_(self) -> str:
        """One look at the fit: title, verdict, tables."""
        from credence import _tables

        posterior = self.posterior()
        said = posterior.get("verdict", {}).get("says") or [self.checkReason()]
        verdict = {"check": _check(posterior), "says": [in_python(one) for one in said]}
        return _tables.page(f"{type(self).__name__}: {posterior['status']}", verdict, self._looks())

    def _looks(self) -> List[str]:
        """Tables of one look, as HTML."""
        from credence import _tables

        return _tables.of_sections(self.posterior().get("sections", []))


@arguments_checked
class VariationalModel(_Fitted, ModelParams):
    """A fitted posterior of coefficients; ``transform`` adds predictions to each row."""

    _defaults = MODEL_DEFAULTS

    def summary(self, level: Optional[float] = None) -> pandas.DataFrame:
        """Mean, sd, central interval and probability of being above 0 of each coefficient and dispersion.

        The interval has the probability ``level``, by default that of the Param. If the check failed because importance weights move
        these numbers, use ``correctedMean``, ``correctedSd``, ``correctedLower``, ``correctedUpper``, ``correctedPositive`` beside them
        (intervals at 0.9, else NaN). ``reliable``: whether a number may be used. ``attrs["aliased"]``: columns that were not fitted.
        A notebook shows ``variance_components()`` beneath.

        >>> model.summary(0.95)  # doctest: +SKIP
        """
        from credence import _tables

        table = _titled(self._read("summary", **_given(level=level)).set_index("name"), "posterior")
        table.attrs["aliased"] = self.aliased()
        components = self.variance_components()
        if len(components):
            table.attrs["beneath"] = _tables.table(components, "variance components")
        return table

    def variance_components(self) -> pandas.DataFrame:
        """Sds, correlations and intraclass correlations of the effects of grouping factors, sds of smooths, and the residual sd: kind,
        factor, mean, sd, 90 % interval. Empty without grouping factors and smooths.

        >>> model.variance_components()  # doctest: +SKIP
        """
        import pandas

        saved = self.posterior()
        groups, smooths = ([], []) if "by" in saved else (saved.get("groups", []), saved.get("smooths", []))
        found = [(kind, group["factor"], one) for group in groups
                 for kind, key in (("sd", "sd"), ("correlation", "correlation"), ("intraclass correlation", "intraclass"))
                 for one in (group[key] if isinstance(group.get(key), list) else [group[key]] if group.get(key) else [])]
        found += [("sd", smooth["name"], one) for smooth in smooths for one in smooth["sd"]]
        if found and "sigma" in saved:
            found.append(("sd", "residual", saved["sigma"]))
        rows = [{"name": one["name"], "kind": kind, "factor": factor, **_given(**{key: one.get(key) for key in _ESTIMATE})}
                for kind, factor, one in found]
        return _titled(pandas.DataFrame(rows, columns=["name", "kind", "factor", *_ESTIMATE]).set_index("name"), "variance components")

    def prior_summary(self) -> pandas.DataFrame:
        """The prior of each coefficient as used, defaults resolved: kind, mean, sd; the sd of a conjugate prior in units of sigma.

        >>> model.prior_summary()  # doctest: +SKIP
        """
        import pandas

        saved = self.posterior()
        prior = saved.get("prior", {})
        names = saved["posterior"]["names"]
        columns = {key: value for key, value in prior.items() if isinstance(value, list) and len(value) == len(names)}
        given = prior.get("givenSigma")
        if given:
            columns = {key: [given.get(name, {}).get(key, float("nan")) for name in names] for key in ("mean", "sd")}
        table = pandas.DataFrame(columns, index=pandas.Index(names, name="name"))
        table.insert(0, "kind", prior.get("kind"))
        return _titled(table, "prior")

    def _looks(self) -> List[str]:
        from credence import _tables

        if "by" in self.posterior():
            return [_tables.table(self.posteriors().limit(_tables.MOST_ROWS).toPandas(), "posteriors by segment")]
        summary = self.summary()
        return [_tables.table(summary, "posterior"), summary.attrs.get("beneath", ""), *super()._looks()]

    def plot(self, kind: str = "coefficients", n: int = 1000) -> Any:
        """Axes of matplotlib or, without it, the report's pictures: "coefficients", "posterior" (histograms of ``n`` draws),
        "levels", "smooth", "predictive" (statistics of replications beside those observed) or "calibration".

        >>> model.plot("smooth")  # doctest: +SKIP
        """
        from credence import _pictures, _plots

        def drawn_check() -> Dict[str, Any]:
            check = self.posterior().get("predictive")
            if check is None:
                raise CredenceError("there is no posterior predictive check to draw: required a fit with checkPredictive=True")
            return check

        def drawn_cells() -> List[Dict[str, Any]]:
            cells = drawn_check().get("calibration")
            if not cells:
                raise CredenceError("there is no calibration to draw: required labels that are classes")
            return cells

        checks: Dict[str, Callable[[], Any]] = {"predictive": drawn_check, "calibration": drawn_cells}
        if not _plots.is_installed():
            if kind in checks:
                checks[kind]()
            return _pictures.of_report(self._read("pictures"), kind)

        pictures: Dict[str, Callable[[], Any]] = {
            "coefficients": lambda: _plots.intervals(self.summary(), title="coefficients"),
            "posterior": lambda: _plots.densities(self.draws(n)),
            "levels": lambda: _plots.levels(self.random_effects()),
            "smooth": lambda: _plots.curves(self.smooths()),
            "predictive": lambda: _plots.statistics(drawn_check()),
            "calibration": lambda: _plots.calibration(drawn_cells()),
        }
        return pictures[kind]()

    def plot_predictions(
        self,
        newdata: Optional[Union[DataFrame, pandas.DataFrame]] = None,
        variables: Union[None, str, List[str], Dict[str, Any]] = None,
        by: Union[None, str, List[str]] = None,
        **options: Any,
    ) -> Any:
        """``predictions`` drawn along the first of ``variables`` and ``by``, a line for each cell of the others.

        >>> model.plot_predictions(variables="age")  # doctest: +SKIP
        """
        return self._plot_effects("predictions", newdata, variables, by, options)

    def plot_comparisons(
        self,
        newdata: Optional[Union[DataFrame, pandas.DataFrame]] = None,
        variables: Union[None, str, List[str], Dict[str, Any]] = None,
        by: Union[None, str, List[str]] = None,
        **options: Any,
    ) -> Any:
        """``comparisons`` drawn like ``plot_predictions``, along ``by`` if given.

        >>> model.plot_comparisons(variables="age")  # doctest: +SKIP
        """
        return self._plot_effects("comparisons", newdata, variables, by, options)

    def plot_slopes(
        self,
        newdata: Optional[Union[DataFrame, pandas.DataFrame]] = None,
        variables: Union[None, str, List[str]] = None,
        by: Union[None, str, List[str]] = None,
        **options: Any,
    ) -> Any:
        """``slopes`` drawn like ``plot_predictions``, along ``by`` if given.

        >>> model.plot_slopes(variables="age")  # doctest: +SKIP
        """
        return self._plot_effects("slopes", newdata, variables, by, options)

    def _plot_effects(self, kind: str, newdata: Any, variables: Any, by: Any, options: Dict[str, Any]) -> Any:
        from credence import _plots

        table = getattr(self, kind)(newdata, variables, by, **options)
        along = ([] if kind != "predictions" else list(variables) if isinstance(variables, dict) else _texts(variables)) + _texts(by)
        along = [one for one in along if one in table.columns]
        if not along:
            return _plots.intervals(table)
        apart = along[1:] + [one for one in ("term", "contrast") if table[one].nunique() > 1]
        return _plots.line(table, along[0], apart, title=kind)

    def odds_ratios(self, level: Optional[float] = None) -> pandas.DataFrame:
        """Factors of the odds per unit of each column, for a logit link: exponentials of mean, lower and upper of ``summary``, uncorrected;
        ``level`` is that of the Param, 0.9, by default.

        >>> model.odds_ratios()  # doctest: +SKIP
        """
        import numpy

        link = self.posterior().get("model", {}).get("link")
        if link != "logit":
            raise CredenceError(f"odds ratios are of models with a logit link: required link logit, found {link}")
        summary = self.summary(level).loc[self.names()]
        table = numpy.exp(summary[["mean", "lower", "upper"]]).rename(columns={"mean": "ratio"})
        if "positive" in summary.columns:
            table["positive"] = summary["positive"]
        return _titled(table, "odds ratios")

    def aliased(self) -> List[str]:
        """Names of columns without a coefficient: empty ones, and exact combinations of earlier ones.

        >>> model.aliased()  # doctest: +SKIP
        """
        return list(self.posterior().get("data", {}).get("aliased", []))

    def posteriors(self) -> DataFrame:
        """One fit per segment: a row for each number, with the columns of the segment, name, mean, sd, lower, upper, status, reliable,
        khat, rows, reason, seed. A segment without a posterior has one row, with the reason.

        >>> model.posteriors()  # doctest: +SKIP
        """
        return self._table("posteriors")

    def contrast(self, text: str, level: Optional[float] = None) -> pandas.Series:
        """A linear combination of coefficients, as in ``summary`` but uncorrected. Its ratio is ``numpy.exp`` of mean, lower and upper.

        >>> model.contrast("a - b")  # doctest: +SKIP
        """
        return self._read("contrast", outputContrast=text, **_given(level=level)).set_index("name").loc[text]

    def hypotheses(self, texts: Union[str, List[str]], level: Optional[float] = None) -> pandas.DataFrame:
        """Several linear combinations, each as ``contrast``.

        >>> model.hypotheses(["a - b", "2*a"])  # doctest: +SKIP
        """
        import pandas

        return pandas.DataFrame([self.contrast(text, level) for text in _texts(texts)])

    def predictions(
        self,
        newdata: Optional[Union[DataFrame, pandas.DataFrame]] = None,
        variables: Union[None, str, List[str], Dict[str, Any]] = None,
        by: Union[None, str, List[str]] = None,
        **options: Any,
    ) -> pandas.DataFrame:
        """Expected responses averaged over rows, as ``avg_predictions`` of *marginaleffects* has them.

        ``newdata``: rows, those of the fit by default. ``variables``: columns that all rows get other values of, one average
        each: ``{"age": [30, 50]}``, or names alone for the levels of a factor and nine values of a number. ``by``: columns by whose
        cells averages are apart. Further: ``weights`` ("auto": rows count as in the fit; "rows": each once; or a column), ``rows`` (how many
        are sampled: ``sampling_sd`` is the error), ``method`` ("auto", "delta" or "draws"), ``scale`` ("response" or "link"), ``parameter``
        (such as ``"sigma"`` of ``formulas``, in place of the expected response), ``hypotheses`` (``"b2 - b1"``, ``"b2 / b1"``, "pairwise",
        "reference", "sequential"; b1 is the first row of the table), ``level`` and ``draws``.

        Mean, sd and central interval are those of draws of the joint posterior.

        >>> model.predictions(variables={"age": [30, 50]})  # doctest: +SKIP
        """
        return self._effects("predictions", newdata, variables, by, **options)

    def comparisons(
        self,
        newdata: Optional[Union[DataFrame, pandas.DataFrame]] = None,
        variables: Union[None, str, List[str], Dict[str, Any]] = None,
        by: Union[None, str, List[str]] = None,
        comparison: str = "difference",
        **options: Any,
    ) -> pandas.DataFrame:
        """How expected responses change on average: numbers by 1 (or 0 to 1 where there are no others), factors from the reference level to each other.

        ``variables``: names, or what is compared, such as ``{"age": 10}``, ``{"age": [30, 50]}``, ``{"region": "pairwise"}``.
        ``comparison``: "difference", "ratio", "lnratio" (its logarithm) or "lnor" (log odds ratio) of averages. Otherwise as ``predictions``.

        >>> model.comparisons(variables={"age": 10})  # doctest: +SKIP
        """
        return self._effects("comparisons", newdata, variables, by, comparison=comparison, **options)

    def slopes(
        self,
        newdata: Optional[Union[DataFrame, pandas.DataFrame]] = None,
        variables: Union[None, str, List[str]] = None,
        by: Union[None, str, List[str]] = None,
        **options: Any,
    ) -> pandas.DataFrame:
        """Derivatives of expected responses by columns of numbers, averaged over rows; otherwise as ``predictions``.

        >>> model.slopes(variables="age")  # doctest: +SKIP
        """
        return self._effects("slopes", newdata, variables, by, **options)

    def _effects(
        self,
        kind: str,
        newdata: Optional[Any],
        variables: Optional[Any],
        by: Optional[Any],
        level: Optional[float] = None,
        draws: Optional[int] = None,
        hypotheses: Optional[Any] = None,
        **options: Any,
    ) -> pandas.DataFrame:
        named = variables if isinstance(variables, dict) else _texts(variables)
        request = _given(kind=kind, variables=named, by=_texts(by), hypotheses=_texts(hypotheses), **options)
        params = _given(level=level, outputDraws=draws)
        return _titled(self._read("effects", self._newdata(newdata), outputEffects=request, **params), kind)

    def _newdata(self, rows: Optional[Any]) -> Any:
        if isinstance(rows, str):
            return self.datagrid()
        if rows is None and self._rows is None:
            raise CredenceError("newdata is required: the rows of the fit are not known to a model that was loaded")
        return self._rows if rows is None else rows

    def datagrid(
        self,
        variables: Union[None, Dict[str, Any]] = None,
        newdata: Optional[Union[DataFrame, pandas.DataFrame]] = None,
    ) -> pandas.DataFrame:
        """A row of typical values of ``newdata``, by default the rows of the fit: means of numbers, of whole numbers rounded, and the
        commonest value of other columns. ``variables`` gives columns other values, in all combinations.

        >>> model.predictions(model.datagrid({"age": [30, 50]}), by="age")  # doctest: +SKIP
        """
        from credence import _tables

        return _tables.grid(_frame(self._newdata(newdata)), variables or {})

    def relativities(self, level: Optional[float] = None) -> pandas.DataFrame:
        """Factors of the expected response behind a log link: levels against their reference, listed with 1, and per unit of a number.

        >>> model.relativities()  # doctest: +SKIP
        """
        return _titled(self._read("relativities", **_given(level=level)), "relativities")

    def predict_draws(
        self, newdata: Optional[Union[DataFrame, pandas.DataFrame]] = None, n: int = 1000, scale: str = "response"
    ) -> DataFrame:
        """The rows with an array ``draws``: expected responses (``scale="link"``: linear predictors) at the same ``n`` draws; of classes
        ``draws_0``, ``draws_1``, ….

        >>> model.predict_draws(rows, n=500)  # doctest: +SKIP
        """
        return self._table("predictionDraws", self._newdata(newdata), outputDraws=n, outputScale=scale)

    def compare(self, other: VariationalModel) -> pandas.DataFrame:
        """This fit, A, beside another of the same rows, B: mixed models by their log marginal likelihoods, others by the expected log
        predictive density of rows left out (PSIS-LOO). One row each and one for the difference A - B, whose ``note`` says what it
        means: measure, value and its standard error, in nats.

        >>> model.compare(model)  # doctest: +SKIP
        """
        return self._read("comparison", other._table("comparable")).set_index("fit")

    def leaveOneOut(self) -> Optional[Dict[str, Any]]:
        """How well rows are predicted from the others: ``loo`` of ``posterior()``; None if not computed.

        >>> model.leaveOneOut()  # doctest: +SKIP
        """
        return self.posterior().get("loo")

    def mean(self) -> pandas.Series:
        """Posterior means of the coefficients.

        >>> model.mean()  # doctest: +SKIP
        """
        posterior = self.posterior()["posterior"]
        return _series(posterior["names"], posterior["mean"])

    def sd(self) -> pandas.Series:
        """Posterior standard deviations of the coefficients.

        >>> model.sd()  # doctest: +SKIP
        """
        posterior = self.posterior()["posterior"]
        return _series(posterior["names"], posterior["sd"])

    def covariance(self) -> pandas.DataFrame:
        """Posterior covariance of the coefficients.

        >>> model.covariance()  # doctest: +SKIP
        """
        return self._read("covariance").set_index("name")

    def random_effects(self) -> pandas.DataFrame:
        """Effects of levels: factor, level, term, mean, sd.

        >>> model.random_effects()  # doctest: +SKIP
        """
        return _titled(self._read("randomEffects"), "effects of levels")

    def effect_ranks(self, top: int = 10) -> pandas.DataFrame:
        """Ranks of levels by each effect, the largest first: factor, level, term, rank, lower and upper (90 %), and the probability of
        being among the ``top``. Of a factor of more than 20,000 levels it has those with the largest means, four
        times ``top`` and at most 20,000.

        >>> model.effect_ranks(top=5)  # doctest: +SKIP
        """
        return _titled(self._read("effectRanks", outputTop=top), "ranks of levels")

    def smooths(self) -> pandas.DataFrame:
        """Curves of smooths on the scale of the linear predictor, centred over the rows: term, x (z of a surface), estimate, lower and
        upper of a 90 % band. ``posterior()["smooths"]`` has degrees of freedom and sds.

        >>> model.smooths()  # doctest: +SKIP
        """
        return self._read("smooths")

    def draws(self, n: int = 1000, levels: Union[bool, str, List[str]] = False) -> pandas.DataFrame:
        """``n`` independent draws, a row each: columns are named and scaled like ``summary`` and ``variance_components``. ``levels``: True
        or grouping factors, whose effects follow: ``effect[county:AITKIN,floor]``.

        >>> model.draws(4000)  # doctest: +SKIP
        """
        import pandas

        drawn = self._read("draws", outputDraws=n)
        effects = self._level_draws(n, levels)
        names = [f"effect[{factor}:{level},{term}]" for factor, level, term in zip(effects["factor"], effects["level"], effects["term"])]
        return pandas.concat([drawn, pandas.DataFrame(dict(zip(names, effects["draws"])), index=drawn.index)], axis=1) if names else drawn

    def _level_draws(self, n: int, levels: Union[bool, str, List[str]]) -> pandas.DataFrame:
        """Draws of effects of levels: factor, level, term and an array."""
        import pandas

        if levels is False or levels == []:
            return pandas.DataFrame(columns=["factor", "level", "term", "draws"])
        factors = [group["factor"] for group in self.posterior().get("groups", [])]
        chosen = factors if levels is True else _texts(levels)
        absent = [factor for factor in chosen if factor not in factors]
        if absent:
            raise CredenceError(f"levels: required True, or some of the grouping factors {factors}, found {absent}")
        drawn = self._table("levelDraws", outputDraws=n)
        return drawn[drawn["factor"].isin(chosen)].toPandas()

    def log_likelihood(self, rows: DataFrame, n: int = 1000) -> pandas.DataFrame:
        """Log likelihood of the rows of the fit at ``draws(n)``: a row each in their order, with ``label`` and the array
        ``logLikelihood``. Other rows are refused.

        >>> model.log_likelihood(rows)  # doctest: +SKIP
        """
        return self._read("logLikelihood", rows, outputDraws=n)

    def to_arviz(
        self, n: int = 1000, rows: Optional[DataFrame] = None, chains: int = 4, levels: Union[bool, str, List[str]] = False
    ) -> arviz.InferenceData:
        """``draws(n)`` for ArviZ, in equal ``chains``: ``beta`` over the coefficients, others by name; with ``levels`` also
        ``effect[county]`` over levels and terms; with the rows of the fit ``log_likelihood`` and ``observed_data``. Status and check are
        attributes of ``sample_stats``.

        >>> model.to_arviz(rows=rows)  # doctest: +SKIP
        """
        import arviz
        import numpy

        if chains < 1 or n % chains:
            raise CredenceError(f"chains: required a number by which n = {n} draws can be divided, found {chains}")

        def chained(values: Any) -> Any:
            return values.reshape((chains, n // chains) + values.shape[1:])

        posterior = self.posterior()
        draws = self.draws(n)
        names = [name for name in posterior["posterior"]["names"] if name in draws.columns]
        variables = {name: chained(draws[name].to_numpy()) for name in draws.columns if name not in names}
        variables["beta"] = chained(draws[names].to_numpy())
        coords: Dict[str, Any] = {"coefficient": names}
        dims = {"beta": ["coefficient"]}
        for factor, effects in self._level_draws(n, levels).groupby("factor", sort=False):
            at = effects.set_index(["level", "term"])["draws"]
            coords[factor] = list(at.index.unique("level"))
            coords[f"{factor}_term"] = list(at.index.unique("term"))
            numbers = numpy.array([[at[level, term] for term in coords[f"{factor}_term"]] for level in coords[factor]])
            variables[f"effect[{factor}]"] = chained(numpy.moveaxis(numbers, 2, 0))
            dims[f"effect[{factor}]"] = [factor, f"{factor}_term"]
        groups: Dict[str, Any] = {"sample_stats": {"diverging": numpy.zeros((chains, n // chains), dtype=bool)}}
        if rows is not None:
            label = posterior["config"]["data"].get("label") or "y"
            seen = self.log_likelihood(rows, n)
            groups["log_likelihood"] = {label: chained(numpy.stack(seen["logLikelihood"].to_list(), axis=1))}
            groups["observed_data"] = {label: seen["label"].to_numpy()}
        inference = arviz.from_dict(
            posterior=variables, coords=coords, dims=dims, **groups
        )
        about = {"inference_library": "credence", "status": posterior["status"], "check": _check(posterior),
                 "reliable": int(_check(posterior) == "passed")}
        diagnostics = posterior["diagnostics"]
        about.update({key: diagnostics[key] for key in ("khat", "effectiveDraws") if key in diagnostics})
        inference.sample_stats.attrs.update(about)
        return inference


class VariationalNetworkModel(_Fitted, NetworkModelParams):
    """An ensemble of networks that was trained; ``transform`` adds predictions to each row."""

    _defaults = NETWORK_MODEL_DEFAULTS

    def heldOut(self) -> Optional[Dict[str, Any]]:
        """How well networks predicted the rows that were held out; None if there were none.

        >>> model.heldOut()  # doctest: +SKIP
        """
        return self.posterior().get("heldOut")


@arguments_checked
class _Fitting(_Named, JavaEstimator, JavaMLWritable, JavaMLReadable):
    """A stage that fits a posterior; every key of the configuration that acts on its model is a keyword argument."""

    _defaults: Dict[str, Any] = {}

    def __init__(self, **params: Any) -> None:
        super().__init__()
        attach()
        self._java_obj = self._new_java_obj("credence.ml." + type(self).__name__, self.uid)
        self._setDefault(**self._defaults)
        self._setDefault(**self._own_defaults())
        self.setParams(**params)

    def _own_defaults(self) -> Dict[str, str]:
        return {}

    @classmethod
    def read(cls) -> JavaMLReader:
        """Reads what ``write()`` wrote.

        >>> VariationalEstimator.read().load("folder")  # doctest: +SKIP
        """
        attach()
        return super().read()

    def fit(self, dataset: Union[DataFrame, pandas.DataFrame], params: Optional[Any] = None) -> Any:
        """Fits the posterior to rows; a pandas frame becomes one of Spark.

        >>> model = VariationalEstimator(family="gaussian", formula="y ~ x").fit(rows)  # doctest: +SKIP
        """
        return super().fit(_frame(dataset), params)

    def _fit_java(self, dataset: DataFrame) -> Any:
        def run(call: Any) -> Any:
            self._transfer_params_to_java()
            return call.fit(self._java_obj, dataset._jdf)

        return stoppable(run)

    @plain
    def _fit(self, dataset: DataFrame) -> _Fitted:
        model = super()._fit(dataset)
        model._rows = dataset
        if _after_fit is not None:
            _after_fit(self, model)
        return model


class VariationalEstimator(_Fitting, EstimatorParams):
    """Fits the posterior of a generalised linear model; every key of a fit's configuration is a keyword argument.

    >>> VariationalEstimator(family="poisson", labelCol="y", priorSd=2.5).fit(rows).summary()  # doctest: +SKIP
    """

    _defaults = ESTIMATOR_DEFAULTS

    def __init__(self, likelihood: Optional[Likelihood] = None, **params: Unpack[EstimatorValues]) -> None:
        super().__init__(likelihood=likelihood, **params)

    def setParams(self, likelihood: Optional[Likelihood] = None, **params: Unpack[EstimatorValues]) -> VariationalEstimator:
        """Sets Params of this object, or a ``Likelihood`` in place of a family, and returns it; an unknown one is refused.

        >>> estimator.setParams(family="poisson")  # doctest: +SKIP
        """
        given = {} if likelihood is None else likelihood_params(likelihood)
        return super().setParams(**{**given, **params})

    def _create_model(self, java_model: Any) -> VariationalModel:
        return VariationalModel(java_model)


class VariationalNetwork(_Fitting, NetworkParams):
    """A neural network in place of a linear predictor, gaussian unless another ``family`` is given, of one hidden layer of 50
    units unless ``layers`` is given: an ensemble of networks, weighed by their score on rows held out; every
    network's weights have a posterior. With ``layers=[]`` and ``processes=2`` a deep Gaussian process of two layers.

    >>> VariationalNetwork(features=["a", "b"], labelCol="y", layers=[50]).fit(rows).transform(rows)  # doctest: +SKIP
    """

    _defaults = NETWORK_DEFAULTS

    def __init__(self, **params: Unpack[NetworkValues]) -> None:
        super().__init__(**params)

    def setParams(self, **params: Unpack[NetworkValues]) -> VariationalNetwork:
        """Sets Params of this object by name, and returns it; an unknown one is refused.

        >>> network.setParams(layers=[20])  # doctest: +SKIP
        """
        return super().setParams(**params)

    def _create_model(self, java_model: Any) -> VariationalNetworkModel:
        return VariationalNetworkModel(java_model)


class VariationalLogisticRegression(VariationalEstimator):
    """Bayesian logistic regression of labels 0 and 1, or of classes under ``family="softmax"``; ``prediction`` is the class,
    with ``predict="response"`` the probability of 1."""

    def _own_defaults(self) -> Dict[str, str]:
        return {"family": "bernoulli", "predict": "class"}


class VariationalGeneralizedLinearRegression(VariationalEstimator):
    """Bayesian generalised linear regression, gaussian unless another ``family`` is given; predicts the mean."""

    def _own_defaults(self) -> Dict[str, str]:
        return {"family": "gaussian"}


class VariationalMixedModel(VariationalEstimator):
    """A mixed model, gaussian unless another ``family`` is given: ``formula="y ~ x + (1 + x | county)"``."""

    def _own_defaults(self) -> Dict[str, str]:
        return {"family": "gaussian"}


def _check(posterior: Dict[str, Any]) -> str:
    """passed, failed or skipped, which files of earlier versions do not hold."""
    weighed = "effectiveDraws" in posterior.get("diagnostics", {})
    return posterior.get("check") or ("failed" if not posterior["reliable"] else "passed" if weighed else "skipped")


@checks_arguments
def compare(model: VariationalModel, other: VariationalModel) -> pandas.DataFrame:
    """Two fits of the same rows beside each other: ``model.compare(other)``.

    >>> credence.compare(model, model)  # doctest: +SKIP
    """
    return model.compare(other)


def _frame(rows: Any) -> DataFrame:
    """Rows as a data frame of Spark."""
    return rows if hasattr(rows, "sparkSession") else active().createDataFrame(rows)


def _texts(values: Union[None, str, List[str]]) -> List[str]:
    return [values] if isinstance(values, str) else list(values or [])


_ESTIMATE = ("mean", "sd", "lower", "upper")


def _titled(frame: pandas.DataFrame, title: str) -> pandas.DataFrame:
    """A table that shows its intervals as bars."""
    from credence import _tables

    return _tables.titled(frame, title)


def _given(**values: Any) -> Dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _series(names: List[str], values: List[float]) -> pandas.Series:
    import pandas

    return pandas.Series(values, index=names)
