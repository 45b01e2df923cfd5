"""How a candidate is rejected: the same words for the warm session and the strict procedure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pytest_putnam.languages.lean4.assembled import Assembled
from pytest_putnam.languages.lean4.output import LeanMessage
from pytest_putnam.model import Message, Verdict, VerdictKind
from pytest_putnam.process import Ended

MOST_MESSAGES: Final = 10
"""A verdict carries as many; the first error is the first."""


class Rejected(Exception):
    """A candidate that is not proved, on its way to a verdict."""

    def __init__(
        self,
        kind: VerdictKind,
        reason: str,
        messages: Iterable[Message] = (),
        clock: str = "",
    ) -> None:
        super().__init__(reason)
        self.kind = kind
        self.reason = reason
        self.messages = tuple(messages) or (Message(reason),)
        self.clock = clock

    def verdict(self, path: str) -> Verdict:
        """As a verdict that `path` decided."""
        return Verdict(self.kind, self.reason, self.messages, clock=self.clock, path=path)


def lean_said(assembled: Assembled, said: Iterable[LeanMessage]) -> Rejected | None:
    """What Lean's errors about the assembled file mean; None without an error."""
    errors = sorted((each for each in said if each.is_error), key=lambda e: (e.line, e.column))
    if not errors:
        return None
    messages = [assembled.message(each.text, each.line, each.column) for each in errors]
    first = messages[0]
    text = " ".join(first.text.split())[:300]
    reason = text if first.line is None else f"line {first.line}: {text}"
    return Rejected(VerdictKind.COMPILE_ERROR, reason, messages[:MOST_MESSAGES])


def rests_on_sorry() -> Rejected:
    """A proof that is left open somewhere."""
    return Rejected(VerdictKind.INCOMPLETE, "the proof rests on sorry (sorryAx)")


def limit_met(ended: Ended, memory_mb: int) -> Rejected | None:
    """What a limit that ended Lean means; None where none did."""
    if ended in {Ended.WALL, Ended.CPU}:
        text = "the proof takes longer than the check may"
        return Rejected(VerdictKind.CHECK_TIMEOUT, text, clock=ended.value)
    if ended is Ended.MEMORY:
        text = f"the proof needs more memory than the check may ({memory_mb} MiB)"
        return Rejected(VerdictKind.CHECK_MEMORY, text, clock="memory")
    if ended is Ended.OUTPUT:
        text = "the proof writes too much"
        return Rejected(VerdictKind.COMPILE_ERROR, text, clock="output")
    return None
