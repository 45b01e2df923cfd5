"""The command putnam completions: list, export, import."""

from __future__ import annotations

from pathlib import Path

import pytest
from model_requests import ask_for

from pytest_putnam.cli import main
from pytest_putnam.llm import CacheMode, Completion
from pytest_putnam.model import Usage
from pytest_putnam.models.completions import Completions


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    file = tmp_path / "kept.sqlite"
    store = Completions(file, CacheMode.READ_WRITE, "run")
    for sample in (1, 2):
        completion = Completion(f"lia {sample}.", usage=Usage(1, 100, 10))
        store.put(ask_for("prove\nit"), sample, completion, "made_up coq with-solution")
    store.close()
    return file


def test_list(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completions", "list", str(kept)]) == 0
    printed = capsys.readouterr().out
    assert "made_up coq with-solution  test-model  completions 2, tokens 20" in printed


def test_what_is_exported_can_be_imported(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, again = tmp_path / "kept.yaml", tmp_path / "again.sqlite"
    assert main(["completions", "export", str(kept), str(text)]) == 0
    assert "lia 2." in text.read_text()
    for new in (2, 0):
        assert main(["completions", "import", str(text), str(again)]) == 0
        assert f"{new} of 2 completions are new" in capsys.readouterr().out
    store = Completions(again, CacheMode.REPLAY)
    got = store.get(ask_for("prove\nit"), 2)
    store.close()
    assert got is not None
    assert got.content == "lia 2."


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("export", "kept.sqlite"), "needs a file to write"),
        (("export", "kept.sqlite", "out.txt"), "must end in .yaml"),
        (("import", "kept.sqlite", "out.sqlite"), "only the text form"),
        (("list", "none.sqlite"), "does not exist"),
    ],
)
@pytest.mark.usefixtures("kept")
def test_wrong_usage_is_told(
    arguments: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["completions", *arguments]) == 2
    assert said in capsys.readouterr().err
