"""putnam check: one verdict with its evidence, and an exit status that scripts can rely on."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from putnam_command import putnam
from small_benchmark import FILES, write_benchmark

PROOF = "Proof.\n  induction n; [ reflexivity | simpl; now rewrite IHn ].\nQed.\n"


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    return write_benchmark(tmp_path / "bench")


def check(
    tmp_path: Path, code: str, *args: str, problem: str = "putnam_1901_a1"
) -> subprocess.CompletedProcess[str]:
    (tmp_path / "proof.v").write_text(code)
    return putnam("check", "proof.v", "--problem", problem, "--root=bench", *args, cwd=tmp_path)


def checked_json(done: subprocess.CompletedProcess[str]) -> dict[str, object]:
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


@pytest.mark.real_coq
@pytest.mark.usefixtures("bench")
def test_a_proof_is_proved_with_its_evidence(tmp_path: Path) -> None:
    done = check(tmp_path, PROOF)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    first, second, *rest = done.stdout.splitlines()
    assert first == "putnam_1901_a1 (coq, with-solution): proof.v"
    assert second.startswith("proved")
    assert any(line.split()[0] == "axioms" for line in rest), rest
    assert "coq 8" in rest[-1]


@pytest.mark.real_coq
@pytest.mark.parametrize(
    ("code", "verdict"),
    [
        ("Proof.\n  reflexivity.\nQed.", "compile_error"),
        ("Proof. Admitted.", "incomplete"),
        (
            "Axiom a : forall n, n + 0 = n.\n"
            + FILES["putnam_1901_a1"].replace("Admitted", "exact a. Qed"),
            "bad_axiom",
        ),
        ("Theorem putnam_1901_a1 : 1 = 1.\nProof. reflexivity. Qed.", "statement_changed"),
        (" \n", "no_code"),
    ],
)
@pytest.mark.usefixtures("bench")
def test_what_is_no_proof_gets_its_verdict_and_status_1(
    tmp_path: Path, code: str, verdict: str
) -> None:
    done = check(tmp_path, code, "--json")
    found = checked_json(done)
    assert (found["verdict"], found["proved"], done.returncode) == (verdict, False, 1)
    assert found["reason"]


@pytest.mark.real_coq
@pytest.mark.usefixtures("bench")
def test_an_error_is_placed_in_the_file_that_was_given(tmp_path: Path) -> None:
    done = check(tmp_path, "Proof.\n  intros n.\n  discriminate.\nQed.")
    assert "  proof.v:3:2: " in done.stdout
    found = json.loads(check(tmp_path, "\n\nProof. discriminate. Qed.", "--json").stdout)
    assert [(m["line"], m["column"]) for m in found["messages"]] == [(3, 7)]


@pytest.mark.real_coq
@pytest.mark.usefixtures("bench")
def test_the_json_says_what_was_judged(tmp_path: Path) -> None:
    found = checked_json(check(tmp_path, PROOF, "--json"))
    assert {k: found[k] for k in ("problem", "language", "track", "file", "verdict", "proved")} == {
        "problem": "putnam_1901_a1",
        "language": "coq",
        "track": "with-solution",
        "file": "proof.v",
        "verdict": "proved",
        "proved": True,
    }
    assert found["evidence"]
    assert found["messages"] == []


@pytest.mark.real_coq
@pytest.mark.usefixtures("bench")
def test_a_dash_is_standard_input(tmp_path: Path) -> None:
    args = ("check", "-", "--problem=putnam_1901_a1", "--lang=coq", "--root=bench")
    assert putnam(*args, cwd=tmp_path, stdin=PROOF).returncode == 0
    assert putnam(*args, cwd=tmp_path, stdin="Proof. Qed.").returncode == 1


@pytest.mark.real_coq
def test_the_problem_may_be_a_file_and_the_files_name(tmp_path: Path, bench: Path) -> None:
    source = bench / "coq" / "src" / "putnam_1901_a1.v"
    (tmp_path / "proof.v").write_text(PROOF)
    assert putnam("check", "proof.v", "--problem", source, cwd=tmp_path).returncode == 0
    lone = tmp_path / "made_up.v"
    lone.write_text(source.read_text().replace("putnam_1901_a1", "made_up"))
    assert putnam("check", "proof.v", "--problem=made_up.v", cwd=tmp_path).returncode == 0
    (tmp_path / "putnam_1901_a1.v").write_text(PROOF)
    assert putnam("check", "putnam_1901_a1.v", "--root=bench", cwd=tmp_path).returncode == 0


@pytest.mark.real_coq
@pytest.mark.usefixtures("bench")
def test_an_answer_is_taken_where_the_track_asks_for_it(tmp_path: Path) -> None:
    (tmp_path / "answer").write_text("4\n")
    proof = "Proof. reflexivity. Qed."
    for args, status in (
        (["--track=no-solution", "--solution", "4"], 0),
        (["--track=no-solution", "--solution-file", "answer"], 0),
        (["--track=no-solution", "--solution", "5"], 1),
        (["--track=no-solution"], 1),
        ([], 0),
    ):
        done = check(tmp_path, proof, *args, problem="putnam_1901_a2")
        assert done.returncode == status, (args, done.stdout, done.stderr)


@pytest.mark.real_coq
@pytest.mark.usefixtures("bench")
def test_an_axiom_may_be_allowed(tmp_path: Path) -> None:
    code = (
        "Require Import Coq.Logic.ExtensionalFunctionRepresentative.\n"
        + FILES["putnam_1901_a1"].partition("Proof.")[0]
        + "Proof.\n  pose proof (extensional_function_representative nat nat) as H.\n"
        + PROOF.removeprefix("Proof.\n")
    )
    axiom = "Coq.Logic.ExtensionalFunctionRepresentative.extensional_function_representative"
    refused = checked_json(check(tmp_path, code, "--json"))
    assert refused["verdict"] == "bad_axiom", refused
    assert "extensional_function_representative" in str(refused["reason"])
    assert check(tmp_path, code, f"--allow-axiom={axiom}").returncode == 0


@pytest.mark.real_coq
@pytest.mark.usefixtures("bench")
def test_a_proof_that_never_ends_runs_out_of_time(tmp_path: Path) -> None:
    done = check(tmp_path, "Proof.\n  repeat pose proof I.\nQed.", "--check-timeout=3", "--json")
    found = checked_json(done)
    assert (found["verdict"], done.returncode) == ("check_timeout", 1)


@pytest.mark.real_coq
@pytest.mark.usefixtures("bench")
def test_a_missing_library_is_a_fault_that_names_it(tmp_path: Path) -> None:
    done = check(tmp_path, "Proof. reflexivity. Qed.", "--json", problem="putnam_1901_a3")
    found = checked_json(done)
    assert (found["verdict"], found["proved"], done.returncode) == ("infra_error", False, 3)
    assert "NoSuchLibrary" in str(found["reason"])


@pytest.mark.real_coq
@pytest.mark.usefixtures("bench")
def test_a_candidate_cannot_steer_the_terminal(tmp_path: Path) -> None:
    done = check(tmp_path, 'Proof.\n  fail "\x1b[2J\x1b]0;title\x07\u202e".\nQed.')
    assert done.returncode == 1
    assert not set("\x1b\x07\u202e") & set(done.stdout + done.stderr)


@pytest.mark.real_coq
@pytest.mark.usefixtures("bench")
def test_a_reader_that_went_away_is_no_traceback(tmp_path: Path) -> None:
    with start(tmp_path, PROOF) as started:
        assert started.stdout is not None
        started.stdout.close()
        assert started.stderr is not None
        assert started.stderr.read() == ""
        assert started.wait(60) == 3


@pytest.mark.real_coq
@pytest.mark.usefixtures("bench")
def test_an_interrupt_ends_it_and_what_it_started(tmp_path: Path) -> None:
    with start(tmp_path, "Proof.\n  repeat pose proof I.\nQed.") as started:
        deadline = time.monotonic() + 60
        while not (below := descendants(started.pid)) and started.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        time.sleep(2)  # the reference is compiled by now, and the candidate runs
        below |= descendants(started.pid)
        started.send_signal(signal.SIGINT)
        out, err = started.communicate(timeout=30)
        assert (started.returncode, out, err) == (130, "", "putnam check: interrupted\n")
    assert below
    deadline = time.monotonic() + 10
    while alive := {pid for pid in below if Path(f"/proc/{pid}").exists()}:
        assert time.monotonic() < deadline, alive
        time.sleep(0.05)


def start(tmp_path: Path, code: str) -> subprocess.Popen[str]:
    (tmp_path / "proof.v").write_text(code)
    command = [sys.executable, "-m", "pytest_putnam.cli", "check", "proof.v", "--root=bench"]
    return subprocess.Popen(
        [*command, "--problem=putnam_1901_a1"],
        cwd=tmp_path,
        env={**os.environ, "PUTNAM_CACHE": str(tmp_path.parent / "cache")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def descendants(pid: int) -> set[int]:
    """The processes below `pid` now."""
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # it ended while we looked
            for child in map(int, task.read_text().split()):
                found |= {child} | descendants(child)
    return found


WRONG: list[tuple[list[str], str]] = [
    (["absent.v", "--problem=putnam_1901_a1"], "absent.v cannot be read: No such file"),
    (["/dev/zero", "--problem=putnam_1901_a1", "--lang=coq"], "has more than 256 MiB"),
    (["bench", "--problem=putnam_1901_a1", "--lang=coq"], "bench cannot be read: Is a directory"),
    (["proof.v"], "no coq problem 'proof' in"),
    (["proof.v", "--problem=putnam_1901_a4"], "Did you mean 'putnam_1901_a"),
    (["proof.v", "--problem=putnam_1901_b1"], "putnam_1901_b1.v"),
    (["proof.v", "--problem=gone/putnam_1901_a1.v"], "putnam_1901_a1.v"),
    (["proof.txt", "--problem=putnam_1901_a1"], "which language? Add --lang=lean4|isabelle|coq"),
    (["-", "--lang=coq"], "which problem? Add --problem NAME"),
    (["proof.v", "--problem=bench/coq/src/putnam_1901_a1.v", "--lang=isabelle"], "is a coq file"),
    (["proof.v", "--problem=putnam_1901_a1", "--lang=coq,lean4"], "one language at a time"),
    (["proof.v", "--problem=putnam_1901_a1", "--lang=coqq"], "Did you mean 'coq'"),
    (["latin.v", "--problem=putnam_1901_a1"], "not UTF-8: byte 0xe9 in line 2, byte 4"),
    (
        ["proof.v", "--problem=putnam_1901_a1", "--check-timeout=soon"],
        "--check-timeout=soon: it must",
    ),
    (["proof.v", "--problem=putnam_1901_a1", "--track=both"], "--track=both"),
    (["proof.v", "--problem=putnam_1901_a1", "--solution=1", "--solution-file=x"], "both given"),
    (["proof.v", "--problem=putnam_1901_a1", "--solution-file=x"], "x cannot be read"),
    (["proof.v", "--problem=putnam_1901_a1", "--root=nowhere"], "nowhere"),
    (["proof.v", "--problem=putnam_1901_a1", "--sandbox=docker"], "--sandbox=docker"),
    (["proof.v", "--problem=putnam_1901_a1", "--trac=x"], "unrecognized arguments: --trac=x"),
    ([], "the following arguments are required: FILE"),
]


@pytest.mark.parametrize(("args", "said"), WRONG, ids=[said[:24] for _, said in WRONG])
@pytest.mark.usefixtures("bench")
def test_wrong_usage_is_status_2_and_one_message(
    tmp_path: Path, args: list[str], said: str
) -> None:
    for name in ("proof.v", "proof.txt"):
        (tmp_path / name).write_text(PROOF)
    (tmp_path / "latin.v").write_bytes(b"Proof.\ncaf\xe9.\nQed.\n")
    root = [] if not args or any(a.startswith("--root") for a in args) else ["--root=bench"]
    done = putnam("check", *args, *root, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("before", "status", "said"),
    [
        (
            "import os; os.close(0); os.execv(sys.executable, [sys.executable, *sys.argv[1:]])",
            2,
            "closed",
        ),
        (
            (
                "from pytest_putnam import cli, cli_check; cli_check.read_text = None; "
                "sys.exit(cli.main(sys.argv[3:]))"
            ),
            3,
            "Traceback",
        ),
    ],
    ids=["no standard input", "a fault of ours"],
)
@pytest.mark.usefixtures("bench")
def test_what_hinders_us_has_not_the_status_of_a_verdict(
    tmp_path: Path, before: str, status: int, said: str
) -> None:
    args = [
        "-m",
        "pytest_putnam.cli",
        "check",
        "-",
        "--problem=putnam_1901_a1",
        "--root=bench",
        "--lang=coq",
    ]
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; {before}", *args],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert (done.returncode, done.stdout) == (status, "")
    assert said in done.stderr


@pytest.mark.usefixtures("bench")
def test_the_environment_is_read_and_named_when_wrong(tmp_path: Path) -> None:
    (tmp_path / "proof.v").write_text(PROOF)
    args = ("check", "proof.v", "--problem=putnam_1901_a1")
    done = putnam(*args, cwd=tmp_path, env={"PUTNAM_ROOT": "bench", "PUTNAM_TRACK": "x"})
    assert done.returncode == 2
    assert "PUTNAM_TRACK in the environment=x" in done.stderr


def test_a_language_without_a_checker_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "lean4" / "src"
    folder.mkdir(parents=True)
    (folder / "putnam_1901_a1.lean").write_text("theorem putnam_1901_a1 : 1 = 1 :=\nsorry\n")
    (tmp_path / "putnam_1901_a1.lean").write_text("by rfl")
    done = putnam("check", "putnam_1901_a1.lean", "--root=.", cwd=tmp_path)
    assert done.returncode == 2
    assert "lean4" in done.stderr
    assert "putnam doctor" in done.stderr


def test_the_version_is_told(tmp_path: Path) -> None:
    done = putnam("--version", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("pytest-putnam ")


def test_the_command_does_not_need_pytest(tmp_path: Path) -> None:
    """The command starts quickly, and runs where only the core is wanted."""
    code = "import sys, pytest_putnam.cli; print([m for m in sys.modules if m in ('pytest', 'openai')])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
