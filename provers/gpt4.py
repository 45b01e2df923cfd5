"""The prover ``gpt4``: a few examples, the theorem, one answer of a chat model per attempt.

After the few-shot baseline of Tsoukalas et al. 2024 (PutnamBench): pass@10 at temperature 0.7. It works
with every server that has OpenAI's interface. Attempt i is sample i of the same prompt.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import ClassVar, Final

from pytest_putnam.answers import candidate_of
from pytest_putnam.errors import PutnamError
from pytest_putnam.languages import backend
from pytest_putnam.languages.base import Checker, CheckerSettings
from pytest_putnam.llm import (
    Completion,
    LlmSettings,
    Role,
    Turn,
    total,
)
from pytest_putnam.machine import default_cache_dir, default_slots
from pytest_putnam.model import Candidate, Language, Usage, Verdict, VerdictKind
from pytest_putnam.prover import Answer, Budget, Prover, ProverSettings, Task

from .asking import Model
from .gpt4_options import OPTIONS, read_options
from .prompting import (
    BUILT_IN,
    REPAIR_VARIABLES,
    find_prompt,
    read_prompt,
    variables_of,
)
from .prompting import told as as_told

MAX_MESSAGES: Final = 5
"""So many of the assistant's messages are shown to the model."""
MAX_MESSAGE_CHARS: Final = 1000


class Gpt4(Prover):
    """Asks a model, and hands over the code in its answer."""

    name = "gpt4"
    default_attempts = 10
    default_attempt_timeout_s = 900.0
    options = OPTIONS

    _no_repair: ClassVar = frozenset({VerdictKind.PROVED, VerdictKind.BUDGET_EXHAUSTED})

    def __init__(self, settings: ProverSettings) -> None:
        super().__init__(settings)
        llm = settings.llm or LlmSettings()
        self._own = read_options(settings.options, llm)
        self._prompts = {
            language: find_prompt(self._own.prompt, settings.root_dir, language)
            for language in sorted(settings.languages)
        }
        self._repair = read_prompt(BUILT_IN / "repair.j2", REPAIR_VARIABLES)
        self._lock = threading.Lock()
        self._checkers: dict[Language, Checker] = {}
        self._model = Model(self._own.endpoint, self._own.sampling, llm)

    def attempt(self, task: Task, budget: Budget) -> Answer:
        """Ask until there is a proof or the rounds are used up; without repair that is once."""
        turns = self._prompts[task.formalization.language].turns(
            variables_of(task, informal=self._own.informal, shots=self._own.shots)
        )
        usages: list[Usage] = []
        transcript: list[str] = []
        try:
            for rounds_left in range(self._own.repair, -1, -1):
                completion = self._ask(task, turns, budget)
                usages.append(completion.usage)
                transcript.append(as_told(completion))
                answer = _answer(task, completion)
                if rounds_left and answer.candidates:
                    verdict = self._check(task, answer.candidates[0], budget)
                    if verdict.kind not in self._no_repair and not verdict.kind.is_fault:
                        told = self._repair.render(_shown(verdict))
                        transcript.append(told)
                        turns += (
                            Turn(Role.ASSISTANT, completion.content),
                            Turn(Role.USER, told),
                        )
                        continue
                break
        except PutnamError as error:
            error.usage = total([*usages, *([error.usage] if error.usage else [])])
            raise
        return Answer(
            answer.candidates,
            answer.ended,
            answer.reason,
            transcript="\n\n".join(transcript),
            usage=total(usages),
        )

    def versions(self) -> Mapping[str, str]:
        """The model, its server, how it is sampled, and the prompts' hashes."""
        own = self._own
        told = {
            **self._model.versions(),
            "shots": str(own.shots),
            "informal": "on" if own.informal else "off",
            "prompt": ", ".join(f"{k} {p.digest}" for k, p in self._prompts.items()),
        }
        if own.repair:
            told["repair"] = (
                f"{own.repair}: an attempt may ask {own.repair + 1} times, so n attempts are more "
                f"than n samples (prompt {self._repair.digest})"
            )
        return told

    def notes(self) -> tuple[str, ...]:
        """How requests were adapted to the server."""
        return self._model.notes()

    def close(self) -> None:
        """Close connections, kept completions and checkers."""
        self._model.close()
        with self._lock:
            for checker in self._checkers.values():
                checker.close()
            self._checkers.clear()

    def _ask(self, task: Task, turns: tuple[Turn, ...], budget: Budget) -> Completion:
        language = task.formalization.language
        first = (task.attempt - 1) // self._own.choices * self._own.choices + 1
        return self._model.ask(
            turns,
            sample=task.attempt,
            budget=budget,
            label=f"{task.formalization.name} {language} {task.track}",
            together=range(first, min(first + self._own.choices, task.attempts + 1)),
        )

    def _check(self, task: Task, candidate: Candidate, budget: Budget) -> Verdict:
        """What the language's checker says, for repair; the run's own checker judges again."""
        language = task.formalization.language
        with self._lock:
            if language not in self._checkers:
                settings = CheckerSettings(
                    sandbox=self.settings.sandbox,
                    slots=default_slots(),
                    cache_dir=default_cache_dir(),
                )
                self._checkers[language] = backend(language).find(None).checker(settings)
            checker = self._checkers[language]
        checker.prepare(task.formalization, task.track)
        return checker.check(task.formalization, task.track, candidate, budget)


def _answer(task: Task, completion: Completion) -> Answer:
    """The candidate in a completion, or why there is none."""
    if completion.no_answer is not None:
        kind, reason = completion.no_answer
        return Answer.none(reason, ended=kind)
    formalization = task.formalization
    candidate = candidate_of(completion.content, formalization.language, formalization.theorem)
    if candidate is None:
        return Answer.none("the answer has no code", ended=VerdictKind.NO_CODE)
    return Answer((candidate,))


def _shown(verdict: Verdict) -> dict[str, object]:
    messages = [
        {"line": m.line, "column": m.column, "text": m.text[:MAX_MESSAGE_CHARS]}
        for m in verdict.messages[:MAX_MESSAGES]
    ]
    return {"verdict": verdict.kind.value, "reason": verdict.reason, "messages": messages}
