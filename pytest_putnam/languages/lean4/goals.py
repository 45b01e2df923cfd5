"""Lean's printed goals as data.

case left
p q : Prop
n : Nat := 2
⊢ p
"""

from __future__ import annotations

import re
from typing import Final

from pytest_putnam.proof_session import Goal, Hypothesis

_CASE: Final = re.compile(r"\Acase (?P<name>\S+)\n")
_TURNSTILE: Final = re.compile(r"^(?:⊢|\|) ", re.MULTILINE)
_DECLARED: Final = re.compile(r"(?P<names>\S+(?: \S+)*?) : ", re.DOTALL)
_BROKEN_LINE: Final = re.compile(r"\s*\n\s*")


def goal(printed: str) -> Goal:
    """One goal, from what ``$/lean/plainGoal`` gives of it."""
    case = _CASE.match(printed)
    body = printed[case.end() :] if case else printed
    bar = _TURNSTILE.search(body)
    above = body[: bar.start()] if bar else ""
    conclusion = body[bar.end() :] if bar else body
    entries: list[str] = []
    for line in above.split("\n"):
        if line[:1].isspace() and entries:
            entries[-1] += "\n" + line
        elif line.strip():
            entries.append(line)
    return Goal(
        tuple(_hypothesis(_one_line(entry)) for entry in entries),
        _one_line(conclusion),
        printed.strip("\n"),
        case["name"] if case else None,
    )


def _hypothesis(entry: str) -> Hypothesis:
    declared = _DECLARED.match(entry)
    if declared is None:
        return Hypothesis((), entry)
    type_, mark, body = _parted(entry[declared.end() :])
    return Hypothesis(tuple(declared["names"].split()), type_, body if mark else None)


def _parted(text: str) -> tuple[str, str, str]:
    """A type, and the value behind the first ``:=`` outside of brackets and of ``let`` and ``have``."""
    depth = binders = 0
    for match in re.finditer(r"[(\[{⟨]|[)\]}⟩]|:=|(?<![\w.'])(?:let|have)(?![\w'])", text):
        word = match[0]
        if word in "([{⟨":
            depth += 1
        elif word in ")]}⟩":
            depth -= 1
        elif depth:
            continue
        elif word != ":=":
            binders += 1
        elif binders:
            binders -= 1
        else:
            return text[: match.start()].strip(), word, text[match.end() :].strip()
    return text, "", ""


def _one_line(text: str) -> str:
    return _BROKEN_LINE.sub(" ", text.strip())
