"""How searches compare states: which are the same, which is at least as hard as another."""

from __future__ import annotations

from collections.abc import Hashable

from pytest_putnam.proof_session import Goal, ProofState

_Known = frozenset[tuple[str, str, str | None]]


def at_least_as_hard(state: ProofState, other: ProofState) -> bool:
    """Whether a proof of `state` would be one of `other`, too (Thakur et al. 2024, section 2).

    That is taken to be so where each goal of `other` has one of its own in `state` with the same
    conclusion and no other hypotheses. Goals that are out of focus are only counted.
    """
    if state.closed or state.hidden < other.hidden:
        return False
    left = [(goal.conclusion, _known(goal)) for goal in state.goals]
    for goal in other.goals:
        known = _known(goal)
        match = next(
            (each for each in left if each[0] == goal.conclusion and each[1] <= known), None
        )
        if match is None:
            return False
        left.remove(match)
    return True


def key_of(state: ProofState) -> Hashable:
    """What states have in common that have the same left to prove."""
    return state.goals, state.hidden, state.closed


def conclusions(state: ProofState) -> tuple[str, ...]:
    """What a state's goals say, for the record of a search."""
    shown = [goal.conclusion for goal in state.goals]
    return (*shown, *([f"{state.hidden} out of focus"] if state.hidden else []))


def _known(goal: Goal) -> _Known:
    return frozenset(
        (name, each.type, each.body) for each in goal.hypotheses for name in each.names
    )
