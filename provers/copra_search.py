"""The search of `copra`: depth first, one step per query, back where a state's steps are used up.

After Thakur et al. 2024 (figure 3). A step fails where the assistant refuses it, where it leads to a
state at least as hard as one on the way to it (a circular step), where that state was given up before, or
where nothing came of it. What failed in a state is remembered for its goals, however they are reached
again, and is never given to the assistant there a second time.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Final, Protocol

from pytest_putnam.model import Language
from pytest_putnam.proof_session import ErrorKind, ProofSession, ProofState
from pytest_putnam.search_record import SearchNode, SearchStatistics

from .compared_goals import at_least_as_hard, conclusions, key_of
from .copra_answers import Unmarked
from .search_limits import LONGEST_PROOF

_HOLE: Final = re.compile(r"\b(?:admit|give_up|sorry)\b")
"""No verdict: the assistant would find the hole at the end, and all steps up to there would be in vain."""


class Outcome(enum.StrEnum):
    """What came of a step."""

    OK = "ok"
    CLOSED = "closed"
    ERROR = "error"
    CIRCULAR = "circular"
    GIVEN_UP = "given up"
    REPEATED = "repeated"
    WASTED = "wasted"


@dataclass(frozen=True, slots=True)
class LastStep:
    """The step before, as the model is told of it."""

    text: str
    error: str
    """Empty where it succeeded."""


@dataclass(frozen=True, slots=True)
class View:
    """What the model is shown."""

    state: ProofState
    incorrect: tuple[str, ...]
    """The steps that failed in this state."""
    last: LastStep | None


class Asker(Protocol):
    """Who proposes the next step."""

    def __call__(self, view: View) -> str | Unmarked:
        """One tactic, or an answer that is none."""


@dataclass(slots=True)
class _Memory:
    """What is known of all states with the same goals."""

    failed: dict[str, str] = field(default_factory=dict)
    """Steps as the model wrote them, by what they are compared by."""
    tries: int = 0
    is_given_up: bool = False


@dataclass(slots=True)
class _Place:
    """A state on the way from the first one to where the search is."""

    state: ProofState
    node: SearchNode
    memory: _Memory
    came_by: str = ""
    stale: int = 0
    """Answers in a row that brought no new step."""


class Search:
    """One search in one session. It is made, run once, and then tells what it did."""

    def __init__(self, session: ProofSession, ask: Asker, *, queries: int, tries: int) -> None:
        """`queries` bounds the search, `tries` the steps that are tried in one state."""
        self._session = session
        self._ask = ask
        self._queries_left = queries
        self._tries = tries
        self._memories: dict[Hashable, _Memory] = {}
        self._last: LastStep | None = None
        self._counts = dict.fromkeys(
            ("queries", "wasted", "repeated", "circular", "failed", "backtracks"), 0
        )
        self.root = SearchNode("root")
        self.ended = ""
        """Why there is no proof, once `run` returned None."""

    @property
    def statistics(self) -> SearchStatistics:
        """What was done so far; who asks knows how long the model took."""
        session = self._session.statistics
        return SearchStatistics(
            states=len(self._memories),
            **self._counts,
            tactics=session.tactics,
            restarts=session.restarts,
            assistant_s=round(session.seconds, 3),
        )

    def run(self) -> ProofState | None:
        """The state in which nothing is left to prove, or None. Raises what session and asker raise."""
        root = self._session.root
        self.root.goals = conclusions(root)
        path = [_Place(root, self.root, self._memory(root))]
        while self._queries_left > 0:
            if self._is_used_up(path):
                if len(path) == 1:
                    self.ended = "nothing new comes for the first state"
                    return None
                self._back(path)
                continue
            closed = self._step(path)
            if closed is not None:
                return closed
        self.ended = "no query is left"
        return None

    def _step(self, path: list[_Place]) -> ProofState | None:
        """Ask for a step and try it: the path grows, or the step is known to fail."""
        here = path[-1]
        answer = self._query(here)
        if isinstance(answer, Unmarked):
            self._waste(here, answer)
            return None
        if self._is_not_run(here, answer):
            return None
        after = self._session.apply(here.state, answer)
        if isinstance(after, ProofState) and after.closed:
            here.node.add(answer, Outcome.CLOSED)
            self._memory(after)
            return after
        if isinstance(after, ProofState):
            self._go_on(path, answer, after)
        elif after.kind is ErrorKind.REFUSED:
            here.memory.failed[self._name(answer)] = answer
            self._waste(here, Unmarked(answer, after.message))
        else:
            self._fail(here, answer, Outcome.ERROR, after.message)
        return None

    def _is_not_run(self, here: _Place, tactic: str) -> bool:
        """Whether a step is known to lead to no proof, so that the assistant is not asked."""
        if self._name(tactic) in here.memory.failed:
            self._counts["repeated"] += 1
            here.stale += 1
            told = "this step is known to fail in this state: choose another"
            self._note(here, tactic, Outcome.REPEATED, told)
            return True
        hole = _HOLE.search(tactic)
        if hole is not None:
            told = f"{hole[0]} leaves a hole, and a proof with a hole is none: prove the goal"
            self._fail(here, tactic, Outcome.ERROR, told)
        return hole is not None

    def _go_on(self, path: list[_Place], tactic: str, after: ProofState) -> None:
        """From the state that a step led to, unless that is no progress."""
        here = path[-1]
        why = self._stands_still(path, after)
        memory = self._memory(after)
        if why:
            self._fail(here, tactic, Outcome.CIRCULAR, why, after)
        elif memory.is_given_up:
            told = "this step leads to goals that were given up before"
            self._fail(here, tactic, Outcome.GIVEN_UP, told, after)
        elif len(path) > LONGEST_PROOF:
            told = f"the proof would have more than {LONGEST_PROOF} steps"
            self._fail(here, tactic, Outcome.GIVEN_UP, told, after)
        else:
            here.stale = 0
            here.memory.tries += 1
            node = here.node.add(tactic, Outcome.OK, goals=conclusions(after))
            self._last = LastStep(tactic, "")
            path.append(_Place(after, node, memory, tactic))

    def _query(self, here: _Place) -> str | Unmarked:
        self._queries_left -= 1
        self._counts["queries"] += 1
        return self._ask(View(here.state, tuple(here.memory.failed.values()), self._last))

    def _is_used_up(self, path: list[_Place]) -> bool:
        """Whether a state is left: the first one only when nothing new comes for it any more."""
        here = path[-1]
        return here.stale >= self._tries or (len(path) > 1 and here.memory.tries >= self._tries)

    def _back(self, path: list[_Place]) -> None:
        """Leave a state; the step that led to it has failed."""
        left = path.pop()
        left.memory.is_given_up = True
        self._counts["backtracks"] += 1
        here = path[-1]
        here.memory.failed[self._name(left.came_by)] = left.came_by
        self._last = LastStep(
            left.came_by, "this step led to goals that could not be proved, and was taken back"
        )

    def _stands_still(self, path: list[_Place], after: ProofState) -> str:
        """Why `after` is no progress; empty where it is."""
        for back, place in enumerate(reversed(path)):
            if at_least_as_hard(after, place.state):
                where = (
                    "this state" if back == 0 else f"the state {back} step{'s' * (back > 1)} before"
                )
                return f"the step runs, but its goals are no easier than those of {where}"
        return ""

    def _waste(self, here: _Place, answer: Unmarked) -> None:
        self._counts["wasted"] += 1
        here.stale += 1
        self._note(here, answer.said, Outcome.WASTED, answer.why)

    def _fail(
        self,
        here: _Place,
        tactic: str,
        outcome: Outcome,
        why: str,
        after: ProofState | None = None,
    ) -> None:
        """A new step that failed."""
        self._counts["circular" if outcome is Outcome.CIRCULAR else "failed"] += 1
        here.stale = 0
        here.memory.failed[self._name(tactic)] = tactic
        self._note(here, tactic, outcome, why, after)

    def _note(
        self, here: _Place, text: str, outcome: Outcome, why: str, after: ProofState | None = None
    ) -> None:
        here.memory.tries += 1
        here.node.add(text, outcome, why, () if after is None else conclusions(after))
        self._last = LastStep(text, why)

    def _memory(self, state: ProofState) -> _Memory:
        return self._memories.setdefault(key_of(state), _Memory())

    def _name(self, tactic: str) -> str:
        """What makes two texts the same step: Lean minds line ends, Coq does not."""
        lines = [" ".join(line.split()) for line in tactic.strip().splitlines()]
        is_coq = self._session.language is Language.COQ
        return " ".join(lines).rstrip(" .") if is_coq else "\n".join(lines)
