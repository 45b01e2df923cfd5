"""Where an Isabelle is found: honest proofs are proved, cheats are not, by the very checker."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from isabelle_cases import Case, cases

from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.isabelle.checker import IsabelleChecker
from pytest_putnam.languages.isabelle.toolchain import find
from pytest_putnam.machine import default_cache_dir
from pytest_putnam.model import NEEDS_REVIEW
from pytest_putnam.prover import Budget

pytestmark = pytest.mark.real_isabelle


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IsabelleChecker]:
    base = tmp_path_factory.getbasetemp()
    cache = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "isabelle-cache"
    settings = CheckerSettings(
        cache_dir=cache,
        isabelle_heaps=Path(os.environ.get("PUTNAM_CACHE") or default_cache_dir()),
        check_timeout_s=120.0,
        warm=False,
    )
    made = IsabelleChecker(find(None), settings)
    yield made
    made.close()


@pytest.mark.parametrize("case", cases("honest"), ids=lambda case: case.name)
def test_an_honest_proof_is_proved(case: Case, checker: IsabelleChecker) -> None:
    """In every style; people are asked to look at a solution where it is not plainly the reference's."""
    verdict = checker.check(case.formalization, case.track, case.candidate, Budget(None))
    assert verdict.kind.value == "proved", (verdict.reason, verdict.messages)
    assert verdict.path == "strict"
    assert verdict.needs_review is bool(case.review), verdict.evidence
    assert case.review in verdict.evidence.get(NEEDS_REVIEW, "")


@pytest.mark.parametrize("case", cases("cheats"), ids=lambda case: case.name)
def test_a_cheat_gets_its_verdict(case: Case, checker: IsabelleChecker) -> None:
    """The one that the corpus says; none is accepted."""
    verdict = checker.check(case.formalization, case.track, case.candidate, Budget(None))
    assert verdict.kind.value in case.verdict.split("|"), (verdict.reason, verdict.path)
