"""However a session came to a state, it is the one that its path leads to from the beginning."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from session_cases import coq_session, step

from pytest_putnam.proof_session import ProofSession, ProofState, TacticError

pytestmark = pytest.mark.real_coq

STATEMENT = (
    "Require Import Arith Lia.\nTheorem t (a b : nat) (P Q : Prop) :\n"
    "  (P /\\ Q \\/ a <= b) -> exists n, n + a = b + a \\/ (P -> Q) /\\ n <= n + a."
)
TACTICS = (
    "intros", "intros [[p q] | h]", "exists b", "eexists", "left", "right", "split", "reflexivity",
    "induction a as [ | k IH ]", "destruct a", "simpl", "assumption", "lia", "eauto", "shelve",
    "Unshelve", "-", "+", "{", "}", "all: auto", "2: { idtac", "assert (x := le_n a)",
    "set (z := a + b)", "clearbody z", "generalize dependent a", "exfalso", "admit", "revert b",
    "assert (c : a = a)", "1: idtac", "rewrite Nat.add_comm", "apply Nat.le_add_r", "exact 0",
)  # fmt: skip
Moves = list[tuple[int, str]]


@pytest.fixture(scope="module")
def walker() -> Iterator[ProofSession]:
    with coq_session(STATEMENT) as session:
        yield session


@pytest.fixture(scope="module")
def replayer() -> Iterator[ProofSession]:
    with coq_session(STATEMENT) as session:
        yield session


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    moves=st.lists(st.tuples(st.integers(0, 30), st.sampled_from(TACTICS)), min_size=4, max_size=24)
)
def test_walks_and_replays_agree(
    walker: ProofSession, replayer: ProofSession, moves: Moves
) -> None:
    """Each move takes up one of the states met so far, the last one mostly."""
    met = [walker.root]
    for back, tactic in moves:
        outcome = walker.apply(met[-1 - back % len(met)] if back < 10 else met[-1], tactic)
        if isinstance(outcome, ProofState):
            met.append(outcome)
    for state in (met[-1], met[len(met) // 2]):
        assert _replayed(replayer, state) == state


@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    moves=st.lists(st.tuples(st.integers(0, 5), st.sampled_from(TACTICS)), min_size=3, max_size=8)
)
def test_also_after_timeouts(walker: ProofSession, replayer: ProofSession, moves: Moves) -> None:
    met = [walker.root]
    for back, tactic in moves:
        base = met[-1 - back % len(met)]
        if back == 0:
            late = walker.apply(base, "do 1000000000 (do 1000000000 idtac)", timeout_s=0.05)
            assert isinstance(late, TacticError)
        outcome = walker.apply(base, tactic)
        if isinstance(outcome, ProofState):
            met.append(outcome)
    assert _replayed(replayer, met[-1]) == met[-1]


def _replayed(session: ProofSession, state: ProofState) -> ProofState:
    return step(session, session.root, *state.path)
