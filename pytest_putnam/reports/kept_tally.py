"""Counting a kept run by SQL, to the numbers that its own summary had."""

from __future__ import annotations

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
    totals = run.totals()
    tally = Tally(
        kinds=run.verdict_counts(),
        prover_s=totals.prover_s,
        check_s=totals.check_s,
        cpu_s=totals.cpu_s,
        slowest=_slowest(run),
        consumed=_consumed(totals),
        searches=search_totals(run),
        unreplayed=run.verdict_counts(_UNREPLAYED)[VerdictKind.PROVED],
    )
    for item in run.items():
        tally.items[item.nodeid] = _state(run, item, cost_known=not totals.unknown_cost)
        tally.ended += item.outcome is not None
    return tally


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


def _state(run: KeptRun, item: KeptItem, *, cost_known: bool) -> ItemState:
    state = ItemState(item.nodeid, item.problem, item.language.value, item.tags)
    state.outcome, state.reason = item.outcome, item.reason
    state.attempts, state.proved, state.faults = item.attempts, item.proved, item.faults
    state.reviewed, state.redo = item.reviewed, item.redo
    state.cost_usd = (item.cost_usd or 0.0) if cost_known else None
    if state.needs_review:
        for attempt in run.attempts(item.nodeid, where="needs_review"):
            evidence = attempt.evidence
            state.solutions = (
                evidence.get("solution_given", ""),
                evidence.get("solution_reference", ""),
            )
    return state


def _slowest(run: KeptRun) -> list[Timed]:
    places = run.db.execute(
        f"SELECT nodeid, attempt FROM attempt ORDER BY prover_s + check_s DESC LIMIT {SLOWEST}"
    ).fetchall()
    return [
        Timed(a.problem, a.language, a.attempt, a.verdict, a.prover_s, a.check_s, a.clock)
        for nodeid, number in places
        for a in run.attempts(nodeid, bulk=False, where=f"attempt = {int(number)}")
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
