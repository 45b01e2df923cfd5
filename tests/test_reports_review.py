"""What the summary says of solutions that people must review, and of what models cost."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from stored_runs import stored_run

from pytest_putnam.cli import main
from pytest_putnam.kept import FILE_NAME
from pytest_putnam.model import (
    NEEDS_REVIEW,
    NOT_REPLAYED,
    AttemptRecord,
    Language,
    Outcome,
    Track,
    Usage,
    Verdict,
    VerdictKind,
)
from pytest_putnam.reports.junit import item_properties
from pytest_putnam.reports.tally import ItemState, Tally
from pytest_putnam.reports.terminal import brief_summary, summary_lines

REVIEW = {
    NEEDS_REVIEW: "…",
    "solution_given": "fun n =>\n upto n",
    "solution_reference": "fun n => 3",
}


def record(
    nodeid: str, evidence: dict[str, str] | None = None, usage: Usage | None = None
) -> AttemptRecord:
    return AttemptRecord(
        problem=nodeid,
        language=Language.COQ,
        track=Track.NO_SOLUTION,
        prover="p",
        attempt=1,
        seed=1,
        verdict=Verdict(VerdictKind.PROVED, evidence=evidence or {}),
        usage=usage,
        nodeid=nodeid,
    )


def summary(*records: AttemptRecord) -> str:
    tally = Tally()
    tally.expect([ItemState(name, name, "coq") for name in ("a", "b", "c")])
    for each in records:
        tally.add(each)
        tally.end(each.nodeid, Outcome.PROVED, "")
    return "\n".join(summary_lines(tally, planned=1, exhaustive=False, wall_s=1.0, sandbox="bwrap"))


def test_solutions_to_review_are_counted_apart_with_both_side_by_side() -> None:
    text = summary(record("a", REVIEW), record("b"))
    assert "needs review: 1 of the 2 proved" in text
    assert "without them 1/3" in text
    assert "given:     fun n => upto n" in text
    assert "reference: fun n => 3" in text
    assert "review" not in summary(record("b"))


def test_one_proof_with_the_references_solution_is_enough() -> None:
    assert "review" not in summary(record("a", REVIEW), record("a"))


def test_junit_marks_what_needs_review_without_the_solution() -> None:
    for records, marked in (([record("a", REVIEW)], True), ([record("a")], False)):
        properties = dict(
            item_properties(
                problem="a",
                language="coq",
                prover="p",
                track="no-solution",
                outcome=Outcome.PROVED,
                planned=1,
                records=records,
            )
        )
        assert ("putnam_needs_review" in properties) is marked
        assert "upto" not in str(properties)


def test_proofs_that_no_second_kernel_check_has_seen_are_counted() -> None:
    """With the option that demands one; nothing is said where all were replayed."""
    one, other = record("a", {NOT_REPLAYED: "not asked for"}), record("b", {NOT_REPLAYED: ""})
    said = "were not replayed by a second kernel check; --putnam-lean-replay=required demands it"
    assert f"2 proofs {said}" in summary(one, other, record("c"))
    assert "1 proof was not replayed" in summary(one)
    assert "replay" not in summary(record("a"))


def test_junit_marks_what_was_not_replayed() -> None:
    """Unless another attempt at the item was."""
    left = record("a", {NOT_REPLAYED: "no leanchecker"})
    for records, marked in (([left], True), ([left, record("a")], False), ([], False)):
        properties = dict(
            item_properties(
                problem="a",
                language="lean4",
                prover="p",
                track="with-solution",
                outcome=Outcome.PROVED,
                planned=2,
                records=records,
            )
        )
        assert ("putnam_not_replayed" in properties) is marked


@pytest.mark.parametrize(
    ("usages", "said"),
    [
        ([Usage(1, 100, 10, cost_usd=0.5)] * 2, "200 prompt and 20 completion tokens, cost 1 USD;"),
        ([Usage(1, 100, 10)], "cost unknown;"),
        ([Usage(1, 100, 10, cost_usd=0.5), Usage(2)], "cost 0.5 USD, unknown for 1 attempt;"),
        ([Usage(1, 100, 10, cost_usd=0.0)], "cost 0 USD;"),
        ([Usage(3)], "(unknown for 1 attempt), cost unknown"),
    ],
)
def test_costs_are_told_and_never_guessed(usages: list[Usage], said: str) -> None:
    assert said in summary(*(record("a", usage=usage) for usage in usages))


def test_without_a_model_nothing_is_said_of_it() -> None:
    assert "model:" not in summary(record("a"))


def test_no_report_of_a_kept_run_hides_what_is_to_review(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One of two proved items is to review: its only proof is; the other has one that is not."""
    run = stored_run(tmp_path / "run", {"putnam_1988_a1": "P", "putnam_1988_a2": "PP"})
    with sqlite3.connect(run / FILE_NAME) as db:
        db.execute("UPDATE attempt SET needs_review = 1 WHERE attempt = 1")
    db.close()
    for said, command in (
        ("100.0 %); 1 of the proved to review", ["compare", str(run)]),
        ("1 of the proved to review", ["compare", "--format=md", str(run)]),
        ('"to_review": 1', ["compare", "--format=json", str(run)]),
        ("1 of the proved have a solution to look at", ["watch", "--once"]),
        ("needs review: 1 of the 2 proved", ["report", "--format=text"]),
        ("needs review: 1 of the 2 proved", ["report", "--format=md"]),
    ):
        main([*command, str(run)])
        assert said in capsys.readouterr().out


def test_the_line_of_a_quiet_run_counts_them() -> None:
    tally = Tally()
    tally.expect([ItemState("a", "a", "coq")])
    tally.add(record("a", REVIEW))
    tally.end("a", Outcome.PROVED, "")
    assert brief_summary(tally, 1, "bwrap").endswith("100.0 %); 1 of the proved to review")
