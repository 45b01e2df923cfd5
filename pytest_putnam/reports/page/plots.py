"""Curves as SVG by matplotlib, which this module alone imports: an extra, ``pytest-putnam[plots]``.

The SVG stands in the page itself and has no colour and no font of its own: both come from the page's
style, so it follows light and dark.
"""

from __future__ import annotations

import io
import re
from typing import Any, Final

import matplotlib as mpl
from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter

from pytest_putnam.reports.page.figures import Box, Curve, Line, percentile

INK: Final = "#0a0b01"
QUIET: Final = "#0a0b02"
GRID: Final = "#0a0b03"
RUNS: Final = tuple(f"#0a0b1{n}" for n in range(6))
_COLOURS: Final = {
    INK: "currentColor",
    QUIET: "var(--quiet)",
    GRID: "var(--line)",
    **{colour: f"var(--run-{n})" for n, colour in enumerate(RUNS)},
}
"""What stands in matplotlib's SVG, and what the page's style says in its place."""
DASHES: Final = ("-", (0, (5, 2)), (0, (1, 1.5)), "-.", (0, (7, 2, 1, 2, 1, 2)), (0, (3, 3)))
"""Runs are told apart without colours, too."""
POINTS: Final = 1500
"""A line has at most about this many: more are not to be seen, and make the page heavy."""
SETTINGS: Final[dict[Any, Any]] = {
    "svg.fonttype": "none",  # text stays text, in the page's font
    "font.size": 10,
    "figure.facecolor": "none",
    "savefig.facecolor": "none",
    "axes.facecolor": "none",
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "grid.linewidth": 0.7,
    "text.color": INK,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
}


def draw(curve: Curve) -> Markup:
    """The plot of a curve as an SVG element."""
    # The same run gives the same page, and no id occurs in two plots.
    with mpl.rc_context(SETTINGS | {"svg.hashsalt": curve.title}):
        height = 0.8 + 0.27 * len(curve.boxes) if curve.boxes else 3.1
        figure = Figure(figsize=(5.4, height), layout="constrained")
        axes = figure.add_subplot()
        if curve.boxes:
            _boxes(axes, curve)
        else:
            _lines(axes, curve)
        target = io.StringIO()
        figure.savefig(target, format="svg", metadata={"Date": None, "Creator": None})
    return Markup(_for_page(target.getvalue()))


def _lines(axes: Axes, curve: Curve) -> None:
    for line in curve.lines:
        colour, dash = RUNS[line.run % 6], DASHES[line.run % 6]
        x, y = _thinned(line)
        axes.plot(
            x,
            y,
            color=colour,
            linestyle=dash,
            linewidth=1.8,
            label=line.letter,
            drawstyle="steps-post" if curve.steps else "default",
            marker="o" if not curve.steps and len(x) <= 10 else "",
            markersize=4,
        )
        if line.low:
            axes.fill_between(line.x, line.low, line.high, color=colour, alpha=0.14, linewidth=0)
    axes.set_xlabel(curve.x_label)
    axes.set_ylabel(curve.y_label)
    axes.set_ylim(bottom=0)
    axes.set_xlim(left=1 if curve.whole_x else 0)
    axes.margins(x=0.01)
    if curve.whole_x:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    if curve.steps:
        axes.yaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    if len(curve.lines) > 1:
        axes.legend(frameon=False, handlelength=2.6, loc="best")


def _thinned(line: Line) -> tuple[list[float], list[float]]:
    every = max(1, len(line.x) // POINTS)
    x, y = list(line.x[::every]), list(line.y[::every])
    if (len(line.x) - 1) % every:
        x.append(line.x[-1])
        y.append(line.y[-1])
    return x, y


def _boxes(axes: Axes, curve: Curve) -> None:
    least = 0.001  # a logarithmic axis has no place for a time of nothing
    for row, box in enumerate(reversed(curve.boxes)):
        _box(axes, row, box, least)
    axes.set_xscale("log")
    low, high = axes.get_xlim()
    narrow = high / low < 300
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if narrow else (1,)))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_yticks(range(len(curve.boxes)), [box.label for box in reversed(curve.boxes)])
    axes.set_ylim(-0.7, len(curve.boxes) - 0.3)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(curve.x_label)


def _box(axes: Axes, row: int, box: Box, least: float) -> None:
    p5, p25, p50, p75, p95 = (
        max(least, percentile(box.values, share)) for share in (0.05, 0.25, 0.5, 0.75, 0.95)
    )
    colour = RUNS[box.run % 6]
    axes.plot([p5, p95], [row, row], color=colour, linewidth=1.2, solid_capstyle="butt")
    axes.add_patch(
        Rectangle((p25, row - 0.28), p75 - p25, 0.56, color=colour, alpha=0.3, linewidth=0)
    )
    axes.plot([p50, p50], [row - 0.28, row + 0.28], color=colour, linewidth=2.2)


def _for_page(svg: str) -> str:
    """The svg element alone, in the page's colours and font, without ids that could occur twice."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<style[^>]*>.*?</style>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'(font:[^;"]*?)([\d.]+px)[^;"]*', r"font-size: \2", svg)
    svg = re.sub(r"font-family:[^;\"]*;?", "", svg)
    for found, meant in _COLOURS.items():
        svg = svg.replace(found, meant)
    used = set(re.findall(r"url\(#([^)]+)\)|href=\"#([^\"]+)\"", svg))
    kept = {name for pair in used for name in pair if name}
    return re.sub(
        r' id="([^"]+)"', lambda m: m.group(0) if m.group(1) in kept else "", svg
    ).replace("<svg ", '<svg stroke-linejoin="round" aria-hidden="true" ', 1)
