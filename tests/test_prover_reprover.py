"""The prover reprover: its options, what it refuses before a run, its whole way from weights to a verdict."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from copra_cases import outline, record, task_of
from lean_cases import find_toolchain, formalization, make_project, shared
from lean_program import lean_executable
from process_cases import until
from prover_tasks import make_prover
from pytest_putnam.provers.reprover_networks import Networks
from pytest_putnam.provers.reprover_options import read_options
from reprover_cases import CORPUS, STEPS, TEXT, make_network, write_corpus

from pytest_putnam.errors import BadInput, BudgetExhausted, InfraError
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.lean4.toolchain import LeanToolchain
from pytest_putnam.model import Language, Track, VerdictKind
from pytest_putnam.proof_session import SessionSettings, open_on
from pytest_putnam.prover import Answer, Budget, Prover
from pytest_putnam.registry import find_prover, make_settings

LEAN = frozenset({Language.LEAN4})
needs_torch = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("torch", "transformers")),
    reason="torch and transformers are not installed (the extra 'reprover')",
)


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The options alone are looked at: whether torch is there makes no difference."""
    find_spec = importlib.util.find_spec

    def found(name: str, package: str | None = None) -> object:
        return name if name in {"torch", "transformers"} else find_spec(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", found)


def made(tmp_path: Path, *options: str, name: str = "reprover") -> Prover:
    return make_prover(name, tmp_path, *options, languages=LEAN)


def test_without_torch_a_run_ends_before_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(
        BadInput, match=r"lacks torch and transformers: .*pip install pytest-putnam"
    ):
        made(tmp_path, "retrieval=false")


def test_it_is_a_usage_error_of_pytest(pytester: pytest.Pytester) -> None:
    pytester.mkdir("bench")
    result = pytester.runpytest_subprocess(
        "bench",
        "--putnam-lang=lean4",
        "--prover=reprover",
        "--prover-opt=retrieval=false",
        "--prover-opt=samples=1",
    )
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    said = "samples=1: it must be" if importlib.util.find_spec("torch") else "pip install"
    result.stderr.fnmatch_lines([f"*ERROR*{said}*"])


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "corpus.jsonl by --prover-opt corpus=FILE, or go without by --prover-opt retrieval=false"),
        (("retrieval=maybe",), "retrieval=maybe: it must be true or false"),
        (("retrieval=false", "corpus=a.jsonl"), "omit one"),
        (("corpus=a.jsonl",), "corpus=.*a.jsonl cannot be read: No such file"),
        (("retrieval=false", "device=tpu"), "device=tpu: it must be auto, cpu or cuda"),
        (("retrieval=false", "samples=1"), "samples=1: it must be a whole number from 2"),
        (("retrieval=false", "model=./weights"), "there is no folder .*weights"),
        (("retrieval=false", "model=empty"), "the folder has no config.json"),
        (("retrieval=false", "length-penalty=much"), "length-penalty=much"),
    ],
)  # fmt: skip
def test_options_that_cannot_be_used(tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput, match=said):
        made(tmp_path, *options)


@pytest.mark.usefixtures("installed")
def test_both_settings_of_the_paper_take_its_weights(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path)
    told = dict(made(tmp_path, f"corpus={corpus.name}").versions())
    assert told == {
        "model": "kaiyuy/leandojo-lean4-retriever-tacgen-byt5-small",
        "retrieval": f"100 of {corpus}",
        "retriever": "kaiyuy/leandojo-lean4-retriever-byt5-small",
        "search": "best first, 64 tactics per state, length penalty 1, no limit of states",
    }
    without = dict(made(tmp_path, name="reprover-no-retrieval").versions())
    assert without == dict(made(tmp_path, "retrieval=false").versions())
    assert without["model"] == "kaiyuy/leandojo-lean4-tacgen-byt5-small"
    assert without["retrieval"] == "none"


@pytest.mark.usefixtures("installed")
def test_weights_of_ones_own_are_told_by_what_they_are(tmp_path: Path) -> None:
    """Two networks that were in the same folder one after the other are told apart."""
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "config.json").write_text("{}")
    told = []
    for weights in (b"some", b"more", b"some"):
        (tmp_path / "own" / "model.safetensors").write_bytes(weights)
        told.append(made(tmp_path, "retrieval=false", "model=own").versions()["model"])
    assert told[0].startswith(f"{tmp_path / 'own'} (weights ")
    assert told[0] == told[2] != told[1]


