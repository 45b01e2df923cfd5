"""The header and the summary of a run, as lines of text."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pytest_putnam.mixing import Mixture
from pytest_putnam.model import Outcome
from pytest_putnam.reports.lines import count, span, verdict_counts
from pytest_putnam.reports.tally import Consumed, Row, Tally
from pytest_putnam.resuming import ResumePlan
from pytest_putnam.stats import Interval, PassAt, RateRange, shown_ks
from pytest_putnam.wire import one_line


@dataclass(frozen=True, slots=True)
class Facts:
    """What a run rests on, as the header, the store and JUnit say it."""

    settings: Mapping[str, str | int | float | bool | None]
    versions: Mapping[str, str]
    datasets: Sequence[Mapping[str, str | int]]
    warnings: Sequence[str] = ()


def header_lines(facts: Facts) -> list[str]:
    """For the session's header."""
    s = facts.settings
    stop = "all are made" if s["exhaustive"] else "until one is proved"
    lines = [
        (
            f"putnam: prover {s['prover']}, n = {s['attempts']} ({stop}), track {s['track']}, "
            f"seed {s['seed']}"
        ),
        f"putnam: {', '.join(f'{name} {version}' for name, version in facts.versions.items())}",
    ]
    lines += [
        f"putnam: dataset {d['path']} ({d['commit']}), {d['selected']} of {d['files']} files"
        + (
            f", {d['unchecked']} of them compiled by no assistant yet (unchecked)"
            * bool(d["unchecked"])
        )
        for d in facts.datasets
    ]
    lines.append(
        f"putnam: attempt {_limit(s['attempt_timeout_s'])}, check {_limit(s['check_timeout_s'])}, "
        f"start-up {_limit(s['startup_timeout_s'])}, item {_limit(s['item_timeout_s'])}; "
        f"{s['memory_mb']} MiB, {count(int(s['slots'] or 0), 'slot')}, sandbox {s['sandbox']}"
    )
    if s["sandbox"] == "none":
        lines.append(
            "putnam: WARNING: NO SANDBOX: candidates and provers run with all rights of this user"
        )
    lines += [f"putnam: warning: {one_line(warning, 500)}" for warning in facts.warnings]
    return lines


def resume_line(plan: ResumePlan) -> str:
    """What a resumed run has already."""
    began = time.strftime("%Y-%m-%d %H:%M", time.localtime(plan.run.started_at))
    return (
        f"putnam: resumes the run of {began}: {len(plan.finished)} of "
        f"{count(len(plan.sha256), 'item')} are finished, {count(plan.kept, 'attempt')} kept, "
        f"{plan.missing} at most to make"
        + (
            f"; {count(len(plan.changed), 'item')} of changed files begun anew"
            if plan.changed
            else ""
        )
    )


def _limit(seconds: object) -> str:
    return "unlimited" if seconds is None else f"{seconds:g} s"


def outcome_counts(row: Row) -> str:
    """``1 proved, 2 failed, 0 error, 3 not run``: they add up to the total."""
    o = row.outcomes
    return (
        f"{o[Outcome.PROVED]} proved, {o[Outcome.FAILED]} failed, {o[Outcome.ERROR]} error, "
        f"{o[None]} not run"
    )


def percent(rate: RateRange) -> str:
    """A rate, or the range that it lies in, with its interval of 95 %."""
    return f"{value_range(rate.low.value, rate.high.value)} ({interval_text(rate.interval)})"


def percent_at(estimate: PassAt) -> str:
    """The same of pass@k."""
    return f"{value_range(estimate.low, estimate.high)} ({interval_text(estimate.interval)})"


def value_range(low: float, high: float) -> str:
    """``25.0 %``, or ``25.0 to 75.0 %`` where something is undecided."""
    least, most = f"{100 * low:.1f}", f"{100 * high:.1f}"
    return f"{least} %" if least == most else f"{least} to {most} %"


def interval_text(interval: Interval) -> str:
    """``95 % interval 4.6 to 69.9 %``."""
    return f"95 % interval {100 * interval.low:.1f} to {100 * interval.high:.1f} %"


