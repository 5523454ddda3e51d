"""Pictures by matplotlib, which is an extra of the package: ``pip install credence[plot]``. Without it they are those of the report."""

from __future__ import annotations

import math
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Dict, List, Optional

from credence._errors import CredenceError

if TYPE_CHECKING:
    import pandas

__all__: List[str] = []

_MOST = 60
_COLUMNS = 4


def is_installed() -> bool:
    """Whether there is matplotlib."""
    return find_spec("matplotlib") is not None


def _pyplot() -> Any:
    from matplotlib import pyplot

    return pyplot


def centre(row: Any) -> Optional[float]:
    """The estimate of a row by the name that its table has for it."""
    for name in ("mean", "estimate", "rank", "ratio", "relativity"):
        if name in row:
            return row[name]
    return None


def _axes(ax: Any, rows: int) -> Any:
    return _pyplot().subplots(figsize=(6.4, 1.2 + 0.28 * rows), layout="constrained")[1] if ax is None else ax


def has_names(frame: pandas.DataFrame) -> bool:
    """Whether the index names the rows, and does not count them."""
    return frame.index.name is not None or not all(isinstance(one, int) for one in frame.index)


def _labels(frame: pandas.DataFrame) -> List[str]:
    """What names each row: the index, or else its columns of text."""
    if has_names(frame):
        return [str(one) for one in frame.index]
    numbers = ("mean", "estimate", "sd", "lower", "upper", "positive", "rank", "top", "reliable", "relativity", "reference", "averaged_over")
    columns = [one for one in frame.columns if one not in numbers and not str(one).startswith("corrected")]
    return [", ".join(str(one) for one in row if one not in ("", None)) for row in frame[columns].itertuples(index=False, name=None)]


def intervals(frame: pandas.DataFrame, ax: Any = None, title: Optional[str] = None) -> Any:
    """An interval for each row of a table, the first on top."""
    if not len(frame):
        raise CredenceError("the table has no rows to draw: required at least one, found none")
    absent = [one for one in ("lower", "upper") if one not in frame.columns]
    if absent:
        raise CredenceError(f"the table has no intervals to draw: required columns lower and upper, found {list(frame.columns)}")
    if ax is None and not is_installed():
        from credence import _pictures

        return _pictures.drawn([], [_interval_plot(title or frame.attrs.get("title", ""), _labels(frame), frame)])
    shown = frame.iloc[:_MOST]
    ax = _axes(ax, len(shown))
    places = range(len(shown))
    middle = [centre(row) for row in shown.to_dict("records")]
    ax.hlines(places, shown["lower"].to_numpy(dtype=float), shown["upper"].to_numpy(dtype=float), color="C0", linewidth=3)
    ax.plot([math.nan if one is None else one for one in middle], places, "o", color="C0", markeredgecolor="white")
    ax.set_yticks(list(places), _labels(shown))
    ax.invert_yaxis()
    least, most = ax.get_xlim()
    if least < 0 < most:
        ax.axvline(0, color="0.6", linewidth=1, zorder=0)
    heading = title or frame.attrs.get("title", "")
    left = len(frame) - len(shown)
    ax.set_title(heading + (f" (the first {len(shown)} of {len(frame):,})" if left else ""))
    return ax


def line(frame: pandas.DataFrame, x: str, apart: List[str], ax: Any = None, title: str = "") -> Any:
    """Estimates along a column, a line or row of points for each cell of the others."""
    import pandas

    numbers = pandas.to_numeric(frame[x], errors="coerce")
    are_numbers = numbers.notna().all()
    if are_numbers:  # tables of effects have all values as text
        frame = frame.assign(**{x: numbers.astype(float)})
    parts = [(", ".join(str(one) for one in (name if isinstance(name, tuple) else (name,))), part)
             for name, part in (frame.groupby(apart, sort=False) if apart else [("", frame)])]
    if ax is None and not is_installed():
        return _pictures_along(x, are_numbers, parts, title)
    ax = _axes(ax, 10)
    for label, part in parts:
        middle = [centre(row) for row in part.to_dict("records")]
        if are_numbers:
            drawn = ax.plot(part[x], middle, label=label)[0]
            ax.fill_between(part[x].to_numpy(dtype=float), part["lower"], part["upper"], alpha=0.25, color=drawn.get_color())
        else:
            below = [one - low for one, low in zip(middle, part["lower"])]
            above = [high - one for one, high in zip(middle, part["upper"])]
            ax.errorbar(part[x].astype(str), middle, yerr=[below, above], fmt="o", capsize=3, label=label)
    if apart:
        ax.legend(title=", ".join(apart))
    ax.set_xlabel(x)
    ax.set_title(title)
    return ax


