"""For the project's own tests: what they need of the machine, and what they really exercised."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_putnam.errors import AssistantMissing
from pytest_putnam.languages import backend
from pytest_putnam.model import Language

if TYPE_CHECKING:
    from runs import Bench

MARKERS = {f"real_{language}": language for language in Language}
HERE = Path(__file__).resolve().parent
BENCHMARK = HERE.parent / "shared" / "putnambench"


def pytest_configure(config: pytest.Config) -> None:
    """Declare the markers that say which assistant a test needs."""
    for marker in MARKERS:
        config.addinivalue_line("markers", f"{marker}: runs the real assistant; skipped without it")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose assistant is absent, with the reason."""
    for marker, language in MARKERS.items():
        if item.get_closest_marker(marker):
            try:
                if language is Language.LEAN4:
                    _find_lean()
                else:
                    backend(language).find(None)
            except AssistantMissing as missing:
                pytest.skip(str(missing))


def _find_lean() -> None:
    """The Lean that the tests bring with them. Raises `AssistantMissing`."""
    import lean_program  # noqa: PLC0415 - its folder is on the path once tests are collected

    try:
        lean_program.lean_executable()
    except lean_program.Absent as absent:
        raise AssistantMissing(str(absent)) from absent


@pytest.fixture(scope="session")
def benchmark_dir() -> Path:
    """The part of the official benchmark that tests read; it is not part of the project."""
    if not BENCHMARK.is_dir():
        pytest.skip("the official benchmark's files are not beside the project")
    return BENCHMARK


@pytest.fixture
def bench(
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> Bench:
    """An empty benchmark; compiled references are kept for the whole session."""
    from runs import Bench  # noqa: PLC0415 - its folder is on the path once tests are collected

    monkeypatch.setenv("PUTNAM_CACHE", str(tmp_path_factory.getbasetemp() / "putnam-cache"))
    for name in ("PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT", "PYTEST_XDIST_TESTRUNUID"):
        monkeypatch.delenv(name, raising=False)  # what runs inside is no worker of ours
    return Bench(pytester)


@pytest.fixture(params=[0, 2], ids=["n0", "n2"])
def workers(request: pytest.FixtureRequest) -> int:
    """With and without xdist."""
    count: int = request.param
    return count


def _tests_ran(terminalreporter: pytest.TerminalReporter) -> bool:
    return any(
        report.nodeid.startswith("tests/")
        for category in ("passed", "failed", "skipped")
        for report in terminalreporter.getreports(category)
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """End with the languages that were really exercised, where the project's own tests ran."""
    if terminalreporter.config.rootpath != HERE or not _tests_ran(terminalreporter):
        return
    counts: Counter[tuple[Language, str]] = Counter()
    for category in ("passed", "failed", "skipped"):
        for report in terminalreporter.getreports(category):
            # a module that skips itself is here too, as the report of its collection
            keywords = getattr(report, "keywords", ())
            for marker, language in MARKERS.items():
                counts[language, category] += marker in keywords
    terminalreporter.section("assistants exercised")
    for language in Language:
        ran = counts[language, "passed"] + counts[language, "failed"]
        skipped = counts[language, "skipped"]
        said = f"{ran} tests ran it" if ran else "not exercised"
        terminalreporter.line(f"{language}: {said}" + (f", {skipped} skipped" if skipped else ""))
