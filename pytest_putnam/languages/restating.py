"""How a solution's words are compared with the statement's, whatever the language's words are.

How much of a solution may be runs of the statement is the same in Coq and Isabelle; what is a word, a
binder or a relation, and which words say nothing, is the language's.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

LEAST_RUN: Final = 4
"""Shorter runs of equal tokens say nothing."""
BOUND_SHARE: Final = 0.6
PROPOSITION_SHARE: Final = 0.8
LEAST_PROPOSITION: Final = 5
MOST_SHOWN_CHARS: Final = 120


def copied(
    body: Sequence[str],
    statement: Sequence[str],
    *,
    binds: bool,
    says: bool,
    weight: Callable[[Sequence[str]], int] = len,
) -> str | None:
    """The longest run that is copied, where so much is that the body says nothing of its own.

    `binds` and `says` tell whether the body binds variables of its own and whether it is a proposition;
    `weight` counts the words that say something.
    """
    runs = [run for run in matching_runs(body, statement) if len(run) >= LEAST_RUN]
    total = sum(map(len, runs))
    # brackets, variables and types are alike everywhere, but a solution may have nothing else
    of, whole = (weight, weight(body)) if weight(body) else (len, len(body))
    share = sum(map(of, runs)) / max(1, whole)
    refused = (binds and share >= BOUND_SHARE) or (
        says and total >= LEAST_PROPOSITION and share >= PROPOSITION_SHARE
    )
    return shown(max(runs, key=len)) if refused and runs else None


def matching_runs(body: Sequence[str], statement: Sequence[str]) -> Iterator[Sequence[str]]:
    """The runs of `body` that are runs of `statement`, too."""
    matcher = difflib.SequenceMatcher(None, body, statement, autojunk=False)
    for run in matcher.get_matching_blocks():
        yield body[run.a : run.a + run.size]


def shown(run: Sequence[str]) -> str:
    """A run as a message names it."""
    return " ".join(run)[:MOST_SHOWN_CHARS]


def reachable(
    name: str, bodies: Mapping[str, str], words: Callable[[str], Iterable[str]]
) -> Iterator[str]:
    """`name` and what it rests on among `bodies`, directly or not; `words` are the names in a body."""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        current = waiting.pop()
        if current in seen or current not in bodies:
            continue
        seen.add(current)
        yield current
        waiting += words(bodies[current])


def closing(found: Sequence[str]) -> int:
    """Where the bracket closes that the first word opens; beyond the end where it does not."""
    depth = 0
    for at, word in enumerate(found):
        depth += (word in {"(", "[", "{"}) - (word in {")", "]", "}"})
        if depth == 0:
            return at
    return len(found)