def brief_summary(tally: Tally, planned: int, sandbox: str) -> str:
    """For ``-q``."""
    row, to_review = tally.total(), len(tally.to_review())
    return (
        f"putnam: {count(row.total, 'item')}: {outcome_counts(row)}; "
        f"pass@{planned} {percent(row.range)}"
        f"{f'; {to_review} of the proved to review' if to_review else ''}"
        f"{'; NO SANDBOX' if sandbox == 'none' else ''}"
    )


def summary_lines(
    tally: Tally,
    *,
    planned: int,
    exhaustive: bool,
    wall_s: float,
    sandbox: str,
    mixed: Sequence[Mixture] = (),
) -> list[str]:
    """The summary, without its title and the place of the store.

    `mixed` is what differs between the run's sessions.
    """
    row = tally.total()
    lines = [f"{count(row.total, 'item')}: {outcome_counts(row)}"]
    lines += _rates(tally, planned, exhaustive=exhaustive)
    lines += review_lines(tally)
    lines += replay_lines(tally)
    languages, tags = tally.by_language(), tally.by_tag()
    if len(languages) > 1:
        lines += ["", *table("language", languages)]
    if len(tags) > 1:
        lines += ["", *table("tag", tags)]
    lines.append("")
    if tally.kinds:
        lines.append(
            f"{count(sum(tally.kinds.values()), 'attempt')}: {verdict_counts(tally.kinds)}"
        )
    lines.append(
        f"time: {span(wall_s)} in all; over all attempts prover {span(tally.prover_s)}, "
        f"check {span(tally.check_s)} (CPU {span(tally.cpu_s)})"
    )
    lines += consumed_lines(tally.consumed)
    lines += search_lines(tally)
    lines += effort_lines(tally, exhaustive=exhaustive)
    lines += [
        f"slowest: {t.problem} ({t.language}) attempt {t.attempt}, {span(t.total_s)}: {t.kind}, "
        f"prover {span(t.prover_s)}, check {span(t.check_s)}"
        + (f", ended by {t.clock}" if t.clock else "")
        for t in tally.slowest
    ]
    lines += mixed_lines(mixed)
    if sandbox == "none":
        lines.append("no sandbox: candidates and provers ran with all rights of this user")
    return lines


def mixed_lines(mixed: Sequence[Mixture]) -> list[str]:
    """What a run's sessions differ in."""
    return [f"the run's sessions differ in {each}" for each in mixed]


def review_lines(tally: Tally) -> list[str]:
    """Proofs with a solution that is not shown to be the reference's, counted apart."""
    found = tally.to_review()
    if not found:
        return []
    total, proved = len(tally.items), tally.total().outcomes[Outcome.PROVED]
    lines = [
        (
            f"needs review: {len(found)} of the {proved} proved have a solution that people must look at; "
            f"without them {proved - len(found)}/{total}"
        )
    ]
    for item in found:
        given, reference = (one_line(text, 200) for text in item.solutions)
        lines += [f"  {item.problem} ({item.language})", f"    given:     {given}"]
        lines.append(f"    reference: {reference}")
    return lines


def replay_lines(tally: Tally) -> list[str]:
    """Proofs of Lean that rest on the compilation's own kernel check alone."""
    if not tally.unreplayed:
        return []
    were = "was" if tally.unreplayed == 1 else "were"
    return [
        (
            f"{count(tally.unreplayed, 'proof')} {were} not replayed by a second kernel check; "
            "--putnam-lean-replay=required demands it"
        )
    ]


def consumed_lines(consumed: Consumed) -> list[str]:
    """What was taken of models' services, if anything."""
    c = consumed
    if not c.requests and not c.unknown_tokens:
        return []
    unknown = f" (unknown for {count(c.unknown_tokens, 'attempt')})" if c.unknown_tokens else ""
    cost = f"{c.cost_usd:.4g} USD" if c.cost_usd or not c.unknown_cost else "unknown"
    if c.unknown_cost and cost != "unknown":
        cost += f", unknown for {count(c.unknown_cost, 'attempt')}"
    return [
        (
            f"model: {count(c.requests, 'request')}, {c.prompt_tokens} prompt and {c.completion_tokens} "
            f"completion tokens{unknown}, cost {cost}; kept completions count as when they were made"
        )
    ]


