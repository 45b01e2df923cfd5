"""Reference answers that a benchmark file gives in the comment after the solution."""

from __future__ import annotations

import re
from typing import Final

_INFIX: Final = "-+*/^,;=<>≤≥≠∧∨∪∩↔→↦⇒×·∘∣|&:"  # noqa: RUF001 (Lean's operators)
_NOTE: Final = re.compile(r"(?i)(?:note|todo|fixme|remark|uses?|see|source|https?)\b\s*[:/ ]")
_CONTINUES: Final = re.compile(rf"(?:[{re.escape(_INFIX)}]|\b(?:fun|if|then|else|let|in|by))\s*\Z")
_CONTINUED: Final = re.compile(rf"\s{{2}}|\t|\s?(?:[{re.escape(_INFIX)})\]}}⟩]|(?:then|else)\b)")
_OPENING: Final = "([{⟨⌊⌈"
_CLOSING: Final = ")]}⟩⌋⌉"


def is_note(comment: str) -> bool:
    """Whether a comment says by its first word that it is no answer."""
    return _NOTE.match(comment.lstrip()) is not None


def answer_of_lines(lines: list[str]) -> str | None:
    """The answer in comment lines, their marks taken off; None where there is none.

    It is one line, and goes on where brackets are open, where a line ends in an operator, or where
    the next is indented or begins with one: what follows an answer is often a remark.
    """
    while lines and (not lines[0].strip() or is_note(lines[0])):
        lines = lines[1:]
    if not lines:
        return None
    taken = [lines[0].strip()]
    for line in lines[1:]:
        so_far = "\n".join(taken)
        open_brackets = sum(map(so_far.count, _OPENING)) - sum(map(so_far.count, _CLOSING))
        goes_on = open_brackets > 0 or _CONTINUES.search(so_far) or _CONTINUED.match(line)
        if not line.strip() or not goes_on:
            break
        taken.append("  " + line.rstrip())
    return "\n".join(taken)
