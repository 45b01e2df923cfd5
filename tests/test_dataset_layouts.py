"""Benchmarks in other layouts: miniF2F, ProofNet, FIMO, JSON lines. The files here are made up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from runs import Bench

from pytest_putnam.datasets import LAYOUTS, Benchmark, find_dataset
from pytest_putnam.errors import BadInput, SplitError
from pytest_putnam.languages.lean4.several import only, theorem_names
from pytest_putnam.model import Formalization, Language
from pytest_putnam.options import LAYOUT_NAMES

HEADER = "import Mathlib\n\nopen Real Nat\n"
MANY = (
    HEADER
    + """
/-- Any natural number. -/
def small (n : Nat) : Prop := n < 10

/-- The first. -/
theorem made_up_p1 (n : Nat)
  (h : small n) : n < 11 := by sorry

#check made_up_p1

lemma helper : 1 = 1 := rfl

open Finset in
/-- The second; the word sorry is no proof. -/
@[simp] theorem made_up_p2 (x : Real) (h : x + 1 = 3) :
    x = 2 := by
  sorry

-- about the third
theorem made_up_p3 : 2 + 2 = 4 := sorry
"""
)
THEORY = """theory made_up_p1 imports Complex_Main
begin

theorem made_up_p1:
  fixes x :: real
  assumes "x + 1 = 3"
  shows "x = 2"
  sorry

end
"""
LEAN3 = "import tactic\n\ntheorem {name} : 1 = 1 :=\nbegin\n  sorry\nend\n"


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def informal(path: Path, said: str) -> None:
    write(path, json.dumps({"problem_name": path.stem, "informal_statement": said}))


def found(root: Path, layout: str | None = None) -> Benchmark:
    dataset = find_dataset(root, layout)
    assert dataset is not None
    return dataset


def read_all(dataset: Benchmark, language: Language = Language.LEAN4) -> dict[str, Formalization]:
    entries = dataset.entries(language)
    return {e.problem.name: dataset.read(e.path, e.theorem) for e in entries}


@pytest.fixture
def minif2f(tmp_path: Path) -> Path:
    root = tmp_path / "miniF2F"
    write(root / "MiniF2F/Test.lean", MANY)
    write(root / "MiniF2F/Valid.lean", HEADER + "\ntheorem made_up_p4 : 1 + 1 = 2 := by sorry\n")
    write(root / "isabelle/test/made_up_p1.thy", THEORY)
    informal(root / "informal/test/made_up_p1.json", "Show the first.")
    return root


@pytest.fixture
def proofnet(tmp_path: Path) -> Path:
    root = tmp_path / "ProofNet"
    for book in ("Made-Up", "Other"):
        text = f"{HEADER}\ntheorem exercise_1_2 : 1 = 1 :=\nsorry\n\ntheorem exercise_1_3a : 2 = 2 :=\nsorry\n"
        write(root / f"formal/{book}.lean", text)
    tex = (
        "\\paragraph{Exercise 1.2} Show that $1 = 1$.\n\\begin{proof} Clear. \\end{proof}\n"
        "\\paragraph{Exercise 1.3a} Show that $2 = 2$.\n"
    )
    write(root / "informal/Made-Up.tex", tex)
    return root


@pytest.fixture
def fimo(tmp_path: Path) -> Path:
    root = tmp_path / "FIMO"
    write(
        root / "lean4/fimo.lean",
        f"{HEADER}\ntheorem fimo_2001_number_theory_p1 : 1 = 1 := by\n  sorry\n",
    )
    informal(root / "informal/fimo_2001_number_theory_p1.json", "Show that 1 is 1.")
    return root


def test_the_options_names_are_those_of_the_readers() -> None:
    assert tuple(LAYOUTS) == LAYOUT_NAMES


def test_minif2f_has_one_item_for_each_theorem(minif2f: Path) -> None:
    lean = read_all(found(minif2f))
    assert list(lean) == ["made_up_p1", "made_up_p2", "made_up_p3", "made_up_p4"]
    assert {name: read.problem.tags for name, read in lean.items()} == {
        **dict.fromkeys(("made_up_p1", "made_up_p2", "made_up_p3"), ("test",)),
        "made_up_p4": ("valid",),
    }
    assert lean["made_up_p1"].problem.informal_statement == "Show the first."
    assert all(read.theorem == name and not read.warnings for name, read in lean.items())
    (isabelle,) = read_all(found(minif2f), Language.ISABELLE).values()
    assert (isabelle.name, isabelle.problem.informal_statement) == ("made_up_p1", "Show the first.")


def test_a_proof_that_minif2f_has_is_taken_out(minif2f: Path) -> None:
    """Of the theorem alone; the prover does not see it."""
    proof = 'proof -\n  have "x = 3 - 1" using assms by simp\n  then show ?thesis by simp\nqed'
    lemma = 'lemma one: "(1::nat) = 1"\n  by simp\n\n'
    text = THEORY.replace("sorry", proof).replace("theorem made", f"{lemma}theorem made")
    write(minif2f / "isabelle/test/made_up_p1.thy", text)
    (read,) = read_all(found(minif2f), Language.ISABELLE).values()
    assert read.text == THEORY.replace("theorem made", f"{lemma}theorem made")
    assert read.proof.of(read.text) == "sorry"


def test_a_theorem_comes_with_what_it_needs_and_with_no_other(minif2f: Path) -> None:
    lean = read_all(found(minif2f))
    second = lean["made_up_p2"]
    assert (
        second.text
        == HEADER
        + """
