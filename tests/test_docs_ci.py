"""The jobs in docs/howto/run-in-ci.md: their YAML, the commands they name, and the options of those."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from pytest_putnam.baseline import read_baseline
from pytest_putnam.cli import _parser
from pytest_putnam.options import OPTIONS

PAGE = Path(__file__).parent.parent / "docs" / "howto" / "run-in-ci.md"
JOBS = ("name: provers", "provers:\n  image")
PYTEST_OPTIONS = {"--junitxml"}


def blocks() -> list[str]:
    return re.findall(
        r"^```yaml\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )


def commands(value: object) -> Iterator[str]:
    """Lines of shell scripts in a job."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name in ("run", "script", "after_script"):
                texts = inner if isinstance(inner, list) else [inner]
                yield from (line.strip() for text in texts for line in text.splitlines())
            elif isinstance(inner, dict | list):
                yield from commands(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from commands(inner)


@pytest.fixture(params=JOBS, ids=["github", "gitlab"])
def job(request: pytest.FixtureRequest) -> Any:
    (text,) = [block for block in blocks() if block.startswith(request.param)]
    return yaml.safe_load(text)


def test_both_jobs_gate_a_replayed_run_and_keep_junit_and_a_summary(job: Any) -> None:
    (tested,) = [line for line in commands(job) if line.startswith("pytest ")]
    words = shlex.split(tested)
    for wanted in (
        "--putnam-baseline=baseline.yaml",
        "--llm-cache=replay",
        "--junitxml=putnam.xml",
    ):
        assert wanted in words
    flags = {flag for option in OPTIONS for flag in (option.flag, option.off_flag)}
    given = {word.partition("=")[0] for word in words if word.startswith("--")}
    assert given <= flags | PYTEST_OPTIONS
    run_dir = next(w for w in words if w.startswith("--putnam-run=")).partition("=")[2]
    (report,) = [line for line in commands(job) if line.startswith("putnam report ")]
    assert shlex.split(report)[2] == run_dir
    assert "putnam.xml" in yaml.safe_dump(job)


def test_the_commands_are_there_and_know_their_options(job: Any) -> None:
    found = [line for line in commands(job) if line.startswith("putnam ")]
    assert {line.split()[1] for line in found} == {"doctor", "report"}
    for line in found:
        _parser().parse_args(shlex.split(line.partition(">>")[0])[1:])  # it exits where it does not


def test_the_summary_goes_where_each_service_shows_it() -> None:
    github, gitlab = (yaml.safe_load(b) for b in blocks() if b.startswith(JOBS))
    assert any(line.endswith('>> "$GITHUB_STEP_SUMMARY"') for line in commands(github))
    assert gitlab["provers"]["artifacts"]["reports"] == {"junit": "putnam.xml"}
    assert gitlab["provers"]["artifacts"]["paths"] == ["summary.md"]


def test_the_baseline_on_the_page_can_be_read(tmp_path: Path) -> None:
    (text,) = [block for block in blocks() if block.startswith("version:")]
    (tmp_path / "b.yaml").write_text(text)
    (solve,) = read_baseline(tmp_path / "b.yaml").values()
    assert str(solve) == "attempt 2 of 4"


@pytest.mark.parametrize("page", ["run-in-ci.md", "compare-runs.md"])
def test_commands_in_the_text_are_there_too(page: str) -> None:
    text = (PAGE.parent / page).read_text(encoding="utf-8")
    found = re.findall(r"^    (putnam .*?)(?:\s+#.*)?$", text, re.MULTILINE)
    assert found or page == "run-in-ci.md"
    for line in found:
        _parser().parse_args(shlex.split(line)[1:])