def _pictures_along(x: str, are_numbers: bool, parts: List[Any], title: str) -> Any:
    """The same as pictures of the report: curves along numbers, intervals along levels."""
    from credence import _pictures

    curves, intervals = [], []
    for label, part in parts:
        heading = ", ".join(one for one in (title, label) if one)
        if are_numbers and part[x].nunique() > 1:
            ordered = part.sort_values(x)
            curves.append({"title": heading, "number": x, "x": _numbers(ordered[x]), "estimate": _middles(ordered),
                           "lower": _numbers(ordered["lower"]), "upper": _numbers(ordered["upper"])})
        else:
            intervals.append(_interval_plot(heading, [str(one) for one in part[x]], part))
    return _pictures.drawn(curves, intervals)


def _interval_plot(title: str, names: List[str], frame: pandas.DataFrame) -> Dict[str, Any]:
    """The intervals that are finite, as a section of the report has them."""
    rows = zip(names, _middles(frame), _numbers(frame["lower"]), _numbers(frame["upper"]))
    finite = [{"name": name, "mean": mean, "lower": lower, "upper": upper} for name, mean, lower, upper in rows
              if math.isfinite(mean + lower + upper)]
    if not finite:
        raise CredenceError("the table has no intervals to draw: required finite ones, found none")
    return {"title": title, "reference": 0.0, "intervals": finite}


def _numbers(column: Any) -> List[float]:
    return [float(one) for one in column.astype(float)]


def _middles(frame: pandas.DataFrame) -> List[float]:
    return [math.nan if one is None else float(one) for one in map(centre, frame.to_dict("records"))]


def _panels(count: int) -> List[Any]:
    if not count:
        raise CredenceError("there is nothing to draw: required something in this fit, found none")
    rows = -(-count // _COLUMNS)
    columns = min(count, _COLUMNS)
    figure = _pyplot().subplots(rows, columns, figsize=(3.2 * columns, 2.4 * rows), layout="constrained", squeeze=False)
    panels = list(figure[1].ravel())
    for unused in panels[count:]:
        unused.set_axis_off()
    return panels[:count]


def densities(draws: pandas.DataFrame) -> List[Any]:
    """Axes of matplotlib with a histogram of the draws of each number."""
    names = list(draws.columns)[:_MOST]
    panels = _panels(len(names))
    for ax, name in zip(panels, names):
        ax.hist(draws[name], bins=40, density=True, color="C0", alpha=0.6)
        ax.set_title(name)
        ax.set_yticks([])
    return panels


def levels(effects: pandas.DataFrame) -> List[Any]:
    """Axes of matplotlib with the effects of levels in their order, one for each factor and term."""
    parts = list(effects.groupby(["factor", "term"], sort=False))
    panels = _panels(len(parts))
    for ax, ((factor, term), part) in zip(panels, parts):
        ordered = part.sort_values("mean").reset_index(drop=True)
        ax.errorbar(ordered["mean"], ordered.index, xerr=1.645 * ordered["sd"], fmt=".", elinewidth=1, color="C0")
        ax.axvline(0, color="0.6", linewidth=1, zorder=0)
        if len(ordered) <= 30:
            ax.set_yticks(list(ordered.index), ordered["level"].astype(str))
        else:
            ax.set_yticks([])
        ax.set_title(f"{term} by {factor}, 90 %")
    return panels


def curves(smooths: pandas.DataFrame) -> List[Any]:
    """Axes of matplotlib with the curve and band of each smooth term, or the contours of a surface."""
    parts = list(smooths.groupby("term", sort=False))
    panels = _panels(len(parts))
    for ax, (term, part) in zip(panels, parts):
        if "z" in part.columns and part["z"].notna().all():
            surface = ax.tricontourf(part["x"], part["z"], part["estimate"])
            ax.figure.colorbar(surface, ax=ax)
            ax.set_title(str(term))
        else:
            line(part, "x", [], ax, str(term))
    return panels


def statistics(check: Dict[str, Any]) -> Any:
    """Axes of matplotlib with each statistic of replicated responses beside the observed one, in the spread of the replicated."""
    shown = check["statistics"]
    ax = _axes(None, len(shown))
    for place, one in enumerate(shown):
        half = (one["q95"] - one["q05"]) / 2 or 1.0
        middle = (one["q95"] + one["q05"]) / 2
        ax.hlines(place, -1, 1, color="C0", linewidth=3)
        ax.plot((one["observed"] - middle) / half, place, "D", color="C3")
    ax.set_yticks(range(len(shown)), [one["name"] for one in shown])
    ax.invert_yaxis()
    ax.set_xlabel("central 90 % of replicated responses; the diamond is observed")
    ax.set_title("posterior predictive check")
    return ax


def calibration(cells: List[Dict[str, Any]]) -> Any:
    """Axes of matplotlib with observed frequencies by predicted probabilities, and the central 90 % of replicated ones."""
    ax = _axes(None, 12)
    ax.plot([0, 1], [0, 1], color="0.6", linewidth=1)
    predicted = [one["predicted"] for one in cells]
    ax.vlines(predicted, [one["q05"] for one in cells], [one["q95"] for one in cells], color="C0", linewidth=3)
    ax.plot(predicted, [one["observed"] for one in cells], "D", color="C3")
    ax.set_xlabel("predicted probability")
    ax.set_ylabel("observed frequency")
    ax.set_title("calibration")
    return ax
