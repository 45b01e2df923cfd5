"""How a candidate is rejected: the same words for the warm session and the strict procedure."""

from __future__ import annotations

from pytest_putnam.languages.coq.assemble import Assembled
from pytest_putnam.languages.coq.lexer import sentences
from pytest_putnam.languages.coq.output import CoqError
from pytest_putnam.model import Message, Verdict, VerdictKind
from pytest_putnam.process import Ended

PROOF_ENDS = frozenset({"Qed", "Defined", "Save"})


class Rejected(Exception):
    """A candidate that is not proved, on its way to a verdict."""

    def __init__(
        self, kind: VerdictKind, reason: str, message: Message | None = None, clock: str = ""
    ) -> None:
        super().__init__(reason)
        self.kind = kind
        self.reason = reason
        self.message = message or Message(reason)
        self.clock = clock

    def verdict(self, path: str) -> Verdict:
        """As a verdict that `path` decided."""
        return Verdict(self.kind, self.reason, (self.message,), clock=self.clock, path=path)


def compiler_said(
    assembled: Assembled,
    error: CoqError | None,
    offset: int | None,
    ended: Ended = Ended.EXIT,
    status: int = 1,
) -> Rejected:
    """What an error of coqc or coqtop at `offset` of the assembled file means."""
    if (limit := _limit(error, ended)) is not None:
        return limit
    if error is None:
        return Rejected(VerdictKind.CHECK_CRASH, f"Coq ended with status {status} and no error")
    message = assembled.message(error.text, offset)
    text = " ".join(error.text.split())[:300]
    reason = text if message.line is None else f"line {message.line}: {text}"
    if error.is_anomaly:
        return Rejected(VerdictKind.CHECK_CRASH, reason, message)
    if error.is_unfinished_proof and (offset is None or _ends_a_proof(assembled, offset)):
        return Rejected(VerdictKind.INCOMPLETE, reason, message)
    return Rejected(VerdictKind.COMPILE_ERROR, reason, message)


def _limit(error: CoqError | None, ended: Ended) -> Rejected | None:
    if ended in {Ended.WALL, Ended.CPU}:
        text = "the proof takes longer than the check may"
        return Rejected(VerdictKind.CHECK_TIMEOUT, text, clock=ended.value)
    if ended is Ended.MEMORY or (error is not None and error.is_out_of_memory):
        text = "the proof needs more memory than the check may"
        return Rejected(VerdictKind.CHECK_MEMORY, text, clock="memory")
    if ended is Ended.OUTPUT:
        text = "the proof writes too much"
        return Rejected(VerdictKind.COMPILE_ERROR, text, clock="output")
    return None


def admitted_by_itself(assembled: Assembled) -> Rejected | None:
    """A candidate whose proof ends by its own Admitted or Abort and compiles as far as that."""
    if assembled.proof_end in PROOF_ENDS:
        return None
    return Rejected(VerdictKind.INCOMPLETE, f"the proof ends with {assembled.proof_end}")


def _ends_a_proof(assembled: Assembled, offset: int) -> bool:
    text = assembled.text()
    sentence = next(sentences(text, offset), None)
    return sentence is not None and sentence.keyword in PROOF_ENDS
