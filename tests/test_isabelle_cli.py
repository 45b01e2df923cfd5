"""The commands for people on Isabelle, over a stand-in for its programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from isabelle_builds import StandIn
from isabelle_cases import CORPUS

from pytest_putnam.cli import main

PROBLEM = CORPUS / "problems"


@pytest.fixture
def standin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    """Python is outside of what the sandbox shows, so these run without one."""
    made = StandIn(tmp_path / "Isabelle2024")
    monkeypatch.setenv("PUTNAM_ISABELLE", str(made.program))
    monkeypatch.setenv("PUTNAM_SANDBOX", "none")
    monkeypatch.setenv("PUTNAM_CACHE", str(tmp_path / "cache"))
    return made


@pytest.fixture
def proof(tmp_path: Path) -> Path:
    folder = tmp_path / "bench" / "isabelle"
    folder.mkdir(parents=True)
    text = (PROBLEM / "swap.thy").read_text().replace("swap", "putnam_2000_a1")
    (folder / "putnam_2000_a1.thy").write_text(text)
    (tmp_path / "Proof.thy").write_text("proof\n  from h show B ..\n  from h show A ..\nqed\n")
    return tmp_path / "Proof.thy"


def check(proof: Path, *more: str) -> int:
    problem = proof.parent / "bench" / "isabelle" / "putnam_2000_a1.thy"
    return main(["check", str(proof), f"--problem={problem}", "--lang=isabelle", *more])


@pytest.mark.usefixtures("standin")
def test_a_proof_is_checked_with_its_evidence(
    proof: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file's name and the distribution's are told."""
    assert check(proof, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["verdict"] == "proved"
    assert told["versions"]["isabelle"] == "2024"
    assert told["evidence"]["oracles"] == "none"


@pytest.mark.usefixtures("standin")
def test_a_refused_command_is_told_with_its_place(
    proof: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And may be allowed, unless it runs ML."""
    proof.write_text('value "1 + (1::nat)"\n\nby simp\n')
    assert check(proof) == 1
    assert "forbidden: line 1: value" in capsys.readouterr().out
    assert check(proof, "--isabelle-allow=value") == 0
    assert check(proof, "--isabelle-allow=ML") == 2
    assert "runs a program in ML" in capsys.readouterr().err


def test_an_error_is_told_with_its_place(
    standin: StandIn, proof: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In Unicode, at the line of the proof's file."""
    place = '(line 8 of "$THEORY")'
    said = [f"*** Failed to finish proof {place}:", "*** goal (1 subgoal):", "***  1. A \\<and> B"]
    standin.says(status=1, output=[*said, f'*** At command ".." {place}'])
    assert check(proof) == 1
    out = capsys.readouterr().out
    assert "compile_error: line 2: Failed to finish proof" in out
    assert "1. A ∧ B" in out


def test_the_doctor_tries_isabelle_out(
    standin: StandIn, capsys: pytest.CaptureFixture[str]
) -> None:
    """A checker that accepts a false theorem too is broken, and this one accepts all."""
    main(["doctor", "--lang=isabelle"])
    out = capsys.readouterr().out
    assert str(standin.program) in out
    assert "with its proof: proved" in out
    assert "a false variant of it: proved" in out
    assert "which is wrong" in out


def test_the_doctor_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where there is no Isabelle."""
    monkeypatch.delenv("ISABELLE_HOME", raising=False)
    monkeypatch.delenv("PUTNAM_ISABELLE", raising=False)
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    assert main(["doctor", "--lang=isabelle"]) == 1
    out = capsys.readouterr().out
    assert "not usable" in out
    assert "isabelle.in.tum.de" in out


@pytest.mark.usefixtures("standin")
def test_statements_of_a_benchmark_are_built(
    proof: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``putnam check-problems`` says which do not."""
    folder = proof.parent / "bench"
    text = (folder / "isabelle/putnam_2000_a1.thy").read_text().replace("2000_a1", "2000_a2")
    (folder / "isabelle/putnam_2000_a2.thy").write_text(text.replace("Main", '"HOL-Nowhere.X"'))
    assert main(["check-problems", str(folder), "--lang=isabelle"]) == 1
    out = capsys.readouterr().out
    assert "putnam_2000_a2.thy" in out
    assert "HOL-Nowhere.X" in out
    assert "1 of 2 statements compile" in out
