"""How a candidate is rejected: the same words for the warm session and the strict procedure."""

from __future__ import annotations

from pytest_putnam.languages.coq.assembled import PROOF_ENDS, CoqAssembled
from pytest_putnam.languages.coq.lexer import sentences
from pytest_putnam.languages.coq.output import CoqError
from pytest_putnam.languages.rejections import Rejected, limit_met
from pytest_putnam.model import VerdictKind
from pytest_putnam.process import Ended


def compiler_said(
    assembled: CoqAssembled,
    error: CoqError | None,
    offset: int | None,
    ended: Ended = Ended.EXIT,
    status: int = 1,
) -> Rejected:
    """What an error of coqc or coqtop at `offset` of the assembled file means."""
    if error is not None and error.is_out_of_memory and ended not in {Ended.WALL, Ended.CPU}:
        ended = Ended.MEMORY
    if (limit := limit_met(ended)) is not None:
        return limit
    if error is None:
        return Rejected(VerdictKind.CHECK_CRASH, f"Coq ended with status {status} and no error")
    message = assembled.message(error.text, offset)
    text = " ".join(error.text.split())[:300]
    reason = text if message.line is None else f"line {message.line}: {text}"
    if error.is_anomaly:
        return Rejected(VerdictKind.CHECK_CRASH, reason, (message,))
    if error.is_unfinished_proof and (offset is None or _ends_a_proof(assembled, offset)):
        return Rejected(VerdictKind.INCOMPLETE, reason, (message,))
    return Rejected(VerdictKind.COMPILE_ERROR, reason, (message,))


def admitted_by_itself(assembled: CoqAssembled) -> Rejected | None:
    """A candidate whose proof ends by its own Admitted or Abort and compiles as far as that."""
    if assembled.proof_end in PROOF_ENDS:
        return None
    return Rejected(VerdictKind.INCOMPLETE, f"the proof ends with {assembled.proof_end}")


def _ends_a_proof(assembled: CoqAssembled, offset: int) -> bool:
    text = assembled.text
    sentence = next(sentences(text, offset), None)
    return sentence is not None and sentence.keyword in PROOF_ENDS
