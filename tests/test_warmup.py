"""The warm-up problems: 24 in each language, each with a proof that the real checker accepts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from coq_cases import make_checker, shared_cache
from runs import Bench

from pytest_putnam.datasets import Dataset
from pytest_putnam.languages.coq.checker import CoqChecker
from pytest_putnam.model import Candidate, Language, Track, VerdictKind
from pytest_putnam.prover import Budget
from pytest_putnam.warmup import NAME, built_in_folder, known_proof, problem

CHECKED = r"\d+(\.\d+)+|\d{4}-\d{2} \(ML kernel\)"
ROOT = built_in_folder() / NAME
DATASET = Dataset(ROOT)
NAMES = [path.stem for path in DATASET.files(Language.COQ)]
EACH = [(path, language) for language in Language for path in DATASET.files(language)]


def entries() -> list[dict[str, object]]:
    found: list[dict[str, object]] = yaml.safe_load((ROOT / "informal/putnam.yaml").read_bytes())
    return found


def test_every_language_has_the_same_24_problems() -> None:
    assert len(NAMES) == 24
    for language in Language:
        assert [path.stem for path in DATASET.files(language)] == NAMES
    assert [entry["problem_name"] for entry in entries()] == NAMES


def test_the_index_marks_what_no_assistant_has_checked() -> None:
    for entry in entries():
        checked = entry["checked"]
        assert isinstance(checked, dict)
        assert set(checked) == set(Language)
        assert all(s == "unchecked" or re.fullmatch(CHECKED, s) for s in checked.values())


@pytest.mark.parametrize(("path", "language"), EACH, ids=lambda each: getattr(each, "stem", each))
def test_a_file_splits_without_a_warning(path: Path, language: Language) -> None:
    """It asks for an answer where the index says so, and gives it."""
    read = DATASET.read(path)
    assert (read.language, read.theorem, read.warnings) == (language, path.stem, ())
    assert (read.solution is not None) == bool(read.problem.informal_solution)
    assert read.problem.tags
    if read.solution is not None:
        assert read.solution.reference == known_proof(path.stem, language).solution


def test_at_least_six_ask_for_an_answer() -> None:
    assert sum(entry["informal_solution"] != "None." for entry in entries()) >= 6


def test_the_proofs_are_one_of_each() -> None:
    lines = [json.loads(line) for line in (ROOT / "proofs.jsonl").read_text().splitlines()]
    found = [(line["name"], line["language"]) for line in lines]
    assert sorted(found) == sorted((path.stem, language.value) for path, language in EACH)
    assert all(re.search(r"\b(sorry|admit|Admitted|oops)\b", x["code"]) is None for x in lines)


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CoqChecker]:
    made = make_checker(shared_cache(tmp_path_factory), warm=False)
    yield made
    made.close()


@pytest.mark.real_coq
@pytest.mark.parametrize("name", NAMES)
def test_the_known_proof_is_accepted_and_a_wrong_one_is_not(name: str, checker: CoqChecker) -> None:
    formalization, track = problem(name, Language.COQ), Track.WITH_SOLUTION
    known = known_proof(name, Language.COQ)
    verdict = checker.check(formalization, track, known, Budget(None))
    assert verdict.kind is VerdictKind.PROVED, verdict.reason
    wrong = checker.check(formalization, track, Candidate("Proof. exact I. Qed."), Budget(None))
    assert wrong.kind is VerdictKind.COMPILE_ERROR


@pytest.mark.real_coq
def test_a_run_names_problems_and_proofs_by_a_word(bench: Bench) -> None:
    """In the track that asks for the answer, which the proofs have too."""
    result = bench.run(
        *("--putnam-root=warmup", "--putnam-lang=coq", "--putnam-problem=warmup_two_stamps"),
        *("--prover=files", "--prover-opt=path=warmup", "--putnam-track=no-solution"),
        path=None,
        prover=False,
    )
    result.assert_outcomes(passed=1, deselected=23)


def test_a_folder_of_that_name_is_taken_where_there_is_one(bench: Bench) -> None:
    bench.pytester.mkdir("warmup")
    result = bench.run("--putnam-root=warmup", "--putnam-lang=coq", "--co", path=None)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*warmup has not the layout of*"])


@pytest.mark.parametrize("path", [None, str(built_in_folder())])
def test_the_built_in_problems_are_run_without_them(bench: Bench, path: str | None) -> None:
    result = bench.run("--putnam-lang=all", "--co", "-q", path=path, prover=False)
    assert "180 tests collected" in result.stdout.str()