@pytest.mark.usefixtures("installed")
def test_it_has_600_s_and_one_attempt_unless_told_otherwise(tmp_path: Path) -> None:
    prover = made(tmp_path, "retrieval=false")
    assert (prover.default_attempt_timeout_s, prover.default_attempts) == (600.0, 1)
    again = prover.attempt(task_of(formalization(TEXT), tmp_path, attempt=2), Budget(None))
    assert again.candidates == ()
    assert "each attempt would do the same" in again.reason


@pytest.mark.usefixtures("installed")
def test_it_does_not_look_for_solutions(tmp_path: Path) -> None:
    text = (
        "prelude\nimport Tactics\nabbrev putnam_1903_a1_solution : Prop := sorry\n-- True\n"
        "theorem putnam_1903_a1 : Or putnam_1903_a1_solution False :=\n  sorry\n"
    )
    formal = formalization(text, "putnam_1903_a1")
    prover = made(tmp_path, "retrieval=false")
    answer = prover.attempt(task_of(formal, tmp_path, track=Track.NO_SOLUTION), Budget(None))
    assert answer.candidates == ()
    assert "cannot find putnam_1903_a1_solution" in answer.reason


# -- from weights to verdicts, on real Lean


@pytest.fixture(scope="module")
def lean(tmp_path_factory: pytest.TempPathFactory) -> LeanToolchain:
    return find_toolchain(shared(tmp_path_factory))


@pytest.fixture(scope="module")
def untrained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Random weights."""
    return make_network(tmp_path_factory.mktemp("random"), seed=3)


def prove(
    lean: LeanToolchain,
    folder: Path,
    *options: str,
    name: str = "reprover",
    budget: Budget | None = None,
) -> tuple[Answer, Prover]:
    """One attempt on the tests' Lean."""
    cls = find_prover(name)
    limits = CheckerSettings(cache_dir=folder / "cache", slots=1, memory_mb=2048)
    given = ["samples=4", "max-output=40", *options]
    prover = cls(
        make_settings(
            cls, given, root_dir=folder, languages=LEAN, toolchains=lambda _: lean, limits=limits
        )
    )
    formal = formalization(TEXT, "putnam_1903_a1")
    return prover.attempt(task_of(formal, folder), budget or Budget(120)), prover


@needs_torch
@pytest.mark.real_lean4
def test_a_network_that_knows_the_way_walks_it(lean: LeanToolchain, tmp_path: Path) -> None:
    network = make_network(tmp_path / "learned", steps=STEPS)
    answer, _ = prove(lean, tmp_path, f"model={network}", name="reprover-no-retrieval")
    told = record(answer)
    lines = [line for line in outline(told.root) if line.endswith((" ok", " closed"))]
    assert lines[-1].strip() == "exact hq closed"
    assert told.statistics.queries >= 3
    assert told.statistics.model_s > 0
    (candidate,) = answer.candidates
    assert [line.strip() for line in candidate.code.splitlines()][-3:] == list(STEPS.values())


@needs_torch
@pytest.mark.real_lean4
def test_a_random_network_gives_up_and_its_search_is_kept(
    lean: LeanToolchain, untrained: Path, tmp_path: Path
) -> None:
    answer, _ = prove(lean, tmp_path, "retrieval=false", f"model={untrained}", "expansions=5")
    assert answer.candidates == ()
    assert (answer.ended, "expanded" in answer.reason) == (VerdictKind.GAVE_UP, True)
    assert record(answer).statistics.queries >= 1
    assert len(outline(record(answer).root)) > 1


@needs_torch
@pytest.mark.real_lean4
def test_a_corpus_of_another_library_is_infra_error(
    lean: LeanToolchain, untrained: Path, tmp_path: Path
) -> None:
    """Without premises it would be the other setting: nothing is attempted."""
    corpus = write_corpus(tmp_path, CORPUS[:1])
    options = [f"model={untrained}", f"retriever={untrained}", f"corpus={corpus}"]
    said = r"nothing that putnam_1903_a1 imports \(it lacks Tactics\)"
    with pytest.raises(InfraError, match=said) as caught:
        prove(lean, tmp_path, *options)
    assert outline(record(caught.value.transcript).root) == ["root"]


@needs_torch
def test_weights_that_cannot_be_loaded_are_infra_error_and_tried_once(
    untrained: Path, tmp_path: Path
) -> None:
    """What a hub does not give after its own retries is not asked for at every problem again."""
    broken = tmp_path / "broken"
    shutil.copytree(untrained, broken)
    (broken / "model.safetensors").write_bytes(b"torn")
    options = {"retrieval": "false", "model": str(broken)}
    suggest = Networks(read_options(options, tmp_path), tmp_path).suggester(
        formalization(TEXT), Budget(None)
    )
    with pytest.raises(InfraError, match=r"model=.*broken \(a folder\) cannot be loaded"):
        suggest([])
    shutil.rmtree(broken)
    with pytest.raises(InfraError, match=r"model=.*broken \(a folder\) cannot be loaded"):
        suggest([])


