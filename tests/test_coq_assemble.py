"""A candidate of any form becomes a file with the benchmark's statement in it."""

from __future__ import annotations

import pytest
from coq_cases import cases, formalization, problem

from pytest_putnam.languages.assembled import Assembled, Unusable, own_statement
from pytest_putnam.languages.coq.assemble import assemble
from pytest_putnam.model import Candidate, Track, VerdictKind

STATEMENT = "Theorem sum\n    (a b : nat)\n    : a + b = b + a."
FORMAL = formalization(
    "Require Import Arith.\nOpen Scope nat_scope.\n"
    f"Definition two := 2.\n{STATEMENT}\nProof. Admitted.\nDefinition after := 1.\n"
)
ANSWER = formalization(
    "Require Import Arith.\nDefinition one := 1.\nDefinition ans_solution : nat := 3.\n"
    "Definition more := ans_solution.\nTheorem ans : more = one + 2.\nProof. Admitted."
)


def made(
    code: str, *, track: Track = Track.WITH_SOLUTION, solution: str | None = None
) -> Assembled:
    formal = FORMAL if track is Track.WITH_SOLUTION and solution is None else ANSWER
    return assemble(formal, track, Candidate(code, solution))


def squeezed(assembled: Assembled) -> str:
    return " ".join(assembled.text.split())


WHOLE = "Require Import Arith. Open Scope nat_scope. Definition two := 2. "
THEOREM = "Theorem sum (a b : nat) : a + b = b + a. "


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("Proof. lia. Qed.", THEOREM + "Proof. lia. Qed."),
        ("lia.", THEOREM + "Proof. lia. Qed."),
        ("lia", THEOREM + "Proof. lia. Qed."),
        ("- lia.\n- lia.", THEOREM + "Proof. - lia. - lia. Qed."),
        ("{ lia. }", THEOREM + "Proof. { lia. } Qed."),
        ("Proof. lia. Defined. Check 1.", THEOREM + "Proof. lia. Defined."),
        ("Proof (foo a).", THEOREM + "Proof (foo a)."),
        (":= foo a.", THEOREM + "Proof. exact ( foo a ). Qed."),
        (":= foo a", THEOREM + "Proof. exact ( foo a ). Qed."),
        (THEOREM + "Proof. lia. Qed. Nonsense here", THEOREM + "Proof. lia. Qed."),
        ("Lemma sum a b : a + b = b + a. Proof. lia. Qed.", THEOREM + "Proof. lia. Qed."),
        ("Definition sum a b : a + b = b + a := foo.", THEOREM + "Proof. exact ( foo ). Qed."),
        ("Lemma h : 1 = 1. Proof. auto. Qed. Proof. lia. Qed.",
         "Lemma h : 1 = 1. Proof. auto. Qed. " + THEOREM + "Proof. lia. Qed."),
        ("Require Import Lia. " + WHOLE + "Definition x := 3. " + THEOREM + "Proof. lia. Qed.",
         "Require Import Lia. Definition x := 3. " + THEOREM + "Proof. lia. Qed."),
        (WHOLE.replace("two := 2", "two := 3") + THEOREM + "Proof. lia. Qed.",
         THEOREM + "Proof. lia. Qed."),
        (THEOREM + "Admitted. " + THEOREM + "Proof. lia. Qed.", THEOREM + "Proof. lia. Qed."),
        (THEOREM + "Proof. lia. Qed. " + THEOREM + "Proof. auto.", THEOREM + "Proof. lia. Qed."),
        ("Section S. Variable x : nat. Module M. " + THEOREM + "Proof. lia. Qed. End M. End S.",
         "Section S. Variable x : nat. Module M. " + THEOREM + "Proof. lia. Qed. End M. End S."),
        ("Fixpoint f (n : nat) := n. Next Obligation. auto. Qed. lia.",
         "Fixpoint f (n : nat) := n. Next Obligation. auto. Qed. " + THEOREM + "Proof. lia. Qed."),
        ("Definition f : nat. exact 1. Defined. lia.",
         "Definition f : nat. exact 1. Defined. " + THEOREM + "Proof. lia. Qed."),
    ],
)  # fmt: skip
def test_a_form(code: str, expected: str) -> None:
    """The benchmark's header, declarations, statement and rest are always there."""
    assert squeezed(made(code)) == f"{WHOLE}{expected} Definition after := 1."


def test_the_benchmarks_own_bytes_are_kept() -> None:
    """Nothing of them is written anew."""
    assembled = made("lia.")
    ours = "".join(piece.text for piece in assembled.pieces if piece.source == "benchmark")
    assert ours.startswith(FORMAL.text[: FORMAL.statement.end])
    assert ours.rstrip("\n").endswith(FORMAL.text[FORMAL.proof.end :].rstrip("\n"))


