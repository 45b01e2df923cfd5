"""Lean's lexer tells commands apart; `split` finds the slots and the reference answer of a file."""

# ruff: noqa: RUF001 (letters of Lean)
from __future__ import annotations

import pytest
from benchmark_files import OFFICIAL, check_order, formalization, needs_official, slots
from hypothesis import given
from hypothesis import strategies as st

from pytest_putnam.errors import AssistantMissing, SplitError
from pytest_putnam.languages import backend
from pytest_putnam.languages.lean4.lexer import lex
from pytest_putnam.languages.lean4.syntax import split, task_text
from pytest_putnam.model import Language, Track

NAME = "putnam_2030_a1"

PLAIN = """\
import Mathlib

open Nat Real

noncomputable abbrev putnam_2030_a1_solution : ℕ → ℝ := sorry
-- fun n => (n : ℝ) / 2
/--
Find it: "no string, /- a nested comment -/ theorem other : True := sorry
-/
theorem putnam_2030_a1
    (f : ℕ → ℝ) (hf : ∀ n, let k := n + 1; f k = k)  -- := sorry
    : let (a, b) := (f 1, f 2); a + b = putnam_2030_a1_solution 6 :=
sorry
"""


def keywords(text: str) -> list[str]:
    return [command.keyword for command in lex(text).commands]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import A\nopen B in\ntheorem c : D := by\n  open E in exact f", "import open theorem"),
        ("-- theorem a\n/- def b /- -/ def c -/ def d := 1", "def"),
        ("/-! module doc: theorem -/\n/-- doc: def -/ abbrev a := 1", "abbrev"),
        ('def a := "theorem \\" def" ++ r#"axiom " def"# ++ s!"{f "lemma"} def"', "def"),
        ("def a := ['\"', '\\'', '\\n'] def b := '\\x41'", "def def"),
        ("theorem a' : f '' s = g ⁻¹' t := sorry def b := ∑' i, x i", "theorem def"),
        ("def «theorem» := x.def.lemma!", "def"),
        ("@[simp, instance] def a := (instance := b)", "def"),
        ('attribute [local instance] a\nlocal notation "x" => y', "attribute notation"),
        ("open scoped Topology\ntheorem a : b := sorry", "open theorem"),
        ("noncomputable section\nprivate def a := 1\nend", "section def end"),
        ("#eval 1\ndef a := #[1].size", "#eval def"),
        ("theorem a : #{x | x} = 1 := sorry", "theorem"),
        ("structure A where\n  private x : Nat\ndef b := 1", "structure def"),
        ("\ufeffimport A\r\ndef b := 1\r\n", "import def"),
        ("def a := (unbalanced\ntheorem b : c := sorry", "def theorem"),
        ("", ""),
    ],
)
def test_commands_begin_where_lean_begins_them(text: str, expected: str) -> None:
    assert keywords(text) == expected.split()


def test_modifiers_belong_to_the_command_and_comments_after_it_do_not() -> None:
    text = "/-- Doc -/\n@[simp]\nprivate noncomputable def a := 1 -- one\n/- two -/\n\ndef b := 2"
    first, second = lex(text).commands
    assert text[first.start : first.end] == "@[simp]\nprivate noncomputable def a := 1"
    assert text[second.start : second.end] == "def b := 2"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("def a := 1\n/- b /- c -/\n", 2, "comment is never closed"),
        ('def a :=\n\n"b\n', 3, "string is never closed"),
        ('def a := r#"b"\n', 1, "string is never closed"),
        ('def a :=\n s!"{b "c" ', 2, "string is never closed"),
    ],
)
def test_what_is_never_closed_is_an_error_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(SplitError, match=words) as caught:
        split(text, NAME)
    assert caught.value.line == line


