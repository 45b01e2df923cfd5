"""The prover tactician, with a stand-in for Tactician in real Coq."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hammer_cases import SANDBOX, ask, formalize, gave_up
from prover_tasks import make_prover
from small_benchmark import write_benchmark

from pytest_putnam.errors import AssistantMissing, BadInput, BudgetExhausted, InfraError
from pytest_putnam.languages import backend
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.model import Candidate, Language, Track, Verdict, VerdictKind
from pytest_putnam.prover import Budget, Prover

pytestmark = pytest.mark.real_coq

STAND_IN = Path(__file__).parent / "tactician_stand_in"


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for COQPATH with the stand-in, compiled."""
    folder = tmp_path_factory.mktemp("coqpath")
    shutil.copytree(STAND_IN, folder, dirs_exist_ok=True)
    subprocess.run(
        ["coqc", "-q", "-Q", "Tactician", "Tactician", "Tactician/Ltac1.v"],
        cwd=folder,
        check=True,
    )
    return folder


@pytest.fixture
def prover(library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Prover:
    monkeypatch.setenv("COQPATH", str(library))
    return make_prover("tactician", tmp_path, sandbox=SANDBOX)


def theorem(statement: str, before: str = "") -> str:
    return f"{before}\nTheorem t : {statement}.\nProof. Admitted.\n"


def check(text: str, candidate: Candidate, tmp_path: Path) -> Verdict:
    """The verdict of a checker that knows nothing of Tactician."""
    settings = CheckerSettings(sandbox=SANDBOX, cache_dir=tmp_path / "cache", warm=False)
    checker = backend(Language.COQ).find(None).checker(settings)
    try:
        formalization = formalize(text)
        checker.prepare(formalization, Track.WITH_SOLUTION)
        return checker.check(formalization, Track.WITH_SOLUTION, candidate, Budget(120))
    finally:
        checker.close()


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (theorem("forall n : nat, 0 + n = n"), ["intros.", "reflexivity."]),
        (theorem("1 = 2 - 1 /\\ True /\\ 0 <= 1"), ["split.", "2: auto.", "auto."]),
        (theorem("forall n : nat, n + 0 = n", "Require Import List.\nSection S."), ["intros."]),
        (theorem("forall n : nat, n + 0 = n", "Definition two := 2."), ["intros."]),
    ],
    ids=["computed", "second goal first", "in a section", "no imports"],
)
def test_what_it_finds_is_proved_without_it(
    prover: Prover, text: str, steps: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "Section" in text:
        text += "End S.\n"
    answer = ask(prover, text, tmp_path)
    code = answer.candidates[0].code
    assert (
        code.split("Proof.")[-1].split()[: len(" ".join(steps).split())] == " ".join(steps).split()
    )
    assert "synth" not in code
    assert "Tactician found a proof!" in answer.transcript
    monkeypatch.delenv("COQPATH")
    assert [check(text, each, tmp_path).kind for each in answer.candidates] == [
        VerdictKind.PROVED,
        VerdictKind.PROVED,
    ]


def test_a_script_that_does_not_hold_is_for_the_checker(prover: Prover, tmp_path: Path) -> None:
    text = theorem("0 <> 1")
    answer = ask(prover, text, tmp_path)
    kinds = [check(text, each, tmp_path).kind for each in answer.candidates]
    assert kinds == [VerdictKind.COMPILE_ERROR, VerdictKind.COMPILE_ERROR]


def test_it_gives_up_where_nothing_is_found(prover: Prover, tmp_path: Path) -> None:
    reason = gave_up(ask(prover, theorem("forall n : nat, n * n = n + n"), tmp_path))
    assert reason.startswith("Tactician found no proof: ")
    assert "No more predictions" in reason


def test_a_script_that_needs_tactician_is_none(prover: Prover, tmp_path: Path) -> None:
    reason = gave_up(ask(prover, theorem("True \\/ 1 = 2"), tmp_path))
    assert "calls synth itself" in reason


def test_its_time_ends(prover: Prover, tmp_path: Path) -> None:
    with pytest.raises(BudgetExhausted, match="Tactician was ended after"):
        ask(prover, theorem("False -> 1 = 2"), tmp_path, budget=Budget(3))


def test_a_second_attempt_would_be_the_same(prover: Prover, tmp_path: Path) -> None:
    reason = gave_up(ask(prover, theorem("1 = 1"), tmp_path, attempt=2))
    assert "no chance in it" in reason


def test_a_solution_cannot_be_found(prover: Prover, tmp_path: Path) -> None:
    text = "Definition t_solution : nat := 2.\nTheorem t : 1 + 1 = t_solution.\nProof. Admitted.\n"
    assert "t_solution" in gave_up(ask(prover, text, tmp_path, track=Track.NO_SOLUTION))


def test_a_formalization_that_does_not_compile(prover: Prover, tmp_path: Path) -> None:
    with pytest.raises(InfraError, match="cupboard"):
        ask(prover, theorem("cupboard = 1", "Require Import List."), tmp_path)


def test_a_wrong_memory_limit(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COQPATH", str(library))
    with pytest.raises(BadInput, match="memory-mb=much"):
        make_prover("tactician", tmp_path, "memory-mb=much")


def test_without_tactician_it_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COQPATH", raising=False)
    with pytest.raises(AssistantMissing, match="opam install coq-tactician"):
        make_prover("tactician", tmp_path)


@pytest.mark.parametrize("installed", [True, False], ids=["installed", "not installed"])
def test_in_a_run(installed: bool, library: Path, tmp_path: Path) -> None:
    """Without Tactician the run ends before collection, and says how to install it."""
    write_benchmark(tmp_path / "bench", "putnam_1901_a1")
    environment = {name: value for name, value in os.environ.items() if name != "COQPATH"}
    environment["PUTNAM_CACHE"] = str(tmp_path.parent / "cache")
    if installed:
        environment["COQPATH"] = str(library)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "bench", "--putnam-lang=coq", "--prover=tactician"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if installed:
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
        assert "tactician" in done.stdout
    else:
        assert done.returncode == 4
        assert "opam install coq-tactician" in done.stderr
        assert "collected" not in done.stdout
