"""What coqtop prints of goals is read as data: hypotheses, values, conclusions, what is hidden."""

from __future__ import annotations

import pytest

from pytest_putnam.languages.coq.goals import goal, listed, shown
from pytest_putnam.proof_session import Hypothesis

TWO = """2 focused goals (shelved: 1) (ID 31)
  
  a, b : nat
  H : a = b
  d := a + b : nat
  ============================
  ?x = a

goal 2 (ID 33) is:
 a = b

"""  # noqa: W293 - as Coq prints it


def test_the_first_goal_and_the_number_of_others() -> None:
    said = shown(TWO)
    assert (said.focused, said.hidden, said.is_finished) == (2, 1, False)
    assert said.first is not None
    assert said.first.conclusion == "?x = a"
    assert said.first.hypotheses == (
        Hypothesis(("a", "b"), "nat"),
        Hypothesis(("H",), "a = b"),
        Hypothesis(("d",), "nat", "a + b"),
    )
    assert said.first.text.startswith("a, b : nat\nH : a = b\n")
    assert said.first.text.endswith("\n?x = a")


def test_the_number_of_a_goal_is_no_part_of_it() -> None:
    """Coq counts goals on, so that it would make equal states differ."""
    first, second = shown(TWO).first, shown(TWO.replace("ID 31", "ID 77")).first
    assert first == second
    assert first is not None
    assert "ID" not in first.text


def test_another_goal_as_show_prints_it() -> None:
    found = listed("goal 2 (ID 20) is:\n  \n  n : nat\n  ============================\n  n = n\n\n")
    assert found.hypotheses == (Hypothesis(("n",), "nat"),)
    assert found.conclusion == "n = n"


def test_hypotheses_over_several_lines() -> None:
    printed = """  a, b : nat
  M := match a with
       | 0 => b
       | S n => n
       end : nat
  H0 : forall n : nat, match n with
                       | 0 | _ => True
                       end
  ============================
  forall n : nat, match n with
                  | 0 => True
                  | _ => False
                  end
"""
    found = goal(printed)
    assert found.hypotheses == (
        Hypothesis(("a", "b"), "nat"),
        Hypothesis(("M",), "nat", "match a with | 0 => b | S n => n end"),
        Hypothesis(("H0",), "forall n : nat, match n with | 0 | _ => True end"),
    )
    assert found.conclusion == "forall n : nat, match n with | 0 => True | _ => False end"
    assert found.text.splitlines()[1] == "M := match a with"


@pytest.mark.parametrize(
    ("entry", "value", "type_"),
    [
        ("f := fun x : nat => x : nat -> nat", "fun x : nat => x", "nat -> nat"),
        ("f := fun x => x : nat -> nat", "fun x => x", "nat -> nat"),
        ("f := fun x y : nat => x : nat -> nat -> nat", "fun x y : nat => x", "nat -> nat -> nat"),
        ("P := forall x : nat, x = x : Prop", "forall x : nat, x = x", "Prop"),
        ("p := (0 : nat) : nat", "(0 : nat)", "nat"),
        ("p := q : forall x : nat, x = x", "q", "forall x : nat, x = x"),
        ("p := let y : nat := 1 in y : nat", "let y : nat := 1 in y", "nat"),
        ("E := exists x : nat, x = 0 : Prop", "exists x : nat, x = 0", "Prop"),
    ],
)
def test_the_value_and_the_type_of_a_let(entry: str, value: str, type_: str) -> None:
    found = goal(f"  {entry}\n  ============================\n  True\n").hypotheses
    assert [(h.body, h.type) for h in found] == [(value, type_)]


def test_goals_behind_a_bullet_are_hidden() -> None:
    said = shown(
        "<infomsg>This subproof is complete, but there are some unfocused goals.\n"
        "         Focus next goal with bullet -.\n         </infomsg>\n"
        "1 goal (shelved: 2)\n\ngoal 1 (ID 23) is:\n b = a\n\n"
    )
    assert (said.focused, said.hidden, said.first) == (0, 3, None)
    assert said.note.endswith("Focus next goal with bullet -.")


def test_unfocused_goals_are_hidden() -> None:
    said = shown(
        "1 goal (ID 13)\n  \n  a : nat\n  ============================\n  a = a\n\n"
        "*** Unfocused goals:\n\ngoal 2 (ID 14) is:\n a = 0\ngoal 3 (ID 15) is:\n a = 1\n\n"
    )
    assert (said.focused, said.hidden) == (1, 2)
    assert said.first is not None
    assert said.first.conclusion == "a = a"


@pytest.mark.parametrize(
    "printed",
    [
        "No more goals.\n\n",
        (
            "<infomsg>No more goals, but there are some goals you gave up:</infomsg>\n\n1 goal\n\n"
            "goal 1 (ID 16) is:\n True\nYou need to go back and solve them.\n"
        ),
    ],
)
def test_no_goals(printed: str) -> None:
    said = shown(printed)
    assert (said.focused, said.is_finished) == (0, True)
