"""Coq's lexer tells sentences and tokens apart; `split` finds the slots of a file."""

from __future__ import annotations

import pytest
from benchmark_files import OFFICIAL, check_order, formalization, needs_official, slots
from hypothesis import given
from hypothesis import strategies as st

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.coq.lexer import sentences, tokens
from pytest_putnam.languages.coq.syntax import BLANK, split, task_text
from pytest_putnam.model import Language, Track

NAME = "putnam_2030_a1"

PLAIN = """\
From Coq Require Import Reals Lia.
Open Scope R_scope.

Definition putnam_2030_a1_solution : R := 3 / 4.
Theorem putnam_2030_a1
    (f : R -> R := fun x => x * x)
    (hf : f 1 = 1) (* not := 2. *)
    : let y := f 2 in y - y = 0 /\\ putnam_2030_a1_solution = 3 / 4.
Proof. Admitted.
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("intros x. lia.", ["intros x.", "lia."]),
        ("Check Nat.add. Check 1.5. Check 2.", ["Check Nat.add.", "Check 1.5.", "Check 2."]),
        ("Check x.(f). Check y.", ["Check x.(f).", "Check y."]),
        ("Proof with auto. split... Qed.", ["Proof with auto.", "split...", "Qed."]),
        ('Notation "[ x ; .. ; y ]" := (c x .. (c y n) ..).', 1),
        ('Check "a. b". Check c.', ['Check "a. b".', "Check c."]),
        ('Check "a""b. c". Check d.', ['Check "a""b. c".', "Check d."]),
        ('(* "*)" . *) Check x.', ["Check x."]),
        ("(* a (* b. *) c. *) Check (* d. *) x.", ["Check (* d. *) x."]),
        ("Check x.+1. Check p.1 .", ["Check x.+1.", "Check p.1 ."]),
        ("Qed.Check x.", ["Qed.Check x."]),
        ("lia.\r\nQed.\r\n", ["lia.", "Qed."]),
        ("- lia. ** auto. +{ easy. }", ["-", "lia.", "**", "auto.", "+", "{", "easy.", "}"]),
        ("2: { lia. } [goal]: {easy. }", ["2: {", "lia.", "}", "[goal]: {", "easy.", "}"]),
        ("exact (- 1). Qed.", ["exact (- 1).", "Qed."]),
        ("#[local] Set Printing All.", ["#[local] Set Printing All."]),
        ("", []),
        ("(* nothing *)\n", []),
    ],
)
def test_sentences_end_where_coq_ends_them(text: str, expected: list[str] | int) -> None:
    found = [sentence.text for sentence in sentences(text)]
    assert found == ([text] if expected == 1 else expected)


def test_a_sentence_without_its_dot_is_told() -> None:
    *_, last = sentences("Proof. intros (* . *) x  ")
    assert (last.text, last.ended) == ("intros (* . *) x", False)


@pytest.mark.parametrize(
    ("text", "keyword"),
    [
        ("Theorem a : b.", "Theorem"),
        ("#[local, warning(a)] Local Program Definition a := b.", "Definition"),
        ("Time Timeout 5 Qed.", "Qed"),
        ('Redirect "Qed" Check a.', "Check"),
        ("Export ListNotations.", "Export"),
        ("- ", "-"),
        ("(* Qed. *) Admitted.", "Admitted"),
    ],
)
def test_the_keyword_is_found_behind_attributes_and_prefixes(text: str, keyword: str) -> None:
    (first,) = sentences(text)
    assert first.keyword == keyword


def test_tokens_keep_names_numbers_strings_and_their_places() -> None:
    text = 'Nat.add_comm x\' := (* no *) 0x1F.5 "s""t" \'I_n :=: π.'
    assert [(token.kind, token.text) for token in tokens(text)] == [
        ("word", "Nat.add_comm"),
        ("word", "x'"),
        ("symbol", ":="),
        ("number", "0x1F.5"),
        ("string", '"s""t"'),
        ("symbol", "'I_"),
        ("word", "n"),
        ("symbol", ":=:"),
        ("word", "π"),
        ("symbol", "."),
    ]
    assert all(text[token.start : token.end] == token.text for token in tokens(text))


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("Check a.\n(* (* *)\nCheck b.\n", 2, "comment is never closed"),
        ('\n\nCheck "a.\n', 3, "string is never closed"),
        ('Check a.\n(* 5" of snow *)\nCheck b.', 2, "string inside the comment"),
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
        "header": "From Coq Require Import Reals Lia.\nOpen Scope R_scope.",
        "statement": PLAIN[PLAIN.index("Theorem") : PLAIN.index("Proof.")].rstrip(),
        "proof": "Proof. Admitted.",
        "solution": "putnam_2030_a1_solution",
        "declaration": "Definition putnam_2030_a1_solution : R := 3 / 4.",
        "body": "3 / 4",
        "type": "R",
        "reference": "3 / 4",
    }
    assert found.warnings == ()


@pytest.mark.parametrize("ending", ["\n", "\r\n", ""])
def test_line_ends_and_a_missing_last_one_change_nothing(ending: str) -> None:
    text = PLAIN.rstrip("\n").replace("\n", ending or "\n") + ending
    assert slots(split(text, NAME), text) == slots(split(PLAIN, NAME), PLAIN)


@pytest.mark.parametrize(
    ("definition", "type_", "body"),
    [
        ("Definition S_solution := True.", None, "True"),
        ("Definition S_solution (n : nat) : nat := n + 1.", "nat", "n + 1"),
        ("Definition S_solution (p := 2) (n : nat) := n + p.", None, "n + p"),
        (
            "Definition S_solution :\n  (nat ->\n   nat)\n  := fun n =>\n    n.",
            "(nat ->\n   nat)",
            "fun n =>\n    n",
        ),
        ("Local Definition S_solution : nat := let x := 1 in x.", "nat", "let x := 1 in x"),
        ("#[global] Definition S_solution : nat := 1 (* is 1. *) .", "nat", "1 (* is 1. *)"),
        (
            "Fixpoint S_solution (n : nat) : nat := match n with O => 1 | S m => 2 end.",
            "nat",
            "match n with O => 1 | S m => 2 end",
        ),
        ("Definition S_solution : let T := nat in T := 1.", "let T := nat in T", "1"),
        ("Definition S_solution : set R := [set x : R | x >= 3].", "set R", "[set x : R | x >= 3]"),
        ("Program Definition S_solution : nat := 1.", "nat", "1"),
    ],
)
def test_the_solution_in_every_shape(definition: str, type_: str | None, body: str) -> None:
    text = f"{definition}\nTheorem S : S_solution = S_solution.\nProof. Admitted."
    solution = split(text, "S").solution
    assert solution is not None
    assert (solution.type, solution.body.of(text)) == (type_, body)
    assert solution.declaration.of(text) == definition


def test_the_solution_may_be_named_after_the_declared_theorem() -> None:
    text = (
        "Definition putnam_2031_b1_solution := 1. Definition other_solution := 2.\n"
        "Theorem putnam_2031_b1 : putnam_2031_b1_solution = 1. Proof. Admitted.\n"
    )
    found = split(text, NAME)
    assert found.solution is not None
    assert found.solution.name == "putnam_2031_b1_solution"
    assert found.theorem == "putnam_2031_b1"
    assert f"the file is named {NAME}, its theorem putnam_2031_b1" in found.warnings


def test_a_theorem_may_have_a_solutions_name() -> None:
    found = split(f"Theorem {NAME}_solution : True.\nProof. Admitted.", NAME)
    assert found.solution is None
    assert found.theorem == f"{NAME}_solution"
    assert len(found.warnings) == 1


def test_a_solution_that_is_never_defined_is_a_warning() -> None:
    found = split(f"Theorem {NAME} : {NAME}_solution = 1. Proof. Admitted.", NAME)
    assert found.solution is None
    (warning,) = found.warnings
    assert f"{NAME}_solution is used and never defined" in warning


def test_a_solution_in_a_comment_is_no_use_of_it() -> None:
    text = (
        f"Definition {NAME}_solution := 1.\nTheorem {NAME} : (* {NAME}_solution *) True. Admitted."
    )
    assert split(text, NAME).warnings == (f"{NAME}_solution is defined and never used",)


@pytest.mark.parametrize(
    ("proof", "slot"),
    [
        ("Proof. Admitted.", None),
        ("Admitted.", None),
        ("Proof using x. Admitted.", None),
        ("Proof.\n(* TODO. Qed. *)\nintros.\n- admit.\nAdmitted.", None),
        ("(* Here: *) Proof.\n  Admitted. (* Done *)", "Proof.\n  Admitted."),
    ],
)
def test_the_proof_slot_runs_to_admitted(proof: str, slot: str | None) -> None:
    text = f"Lemma first : True. Proof. exact I. Qed.\nTheorem {NAME} : True.\n{proof}\n"
    assert split(text, NAME).proof.of(text) == (slot or proof)


def test_declarations_before_between_and_after() -> None:
    text = f"""\
