"""The prover coqhammer with the real hammer: what it finds, when it gives up, what it leaves."""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
import uuid
from pathlib import Path

import pytest
from hammer_cases import (
    HOPELESS,
    LOOP,
    SANDBOX,
    ask,
    formalize,
    gave_up,
    hammer,
    needs_hammer,
    only_on_path,
    processes_that_name,
)

from pytest_putnam.errors import BadInput, BudgetExhausted, InfraError
from pytest_putnam.languages import backend
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.model import Candidate, Language, Track, Verdict, VerdictKind
from pytest_putnam.prover import Budget

pytestmark = [needs_hammer, pytest.mark.real_coq]

MULTIPLY = """\
Require Import Arith.

Theorem multiply : forall n m k : nat, n <= m -> n * k <= m * k.
Proof. Admitted.
"""
"""Needs a lemma, which an ATP finds."""
SHELF = """\
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
(* a section, a variable of its own, a let in the binders, scopes that hammer must not change *)
Variable stray : Z.
Section Shelf.
  Variable A : Type.
  Variable keep : A -> bool.
  Theorem shelf (x y : A) (xs : list A) (kept := filter keep xs) (n : Z := 3)
      (h : In x kept) (hn : n = stray)
      : In x (y :: kept) /\\ n = 3 /\\ stray = n.
  Proof.
    Admitted.
End Shelf.
"""
SSREFLECT = """\
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat.
Set Implicit Arguments.

Theorem swapped (p q : pred nat) (n : nat) : p n && q n -> q n && p n.
Proof. Admitted.
"""


def check(text: str, candidate: Candidate, tmp_path: Path) -> Verdict:
    """The verdict of the real checker."""
    settings = CheckerSettings(sandbox=SANDBOX, cache_dir=tmp_path / "cache", warm=False)
    checker = backend(Language.COQ).find(None).checker(settings)
    try:
        formalization = formalize(text)
        checker.prepare(formalization, Track.WITH_SOLUTION)
        return checker.check(formalization, Track.WITH_SOLUTION, candidate, Budget(120))
    finally:
        checker.close()


@pytest.mark.parametrize("text", [LOOP, SHELF, SSREFLECT], ids=["bare", "section", "ssreflect"])
def test_what_its_own_tactics_find_is_proved_without_hammer(text: str, tmp_path: Path) -> None:
    answer = ask(hammer(tmp_path), text, tmp_path)
    code = answer.candidates[0].code
    assert "hammer." not in code
    assert "Replace the hammer tactic with" in answer.transcript
    verdict = check(text, answer.candidates[0], tmp_path)
    assert verdict.kind is VerdictKind.PROVED, verdict


def test_what_an_atp_finds_is_proved_with_the_lemma(tmp_path: Path) -> None:
    answer = ask(hammer(tmp_path, "sauto-limit=0"), MULTIPLY, tmp_path)
    assert " use: " in answer.candidates[0].code
    assert "Running provers (2 threads)" in answer.transcript
    verdicts = [check(MULTIPLY, candidate, tmp_path) for candidate in answer.candidates]
    assert VerdictKind.PROVED in {verdict.kind for verdict in verdicts}, verdicts


def test_it_gives_up_where_nothing_is_found_and_removes_nothing_of_others(tmp_path: Path) -> None:
    others = Path(tempfile.gettempdir(), f"coqhammer-{uuid.uuid4()}")
    others.touch()
    try:
        small = ("atp-limit=1", "sauto-limit=0", "gs-mode=1")
        prover = hammer(tmp_path, *small, sandbox="none")
        reason = gave_up(ask(prover, HOPELESS, tmp_path))
        assert reason == "hammer found no proof: Hammer failed: ATPs failed to find a proof."
        assert others.exists()
    finally:
        others.unlink(missing_ok=True)
    assert processes_that_name(str(tmp_path)) == []


def test_a_cancelled_budget_ends_hammer_and_its_atps(tmp_path: Path) -> None:
    prover = hammer(tmp_path, "atp-limit=100", "sauto-limit=0")
    budget = Budget(200)
    seen: list[str] = []

    def cancel() -> None:
        while not seen and budget.remaining_s() > 20:
            time.sleep(0.1)
            seen.extend(p for p in processes_that_name(str(tmp_path)) if "htimeout" in p)
        budget.cancel()

    canceller = threading.Thread(target=cancel)
    canceller.start()
    with pytest.raises(BudgetExhausted, match=r"hammer was ended .* at: Running provers"):
        ask(prover, HOPELESS, tmp_path, budget=budget)
    canceller.join()
    assert seen
    assert processes_that_name(str(tmp_path)) == []


def test_no_time_is_no_attempt(tmp_path: Path) -> None:
    with pytest.raises(BudgetExhausted):
        ask(hammer(tmp_path), LOOP, tmp_path, budget=Budget(0))


def test_without_any_atp_it_works_and_warns_loudly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    coqc = shutil.which("coqc")
    only_on_path(monkeypatch, tmp_path / "path")
    prover = hammer(tmp_path, f"coq={coqc}")
    (warning,) = prover.warnings()
    assert "NO ATP ANSWERS" in warning
    assert "apt-get install eprover" in warning
    assert prover.versions()["eprover"] == "absent: no eprover on PATH"
    assert ask(prover, LOOP, tmp_path).candidates
    reason = gave_up(ask(prover, HOPELESS, tmp_path, attempt=2))
    assert reason == "hammer found no proof: No ATPs found."


def test_a_missing_library_is_named(tmp_path: Path) -> None:
    text = "From Nowhere Require Import Cupboard.\n" + LOOP
    with pytest.raises(InfraError, match=r"does not compile: .*Nowhere"):
        ask(hammer(tmp_path), text, tmp_path)


def test_a_statement_that_does_not_compile_is_no_defeat(tmp_path: Path) -> None:
    with pytest.raises(InfraError, match=r"does not compile: .*cupboard"):
        ask(hammer(tmp_path), "Theorem odd : cupboard = 1.\nProof. Admitted.\n", tmp_path)


def test_tactics_before_hammer(tmp_path: Path) -> None:
    answer = ask(hammer(tmp_path, "before=rewrite left."), LOOP, tmp_path)
    assert "\nrewrite left.\n" in answer.candidates[0].code
    assert check(LOOP, answer.candidates[0], tmp_path).kind is VerdictKind.PROVED
    reason = gave_up(ask(hammer(tmp_path, "before=discriminate."), LOOP, tmp_path))
    assert reason.startswith("discriminate. fails before hammer: ")
    with pytest.raises(BadInput, match="end it with a dot"):
        hammer(tmp_path, "before=intros")


def test_its_memory_is_limited(tmp_path: Path) -> None:
    prover = hammer(tmp_path, "memory-mb=64")
    assert gave_up(ask(prover, MULTIPLY, tmp_path)) == "hammer needs more than memory-mb=64"
    assert prover.versions()["hammer limits"].endswith(" / 64 MiB")
