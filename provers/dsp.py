"""The prover ``dsp``: a proof in words, a sketch of it in Isar, and its gaps closed by Isabelle.

After Draft, Sketch, and Prove (Jiang et al. 2022). Draft: the model proves the theorem in words, shown the
problem and, in the with-solution track, the answer in words; or drafts come from a file. Sketch: the model
turns the words into an Isar proof that states every step and leaves each as a gap. Prove: each gap is
given to Isabelle's automatic methods and to sledgehammer. When all are closed, the proof is the
candidate. As PutnamBench evaluated it: pass@10 at temperature 0.1; attempt i is sample i of each prompt.

How a sketch can fail is in the reason: it has no code, Isabelle does not read it (``the sketch does not
parse``), its steps do not fit together (``the sketch does not hold together``), or gaps stay open.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from pytest_putnam.answers import candidate_of
from pytest_putnam.errors import BadInput, ProverError, PutnamError, SplitError
from pytest_putnam.llm import (
    Completion,
    LlmSettings,
    Turn,
    total,
)
from pytest_putnam.machine import default_cache_dir
from pytest_putnam.model import Candidate, Language, Message, Track, Usage, VerdictKind
from pytest_putnam.prover import Answer, Budget, Prover, ProverSettings, Task
from pytest_putnam.theories import NotLoaded, Tried, open_theories

from .asking import Model
from .dsp_cache import GapCache, Outcome
from .dsp_gaps import Closer
from .dsp_options import OPTIONS, read_options
from .dsp_sketch import Sketch, read_sketch
from .prompting import BUILT_IN, VARIABLES, read_prompt, variables_of
from .prompting import told as as_told
from .sledgehammer_options import described, read_memory

SKETCH_LIMIT_S: Final = 60.0
"""For loading a sketch with its gaps open."""
_UNREAD: Final = re.compile(
    r"(?:Inner|Outer) (?:syntax|lexical) error|Failed to parse|Malformed|Illegal (?:proof|application)"
    r"|Bad (?:name|context)|Undefined (?:type|constant|command)",
)


class Dsp(Prover):
    """Drafts and sketches by a model, gaps closed by Isabelle."""

    name = "dsp"
    languages = frozenset({Language.ISABELLE})
    default_attempts = 10
    default_attempt_timeout_s = 1800.0
    options = OPTIONS

    def __init__(self, settings: ProverSettings) -> None:
        super().__init__(settings)
        llm = settings.llm or LlmSettings()
        self._own = read_options(settings.options, llm, settings.root_dir)
        folder = self._own.prompts or BUILT_IN / "dsp"
        known = frozenset({*VARIABLES, "informal_solution"})
        self._draft_prompt = read_prompt(folder / "draft.j2", known)
        self._sketch_prompt = read_prompt(folder / "sketch.j2", known | {"draft"})
        self._theories = open_theories(settings, memory_mb=read_memory(settings.options))
        self._lock = threading.Lock()
        self._cache: GapCache | None = None
        self._model = Model(self._own.endpoint, self._own.sampling, llm)

    def attempt(self, task: Task, budget: Budget) -> Answer:
        """Draft, sketch and prove, once. Raises as `Prover.attempt` says."""
        usages: list[Usage] = []
        told: list[str] = []
        try:
            answer = self._attempt(task, budget, usages, told)
        except PutnamError as error:
            if usages or error.usage:
                error.usage = total([*usages, *([error.usage] if error.usage else [])])
            raise
        return replace(
            answer, transcript="\n\n".join(told), usage=total(usages) if usages else None
        )

    def versions(self) -> Mapping[str, str]:
        """The model, how it is sampled, the prompts' hashes, and what closes gaps."""
        own = self._own
        limits = own.limits
        return {
            **self._model.versions(),
            "shots": str(own.shots),
            "drafts": "the model's"
            if own.drafts is None
            else f"of {len(own.drafts)} problems, given",
            "prompt": f"draft {self._draft_prompt.digest}, sketch {self._sketch_prompt.digest}",
            "gaps": f"methods {limits.method_s:g} s / sledgehammer {limits.hammer_s} s / "
            f"each gap {limits.gap_s:g} s",
            "sledgehammer's provers": described(self._theories, own.provers),
        }

    def warnings(self) -> tuple[str, ...]:
        """Drafts of problems that the benchmark does not have."""
        drafts, known = self._own.drafts, self.settings.known_problems
        if drafts is None or not known:
            return ()
        strange = sorted(set(drafts) - known)
        return (
            (f"dsp: drafts of {', '.join(strange[:5])}, which the benchmark does not have",)
            if strange
            else ()
        )

    def notes(self) -> tuple[str, ...]:
        """How requests were adapted to the server."""
        return self._model.notes()

    def close(self) -> None:
        """Close connections, sessions and files."""
        self._model.close()
        with self._lock:
            if self._cache is not None:
                self._cache.close()
                self._cache = None
        self._theories.close()

    # -- the three parts

    def _attempt(self, task: Task, budget: Budget, usages: list[Usage], told: list[str]) -> Answer:
        informal_solution = (
            task.formalization.problem.informal_solution.strip()
            if task.track is Track.WITH_SOLUTION
            else ""
        )
        variables = variables_of(task, informal=True, shots=self._own.shots)
        variables["informal_solution"] = informal_solution
        draft = self._given_draft(task)
        if draft is None:
            completion = self._ask(task, self._draft_prompt.turns(variables), budget, usages)
            told.append(as_told(completion, "draft"))
            if completion.no_answer is not None:
                kind, reason = completion.no_answer
                return Answer.none(f"the draft: {reason}", ended=kind)
            draft = completion.content
        else:
            told.append(f"[draft, given]\n{draft}")
        turns = self._sketch_prompt.turns({**variables, "draft": draft})
        completion = self._ask(task, turns, budget, usages)
        told.append(as_told(completion, "sketch"))
        if completion.no_answer is not None:
            kind, reason = completion.no_answer
            return Answer.none(f"the sketch: {reason}", ended=kind)
        candidate = candidate_of(completion.content, Language.ISABELLE, task.formalization.theorem)
        if candidate is None:
            return Answer.none("the sketch has no code", ended=VerdictKind.NO_CODE)
        return self._prove(task, candidate, budget, told)

    def _prove(self, task: Task, candidate: Candidate, budget: Budget, told: list[str]) -> Answer:
        try:
            sketch = read_sketch(candidate.code)
        except SplitError as error:
            return Answer.none(f"the sketch does not parse: {error}")
        opened = self._opened(task, sketch, candidate.solution, budget)
        if isinstance(opened, str):
            told.append(f"[gaps]\nnot tried: {opened}")
            return Answer.none(opened)
        sketch = opened
        if not sketch.gaps:
            told.append("[gaps]\nthe sketch has none")
            return Answer((candidate,))
        closer = Closer(self._theories, self._own.limits, self._own.provers, self._kept_gaps())
        outcomes = closer.close(task, sketch, candidate.solution, budget)
        told.append(_account(sketch, outcomes))
        still_open = [gap for gap in sketch.gaps if not _is_closed(outcomes, gap.number)]
        if still_open:
            first = next((gap for gap in still_open if gap.number in outcomes), still_open[0])
            return Answer.none(
                f"{len(still_open)} of {len(sketch.gaps)} gaps stay open, "
                f"the first in line {first.line}: {first.statement}"
            )
        proofs = {number: o.proof for number, o in outcomes.items() if o.proof is not None}
        return Answer((Candidate(sketch.filled(proofs), candidate.solution),))

    def _opened(
        self, task: Task, sketch: Sketch, solution: str | None, budget: Budget
    ) -> Sketch | str:
        """The sketch with steps of the model's own that fail as gaps, or why Isabelle does not take it."""
        try:
            with self._theories.slot(budget):
                tried = self._loaded(task, sketch, solution, budget)
                if tried is None and sketch.steps:  # one of them may loop
                    sketch = sketch.opened(range(1, sys.maxsize))
                    tried = self._loaded(task, sketch, solution, budget)
        except BadInput as error:
            return f"the sketch does not parse: {error}"
        except NotLoaded as error:
            if error.out_of_memory:
                return "the sketch does not load in the memory that a session has"
            raise ProverError(f"Isabelle broke twice on the sketch: {error}") from error
        if tried is None:
            return f"the sketch does not load in {SKETCH_LIMIT_S:g} s"
        failing: set[int] = set()
        others: list[Message] = []
        for said in tried.errors:
            at = said.line
            is_own = at is not None and sketch.is_step_at(at, said.text)
            if at is not None and is_own and not _UNREAD.search(said.text):
                failing.add(at)
            else:
                others.append(said)
        if others:
            first = next((each for each in others if _UNREAD.search(each.text)), None)
            what = "hold together" if first is None else "parse"
            return f"the sketch does not {what}: {_one_line(first or others[0])}"
        return sketch.opened(failing)

    def _loaded(
        self, task: Task, sketch: Sketch, solution: str | None, budget: Budget
    ) -> Tried | None:
        """What Isabelle says of the sketch with its gaps open; None where its time runs out.

        Where Isabelle breaks it is asked again, in a new session. Raises as `Theories.load`.
        """
        candidate = Candidate(sketch.filled({}), solution)
        for is_last in (False, True):
            try:
                return self._theories.load(task, candidate, limit_s=SKETCH_LIMIT_S, budget=budget)
            except NotLoaded as error:
                if error.timed_out:
                    return None
                if error.out_of_memory or is_last:
                    raise
        return None

    def _given_draft(self, task: Task) -> str | None:
        """The draft from the file; None where the model is to write one. Raises `BadInput`."""
        if self._own.drafts is None:
            return None
        mine = self._own.drafts.get(task.formalization.name)
        if not mine:
            return None
        return mine[(task.attempt - 1) % len(mine)]

    # -- what it uses

    def _ask(
        self, task: Task, turns: tuple[Turn, ...], budget: Budget, usages: list[Usage]
    ) -> Completion:
        completion = self._model.ask(
            turns,
            sample=task.attempt,
            budget=budget,
            label=f"{task.formalization.name} isabelle {task.track}",
        )
        usages.append(completion.usage)
        return completion

    def _kept_gaps(self) -> GapCache | None:
        if not self._own.caches:
            return None
        with self._lock:
            if self._cache is None:
                limits = self.settings.limits
                folder = limits.cache_dir if limits is not None else default_cache_dir()
                self._cache = GapCache(self._own.gap_cache or folder / "dsp-gaps.sqlite")
            return self._cache


def _is_closed(outcomes: Mapping[int, Outcome], number: int) -> bool:
    return number in outcomes and outcomes[number].proof is not None


def _account(sketch: Sketch, outcomes: Mapping[int, Outcome]) -> str:
    """What became of every gap, for the transcript."""
    lines = ["[gaps]"]
    for gap in sketch.gaps:
        outcome = outcomes.get(gap.number)
        own = f" (the model's own {' '.join(gap.own.split())} fails)" if gap.own else ""
        lines.append(f"gap {gap.number}, line {gap.line}: {gap.statement}{own}")
        if outcome is None:
            lines.append("  not tried: another gap stayed open")
            continue
        known = ", known from before" if outcome.from_cache else ""
        if outcome.proof is None:
            lines.append(f"  OPEN: {outcome.how}{known}")
        else:
            lines.append(f"  closed by {outcome.how}{known}: {outcome.proof}")
        lines += [
            f"    {step.what}: {step.outcome} ({step.took_s:g} s of {step.limit_s:g} s)"
            for step in outcome.steps
        ]
    return "\n".join(lines)


def _one_line(message: Message) -> str:
    text = " ".join(message.text.split())[:300]
    return text if message.line is None else f"line {message.line}: {text}"
