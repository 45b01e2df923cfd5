"""What a message adds to a name that nobody knows: the nearest known one, and the whole list."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def choices_for(name: str, known: Iterable[str]) -> str:
    """Sentences that follow "unknown …": the nearest of `known` where one is near, and all of them."""
    names = sorted({str(n) for n in known})  # an enum shows as its value
    if not names:
        return "There are none to choose from."
    by_folded = {n.casefold(): n for n in names}
    near = difflib.get_close_matches(name.casefold(), by_folded, n=1, cutoff=0.6)
    hint = f"Did you mean {by_folded[near[0]]!r}? " if near else ""
    return f"{hint}The choices are: {', '.join(names)}."
