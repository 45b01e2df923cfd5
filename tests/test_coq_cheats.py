"""No cheat is accepted: not by the checker, and not by the strict procedure alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from coq_cases import Case, cases, make_checker, shared_cache

from pytest_putnam.languages.coq.checker import CoqChecker
from pytest_putnam.prover import Budget

pytestmark = pytest.mark.real_coq
CHEATS = cases("cheats")


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CoqChecker]:
    made = make_checker(shared_cache(tmp_path_factory), check_timeout_s=20.0)
    yield made
    made.close()


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CoqChecker]:
    """Without gate and warm session, as if both had been got past."""
    cache = shared_cache(tmp_path_factory)
    made = make_checker(cache, gated=False, warm=False, check_timeout_s=20.0)
    yield made
    made.close()


def test_the_corpus_is_large() -> None:
    """Enough of them, and none that could be an honest proof: what they claim is false."""
    assert len(CHEATS) >= 60
    assert {case.problem.split("_")[0] for case in CHEATS} == {"absurd"}


@pytest.mark.parametrize("case", CHEATS, ids=lambda case: case.name)
def test_a_cheat_gets_its_verdict(case: Case, checker: CoqChecker) -> None:
    """The one that the corpus says."""
    verdict = checker.check(case.formalization, case.track, case.candidate, Budget(None))
    assert verdict.kind.value == case.verdict, (verdict.reason, verdict.path)
    assert verdict.reason
    assert not verdict.evidence


@pytest.mark.parametrize("case", CHEATS, ids=lambda case: case.name)
def test_the_strict_procedure_alone_rejects_it(case: Case, strict: CoqChecker) -> None:
    """Without the gate, which reads text, and the session, which only saves time."""
    verdict = strict.check(case.formalization, case.track, case.candidate, Budget(None))
    assert verdict.kind.value in case.strict.split("|"), (verdict.reason, verdict.path)
