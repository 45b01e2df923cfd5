"""A moment of a run as a frame on the terminal."""

from __future__ import annotations

from typing import Final

from rich.console import RenderableType
from rich.panel import Panel
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from pytest_putnam.reports.lines import count, span, verdict_counts
from pytest_putnam.reports.terminal import outcome_counts, percent
from pytest_putnam.run_state import RunState
from pytest_putnam.watching import Moment
from pytest_putnam.wire import one_line

STYLES: Final = {
    RunState.RUNNING: "green",
    RunState.ENDED: "blue",
    RunState.KILLED: "red",
    RunState.ELSEWHERE: "yellow",
}


def frame(moment: Moment) -> RenderableType:
    """The whole frame. Texts of others are never read as markup."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(overflow="fold")
    total, done = moment.items.total, moment.ended
    grid.add_row(Text(""), ProgressBar(total=max(total, 1), completed=done, width=60))
    for label, text in _rows(moment):
        grid.add_row(Text(label), Text(one_line(text, 500)))
    row = moment.row
    title = Text(
        f"{one_line(moment.name)}: {one_line(row.prover)}, n = {row.attempts}, {row.track}"
    )
    return Panel(grid, title=title, border_style=STYLES[moment.state], width=100)


def _rows(moment: Moment) -> list[tuple[str, str]]:
    row = moment.row
    rows = [
        ("state", _state(moment)),
        ("items", f"{moment.ended} of {moment.items.total}: {outcome_counts(moment.items)}"),
        (f"pass@{row.attempts}", percent(moment.items.range)),
    ]
    if moment.to_review:
        rows.append(("review", f"{moment.to_review} of the proved have a solution to look at"))
    if moment.verdicts:
        rows.append(("attempts", f"{moment.totals.attempts}: {verdict_counts(moment.verdicts)}"))
    rows.append(("time", _time(moment)))
    if moment.workers is not None:
        host = f" on {moment.host}" if moment.host else ""
        rows.append(("workers", f"{moment.workers}{host}"))
    rows.append(("spend", _spend(moment)))
    rows += [
        (
            "solved" if n == 0 else "",
            f"{s.problem} ({s.language}) attempt {s.attempt}, {span(s.ago_s)} ago",
        )
        for n, s in enumerate(moment.solves)
    ]
    return rows


def _state(moment: Moment) -> str:
    match moment.state:
        case RunState.RUNNING:
            quiet = moment.quiet_s
            return "running" if quiet is None else f"running; an attempt ended {span(quiet)} ago"
        case RunState.ENDED:
            return f"ended, pytest's exit status {moment.row.exit_status}"
        case RunState.KILLED:
            return (
                "killed: it has not ended and nobody works on it; --putnam-resume goes on with it"
            )
        case RunState.ELSEWHERE:
            return f"not ended; it was begun on another machine ({moment.host or 'unknown'})"


def _time(moment: Moment) -> str:
    left = f", about {span(moment.left_s)} to go" if moment.left_s else ""
    totals = moment.totals
    return (
        f"{span(moment.elapsed_s)}{left}; attempts took prover {span(totals.prover_s)}, "
        f"check {span(totals.check_s)}"
    )


def _spend(moment: Moment) -> str:
    t = moment.totals
    if not t.requests:
        return "no model was asked"
    tokens = f"{t.prompt_tokens} + {t.completion_tokens} tokens"
    if t.unknown_tokens:
        tokens += f" (unknown for {count(t.unknown_tokens, 'attempt')})"
    known = t.cost_usd or not t.unknown_cost
    cost = f"{t.cost_usd:.4g} USD" if known else "cost unknown"
    if known and t.unknown_cost:
        cost += f" (unknown for {count(t.unknown_cost, 'attempt')})"
    return f"{cost}, {tokens}, {count(t.requests, 'request')}"
