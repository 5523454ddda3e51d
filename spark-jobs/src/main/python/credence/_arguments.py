"""What the arguments of public methods are: one table by their names, where those that are Params are those Params."""

from __future__ import annotations

import difflib
import functools
import inspect
import os
from typing import Any, Callable, Dict, List, TypeVar

from pyspark.ml.param import Param

from credence._params import ModelParams
from credence._values import Values, checked, flag, word

__all__: List[str] = []

_Class = TypeVar("_Class", bound=type)


def _frame(value: Any) -> Any:
    if not hasattr(value, "sparkSession") and type(value).__module__.partition(".")[0] != "pandas":
        raise TypeError("")
    return value


def _frame_or_mean(value: Any) -> Any:
    return value if isinstance(value, str) and value == "mean" else _frame(value)


def _name_or_names(value: Any) -> Any:
    if not isinstance(value, str) and not (
        isinstance(value, (list, tuple)) and all(isinstance(one, str) for one in value)
    ):
        raise TypeError("")
    return value


def _levels(value: Any) -> Any:
    return value if isinstance(value, bool) else _name_or_names(value)


def _variables(value: Any) -> Any:
    return value if isinstance(value, dict) else _name_or_names(value)


def _numbers(value: Any) -> Any:
    if not isinstance(value, dict) or not all(isinstance(each, (int, float)) for each in value.values()):
        raise TypeError("")
    return {str(name): float(each) for name, each in value.items()}


def _sentence(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("")
    return value


def _path(value: Any) -> Any:
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError("")
    return os.fspath(value)


def _param(value: Any) -> Any:
    if not isinstance(value, (Param, str)):
        raise TypeError("")
    return value


def _any(value: Any) -> Any:
    return value


def _model(value: Any) -> Any:
    if not hasattr(value, "posterior") or not hasattr(value, "summary"):
        raise TypeError("")
    return value


def _params(value: Any) -> Any:
    if not isinstance(value, (dict, list, tuple)):
        raise TypeError("")
    return value


_COUNT: Values = ModelParams.outputDraws.typeConverter

_FRAME = Values("a data frame of Spark or pandas", _frame)

_COMBINATION = "a combination of coefficients such as 'a - b'"

ARGUMENTS: Dict[str, Values] = {
    "at": Values("a dictionary of numbers by parameters", _numbers),
    "by": Values("a column or a list of columns", _name_or_names),
    "chains": _COUNT,
    "comparison": word("difference", "ratio", "lnratio", "lnor"),
    "dataset": _FRAME,
    "disable": flag(),
    "draws": _COUNT,
    "extra": Values("a dictionary of values by Params", _params),
    "hypotheses": Values("a text or a list of texts such as 'b2 - b1'", _name_or_names),
    "kind": word("coefficients", "posterior", "levels", "smooth", "predictive", "calibration"),
    "label": Values("a column", _sentence),
    "likelihood": Values("a credence.Likelihood", _any),
    "level": ModelParams.level.typeConverter,
    "levels": Values("True, or a grouping factor or a list of them", _levels),
    "log_models": flag(),
    "method": word("auto", "delta", "draws"),
    "model": Values("a fitted VariationalModel", _model),
    "n": _COUNT,
    "names": Values("a coefficient or a list of coefficients", _name_or_names),
    "newdata": Values("a data frame of Spark or pandas, or 'mean'", _frame_or_mean),
    "params": Values("a dictionary of values by Params", _params),
    "other": Values("a fitted VariationalModel", _model),
    "param": Values("a Param of the stage, or its name", _param),
    "path": Values("a path", _path),
    "parameter": Values("a parameter of the law such as 'sigma'", _sentence),
    "rows": _FRAME,
    "scale": ModelParams.outputScale.typeConverter,
    "shown": flag(),
    "small_data": flag(),
    "text": Values(_COMBINATION, _sentence),
    "texts": Values(_COMBINATION + ", or a list of them", _name_or_names),
    "top": ModelParams.outputTop.typeConverter,
    "value": Values("a value that the Param takes", _any),
    "variables": Values("a column, a list of columns, or a dictionary by columns", _variables),
    "weights": Values("auto, rows or a column", _sentence),
}
"""By the name that an argument has in every method."""


OPTIONS: Dict[str, Values] = {
    "rows": _COUNT,
}
"""Options of effects with the name of another argument."""


def checks_arguments(method: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, whose arguments are those of the table, or refused before anything is done. None is the default of each."""
    signature = inspect.signature(method)
    free = [one.name for one in signature.parameters.values() if one.kind is one.VAR_KEYWORD]

    @functools.wraps(method)
    def inner(*arguments: Any, **named: Any) -> Any:
        bound = signature.bind(*arguments, **named)
        for name, value in bound.arguments.items():
            if name in free:
                bound.arguments[name] = {one: _argument(method, one, each) for one, each in value.items()}
            elif name in ARGUMENTS and value is not None:
                bound.arguments[name] = checked(name, ARGUMENTS[name], value)
        return method(*bound.args, **bound.kwargs)

    return inner


def _argument(method: Callable[..., Any], name: str, value: Any) -> Any:
    expected = OPTIONS.get(name) or ARGUMENTS.get(name)
    if expected is None:
        near = difflib.get_close_matches(name, ARGUMENTS, 1)
        raise TypeError(f"{method.__name__} has no argument {name}" + (f": did you mean {near[0]}?" if near else ""))
    return value if value is None else checked(name, expected, value)


def arguments_checked(type_: _Class) -> _Class:
    """The same class, whose public methods check their arguments; ``setParams`` takes Params, which check themselves."""
    for name, method in list(vars(type_).items()):
        if inspect.isfunction(method) and not name.startswith("_") and name != "setParams":
            setattr(type_, name, checks_arguments(method))
    return type_
