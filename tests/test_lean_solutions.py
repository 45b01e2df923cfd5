"""What is said of a solution of one's own in Lean: shown equal, or for people to look at."""

from __future__ import annotations

from pathlib import Path

import pytest
from formalizations import check
from lean_cases import formalization, make_checker, problem, shared, with_replayer
from recorded import recorded

from pytest_putnam.languages.lean4 import same_solution
from pytest_putnam.languages.lean4.checker import LeanChecker
from pytest_putnam.languages.lean4.workshop import Workshop
from pytest_putnam.model import NEEDS_REVIEW, Formalization, Track, Verdict, VerdictKind

pytestmark = pytest.mark.real_lean4

TRUE = """prelude
import Tactics

abbrev p_solution : Prop := sorry
-- True
theorem p (n : Nat) : Iff (Eq (Nat.plus n Nat.zero) n) p_solution :=
sorry
"""
NUMERAL = """prelude
import Base

noncomputable abbrev p_solution : Nat := sorry
-- 2
theorem p : Eq (Nat.plus (Nat.succ Nat.zero) (Nat.succ Nat.zero)) p_solution :=
sorry
"""
INSIDE = """prelude
import Base

namespace Asked
open Nat
noncomputable def two : Nat := succ (succ zero)
variable (k : Nat)
theorem before : Eq k k := Eq.refl
open Nat in
noncomputable def p_solution : Nat := sorry
-- succ two
theorem p : Eq (plus two (plus zero (succ zero))) p_solution :=
sorry
end Asked
"""
PROOF = "⟨fun _ => ⟨True.intro, True.intro⟩, fun _ => Eq.refl⟩"
THEOREM = f"theorem p (n : Nat) : Iff (Eq (Nat.plus n Nat.zero) n) p_solution := {PROOF}"
SWAP = "exact propext ⟨fun h => ⟨h, h⟩, fun h => h.left⟩"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory)


@pytest.fixture(scope="module")
def checker(folder: Path) -> LeanChecker:
    return make_checker(folder, warm=False)


def answered(
    checker: LeanChecker, formal: Formalization, code: str, solution: str | None = None
) -> Verdict:
    verdict = check(checker, formal, code, solution=solution, track=Track.NO_SOLUTION)
    assert verdict.kind is VerdictKind.PROVED, verdict.reason
    return verdict


def test_an_answer_that_is_the_reference_by_definition_counts(checker: LeanChecker) -> None:
    text = NUMERAL.replace("-- 2", "-- Nat.plus Nat.zero (Nat.succ (Nat.succ Nat.zero))")
    solution = "Nat.succ (Nat.plus Nat.zero (Nat.plus Nat.zero (Nat.succ Nat.zero)))"
    verdict = answered(checker, formalization(text, "p"), "Eq.refl", solution)
    assert verdict.evidence["solution"].endswith("by definition")
    assert not verdict.needs_review, verdict.evidence


@pytest.mark.parametrize(
    ("solution", "word"),
    [
        ("doubled (Nat.succ (Nat.succ Nat.zero))", "doubled"),
        (
            "Nat.plus (doubled (id (Nat.succ (Nat.succ Nat.zero)))) (id (id (id Nat.zero)))",
            "Nat.plus",
        ),
        ("id (Nat.succ (Nat.succ (Nat.succ (Nat.succ Nat.zero))))", "id"),
    ],
)
def test_an_answer_in_other_words_than_the_references_is_for_people(
    checker: LeanChecker, solution: str, word: str
) -> None:
    """Computed, the problem's own words are equal to its answer."""
    text = """prelude
import Base
noncomputable def doubled (n : Nat) : Nat := Nat.plus n n
noncomputable abbrev p_solution : Nat := sorry
-- Nat.succ (Nat.succ (Nat.succ (Nat.succ Nat.zero)))
theorem p : Eq (doubled (Nat.succ (Nat.succ Nat.zero))) p_solution :=
sorry
"""
    verdict = answered(checker, formalization(text, "p"), "Eq.refl", solution)
    assert verdict.evidence["solution"].endswith("by definition")
    assert word in verdict.evidence[NEEDS_REVIEW]


