"""The texts and numbers of the page's fixed part: headline, figures, what runs rest on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from pytest_putnam.compare import compare
from pytest_putnam.errors import BadInput
from pytest_putnam.mixing import mixed
from pytest_putnam.reports.comparison import checker_lines
from pytest_putnam.reports.kept_tally import wall_s
from pytest_putnam.reports.lines import count, span
from pytest_putnam.reports.page.gather import RunView
from pytest_putnam.reports.page.shares import Share
from pytest_putnam.reports.terminal import open_lines, replay_lines, undecided_lines
from pytest_putnam.stats import PerSolve
from pytest_putnam.wire import clean, cut

SETTING_CHARS: Final = 300


@dataclass(frozen=True, slots=True)
class Tile:
    """A run's headline."""

    letter: str
    label: str
    what: str
    planned: int
    share: Share
    range: Sequence[str]
    """What makes its rates a range."""
    review: str
    replay: str
    """What no second kernel check has seen; empty where nothing."""

    @property
    def rate(self) -> str:
        """A range where some items are undecided."""
        s = self.share
        return f"{s.rate}" if s.rate == s.most else f"{s.rate} to {s.most}"

    @property
    def outcomes(self) -> list[tuple[str, int]]:
        """All four: they add up to the total."""
        s = self.share
        return [
            ("proved", s.proved),
            ("failed", s.failed),
            ("error", s.error),
            ("not run", s.not_run),
        ]


def tile(view: RunView) -> Tile:
    """The headline of a run."""
    share = Share.of(view.number, view.tally.total())
    row = view.row
    stop = "all attempts made" if row.exhaustive else "until one is proved"
    between = [
        *undecided_lines(view.tally.total()),
        *open_lines(view.tally, row.attempts, exhaustive=row.exhaustive),
    ]
    review = ""
    reviewed = len(view.tally.to_review())
    if reviewed:
        review = (
            f"{reviewed} of the proved {'needs' if reviewed == 1 else 'need'} review: people "
            f"must look at the solution. Without: {share.proved - reviewed} of {share.total}"
        )
    what = f"{row.prover or 'no prover'}, n = {row.attempts} ({stop}), {row.track.value}"
    return Tile(
        letter=view.letter,
        label=clean(view.label),
        what=clean(what),
        planned=row.attempts,
        share=share,
        range=between,
        review=review,
        replay="".join(replay_lines(view.tally)),
    )


def figures(views: Sequence[RunView]) -> list[tuple[str, list[str]]]:
    """What is told of each run in one line; lines that say nothing of any run are left out."""
    lines: list[tuple[str, Callable[[RunView], str]]] = [
        ("begun", lambda v: moment(v.row.started_at)),
        ("ended", lambda v: moment(v.row.ended_at) if v.row.ended_at else "not ended"),
        ("sessions of pytest", _sessions),
        ("items", lambda v: str(len(v.items))),
        ("attempts", lambda v: f"{v.totals.attempts:,}"),
        ("wall time", lambda v: span(wall_s(v.kept))),
        ("prover, in all", lambda v: span(v.totals.prover_s)),
        ("check, in all", lambda v: f"{span(v.totals.check_s)} (CPU {span(v.totals.cpu_s)})"),
        ("attempts per proved item", lambda v: _number(_per_solve(v).attempts)),
        ("model", _tokens),
        ("search", lambda v: v.tally.searches.told()),
        ("cost", _cost),
        ("cost per proved item", lambda v: _dollars(_per_solve(v).cost_usd)),
        ("pass@n, exact interval", _exact),
    ]
    told = [(name, [of(view) for view in views]) for name, of in lines]
    return [(name, values) for name, values in told if any(values)]


def compared(views: Sequence[RunView]) -> list[str]:
    """Each further run against the first, as ``putnam compare`` pairs them."""
    return [_compared(views[0], view) for view in views[1:]]


