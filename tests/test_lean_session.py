"""Warm sessions reject as a fresh process does, only sooner; nothing of a candidate is left for the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from formalizations import check
from lean_cases import Case, cases, make_checker, problem, shared

from pytest_putnam.languages.lean4 import session as session_module
from pytest_putnam.languages.lean4.assemble import assemble
from pytest_putnam.languages.lean4.checker import LeanChecker
from pytest_putnam.languages.lean4.session import Session, Sessions
from pytest_putnam.languages.lean4.toolchain import LeanToolchain
from pytest_putnam.languages.lean4.workshop import Workshop
from pytest_putnam.languages.pool import OutOfStep
from pytest_putnam.languages.rejections import Rejected
from pytest_putnam.model import Candidate, Track, VerdictKind
from pytest_putnam.prover import Budget

pytestmark = pytest.mark.real_lean4
BUDGET = Budget(None)
HEADER = "prelude\nimport Base"
RIGHT = "⟨h.right, h.left⟩"
THEOREM = "theorem putnam_1901_a1 (p q : Prop) (h : And p q) : And q p := "


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    checker = make_checker(shared(tmp_path_factory))
    return Workshop(checker.toolchain, checker.settings)


@pytest.fixture
def session(workshop: Workshop) -> Iterator[Session]:
    made = Session(workshop, HEADER, BUDGET)
    yield made
    made.close()


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LeanChecker, LeanChecker]]:
    folder = shared(tmp_path_factory)
    warm, cold = make_checker(folder), make_checker(folder, warm=False)
    yield warm, cold
    warm.close()
    cold.close()


def rejected(session: Session, code: str) -> Rejected | None:
    assembled = assemble(problem("putnam_1901_a1"), Track.WITH_SOLUTION, Candidate(code))
    return session.reject(assembled, 20.0, BUDGET)


@pytest.mark.parametrize("case", cases("cheats"), ids=lambda case: case.name)
def test_the_verdict_is_that_of_a_fresh_process(
    case: Case, both: tuple[LeanChecker, LeanChecker]
) -> None:
    """The same kind, the same words, the same places."""
    warm, cold = (
        each.check(case.formalization, case.track, case.candidate, BUDGET) for each in both
    )
    assert (warm.kind, warm.reason, warm.messages) == (cold.kind, cold.reason, cold.messages)
    if warm.path == "warm":
        assert warm.kind in {VerdictKind.COMPILE_ERROR, VerdictKind.INCOMPLETE}


def test_most_errors_are_found_by_the_session(both: tuple[LeanChecker, LeanChecker]) -> None:
    verdict = check(both[0], problem("putnam_1901_a1"), "⟨h.left, h.right⟩")
    assert verdict.path == "warm"
    assert verdict.kind is VerdictKind.COMPILE_ERROR
    assert (verdict.messages[0].line, verdict.messages[0].column) == (1, 1)
    assert verdict.check_s > 0.0


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("theorem left_over : True := True.intro\n" + THEOREM + RIGHT, "have := left_over; " + RIGHT),
        ("namespace Box\ntheorem it : True := True.intro\nend Box\nopen Box\n" + THEOREM + RIGHT,
         "have := it; " + RIGHT),
        ("instance here : Nonempty Nat := ⟨Nat.zero⟩\n" + THEOREM + RIGHT,
         "def found [n : Nonempty Nat] : True := True.intro\ntheorem use : True := found\n" + THEOREM + RIGHT),
        ("variable (left : True)\n" + THEOREM + RIGHT, "have := left; " + RIGHT),
        ("universe w\n" + THEOREM + RIGHT,
         "set_option autoImplicit false\ntheorem use (A : Sort w) : True := True.intro\n" + THEOREM + RIGHT),
    ],
    ids=["name", "open", "instance", "variable", "universe"],
)  # fmt: skip
def test_nothing_is_left_for_the_next_candidate(session: Session, first: str, then: str) -> None:
    assert rejected(session, first) is None
    assert rejected(session, then) is not None
    assert rejected(session, RIGHT) is None


def test_no_option_is_left_for_the_next_candidate(session: Session) -> None:
    bound = "theorem use (A : Sort w) (a : A) : True := True.intro\n" + THEOREM + RIGHT
    assert rejected(session, bound) is None
    assert rejected(session, "set_option autoImplicit false\n" + bound) is not None
    assert rejected(session, "set_option autoImplicit false\n" + THEOREM + RIGHT) is None
    assert rejected(session, bound) is None


def test_a_session_takes_many_candidates_in_any_order(session: Session) -> None:
    for _ in range(20):
        assert rejected(session, "⟨h.left, h.right⟩") is not None
        assert rejected(session, RIGHT) is None
        assert rejected(session, "sorry") is not None


def test_a_text_beyond_the_basic_plane_is_placed_in_code_points(session: Session) -> None:
    """The server counts UTF-16 units."""
    found = rejected(session, THEOREM + "/- \U0001d7d9\U0001d7d9 -/ wrong")
    assert found is not None
    assert found.messages[0].column == len(THEOREM) + len("/- xx -/ ")


def test_a_helper_with_sorry_is_for_the_strict_procedure(session: Session) -> None:
    """The theorem need not rest on it."""
    code = "theorem unused (p : Prop) : p := sorry\n" + THEOREM + RIGHT
    assert rejected(session, code) is None


def test_rejections_tell_the_cpu_time_that_they_took(session: Session) -> None:
    """The kernel counts in steps of 0.01 s, so many small ones add up."""
    found = [rejected(session, f"h.nothing{index}") for index in range(40)]
    assert all(each is not None and each.cpu_s >= 0.0 for each in found)
    assert sum(each.cpu_s for each in found if each is not None) > 0.0


def test_a_server_that_hangs_is_ended(workshop: Workshop) -> None:
    made = Session(workshop, HEADER, BUDGET)
    assembled = assemble(problem("putnam_1901_a1"), Track.WITH_SOLUTION, Candidate(RIGHT))
    with pytest.raises(OutOfStep):
        made.reject(assembled, 0.0, BUDGET)
    made.close()


def test_a_server_that_dies_is_replaced(workshop: Workshop) -> None:
    """What it was to decide is left to the strict procedure."""
    sessions = Sessions(workshop)
    assembled = assemble(problem("putnam_1901_a1"), Track.WITH_SOLUTION, Candidate("h"))
    assert sessions.reject(assembled, BUDGET) is not None
    (idle,) = sessions._idle
    idle._server.close()
    assert sessions.reject(assembled, BUDGET) is None
    assert sessions._idle == []
    assert sessions.reject(assembled, BUDGET) is not None
    sessions.close()


def test_a_session_is_replaced_after_so_many_candidates(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "MOST_CANDIDATES", 2)
    sessions = Sessions(workshop)
    assembled = assemble(problem("putnam_1901_a1"), Track.WITH_SOLUTION, Candidate("h"))
    assert sessions.reject(assembled, BUDGET) is not None
    (first,) = sessions._idle
    assert sessions.reject(assembled, BUDGET) is not None
    assert sessions._idle == []
    assert sessions.reject(assembled, BUDGET) is not None
    assert sessions._idle != [first]
    sessions.close()


def test_a_server_that_cannot_be_started_costs_its_speed_alone(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> None:
    """After a few tries none is started any more; verdicts are the strict procedure's."""
    checker = make_checker(shared(tmp_path_factory))
    lean = tmp_path / "lean"
    lean.write_text(
        f'#!/bin/sh\n[ "$1" = --server ] && exit 3\nexec {checker.toolchain.lean} "$@"\n'
    )
    lean.chmod(0o755)
    found: LeanToolchain = replace(
        checker.toolchain, lean=lean, readable=(*checker.toolchain.readable, tmp_path)
    )
    broken = LeanChecker(found, checker.settings)
    for _ in range(session_module.MOST_FAILED_STARTS + 1):
        verdict = check(broken, problem("putnam_1901_a1"), "h")
        assert (verdict.kind, verdict.path) == (VerdictKind.COMPILE_ERROR, "strict")
    assert isinstance(broken._sessions, Sessions)
    assert broken._sessions._failed_starts == session_module.MOST_FAILED_STARTS
    broken.close()