def test_the_slots_of_a_plain_file() -> None:
    found = split(PLAIN, NAME)
    check_order(found, PLAIN)
    assert slots(found, PLAIN) == {
        "theorem": NAME,
        "header": "import Mathlib\n\nopen Nat Real",
        "statement": PLAIN[PLAIN.index("theorem putnam") :].removesuffix("\nsorry\n"),
        "proof": "sorry",
        "solution": "putnam_2030_a1_solution",
        "declaration": "noncomputable abbrev putnam_2030_a1_solution : ℕ → ℝ := sorry",
        "body": "sorry",
        "type": "ℕ → ℝ",
        "reference": "fun n => (n : ℝ) / 2",
    }
    assert found.warnings == ()


@pytest.mark.parametrize("ending", ["\n", "\r\n", ""])
def test_line_ends_and_a_missing_last_one_change_nothing(ending: str) -> None:
    text = PLAIN.rstrip("\n").replace("\n", ending or "\n") + ending
    assert slots(split(text, NAME), text) == slots(split(PLAIN, NAME), PLAIN)


@pytest.mark.parametrize(
    ("comments", "reference"),
    [
        ("\n-- 1 / 2", "1 / 2"),
        ("\n--{1}\n", "{1}"),
        (" -- 5", "5"),
        ("\n\n-- 5", "5"),
        ("\n/- {x | x > 0} -/", "{x | x > 0}"),
        ("\n/-\n  (1,\n   2)\n-/", "(1,\n     2)"),
        ("\n-- {x |\n--   x > 0}", "{x |\n     x > 0}"),
        ("\n-- fun n =>\n-- n + 1", "fun n =>\n   n + 1"),
        ("\n-- True ∧\n-- False", "True ∧\n   False"),
        ("\n-- a\n-- ∧ b", "a\n   ∧ b"),
        ("\n-- 5\n-- Only this one counts.", "5"),
        ("\n-- 5\n/- not 6 -/", "5"),
        ("\n-- Note: as in the archive\n-- 5", "5"),
        ("\n/-- Doc of the theorem. -/", None),
        ("", None),
    ],
)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_the_reference_in_the_comment_after_the_solution(
    comments: str, reference: str | None, ending: str
) -> None:
    text = f"abbrev S_solution : T := sorry{comments}\ntheorem S : S_solution = a := sorry\n"
    text = text.replace("\n", ending)
    found = split(text, "S")
    assert found.solution is not None
    assert slots(found, text)["reference"] == reference
    missing = "the file gives no reference answer for S_solution"
    assert found.warnings == (() if reference else (missing,))
    given_ = formalization(found, text, Language.LEAN4, "S")
    filled = task_text(given_, Track.WITH_SOLUTION)
    assert split(filled, "S").solution is not None
    assert slots(split(filled, "S"), filled)["body"] == (reference or "sorry")
    hidden = task_text(given_, Track.NO_SOLUTION)
    assert slots(split(hidden, "S"), hidden)["body"] == "sorry"
    if reference:
        assert hidden == text.replace(comments.replace("\n", ending).rstrip(), "")


@pytest.mark.parametrize(
    ("declaration", "type_", "reference"),
    [
        ("abbrev S_solution : ℕ := 5", "ℕ", "5"),
        ("def S_solution (n : ℕ := 3) : Set ℕ := {k | k < n}", "Set ℕ", "{k | k < n}"),
        ("abbrev S_solution := (5 : ℕ)", None, "(5 : ℕ)"),
        (
            "abbrev S_solution :\n  (ℕ →\n   ℕ) :=\n  fun n ↦\n    n",
            "(ℕ →\n   ℕ)",
            "fun n ↦\n    n",
        ),
        ("@[simp] noncomputable def S_solution : ℝ := let x := 1; x", "ℝ", "let x := 1; x"),
        ("abbrev S_solution : ℕ := by\n  exact 5", "ℕ", "by\n  exact 5"),
    ],
)
def test_a_solution_that_is_filled_in(declaration: str, type_: str, reference: str) -> None:
    text = f"{declaration} -- why\n\ntheorem S : S_solution = a := by sorry"
    found = split(text, "S")
    assert found.solution is not None
    assert found.solution.declaration.of(text) == declaration
    assert (found.solution.type, found.solution.reference) == (type_, reference)
    given_ = formalization(found, text, Language.LEAN4, "S")
    assert task_text(given_, Track.WITH_SOLUTION) == text
    shown = task_text(given_, Track.NO_SOLUTION)
    assert shown == text.replace(f":= {reference} -- why", ":= sorry").replace(
        f":=\n  {reference} -- why", ":=\n  sorry"
    )


