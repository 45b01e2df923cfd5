"""The checker: whose fault it is, where messages point, what limits end, many threads at once."""

from __future__ import annotations

import contextlib
import stat
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from coq_cases import formalization, make_checker, problem, shared_cache
from formalizations import check

from pytest_putnam.errors import InfraError
from pytest_putnam.languages.coq.checker import CoqChecker
from pytest_putnam.model import Candidate, Track, Verdict, VerdictKind
from pytest_putnam.prover import Budget

pytestmark = pytest.mark.real_coq

PLAIN = "Theorem plain (a : nat) : a = a.\nProof. Admitted.\n"
RIGHT = "Proof. reflexivity. Qed."
AFTER_A_LEMMA = """Lemma a : 1 = 1.
Proof. reflexivity. Qed.

Theorem plain (a : nat) : a = a.
Proof.
  exact
    (nope a). Qed.
"""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_cache(tmp_path_factory)


@pytest.fixture(scope="module")
def checker(cache: Path) -> Iterator[CoqChecker]:
    made = make_checker(cache)
    yield made
    made.close()


def faulty(checker: CoqChecker, folder: Path, program: str, script: str) -> CoqChecker:
    """The checker on an installation one program of which is `script`."""
    path = folder / program
    command = {"coqc": checker.toolchain.coqc, "coqchk": checker.toolchain.coqchk}[program]
    path.write_text(f'#!/bin/sh\n{script}\nexec {command[0]} "$@"\n', encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    tools = replace(checker.toolchain, readable=(*checker.toolchain.readable, folder))
    mine = (str(path),)
    tools = replace(tools, coqc=mine) if program == "coqc" else replace(tools, coqchk=mine)
    return CoqChecker(tools, checker.settings)


def place(verdict: Verdict) -> tuple[int | None, int | None]:
    (message,) = verdict.messages
    return message.line, message.column


@pytest.mark.parametrize("warm", [True, False], ids=["warm", "cold"])
@pytest.mark.parametrize(
    ("code", "where"),
    [
        ("Proof. exact foo. Qed.", (1, 13)),
        ('(* é é *)\n\n  Proof. idtac "é"; exact é.\nQed.', (3, 26)),
        (AFTER_A_LEMMA, (7, 5)),
        ("Lemma a : foo.\nProof. exact I. Qed.\nProof. reflexivity. Qed.", (1, 10)),
        ("Proof.\r\n  intros.\r\n  wrong.\r\nQed.", (3, 2)),
    ],
)
def test_a_message_points_into_the_candidate(
    code: str, where: tuple[int, int], cache: Path, *, warm: bool
) -> None:
    """Lines from 1, columns from 0 in code points, warm and cold alike."""
    checker = make_checker(cache, warm=warm)
    try:
        verdict = check(checker, formalization(PLAIN), code)
    finally:
        checker.close()
    assert verdict.kind is VerdictKind.COMPILE_ERROR
    assert verdict.path == ("warm" if warm else "strict")
    assert place(verdict) == where
    assert verdict.reason.startswith(f"line {where[0]}: ")


def test_a_message_about_the_benchmarks_part_has_no_line(checker: CoqChecker) -> None:
    """The candidate did not write it."""
    code = 'Notation "a = b" := (a a b) (at level 70) : type_scope.\nProof. reflexivity. Qed.'
    verdict = check(checker, formalization(PLAIN), code)
    assert verdict.kind is VerdictKind.COMPILE_ERROR
    assert place(verdict) == (None, None)


def test_a_library_that_the_benchmark_misses_is_no_failure(checker: CoqChecker) -> None:
    """It is an infrastructure error that names the library."""
    formal = formalization(f"From GeoCoq Require Import No.Such.File.\n{PLAIN}")
    with pytest.raises(InfraError, match=r"GeoCoq\.No\.Such\.File, which is not installed"):
        checker.prepare(formal, Track.WITH_SOLUTION)
    verdict = check(checker, formal, RIGHT)
    assert verdict.kind is VerdictKind.INFRA_ERROR
    assert "GeoCoq.No.Such.File" in verdict.reason


def test_a_library_that_the_candidate_misses_is_its_failure(checker: CoqChecker) -> None:
    """It asked for what is not there."""
    verdict = check(checker, formalization(PLAIN), f"From Foo Require Import Bar.\n{RIGHT}")
    assert verdict.kind is VerdictKind.COMPILE_ERROR
    assert "Foo" in verdict.reason
    assert place(verdict)[0] == 1


def test_a_statement_that_does_not_compile_is_no_failure(checker: CoqChecker) -> None:
    """The reason has Coq's words."""
    formal = formalization(PLAIN.replace("a = a", "a = nonsense"))
    verdict = check(checker, formal, RIGHT)
    assert verdict.kind is VerdictKind.INFRA_ERROR
    assert "nonsense" in verdict.reason


def test_an_endless_proof_ends_by_the_check_timeout(cache: Path) -> None:
    """Loading libraries is not charged to it."""
    checker = make_checker(cache, check_timeout_s=2.0)
    try:
        verdict = check(checker, formalization(PLAIN), "repeat (idtac; idtac; pose 1).")
    finally:
        checker.close()
    assert (verdict.kind, verdict.clock) == (VerdictKind.CHECK_TIMEOUT, "wall")
    assert 2.0 <= verdict.check_s < 20.0


def test_the_attempts_budget_ends_a_check(checker: CoqChecker) -> None:
    """As the budget's end, not the check's."""
    verdict = check(checker, formalization(PLAIN), "repeat (idtac; idtac; pose 1).", budget_s=1.5)
    assert (verdict.kind, verdict.clock) == (VerdictKind.BUDGET_EXHAUSTED, "item")


def test_a_spent_budget_checks_nothing(checker: CoqChecker) -> None:
    """Not even a right proof."""
    verdict = check(checker, formalization(PLAIN), RIGHT, budget_s=0.0)
    assert verdict.kind is VerdictKind.BUDGET_EXHAUSTED


def test_much_output_ends_a_check(cache: Path) -> None:
    """It is not kept."""
    checker = make_checker(cache, warm=False)
    code = 'do 10000 do 10000 idtac "0123456789012345678901234567890123456789".'
    try:
        verdict = check(checker, formalization(PLAIN), code)
    finally:
        checker.close()
    assert (verdict.kind, verdict.clock) == (VerdictKind.COMPILE_ERROR, "output")


def test_an_axiom_that_the_user_allows(cache: Path) -> None:
    """By its fully qualified name."""
    code = "Require Import Coq.Compat.AdmitAxiom.\nProof. destruct proof_admitted. Qed."
    name = "Coq.Compat.AdmitAxiom.proof_admitted"
    checker = make_checker(cache, allowed_axioms=frozenset({name}))
    try:
        verdict = check(checker, problem("absurd"), code)
    finally:
        checker.close()
    assert verdict.kind is VerdictKind.PROVED
    assert verdict.evidence["axioms"] == "AdmitAxiom.proof_admitted"


def test_a_crash_while_loading_is_an_infrastructure_error(cache: Path, tmp_path: Path) -> None:
    """The candidate's text has not been looked at."""
    checker = make_checker(cache, warm=False)
    broken = faulty(checker, tmp_path, "coqc", 'case "$*" in *Cand.v*) kill -SEGV $$;; esac')
    verdict = check(broken, formalization(PLAIN), RIGHT)
    assert verdict.kind is VerdictKind.INFRA_ERROR


def test_a_crash_that_does_not_come_again_is_forgotten(cache: Path, tmp_path: Path) -> None:
    """The second try decides."""
    checker = make_checker(cache, warm=False, sandbox="none")
    flag = tmp_path / "crashed"
    script = (
        f'case "$*" in *Cand.v*) if [ ! -e {flag} ]; then echo > {flag}; sed -n '
        "'s/.*idtac \"\\(PBREADY[0-9a-f]*\\)\".*/\\1/p' Cand.v; kill -SEGV $$; fi;; esac"
    )
    broken = faulty(checker, tmp_path, "coqc", script)
    verdict = check(broken, formalization(PLAIN), RIGHT)
    assert flag.exists()
    assert verdict.kind is VerdictKind.PROVED


def test_a_crash_that_comes_again_is_a_crash(cache: Path, tmp_path: Path) -> None:
    """And therefore an error, no failure."""
    checker = make_checker(cache, warm=False)
    script = (
        'case "$*" in *Cand.v*) sed -n '
        "'s/.*idtac \"\\(PBREADY[0-9a-f]*\\)\".*/\\1/p' Cand.v; kill -SEGV $$;; esac"
    )
    broken = faulty(checker, tmp_path, "coqc", script)
    verdict = check(broken, formalization(PLAIN), RIGHT)
    assert verdict.kind is VerdictKind.CHECK_CRASH
    assert verdict.kind.is_fault


def test_a_slow_start_is_an_infrastructure_error(
    checker: CoqChecker, cache: Path, tmp_path: Path
) -> None:
    """It is not charged to the proof."""
    checker.prepare(formalization(PLAIN), Track.WITH_SOLUTION)
    slow = make_checker(cache, warm=False, startup_timeout_s=1.0)
    slow = faulty(slow, tmp_path, "coqc", 'case "$*" in *Cand.v*) sleep 30;; esac')
    verdict = check(slow, formalization(PLAIN), RIGHT)
    assert verdict.kind is VerdictKind.INFRA_ERROR
    assert "within 1 s" in verdict.reason


def test_a_coqchk_that_says_nothing_is_no_approval(checker: CoqChecker, tmp_path: Path) -> None:
    """Status 0 is no evidence."""
    silent = faulty(checker, tmp_path, "coqchk", "exit 0")
    verdict = check(silent, formalization(PLAIN.replace("plain", "silently")), RIGHT)
    assert verdict.kind is VerdictKind.INFRA_ERROR


@pytest.mark.parametrize("script", ["exit 0", "echo coqchk: cannot execute >&2; exit 126"])
def test_a_coqchk_that_does_not_run_is_no_failure(
    checker: CoqChecker, tmp_path: Path, script: str
) -> None:
    """What the benchmark's own file gives may be known from an earlier run, of a coqchk that ran."""
    assert check(checker, formalization(PLAIN), RIGHT).kind is VerdictKind.PROVED
    verdict = check(faulty(checker, tmp_path, "coqchk", script), formalization(PLAIN), RIGHT)
    assert verdict.kind is VerdictKind.CHECK_CRASH, verdict.reason
    assert verdict.kind.is_fault


@pytest.mark.parametrize("warm", [True, False], ids=["warm", "cold"])
@pytest.mark.parametrize("damage", ["rebuilt", "cut", "overwritten"])
def test_a_broken_library_is_no_failure(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str, *, warm: bool
) -> None:
    """It is there, so a candidate may import it; that it cannot be loaded is the machine's fault."""
    folder = tmp_path / "Broken"
    folder.mkdir()
    monkeypatch.setenv("COQPATH", str(tmp_path))
    checker = make_checker(cache, warm=warm)

    def build(name: str, text: str) -> None:
        (folder / f"{name}.v").write_text(text, encoding="utf-8")
        argv = [*checker.toolchain.coqc, "-q", "-Q", ".", "Broken", f"{name}.v"]
        subprocess.run(argv, cwd=folder, check=True, capture_output=True, timeout=60)

    build("A", "Definition a := 1.")
    build("B", "From Broken Require Import A. Definition b := a.")
    code = f"From Broken Require Import B.\n{RIGHT}"
    assert check(checker, formalization(PLAIN), code).kind is VerdictKind.PROVED
    checker.close()
    if damage == "rebuilt":
        build("A", "Definition a := 2. Definition c := 3.")
    else:
        data = (folder / "B.vo").read_bytes()
        (folder / "B.vo").write_bytes(data[:400] if damage == "cut" else b"nothing of Coq's")
    checker = make_checker(cache, warm=warm)
    verdict = check(checker, formalization(PLAIN), code)
    checker.close()
    assert verdict.kind is VerdictKind.INFRA_ERROR, verdict.reason
    assert "Broken" in verdict.reason


def test_many_threads_and_few_slots(cache: Path) -> None:
    """Each candidate gets the verdict that it gets alone."""
    checker = make_checker(cache)
    codes = [
        RIGHT,
        "Proof. exact I. Qed.",
        "Proof. Admitted.",
        "",
        "Axiom f : False.\n" + RIGHT,
    ] * 3
    formal = formalization(PLAIN)
    try:
        with ThreadPoolExecutor(6) as pool:
            verdicts = list(pool.map(lambda code: check(checker, formal, code), codes))
    finally:
        checker.close()
    assert [verdict.kind.value for verdict in verdicts] == [
        "proved",
        "compile_error",
        "incomplete",
        "no_code",
        "bad_axiom",
    ] * 3


def test_nothing_is_left_running(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a timeout and a close; before that, the warm session is seen to run."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    checker = make_checker(cache, check_timeout_s=1.0)
    check(checker, formalization(PLAIN), "repeat (idtac; idtac; pose 1).")
    check(checker, formalization(PLAIN), "foo.")
    assert running_in(tmp_path)
    checker.close()
    assert not running_in(tmp_path)
    assert not list(tmp_path.iterdir())


def running_in(folder: Path) -> list[str]:
    """Processes whose working directory is below `folder`."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (each / "cwd").readlink().is_relative_to(folder):
                found.append((each / "comm").read_text())
    return found


def test_lone_surrogates_and_nul_do_no_harm(checker: CoqChecker) -> None:
    """They are no Coq."""
    for code in ['Proof. idtac "\udc80". exact I. Qed.', "Proof. \0 Qed.", "\0", "\udfff"]:
        verdict = checker.check(
            formalization(PLAIN), Track.WITH_SOLUTION, Candidate(code), Budget(None)
        )
        assert verdict.kind in {VerdictKind.COMPILE_ERROR, VerdictKind.NO_CODE}
