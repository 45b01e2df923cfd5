"""A proof session on real Lean: goals as data, tactics, going back, the candidate that comes of it."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator

import pytest
from formalizations import check
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lean_cases import find_toolchain, formalization, make_checker, shared
from process_cases import until
from session_cases import descendants, error, kind, named, step

from pytest_putnam.errors import BudgetExhausted, InfraError
from pytest_putnam.languages.lean4.checker import LeanChecker
from pytest_putnam.languages.lean4.toolchain import LeanToolchain
from pytest_putnam.model import Track, VerdictKind
from pytest_putnam.proof_session import (
    ErrorKind,
    Hypothesis,
    ProofSession,
    ProofState,
    SessionSettings,
    SolutionRefused,
    open_on,
)
from pytest_putnam.prover import Budget

pytestmark = pytest.mark.real_lean4

HEADER = "prelude\nimport Tactics\n"
TEXT = (
    f"{HEADER}theorem putnam_1903_a1 (p q r : Prop) (hp : p) (hq : q) : And p (And q (Or r q)) :=\n"
    "  sorry\n"
)
SETTINGS = SessionSettings(memory_mb=2048)


@pytest.fixture(scope="module")
def lean(tmp_path_factory: pytest.TempPathFactory) -> LeanToolchain:
    return find_toolchain(shared(tmp_path_factory))


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LeanChecker]:
    made = make_checker(shared(tmp_path_factory))
    yield made
    made.close()


def opened(
    lean: LeanToolchain,
    text: str = TEXT,
    *,
    track: Track = Track.WITH_SOLUTION,
    budget: Budget | None = None,
    solution: str | None = None,
) -> ProofSession:
    return open_on(
        lean,
        formalization(text, "putnam_1903_a1"),
        track,
        SETTINGS,
        budget or Budget(None),
        solution=solution,
    )


@pytest.fixture(scope="module")
def session(lean: LeanToolchain) -> Iterator[ProofSession]:
    with opened(lean) as made:
        yield made


def test_the_first_state_is_the_statement(session: ProofSession) -> None:
    (goal,) = session.root.goals
    assert goal.hypotheses == (
        Hypothesis(("p", "q", "r"), "Prop"),
        Hypothesis(("hp",), "p"),
        Hypothesis(("hq",), "q"),
    )
    assert goal.conclusion == "And p (And q (Or r q))"


def test_from_the_statement_to_a_verdict(session: ProofSession, checker: LeanChecker) -> None:
    split = step(session, session.root, "constructor")
    assert [goal.name for goal in split.goals] == ["left", "right"]
    state = step(session, split, "· exact hp", "refine And.intro ?_ ?_", "exact hq", "right")
    assert state.path[0] == "constructor"
    assert [goal.conclusion for goal in state.goals] == ["q"]
    done = step(session, state, "assumption")
    assert done.closed
    verdict = check(checker, formalization(TEXT, "putnam_1903_a1"), session.candidate(done).code)
    assert verdict.kind is VerdictKind.PROVED, verdict.reason


def test_an_error_leaves_the_state_as_it_was(session: ProofSession) -> None:
    state = step(session, session.root, "constructor")
    said = error(session, state, "exact hq")
    assert said.kind is ErrorKind.ERROR
    assert said.message.startswith("Type mismatch")
    assert step(session, state, "skip").same_goals(state)


def test_any_earlier_state_can_be_taken_up_again(session: ProofSession) -> None:
    base = step(session, session.root, "constructor")
    one = step(session, base, "exact hp", "constructor")
    other = step(session, base, "case right => exact And.intro hq (Or.inr hq)")
    assert step(session, one, "exact hq").goals[0].conclusion == "Or r q"
    assert step(session, other, "exact hp").closed


def test_a_tactic_over_several_lines(session: ProofSession) -> None:
    block = "constructor\n· exact hp\n· constructor\n  · exact hq\n  · exact Or.inr hq"
    assert step(session, session.root, block).closed
    assert step(session, session.root, f"\n    {block}".replace("\n", "\n    ")).closed


@pytest.mark.parametrize(
    "tactic",
    [
        "",
        "  \n ",
        "by exact hp",
        "sorry",
        "exact sorry",
        "theorem other : True := True.intro",
        "exact hp\n#eval 1",
        "exact hp\nend",
        "exact hp /- never closed",
        'exact "never closed',
        "run_tac pure ()",
        "exact hp\0",
    ],
)
def test_what_is_no_tactic_is_not_sent(session: ProofSession, tactic: str) -> None:
    assert kind(session, session.root, tactic) is ErrorKind.REFUSED


def test_a_hole_of_another_name_closes_nothing(session: ProofSession) -> None:
    said = error(session, session.root, "exact sorryAx _ Bool.true")
    assert "rests on sorry" in said.message


def test_a_goal_that_an_axiom_closes_is_for_the_checker(
    session: ProofSession, checker: LeanChecker
) -> None:
    """The session sees no goal left; the verdict is the checker's all the same."""
    state = step(session, session.root, "exact Base.assumed _")
    assert state.closed
    verdict = check(checker, formalization(TEXT, "putnam_1903_a1"), session.candidate(state).code)
    assert verdict.kind is VerdictKind.BAD_AXIOM