def search_lines(tally: Tally) -> list[str]:
    """What provers that search did, if there was one."""
    told = tally.searches.told()
    return [f"search: {told}"] if told else []


def effort_lines(tally: Tally, *, exhaustive: bool) -> list[str]:
    """What a proved item takes, if one is proved."""
    found = tally.per_solve(exhaustive=exhaustive)
    if found.attempts is None:
        return []
    cost = ""
    if tally.consumed.requests:
        known = found.cost_usd is not None
        cost = f", {found.cost_usd:.4g} USD" if known else ", cost unknown"
    return [f"per solve: {found.attempts:.1f} attempts{cost}, those at unproved items included"]


def _rates(tally: Tally, planned: int, *, exhaustive: bool) -> list[str]:
    """pass@n over all items; in exhaustive runs smaller k too."""
    row = tally.total()
    lines = [f"pass@{planned} = {percent(row.range)}", *undecided_lines(row)]
    if exhaustive and planned > 1:
        smaller = tally.pass_curve(planned, shown_ks(planned)[:-1])
        lines += [f"pass@{estimate.k} = {percent_at(estimate)}" for estimate in smaller]
    return [*lines, *open_lines(tally, planned, exhaustive=exhaustive)]


def open_lines(tally: Tally, planned: int, *, exhaustive: bool) -> list[str]:
    """What makes pass@k of an exhaustive run a range, if anything does, and which proofs came early."""
    lines = []
    partial = tally.total().partial
    if partial:
        were = "was" if partial == 1 else "were"
        lines.append(f"{partial} of the proved {were} not run to the end; the proof stands")
    attempts, items = tally.open_attempts(planned) if exhaustive and planned > 1 else (0, 0)
    if attempts:
        lines.append(
            f"pass@k for k below {planned}: {count(attempts, 'attempt')} of {count(items, 'item')} not "
            f"made, or prevented: unproved in the lower value, proved in the upper one"
        )
    return lines


def undecided_lines(row: Row) -> list[str]:
    """What makes a rate a range, if anything does."""
    if not row.undecided:
        return []
    counted = {
        "in error": row.outcomes[Outcome.ERROR],
        "not run": row.outcomes[None],
        "stopped by the run's limit": row.stopped,
    }
    proved = row.outcomes[Outcome.PROVED]
    return [
        (
            f"{' and '.join(f'{n} {what}' for what, n in counted.items() if n)} may be proved or not: "
            f"between {proved}/{row.total} and {proved + row.undecided}/{row.total}"
        )
    ]


def table(title: str, rows: Sequence[Row]) -> list[str]:
    """The items' outcomes by something, one line each."""
    width = max(len(title), *(len(row.label) for row in rows))
    shares = max(len(_shares(row)) for row in rows)
    lines = [f"{title:<{width}}   items  proved  failed   error  not run  rate, 95 % interval"]
    for row in rows:
        o, interval = row.outcomes, row.range.interval
        lines.append(
            f"{row.label:<{width}}  {row.total:>6}  {o[Outcome.PROVED]:>6}  {o[Outcome.FAILED]:>6}  "
            f"{o[Outcome.ERROR]:>6}  {o[None]:>7}  {_shares(row):>{shares}}, "
            f"{100 * interval.low:.1f} to {100 * interval.high:.1f} %"
        )
    return lines


def _shares(row: Row) -> str:
    return value_range(row.range.low.value, row.range.high.value)


def eta_line(tally: Tally, elapsed_s: float, left_s: float) -> str:
    """How far a long run is."""
    row = tally.total()
    return (
        f"putnam: {tally.ended} of {row.total} items, {row.outcomes[Outcome.PROVED]} proved, "
        f"{span(elapsed_s)} so far, about {span(left_s)} to go"
    )
