"""The prover ``copra``: a model proposes one tactic at a time, and the assistant says what it does.

After COPRA (Thakur et al. 2024): depth-first search with backtracking in a proof session of Coq or Lean. At
every query the model sees the goals, the steps so far, the steps that failed in this state, and the last
step with its error. As PutnamBench evaluated it: 60 queries, temperature 0, pass@1.

In the no-solution track the model is first asked for the answer; these queries count, too. An answer that
does not compile is shown to it with the assistant's message.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from pytest_putnam.errors import PutnamError
from pytest_putnam.llm import Completion, LlmSettings, Turn, total
from pytest_putnam.model import Language, Usage, VerdictKind
from pytest_putnam.proof_session import ProofSession, SolutionRefused, open_session
from pytest_putnam.prover import Answer, Budget, Prover, ProverSettings, Task
from pytest_putnam.search_record import SearchNode, SearchRecord, SearchStatistics

from .asking import Model
from .copra_answers import Marked, Unmarked, read_answer
from .copra_options import OPTIONS, read_options
from .copra_prompt import Prompts
from .copra_search import LastStep, Outcome, Search, View
from .prompting import BUILT_IN
from .prompting import told as as_told

AGAIN: Final = 1_000_000
"""Sample `attempt` + k * AGAIN is what an attempt gets that asks the same for the k-th time again."""
ANSWER_CHARS: Final = 4000
"""Of an answer in the transcript; completions.sqlite has all of it."""


class Copra(Prover):
    """Searches a proof tactic by tactic, as a model proposes."""

    name = "copra"
    languages = frozenset({Language.COQ, Language.LEAN4})
    default_attempts = 1
    default_attempt_timeout_s = 1800.0
    runs_assistant = True
    options = OPTIONS

    def __init__(self, settings: ProverSettings) -> None:
        super().__init__(settings)
        llm = settings.llm or LlmSettings()
        self.own = read_options(settings.options, llm, settings.root_dir)
        self.prompts = Prompts(
            self.own.prompts or BUILT_IN / "copra",
            self.own.lemmas,
            self.own.theorems,
            informal=self.own.informal,
        )
        self.model = Model(self.own.endpoint, self.own.sampling, llm)

    def attempt(self, task: Task, budget: Budget) -> Answer:
        """Search once. Raises as `Prover.attempt` says; the error then has the search so far."""
        attempt = _Attempt(self, task, budget)
        try:
            answer = attempt.run()
        except PutnamError as error:
            error.usage = attempt.usage(error.usage)
            error.transcript = attempt.transcript()
            raise
        return replace(answer, transcript=attempt.transcript(), usage=attempt.usage(None))

    def versions(self) -> Mapping[str, str]:
        """The model, the prompts' hashes, and the search's limits."""
        own = self.own
        return {
            **self.model.versions(),
            "prompt": self.prompts.digest,
            "search": f"{own.queries} queries, {own.tries} tries per state, "
            f"{own.tactic_timeout_s:g} s per tactic",
            "informal": "on" if own.informal else "off",
            "lemmas": "none"
            if own.lemmas is None
            else f"{own.theorems} of {len(own.lemmas.lemmas)} shown ({own.lemmas.digest})",
        }

    def notes(self) -> tuple[str, ...]:
        """How requests were adapted to the server."""
        return self.model.notes()

    def close(self) -> None:
        """Close connections and kept completions."""
        self.model.close()


class _Attempt:
    """One search, with what it consumed and said."""

    def __init__(self, prover: Copra, task: Task, budget: Budget) -> None:
        self._prover = prover
        self._own = prover.own
        self._task = task
        self._budget = budget
        self._usages: list[Usage] = []
        self._answers: list[str] = []
        self._asked: Counter[tuple[Turn, ...]] = Counter()
        self._search: Search | None = None
        self._solution: str | None = None
        self._model_s = 0.0
        self._refused: list[SearchNode] = []
        """Solutions that were not taken."""

    def run(self) -> Answer:
        """The candidate, or why there is none."""
        if self._task.asked_solution is not None:
            session = self._with_solution()
            if session is None:
                return Answer.none("no query is left: the model gave no solution that compiles")
        else:
            session = self._session(None)
        with session:
            self._search = Search(
                session,
                self._propose,
                queries=self._own.queries - len(self._answers),
                tries=self._own.tries,
            )
            closed = self._search.run()
            if closed is not None:
                return Answer((session.candidate(closed),))
        told = self._search.statistics
        return Answer.none(
            f"{self._search.ended}: {len(self._answers)} of {self._own.queries} queries made, "
            f"{told.wasted + len(self._refused)} of them wasted; states: {told.states}",
            ended=VerdictKind.GAVE_UP,
        )

    def usage(self, more: Usage | None) -> Usage | None:
        """What was consumed, with what a failed request did."""
        usages = [*self._usages, *([more] if more else [])]
        return total(usages) if usages else None

    def transcript(self) -> str:
        """The search as it is kept."""
        search = self._search
        root = SearchNode("root") if search is None else search.root
        statistics = SearchStatistics() if search is None else search.statistics
        statistics = replace(
            statistics,
            queries=len(self._answers),
            wasted=statistics.wasted + len(self._refused),
            model_s=round(self._model_s, 3),
        )
        if self._solution is not None:
            root.text = f"root, with the solution {self._solution}"
        kept = replace(root, children=[*self._refused, *root.children])
        return SearchRecord(kept, statistics, {"answers": self._answers}).as_transcript()

    # -- the model

    def _propose(self, view: View) -> str | Unmarked:
        turns = self._prover.prompts.for_state(self._task, view, self._solution)
        answer = read_answer(self._ask(turns), "RUN TACTIC")
        return answer.text if isinstance(answer, Marked) else answer

    def _with_solution(self) -> ProofSession | None:
        """A session for the answer that the model gives; None where the queries did not bring one."""
        refused: LastStep | None = None
        while len(self._answers) < self._own.queries:
            turns = self._prover.prompts.for_solution(self._task, refused)
            answer = read_answer(self._ask(turns), "SOLUTION")
            if isinstance(answer, Unmarked):
                refused = self._refuse(answer.said, answer.why)
                continue
            try:
                session = self._session(answer.text)
            except SolutionRefused as error:
                refused = self._refuse(answer.text, str(error))
                continue
            self._solution = answer.text
            return session
        return None

    def _refuse(self, text: str, why: str) -> LastStep:
        self._refused.append(SearchNode("").add(f"solution: {text}", Outcome.WASTED, why))
        return LastStep(text, why)

    def _ask(self, turns: tuple[Turn, ...]) -> Completion:
        formalization = self._task.formalization
        number = len(self._answers) + 1
        again = self._asked[turns]
        self._asked[turns] += 1
        started = time.monotonic()
        completion = self._prover.model.ask(
            turns,
            sample=self._task.attempt + again * AGAIN,
            budget=self._budget,
            label=f"{formalization.name} {formalization.language} {self._task.track} query {number}",
        )
        self._model_s += time.monotonic() - started
        self._usages.append(completion.usage)
        self._answers.append(as_told(completion, f"query {number}")[:ANSWER_CHARS])
        return completion

    def _session(self, solution: str | None) -> ProofSession:
        return open_session(
            self._prover.settings,
            self._task,
            self._budget,
            solution=solution,
            tactic_timeout_s=self._own.tactic_timeout_s,
        )
