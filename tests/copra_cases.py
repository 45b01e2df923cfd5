"""A model that reads copra's prompts as a model would, and what the tests of copra share."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from coq_cases import formalization
from model_requests import FAST
from model_server import ModelServer, Responder, Script, Seen, answer, serving

from pytest_putnam.languages import backend
from pytest_putnam.llm import LlmSettings
from pytest_putnam.model import Formalization, Language, Track
from pytest_putnam.prover import Answer, Budget, Prover, Task
from pytest_putnam.registry import find_prover, make_settings
from pytest_putnam.search_record import SearchNode, SearchRecord, read_record

WITNESSES = "Theorem putnam_1903_a1 : exists a b : nat, a * a + b * b = 25 /\\ a < b."
"""Of the shape that makes a model choose, fail, and come back: no pair beginning with 1 works."""
CHOICES: Mapping[str, Sequence[str]] = {
    "exists a b : nat, a * a + b * b = 25 /\\ a < b": ["exists 1.", "exists 3."],
    "exists b : nat, 1 * 1 + b * b = 25 /\\ 1 < b": ["exists 2.", "exists 5."],
    "1 * 1 + 2 * 2 = 25 /\\ 1 < 2": ["split."],
    "1 * 1 + 2 * 2 = 25": ["reflexivity.", "discriminate."],
    "1 * 1 + 5 * 5 = 25 /\\ 1 < 5": ["split."],
    "1 * 1 + 5 * 5 = 25": ["reflexivity.", "trivial; fail."],
    "exists b : nat, 3 * 3 + b * b = 25 /\\ 3 < b": ["exists 4."],
    "3 * 3 + 4 * 4 = 25 /\\ 3 < 4": ["split."],
    "3 * 3 + 4 * 4 = 25": ["reflexivity."],
    "3 < 4": ["repeat constructor."],
}
"""What the model would do for a goal, best first. With two tries per state the search ends in a proof."""


def tactic(text: str, thought: str = "") -> Script:
    """An answer as it was asked for."""
    return answer(f"{thought}[RUN TACTIC]\n{text}\n[END]")


def section(prompt: str, name: str) -> str:
    """The text of a section of the prompt's last message; empty where there is none."""
    found = re.search(rf"^\[{name}\][^\n]*\n(.*?)(?=^\[[A-Z])", prompt, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def steps(prompt: str, name: str) -> list[str]:
    """The steps listed in a section."""
    found = re.search(rf"^\[{name}\]\n((?:\[STEP\] .*\n)*)", prompt, re.MULTILINE)
    return re.findall(r"^\[STEP\] (.*)$", found[1], re.MULTILINE) if found else []


@dataclass
class Chooser:
    """Takes the first of its tactics for the first goal that is not among the incorrect steps."""

    choices: Mapping[str, Sequence[str]]
    met: list[str] = field(default_factory=list)

    def __call__(self, seen: Seen) -> Script:
        goal = section(seen.prompt, "GOAL")
        self.met.append(goal)
        incorrect = steps(seen.prompt, "INCORRECT STEPS")
        left = [each for each in self.choices.get(goal, ()) if each not in incorrect]
        return tactic(left[0]) if left else answer("I have no idea.")


@contextmanager
def copra(
    root_dir: Path,
    url: str,
    *options: str,
    llm: LlmSettings = FAST,
    language: Language = Language.COQ,
    **settings: Any,
) -> Iterator[Prover]:
    """The prover with a small model."""
    cls = find_prover("copra")
    made = cls(
        make_settings(
            cls,
            [f"base-url={url}", "model=test-model", *options],
            root_dir=root_dir,
            languages=frozenset({language}),
            llm=llm,
            **settings,
        )
    )
    try:
        yield made
    finally:
        made.close()


def task_of(
    formal: Formalization | str,
    work_dir: Path,
    *,
    attempt: int = 1,
    track: Track = Track.WITH_SOLUTION,
) -> Task:
    """A task; a text is a Coq file whose proof is still to come."""
    if isinstance(formal, str):
        formal = formalization(f"{formal}\nProof. Admitted.\n", "putnam_1903_a1")
    text = backend(formal.language).task_text(formal, track)
    return Task(formal, track, attempt, 8, seed=7, text=text, work_dir=work_dir)


def prove(
    tmp_path: Path,
    respond: Responder | Script,
    *options: str,
    formal: Formalization | str = WITNESSES,
    budget: Budget | None = None,
    track: Track = Track.WITH_SOLUTION,
) -> tuple[Answer, ModelServer]:
    """One attempt on the installed Coq."""
    with serving(respond) as server, copra(tmp_path, server.url, *options) as prover:
        task = task_of(formal, tmp_path, track=track)
        return prover.attempt(task, budget or Budget(120)), server


def record(answer_or_transcript: Answer | str) -> SearchRecord:
    """The search that was kept."""
    transcript = (
        answer_or_transcript
        if isinstance(answer_or_transcript, str)
        else answer_or_transcript.transcript
    )
    found = read_record(transcript)
    assert found is not None, json.dumps(transcript)[:300]
    return found


def outline(node: SearchNode, depth: int = 0) -> list[str]:
    """The tree as lines of tactic and outcome."""
    lines = [f"{'  ' * depth}{node.text} {node.outcome}".rstrip()]
    for child in node.children:
        lines += outline(child, depth + 1)
    return lines