@pytest.mark.parametrize(
    ("end", "proof"),
    [
        (":= sorry", "sorry"),
        (":=\nsorry", "sorry"),
        (":= by sorry", "by sorry"),
        (":= by\n  sorry\n\n-- done\n", "by\n  sorry"),
        (":= -- here\n  /- or := here -/ sorry", "sorry"),
        (":= by\n  intro x\n  have h : x = x := rfl\n  sorry\n\nend A\n", None),
        (":= ⟨sorry, sorry⟩ theorem b : c := d", "⟨sorry, sorry⟩"),
        (":= sorry\n#print axioms a\n", "sorry"),
        (":= sorry\n/-! The end. -/", "sorry"),
    ],
)
def test_the_proof_slot(end: str, proof: str | None) -> None:
    text = f"theorem {NAME} : a {end}"
    found = split(text, NAME)
    expected = proof or "by\n  intro x\n  have h : x = x := rfl\n  sorry"
    assert found.proof.of(text) == expected
    assert found.statement.of(text) == f"theorem {NAME} : a :="


@pytest.mark.parametrize(
    "statement",
    [
        "(x : ℕ) (h : let y := x; y = x) : x = x",
        ": let y := 1; let ⟨z, w⟩ := (1, 2); y = z",
        ": have h : 1 = 1 := rfl; True",
        "(S : Structure) (hS : S = { x := 1, y := 2 }) : True",
        "{f : ℕ → ℕ} [Fact (1 = 1)] ⦃x : ℕ⦄ : f ∘ f = fun x ↦ let y := x; y",
        ": (∃ x, let (a, b) := x; a = b) ∧ ∀ n :: l, True",
        "/- (x : ℕ := 5) -/ : True -- := by",
        ": (x : ℕ) = (f (n := 3) : ℕ) ∧ ({ a := 1 } : S) = { a := 1, b := (4 : ℕ) }",
    ],
)
def test_a_statement_may_hold_other_assignments(statement: str) -> None:
    text = f"theorem {NAME} {statement}\n:= sorry"
    found = split(text, NAME)
    assert found.statement.of(text) == f"theorem {NAME} {statement}\n:="
    assert found.warnings == ()


def test_a_binders_default_is_a_warning() -> None:
    text = f"theorem {NAME} (S T : Set ℕ := ∅) (x : ℕ) {{y : ℕ := 2}} : S = T := sorry"
    assert split(text, NAME).warnings == (
        "S T has a default value (:=), which fixes nothing: the theorem is about any",
        "y has a default value (:=), which fixes nothing: the theorem is about any",
    )


def test_a_default_behind_the_colon_or_by_a_tactic_is_a_warning() -> None:
    """``∀ (n : Nat := 3), …`` and ``(h : 0 < n := by simp)`` say nothing either."""
    text = f"theorem {NAME} (h : 0 < 1 := by simp) : ∀ (n : ℕ := 3), (n : ℝ) = f (m := 3) := sorry"
    assert split(text, NAME).warnings == (
        "h has a default value (:=), which fixes nothing: the theorem is about any",
        "n has a default value (:=), which fixes nothing: the theorem is about any",
    )


