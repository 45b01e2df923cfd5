"""What may be said in a proof session: tactics, indented as the proof wants them.

Whatever else got through would only be seen by an assistant in the sandbox: the checker judges the
proof. This is here to name the reason, and to keep the session in the proof.
"""

from __future__ import annotations

import textwrap

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.assembled import Piece
from pytest_putnam.languages.lean4.gate import refuse
from pytest_putnam.languages.lean4.lexer import lex, marks
from pytest_putnam.languages.stepwise import NoTactic

INDENT = "  "


def tactic_text(text: str) -> str:
    """The tactic without surrounding blanks, its first line at the margin. Raises `NoTactic`."""
    tactic = textwrap.dedent(text.strip("\r\n").expandtabs()).strip()
    if not tactic:
        raise NoTactic("there is no tactic in it")
    if "\0" in tactic:
        raise NoTactic("a tactic has no NUL characters")
    try:
        # indented, as it will be: `open … in` begins a command at the start of a line only
        lexed = lex(indented(tactic))
        words = {mark.text for mark in marks(tactic) if mark.kind == "word"}
    except SplitError as error:
        raise NoTactic(f"Syntax error: {error}") from error
    if lexed.commands:
        raise NoTactic(f"{lexed.commands[0].keyword} is a command, no tactic")
    if tactic.startswith("by") and (len(tactic) == 2 or tactic[2].isspace()):
        raise NoTactic("the proof has begun already: give its first tactic, without by")
    if "sorry" in words:
        raise NoTactic("sorry proves nothing")
    refusal = refuse([Piece(tactic, "code")])
    if refusal is not None:
        raise NoTactic(f"{refusal.what} {refusal.reason}")
    return tactic


def indented(tactic: str) -> str:
    """The tactic as lines of a proof."""
    return "".join(f"{INDENT}{line}\n" if line else "\n" for line in tactic.split("\n"))