@needs_torch
@pytest.mark.real_lean4
def test_a_library_that_the_corpus_lacks_is_noted(
    lean: LeanToolchain, untrained: Path, tmp_path: Path
) -> None:
    corpus = write_corpus(tmp_path, CORPUS[1:2])
    text = TEXT.replace("import Tactics", "import Base\nimport Tactics")
    networks = Networks(
        read_options(
            {"model": str(untrained), "retriever": str(untrained), "corpus": str(corpus),
             "samples": "2", "max-output": "4"},
            tmp_path,
        ),
        tmp_path,
    )  # fmt: skip
    formal = formalization(text, "putnam_1903_a1")
    limits = SessionSettings(memory_mb=2048)
    with open_on(lean, formal, Track.WITH_SOLUTION, limits, Budget(60)) as session:
        networks.suggester(formal, Budget(60))([session.root])
    (note,) = networks.notes
    assert note.startswith("the corpus of premises lacks Tactics")


@needs_torch
def test_an_index_that_there_is_no_time_for_is_nobodys_failure(
    untrained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says how far it came, and how to go on."""
    options = {"model": str(untrained), "retriever": str(untrained)}
    options["corpus"] = str(write_corpus(tmp_path))
    networks = Networks(read_options(options, tmp_path), tmp_path)
    budget = Budget(0.2)
    from pytest_putnam.provers.premise_index import PremiseIndex  # noqa: PLC0415 - needs numpy

    build = PremiseIndex.build

    def out_of_time(index: PremiseIndex, may_go_on: Callable[[], bool]) -> bool:
        assert until(lambda: budget.remaining_s() <= 0.0)
        return bool(build(index, may_go_on))

    monkeypatch.setattr(PremiseIndex, "build", out_of_time)
    with pytest.raises(InfraError, match=r"4 of 4 premises of .* have no vector yet.*run again"):
        networks.suggester(formalization(TEXT), budget)([])


@needs_torch
def test_an_attempt_without_time_generates_nothing(
    lean: LeanToolchain, untrained: Path, tmp_path: Path
) -> None:
    with pytest.raises(BudgetExhausted):
        prove(lean, tmp_path, "retrieval=false", f"model={untrained}", budget=Budget(0.0))


@needs_torch
@pytest.mark.real_lean4
def test_from_premises_and_weights_to_a_strict_verdict(tmp_path: Path, untrained: Path) -> None:
    """The generator knows what to do with the two premises that the file sees, and only with them."""
    premises = [
        "| intro (a : p) (b : q) : And p q",
        "def <a>Eq.mpr</a> (h : p = q) (x : q) : p",
    ]
    state = next(iter(STEPS))
    steps = {"\n\n".join([*order, state]): "exact <a>And.intro</a> hp hq"
             for order in (premises, premises[::-1])}  # fmt: skip
    network = make_network(tmp_path / "learned", steps={**steps, state: "exact nothing"})
    project = make_project(tmp_path / "bench" / "lean4")
    problem = project / "src" / "putnam_1903_a1.lean"
    problem.write_text(TEXT, encoding="utf-8")
    options = [f"model={network}", f"retriever={untrained}", f"corpus={write_corpus(tmp_path)}"]
    options += ["samples=4", "max-output=40"]
    environment = {
        **{name: text for name, text in os.environ.items() if not name.startswith("PYTEST_")},
        "PATH": f"{lean_executable().parent}:{os.environ['PATH']}",
        "PUTNAM_CACHE": str(tmp_path / "cache"),
    }
    done = subprocess.run(
        [*(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", str(problem)),
         *("--prover=reprover", f"--putnam-run={tmp_path / 'run'}"),
         *(f"--prover-opt={option}" for option in options)],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "best first, 4 tactics per state" in done.stdout
    with sqlite3.connect(tmp_path / "run" / "run.sqlite") as db:
        sql = "SELECT verdict, decided_by, transcript FROM attempt"
        ((verdict, decided_by, transcript),) = db.execute(sql).fetchall()
    db.close()
    assert (verdict, decided_by) == ("proved", "strict")
    assert outline(record(transcript).root)[1].strip() == "exact And.intro hp hq closed"
    assert list((tmp_path / "cache" / "premises").rglob("*.npy"))
