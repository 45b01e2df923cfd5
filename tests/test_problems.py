"""The built-in problems: index and files belong together, and no file holds a proof.

In Coq every statement compiles, and so do sanity lemmas about it (``problem_sanity/``).
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from pytest_putnam.datasets import Dataset
from pytest_putnam.languages import backend
from pytest_putnam.languages.base import Checker, CheckerSettings
from pytest_putnam.model import PROBLEM_NAME, Formalization, Language, Track
from pytest_putnam.process import Limits, Sandbox, run

CHECKED = r"\d+(\.\d+)+|\d{4}-\d{2} \(ML kernel\)"
HERE = Path(__file__).resolve().parent
SANITY = HERE / "problem_sanity"
DATASET = Dataset(HERE.parent / "problems")
FILES = [path for language in Language for path in DATASET.files(language)]
ASKING = [path for path in FILES if DATASET.problem(path.stem).informal_solution]
COQ_NAMES = [path.stem for path in DATASET.files(Language.COQ)]
NO_PROOF = {
    Language.COQ: "Proof. Admitted.",
    Language.LEAN4: "sorry",
    Language.ISABELLE: "sorry",
}
TAGS = {
    "abstract_algebra",
    "algebra",
    "analysis",
    "combinatorics",
    "geometry",
    "linear_algebra",
    "number_theory",
    "probability",
    "set_theory",
}


def index() -> list[dict[str, object]]:
    text = (DATASET.root / "informal" / "putnam.yaml").read_text(encoding="utf-8")
    entries = yaml.safe_load(text)
    assert isinstance(entries, list)
    return entries


def file_id(path: Path) -> str:
    return f"{path.stem}-{path.suffix[1:]}"


def test_index_is_sorted_and_complete() -> None:
    entries = index()
    names = [str(entry["problem_name"]) for entry in entries]
    assert len(names) == 60
    assert names == sorted(set(names))
    for name, entry in zip(names, entries, strict=True):
        assert PROBLEM_NAME.fullmatch(name)
        assert entry.keys() == {
            "problem_name",
            "informal_statement",
            "informal_solution",
            "tags",
            "checked",
        }
        assert str(entry["informal_statement"]).endswith((".", "?", ".)")), name
        tags = entry["tags"]
        assert isinstance(tags, list)
        assert tags, name
        assert set(tags) <= TAGS, name


def test_index_says_of_every_file_whether_it_was_checked() -> None:
    present: dict[str, set[str]] = {}
    for language in Language:
        for path in DATASET.files(language):
            present.setdefault(path.stem, set()).add(str(language))
    said = {}
    for entry in index():
        checked = entry["checked"]
        assert isinstance(checked, dict)
        said[str(entry["problem_name"])] = set(checked)
        for state in checked.values():
            assert state == "unchecked" or re.fullmatch(CHECKED, state), entry
    assert said == present


@pytest.mark.parametrize("path", FILES, ids=file_id)
def test_file_splits_into_statement_solution_and_no_proof(path: Path) -> None:
    formalization = DATASET.read(path)
    assert formalization.warnings == ()
    assert formalization.theorem == path.stem
    assert formalization.variables == ()
    proof = formalization.proof.of(formalization.text).strip()
    assert proof == NO_PROOF[formalization.language]
    check_solution(formalization)


def check_solution(formalization: Formalization) -> None:
    """A problem that asks for an answer has it before the statement, which uses it by name."""
    slot = formalization.solution
    assert (slot is not None) == bool(formalization.problem.informal_solution)
    if slot is not None:
        assert slot.name == f"{formalization.name}_solution"
        assert slot.type
        assert slot.reference
        assert slot.declaration.end <= formalization.statement.start
        statement = formalization.statement.of(formalization.text)
        assert re.search(rf"\b{slot.name}\b", statement)
        assert slot.reference not in {"true", "false"} or f"{slot.name} = true" in statement


@pytest.mark.parametrize("path", ASKING, ids=file_id)
def test_no_comment_gives_the_answer_to_who_must_find_it(path: Path) -> None:
    """As far as numbers tell: one above 1 in a comment stands in the statement or in the problem too."""
    formalization = DATASET.read(path)
    text = backend(formalization.language).task_text(formalization, Track.NO_SOLUTION)
    comments = re.findall(r"(?ms)^ *--[^\n]*|\(\*.*?\*\)", text)
    stated = formalization.statement.of(formalization.text)
    known = numbers(stated) | numbers(formalization.problem.informal_statement)
    assert {each for comment in comments for each in numbers(comment)} <= known | {"0", "1"}


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+", text))


@pytest.mark.parametrize("path", DATASET.files(Language.LEAN4), ids=file_id)
def test_lean_docstring_is_the_informal_statement(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    docstring = text.partition("/--")[2].partition("-/")[0]
    assert docstring.split() == DATASET.problem(path.stem).informal_statement.split()


@pytest.mark.parametrize("name", COQ_NAMES)
def test_sanity_lemmas_are_proved(name: str) -> None:
    """No sanity lemma is left open, and each file is about its problem."""
    text = (SANITY / f"{name}.v").read_text(encoding="utf-8")
    assert not re.search(r"\b(Admitted|admit|Abort|Axiom|Parameter|Variable|Hypothesis)\b", text)
    assert re.search(rf"From PutnamProblems Require Import (Sanity )?{name}\.", text)


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checker]:
    settings = CheckerSettings(
        sandbox="none", warm=False, cache_dir=tmp_path_factory.mktemp("references")
    )
    checker = backend(Language.COQ).find(None).checker(settings)
    yield checker
    checker.close()


@pytest.mark.real_coq
@pytest.mark.parametrize("path", DATASET.files(Language.COQ), ids=file_id)
def test_checker_takes_the_statement(path: Path, checker: Checker) -> None:
    """In the harder track where there are two; the other one's text is compiled below."""
    formalization = DATASET.read(path)
    track = Track.WITH_SOLUTION if formalization.solution is None else Track.NO_SOLUTION
    checker.prepare(formalization, track)


@pytest.mark.real_coq
@pytest.mark.parametrize("name", COQ_NAMES)
def test_statement_and_sanity_lemmas_compile(name: str, tmp_path: Path) -> None:
    """The hypotheses can be met, the solution fits small cases, a wrong one is refuted."""
    library, lemmas = tmp_path / "library", tmp_path / "lemmas"
    library.mkdir()
    lemmas.mkdir()
    shutil.copy(SANITY / "Sanity.v", library)
    shutil.copy(DATASET.root / "coq" / "src" / f"{name}.v", library)
    shutil.copy(SANITY / f"{name}.v", lemmas)
    for file in (library / "Sanity.v", library / f"{name}.v", lemmas / f"{name}.v"):
        compile_coq(file, library)
        assert file.with_suffix(".vo").is_file()


def compile_coq(file: Path, library: Path) -> None:
    argv = ["coqc", "-q", "-w", "none", "-noglob", "-Q", str(library), "PutnamProblems", file.name]
    done = run(
        argv, cwd=file.parent, limits=Limits(wall_s=120, resident_mb=8192), sandbox=Sandbox("none")
    )
    assert done.status == 0, f"{file.name} ended by {done.ended}: {done.stderr or done.stdout}"
