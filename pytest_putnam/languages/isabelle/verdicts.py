"""What Isabelle's errors mean for a candidate: the same for warm sessions and the strict procedure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pytest_putnam.languages.isabelle.assembled import Assembled
from pytest_putnam.languages.isabelle.output import MOST, Reported
from pytest_putnam.languages.isabelle.symbols import SymbolTable
from pytest_putnam.languages.rejections import Rejected
from pytest_putnam.model import Message, VerdictKind

_CHEATING: Final = "Cheating requires quick_and_dirty mode"
_MEMORY: Final = re.compile(r"Out of memory|Run out of store|Insufficient memory|OutOfMemory")
_INTERRUPT: Final = re.compile(r"Interrupt(?:_breakdown)?\b")
"""What a proof says that was ended by the runtime, not by what is in it."""
_OPEN: Final = re.compile(
    r"Illegal application of proof command|Malformed theory|Bad context for command"
    r"|Goal present in this block"
)
_ENDINGS: Final = frozenset({"end", "done", "qed"})


def said(
    assembled: Assembled, reported: Sequence[Reported], symbols: SymbolTable
) -> Rejected | None:
    """The rejection of a candidate of which Isabelle reports these errors; None without any.

    Lines are those of `Assembled.text`. The first error in the candidate's own part counts.
    """
    placed = [(each, _message(assembled, each, symbols)) for each in reported[:MOST]]
    if not placed:
        return None
    first, message = next((p for p in placed if p[1].line is not None), placed[0])
    text = " ".join(message.text.split())[:300]
    reason = text if message.line is None else f"line {message.line}: {text}"
    messages = [message, *(other for _, other in placed if other is not message)]
    return Rejected(_kind(first), reason, messages)


def out_of_memory(output: str) -> bool:
    """Whether Poly/ML or Java says that it has no memory left; what it then says of the proof means nothing."""
    return _MEMORY.search(output) is not None


def _message(assembled: Assembled, reported: Reported, symbols: SymbolTable) -> Message:
    placed = assembled.place(reported.text, reported.line)
    return replace(placed, text=symbols.decode(placed.text))


def _kind(reported: Reported) -> VerdictKind:
    text = reported.text
    if text.startswith(_CHEATING):
        return VerdictKind.INCOMPLETE
    if _MEMORY.search(text):
        return VerdictKind.CHECK_MEMORY
    if _INTERRUPT.match(text):
        return VerdictKind.CHECK_CRASH
    if reported.command in _ENDINGS and (
        _OPEN.match(text) or text.startswith("Failed to finish proof")
    ):
        return VerdictKind.INCOMPLETE
    return VerdictKind.COMPILE_ERROR
