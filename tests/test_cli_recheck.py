"""`putnam recheck`: every kept candidate is judged again, and what differs is listed."""

from __future__ import annotations

import sqlite3
from dataclasses import fields
from pathlib import Path

import pytest
from putnam_command import putnam
from runs import Bench

from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.kept import FILE_NAME
from pytest_putnam.kept_rows import Plain
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.rechecking import POLICIES, policies

pytestmark = pytest.mark.real_coq


@pytest.fixture
def kept(bench: Bench) -> Path:
    """A run with a proof, two wrong candidates, and an attempt without any."""
    bench.problem("putnam_1988_a1")
    bench.problem("putnam_1988_a2")
    bench.script({"putnam_1988_a2": ["wrong", "give_up", "code:Proof. lia. Qed."]})
    bench.run("--putnam-attempts=3", "--putnam-run=kept")
    return bench.pytester.path


def change(kept: Path, sql: str) -> None:
    with sqlite3.connect(kept / "kept" / FILE_NAME) as db:
        db.execute(sql)
    db.close()


def test_verdicts_that_hold_are_counted_and_others_are_listed(kept: Path) -> None:
    same = putnam("recheck", "kept", "--jobs=2", cwd=kept)
    assert (same.returncode, same.stderr) == (ExitStatus.PROVED, "")
    assert same.stdout.splitlines() == [
        (
            "settings of the run: check_timeout_s 60.0, startup_timeout_s 120.0, memory_mb 4096, "
            "warm True, allowed_axioms none"
        ),
        "of this machine: sandbox bwrap",
        "3 candidates: 3 as before, 0 differ, 0 could not be checked",
    ]
    change(kept, "UPDATE attempt SET code = 'Proof. trivial' || '. Qed.' WHERE verdict = 'proved'")
    change(kept, "UPDATE attempt SET verdict = 'proved' WHERE attempt = 3")
    before = (kept / "kept" / FILE_NAME).read_bytes()
    done = putnam("recheck", "kept", cwd=kept)
    assert done.returncode == ExitStatus.NOT_PROVED
    *_, told, total = done.stdout.splitlines()
    assert told.startswith(
        "differs: putnam_1988_a2 (coq) attempt 3: was proved, is compile_error: line 1: "
    )
    assert total == "3 candidates: 2 as before, 1 differ, 0 could not be checked"
    assert (kept / "kept" / FILE_NAME).read_bytes() == before
    some = putnam("recheck", "kept", "--verdict=compile_error", cwd=kept)
    assert some.stdout.endswith("\n1 candidate: 1 as before, 0 differ, 0 could not be checked\n")


def test_each_candidate_is_checked_with_the_settings_that_it_was_made_with(bench: Bench) -> None:
    """A run that went on with other axioms has candidates of both; what is given holds for all."""
    axiom = "Coq.Compat.AdmitAxiom.proof_admitted"
    code = "code:Require Import Coq.Compat.AdmitAxiom.\nProof. destruct proof_admitted. Qed."
    for name in ("putnam_1988_a1", "putnam_1988_a2"):
        bench.problem(name, "1 = 2")
    bench.script({"putnam_1988_a1": code, "putnam_1988_a2": "infra_error:down"})
    bench.run("--putnam-run=kept").assert_outcomes(failed=1, errors=1)
    bench.script({"putnam_1988_a2": code})
    args = ("--putnam-run=kept", f"--putnam-allow-axiom={axiom}", "--putnam-resume-anyway")
    anyway = bench.run(*args)
    anyway.assert_outcomes(passed=1, failed=1)
    mixed = f"allowed_axioms: none in session 1, {axiom} in session 2"
    assert f"the run's sessions differ in {mixed}" in anyway.stdout.lines
    where = bench.pytester.path
    same = putnam("recheck", "kept", cwd=where).stdout.splitlines()
    assert [line.rpartition(", ")[2] for line in same[:2]] == [
        "allowed_axioms none",
        f"allowed_axioms {axiom}",
    ]
    assert same[3] == "2 candidates: 2 as before, 0 differ, 0 could not be checked"
    given = putnam("recheck", "kept", f"--allow-axiom={axiom}", cwd=where)
    assert given.returncode == ExitStatus.NOT_PROVED
    assert f"given in their place: allowed_axioms {axiom}" in given.stdout.splitlines()
    assert "attempt 1: was bad_axiom, is proved" in given.stdout
    bench.run("--putnam-run=strict")
    compared = putnam("compare", "strict", "kept", cwd=where).stdout.splitlines()
    assert f"differs: allowed_axioms: none -> {axiom}" in compared
    assert f"mixed: new: {mixed}" in compared
    assert "not checked alike (allowed_axioms): gains and losses may be the checker's" in compared


