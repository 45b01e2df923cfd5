r"""What a candidate may not even say: whatever runs a program, or changes what is read.

Isabelle's ML, once it runs, can change everything that comes after it, the audit included. So no ML may
run, and the gate is not only there to name a reason: the audit rests on it. It is a list of what is
allowed: a command that is not in `keywords.ALLOWED` is refused, wherever it stands, and a text that could
be read in two ways is not read at all (`outer.tokens`). Words that bring ML into methods, options and
antiquotations are refused in strings and cartouches too, as Isabelle would take them from there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from pytest_putnam.errors import BadInput, SplitError
from pytest_putnam.languages.isabelle.assembled import Assembled
from pytest_putnam.languages.isabelle.imports import SESSIONS, may_be_added, session_of
from pytest_putnam.languages.isabelle.keywords import (
    ALLOWED,
    ASSUMING,
    DOCUMENT,
    GIVEN_UP,
    MODIFIERS,
    RUNS_ML,
    WHY,
)
from pytest_putnam.languages.isabelle.outer import Token, tokens
from pytest_putnam.model import VerdictKind

WORDS: Final = {
    "tactic": "is a method that runs a program in ML",
    "raw_tactic": "is a method that runs a program in ML",
    "ml_tactic": "is a method that runs a program in ML",
    "quick_and_dirty": "is an option that a proof may not touch",
    "skip_proofs": "is an option that a proof may not touch",
    "smt_oracle": "is an option that a proof may not touch",
    "smt_certificates": "is an option that reads and writes files",
    "smt_read_only_certificates": "is an option that reads and writes files",
    "smt_debug_files": "is an option that writes files",
    **dict.fromkeys(
        ("z3_options", "verit_options", "cvc4_options", "cvc5_options"),
        "hands words to a program outside of the proof",
    ),
    "ML_environment": "is an option that a proof may not touch",
    "ML_write_global": "is an option that a proof may not touch",
}
"""Refused wherever they stand but in comments, also behind a qualifier: ``Pure.tactic``."""
OUTSIDE: Final = {"unchecked": "switches a check of definitions off"}
"""Keywords refused outside of strings and cartouches, where they are words like others."""
FORMATTING: Final = frozenset(
    {"sub", "sup", "bold", "isub", "isup", "bsub", "esub", "bsup", "esup"}
)
"""Control symbols that only format."""

NEVER: Final = RUNS_ML | ASSUMING
"""Commands that no option allows."""

_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9_']*")
_ANTIQUOTATION: Final = re.compile(r"@\{|\\<\^(?P<control>[A-Za-z][A-Za-z0-9_']*)>")
_ESCAPE: Final = re.compile(r'\\[0-9"\\]')
_INSIDE: Final = frozenset({"string", "altstring", "cartouche", "formal"})


@dataclass(frozen=True, slots=True)
class Found:
    """What the gate found."""

    what: str
    reason: str
    line: int | None
    """In the candidate's text; None where it stands in the solution, or nowhere."""
    kind: VerdictKind = VerdictKind.FORBIDDEN


def extension(words: Iterable[str]) -> frozenset[str]:
    """The commands that a user allows besides. Raises `BadInput` for one that would let ML run."""
    for word in words:
        if word in NEVER:
            raise BadInput(
                f"--putnam-isabelle-allow={word}: it {WHY[word]}, and no audit could be believed"
            )
    return frozenset(words)


def refuse(assembled: Assembled, commands: frozenset[str], extra: frozenset[str]) -> Found | None:
    """The first thing that a candidate may not say; None without one.

    `commands` are all that Isabelle may know, `extra` those that the user allows besides. Raises
    `SplitError` for a text that cannot be read.
    """
    for name in assembled.added:
        if not may_be_added(name):
            what = f"the import of {name}"
            if name.isidentifier():  # of a file beside the candidate's, which is not there
                return Found(what, "finds no theory", None, VerdictKind.COMPILE_ERROR)
            known = "brings what a proof may not use" if session_of(name) in SESSIONS else None
            return Found(what, known or "is of no session that a proof may use", None)
    first: Found | None = None
    for token in _own_tokens(assembled, commands):
        found = _forbidden(token, extra)
        if found is not None:
            what, reason, kind = found
            line = assembled.text.count("\n", 0, token.start) + 1
            placed = assembled.place(what, line)
            refusal = Found(what, reason, placed.line, kind)
            if kind is VerdictKind.FORBIDDEN:
                return refusal
            first = first or refusal
    return first


def _own_tokens(assembled: Assembled, commands: frozenset[str]) -> Iterator[Token]:
    """Every token that holds a part of the candidate's, comments left out."""
    own: list[tuple[int, int]] = []
    start = 0
    for piece in assembled.pieces:
        end = start + len(piece.text)
        if piece.source != "benchmark":
            own.append((start, end))
        start = end
    for token in tokens(assembled.text, commands):
        while own and own[0][1] <= token.start:
            own.pop(0)
        if not own:
            return
        if token.end > own[0][0] and token.kind != "comment":
            yield token


def _forbidden(  # noqa: PLR0911 - one for each kind of token
    token: Token, extra: frozenset[str]
) -> tuple[str, str, VerdictKind] | None:
    forbidden = VerdictKind.FORBIDDEN
    if token.kind == "command":
        return _forbidden_command(token.text, extra)
    if token.kind == "formal":
        return token.text.split(">")[0] + ">", "is evaluated with the text", forbidden
    for match in _ANTIQUOTATION.finditer(token.text):
        if match["control"] not in FORMATTING:
            return match[0], "is an antiquotation, which may run a program", forbidden
    if token.kind in {"string", "altstring"} and _ESCAPE.search(token.text):
        return "an escape in a string", "hides what is written", forbidden
    for word in sorted(set(_WORD.findall(token.text)) & WORDS.keys()):
        return word, WORDS[word], forbidden
    if token.kind not in _INSIDE and token.text in OUTSIDE:
        return token.text, OUTSIDE[token.text], forbidden
    return None


def _forbidden_command(word: str, extra: frozenset[str]) -> tuple[str, str, VerdictKind] | None:
    if word in GIVEN_UP:
        return word, "leaves the proof open", VerdictKind.INCOMPLETE
    if word in ALLOWED | DOCUMENT | MODIFIERS | extra:
        return None
    kind = VerdictKind.BAD_AXIOM if word in ASSUMING else VerdictKind.FORBIDDEN
    return word, WHY.get(word, "is no command that a proof needs"), kind


def unreadable(assembled: Assembled, error: SplitError) -> Found:
    """What a text that cannot be read comes to."""
    said = str(error).partition(": ")[2] if error.line is not None else str(error)
    placed = assembled.place(said, error.line)
    return Found("Syntax error:", said, placed.line, VerdictKind.COMPILE_ERROR)
