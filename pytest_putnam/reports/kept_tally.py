"""Counting a kept run by SQL, to the numbers that its own summary had."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pytest_putnam.kept import KeptRun
from pytest_putnam.kept_rows import KeptItem, Totals
from pytest_putnam.model import NOT_REPLAYED, VerdictKind
from pytest_putnam.reports.search_totals import search_totals
from pytest_putnam.reports.tally import SLOWEST, Consumed, ItemState, Tally, Timed

_UNREPLAYED: Final = (
    f"verdict = 'proved' AND json_extract(evidence, '$.{NOT_REPLAYED}') IS NOT NULL"
)


def kept_tally(run: KeptRun) -> Tally:
    """The same `Tally` as if all reports of `run` had been heard, whatever the number of attempts."""
    tally = Tally()
    items = list(run.items())  # counted once: this query is the dearest of a large store
    tally.expect(ItemState(i.nodeid, i.problem, i.language.value, i.tags) for i in items)
    _count(tally, run, items, "1")
    return tally


def count_kept(tally: Tally, run: KeptRun, where: str = "1") -> None:
    """Count in `tally`, which has heard nothing yet, the attempts of `run`, and what became of its items.

    `where` is a condition in SQL that these attempts meet, as in `KeptRun.attempts`. Of the items those
    count that `tally` expects.
    """
    _count(tally, run, run.items(where), where)


def _count(tally: Tally, run: KeptRun, items: Iterable[KeptItem], where: str) -> None:
    totals = run.totals(where)
    tally.kinds = run.verdict_counts(where)
    tally.prover_s, tally.check_s, tally.cpu_s = totals.prover_s, totals.check_s, totals.cpu_s
    tally.slowest = _slowest(run, where)
    tally.consumed = _consumed(totals)
    tally.searches = search_totals(run, where)
    tally.unreplayed = run.verdict_counts(f"({where}) AND {_UNREPLAYED}")[VerdictKind.PROVED]
    for item in items:
        state = tally.items.get(item.nodeid)
        if state is not None:
            _count_item(run, state, item, cost_known=not totals.unknown_cost)
            if item.outcome is not None:
                tally.end(item.nodeid, item.outcome, item.reason)


def wall_s(run: KeptRun) -> float:
    """Seconds that sessions of pytest worked on it; of a killed one up to its last attempt."""
    seconds = 0.0
    for session in run.sessions():
        ended = session.ended_at
        if ended is None:
            query = "SELECT max(finished_at) FROM attempt WHERE session = ?"
            (ended,) = run.db.execute(query, (session.id,)).fetchone()
        seconds += max(0.0, (ended or session.started_at) - session.started_at)
    return seconds


def _count_item(run: KeptRun, state: ItemState, item: KeptItem, *, cost_known: bool) -> None:
    state.attempts, state.proved = item.attempts, item.proved
    state.reviewed, state.redo = item.reviewed, item.redo
    state.cost_usd = (item.cost_usd or 0.0) if cost_known else None
    if item.reviewed:
        for attempt in run.attempts(item.nodeid, where="needs_review"):
            evidence = attempt.evidence
            state.solutions = (
                evidence.get("solution_given", ""),
                evidence.get("solution_reference", ""),
            )


def _slowest(run: KeptRun, where: str) -> list[Timed]:
    rows = run.db.execute(
        f"SELECT problem, language, attempt, verdict, prover_s, check_s, clock FROM attempt "
        f"WHERE {where} ORDER BY prover_s + check_s DESC LIMIT {SLOWEST}"
    )
    return [
        Timed(problem, language, attempt, VerdictKind(verdict), *rest)
        for problem, language, attempt, verdict, *rest in rows
    ]


def _consumed(totals: Totals) -> Consumed:
    return Consumed(
        requests=totals.requests,
        prompt_tokens=totals.prompt_tokens,
        completion_tokens=totals.completion_tokens,
        unknown_tokens=totals.unknown_tokens,
        cost_usd=totals.cost_usd,
        unknown_cost=totals.unknown_cost,
    )
