"""The gate of Isabelle: a list of what is allowed, read as Isabelle reads theories."""

from __future__ import annotations

import pytest
from isabelle_cases import Case, cases, problem

from pytest_putnam.errors import BadInput, SplitError
from pytest_putnam.languages.assembled import Unusable
from pytest_putnam.languages.isabelle import gate
from pytest_putnam.languages.isabelle.assemble import assemble
from pytest_putnam.languages.isabelle.keywords import (
    ALLOWED,
    BUILT_IN,
    RUNS_ML,
    WHY,
    header_commands,
)
from pytest_putnam.languages.isabelle.solutions import restates
from pytest_putnam.model import Candidate, Track

HONEST = cases("honest")
CHEATS = cases("cheats")
EVIDENCE = {"statement", "theorems", "missing", "redefined", "axiom", "oracle"}


def said(case: Case) -> tuple[str, str]:
    """The verdict without Isabelle, and who gives it; empty where nothing is said."""
    try:
        assembled = assemble(case.formalization, case.track, case.candidate)
        found = gate.refuse(assembled, BUILT_IN, frozenset())
    except Unusable as unusable:
        return unusable.kind.value, "assembly"
    except SplitError:
        return "compile_error", "gate"
    if found is None and restates(assembled, case.formalization, case.track):
        return "forbidden", "gate"
    return ("", "") if found is None else (found.kind.value, "gate")


def test_the_corpora_are_large() -> None:
    """Enough of both, and no cheat on a statement that could be proved otherwise."""
    assert len(HONEST) >= 25
    assert len(CHEATS) >= 50
    assert {case.problem.split("_")[0] for case in CHEATS} == {"absurd", "two"}


@pytest.mark.parametrize("case", HONEST, ids=lambda case: case.name)
def test_an_honest_proof_passes(case: Case) -> None:
    """Assembly and gate have nothing against it."""
    assert said(case) == ("", "")


@pytest.mark.parametrize("case", CHEATS, ids=lambda case: case.name)
def test_a_cheat_is_refused_or_left_to_the_named_evidence(case: Case) -> None:
    """By the gate where that is responsible; else the audit or the build find it out."""
    verdict, by = said(case)
    if case.by in {"gate", "assembly"}:
        assert (verdict or "proved", by.replace("assembly", "gate")) == (
            case.verdict,
            "gate",
        )
    else:
        assert (verdict, by) == ("", "")
        assert case.by == "build" or case.by.removeprefix("audit:") in EVIDENCE


@pytest.mark.parametrize("word", sorted(RUNS_ML))
def test_no_command_that_runs_programs_passes_anywhere(word: str) -> None:
    """Not before the proof, not glued to what comes before, not inside of the proof."""
    for code in (
        f"{word} \\<open>x\\<close>\n\nby simp",
        f'lemma a: "True"..{word} \\<open>x\\<close>\n\nby simp',
        f"proof -\n  {word} \\<open>x\\<close>\n  show ?thesis by simp\nqed",
        f"declare TrueI [simp] 1{word} x\n\nby simp",
    ):
        assembled = assemble(problem("absurd"), Track.WITH_SOLUTION, Candidate(code))
        found = gate.refuse(assembled, BUILT_IN, frozenset())
        assert found is not None, code
        assert found.what == word
    assert word not in ALLOWED


def test_a_refusal_names_command_and_line() -> None:
    """In the candidate's own text, whatever comes before it in the file."""
    code = '\nlemma a: "True"\n  by simp\n\nML \\<open>exit 0\\<close>\n\nby simp'
    found = gate.refuse(
        assemble(problem("absurd"), Track.WITH_SOLUTION, Candidate(code)), BUILT_IN, frozenset()
    )
    assert found is not None
    assert (found.what, found.line) == ("ML", 5)
    assert "program in ML" in found.reason


def test_an_option_extends_the_list() -> None:
    """For commands that cannot change the audit."""
    code = 'value "1 + (1::nat)"\n\nby simp'
    assembled = assemble(problem("absurd"), Track.WITH_SOLUTION, Candidate(code))
    assert gate.refuse(assembled, BUILT_IN, gate.extension(["value"])) is None
    assert gate.refuse(assembled, BUILT_IN, frozenset()) is not None


@pytest.mark.parametrize("word", ["ML", "setup", "oracle", "axiomatization", "code_printing"])
def test_no_option_allows_ml(word: str) -> None:
    """Or axioms: the audit would be worth nothing."""
    with pytest.raises(BadInput, match=word):
        gate.extension([word])


def test_the_commands_of_a_library_are_read_from_its_headers() -> None:
    """So that none is taken for an argument of the command before it."""
    header = """(* "no" :: thy_decl *)
    theory T imports Main
      keywords "sharp" "blunt" :: thy_decl % "ML" and "with_care" and "also_so" :: quasi_command
        and "proved_so" :: "qed" % "proof"
      abbrevs "x" = "y"
    begin"""
    assert set(header_commands(header)) == {"sharp", "blunt", "proved_so"}
    assert not set(header_commands("theory T imports Main begin"))
    code = "lemma a: True by simp sharp x\n\nby simp"
    assembled = assemble(problem("absurd"), Track.WITH_SOLUTION, Candidate(code))
    found = gate.refuse(assembled, BUILT_IN | {"sharp"}, frozenset())
    assert found is not None
    assert found.what == "sharp"


def test_every_reason_is_given_for_a_command_that_is_refused() -> None:
    """The two tables do not contradict each other."""
    assert not ALLOWED & WHY.keys()
    assert WHY.keys() > RUNS_ML