def test_an_answer_is_shown_equal_by_the_first_tactic_that_holds(
    checker: LeanChecker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that Lean does not know, cannot read or that fail hinder no other."""
    tactics = ("nonsense ((", "omega", "exact Eq.refl", "exact (fun", SWAP, "skip")
    monkeypatch.setattr(same_solution, "TACTICS", tactics)
    verdict = answered(checker, formalization(TRUE, "p"), PROOF, "And True True")
    assert verdict.evidence["solution"].endswith(SWAP)
    assert not verdict.needs_review


def test_an_answer_that_no_tactic_shows_equal_is_for_people(checker: LeanChecker) -> None:
    verdict = answered(checker, formalization(TRUE, "p"), PROOF, "And True True")
    assert verdict.evidence[NEEDS_REVIEW] == "the solution is not shown equal to the reference's"
    assert "And True True" in verdict.evidence["solution_given"]


@pytest.mark.parametrize(
    "helper",
    [
        "axiom helper : Eq True (And True True)",
        "theorem helper : Eq True (And True True) := sorry",
    ],
)
def test_what_the_candidate_assumes_shows_nothing(
    checker: LeanChecker, monkeypatch: pytest.MonkeyPatch, helper: str
) -> None:
    """The proof does not use it, the comparison would."""
    monkeypatch.setattr(same_solution, "TACTICS", ("exact helper",))
    code = f"{helper}\nabbrev p_solution : Prop := And True True\n{THEOREM}"
    assert NEEDS_REVIEW in answered(checker, formalization(TRUE, "p"), code).evidence


def test_an_instance_does_not_change_the_reference(checker: LeanChecker) -> None:
    """The answer that the equation is about must be the compiled reference's."""
    code = (
        "noncomputable def every (n : Nat) : OfNat Nat n := OfNat.mk (Nat.succ (Nat.succ Nat.zero))\n"
        "attribute [instance 10000] every\n"
        "noncomputable abbrev p_solution : Nat := Nat.succ (Nat.succ Nat.zero)\n"
        "theorem p : Eq (Nat.plus (Nat.succ Nat.zero) (Nat.succ Nat.zero)) p_solution := Eq.refl"
    )
    verdict = answered(checker, formalization(NUMERAL, "p"), code)
    assert verdict.evidence[NEEDS_REVIEW] == "the solution is not shown equal to the reference's"
    honest = code.replace("attribute [instance 10000] every\n", "")
    assert not answered(checker, formalization(NUMERAL, "p"), honest).needs_review


def test_an_answer_inside_a_namespace(checker: LeanChecker) -> None:
    """What it is read under is there again: open, variables."""
    formal = formalization(INSIDE, "p")
    verdict = answered(checker, formal, "Eq.refl", "succ (succ (succ zero))")
    assert verdict.evidence["solution"].endswith("by definition")
    assert not verdict.needs_review


@pytest.mark.parametrize(
    ("solution", "why"),
    [
        ("Nat.plus (Nat.succ Nat.zero) (Nat.succ Nat.zero)", "5 of its 5 words are parts"),
        ("let k := Nat.succ Nat.zero; Nat.succ k", "it has a let"),
        ("Nat.rec Nat.zero (fun _ k => k) (Nat.succ Nat.zero)", ""),
        ("(fun k => Nat.succ k) (Nat.succ Nat.zero)", ""),
    ],
)
def test_an_answer_that_is_equal_and_looks_copied_is_for_people(
    checker: LeanChecker, solution: str, why: str
) -> None:
    if solution.startswith("Nat.rec"):
        solution = f"Nat.succ (Nat.succ ({solution}))"
    verdict = answered(checker, problem("putnam_1901_b1"), "Eq.refl", solution)
    assert "solution" in verdict.evidence
    assert verdict.evidence[NEEDS_REVIEW].startswith("the solution equals the reference's, but may")
    assert why in verdict.evidence[NEEDS_REVIEW]


def test_an_answer_by_the_candidates_own_definitions_is_for_people(checker: LeanChecker) -> None:
    """They may say the problem with other numbers."""
    code = (
        "noncomputable def more (n : Nat) : Nat := Nat.succ n\n"
        "noncomputable abbrev putnam_1901_b1_solution : Nat := more (more Nat.zero)\n"
        "theorem putnam_1901_b1 : Eq (Nat.plus (Nat.succ Nat.zero) (Nat.succ Nat.zero)) "
        "putnam_1901_b1_solution := Eq.refl"
    )
    verdict = answered(checker, problem("putnam_1901_b1"), code)
    assert "it rests on more" in verdict.evidence[NEEDS_REVIEW]


def test_the_equation_is_replayed_too(checker: LeanChecker, tmp_path: Path) -> None:
    """Where a program for that is there: without it the solution is not shown equal."""
    formal, solution = problem("putnam_1901_b1"), "id (Nat.succ (Nat.succ Nat.zero))"
    for script, review in (
        ('test "$1" = Cand -a ! -e Same.olean || test -s Cand.olean -a -s Same.olean', False),
        ('test "$1" = Cand', True),
    ):
        replaying = LeanChecker(
            with_replayer(checker.toolchain, tmp_path, script), checker.settings
        )
        verdict = answered(replaying, formal, "Eq.refl", solution)
        assert ("solution" in verdict.evidence) is not review


def test_comparing_a_solution_is_part_of_what_the_check_took(
    checker: LeanChecker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """CPU time of every program, and wall time behind the loading of the imports."""
    formal, solution = problem("putnam_1901_b1"), "id (Nat.succ (Nat.succ Nat.zero))"
    replaying = LeanChecker(with_replayer(checker.toolchain, tmp_path, "exit 0"), checker.settings)
    replaying.prepare(formal, Track.NO_SOLUTION)
    (compiled, replayed, references) = (
        recorded(monkeypatch, owner, name)
        for owner, name in (
            (Workshop, "compile"),
            (Workshop, "replay"),
            (LeanChecker, "reference"),
        )
    )
    verdict = answered(replaying, formal, "Eq.refl", solution)
    assert (len(compiled), len(replayed)) == (2, 2)
    assert compiled[1].cpu_s > 0
    assert verdict.cpu_s == pytest.approx(sum(done.cpu_s for done in [*compiled, *replayed]))
    load_s = references[0].load_s
    assert verdict.check_s == pytest.approx(
        sum(max(0.0, done.wall_s - load_s) for done in compiled)
    )
