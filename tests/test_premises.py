"""Premises of reprover: the corpus, what a file sees of it, the prompt."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_putnam.provers.premises import (
    Premise,
    PremiseCorpus,
    check_corpus,
    imports_of,
    module_of,
    read_corpus,
    with_premises,
)
from reprover_cases import CORPUS, TEXT, write_corpus

from pytest_putnam.errors import BadInput


@pytest.fixture
def corpus(tmp_path: Path) -> PremiseCorpus:
    return read_corpus(write_corpus(tmp_path))


def names(corpus: PremiseCorpus, *modules: str) -> list[str]:
    return [corpus.premises[at].full_name for at in corpus.accessible(modules)]


def test_what_tracing_left_without_name_or_code_is_no_premise(corpus: PremiseCorpus) -> None:
    found = [premise.full_name for premise in corpus.premises]
    assert found == ["Nat.init", "And.intro", "Eq.mpr", "Far.away"]


def test_only_imported_files_are_seen_and_what_they_import(corpus: PremiseCorpus) -> None:
    assert names(corpus, *imports_of(TEXT)) == ["And.intro", "Eq.mpr"]
    assert names(corpus, "Base") == ["And.intro"]
    assert names(corpus, "Init", "Other.Far") == ["Nat.init", "And.intro", "Eq.mpr", "Far.away"]
    assert names(corpus, "Nowhere") == []
    assert corpus.lacks(["Base", "Nowhere"]) == ["Nowhere"]


def test_imports_may_be_in_a_circle_or_absent(tmp_path: Path) -> None:
    first, second = {**CORPUS[1]}, {**CORPUS[2]}
    first["imports"] = ["Tactics.lean", "Gone.lean"]
    corpus = read_corpus(write_corpus(tmp_path, (first, second)))
    assert names(corpus, "Base") == ["And.intro", "Eq.mpr"]


@pytest.mark.parametrize(
    ("path", "module"),
    [
        ("Mathlib/Order/Basic.lean", "Mathlib.Order.Basic"),
        (".lake/packages/mathlib/Mathlib/Init.lean", "Mathlib.Init"),
        (".lake/packages/lean4/src/lean/Init/Prelude.lean", "Init.Prelude"),
        ("lake-packages/std/Std/Data.lean", "Std.Data"),
        ("./.lake/packages/batteries/Batteries.lean", "Batteries"),
    ],
)
def test_a_path_of_the_corpus_is_a_module_of_lean(path: str, module: str) -> None:
    assert module_of(path) == module


@pytest.mark.parametrize(
    ("text", "modules"),
    [
        ("import Mathlib\n\nopen Nat\ntheorem a : True := sorry\n", ("Init", "Mathlib")),
        ("-- import Not\nimport A.B -- why\nimport «C»\n/- import D -/\n", ("Init", "A.B", "C")),
        ("prelude\nimport Base\n", ("Base",)),
        ("theorem a : True := sorry\n", ("Init",)),
    ],
)
def test_a_file_names_its_imports(text: str, modules: tuple[str, ...]) -> None:
    assert imports_of(text) == modules


@pytest.mark.parametrize(
    ("full_name", "code", "marked"),
    [
        ("Nat.gcd_self", "theorem gcd_self (n) : gcd n n = n", "theorem <a>Nat.gcd_self</a> (n) : gcd n n = n"),
        ("Nat.gcd", "def Nat.gcd : Nat", "def <a>Nat.gcd</a> : Nat"),
        ("a.b", "theorem _root_.a.b : True", "theorem <a>a.b</a> : True"),
        ("x.y", "theorem «y» : True", "theorem <a>x.y</a> : True"),
        ("x.le", "theorem le_of (h : le a b)", "theorem le_of (h : <a>x.le</a> a b)"),
        ("x.f'", "lemma f' : f (x) = f' x", "lemma <a>x.f'</a> : f (x) = <a>x.f'</a> x"),
        ("a.{u}+", "def other", "def other"),
    ],
)  # fmt: skip
def test_the_declared_name_is_marked_in_full(full_name: str, code: str, marked: str) -> None:
    assert Premise("A.lean", full_name, code).marked == marked


def test_the_best_premise_is_next_to_the_state_and_what_does_not_fit_is_left_out() -> None:
    best = Premise("A.lean", "a", "theorem a : 1 = 1")
    long = Premise("A.lean", "b", f"theorem b : {'∀' * 50}")
    last = Premise("A.lean", "c", "theorem c : 2 = 2")
    parts = ["theorem <a>c</a> : 2 = 2", "theorem <a>a</a> : 1 = 1", "⊢ p"]
    whole = "\n\n".join(parts)
    size = len(whole.encode())
    assert with_premises("⊢ p", [best, long, last], size) == whole
    assert with_premises("⊢ p", [best, long, last], size - 1) == "\n\n".join(parts[1:])
    assert with_premises("⊢ p", [best], 3) == "⊢ p"


@pytest.mark.parametrize(
    "line",
    ["", "no JSON", "[]", '{"path": "A.lean"}', '{"path": 1, "imports": [], "premises": []}',
     '{"path": "A.lean", "imports": [], "premises": [{"name": "a"}]}'],
)  # fmt: skip
def test_a_file_of_another_kind_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "corpus.jsonl"
    path.write_text(f"{line}\n")
    with pytest.raises(BadInput, match=r"line 1: it must be a JSON object with .path."):
        check_corpus(path)


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    path = write_corpus(tmp_path)
    path.write_text(path.read_text() + '{"path": "B.lean"}\n')
    check_corpus(path)
    with pytest.raises(BadInput, match="line 5"):
        read_corpus(path)


def test_the_digest_is_that_of_the_file(tmp_path: Path) -> None:
    first = read_corpus(write_corpus(tmp_path)).digest
    assert read_corpus(write_corpus(tmp_path)).digest == first
    assert read_corpus(write_corpus(tmp_path, CORPUS[1:])).digest != first
