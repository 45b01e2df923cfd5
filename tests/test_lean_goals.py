"""What Lean prints of a goal is read as data: its case, hypotheses, values, conclusion."""

from __future__ import annotations

import pytest

from pytest_putnam.languages.lean4.goals import goal
from pytest_putnam.proof_session import Goal, Hypothesis


def test_a_goal_as_the_server_gave_it() -> None:
    """From a recorded conversation."""
    printed = "case left\np q : Prop\nhp : p\nhq : q\n⊢ p"
    assert goal(printed) == Goal(
        (Hypothesis(("p", "q"), "Prop"), Hypothesis(("hp",), "p"), Hypothesis(("hq",), "q")),
        "p",
        printed,
        "left",
    )


def test_without_hypotheses() -> None:
    assert goal("⊢ 1 + 1 = 2") == Goal((), "1 + 1 = 2", "⊢ 1 + 1 = 2")


def test_lines_that_go_on() -> None:
    found = goal(
        "R✝ : Type u_1\ninst✝ : Ring R\nf :\n  (a : Nat) →\n    a = a → Prop\nh : ∀ x,\n    x = x\n"
        "⊢ ∃ x,\n    x = x ∧\n      x = x"
    )
    assert found.hypotheses == (
        Hypothesis(("R✝",), "Type u_1"),
        Hypothesis(("inst✝",), "Ring R"),
        Hypothesis(("f",), "(a : Nat) → a = a → Prop"),
        Hypothesis(("h",), "∀ x, x = x"),
    )
    assert found.conclusion == "∃ x, x = x ∧ x = x"


@pytest.mark.parametrize(
    ("entry", "type_", "body"),
    [
        ("n : Nat := 2", "Nat", "2"),
        ("f : Nat → Nat := fun x => x", "Nat → Nat", "fun x => x"),
        ("h : let x := 1; x = 1", "let x := 1; x = 1", None),
        ("h : (let x := 1; x) = 1", "(let x := 1; x) = 1", None),
        ("g : Nat := let x := 1; x", "Nat", "let x := 1; x"),
    ],
)
def test_the_value_of_a_let(entry: str, type_: str, body: str | None) -> None:
    (hypothesis,) = goal(f"{entry}\n⊢ True").hypotheses
    assert (hypothesis.type, hypothesis.body) == (type_, body)
