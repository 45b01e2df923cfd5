"""Best-first search over tactics: the most likely state is expanded next, however deep it is.

After ReProver (Yang et al. 2023, section 5): a state's priority is the sum of the log probabilities of the
tactics that led to it; all of a state's suggestions are tried, the likeliest first, until one closes the
proof. A state that was reached before, whatever the way, is not expanded again.
"""

from __future__ import annotations

import enum
import heapq
import itertools
import time
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from pytest_putnam.proof_session import ErrorKind, ProofSession, ProofState
from pytest_putnam.search_record import SearchNode, SearchStatistics

from .compared_goals import conclusions, key_of
from .search_limits import LONGEST_PROOF

MAX_DEAD_ENDS: Final = 3000
"""So many steps that led nowhere are kept in the tree, the others are only counted."""


class Outcome(enum.StrEnum):
    """What came of a step."""

    OK = "ok"
    CLOSED = "closed"
    ERROR = "error"
    KNOWN = "known"
    """It led to goals that were reached before."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A tactic and the logarithm of how likely the generator takes it to be."""

    tactic: str
    log_probability: float


class Suggester(Protocol):
    """Who proposes tactics."""

    def __call__(self, states: Sequence[ProofState]) -> Sequence[Sequence[Suggestion]]:
        """For each state its suggestions, the likeliest first."""


@dataclass(slots=True, order=True)
class _Waiting:
    """A state to be expanded; the least comes first."""

    cost: float
    """Minus the sum of log probabilities."""
    number: int
    """Of two that are as likely, the one that was reached first goes first."""
    state: ProofState = field(compare=False)
    node: SearchNode = field(compare=False)


class BestFirst:
    """One search in one session. It is made, run once, and then tells what it did."""

    def __init__(
        self,
        session: ProofSession,
        suggest: Suggester,
        *,
        expansions: int | None = None,
        batch: int = 1,
    ) -> None:
        """`expansions` bounds the states that are expanded, `batch` of them at once; None: no bound."""
        self._session = session
        self._suggest = suggest
        self._expansions = expansions
        self._batch = batch
        self._numbers = itertools.count()
        self._known: set[Hashable] = set()
        self._queue: list[_Waiting] = []
        self._queries = self._wasted = self._failed = self._repeats = 0
        self._dead_ends = 0
        self._model_s = 0.0
        self.root = SearchNode("root")
        self.ended = ""
        """Why there is no proof, once `run` returned None."""

    @property
    def statistics(self) -> SearchStatistics:
        """What was done so far."""
        session = self._session.statistics
        return SearchStatistics(
            states=len(self._known),
            queries=self._queries,
            wasted=self._wasted,
            failed=self._failed,
            known=self._repeats,
            tactics=session.tactics,
            restarts=session.restarts,
            model_s=round(self._model_s, 3),
            assistant_s=round(session.seconds, 3),
        )

    def run(self) -> ProofState | None:
        """The state in which nothing is left to prove, or None. Raises what session and suggester raise."""
        first = self._session.root
        self.root.goals = conclusions(first)
        self._known.add(key_of(first))
        heapq.heappush(self._queue, _Waiting(0.0, next(self._numbers), first, self.root))
        while self._queue:
            places = self._next_places()
            if not places:
                self.ended = f"{self._queries} states were expanded"
                return None
            started = time.monotonic()
            try:
                answers = self._suggest([place.state for place in places])
            finally:
                self._model_s += time.monotonic() - started
            self._queries += len(places)
            for place, suggestions in zip(places, answers, strict=True):
                closed = self._expand(place, suggestions)
                if closed is not None:
                    return closed
        self.ended = "no state is left to expand"
        return None

    def _next_places(self) -> list[_Waiting]:
        """The likeliest states; none where the search may expand no more."""
        room = self._batch
        if self._expansions is not None:
            room = min(room, self._expansions - self._queries)
        return [heapq.heappop(self._queue) for _ in range(min(room, len(self._queue)))]

    def _expand(self, place: _Waiting, suggestions: Sequence[Suggestion]) -> ProofState | None:
        """Try the suggestions; the state that closes the proof, if one does."""
        refused = 0
        for suggestion in suggestions:
            after = self._session.apply(place.state, suggestion.tactic)
            if isinstance(after, ProofState):
                self._reach(place, suggestion, after)
                if after.closed:
                    return after
            else:
                self._failed += 1
                refused += after.kind is ErrorKind.REFUSED
                self._note_dead_end(place, suggestion, Outcome.ERROR, after.message)
        self._wasted += refused == len(suggestions)
        return None

    def _reach(self, place: _Waiting, suggestion: Suggestion, after: ProofState) -> None:
        key = key_of(after)
        if key in self._known:
            self._repeats += 1
            self._note_dead_end(place, suggestion, Outcome.KNOWN, "these goals were reached before")
            return
        self._known.add(key)
        outcome = Outcome.CLOSED if after.closed else Outcome.OK
        said = f"log p {suggestion.log_probability:.2f}"
        node = place.node.add(suggestion.tactic, outcome, said, conclusions(after))
        if not after.closed and len(after.path) < LONGEST_PROOF:
            cost = place.cost - suggestion.log_probability
            heapq.heappush(self._queue, _Waiting(cost, next(self._numbers), after, node))

    def _note_dead_end(
        self, place: _Waiting, suggestion: Suggestion, outcome: Outcome, why: str
    ) -> None:
        self._dead_ends += 1
        if self._dead_ends <= MAX_DEAD_ENDS:
            place.node.add(suggestion.tactic, outcome, why)
        else:
            left_out = self._dead_ends - MAX_DEAD_ENDS
            self.root.message = f"{left_out} more steps that led nowhere are not kept"
