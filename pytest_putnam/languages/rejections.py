"""How a candidate is rejected: the same words for the gate, warm sessions and the strict procedure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pytest_putnam.languages.assembled import Assembled, Unusable
from pytest_putnam.model import Message, Verdict, VerdictKind
from pytest_putnam.process import Ended


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
        self.cpu_s = 0.0
        """What a warm session used for it, CPU seconds; the strict procedure counts its own."""

    def verdict(self, path: str) -> Verdict:
        """As a verdict that `path` decided."""
        return Verdict(
            self.kind, self.reason, self.messages, cpu_s=self.cpu_s, clock=self.clock, path=path
        )


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a language's gate found that a candidate may not say."""

    what: str
    """The words as written: ``Redirect``, ``#eval``."""
    reason: str
    offset: int | None
    """Into the candidate's code; None where it stands in the solution."""


def forbidden(assembled: Assembled, refusal: Refusal) -> Verdict:
    """The gate's verdict, placed in the candidate."""
    what = f"{refusal.what} {refusal.reason}"
    if refusal.offset is None:
        return Verdict(VerdictKind.FORBIDDEN, what, (Message(what),), path="gate")
    line, column = assembled.line_and_column(refusal.offset)
    message = Message(what, line, column)
    return Verdict(VerdictKind.FORBIDDEN, f"line {line}: {what}", (message,), path="gate")


def unusable(candidate: Unusable) -> Verdict:
    """The verdict of a candidate that cannot be made a file."""
    return Verdict(candidate.kind, str(candidate), (candidate.message,), path="gate")


def limit_met(ended: Ended, memory_mb: int | None = None) -> Rejected | None:
    """What a limit that ended the assistant means; None where none did. The memory's is told if given."""
    if ended in {Ended.WALL, Ended.CPU}:
        text = "the proof takes longer than the check may"
        return Rejected(VerdictKind.CHECK_TIMEOUT, text, clock=ended.value)
    if ended is Ended.MEMORY:
        told = "" if memory_mb is None else f" ({memory_mb} MiB)"
        text = f"the proof needs more memory than the check may{told}"
        return Rejected(VerdictKind.CHECK_MEMORY, text, clock="memory")
    if ended is Ended.OUTPUT:
        text = "the proof writes too much"
        return Rejected(VerdictKind.COMPILE_ERROR, text, clock="output")
    return None
