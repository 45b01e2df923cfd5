"""What Tactician prints is read as a script of plain tactics.

The transcripts were written after the format in Tactician's source; none was recorded.
"""

from __future__ import annotations

import pytest
from pytest_putnam.provers.tactician_output import failure, found_script

FOUND = "Tactician found a proof! The following tactic caches the proof:\n\n"


def test_a_script_becomes_sentences() -> None:
    script = found_script(
        f"{FOUND}synth with cache (only 1: intros n; only 1: induction n; only 2: simpl; "
        "only 1: auto).\n"
    )
    assert script is not None
    assert script.steps == ("intros n.", "induction n.", "2: simpl.", "auto.")
    assert script.tactic.startswith("only 1: intros n; only 1: induction n;")
    assert not script.is_nested


@pytest.mark.parametrize(
    ("inside", "steps"),
    [
        ("only 1: (intros; auto)", ("(intros; auto).",)),
        ("only 1: intros; simpl; only 1: auto", ("intros; simpl.", "auto.")),
        ("only 1: rewrite (f_equal (A:=nat) S H); only 1: auto",
         ("rewrite (f_equal (A:=nat) S H).", "auto.")),
        ('only 1: idtac "(; only 1: x"; only 1: auto', ('idtac "(; only 1: x".', "auto.")),
        ("only 1: destruct H as [a|b]; only 2: exact (b)", ("destruct H as [a|b].", "2: exact (b).")),
        ("only\n 1:\n auto", ("auto.",)),
        ("only 12: auto", ("12: auto.",)),
    ],
)  # fmt: skip
def test_parts_are_split_where_a_goal_is_chosen(inside: str, steps: tuple[str, ...]) -> None:
    script = found_script(f"{FOUND}synth with cache ({inside}).")
    assert script is not None
    assert script.steps == steps


def test_shelved_goals_are_left_in_one_tactic() -> None:
    """Newer versions put what leaves shelved goals in ``unshelve``."""
    script = found_script(
        f"{FOUND}synth with cache (unshelve (only 1: eexists); only 1: reflexivity)."
    )
    assert script is not None
    assert script.steps == ()
    assert script.tactic == "unshelve (only 1: eexists); only 1: reflexivity"


def test_a_script_that_searches_itself() -> None:
    printed = (
        f"{FOUND}synth with cache (only 1: induction n; synth).\n\nThe tactic above uses nested "
        "searching. The following tactics cache those nested searches.\n"
        "synth with cache (only 1: auto).\n"
    )
    script = found_script(printed)
    assert script is not None
    assert script.is_nested


def test_a_lemma_of_that_name_is_no_search() -> None:
    script = found_script(f"{FOUND}synth with cache (only 1: apply synth_ok, L.search').")
    assert script is not None
    assert not script.is_nested


@pytest.mark.parametrize(
    "printed",
    [
        "",
        "synth with cache (only 1: auto).",
        FOUND,
        f"{FOUND}synth with cache (only 1: auto",
        "Tactician found nothing",
    ],
)
def test_no_script(printed: str) -> None:
    assert found_script(printed) is None


def test_the_older_name() -> None:
    script = found_script(f"{FOUND}search with cache (only 1: auto).")
    assert script is not None
    assert script.steps == ("auto.",)


def test_an_error_of_coqc() -> None:
    failed = failure(
        'File "./tactician_goal.v", line 5, characters 0-6:\nError: Tactic failure:\nno more.\n\n'
    )
    assert failed is not None
    assert (failed.line, failed.reason, failed.is_defeat) == (5, "Tactic failure: no more.", True)
    broken = failure('File "./g.v", line 5, characters 0-6:\nError: Anomaly "Not_found."\n')
    assert broken is not None
    assert not broken.is_defeat
    assert failure("something else") is None
