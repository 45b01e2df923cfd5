"""Honest proofs of every style of file are accepted, with their evidence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from lean_cases import Case, cases, make_checker, shared
from lean_program import run_lean

from pytest_putnam.languages.assembled import own_statement
from pytest_putnam.languages.lean4.assemble import assemble
from pytest_putnam.languages.lean4.checker import LeanChecker
from pytest_putnam.model import VerdictKind
from pytest_putnam.prover import Budget

pytestmark = pytest.mark.real_lean4
HONEST = cases("honest")


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LeanChecker]:
    made = make_checker(shared(tmp_path_factory))
    yield made
    made.close()


def test_the_corpus_is_large() -> None:
    """Enough of them, on problems of every style."""
    assert len(HONEST) >= 30
    assert len({case.problem for case in HONEST}) >= 8


@pytest.mark.parametrize("case", HONEST, ids=lambda case: case.name)
def test_an_honest_proof_is_accepted(case: Case, checker: LeanChecker, tmp_path: Path) -> None:
    """With its evidence, in which the axioms are those that ``#print axioms`` says."""
    verdict = checker.check(case.formalization, case.track, case.candidate, Budget(None))
    assert verdict.kind is VerdictKind.PROVED, (verdict.reason, verdict.messages)
    assert verdict.path == "strict"
    names = ["statement", "axioms", "constants", "libraries", "replay", "versions"]
    assert list(verdict.evidence)[:6] == names
    assert verdict.cpu_s > 0.0

    assembled = assemble(case.formalization, case.track, case.candidate)
    if "its own words" in verdict.evidence["statement"]:
        restated = own_statement(assembled)
        assert restated is not None
        assembled = restated
    text = (
        assembled.text
        + f"\nset_option pp.fullNames true\n#print axioms {case.formalization.theorem}\n"
    )
    (tmp_path / "Cand.lean").write_text(text)
    said = run_lean(tmp_path, "Cand.lean", path=checker.toolchain.search_path[0])
    if verdict.evidence["axioms"] == "none":
        assert "does not depend on any axioms" in said
    else:
        printed = said.partition("depends on axioms: [")[2].partition("]")[0]
        assert sorted(printed.replace("\n", " ").replace(",", " ").split()) == sorted(
            verdict.evidence["axioms"].split(", ")
        )
