"""What became of gaps, kept in a SQLite file: the same goal is not searched for twice.

A gap is known by everything that its search depends on: the theory's text up to it, without comments
and layout, the installation, the methods, the provers and the limits.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from pytest_putnam.languages.isabelle.lexer import marks
from pytest_putnam.models.shared_sqlite import SharedDatabase

_SCHEMA: Final = "CREATE TABLE IF NOT EXISTS gaps (key TEXT PRIMARY KEY, outcome TEXT NOT NULL)"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was tried at a gap."""

    what: str
    """``methods``, a method, or ``sledgehammer``."""
    outcome: str
    limit_s: float
    """Its limit, which is held from outside."""
    took_s: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a gap."""

    proof: str | None = None
    """What closes it; None where it stays open."""
    how: str = ""
    """``method`` or ``sledgehammer (cvc4)``; why it stays open where it does."""
    steps: tuple[Step, ...] = field(default=())
    is_final: bool = True
    """A search under the same limits would go the same way; not so where it was cut off."""
    from_cache: bool = False


class GapCache:
    """Kept outcomes. Thread-safe, and shared by processes."""

    def __init__(self, path: Path) -> None:
        """Open it. Raises `InfraError` where the file cannot be used."""
        self._db = SharedDatabase(path, _SCHEMA, durable=False)

    def get(self, key: str) -> Outcome | None:
        """What became of a gap, if it is known."""
        with self._db.reading() as db:
            row = db.execute("SELECT outcome FROM gaps WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        kept = json.loads(row[0])
        steps = tuple(Step(**step) for step in kept.pop("steps"))
        return Outcome(**{**kept, "steps": steps, "from_cache": True})

    def put(self, key: str, outcome: Outcome) -> None:
        """Keep what became of a gap."""
        with self._db.writing() as db:
            text = json.dumps(asdict(outcome))
            db.execute("INSERT OR REPLACE INTO gaps VALUES (?, ?)", (key, text))

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def key_of(before: str, depends_on: Sequence[str]) -> str:
    """The key of a gap; `before` is the theory's text up to it. Raises `SplitError` as the lexer."""
    comments = [mark for mark in marks(before) if mark.kind == "comment"]
    for comment in reversed(comments):
        before = before[: comment.start] + " " + before[comment.end :]
    normal = " ".join(before.split())
    return hashlib.sha256("\0".join([normal, *depends_on]).encode()).hexdigest()