def test_declarations_before_between_and_after() -> None:
    text = f"""\
import Mathlib
set_option autoImplicit false
universe u
open Nat in
def helper : ℕ → ℕ
  | 0 => 0
  | n + 1 => helper n
inductive Tree where
  | leaf
abbrev {NAME}_solution : ℕ := sorry
-- 5
lemma easy : helper 0 = 0 := by rfl
namespace A
private theorem {NAME}.{{v}} (x : Type v) : helper 0 = {NAME}_solution := by
  sorry
end A
theorem after : True := trivial
"""
    found = split(text, NAME)
    assert found.header.of(text).endswith("universe u")
    assert found.statement.of(text).startswith(f"theorem {NAME}.{{v}}")
    assert found.proof.of(text) == "by\n  sorry"
    assert found.solution is not None
    assert found.solution.reference == "5"
    assert found.warnings == ()


def test_other_gaps_before_the_theorem_are_assumed() -> None:
    """What comes after it is not assumed, and is told of all the same."""
    text = (
        "axiom choice : False\ndef hole : ℕ := sorry\nlemma gap : True := by sorry\n"
        f"theorem {NAME} : True := sorry\ntheorem later : True := sorry"
    )
    found = split(text, NAME)
    assert found.variables == ("choice", "hole", "gap")
    assert found.warnings == (
        *(f"the file assumes {name}" for name in found.variables),
        "later after the theorem is left open too",
    )


@pytest.mark.parametrize("name", ["putnam_2031_b1", f"{NAME}_solution"])
def test_the_declared_name_may_differ(name: str) -> None:
    text = f"theorem helper : True := sorry\ntheorem {name} : True := sorry"
    found = split(text, NAME)
    assert found.theorem == name
    assert f"the file is named {NAME}, its theorem {name}" in found.warnings


def test_a_solution_that_is_never_defined_is_a_warning() -> None:
    found = split(f"theorem {NAME} : {NAME}_solution = 1 := sorry", NAME)
    (warning,) = found.warnings
    assert f"{NAME}_solution is used and never defined" in warning


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def a := 1", "there is no theorem"),
        ("", "there is no theorem"),
        (f"theorem {NAME} : True := trivial", "has a proof already"),
        (f"theorem {NAME} : True := by\n  -- sorry\n  trivial", "has a proof already"),
        ("theorem a : True := sorry\ntheorem b : True := sorry", "not clear: a, b"),
        (f"theorem {NAME} : 1 = 1 := sorry theorem {NAME} : True := sorry", "declared twice"),
        (f"theorem {NAME} (n : ℕ) : n = n", "no := begins the proof"),
        (f"theorem {NAME} (n : ℕ) : n = n :=\n-- proof\n", "nothing follows"),
        (f"axiom a_solution : ℕ theorem {NAME} : True := sorry", "without a body"),
        (f"def a_solution : ℕ → ℕ\n | _ => 1 theorem {NAME} : True := sorry", "without a body"),
        (
            f"def a_solution := 1 def b_solution := 2 theorem {NAME} : True := sorry",
            "several solutions",
        ),
    ],
)
def test_what_cannot_be_split_says_why(text: str, words: str) -> None:
    with pytest.raises(SplitError, match=words):
        split(text, NAME)


def test_the_no_solution_track_hides_the_reference() -> None:
    given_ = formalization(split(PLAIN, NAME), PLAIN, Language.LEAN4, NAME)
    assert task_text(given_, Track.NO_SOLUTION) == PLAIN.replace("-- fun n => (n : ℝ) / 2\n", "")


def test_the_with_solution_track_fills_the_reference_in() -> None:
    given_ = formalization(split(PLAIN, NAME), PLAIN, Language.LEAN4, NAME)
    shown = task_text(given_, Track.WITH_SOLUTION)
    assert shown == PLAIN.replace("ℝ := sorry\n", "ℝ := fun n => (n : ℝ) / 2\n", 1)