def _compared(first: RunView, view: RunView) -> str:
    try:
        found = compare(first.kept, view.kept)
    except BadInput as error:
        return f"{view.letter} cannot be compared with {first.letter}: {clean(str(error))}."
    table = found.table
    line = (
        f"{view.letter} against {first.letter} on {count(table.total, 'common item')}: "
        f"{table.gained} gained, {table.lost} lost, McNemar's exact p = {table.p_value:.3g}"
    )
    if table.undecided:
        p_values = (*table.p_range(), table.p_value)
        line += (
            f"; {count(table.undecided, 'item')} undecided in one of them, which could make p anything "
            f"from {min(p_values):.3g} to {max(p_values):.3g}"
        )
    return ". ".join([line, *map(clean, checker_lines(found))]) + "."


def rests(views: Sequence[RunView]) -> list[tuple[str, list[tuple[str, list[str]]]]]:
    """Settings, versions, datasets and machines, one column per run."""
    named: list[tuple[str, Callable[[RunView], Mapping[str, object]]]] = [
        ("Settings", lambda v: v.row.settings),
        ("Versions", lambda v: v.row.versions),
        ("Datasets", _datasets),
        ("Machine", lambda v: v.row.machine),
    ]
    found = []
    for title, of in named:
        maps = [of(view) for view in views]
        names = list(dict.fromkeys(name for each in maps for name in each))
        rows = [(clean(name), [_setting(each.get(name, "")) for each in maps]) for name in names]
        if rows:
            found.append((title, rows))
    return found


def warnings(views: Sequence[RunView]) -> list[str]:
    """What a reader must know before any number."""
    lines = []
    for view in views:
        which = f"Run {view.letter}" if len(views) > 1 else "The run"
        if view.row.ended_at is None:
            lines.append(
                f"{which} had not ended when this page was written: it goes on, or it was killed."
            )
        if view.row.settings.get("sandbox") == "none":
            lines.append(f"{which} had no sandbox: candidates ran with all rights of its user.")
        lines += [f"{which} has sessions that differ in {each}." for each in mixed(view.kept)]
    return lines


def moment(unix_time: float) -> str:
    """In UTC, to the minute."""
    try:
        return datetime.fromtimestamp(unix_time, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (OverflowError, ValueError, OSError):
        return "unknown"


def _per_solve(view: RunView) -> PerSolve:
    return view.tally.per_solve(exhaustive=view.row.exhaustive)


def _sessions(view: RunView) -> str:
    sessions = len(view.kept.sessions())
    return str(sessions) if sessions > 1 else ""


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.1f}"


def _dollars(value: float | None) -> str:
    return "" if not value else f"${value:,.4g}"


def _tokens(view: RunView) -> str:
    t = view.totals
    if not t.requests and not t.unknown_tokens:
        return ""
    unknown = f"; unknown for {count(t.unknown_tokens, 'attempt')}" if t.unknown_tokens else ""
    return (
        f"{t.requests:,} requests, {t.prompt_tokens:,} prompt and {t.completion_tokens:,} completion "
        f"tokens{unknown}"
    )


def _cost(view: RunView) -> str:
    t = view.totals
    if not t.cost_usd:
        return f"unknown for {count(t.unknown_cost, 'attempt')}" if t.unknown_cost else ""
    unknown = f", unknown for {count(t.unknown_cost, 'attempt')}" if t.unknown_cost else ""
    return f"{_dollars(t.cost_usd)}{unknown}"


def _exact(view: RunView) -> str:
    if not view.items:
        return ""
    interval = view.tally.total().range.exact_interval
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f} % (Clopper and Pearson, 95 %)"


def _datasets(view: RunView) -> dict[str, object]:
    return {
        f"{number}: {name}": value
        for number, dataset in enumerate(view.row.datasets, 1)
        for name, value in dataset.items()
    }


def _setting(value: object) -> str:
    text = "" if value is None else str(value)
    return cut(clean(text), SETTING_CHARS)
