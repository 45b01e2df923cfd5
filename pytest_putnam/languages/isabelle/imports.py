"""The imports of a theory, and those that a candidate may add."""

from __future__ import annotations

import re
from typing import Final

from pytest_putnam.languages.isabelle.items import Item

_ENDS: Final = frozenset({"begin", "keywords", "abbrevs"})
_PLAIN: Final = frozenset({"Main", "Complex_Main"})
SESSIONS: Final = frozenset(
    {
        *("HOL", "HOL-Library", "HOL-Analysis", "HOL-Complex_Analysis", "HOL-Number_Theory"),
        *("HOL-Computational_Algebra", "HOL-Algebra", "HOL-Combinatorics", "HOL-Probability"),
        *("HOL-Decision_Procs", "HOL-Real_Asymp", "HOL-Cardinals", "HOL-Data_Structures"),
    }
)
"""Sessions of the distribution whose theories a candidate may import."""
LIGHT: Final = frozenset({"HOL", "HOL-Library", "HOL-Cardinals"})
"""Sessions whose theories are loaded in seconds where no heap has them; others would take minutes."""
_QUALIFIED: Final = re.compile(r"(?P<session>HOL(?:-[A-Za-z_]+)*)\.(?P<theory>[A-Za-z]\w*)")
_REFUSED: Final = re.compile(
    r"HOL-Library\.(?:Code_Test|Code_\w*Dump|BNF_Axiomatization|Adhoc_Overloading|Old_\w+)"
    r"|HOL\.(?:Nitpick\w*|Quickcheck\w*|Predicate_Compile\w*|Mirabelle\w*)"
    r"|HOL-Library\.Code_Real_Approx_By_Float"
)
"""Theories of theirs that bring commands which a proof may not use; by the last one ``eval`` proves False."""


def imports_of(theory: Item) -> list[str]:
    """What the header of a theory imports, in order."""
    words = [token.text.strip('"') for token in theory.tokens]
    if "imports" not in words:
        return []
    found = []
    for word in words[words.index("imports") + 1 :]:
        if word in _ENDS:
            break
        found.append(word)
    return found


def session_of(name: str) -> str | None:
    """The session that an import is of; None for a name of no session."""
    if name in _PLAIN:
        return "HOL"
    match = _QUALIFIED.fullmatch(name)
    return match["session"] if match else None


def is_light(name: str) -> bool:
    """Whether an import needs no heap."""
    return session_of(name) in LIGHT


def may_be_added(name: str) -> bool:
    """Whether a candidate may import it besides what the benchmark's file does."""
    if name in _PLAIN:
        return True
    return session_of(name) in SESSIONS and _REFUSED.fullmatch(name) is None
