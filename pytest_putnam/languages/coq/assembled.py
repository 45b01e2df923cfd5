"""A candidate's file in Coq."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from pytest_putnam.languages.assembled import Assembled
from pytest_putnam.languages.coq.lexer import Sentence, sentences

PROOF_ENDS: Final = frozenset({"Qed", "Defined", "Save"})
"""What a proof ends with that is one."""


@dataclass(frozen=True, slots=True)
class CoqAssembled(Assembled):
    """The first piece is the benchmark's header; imports that the candidate adds can be preloaded too."""

    proof_end: str = field(kw_only=True)
    """The word that ends the theorem's proof: ``Qed``, ``Admitted`` …"""
    admitted: frozenset[str] = field(default=frozenset(), kw_only=True)
    """Declarations of the candidate whose proof it ends by Admitted."""

    def text_with(self, after_header: str) -> str:
        """The file with `after_header` behind the header, on its last line."""
        first, *rest = self.pieces
        return first.text + after_header + "".join(piece.text for piece in rest)

    def candidate_sentences(self) -> Iterator[Sentence]:
        """The sentences that are the candidate's, with their offsets in its code.

        Raises `SplitError`.
        """
        for piece in self.pieces:
            if piece.source == "code":
                yield from sentences(self.code, piece.start, piece.start + len(piece.text))
            elif piece.source == "solution":
                yield from sentences(piece.text)
