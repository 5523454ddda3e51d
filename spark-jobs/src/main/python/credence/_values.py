"""What an argument or a Param takes: each kind of value is stated once, and refused in the same words wherever it is given."""

from __future__ import annotations

import json
import math
import os
from typing import Any, Callable, Optional

from pyspark.ml.param import TypeConverters

from credence._errors import CredenceError, CredenceTypeError

__all__ = ["Values", "checked", "flag", "mapping", "number", "text", "texts", "whole", "wholes", "word"]


class Values:
    """Which values something takes.

    ``typed`` gives a value the type that the JVM takes, or raises TypeError; it is a function of a module, so that Params can be pickled.
    """

    def __init__(self, required: str, typed: Callable[[Any], Any], allowed: Optional[Callable[[Any], bool]] = None) -> None:
        self.required = required
        self._typed = typed
        self._allowed = allowed
        self.__name__ = typed.__name__  # by which PySpark knows lists

    def __call__(self, value: Any) -> Any:
        typed = self._typed(value)
        if self._allowed is not None and not self._allowed(typed):
            raise ValueError(self.required)
        return typed


def checked(name: str, values: Values, value: Any) -> Any:
    """The value as the JVM takes it, or an error that states what is required under that name."""
    try:
        return values(value)
    except TypeError as refused:
        kind, hint = CredenceTypeError, str(refused)
    except ValueError:
        kind, hint = CredenceError, ""
    raise kind(f"{name} cannot be used: required {values.required}, found {_shown(value)}{hint}")


def _shown(value: Any) -> str:
    if isinstance(value, (str, int, float, list, tuple, dict)):
        shown = repr(value)
        return shown if len(shown) <= 200 else shown[:200] + "…"
    return f"a {type(value).__name__}"


class _Between:
    """Numbers in a range, each of whose ends is included, as a bracket says, or not, as a parenthesis says."""

    def __init__(self, least: float, most: float, ends: str) -> None:
        self._least, self._most, self._ends = least, most, ends

    def __call__(self, value: float) -> bool:
        above = self._least < value or self._ends[0] == "[" and value == self._least
        return above and (value < self._most or self._ends[1] == "]" and value == self._most)


class _OneOf:
    def __init__(self, *words: str) -> None:
        self._words = words

    def __call__(self, value: str) -> bool:
        return value in self._words


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if not (isinstance(value, str) or TypeConverters._is_numeric(value)):
        saves = hasattr(value, "write") and hasattr(value, "transform")
        raise TypeError("; model.write().save(folder) makes the folder of a model" if saves else "")
    return str(value)


def _plain(convert: Callable[[Any], Any], value: Any) -> Any:
    try:
        return convert(value)
    except TypeError:
        raise TypeError("") from None


def _number(value: Any) -> float:
    return _plain(TypeConverters.toFloat, value)


def _whole(value: Any) -> int:
    return _plain(TypeConverters.toInt, value)


def _flag(value: Any) -> bool:
    return _plain(TypeConverters.toBoolean, value)


def _listed(value: Any) -> Any:
    if isinstance(value, str):
        raise TypeError(f": did you mean [{value!r}]?")
    return value


def toListString(value: Any) -> Any:
    return _plain(TypeConverters.toListString, _listed(value))


def toListInt(value: Any) -> Any:
    return _plain(TypeConverters.toListInt, value)


def _mapping(value: Any) -> str:
    if isinstance(value, dict):
        return json.dumps(value)
    if isinstance(value, str):
        return value
    raise TypeError("")


def text() -> Values:
    """Text as a configuration has it; also a number, a flag or a path."""
    return Values("a text or a number", _text)


def word(*words: str) -> Values:
    """One of few words."""
    return Values("one of " + ", ".join(repr(one) for one in words), _text, _OneOf(*words))


def number(least: Optional[float] = None, most: Optional[float] = None, ends: str = "()") -> Values:
    """A number, above another or between two where these are given."""
    if least is None:
        return Values("a number", _number)
    if most is None:
        return Values(f"a number above {least:g}", _number, _Between(least, math.inf, ends))
    if ends == "()":
        required = f"a number between {least:g} and {most:g}"
    else:
        required = f"a number {_ENDS[ends[0]]} {least:g}, {_ENDS[ends[1]]} {most:g}"
    return Values(required, _number, _Between(least, most, ends))


_ENDS = {"[": "from", "(": "above", "]": "at most", ")": "below"}


def whole(least: Optional[int] = None, most: Optional[int] = None) -> Values:
    """A whole number, from another or between two where these are given."""
    if least is None:
        return Values("a whole number", _whole)
    required = f"a whole number from {least}" + ("" if most is None else f" to {most}")
    return Values(required, _whole, _Between(least, _MOST if most is None else most, "[]"))


_MOST = 2**31 - 1


def flag() -> Values:
    """True or False."""
    return Values("True or False", _flag)


def texts() -> Values:
    """A list of texts."""
    return Values("a list of texts", toListString)


def wholes() -> Values:
    """A list of whole numbers."""
    return Values("a list of whole numbers", toListInt)


def mapping() -> Values:
    """A dictionary, which the JVM takes as JSON."""
    return Values("a dictionary", _mapping)