def test_a_statement_that_is_lost_or_changed_judges_nothing(kept: Path) -> None:
    file = kept / "bench" / "coq" / "src" / "putnam_1988_a1.v"
    text = file.read_text()
    file.write_text(text + "\n")
    changed = putnam("recheck", "kept", "--verdict=proved", cwd=kept)
    assert changed.returncode == ExitStatus.FAULT
    assert (
        "not checked: putnam_1988_a1 (coq) attempt 1: was proved, is infra_error" in changed.stdout
    )
    assert "has changed since the run" in changed.stdout
    file.unlink()
    lost = putnam("recheck", "kept", "--verdict=proved", cwd=kept)
    assert lost.returncode == ExitStatus.FAULT
    assert "is not in" in lost.stdout
    elsewhere = kept / "elsewhere" / "coq" / "src" / file.name
    elsewhere.parent.mkdir(parents=True)
    elsewhere.write_text(text)
    named = putnam("recheck", "kept", "--verdict=proved", "--root=elsewhere", cwd=kept)
    assert named.stdout.endswith("\n1 candidate: 1 as before, 0 differ, 0 could not be checked\n")
    wrong = putnam("recheck", "kept", "--verdict=prooved", cwd=kept)
    assert wrong.returncode == ExitStatus.USAGE
    assert "'prooved' is no verdict. Did you mean 'proved'?" in wrong.stderr


def test_a_candidate_of_no_item_is_not_as_before(kept: Path) -> None:
    change(kept, "UPDATE attempt SET nodeid = 'gone' WHERE verdict = 'proved' AND attempt = 1")
    done = putnam("recheck", "kept", "--verdict=proved", cwd=kept)
    assert done.returncode == ExitStatus.FAULT
    assert "1 could not be checked" in done.stdout


def test_the_warm_up_problems_are_known_by_their_name(bench: Bench) -> None:
    """Also where the run was made with an installation elsewhere."""
    args = (
        "--putnam-root=warmup",
        "--putnam-lang=coq",
        "--prover=files",
        "--prover-opt=path=warmup",
    )
    one = ("--putnam-problem=warmup_peirce", "--putnam-run=kept")
    bench.run(*args, *one, path=None, prover=False).assert_outcomes(passed=1, deselected=23)
    change(bench.pytester.path, "UPDATE item SET dataset = '/elsewhere'")
    lost = putnam("recheck", "kept", cwd=bench.pytester.path)
    assert lost.returncode == ExitStatus.FAULT
    done = putnam("recheck", "kept", "--root=warmup", cwd=bench.pytester.path)
    assert done.stdout.endswith("\n1 candidate: 1 as before, 0 differ, 0 could not be checked\n")


def test_every_setting_of_a_checker_is_the_runs_or_the_machines() -> None:
    """Whoever adds one decides whose it is when a run is checked again."""
    machines = {"sandbox", "slots", "slots_are_chosen", "cache_dir", "isabelle_heaps"}
    assert {field.name for field in fields(CheckerSettings)} - machines == set(POLICIES)
    stored: dict[str, Plain] = {
        "isabelle_commands": "ML,setup",
        "lean_allow_meta": True,
        "sandbox": "none",
    }
    assert policies(stored) == {
        "isabelle_commands": frozenset({"ML", "setup"}),
        "lean_allow_meta": True,
        "allowed_axioms": frozenset(),
    }
