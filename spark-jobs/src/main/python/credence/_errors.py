"""What Credence refuses, as one line in the words of the Python front."""

from __future__ import annotations

import difflib
import functools
import re
from typing import Any, Callable, Dict, Iterable, Match, Optional, Pattern, TypeVar

from pyspark.errors import IllegalArgumentException
from pyspark.ml.param import Param, Params

__all__ = ["CredenceError"]

_Method = TypeVar("_Method", bound=Callable[..., Any])


class CredenceError(ValueError):
    """A choice, a row or a result that cannot be used: what is wrong, what is required, what was found."""


class CredenceTypeError(CredenceError, TypeError):
    """A value of a type that cannot be used."""


def plain(method: _Method) -> _Method:
    """The same method, whose refusals are one line without the stack of the JVM."""

    @functools.wraps(method)
    def inner(self: Params, *arguments: Any, **named: Any) -> Any:
        try:
            return method(self, *arguments, **named)
        except Exception as failed:
            message = _refusal(failed)
            if message is None:
                raise
            refused = CredenceError(in_python(message))
        raise refused from None

    return inner  # type: ignore[return-value]


def unknown(name: str, known: Iterable[str]) -> TypeError:
    """A keyword that no Param has."""
    if name.startswith("exposure"):
        return TypeError(f"there is no Param {name}: an exposure is an offset, offsetCol, of its logarithm")
    from credence import _params

    if name in _params.RETIRED:
        return TypeError(in_python(f"there is no Param {name}: {_params.RETIRED[name]}"))
    near = difflib.get_close_matches(name, list(known), 1)
    hint = f"did you mean {near[0]}?" if near else "explainParams() lists them"
    return TypeError(f"there is no Param {name}: {hint}")


def _refusal(failed: Exception) -> Optional[str]:
    """The message of an exception of Credence's, from py4j or from Spark Connect, or of a value that a Param refused; None of any
    other."""
    cause = getattr(failed, "java_exception", None)
    while cause is not None:
        if cause.getClass().getName().startswith("io.credence."):
            return str(cause.getMessage())
        cause = cause.getCause()
    found = re.search(r"\((?:io\.credence\.[\w.]+|java\.lang\.IllegalArgumentException)\) (.*)", str(failed))
    if found is None and isinstance(failed, IllegalArgumentException):
        return str(failed).partition("\n\nJVM stacktrace")[0]
    return found.group(1) if found else None


@functools.lru_cache(maxsize=None)
def _names() -> Dict[str, str]:
    """The Params by the keys of the configuration that they are, each of which names its key last, and by their own names."""
    from credence import _params

    found = {}
    for kind in (_params.EstimatorParams, _params.NetworkParams, _params.ModelParams, _params.NetworkModelParams):
        for param in vars(kind).values():
            if isinstance(param, Param):
                key = re.search(r"\(([a-z]+(?:\.\w+)*)\)$", param.doc)
                found[param.name] = param.name
                found[key.group(1) if key else param.name] = param.name
    return found


@functools.lru_cache(maxsize=None)
def _keys() -> Pattern[str]:
    """Finds these keys and names, each with the value behind it, if any."""
    keys = "|".join(map(re.escape, _names()))
    return re.compile(rf'(?<![\w.])({keys})(?!\w|\.\w)(?: = ("[^"]*"|[\w+-]+(?:\.[\w+-]+)*))?')


_WORDS = {"true": "True", "false": "False", "null": "None"}


def in_python(message: str) -> str:
    """Keys of the configuration become the Params that they are, their values those of Python, and a map a dictionary."""

    def named(found: Match[str]) -> str:
        name, value = _names()[found.group(1)], found.group(2)
        return name if value is None else f"{name}={_literal(value)}"

    message = _keys().sub(named, message).replace(" (the keys given)", "")
    return re.sub(r'\b(\w+) \{ (\w+) = ("[^"]*") \}', r'\1={"\2": \3}', message)


def _literal(value: str) -> str:
    if value in _WORDS or value.startswith('"'):
        return _WORDS.get(value, value)
    try:
        float(value)
        return value
    except ValueError:
        return f'"{value}"'
