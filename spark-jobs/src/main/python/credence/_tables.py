"""Tables of estimates as notebooks show them: intervals as bars, a verdict in words and colour, on light and dark pages."""

from __future__ import annotations

import html
import math
from typing import Any, Dict, List, Optional, Sequence

import pandas
from pandas.plotting import PlotAccessor

from credence import _plots
from credence._errors import CredenceError

__all__: List[str] = []

_STYLE = """<style scoped>
.credence { font: 13px/1.5 system-ui, sans-serif; color: inherit; }
.credence table { border-collapse: collapse; margin: .4em 0 1em; }
.credence caption { text-align: left; font-weight: 600; padding: .2em 0; }
.credence th, .credence td { padding: .15em .7em; text-align: right; font-variant-numeric: tabular-nums; background: none; color: inherit; }
.credence thead th { border-bottom: 1px solid rgba(128, 128, 128, .6); }
.credence th.name, .credence td.name { text-align: left; }
.credence .verdict { display: inline-block; border-left: 4px solid; padding: .1em .6em; margin: .2em 0; }
.credence .passed { border-color: #2e9e5b; } .credence .failed { border-color: #d1495b; } .credence .skipped { border-color: #d9a21b; }
</style>"""

_WIDTH, _HEIGHT = 150, 14

MOST_ROWS = 60
"""Rows of a table that are shown; the others are counted below it."""


class Table(pandas.DataFrame):
    """A frame of pandas with estimates and intervals. What is computed of it is a frame of pandas again.

    ``plot()`` draws the intervals, by matplotlib or where that is not installed as in the report; with arguments it is that of pandas.
    """

    @property
    def _constructor(self) -> Any:
        return pandas.DataFrame

    def _repr_html_(self) -> str:
        beneath = self.attrs.get("beneath", "")
        return f'<div class="credence">{_STYLE}{table(self, self.attrs.get("title", ""))}{beneath}</div>'

    @property
    def plot(self) -> Any:
        return _Drawing(self)


class _Drawing(PlotAccessor):
    def __call__(self, *arguments: Any, **named: Any) -> Any:
        if arguments or set(named) - {"ax"}:
            return super().__call__(*arguments, **named)
        return _plots.intervals(self._parent, **named)


def grid(rows: Any, variables: Dict[str, Any]) -> pandas.DataFrame:
    """A row of typical values of a frame of Spark, and all combinations of other values of some columns."""
    from itertools import product

    from pyspark.sql import functions
    from pyspark.sql.types import BooleanType, DateType, IntegralType, NumericType, StringType, TimestampType

    unknown = [name for name in variables if name not in rows.columns]
    if unknown:
        raise CredenceError(f"variables of a grid are columns: required some of {rows.columns}, found {unknown}")
    typical = {}
    for field in rows.schema.fields:
        if field.name in variables:
            continue
        column = functions.col("`" + field.name.replace("`", "``") + "`")
        if isinstance(field.dataType, NumericType):
            number = column.cast("double")
            mean = functions.avg(functions.when(~functions.isnan(number), number))
            typical[field.name] = functions.round(mean).cast(field.dataType) if isinstance(field.dataType, IntegralType) else mean
        elif isinstance(field.dataType, (StringType, BooleanType, DateType, TimestampType)):
            typical[field.name] = functions.mode(column)
    found = rows.agg(*(value.alias(name) for name, value in typical.items())).first().asDict() if typical else {}
    cells = {**{name: [value] for name, value in found.items()}, **variables}
    names = [name for name in rows.columns if name in cells]
    values = [cells[name] for name in names]
    each = [list(one) if isinstance(one, (list, tuple, pandas.Series, pandas.Index)) else [one] for one in values]
    return pandas.DataFrame(list(product(*each)), columns=names)


def titled(frame: pandas.DataFrame, title: str) -> Table:
    """That frame, shown under a title."""
    shown = Table(frame)
    shown.attrs.update(frame.attrs, title=title)
    return shown


def page(title: str, verdict: Optional[Dict[str, Any]], tables: Sequence[str]) -> str:
    """One look at a fit: its title, its verdict and its tables."""
    said = ""
    if verdict is not None:
        words = "<br>".join(html.escape(one) for one in verdict["says"])
        said = f'<div class="verdict {verdict["check"]}">{words}</div>'
    return f'<div class="credence">{_STYLE}<b>{html.escape(title)}</b><br>{said}{"".join(tables)}</div>'