/-- Any natural number. -/
def small (n : Nat) : Prop := n < 10

lemma helper : 1 = 1 := rfl

open Finset in
/-- The second; the word sorry is no proof. -/
@[simp] theorem made_up_p2 (x : Real) (h : x + 1 = 3) :
    x = 2 := by
  sorry
"""
    )
    assert second.proof.of(second.text) == "by\n  sorry"
    assert "The first." in lean["made_up_p1"].text
    assert "helper" not in lean["made_up_p1"].text
    assert lean["made_up_p3"].text.endswith(
        "\n-- about the third\ntheorem made_up_p3 : 2 + 2 = 4 := sorry\n"
    )


def test_namespaces_and_sections_stay_closed() -> None:
    text = (
        "namespace A\ntheorem one : 1 = 1 := sorry\nend A\n"
        "section\nvariable (n : Nat)\ntheorem two : n = n := sorry\nend\n"
        "namespace B\ntheorem three : 3 = 3 := sorry\nend B\n"
    )
    assert theorem_names(text) == ("one", "two", "three")
    assert only(text, "two").split("\n") == [
        *("namespace A", "end A", "section", "variable (n : Nat)"),
        *("theorem two : n = n := sorry", "end", "namespace B", "end B", ""),
    ]


def test_one_theorem_in_a_file_is_read_as_everywhere(tmp_path: Path) -> None:
    path = write(
        tmp_path / "MiniF2F/Valid/made_up_p5.lean",
        HEADER + "\ntheorem made_up_p5 : 1 = 1 := by sorry",
    )
    dataset = found(path)
    (entry,) = dataset.entries(Language.LEAN4)
    assert (dataset.root, entry.path, entry.theorem) == (tmp_path, path, "")
    assert dataset.read(path).text == path.read_text()


def test_a_name_that_is_stated_twice_cannot_be_read() -> None:
    text = "theorem one : 1 = 1 := sorry\ntheorem one : 2 = 2 := sorry\n"
    with pytest.raises(SplitError, match="one is stated 2 times"):
        only(text, "one")


def test_a_file_that_cannot_be_lexed_is_one_entry_in_error(tmp_path: Path) -> None:
    path = write(tmp_path / "MiniF2F/Test.lean", HEADER + "/- never closed")
    dataset = found(tmp_path)
    (entry,) = dataset.entries(Language.LEAN4)
    with pytest.raises(SplitError, match=r"Test\.lean"):
        dataset.read(path, entry.theorem)


def test_an_instance_is_an_item_that_says_it_cannot_be_one(proofnet: Path) -> None:
    path = write(proofnet / "formal/Third.lean", "instance exercise_4 : Inhabited Nat := sorry\n")
    dataset = found(proofnet)
    (entry,) = dataset.entries_of(path)
    with pytest.raises(SplitError, match="exercise_4 is an instance"):
        dataset.read(path, entry.theorem)


def test_proofnets_problems_are_named_by_book_and_exercise(proofnet: Path) -> None:
    read = read_all(found(proofnet))
    assert list(read) == [
        *("Made_Up_exercise_1_2", "Made_Up_exercise_1_3a"),
        *("Other_exercise_1_2", "Other_exercise_1_3a"),
    ]
    first = read["Made_Up_exercise_1_2"]
    assert (first.theorem, first.problem.tags) == ("exercise_1_2", ("Made_Up",))
    assert first.problem.informal_statement == "Show that $1 = 1$."
    assert read["Made_Up_exercise_1_3a"].problem.informal_statement == "Show that $2 = 2$."
    assert read["Other_exercise_1_2"].problem.informal_statement == ""


def test_fimos_problems_have_their_field_as_tag(fimo: Path) -> None:
    (read,) = read_all(found(fimo)).values()
    assert read.name == "fimo_2001_number_theory_p1"
    assert read.problem.tags == ("number_theory",)
    assert read.problem.informal_statement == "Show that 1 is 1."


@pytest.mark.parametrize(
    ("file", "name"),
    [("lean/fimo.lean", "fimo_2001_algebra_p1"), ("formal/Book.lean", "exercise_1")],
)
def test_lean_3_is_refused_by_name(tmp_path: Path, file: str, name: str) -> None:
    path = write(tmp_path / file, LEAN3.format(name=name))
    write(tmp_path / "informal" / "Book.tex", "nothing")
    with pytest.raises(BadInput, match=f"{path.name}: line 3: this is Lean 3"):
        found(tmp_path).entries(Language.LEAN4)


LINES = [
    {
        "name": "made_up_p1",
        "split": "valid",
        "header": HEADER,
        "informal_prefix": "/-- Show it.-/\n",
        "formal_statement": "theorem made_up_p1 (n : Nat) : n = n := by\n",
    },
    {"name": "made_up_p2", "formal_statement": "theorem made_up_p2 : 1 = 1 := sorry"},
    {
        "id": "made_up_p3",
        "helper": "def two := 2",
        "formal_stmt": "theorem made_up_p3 : two = 2 :=",
    },
    {"problem_name": "made_up_p4", "formal_statement": "theorem made_up_p4 : 1 = 1"},
]


def test_a_file_of_json_lines_is_a_benchmark(tmp_path: Path) -> None:
    path = write(tmp_path / "made.jsonl", "\n".join(map(json.dumps, LINES)) + "\n")
    read = read_all(found(path))
    assert [formalization.text for formalization in read.values()] == [
        "import Mathlib\n\nopen Real Nat\n\ntheorem made_up_p1 (n : Nat) : n = n := by\n  sorry\n",
        "theorem made_up_p2 : 1 = 1 := sorry\n",
        "def two := 2\n\ntheorem made_up_p3 : two = 2 := sorry\n",
        "theorem made_up_p4 : 1 = 1 := by\n  sorry\n",
    ]
    assert read["made_up_p1"].problem.informal_statement == "Show it."
    assert read["made_up_p1"].problem.tags == ("valid",)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "line 2: no valid JSON"),
        ('{"name": "x"}', "line 2: a name and a formal_statement are needed"),
        (json.dumps(LINES[1]), "line 2: made_up_p2 is there twice"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, said: str) -> None:
    path = write(tmp_path / "made.jsonl", f"{json.dumps(LINES[1])}\n{line}\n")
    with pytest.raises(BadInput, match=said):
        found(path).entries(Language.LEAN4)


def test_a_file_of_proofs_is_no_benchmark(tmp_path: Path) -> None:
    line = {"name": "putnam_1901_a1", "language": "coq", "attempt": 1, "code": "Proof. Qed."}
    assert find_dataset(write(tmp_path / "proofs.jsonl", json.dumps(line))) is None


def test_a_layout_may_be_named_where_two_fit(minif2f: Path) -> None:
    write(minif2f / "formal/Book.lean", HEADER + "theorem exercise_1 : 1 = 1 := sorry\n")
    write(minif2f / "informal/Book.tex", "nothing")
    assert "made_up_p1" in read_all(found(minif2f))
    assert list(read_all(found(minif2f, "proofnet"))) == ["Book_exercise_1"]
    assert find_dataset(minif2f, "putnambench") is None


def collected(bench: Bench, *args: str, path: str | None) -> list[str]:
    result = bench.run("--putnam-lang=lean4", "--co", "-q", *args, path=path, prover=False)
    return [line.rpartition("bench/")[2] for line in result.outlines if "::" in line]


def test_items_are_named_by_file_and_theorem(bench: Bench, minif2f: Path) -> None:
    minif2f.rename(bench.root)
    ids = [
        f"MiniF2F/{file}.lean::made_up_p{number}::test_proved[lean4]"
        for number, file in enumerate(("Test", "Test", "Test", "Valid"), 1)
    ]
    assert collected(bench, path="bench") == ids
    assert collected(bench, "--putnam-root=bench", path=None) == ids
    assert collected(bench, "--putnam-tag=valid", path="bench") == ids[3:]
    assert collected(bench, "-k", "made_up_p2", path="bench") == ids[1:2]
    assert collected(bench, path="bench/MiniF2F/Test.lean") == ids[:3]
    assert collected(bench, path="bench/MiniF2F/Test.lean::made_up_p3") == ids[2:3]
    assert collected(bench, path=f"bench/{ids[1]}") == ids[1:2]


def test_json_lines_are_collected_too(bench: Bench) -> None:
    write(bench.root / "made.jsonl", "\n".join(map(json.dumps, LINES)))
    ids = [f"made.jsonl::made_up_p{number}::test_proved[lean4]" for number in (1, 2, 3, 4)]
    assert collected(bench, path="bench/made.jsonl") == ids
    assert collected(bench, "--putnam-root=bench/made.jsonl", path=None) == ids


def test_naming_a_layout_that_does_not_fit_is_a_usage_error(bench: Bench, minif2f: Path) -> None:
    minif2f.rename(bench.root)
    args = ("--putnam-root=bench", "--putnam-layout=fimo", "--putnam-lang=lean4", "--co")
    result = bench.run(*args, path=None, prover=False)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        ["ERROR: *bench has not the layout fimo that --putnam-layout asks for"]
    )
