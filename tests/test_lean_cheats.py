"""No cheat is accepted: not by the checker, and not by the strict procedure alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from lean_cases import Case, cases, make_checker, shared

from pytest_putnam.languages.lean4.checker import LeanChecker
from pytest_putnam.prover import Budget

pytestmark = pytest.mark.real_lean4
CHEATS = cases("cheats")


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LeanChecker]:
    made = make_checker(shared(tmp_path_factory), check_timeout_s=20.0)
    yield made
    made.close()


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LeanChecker]:
    """Without gate and warm session, as if both had been got past."""
    made = make_checker(shared(tmp_path_factory), gated=False, warm=False, check_timeout_s=20.0)
    yield made
    made.close()


def test_the_corpus_is_large() -> None:
    """Enough of them, and each has a name of its own."""
    assert len(CHEATS) >= 80
    assert len({case.name for case in CHEATS}) == len(CHEATS)


@pytest.mark.parametrize("case", CHEATS, ids=lambda case: case.name)
def test_a_cheat_gets_its_verdict(case: Case, checker: LeanChecker) -> None:
    verdict = checker.check(case.formalization, case.track, case.candidate, Budget(None))
    assert verdict.kind == case.verdict, (verdict.kind, verdict.reason)
    assert verdict.reason
    assert verdict.messages


@pytest.mark.parametrize("case", CHEATS, ids=lambda case: case.name)
def test_the_strict_procedure_alone_is_not_fooled(case: Case, strict: LeanChecker) -> None:
    verdict = strict.check(case.formalization, case.track, case.candidate, Budget(None))
    assert verdict.kind == case.strict, (verdict.kind, verdict.reason)
