"""Nothing happens unless asked."""

from __future__ import annotations

import sys

import pytest
from runs import Bench

ORDINARY = """
import sys

def test_ordinary(request):
    assert "pytest_putnam.plugin" in sys.modules
    heavy = {"engine", "start", "store", "process", "worker", "controller", "datasets", "registry"}
    assert not [m for m in sys.modules if m.split(".")[1:2] and m.split(".")[0] == "pytest_putnam"
                and m.split(".")[1] in heavy]
    assert "openai" not in sys.modules
    assert "sqlite3" not in sys.modules
    assert not [p for n, p in request.config.pluginmanager.list_name_plugin() if n.startswith("putnam-")]
"""


@pytest.mark.parametrize("workers", [0, 1])
def test_ordinary_tests_do_not_notice_the_plugin(pytester: pytest.Pytester, workers: int) -> None:
    pytester.makepyfile(ORDINARY)
    pytester.makeini("[pytest]\nputnam_lang = coq\nputnam_attempts = 3\n")
    result = pytester.run(
        sys.executable, "-m", "pytest", "--strict-markers", "-v", "-n", str(workers), timeout=60
    )
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("putnam:*")
    assert not (pytester.path / ".putnam").exists()


def test_the_environment_alone_changes_nothing(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUTNAM_PROVER", "coqhammer")
    monkeypatch.setenv("PUTNAM_LANG", "coq")
    pytester.makepyfile(ORDINARY)
    pytester.run(sys.executable, "-m", "pytest", ".", timeout=60).assert_outcomes(passed=1)


def test_a_file_that_only_looks_like_a_benchmarks_changes_nothing(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile("def test_own(): pass")
    pytester.path.joinpath("coq").mkdir()
    pytester.path.joinpath("counter.v").write_text("module counter; endmodule\n")
    result = pytester.run(sys.executable, "-m", "pytest", ".", "-q", timeout=60)
    result.assert_outcomes(passed=1)
    verilog = pytester.run(sys.executable, "-m", "pytest", "counter.v", timeout=60)
    assert verilog.ret == pytest.ExitCode.USAGE_ERROR
    verilog.stderr.fnmatch_lines(["*not found*counter.v*"])


def test_a_benchmark_below_an_ordinary_argument_is_left_alone(bench: Bench) -> None:
    bench.problem("putnam_1988_b1")
    bench.pytester.makepyfile(test_own="def test_own(): pass")
    result = bench.run(path=".", prover=False)
    result.assert_outcomes(passed=1)


def test_a_benchmark_as_argument_is_enough(bench: Bench) -> None:
    bench.problem("putnam_1988_b1")
    result = bench.run("--co", "-q", prover=False)
    result.stdout.fnmatch_lines(["bench/coq/src/putnam_1988_b1.v::test_proved?coq?"])


@pytest.mark.parametrize("args", [["--help"], ["--markers"], ["--fixtures"], ["--version"]])
def test_asking_pytest_about_itself_needs_nothing(bench: Bench, args: list[str]) -> None:
    bench.problem("putnam_1988_b1")
    result = bench.run(*args, "--putnam-lang=coq", "--prover=scripted", prover=False)
    assert result.ret == pytest.ExitCode.OK


def test_help_shows_every_option_with_its_default(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest("--help")
    result.stdout.fnmatch_lines(["*--putnam-attempts=N*", "*--putnam-sandbox=KIND*"])
    text = " ".join(result.stdout.str().split())
    assert "all n attempts even after a proof; pass@k for k below n needs it. Default: no." in text


def test_collecting_starts_no_program_and_makes_no_prover(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    bench.problem("putnam_1988_b1")
    for language, name in (
        ("lean4/src", "putnam_1988_b1.lean"),
        ("isabelle", "putnam_1988_b1.thy"),
    ):
        bench.file(f"{language}/{name}", b"never read")
    with (bench.pytester.path / "conftest.py").open("a") as conftest:
        conftest.write(
            """
import subprocess

def forbidden(*args, **kwargs):
    raise RuntimeError("something was started")

subprocess.Popen.__init__ = os.posix_spawn = os.fork = os.system = forbidden
Scripted.__init__ = forbidden
"""
        )
    monkeypatch.setenv("PATH", "/nonexistent")
    result = bench.run("--co", "-q", "--putnam-lang=all", workers=workers, prover=False)
    result.stdout.fnmatch_lines(["3 tests collected*"])
    named = bench.run("--co", "-q", workers=workers)
    named.stdout.fnmatch_lines(["*::test_proved?coq-scripted?", "1 test collected*"])
    assert not (bench.pytester.path / ".putnam").exists()
