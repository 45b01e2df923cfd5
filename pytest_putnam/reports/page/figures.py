"""The page's curves: their numbers as tables, and their plots where matplotlib is installed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from markupsafe import Markup

from pytest_putnam.reports.lines import span
from pytest_putnam.reports.page.details import KINDS
from pytest_putnam.reports.page.gather import RunView, Solve
from pytest_putnam.stats import PassAt

TABLE_ROWS: Final = 40
"""A table of numbers has about this many rows per run; a plot has all its points."""


@dataclass(frozen=True, slots=True)
class Line:
    """One run's line: points, and a band around it."""

    run: int
    letter: str
    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()


@dataclass(frozen=True, slots=True)
class Box:
    """One run's times of one verdict: the sorted seconds."""

    run: int
    label: str
    values: Sequence[float]


@dataclass(frozen=True, slots=True)
class Curve:
    """A figure of the page."""

    title: str
    note: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    x_label: str = ""
    y_label: str = ""
    lines: Sequence[Line] = ()
    boxes: Sequence[Box] = ()
    steps: bool = False
    whole_x: bool = False
    svg: Markup | None = field(default=None)


def curves(views: Sequence[RunView]) -> list[Curve]:
    """All figures that these runs have numbers for, without plots."""
    found = [_pass_at_k(views), _over_time(views), _over_cost(views), _times(views)]
    return [curve for curve in found if curve.rows]


def drawn(found: Sequence[Curve], draw: Callable[[Curve], Markup]) -> list[Curve]:
    """The same with plots."""
    return [replace(curve, svg=draw(curve)) for curve in found]


def percentile(ordered: Sequence[float], share: float) -> float:
    """The smallest of the sorted values that `share` of them do not exceed."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def _pass_at_k(views: Sequence[RunView]) -> Curve:
    lines, rows = [], []
    for view in views:
        points = view.curve()
        if points:
            lines.append(
                Line(
                    view.number,
                    view.letter,
                    [p.k for p in points],
                    [100 * p.low for p in points],
                    [100 * p.interval.low for p in points],
                    [100 * p.interval.high for p in points],
                )
            )
        rows += [[*_name(views, view), str(p.k), *_pass_cells(p)] for p in points]
    note = "The unbiased estimate over all items with its 95 % interval (bootstrap over problems)."
    if any(p.low != p.high for view in views for p in view.curve()):
        note += " Where attempts are open it is a range, and the line is its lower value."
    return Curve(
        "pass@k",
        note,
        [*_run_head(views), "k", "pass@k", "95 % interval"],
        rows,
        "attempts k",
        "% of items",
        lines,
        whole_x=True,
    )


def _pass_cells(point: PassAt) -> list[str]:
    value = f"{100 * point.low:.1f}"
    if point.high != point.low:
        value += f" to {100 * point.high:.1f}"
    return [f"{value} %", f"{100 * point.interval.low:.1f} to {100 * point.interval.high:.1f} %"]


def _over_time(views: Sequence[RunView]) -> Curve:
    longest = max((v.totals.prover_s + v.totals.check_s for v in views), default=0.0)
    unit, seconds = next(
        (u, s)
        for u, s in (("hours", 3600), ("minutes", 60), ("seconds", 1))
        if longest >= 2 * s or s == 1
    )
    return _progress(
        views,
        "Solves over time",
        "Time is what attempts took, prover and check, added over all workers, in the order in which "
        "they ended: neither the number of workers nor a pause of the run changes it.",
        f"{unit} of attempts",
        at=lambda solve: solve.spent_s / seconds,
        end=lambda view: (view.totals.prover_s + view.totals.check_s) / seconds,
        told=lambda solve: span(solve.spent_s),
    )


def _over_cost(views: Sequence[RunView]) -> Curve:
    unknown = [v.letter for v in views if v.totals.unknown_cost]
    note = "Cost of all attempts in the order in which they ended."
    if unknown:
        of = f" of {', '.join(unknown)}" if len(views) > 1 else ""
        note += f" The cost of some attempts{of} is not known; it is missing here."
    return _progress(
        [view for view in views if view.totals.cost_usd],
        "Solves over cost",
        note,
        "USD",
        at=lambda solve: solve.spent_usd,
        end=lambda view: view.totals.cost_usd,
        told=lambda solve: f"${solve.spent_usd:.4g}",
        several=len(views) > 1,
    )


def _progress(
    views: Sequence[RunView],
    title: str,
    note: str,
    x_label: str,
    *,
    at: Callable[[Solve], float],
    end: Callable[[RunView], float],
    told: Callable[[Solve], str],
    several: bool | None = None,
) -> Curve:
    several = len(views) > 1 if several is None else several
    lines, rows = [], []
    for view in views:
        solves = view.solves
        x = [0.0, *map(at, solves), end(view)]
        lines.append(Line(view.number, view.letter, x, [*range(len(solves) + 1), len(solves)]))
        step = max(1, len(solves) // TABLE_ROWS)
        for n, solve in enumerate(solves, 1):
            if n % step == 0 or n in (1, len(solves)):
                rows.append([*([view.letter] if several else []), str(n), told(solve)])
    heads = [*(["run"] if several else []), "items proved", "after"]
    return Curve(title, note, heads, rows, x_label, "items proved", lines, steps=True)


def _times(views: Sequence[RunView]) -> Curve:
    rows, boxes = [], []
    for kind in KINDS:
        for view in views:
            values = view.times.get(kind)
            if not values:
                continue
            label = f"{kind} {view.letter}" if len(views) > 1 else kind.value
            boxes.append(Box(view.number, label, values))
            quarters = [span(percentile(values, share)) for share in (0.25, 0.5, 0.75, 0.9, 1.0)]
            rows.append([kind.value, *_name(views, view), str(len(values)), *quarters])
    return Curve(
        "Time per verdict",
        "Prover and check time of an attempt: the box holds the middle half, the line in it is the "
        "median, the whiskers reach from the 5th to the 95th percentile.",
        ["verdict", *_run_head(views), "attempts", "25 %", "median", "75 %", "90 %", "longest"],
        rows,
        "seconds",
        "",
        boxes=boxes,
    )


def _run_head(views: Sequence[RunView]) -> list[str]:
    return ["run"] if len(views) > 1 else []


def _name(views: Sequence[RunView], view: RunView) -> list[str]:
    return [view.letter] if len(views) > 1 else []


def no_curve(views: Sequence[RunView]) -> list[str]:
    """Why a run has no pass@k curve."""
    lines = []
    for view in views:
        if view.row.attempts > 1 and not view.row.exhaustive:
            which = f"Run {view.letter}" if len(views) > 1 else "The run"
            lines.append(
                f"{which} left each item at its first proof, so only pass@{view.row.attempts} is known; "
                f"smaller k need --putnam-exhaustive, where all attempts are made."
            )
    return lines
