"""What may be said in a proof session: one tactic, and bullets and braces around it.

Whatever else got through would only be seen by an assistant in the sandbox: the checker judges the
proof. This is here to name the reason, and to keep the session where it is believed to be.
"""

from __future__ import annotations

import re
from typing import Final

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.coq.gate import LIBRARY_TACTICS, refuse
from pytest_putnam.languages.coq.lexer import Sentence, sentences
from pytest_putnam.languages.stepwise import NoTactic

PROOF_COMMANDS: Final = frozenset({"Unshelve"})
"""Commands that change what is left to prove, as tactics do."""
ENDS: Final = frozenset({"Qed", "Defined", "Save"})
_SELECTOR: Final = re.compile(r"(?:all|par|!|\d+(?:\s*[-,]\s*\d+)*|\[[^\]]*\])\s*:\s*(?![={])")


def tactic_sentences(text: str) -> tuple[str, ...]:
    """The sentences of one tactic, with its final dot. Raises `NoTactic`."""
    stripped = text.strip()
    if "\0" in stripped:
        raise NoTactic("a tactic has no NUL characters")
    try:
        found = list(sentences(stripped))
        if found and not found[-1].ended:
            found = list(sentences(stripped + "."))
    except SplitError as error:
        raise NoTactic(f"Syntax error: {error}") from error
    steps = [sentence for sentence in found if not sentence.is_focus]
    if not found:
        raise NoTactic("there is no tactic in it")
    if len(steps) > 1:
        raise NoTactic(f"these are {len(steps)} sentences: give one tactic at a time")
    for sentence in steps:
        _refuse_command(sentence)
    return tuple(sentence.text for sentence in found)


def _refuse_command(sentence: Sentence) -> None:
    selector = _SELECTOR.match(sentence.text)
    offset = selector.end() if selector else 0
    words = [t for t in sentence.tokens() if t.start >= sentence.span.start + offset]
    first = words[0].text if words else "."
    if first in ENDS:
        raise NoTactic(f"{first} is no tactic: a session tries it where no goal is left")
    if first == "Proof":
        raise NoTactic("the proof has begun already: give its first tactic")
    if first in {".", "..."}:
        raise NoTactic("there is no tactic in it")
    if _is_command(first):
        raise NoTactic(f"{first} is a command, no tactic")
    if first == "#":
        raise NoTactic("a tactic has no attributes")
    refusal = refuse([sentence])
    if refusal is not None:
        raise NoTactic(f"{refusal.what} {refusal.reason}")


def _is_command(word: str) -> bool:
    if word in PROOF_COMMANDS or word in LIBRARY_TACTICS:
        return False
    return word[:1].isupper() and ("." not in word or word.startswith("HB."))
