"""Finding Isabelle, its heaps, and building the one that a benchmark needs."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from isabelle_builds import ML, StandIn
from isabelle_cases import formalization

from pytest_putnam.cli import main
from pytest_putnam.errors import AssistantMissing, InfraError
from pytest_putnam.languages.isabelle.heaps import Heaps, failure
from pytest_putnam.languages.isabelle.toolchain import find
from pytest_putnam.model import Candidate, Track
from pytest_putnam.prover import Budget

ANALYSIS = "HOL-Analysis.Derivative"
THEORY = f'theory slope imports Complex_Main "{ANALYSIS}" begin\n\ntheorem slope: "True"\n  sorry\n\nend\n'


@pytest.fixture
def standin(tmp_path: Path) -> StandIn:
    return StandIn(tmp_path / "Isabelle2024")


@pytest.fixture
def benchmark(tmp_path: Path) -> Path:
    folder = tmp_path / "bench" / "isabelle"
    folder.mkdir(parents=True)
    (folder / "putnam_2000_a1.thy").write_text(THEORY.replace("slope", "putnam_2000_a1"))
    text = THEORY.replace("slope", "putnam_2000_a2").replace(ANALYSIS, "HOL-Nowhere.Odd")
    (folder / "putnam_2000_a2.thy").write_text(text)
    return tmp_path / "bench"


@pytest.mark.parametrize("where", ["bin/isabelle", "", "bin"])
def test_a_distribution_is_found_where_it_is_named(standin: StandIn, where: str) -> None:
    """By its program, its folder, or the folder of its program."""
    found = find(str(standin.folder / where))
    assert found.executable == str(standin.program)
    assert found.versions["isabelle"] == "2024"
    assert found.versions["polyml"] == ML.removeprefix("polyml-")
    assert found.user_home_suffix == ".isabelle/Isabelle2024"
    assert found.system_heaps == standin.folder / "heaps"
    assert standin.folder in found.readable


def test_the_environment_and_path_are_looked_at(
    standin: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In this order; without any, what to install is said."""
    monkeypatch.delenv("ISABELLE_HOME", raising=False)
    monkeypatch.setenv("PATH", f"{standin.folder / 'bin'}:/usr/bin:/bin")
    assert find(None).home == standin.folder
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.setenv("ISABELLE_HOME", str(standin.folder))
    assert find(None).home == standin.folder
    monkeypatch.delenv("ISABELLE_HOME")
    with pytest.raises(AssistantMissing, match="--putnam-isabelle"):
        find(None)
    with pytest.raises(AssistantMissing, match="no Isabelle at"):
        find("/nowhere")


def test_an_old_distribution_is_refused(tmp_path: Path) -> None:
    """The audit's program needs what is there from 2022 on."""
    old = StandIn(tmp_path / "old", version="Isabelle2020")
    with pytest.raises(AssistantMissing, match="too old"):
        find(str(old.program))


def test_symbols_and_commands_are_the_distributions(standin: StandIn) -> None:
    """Besides those that are known without one."""
    found = find(str(standin.program))
    assert found.symbols.decode("\\<frobnicate> \\<and>") == "\U0001d49c ∧"
    assert {"frob", "ML", "theorem"} <= found.commands


def test_hol_is_enough_for_most(standin: StandIn, tmp_path: Path) -> None:
    """The heap that comes with the distribution."""
    heaps = Heaps(find(str(standin.program)), tmp_path)
    heap = heaps.for_imports(("Complex_Main", "Main"))
    assert (heap.session, heap.stores, heap.folders) == ("HOL", (), ())


def test_an_import_without_a_heap_says_what_to_do(standin: StandIn, tmp_path: Path) -> None:
    """And one that the distribution lacks is named as that."""
    heaps = Heaps(find(str(standin.program)), tmp_path)
    with pytest.raises(InfraError, match=rf"{ANALYSIS}.*putnam setup-isabelle"):
        heaps.for_imports(("Complex_Main", ANALYSIS))
    with pytest.raises(InfraError, match=r"no theory HOL-Analysis.Integrals"):
        heaps.for_imports(("Complex_Main", "HOL-Analysis.Integrals"))


def test_the_smallest_heap_that_is_enough_is_taken(standin: StandIn, tmp_path: Path) -> None:
    """One that was built for more serves too."""
    heaps = Heaps(find(str(standin.program)), tmp_path)
    large = heaps.build([ANALYSIS, "HOL-Library.Multiset"], lambda _: None)
    assert heaps.for_imports([ANALYSIS]) == large
    small = heaps.build([ANALYSIS], lambda _: None)
    assert heaps.for_imports([ANALYSIS]) == small
    assert heaps.for_imports([ANALYSIS, "HOL-Library.Multiset"]) == large
    assert heaps.for_imports(["Main"]).session == "HOL"


