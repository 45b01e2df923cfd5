"""``putnam olean show`` and ``putnam setup-lean``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lean_cases import CORPUS
from lean_program import lean_executable, run_lean

from pytest_putnam.cli import main
from pytest_putnam.languages.lean4.toolchain import built_in_project


@pytest.mark.real_lean4
def test_olean_show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table of every constant, with what it rests on."""
    (tmp_path / "Base.lean").write_text((CORPUS / "Base.lean").read_text(encoding="utf-8"))
    run_lean(tmp_path, "-o", "Base.olean", "Base.lean")
    text = (
        "prelude\nimport Base\ntheorem open_one (p : Prop) : p := sorry\ndef three : Prop := True\n"
    )
    (tmp_path / "Cand.lean").write_text(text)
    run_lean(tmp_path, "-o", "Cand.olean", "Cand.lean")
    assert main(["olean", "show", str(tmp_path / "Cand.olean")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("Cand.olean: Lean 4.35.0, format 2")
    assert lines[1] == "imports Base; 2 constants"
    assert lines[2].split() == ["theorem", "safe", "open_one", "rests", "on", "sorryAx"]
    assert lines[3].split() == ["definition", "safe", "three"]

    assert main(["olean", "show", str(tmp_path / "Base.olean"), "--json"]) == 0
    about = json.loads(capsys.readouterr().out)
    found = {each["name"]: each for each in about["constants"]}
    assert found["Base.hidden"]["axioms"] == "Base.assumed"
    assert found["Eq.symm"]["universes"] == "u"
    assert found["lcErased"]["safety"] == "unsafe"
    assert about["hashes_agree"] is True


def test_olean_show_of_something_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "Cand.olean"
    file.write_bytes(b"PK\3\4" + bytes(200))
    assert main(["olean", "show", str(file)]) == 2
    assert "this is no .olean file" in capsys.readouterr().err
    assert main(["olean", "show", str(tmp_path / "none.olean")]) == 2
    assert "No such file" in capsys.readouterr().err


@pytest.mark.real_lean4
def test_doctor_says_what_is_wrong_with_a_lean_without_its_library(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The statement cannot be compiled: that is told, and it is no traceback."""
    monkeypatch.setenv("PUTNAM_LEAN_PROJECT", str(lean_executable()))
    assert main(["doctor", "--lang=lean4"]) == 1
    said = capsys.readouterr().out
    assert str(lean_executable()) in said
    assert "imports Init, which Lean does not find" in said


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with elan and lake, which do nothing but what is seen of them."""
    programs = tmp_path / "bin"
    programs.mkdir()
    scripts = {
        "elan": "exit 0",
        "lake": 'echo "$@" >> calls\n'
        'if [ "$1" = update ]; then touch lake-manifest.json; fi\n'
        'if [ "$1" = exe ]; then d=.lake/packages/mathlib/.lake/build/lib/lean; mkdir -p $d\n'
        "touch $d/Mathlib.olean; fi",
    }
    for name, script in scripts.items():
        (programs / name).write_text(f"#!/bin/sh\n{script}\n")
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return programs


def test_setup_lean_does_what_is_missing(machine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And a second time nothing."""
    assert machine.is_dir()
    assert main(["setup-lean"]) == 0
    folder = built_in_project()
    assert (folder / "calls").read_text() == "update\nexe cache get\n"
    assert "leanprover/lean4:v" in (folder / "lean-toolchain").read_text()
    capsys.readouterr()
    assert main(["setup-lean"]) == 0
    assert capsys.readouterr().out.count("there already") == 4
    assert (folder / "calls").read_text() == "update\nexe cache get\n"


def test_setup_lean_can_say_what_it_would_do(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.is_dir()
    assert main(["setup-lean", "--dry-run"]) == 0
    assert capsys.readouterr().out.count("would be done") == 3
    assert not built_in_project().exists()


def test_setup_lean_says_which_step_failed(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (machine / "lake").write_text("#!/bin/sh\nexit 7\n")
    assert main(["setup-lean"]) == 3
    assert "lake update` ended with status 7" in capsys.readouterr().err
