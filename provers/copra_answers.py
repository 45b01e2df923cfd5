"""What a model answers to `copra`: a tactic between marks, or something else, with what is wrong with it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pytest_putnam.llm import Completion

_FENCE: Final = re.compile(r"\A```[\w+-]*[ \t]*\n(?P<inside>.*?)\n?[ \t]*```\Z", re.DOTALL)
_END: Final = re.compile(r"\[END\]", re.IGNORECASE)
_SECTION: Final = re.compile(
    r"^\[(?:FILE|GOALS|GOAL|STEPS|INCORRECT STEPS|LAST STEP|LAST SOLUTION|SUCCESS|ERROR MESSAGE)\]",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Marked:
    """The text that was asked for."""

    text: str


@dataclass(frozen=True, slots=True)
class Unmarked:
    """An answer without it: a wasted query."""

    said: str
    why: str
    """For the model and for people."""


def read_answer(completion: Completion, mark: str) -> Marked | Unmarked:
    """What stands between ``[mark]`` and ``[END]``, the last time; a fence around it is taken away.

    A model may think aloud before, and name the marks there. What comes after a section of the prompt is
    not read: some models go on with the conversation by themselves. Without ``[END]`` the text goes to the
    end of the answer, as servers cut it off where it is a stop word.
    """
    said = completion.content.strip()
    if completion.no_answer is not None:
        return Unmarked(said, completion.no_answer[1])
    _, *after = re.split(rf"\[{mark}\]", said, flags=re.IGNORECASE)
    if not after:
        return Unmarked(said, f"the answer has no [{mark}]")
    goes_on = next((n for n, each in enumerate(after) if _SECTION.search(each)), len(after) - 1)
    text = _END.split(_SECTION.split(after[goes_on])[0])[0].strip("\n").rstrip()
    fenced = _FENCE.match(text.strip())
    if fenced is not None:
        text = fenced["inside"].strip("\n").rstrip()
    if "\n" not in text:
        text = text.strip()
    if not text.strip():
        return Unmarked(said, f"nothing stands between [{mark}] and [END]")
    return Marked(text)
