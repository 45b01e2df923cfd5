"""putnam session: a person proves a problem on a terminal, takes back, saves, and has it checked."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pexpect
import pytest
from putnam_command import putnam
from small_benchmark import write_benchmark

pytestmark = pytest.mark.real_coq

PROBLEM = "putnam_1901_a1"


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    write_benchmark(tmp_path / "bench")
    return tmp_path


@pytest.fixture
def terminal(bench: Path) -> pexpect.spawn[str]:
    """The command on a real terminal; its lines without colours."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "pytest_putnam.cli", "session", PROBLEM, "--lang=coq", "--root=bench"],
        cwd=str(bench),
        env={
            **os.environ,
            "PUTNAM_CACHE": str(bench.parent / "cache"),
            "NO_COLOR": "1",
            "TERM": "dumb",
        },
        encoding="utf-8",
        timeout=120,
        dimensions=(40, 120),
    )
    child.expect_exact(f"{PROBLEM}:0> ")
    return child


def say(child: pexpect.spawn[str], line: str) -> str:
    """What comes up to the next prompt."""
    child.sendline(line)
    child.expect(rf"{PROBLEM}:\d+> ")
    return child.before or ""


def test_from_the_statement_to_a_verdict(terminal: pexpect.spawn[str], bench: Path) -> None:
    assert "1 goal" in (terminal.before or "")
    said = say(terminal, "induction n")
    assert "2 goals" in said
    assert "goal 2: " in said
    assert "IHn" not in said
    assert "IHn" in say(terminal, "goals")
    assert "was not found" in say(terminal, "exact nonsense")
    assert "these are 2 sentences" in say(terminal, "idtac. idtac.")
    assert "0 goals, 1 hidden" in say(terminal, "- reflexivity")
    assert "1 goal" in say(terminal, "- simpl")
    assert "No goals are left." in say(terminal, "now rewrite IHn")
    assert "4 tactics are in proof.v" in say(terminal, "save proof.v")
    assert "save! proof.v overwrites it" in say(terminal, "save proof.v")
    assert re.search(r"^proved", say(terminal, "check"), re.MULTILINE)
    terminal.sendline("quit")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
    done = putnam("check", "proof.v", "--problem", PROBLEM, "--root=bench", cwd=bench)
    assert done.stdout.splitlines()[1].startswith("proved")


def test_taking_back(terminal: pexpect.spawn[str]) -> None:
    say(terminal, "induction n")
    say(terminal, "- reflexivity")
    assert "2 goals" in say(terminal, "undo")
    say(terminal, "all: simpl")
    said = say(terminal, "undo 5")
    assert "1 goal" in said
    assert "Proof.\r\nQed." in say(terminal, "script")
    terminal.sendeof()
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 1


def test_control_c_ends_the_tactic_and_not_the_session(terminal: pexpect.spawn[str]) -> None:
    say(terminal, "induction n")
    terminal.sendline("do 1000000000 (do 1000000000 idtac)")
    terminal.expect_exact("idtac)")
    terminal.sendintr()
    terminal.expect_exact("interrupted; the goals are as before")
    terminal.expect_exact(f"{PROBLEM}:1> ")
    assert "0 goals, 1 hidden" in say(terminal, "- reflexivity")
    terminal.close()


def test_what_was_typed_before_can_be_had_again(terminal: pexpect.spawn[str], bench: Path) -> None:
    say(terminal, "induction n")
    terminal.sendline("quit")
    terminal.expect(pexpect.EOF)
    terminal.close()
    history = bench.parent / "cache" / "session_history"
    assert history.read_text().splitlines()[-2:] == ["induction n", "quit"]


def test_tactics_from_a_pipe(bench: Path) -> None:
    """Without a terminal there are no prompts; a line that ends in a backslash goes on."""
    script = "induction n; \\\n[ reflexivity | simpl; now rewrite IHn ]\ncheck\n"
    done = putnam("session", PROBLEM, "--lang=coq", "--root=bench", cwd=bench, stdin=script)
    assert (done.returncode, done.stderr) == (0, "")
    assert "No goals are left." in done.stdout
    assert ":0>" not in done.stdout


def test_an_incomplete_proof_is_no_proof(bench: Path) -> None:
    done = putnam(
        "session", PROBLEM, "--lang=coq", "--root=bench", cwd=bench, stdin="induction n\ncheck\n"
    )
    assert done.returncode == 1
    assert re.search(r"^incomplete", done.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["no_such_problem", "--lang=coq"], "there is no coq problem 'no_such_problem'"),
        ([PROBLEM], "which language?"),
        ([PROBLEM, "--lang=coq", "--tactic-timeout=0"], "--tactic-timeout=0 is no time"),
    ],
)
def test_wrong_usage(bench: Path, args: list[str], message: str) -> None:
    done = putnam("session", *args, "--root=bench", cwd=bench)
    assert done.returncode == 2
    assert message in done.stderr
