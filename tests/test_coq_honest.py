"""Honest proofs of every style of file are accepted, with their evidence."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from coq_cases import Case, cases, make_checker, shared_cache

from pytest_putnam.languages.coq.checker import CoqChecker
from pytest_putnam.model import VerdictKind
from pytest_putnam.prover import Budget

pytestmark = pytest.mark.real_coq
HONEST = cases("honest")


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CoqChecker]:
    made = make_checker(shared_cache(tmp_path_factory))
    yield made
    made.close()


def test_the_corpus_is_large() -> None:
    """Enough of them, on problems of every style."""
    assert len(HONEST) >= 40
    assert len({case.problem for case in HONEST}) >= 15


@pytest.mark.parametrize("case", HONEST, ids=lambda case: case.name)
def test_an_honest_proof_is_accepted(case: Case, checker: CoqChecker) -> None:
    """With the statement, the axioms, coqchk and the versions as evidence."""
    verdict = checker.check(case.formalization, case.track, case.candidate, Budget(None))
    assert verdict.kind is VerdictKind.PROVED, (verdict.reason, verdict.path)
    assert verdict.path == "strict"
    assert {"statement", "axioms", "coqchk", "versions"} <= set(verdict.evidence)
    assert verdict.check_s > 0.0
    assert verdict.cpu_s > 0.0
