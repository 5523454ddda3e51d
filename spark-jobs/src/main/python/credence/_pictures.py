"""The report's pictures, which a notebook shows where matplotlib is not installed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Dict, List, Sequence

from pyspark.ml.param import Param, Params
from pyspark.ml.wrapper import JavaTransformer

from credence._errors import CredenceError, plain
from credence._session import active, attach
from credence._values import text

if TYPE_CHECKING:
    import pandas

__all__: List[str] = []


class Pictures:
    """Pictures that a notebook shows, drawn as in the report."""

    def __init__(self, html: str) -> None:
        self._html = html

    def _repr_html_(self) -> str:
        return self._html

    def __repr__(self) -> str:
        return "pictures for a notebook; with matplotlib installed (pip install credence[plot]) they are its axes"


class _SectionPictures(JavaTransformer):
    """Pictures of a section, as the JVM draws them."""

    section: Param = Param(Params._dummy(), "section", "a section as posterior.json has it", text())

    def __init__(self, section: str) -> None:
        super().__init__()
        attach()
        self._java_obj = self._new_java_obj("credence.ml.SectionPictures", self.uid)
        self._set(section=section)

    @plain
    def html(self) -> str:
        return self.transform(active().range(1)).first()["html"]


def drawn(curves: Sequence[Dict[str, Any]], intervals: Sequence[Dict[str, Any]]) -> Pictures:
    """Pictures of curves and of intervals, which are those of a section of the report."""
    section = {"name": "pictures", "title": "", "curves": list(curves), "intervals": list(intervals)}
    return Pictures(_SectionPictures(json.dumps(section)).html())


def of_report(pictures: pandas.DataFrame, kind: str) -> Pictures:
    """Pictures of one kind among those of a report."""
    known = dict(zip(pictures["picture"], pictures["html"]))
    if kind not in known:
        raise CredenceError(f"there is nothing to draw: required one of the pictures {sorted(known)} of this fit, found {kind!r}")
    return Pictures(known[kind])