Definition helper (n : nat) := n.
Lemma easy : forall n, helper n = n. Proof. reflexivity. Defined.
Definition {NAME}_solution : nat := 1.
Definition later : nat. exact 0. Defined.
Notation "a '.' b" := (a + b) (at level 50).
Theorem {NAME} : helper 1 = {NAME}_solution. Proof. Admitted.
Theorem after : True. Proof. exact I. Qed.
Print {NAME}."""
    found = split(text, NAME)
    assert found.theorem == NAME
    assert found.header.of(text) == ""
    assert found.variables == ()
    assert found.warnings == ()


def test_top_level_variables_are_assumed_and_a_sections_are_not() -> None:
    text = f"""\
Variable R : realType.
Variables (I J : finType) (P : pred I).
Context d (T : space d) {{x y : T}} `{{K : Cls T}} `{{Anonymous}} [z].
Section Inner.
Variable hidden : nat. Hypothesis h : hidden = 0.
End Inner.
Module M. Axiom ax : True. End M.
Module Type T := U.
Parameter Inline p : nat.
Theorem {NAME} : True. Proof. Admitted."""
    found = split(text, NAME)
    assert found.variables == (
        *("R", "I", "J", "P", "d", "T", "x", "y", "K", "z"),
        *("M.ax", "p"),
    )
    assert found.warnings == ("the file assumes ax by Axiom", "the file assumes p by Parameter")


def test_a_lemma_admitted_before_the_theorem_is_assumed() -> None:
    text = f"Lemma gap : False. Admitted. Theorem {NAME} : True. Proof. Admitted."
    found = split(text, NAME)
    assert found.variables == ("gap",)
    assert found.warnings == ("the file admits gap before the theorem",)


def test_the_header_reaches_over_a_section_to_the_last_import() -> None:
    text = (
        "(* A. *)\nSection A.\nRequire Import Reals.\nOpen Scope R.\nLet x := 1.\nImport A.\n"
        f"Theorem {NAME} : True. Proof. Admitted. End A."
    )
    assert split(text, NAME).header.of(text).endswith("Open Scope R.")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Definition a := 1.", "there is no theorem"),
        (f"Theorem {NAME} : True. Proof. exact I. Qed.", "has a proof already"),
        (f"Theorem {NAME} : True. Proof I.", "has a proof already"),
        ("Theorem other : True. Proof. exact I. Qed.", "there is other, which has a proof"),
        ("Theorem a : True. Admitted. Theorem b : True. Admitted.", "not clear: a, b"),
        (f"Theorem {NAME} : True. Admitted. Theorem {NAME} : 1 = 1. Admitted.", "declared twice"),
        (f"Theorem {NAME} : True. Proof. Theorem b : True. Qed.", "does not end before"),
        (f"Theorem {NAME} : True. Proof. intros", "does not end before"),
        (f"Theorem {NAME} : True.", "file ends before its proof"),
        (f"Theorem {NAME} : True /\\ Tr", "no final dot"),
        (f"Theorem {NAME} : True. Proof. Abort.", "has a proof already"),
        ("Goal True. Admitted.", "there is no theorem"),
        (
            f"Definition a_solution : nat. Admitted. Theorem {NAME} : True. Admitted.",
            "without a body",
        ),
        (f"Parameter a_solution : nat. Theorem {NAME} : True. Admitted.", "without a body"),
        (
            f"Definition a_solution := 1. Definition b_solution := 2. Theorem {NAME} : True. Admitted.",
            "several solutions",
        ),
    ],
)
def test_what_cannot_be_split_says_why(text: str, words: str) -> None:
    with pytest.raises(SplitError, match=words):
        split(text, NAME)


def test_of_several_open_theorems_the_one_named_as_the_file_is_taken() -> None:
    text = (
        f"Theorem a : True. Admitted. Theorem {NAME} : 1 = 1. Admitted. Theorem b : True. Admitted."
    )
    assert split(text, NAME).theorem == NAME


def test_the_no_solution_track_hides_the_answer_and_nothing_else() -> None:
    found = formalization(split(PLAIN, NAME), PLAIN, Language.COQ, NAME)
    shown = task_text(found, Track.NO_SOLUTION)
    assert shown == PLAIN.replace(":= 3 / 4.", f":= {BLANK}.")
    assert split(shown, NAME).theorem == NAME


def test_the_no_solution_track_hides_remarks_after_the_solution() -> None:
    text = PLAIN.replace(":= 3 / 4.", ":= 3 / 4. (* that is 0.75 *)\n(* or 6/8 *)")
    found = formalization(split(text, NAME), text, Language.COQ, NAME)
    assert task_text(found, Track.NO_SOLUTION) == PLAIN.replace(":= 3 / 4.", f":= {BLANK}.")


def test_the_with_solution_track_is_the_file() -> None:
    found = formalization(split(PLAIN, NAME), PLAIN, Language.COQ, NAME)
    assert task_text(found, Track.WITH_SOLUTION) == PLAIN


COMMENTS = [
    "(* Theorem x : True. Admitted. *)",
    '(* "*)" := (* . *) *)',
    "(**)",
    "(* (* *) Definition y_solution := 1. *)",
]
GAPS = st.lists(st.sampled_from([" ", "\n", "\r\n", "\t", *COMMENTS]), max_size=3).map(
    lambda parts: f" {''.join(parts)} "
)


@given(st.data())
def test_comments_and_blanks_anywhere_change_no_slot(data: st.DataObject) -> None:
    pieces = [
        "Open Scope Z.",
        f"Definition {NAME}_solution : Z",
        ":=",
        "3 + 4",
        f".\nTheorem {NAME}",
    ]
    pieces += ["(n : Z := 1)", ":", f"let m := n in m = {NAME}_solution.", "Proof.", "Admitted."]
    text = pieces[0] + "".join(data.draw(GAPS) + piece for piece in pieces[1:]) + data.draw(GAPS)
    found = split(text, NAME)
    check_order(found, text)
    assert found.theorem == NAME
    assert found.header.of(text) == pieces[0]
    assert found.statement.of(text).startswith("Theorem")
    assert found.statement.of(text).endswith(pieces[7])
    assert found.proof.of(text).startswith("Proof.")
    assert found.proof.of(text).endswith("Admitted.")
    assert found.solution is not None
    assert "3 + 4" in found.solution.body.of(text)
    assert found.warnings == ()


@given(st.text(alphabet='(*)".:= \n{}-Az', max_size=40))
def test_any_text_is_lexed_or_refused(text: str) -> None:
    """Sentences cover every token, in order."""
    try:
        found = list(sentences(text))
        words = list(tokens(text))
    except SplitError:
        return
    focus = [each.span for each in found if each.is_focus]
    assert [token for each in found if not each.is_focus for token in each.tokens()] == [
        token for token in words if not any(at.start <= token.start < at.end for at in focus)
    ]


@needs_official
def test_every_official_file_is_split() -> None:
    files = sorted((OFFICIAL / "coq" / "src").glob("*.v"))
    assert len(files) == 196
    solutions = 0
    for path in files:
        text = path.read_bytes().decode()
        found = split(text, path.stem)
        check_order(found, text)
        assert found.proof.of(text) == "Proof. Admitted."
        assert found.statement.of(text).startswith("Theorem ")
        assert found.statement.of(text).endswith(".")
        if found.solution is not None:
            solutions += 1
            assert found.solution.reference == found.solution.body.of(text)
            given_ = formalization(found, text, Language.COQ, path.stem)
            shown = task_text(given_, Track.NO_SOLUTION)
            assert slots(split(shown, path.stem), shown)["body"] == BLANK
    assert solutions == 100