def test_a_nested_block_that_is_left_open_is_an_error(session: ProofSession) -> None:
    assert "unsolved goals" in error(session, session.root, "constructor\n· skip").message


def test_holes_of_the_file_are_not_the_proofs(lean: LeanToolchain) -> None:
    text = f"{HEADER}theorem admitted : True := sorry\n{TEXT.removeprefix(HEADER)}"
    with opened(lean, text) as session:
        proof = "exact And.intro hp (And.intro hq (Or.inr hq))"
        assert step(session, session.root, proof).closed


WALK = (
    f"{HEADER}theorem putnam_1903_a1 (p q r : Prop) (n : Nat) (h : Or p q) :\n"
    "    r → And (Or q p) (Exists fun k : Nat => Eq k (Nat.plus n n)) :=\n  sorry\n"
)
TACTICS = (
    "intro x", "intro", "constructor", "cases h", "case left => skip", "right", "left",
    "assumption", "exact Exists.intro _ Eq.refl", "refine And.intro ?_ ?_", "apply Exists.intro",
    "exact Eq.refl", "induction n", "clear h", "revert n", "apply Or.inl", "exact n",
    "first | assumption | right", "· assumption", "refine Exists.intro ?w ?h", "exact foo",
    "cases h with\n| inl a => exact Or.inr a\n| inr b => exact Or.inl b", "skip\nskip", "exact by",
)  # fmt: skip


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    moves=st.lists(st.tuples(st.integers(0, 30), st.sampled_from(TACTICS)), min_size=4, max_size=16)
)
def test_walks_and_replays_agree(
    walkers: tuple[ProofSession, ProofSession], moves: list[tuple[int, str]]
) -> None:
    """However a session came to a state, it is the one that its path leads to from the beginning."""
    walker, replayer = walkers
    met = [walker.root]
    for back, tactic in moves:
        outcome = walker.apply(met[-1 - back % len(met)] if back < 10 else met[-1], tactic)
        if isinstance(outcome, ProofState):
            met.append(outcome)
    assert step(replayer, replayer.root, *met[-1].path) == met[-1]


@pytest.fixture(scope="module")
def walkers(lean: LeanToolchain) -> Iterator[tuple[ProofSession, ProofSession]]:
    with opened(lean, WALK) as walker, opened(lean, WALK) as replayer:
        yield walker, replayer


def test_a_server_that_was_killed_is_started_anew(lean: LeanToolchain) -> None:
    with opened(lean) as session:
        state = step(session, session.root, "constructor", "exact hp")
        for pid in named("lean"):
            with contextlib.suppress(ProcessLookupError):  # ends with another of them
                os.kill(pid, signal.SIGKILL)
        assert until(lambda: not named("lean"))
        assert step(session, state, "exact And.intro hq (Or.inr hq)").closed
        assert (session.statistics.restarts, session.statistics.replayed) == (1, 2)


def test_a_tactic_out_of_time_is_ended(lean: LeanToolchain) -> None:
    with opened(lean) as session:
        state = step(session, session.root, "constructor")
        assert kind(session, state, "exact hp", timeout_s=0.0) is ErrorKind.TIMEOUT
        assert len(step(session, state, "exact hp").goals) == 1


def test_the_budget_ends_it(lean: LeanToolchain) -> None:
    budget = Budget(None)
    with opened(lean, budget=budget) as session:
        budget.cancel()
        with pytest.raises(BudgetExhausted):
            session.apply(session.root, "constructor")


def test_a_formalization_that_does_not_compile(lean: LeanToolchain) -> None:
    with pytest.raises(InfraError, match=r"line 3: .*not a proposition"):
        opened(lean, f"{HEADER}theorem putnam_1903_a1 : Cupboard :=\n  sorry\n")


ASKS = (
    f"{HEADER}abbrev putnam_1903_a1_solution : Prop := sorry\n-- True\n"
    "theorem putnam_1903_a1 : Or putnam_1903_a1_solution False :=\n  sorry\n"
)


def test_a_solution_of_ones_own(lean: LeanToolchain) -> None:
    with opened(lean, ASKS, track=Track.NO_SOLUTION, solution="Eq True True") as session:
        state = step(session, session.root, "left", "exact Eq.refl")
        assert state.closed
        assert session.candidate(state).solution == "Eq True True"


@pytest.mark.parametrize("solution", ["Not_there", "(True"])
def test_a_solution_that_does_not_compile_is_told_of(lean: LeanToolchain, solution: str) -> None:
    with pytest.raises(SolutionRefused):
        opened(lean, ASKS, track=Track.NO_SOLUTION, solution=solution)


def test_sessions_leave_nothing_behind(lean: LeanToolchain) -> None:
    before = set(descendants())
    for _ in range(5):
        with opened(lean) as session:
            step(session, session.root, "constructor")
    assert until(lambda: set(descendants()) <= before)