@pytest.mark.parametrize(
    ("code", "kind", "line"),
    [
        ("", VerdictKind.NO_CODE, None),
        ("  \n (* nothing (* at *) all *) ", VerdictKind.NO_CODE, None),
        ("Lemma other : 1 = 1. Proof. auto. Qed.", VerdictKind.COMPILE_ERROR, None),
        ("auto.\n(* open", VerdictKind.COMPILE_ERROR, 2),
        ('auto.\n\nidtac "open.', VerdictKind.COMPILE_ERROR, 3),
        ("\n" + THEOREM, VerdictKind.INCOMPLETE, 2),
    ],
)
def test_what_cannot_be_used(code: str, kind: VerdictKind, line: int | None) -> None:
    """With the line where there is one."""
    with pytest.raises(Unusable) as caught:
        made(code)
    assert (caught.value.kind, caught.value.message.line) == (kind, line)


def test_a_statement_in_other_words_is_tried_second() -> None:
    """With the candidate's words at the place of the benchmark's."""
    assembled = made("Theorem sum : forall x y : nat, x + y = y + x.\nProof. lia. Qed.")
    theirs = own_statement(assembled)
    assert theirs is not None
    assert "forall x y" not in assembled.text
    assert theirs.text == assembled.text.replace(
        STATEMENT, "Theorem sum : forall x y : nat, x + y = y + x."
    )
    assert theirs.is_restated


def test_blanks_comments_and_the_keyword_are_no_other_words() -> None:
    """There is nothing to try."""
    assert (
        own_statement(made("Lemma  sum (* ! *) (a b : nat) : a + b\n = b + a. lia. Qed.")) is None
    )
    assert own_statement(made("lia.")) is None


def test_the_reference_solution_counts_where_it_is_given() -> None:
    """What the candidate defines instead is left out."""
    code = "Definition ans_solution : nat := 4.\nProof. auto. Qed."
    text = squeezed(assemble(ANSWER, Track.WITH_SOLUTION, Candidate(code)))
    assert "ans_solution : nat := 3." in text
    assert "4" not in text


@pytest.mark.parametrize(
    ("code", "solution", "part"),
    [
        ("auto.", "1 + 2", "Definition ans_solution : nat := (1 + 2 )."),
        ("auto.", "Definition ans_solution := 3.", "Definition ans_solution := 3."),
        ("Definition ans_solution := 5. auto.", None, "Definition ans_solution := 5."),
        (
            "Definition h := 3. Definition ans_solution := h. Definition k := 1. auto.",
            None,
            (
                "Definition h := 3. Definition ans_solution := h. Definition more := ans_solution. "
                "Definition k := 1."
            ),
        ),
    ],
)
def test_the_candidates_solution_takes_its_slot(code: str, solution: str | None, part: str) -> None:
    """With the helpers that it needs before it."""
    text = squeezed(assemble(ANSWER, Track.NO_SOLUTION, Candidate(code, solution)))
    assert f"Definition one := 1. {part} " in text
    assert text.count("Definition more") == 1
    assert text.count("Definition ans_solution") == 1


def test_no_solution_is_a_clear_failure() -> None:
    """It says which name is wanted."""
    with pytest.raises(Unusable, match="gives no solution: this track asks for ans_solution"):
        assemble(ANSWER, Track.NO_SOLUTION, Candidate("auto."))


def test_imports_of_the_candidate_are_told_apart() -> None:
    """They do not depend on the proof, so a session may have them loaded."""
    assembled = made(
        "Require Import Lia.\nFrom Coq Require Import Psatz.\nDefinition x := 1.\nlia."
    )
    loaded = "".join(piece.text for piece in assembled.pieces[: assembled.preload])
    assert loaded.rstrip().endswith("From Coq Require Import Psatz.")


@pytest.mark.parametrize("case", cases("honest"), ids=lambda case: case.name)
def test_an_offset_is_mapped_back(case: object) -> None:
    """Every word of the candidate that is in the file is found at its line and column."""
    formal = case.formalization  # type: ignore[attr-defined]
    candidate = case.candidate  # type: ignore[attr-defined]
    assembled = assemble(formal, case.track, candidate)  # type: ignore[attr-defined]
    text, lines = assembled.text, candidate.code.split("\n")
    position = found = 0
    for piece in assembled.pieces:
        if piece.source == "code":
            message = assembled.message("here", position)
            assert message.line is not None
            assert message.column is not None
            rest = lines[message.line - 1][message.column :]
            assert text[position:].startswith(rest[: len(piece.text)].split("\n")[0][:5])
            found += 1
        position += len(piece.text)
    assert found
    assert position == len(text)


def test_a_section_that_the_file_opens_is_not_opened_twice() -> None:
    """Nor closed twice."""
    formal = problem("chosen_subset")
    text = assemble(formal, Track.WITH_SOLUTION, Candidate(formal.text.replace("Admitted", "Qed")))
    assert text.text.count("Section chosen_subset.") == 1
    assert text.text.count("End chosen_subset.") == 1
