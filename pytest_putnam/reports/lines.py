"""What is said of an item or an attempt in one line."""

from __future__ import annotations

from collections import Counter

from pytest_putnam.model import AttemptRecord, Evaluation, VerdictKind
from pytest_putnam.wire import one_line


def count(number: int, noun: str) -> str:
    """``1 attempt``, ``2 attempts``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def span(seconds: float) -> str:
    """A time that people read: ``0.43 s``, ``2:05``, ``1:00:00``."""
    if seconds < 60.0:
        return f"{seconds:.2f} s" if seconds < 10.0 else f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def verdict_counts(kinds: Counter[VerdictKind]) -> str:
    """``compile_error 3, gave_up 1``, the most frequent first, else in the order of the list."""
    listed = Counter({kind: kinds[kind] for kind in VerdictKind if kinds[kind]})
    return ", ".join(f"{kind} {n}" for kind, n in listed.most_common())


def failure_line(evaluation: Evaluation) -> str:
    """Why an item failed."""
    records = evaluation.records
    made = count(len(records), "attempt")
    if len(records) < evaluation.planned:
        made = f"{len(records)} of {count(evaluation.planned, 'attempt')}"
    kinds = Counter(record.verdict.kind for record in records)
    last = records[-1]
    said = f"; {reason(last)}" if reason(last) else ""
    return one_line(f"{last.problem}: not proved in {made} ({verdict_counts(kinds)}){said}")


def shown_reason(problem: str, reason: str) -> str:
    """An item's stored reason where its name stands beside it: without pytest's word and the name."""
    return one_line(reason.removeprefix("Failed: ").removeprefix(f"{problem}: "), 200)


def error_line(evaluation: Evaluation) -> str:
    """Which fault prevented an attempt."""
    fault = next((r for r in evaluation.records if r.verdict.kind.is_fault), None)
    if fault is None:
        return "no attempt was made"
    which = f" (attempt {fault.attempt} of {evaluation.planned})" if evaluation.planned > 1 else ""
    said = f": {reason(fault)}" if reason(fault) else ""
    return one_line(f"{fault.problem}: {fault.verdict.kind}{which}{said}")


def attempt_line(record: AttemptRecord, planned: int) -> str:
    """What became of an attempt, and which part took how long."""
    verdict = record.verdict
    times = [f"prover {span(record.prover_s)}"]
    if verdict.path or verdict.check_s:
        times.append(f"check {span(verdict.check_s)}")
    if verdict.clock:
        times.append(f"ended by {verdict.clock}")
    said = f": {reason(record)}" if verdict.kind is not VerdictKind.PROVED else ""
    return one_line(
        f"attempt {record.attempt} of {planned}: {verdict.kind} ({', '.join(times)}){said}"
    )


def reason(record: AttemptRecord) -> str:
    """The verdict's reason, or what the assistant said first."""
    verdict = record.verdict
    return one_line(verdict.reason or next((m.text for m in verdict.messages), ""), 200)
