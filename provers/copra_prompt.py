"""What `copra` shows its model: the state, cut where it is long, in the words of the prompt files."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pytest_putnam.llm import Turn
from pytest_putnam.proof_session import Goal, Hypothesis
from pytest_putnam.prover import Task

from .copra_lemmas import Lemmas
from .copra_search import LastStep, View
from .prompting import VARIABLES, read_prompt, shield, variables_of

MAX_GOALS: Final = 8
"""So many are shown, the others are counted."""
MAX_GOAL_CHARS: Final = 4000
"""Of a conclusion, and of a hypothesis."""
MAX_ERROR_CHARS: Final = 1500
MAX_STEP_CHARS: Final = 600
"""Of the last step, which may be an answer that is no tactic."""

_STATE: Final = frozenset(
    {*VARIABLES, "solution", "theorems", "goals", "more", "note", "steps", "incorrect", "last"}
)
_SEARCH: Final = frozenset({*VARIABLES, "shown"})
_SOLUTION: Final = frozenset({*VARIABLES, "refused"})


class Prompts:
    """The three prompt files of a folder. Raises `BadInput` where one cannot be used."""

    def __init__(
        self, folder: Path, lemmas: Lemmas | None, theorems: int, *, informal: bool
    ) -> None:
        """`theorems`: so many of `lemmas` are shown with a state."""
        self._lemmas = lemmas
        self._theorems = theorems
        self._informal = informal
        self._search = read_prompt(folder / "search.j2", _SEARCH)
        self._state = read_prompt(folder / "state.j2", _STATE)
        self._solution = read_prompt(folder / "solution.j2", _SOLUTION)

    @property
    def digest(self) -> str:
        """The files' hashes."""
        each = {"search": self._search, "state": self._state, "solution": self._solution}
        return ", ".join(f"{name} {prompt.digest}" for name, prompt in each.items())

    def for_state(self, task: Task, view: View, solution: str | None) -> tuple[Turn, ...]:
        """The conversation that asks for the next tactic."""
        variables = variables_of(task, informal=self._informal, shots=0)
        goals = view.state.goals
        shown = self._state.render(
            {
                **variables,
                "solution": solution or "",
                "theorems": self._retrieved(goals),
                "goals": [_goal(goal) for goal in goals[:MAX_GOALS]],
                "more": max(0, len(goals) - MAX_GOALS),
                "note": view.state.note,
                "steps": view.state.path,
                "incorrect": view.incorrect,
                "last": _last(view.last),
            }
        )
        return self._search.turns({**variables, "shown": shown})

    def for_solution(self, task: Task, refused: LastStep | None) -> tuple[Turn, ...]:
        """The conversation that asks for the answer of the no-solution track."""
        variables = variables_of(task, informal=self._informal, shots=0)
        last = _last(refused)
        if last is not None:
            last = LastStep(shield(last.text), shield(last.error))
        return self._solution.turns({**variables, "refused": last})

    def _retrieved(self, goals: tuple[Goal, ...]) -> tuple[str, ...]:
        if self._lemmas is None or not goals:
            return ()
        return self._lemmas.best([goals[0].conclusion], self._theorems)


def _goal(goal: Goal) -> dict[str, object]:
    return {
        "conclusion": _cut(goal.conclusion, MAX_GOAL_CHARS),
        "hypotheses": [_cut(_told(each), MAX_GOAL_CHARS) for each in goal.hypotheses],
    }


def _told(hypothesis: Hypothesis) -> str:
    value = "" if hypothesis.body is None else f" := {hypothesis.body}"
    return f"{', '.join(hypothesis.names)}{value} : {hypothesis.type}"


def _last(step: LastStep | None) -> LastStep | None:
    if step is None:
        return None
    return LastStep(_cut(step.text, MAX_STEP_CHARS), _cut(step.error, MAX_ERROR_CHARS))


def _cut(text: str, keep: int) -> str:
    return text if len(text) <= keep else f"{text[:keep]} … ({len(text) - keep} characters more)"
