"""The gate names forbidden commands, and lets everything pass that proofs are made of."""

from __future__ import annotations

import pytest
from coq_cases import cases

from pytest_putnam.languages.coq.gate import refuse
from pytest_putnam.languages.coq.lexer import sentences
from pytest_putnam.languages.rejections import Refusal


def refused(text: str) -> Refusal | None:
    return refuse(sentences(text))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('Redirect "x" Print nat.', "Redirect"),
        ('Time Redirect "x" Print nat.', "Redirect"),
        ('Fail Timeout 3 Redirect "x" Check nat.', "Redirect"),
        ("Extraction nat.", "Extraction"),
        ('Recursive Extraction "x" nat.', "Recursive"),
        ('Cd "/tmp".', "Cd"),
        ('Load "x".', "Load"),
        ('Declare ML Module "x".', "Declare ML Module"),
        ('Add LoadPath "x" as Y.', "Add LoadPath"),
        ('Add Rec LoadPath "x" as Y.', "Add Rec LoadPath"),
        ('Add ML Path "x".', "Add ML Path"),
        ("Elpi Command x.", "Elpi"),
        ("#[local] Elpi Tactic x.", "Elpi"),
        ("Drop.", "Drop"),
        ("Quit.", "Quit"),
        ("Reset Initial.", "Reset"),
        ("Back 3.", "Back"),
        ("BackTo 3.", "BackTo"),
        ("Undo.", "Undo"),
        ("Unset Guard Checking.", "Unset Guard Checking"),
        ("Global Unset Universe Checking.", "Unset Universe Checking"),
        ("#[export] Unset Positivity Checking.", "Unset Positivity Checking"),
        ("#[bypass_check(guard)] Fixpoint f (n : nat) : False := f n.", "bypass_check"),
        ("#[local, bypass_check(guard=yes)] Lemma x : True.", "bypass_check"),
        ('Set Hammer PredictPath "x".', "Set Hammer PredictPath"),
        ("Primitive int := #int63_type.", "Primitive"),
        ("Register nat as num.nat.type.", "Register"),
        ("Symbol a : nat.", "Symbol"),
        ('Print Universes "x.dot".', "Print to a file"),
        ('HB.graph "x".', "HB.graph"),
        ("Whatever A Plugin Calls It.", "Whatever"),
        ('Notation "x +(* y" := (x + y).', "Notation with a quote or comment mark in it"),
        ('Infix "+""" := plus.', "Infix with a quote or comment mark in it"),
        ("From Hammer Require Import Hammer. Proof. intros; try hammer.", "hammer"),
        ("Require Import Hammer.Plugin.Hammer. Proof. predict 8.", "predict"),
    ],
)
def test_a_forbidden_command_is_named(text: str, what: str) -> None:
    """With why it is refused."""
    found = refused(text)
    assert found is not None
    assert found.what == what
    assert found.reason


@pytest.mark.parametrize(
    "text",
    [
        '(* Redirect "x" Print nat. *) Lemma a : True. Proof. exact I. Qed.',
        'Lemma Redirect : "Cd. Load. "%string = ""%string. Proof. idtac "Quit. Drop.". Abort.',
        "Lemma a : True. Proof. - + { all: exact I. } Qed.",
        "#[global] Instance x : C := {}. #[export] Hint Resolve x : db.",
        "Set Implicit Arguments. Unset Printing Notations. Local Open Scope R_scope.",
        "Ltac Crush := auto. Proof. Crush. Qed.",
        'Tactic Notation "Finish" constr(x) := exact x. Proof. Finish I. Qed.',
        "Proof. Nat.order. Qed.",
        "HB.instance Definition _ := x. HB.mixin Record m T := {}.",
        "From Hammer Require Import Tactics. Proof. hauto use: hammer. apply hammer. Qed.",
        "Lemma hammer : True. Proof. hammer. Qed.",
        'Notation "x + y" := (plus x y). Notation "[ x ; .. ; y ]" := (cons x .. (cons y nil) ..).',
        "From HB Require Import structures.",
        "Program Fixpoint f (n : nat) {measure n} : nat := 0. Next Obligation. auto. Qed.",
        "1: auto. 2-3: auto. [x]: auto. par: auto.",
    ],
)
def test_what_proofs_are_made_of_passes(text: str) -> None:
    """Also where a forbidden word stands in a comment, a string or a name."""
    assert refused(text) is None


@pytest.mark.parametrize("case", cases("honest"), ids=lambda case: case.name)
def test_an_honest_proof_passes(case: object) -> None:
    """All of the corpus."""
    code = case.candidate.code  # type: ignore[attr-defined]
    if case.name != "last_of_several_tries":  # type: ignore[attr-defined]
        assert refused(code) is None


def test_the_place_is_that_of_the_sentence() -> None:
    """As an offset into the text."""
    text = "Lemma a : True.\nProof. exact I. Qed.\n\n  Cd."
    found = refused(text)
    assert found is not None
    assert text[found.offset :] == "Cd."
