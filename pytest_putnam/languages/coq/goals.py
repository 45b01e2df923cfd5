"""What coqtop's ``Show`` prints, as goals.

It is read as printed with a great ``Printing Width``: each hypothesis begins a line, and lines that
only ``match`` and its like break are indented further.

    2 focused goals (shelved: 1) (ID 31)

      a, b : nat
      d := a + b : nat
      ============================
      ?x = a

    goal 2 (ID 33) is:
     a = b
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pytest_putnam.proof_session import Goal, Hypothesis

WIDTH: Final = 10_000
DEPTH: Final = 10_000
"""Of printing: nothing of a goal is left out as ``…``."""

_COUNT: Final = re.compile(
    r"^(?P<goals>\d+) (?P<focused>focused )?goals?\b(?:[^\n]*?\(shelved: (?P<shelved>\d+)\))?",
    re.MULTILINE,
)
_LISTED: Final = re.compile(r"^goal \d+(?: \([^\n]*\))? is:$", re.MULTILINE)
_UNFOCUSED: Final = re.compile(r"^\*\*\* Unfocused goals:$", re.MULTILINE)
_BAR: Final = re.compile(r"^(?P<indent> *)={10,}[^\n]*\n", re.MULTILINE)
_NOTE: Final = re.compile(r"<infomsg>(.*?)</infomsg>", re.DOTALL)
_DECLARED: Final = re.compile(r"(?P<names>[\w'.]+(?:, *[\w'.]+)*) (?P<mark>:=|:) ", re.DOTALL)
_BROKEN_LINE: Final = re.compile(r"\s*\n\s*")
_WORD: Final = re.compile(r"[^\W\d][\w']*|=>|:=|[\[\](){},:]")
_BINDERS: Final = frozenset(
    {"fun", "forall", "exists", "λ", "∀", "∃", "let", "fix", "cofix", "exists2"}
)


@dataclass(frozen=True, slots=True)
class Shown:
    """What ``Show`` said of a state."""

    focused: int
    """Goals in focus."""
    hidden: int
    """Open ones that are not."""
    first: Goal | None
    """The first in focus."""
    note: str = ""
    is_finished: bool = False
    """There is no goal at all, or only such as were given up."""


def shown(answer: str) -> Shown:
    """Read the answer to ``Show``, which has no prompt any more."""
    note = " ".join(" ".join(found.split()) for found in _NOTE.findall(answer))
    text = _NOTE.sub("", answer)
    if (note or text.strip()).startswith("No more goals"):
        return Shown(0, 0, None, note, is_finished=True)
    main, *rest = _UNFOCUSED.split(text, maxsplit=1)
    behind = sum(len(_LISTED.findall(part)) for part in rest)
    count = _COUNT.search(main)
    if count is None:
        return Shown(0, behind, None, note)
    goals, shelved = int(count["goals"]), int(count["shelved"] or 0)
    if _BAR.search(main) is None:  # only a list of conclusions: none is in focus
        return Shown(0, goals + shelved + behind, None, note)
    first = _LISTED.split(main[count.end() :], maxsplit=1)[0].partition("\n")[2]
    return Shown(goals, shelved + behind, goal(first), note)


def goal(printed: str) -> Goal:
    """One goal, from what is printed of it below its heading."""
    bar = _BAR.search(printed)
    if bar is None:
        text = _dedented(printed, 1)
        return Goal((), _one_line(text), text)
    indent = len(bar["indent"])
    above = [line for line in printed[: bar.start()].split("\n") if line.strip()]
    below = printed[bar.end() :]
    text = _dedented("\n".join(above) + ("\n" if above else "") + bar[0] + below, indent)
    return Goal(tuple(_hypotheses(above, indent)), _one_line(below), text)


def listed(answer: str) -> Goal:
    """The goal that ``Show N`` prints."""
    return goal(answer.partition("\n")[2] if _LISTED.match(answer.lstrip()) else answer)


def _hypotheses(lines: list[str], indent: int) -> Iterator[Hypothesis]:
    entries: list[str] = []
    for line in lines:
        is_first = len(line) - len(line.lstrip(" ")) <= indent
        if is_first or not entries:
            entries.append(line.strip())
        else:
            entries[-1] += "\n" + line
    for entry in entries:
        yield _hypothesis(_one_line(entry))


def _hypothesis(entry: str) -> Hypothesis:
    declared = _DECLARED.match(entry)
    if declared is None:
        return Hypothesis((), entry)
    names = tuple(name.strip() for name in declared["names"].split(","))
    rest = entry[declared.end() :]
    if declared["mark"] == ":":
        return Hypothesis(names, rest)
    colon = _colon(rest)
    if colon is None:
        return Hypothesis(names, "", rest)
    return Hypothesis(names, rest[colon + 1 :].strip(), rest[:colon].strip())


def _colon(text: str) -> int | None:
    """Where the type of ``VALUE : TYPE`` is split off: the first colon that is no binder's."""
    depth = binders = 0
    for match in _WORD.finditer(text):
        word = match[0]
        if word in "([{":
            depth += 1
        elif word in ")]}":
            depth -= 1
        elif depth:
            continue
        elif word in _BINDERS:
            binders += 1
        elif word in {"=>", ",", ":="}:
            binders = max(0, binders - 1)
        elif word == ":" and not binders:
            return match.start()
    return None


def _one_line(text: str) -> str:
    return _BROKEN_LINE.sub(" ", text.strip())


def _dedented(text: str, indent: int) -> str:
    lines = text.strip("\n").split("\n")
    return "\n".join(line[min(indent, len(line) - len(line.lstrip(" "))) :] for line in lines)