def test_a_heap_is_built_once(standin: StandIn, tmp_path: Path) -> None:
    """Under a lock, by whoever comes first; its session names what it holds."""
    toolchain = find(str(standin.program))
    made = []
    threads = [
        threading.Thread(
            target=lambda: made.append(Heaps(toolchain, tmp_path).build([ANALYSIS], lambda _: None))
        )
        for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 3
    assert len(set(made)) == 1
    assert len(standin.log("heap")) == 1
    root = (made[0].folders[0] / "ROOT").read_text()
    assert f'session "{made[0].session}" = "HOL" +' in root
    assert '"HOL-Analysis"' in root
    assert (made[0].stores[0] / made[0].session).is_file()


def test_a_check_sees_the_project_heap(standin: StandIn, tmp_path: Path) -> None:
    """As files of its own home, and as the parent of its session."""
    problem = formalization(THEORY, "slope")
    with standin.checker(tmp_path / "cache", sandbox="none") as checker:
        verdict = checker.check(problem, Track.WITH_SOLUTION, Candidate("by simp"), Budget(None))
        assert verdict.kind.value == "infra_error"
        heap = Heaps(standin.toolchain(), tmp_path / "cache").build([ANALYSIS], lambda _: None)
        verdict = checker.check(problem, Track.WITH_SOLUTION, Candidate("by simp"), Budget(None))
        assert verdict.kind.value == "proved", verdict.reason
    (log,) = standin.log("check")
    assert f'= "{heap.session}" +' in log["root"]
    assert str(heap.folders[0]) in log["arguments"]
    store = f".isabelle/Isabelle2024/heaps/{ML}"
    assert {f"{store}/{heap.session}", f"{store}/log/{heap.session}.db"} <= set(log["home"])


def test_a_failed_build_leaves_no_heap(standin: StandIn, tmp_path: Path) -> None:
    """And says what is missing."""
    standin.script["heap"] = {
        "status": 1,
        "output": ['*** Cannot load theory "HOL-Analysis.Derivative"'],
    }
    standin.save()
    heaps = Heaps(find(str(standin.program)), tmp_path)
    with pytest.raises(InfraError, match=r"lacks HOL-Analysis\.Derivative"):
        heaps.build([ANALYSIS], lambda _: None)
    assert not heaps.has([ANALYSIS])


def test_setup_isabelle_builds_what_a_benchmark_needs(
    standin: StandIn, benchmark: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It names what the distribution lacks, shows progress, and skips what is done."""
    argv = ["setup-isabelle", str(benchmark), "--isabelle", str(standin.program)]
    argv += ["--cache", str(tmp_path / "cache")]
    assert main([*argv, "--dry-run"]) == 0
    assert "would be built" in capsys.readouterr().out
    assert not standin.log("heap")
    assert main(argv) == 0
    said = capsys.readouterr().out
    assert "has no HOL-Nowhere.Odd: putnam_2000_a2" in said
    assert "Building Putnam_" in said
    assert "ready" in said
    assert main(argv) == 0
    assert "there already" in capsys.readouterr().out
    assert len(standin.log("heap")) == 1


def test_setup_isabelle_builds_hol_where_it_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in a copy of the repository, which has no heaps."""
    bare = StandIn(tmp_path / "bare", heap=False)
    assert (
        main(
            [
                "setup-isabelle",
                "--isabelle",
                str(bare.program),
                "--cache",
                str(tmp_path / "c"),
                "--problem",
                "putnam_2001_a1",
            ]
        )
        == 0
    )
    assert "Building HOL" in capsys.readouterr().out
    heap = Heaps(find(str(bare.program)), tmp_path / "c").for_imports(["Main"])
    assert heap.session == "HOL"
    assert heap.stores


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (
            '*** Cannot load theory file "/x/NoSuchTheory.thy"\n',
            "the distribution lacks /x/NoSuchTheory.thy",
        ),
        ('*** Undefined session(s): "HOL-Foo"\n', "the distribution lacks HOL-Foo"),
        ("*** one\n*** two\n", "one two"),
        ("what else it says\n", "what else it says"),
    ],
)
def test_a_failure_is_told_in_a_line(output: str, said: str) -> None:
    """What is missing by its name, else Isabelle's own words."""
    assert failure(output) == said


def test_what_a_candidate_imports_besides_is_taken_where_it_can_be(
    standin: StandIn, tmp_path: Path
) -> None:
    """From a heap that has it, or from source where that takes seconds; else it is left out, and told."""
    heaps = Heaps(find(str(standin.program)), tmp_path)
    light, heavy = "HOL-Library.Multiset", ANALYSIS
    assert heaps.for_candidate(["Complex_Main"], [light])[1] == ()
    assert heaps.for_candidate(["Complex_Main"], [light, heavy])[1] == (heavy,)
    built = heaps.build([heavy], lambda _: None)
    assert heaps.for_candidate(["Complex_Main"], [heavy]) == (built, ())
    assert heaps.for_candidate([heavy], [light, heavy]) == (built, ())
    assert heaps.for_candidate(["Complex_Main"], [])[0].session == "HOL"
    assert heaps.for_candidate(["Complex_Main"], ["HOL-Nowhere.X"])[1] == ("HOL-Nowhere.X",)


def test_an_import_that_is_left_out_is_told_with_the_error(
    standin: StandIn, tmp_path: Path
) -> None:
    """The proof is tried without it: most do not need what they import."""
    problem = formalization(THEORY.replace(f' "{ANALYSIS}"', ""), "slope")
    code = THEORY.replace("sorry", "by simp")
    with standin.checker(tmp_path / "cache", sandbox="none") as checker:
        verdict = checker.check(problem, Track.WITH_SOLUTION, Candidate(code), Budget(None))
        assert verdict.kind.value == "proved", verdict.reason
        place = '(line 4 of "$THEORY")'
        standin.says(
            status=1, output=[f"*** Undefined fact {place}", f'*** At command "by" {place}']
        )
        verdict = checker.check(problem, Track.WITH_SOLUTION, Candidate(code), Budget(None))
    assert verdict.kind.value == "compile_error"
    assert f"{ANALYSIS} were left out" in verdict.reason
    assert ANALYSIS not in "".join(standin.log("check")[0]["theories"].values())
