"""How a candidate is rejected: the same words for the warm session and the strict procedure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pytest_putnam.languages.assembled import Assembled
from pytest_putnam.languages.lean4.output import LeanMessage
from pytest_putnam.languages.rejections import Rejected
from pytest_putnam.model import VerdictKind

MOST_MESSAGES: Final = 10
"""A verdict carries as many; the first error is the first."""


def lean_said(assembled: Assembled, said: Iterable[LeanMessage]) -> Rejected | None:
    """What Lean's errors about the assembled file mean; None without an error."""
    errors = sorted((each for each in said if each.is_error), key=lambda e: (e.line, e.column))
    if not errors:
        return None
    messages = [assembled.message_at(each.text, each.line, each.column) for each in errors]
    first = messages[0]
    text = " ".join(first.text.split())[:300]
    reason = text if first.line is None else f"line {first.line}: {text}"
    return Rejected(VerdictKind.COMPILE_ERROR, reason, messages[:MOST_MESSAGES])


def rests_on_sorry() -> Rejected:
    """A proof that is left open somewhere."""
    return Rejected(VerdictKind.INCOMPLETE, "the proof rests on sorry (sorryAx)")
