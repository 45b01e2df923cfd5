r"""Texts for people in a candidate: left out, because Isabelle runs what antiquotations in them name.

A ``text`` with ``@{ML …}`` in it, or a formal comment, says nothing to a proof, but is evaluated with it.
"""

from __future__ import annotations

from typing import Final

from pytest_putnam.languages.isabelle.keywords import DOCUMENT
from pytest_putnam.languages.isabelle.outer import tokens
from pytest_putnam.languages.lexing import replace
from pytest_putnam.model import Span

_BODIES: Final = frozenset({"string", "cartouche", "altstring"})
_COMMENTS: Final = (r"\<comment>", r"\<^cancel>")


def without_documents(text: str, commands: frozenset[str]) -> str:
    """`text` with what it says to people left out; lines stay lines. Raises `SplitError`."""
    edits: list[tuple[Span, str]] = []
    awaited = False
    for token in tokens(text, commands):
        lines = "\n" * token.text.count("\n")
        span = Span(token.start, token.end)
        if token.kind == "formal" and token.text.startswith(_COMMENTS):
            edits.append((span, lines or " "))
        elif token.kind == "command":
            awaited = token.text in DOCUMENT
        elif awaited and token.kind in _BODIES:
            edits.append((span, rf"\<open>{lines}\<close>"))
            awaited = False
    return replace(text, edits)
