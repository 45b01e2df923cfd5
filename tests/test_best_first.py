"""Best-first search on real Lean, with a generator that says what it is told to say."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import pytest
from copra_cases import outline
from formalizations import check
from lean_cases import find_toolchain, formalization, make_checker, shared
from pytest_putnam.provers import best_first
from pytest_putnam.provers.best_first import BestFirst, Suggestion

from pytest_putnam.errors import BudgetExhausted
from pytest_putnam.languages.lean4.checker import LeanChecker
from pytest_putnam.languages.lean4.toolchain import LeanToolchain
from pytest_putnam.model import Track, VerdictKind
from pytest_putnam.proof_session import ProofSession, ProofState, SessionSettings, open_on
from pytest_putnam.prover import Budget

pytestmark = pytest.mark.real_lean4

TEXT = (
    "prelude\nimport Tactics\n"
    "theorem putnam_1903_a1 (p q r : Prop) (hq : q) (hr : r) : Or (And p r) (And q r) :=\n  sorry\n"
)
WAY: Mapping[str, Mapping[str, float]] = {
    "Or (And p r) (And q r)": {"left": 0.7, "right": 0.2, "skip": 0.05, "sorry": 0.05},
    "And p r": {"constructor": 0.9, "exact hr": 0.1},
    "p": {"assumption": 0.9, "exact hp": 0.1},
    "And q r": {"exact And.intro hq hr": 0.5, "constructor": 0.5},
}
"""How likely the tactics are for a goal: the likeliest first step is a dead end."""


@dataclass
class StandIn:
    """In place of a network: knows tactics by the first goal's conclusion."""

    way: Mapping[str, Mapping[str, float]] = field(default_factory=lambda: WAY)
    asked: list[list[str]] = field(default_factory=list)

    def __call__(self, states: Sequence[ProofState]) -> list[list[Suggestion]]:
        goals = [state.goals[0].conclusion for state in states]
        self.asked.append(goals)
        return [
            [Suggestion(tactic, math.log(p)) for tactic, p in self.way.get(goal, {}).items()]
            for goal in goals
        ]


@pytest.fixture(scope="module")
def lean(tmp_path_factory: pytest.TempPathFactory) -> LeanToolchain:
    return find_toolchain(shared(tmp_path_factory))


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LeanChecker]:
    made = make_checker(shared(tmp_path_factory))
    yield made
    made.close()


@pytest.fixture(scope="module")
def session(lean: LeanToolchain) -> Iterator[ProofSession]:
    formal = formalization(TEXT, "putnam_1903_a1")
    settings = SessionSettings(memory_mb=2048)
    with open_on(lean, formal, Track.WITH_SOLUTION, settings, Budget(None)) as made:
        yield made


def test_it_leaves_a_dead_end_for_the_next_likely_state_and_ends_in_a_strict_proof(
    session: ProofSession, checker: LeanChecker
) -> None:
    stand_in = StandIn()
    search = BestFirst(session, stand_in)
    closed = search.run()
    assert closed is not None
    assert closed.path == ("right", "exact And.intro hq hr")
    # left: 0.7, constructor after it: 0.63, and only then right: 0.2
    assert stand_in.asked == [["Or (And p r) (And q r)"], ["And p r"], ["p"], ["And q r"]]
    code = session.candidate(closed).code
    verdict = check(checker, formalization(TEXT, "putnam_1903_a1"), code)
    assert verdict.kind is VerdictKind.PROVED, verdict.reason
    assert outline(search.root) == [
        "root",
        "  left ok",
        "    constructor ok",
        "      assumption error",
        "      exact hp error",
        "    exact hr error",
        "  right ok",
        "    exact And.intro hq hr closed",
        "  skip known",
        "  sorry error",
    ]


def test_its_statistics_are_those_of_the_search(session: ProofSession) -> None:
    before = session.statistics.tactics
    search = BestFirst(session, StandIn())
    search.run()
    told = search.statistics
    # root, and after left, constructor, right, the closing tactic
    assert (told.states, told.queries, told.known, told.failed, told.wasted) == (5, 4, 1, 4, 0)
    assert told.tactics - before == 9
    assert told.assistant_s > 0


def test_states_reached_twice_are_expanded_once(session: ProofSession) -> None:
    way = {**WAY, "Or (And p r) (And q r)": {"left": 0.5, "skip\nleft": 0.4, "skip": 0.1}}
    stand_in = StandIn(way)
    assert BestFirst(session, stand_in).run() is None
    assert [goal for goals in stand_in.asked for goal in goals].count("And p r") == 1


def test_without_a_state_left_it_ends(session: ProofSession) -> None:
    search = BestFirst(session, StandIn({}))
    assert search.run() is None
    assert search.ended == "no state is left to expand"
    assert search.statistics.wasted == 1


def test_suggestions_of_which_none_is_a_tactic_are_a_wasted_query(session: ProofSession) -> None:
    way = {"Or (And p r) (And q r)": {"": 0.5, "exact hr\nend": 0.3, "by skip": 0.2}}
    search = BestFirst(session, StandIn(way))
    assert search.run() is None
    assert (search.statistics.queries, search.statistics.wasted) == (1, 1)
    assert search.statistics.failed == 3


def test_expansions_are_bounded(session: ProofSession) -> None:
    search = BestFirst(session, StandIn(), expansions=2)
    assert search.run() is None
    assert search.statistics.queries == 2
    assert search.ended == "2 states were expanded"


@pytest.mark.parametrize("expansions", [None, 3])
def test_a_batch_asks_for_several_states_at_once(
    session: ProofSession, expansions: int | None
) -> None:
    stand_in = StandIn()
    search = BestFirst(session, stand_in, batch=2, expansions=expansions)
    closed = search.run()
    assert closed is not None
    assert stand_in.asked == [["Or (And p r) (And q r)"], ["And p r", "And q r"]]
    assert closed.path == ("right", "exact And.intro hq hr")


def test_what_led_nowhere_is_kept_up_to_a_limit(
    session: ProofSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(best_first, "MAX_DEAD_ENDS", 2)
    search = BestFirst(session, StandIn())
    search.run()
    lines = outline(search.root)
    assert sum(line.endswith((" error", " known")) for line in lines) == 2
    assert "    exact And.intro hq hr closed" in lines
    assert search.root.message == "3 more steps that led nowhere are not kept"


def test_the_budget_ends_it_and_what_was_done_is_known(lean: LeanToolchain) -> None:
    budget = Budget(None)
    stand_in = StandIn()

    def suggest(states: Sequence[ProofState]) -> list[list[Suggestion]]:
        if len(stand_in.asked) == 1:
            budget.cancel()
        return stand_in(states)

    formal = formalization(TEXT, "putnam_1903_a1")
    settings = SessionSettings(memory_mb=2048)
    with open_on(lean, formal, Track.WITH_SOLUTION, settings, budget) as session:
        search = BestFirst(session, suggest)
        with pytest.raises(BudgetExhausted):
            search.run()
    assert search.statistics.queries == 2
    assert outline(search.root)[1] == "  left ok"