def test_a_file_without_a_solution_is_shown_as_it_is() -> None:
    text = f"theorem {NAME} : True := sorry -- 5"
    given_ = formalization(split(text, NAME), text, Language.LEAN4, NAME)
    assert {task_text(given_, track) for track in Track} == {text}


def test_an_installation_that_is_none_is_named() -> None:
    with pytest.raises(AssistantMissing, match="'/opt/no-lean' is no Lake project"):
        backend(Language.LEAN4).find("/opt/no-lean")


COMMENTS = [
    "-- theorem x : True := sorry\n",
    '/- := " -- -/',
    "/- /- -/ def y_solution := 1 -/",
    "--\r\n",
]
GAPS = st.lists(st.sampled_from([" ", "\n", "\r\n", *COMMENTS]), max_size=3).map(
    lambda parts: f" {''.join(parts)} "
)


@given(st.data())
def test_comments_and_blanks_anywhere_change_no_slot(data: st.DataObject) -> None:
    pieces = ["open Nat", f"\nabbrev {NAME}_solution :", "ℕ", ":=", "3 + 4", "\n/-- sorry -/"]
    pieces += [f"theorem {NAME}", "(n : ℕ)", ":", f"let m := n; m = {NAME}_solution", ":="]
    pieces += ["by", "sorry"]
    text = pieces[0] + "".join(data.draw(GAPS) + piece for piece in pieces[1:]) + data.draw(GAPS)
    found = split(text, NAME)
    check_order(found, text)
    assert found.theorem == NAME
    assert found.header.of(text) == pieces[0]
    assert found.statement.of(text).startswith("theorem")
    assert found.statement.of(text).endswith(":=")
    assert pieces[9] in found.statement.of(text)
    assert found.proof.of(text).startswith("by")
    assert found.proof.of(text).endswith("sorry")
    assert found.solution is not None
    assert found.solution.body.of(text).endswith("3 + 4")
    assert found.warnings == ()


@given(st.text(alphabet="/-\"'«»{}()!:=\n srxdef", max_size=40))
def test_any_text_is_lexed_or_refused(text: str) -> None:
    """Commands and comments lie in the text, in order and apart."""
    try:
        lexed = lex(text)
    except SplitError:
        return
    edges = [edge for each in lexed.commands for edge in (each.start, each.word_end, each.end)]
    assert edges == sorted(edges)
    places = [edge for span in lexed.comments for edge in (span.start, span.end)]
    assert places == sorted(places)


@needs_official
def test_every_official_file_is_split() -> None:
    files = sorted((OFFICIAL / "lean4" / "src").glob("*.lean"))
    assert len(files) == 322
    solutions = 0
    for path in files:
        text = path.read_bytes().decode()
        found = split(text, path.stem)
        check_order(found, text)
        assert found.theorem == path.stem
        assert found.proof.of(text) in {"sorry", "by sorry", "by\n  sorry"}
        assert found.statement.of(text).startswith("theorem ")
        assert found.statement.of(text).endswith(":=")
        assert found.warnings == ()
        if found.solution is None:
            assert "_solution" not in text
            continue
        solutions += 1
        reference = found.solution.reference
        assert reference
        given_ = formalization(found, text, Language.LEAN4, path.stem)
        filled = task_text(given_, Track.WITH_SOLUTION)
        assert slots(split(filled, path.stem), filled)["body"] == reference
        hidden = task_text(given_, Track.NO_SOLUTION)
        assert slots(split(hidden, path.stem), hidden)["body"] == "sorry"
        assert f"-- {reference}" not in hidden
    assert solutions == sum("_solution" in path.read_text() for path in files)


def test_strings_nested_without_end_are_refused() -> None:
    with pytest.raises(SplitError, match="nested too deeply"):
        lex("def x := " + 's!"{' * 20_000)


def test_quotes_that_never_close_take_no_time() -> None:
    """A tenfold of this would take hours if each were looked for up to the end of the line."""
    assert lex("«" * 300_000 + "\ntheorem x := y").commands
