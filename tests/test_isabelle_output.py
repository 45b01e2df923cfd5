"""What a real Isabelle was recorded to print (``isabelle_recorded/build.txt``), read as data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from isabelle_cases import problem

from pytest_putnam.languages.isabelle.assemble import assemble
from pytest_putnam.languages.isabelle.output import (
    KEPT_CHARS,
    MOST,
    Reported,
    build_errors,
    crash,
    is_finished,
)
from pytest_putnam.languages.isabelle.symbols import BUILT_IN
from pytest_putnam.languages.isabelle.verdicts import said
from pytest_putnam.model import Candidate, Track

RECORDED = (Path(__file__).parent / "isabelle_recorded" / "build.txt").read_text()


def of_session(name: str) -> str:
    """The part of the recording that tells of a session."""
    match = re.search(
        rf"^Running {name} \.\.\.\n(?:(?!Running |Unfinished ).*\n)*", RECORDED, re.MULTILINE
    )
    assert match is not None
    return match[0]


def errors(name: str) -> list[tuple[int | None, str, str]]:
    """Line, first line of the text, command."""
    found = build_errors(of_session(name))
    return [(each.line, each.text.split("\n")[0], each.command) for each in found]


@pytest.mark.parametrize(
    ("session", "expected"),
    [
        (
            "T_Failed",
            [
                (6, "Failed to apply initial proof method:", "by"),
                (9, "Failed to finish proof:", "by"),
                (17, "Failed to apply initial proof method:", "by"),
            ],
        ),
        ("T_Good", [(11, "Inner lexical error", "lemma")]),
        ("T_InnerErr", [(5, "Inner syntax error", "lemma")]),
        ("T_Loop", [(5, "Failed to apply initial proof method:", "by")]),
        ("T_NoEnd", [(5, "Malformed theory", "")]),
        ("T_Oops", [(10, 'Undefined fact: "oops1"', "thm")]),
        (
            "T_ParseErr",
            [
                (6, "Failed to apply initial proof method:", "by"),
                (8, "Inner syntax error", "lemma"),
            ],
        ),
        (
            "T_Sorry",
            [
                (6, "Cheating requires quick_and_dirty mode!", "sorry"),
                (11, "Malformed proofs", "thm_oracles"),
            ],
        ),
        ("T_Unfin", [(9, 'Illegal application of proof command in "prove" mode', "end")]),
        ("T_Unfin2", [(8, "Failed to finish proof:", "done")]),
        ("T_Axiom", []),
        ("T_Oops2", []),
    ],
)
def test_errors_are_read_in_the_order_of_lines(
    session: str, expected: list[tuple[int, str, str]]
) -> None:
    """Proofs are checked in parallel, so Isabelle prints them in another one."""
    assert errors(session) == expected


def test_the_goal_is_a_part_of_the_message_and_the_place_is_not() -> None:
    """As the server has it."""
    first = build_errors(of_session("T_Failed"))[0]
    assert first.text == (
        "Failed to apply initial proof method:\ngoal (1 subgoal):\n 1. a - b = b - a"
    )
    assert first.theory == "Failed"


def test_a_session_that_is_finished_says_so() -> None:
    """By its own line, not another one's."""
    assert is_finished(RECORDED, "T_Axiom")
    assert not is_finished(RECORDED, "T_Failed")
    assert not is_finished("xFinished T_Failed (0:00:01 elapsed time)", "T_Failed")


def test_a_crash_of_polyml_is_told() -> None:
    """No error line comes with it."""
    assert "Segmentation fault" in (crash(RECORDED) or "")
    assert crash(of_session("T_Failed")) is None
    assert build_errors(of_session("T_Exit")) == ()


@pytest.mark.parametrize(
    ("session", "kind"),
    [
        ("T_Failed", "compile_error"),
        ("T_InnerErr", "compile_error"),
        ("T_NoEnd", "compile_error"),
        ("T_Sorry", "incomplete"),
        ("T_Unfin", "incomplete"),
        ("T_Unfin2", "incomplete"),
    ],
)
def test_recorded_errors_have_their_verdicts(session: str, kind: str) -> None:
    """By the first error in the candidate's lines."""
    lines = "\n".join(f"(* {n} *) apply simp" for n in range(20))
    assembled = assemble(problem("two"), Track.WITH_SOLUTION, Candidate(lines + "\ndone"))
    rejected = said(assembled, build_errors(of_session(session)), BUILT_IN)
    assert rejected is not None
    assert rejected.kind.value == kind


def test_no_errors_are_no_rejection() -> None:
    """A session that has nothing to say against a candidate says nothing."""
    assembled = assemble(problem("two"), Track.WITH_SOLUTION, Candidate("by simp"))
    assert said(assembled, (), BUILT_IN) is None


def test_messages_are_bounded() -> None:
    """In length and in number."""
    long = "*** " + "x" * 5000 + ' (line 5 of "/a/B.thy")\n'
    many = "".join(f'*** Error {n} (line {n} of "/a/B.thy")\n' for n in range(1, 100))
    assert len(build_errors(long)[0].text) == KEPT_CHARS
    assembled = assemble(problem("two"), Track.WITH_SOLUTION, Candidate("by simp"))
    rejected = said(assembled, build_errors(many), BUILT_IN)
    assert rejected is not None
    assert len(rejected.messages) == MOST


def test_an_error_in_the_candidates_part_comes_before_one_in_the_benchmarks() -> None:
    """What it says of the rest of the file is a consequence."""
    assembled = assemble(problem("comm"), Track.WITH_SOLUTION, Candidate("\nby simp"))
    rejected = said(assembled, [Reported("early", 4), Reported("own", 7)], BUILT_IN)
    assert rejected is not None
    assert rejected.reason == "line 2: own"
    assert [message.line for message in rejected.messages] == [2, None]