def table(frame: pandas.DataFrame, title: str) -> str:
    """A table as HTML, with a bar beside each interval."""
    named = _plots.has_names(frame)
    shown = frame.iloc[:MOST_ROWS]
    scale = _Scale(shown)
    head = ([_cell("th", str(frame.index.name or ""), "name")] if named else []) + [
        _cell("th", str(column), "name" if _is_text(frame[column]) else "") for column in frame.columns]
    lines: List[str] = []
    for index, row in zip(shown.index, shown.itertuples(index=False, name=None)):
        cells = [_cell("td", str(index), "name")] if named else []
        cells += [_cell("td", _text(column, value), "name" if isinstance(value, str) else "")
                  for column, value in zip(frame.columns, row)]
        if scale.is_drawn:
            cells.append(f"<td>{scale.bar(dict(zip(frame.columns, row)))}</td>")
        lines.append("<tr>" + "".join(cells) + "</tr>")
    left = len(frame) - len(shown)
    more = f"<tr><td class=\"name\" colspan=\"{len(head)}\">and {left:,} more</td></tr>" if left else ""
    bar = "<th></th>" if scale.is_drawn else ""
    return (f"<table><caption>{html.escape(title)}</caption><thead><tr>{''.join(head)}{bar}</tr></thead>"
            f"<tbody>{''.join(lines)}{more}</tbody></table>")


def of_sections(sections: Sequence[Dict[str, Any]]) -> List[str]:
    """The tables of the sections that a kind of model adds to its report, as HTML."""
    return [table(pandas.DataFrame([[_in_cell(cell) for cell in row["cells"]] for row in one["rows"]],
                                   columns=[column["name"] for column in one["columns"]]),
                  one["title"] or section["title"])
            for section in sections for one in section["tables"]]


def _in_cell(cell: Any) -> Any:
    """A cell of a section: a text or number as it is, an error behind its number, an interval in words."""
    if isinstance(cell, dict):
        return f"{cell['value']:.4g} ± {cell['error']:.4g}"
    if isinstance(cell, list):
        return f"{cell[0]:.4g} to {cell[1]:.4g}"
    return math.nan if cell is None else cell


class _Scale:
    """The axis that the bars of a table share, with a line at 0 where it is in sight."""

    def __init__(self, rows: pandas.DataFrame) -> None:
        ends = [end for end in ("lower", "upper") if end in rows.columns]
        numbers = rows[ends].to_numpy(dtype=float, na_value=math.nan).ravel() if len(ends) == 2 else []
        finite = [one for one in numbers if math.isfinite(one)]
        self.is_drawn = bool(finite)
        if self.is_drawn:
            self._least, most = min(finite), max(finite)
            self._length = most - self._least or 1.0

    def _at(self, value: float) -> float:
        return 3 + (value - self._least) / self._length * (_WIDTH - 6)

    def bar(self, row: Dict[str, Any]) -> str:
        """The interval of a row, and its mean as a dot."""
        lower, upper = row["lower"], row["upper"]
        if not (_is_finite(lower) and _is_finite(upper)):
            return ""
        middle = _HEIGHT / 2
        zero = self._at(0.0)
        parts = [f'<line x1="{zero:.1f}" x2="{zero:.1f}" y1="0" y2="{_HEIGHT}" stroke="currentColor" stroke-opacity=".3"/>'
                 ] if 0 <= zero <= _WIDTH else []
        parts.append(f'<line x1="{self._at(lower):.1f}" x2="{self._at(upper):.1f}" y1="{middle}" y2="{middle}"'
                     ' stroke="#4c78a8" stroke-width="4" stroke-linecap="round"/>')
        mean = _plots.centre(row)
        if _is_finite(mean):
            parts.append(f'<circle cx="{self._at(float(mean)):.1f}" cy="{middle}" r="3" fill="currentColor"/>')
        return f'<svg width="{_WIDTH}" height="{_HEIGHT}" role="img" aria-label="interval">{"".join(parts)}</svg>'


def _is_finite(value: Any) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value)


def _is_text(column: pandas.Series) -> bool:
    return bool(column.map(lambda one: isinstance(one, str)).any())


def _cell(tag: str, text: str, kind: str) -> str:
    return f'<{tag} class="{kind}">{html.escape(text)}</{tag}>' if kind else f"<{tag}>{html.escape(text)}</{tag}>"


def _text(column: Any, value: Any) -> str:
    if isinstance(value, float):
        if math.isnan(value):
            return ""
        if column in _PROBABILITIES:
            return "< .001" if 0 <= value < 0.0005 else "> .999" if value > 0.9995 else f"{value:.3f}"
        return f"{value:.4g}"
    return str(value)


_PROBABILITIES = ("positive", "correctedPositive", "top")
