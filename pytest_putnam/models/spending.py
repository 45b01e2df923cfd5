"""What a run has spent on models, over all its workers, and where it must stop.

Before a request is sent, the most that it can cost is reserved; when its answer is there, what it
did cost takes the reservation's place. So a limit holds however many requests are in flight, up to
the error of the estimate of the prompt's length.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import SpendingLimit
from pytest_putnam.model import Usage
from pytest_putnam.models.presence import Presence
from pytest_putnam.models.shared_sqlite import SharedDatabase

UNRESERVED: Final = 0
"""The reservation where nothing is limited."""
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS spent (
    id INTEGER PRIMARY KEY, run TEXT, tokens INTEGER, cost_usd REAL, reckoned_usd REAL);
CREATE INDEX IF NOT EXISTS spent_by_run ON spent (run);
CREATE TABLE IF NOT EXISTS reserved (
    id INTEGER PRIMARY KEY, run TEXT, owner TEXT, tokens INTEGER, cost_usd REAL)
"""


@dataclass(frozen=True, slots=True)
class SpendingLimits:
    """Of a run, over all its workers and sessions. None: no limit."""

    cost_usd: float | None = None
    tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Spent:
    """What a run has used up."""

    requests: int
    tokens: int
    """Prompt and completion; estimated for responses that reported no usage."""
    cost_usd: float
    """Of the responses whose cost is known."""
    unknown_cost: int
    """Responses whose cost is not known."""
    reckoned_usd: float = 0.0
    """What counts for the limit: the cost, and the most that it can be where it is not known."""


class Ledger:
    """Keeps the account of a run in a file that its workers share. Thread-safe."""

    def __init__(self, path: Path, run: str, limits: SpendingLimits) -> None:
        """`run` names the run; a resumed run has the same name and goes on where it stopped."""
        self._run = run
        self._limits = limits
        self._presence = Presence(path.parent)
        self._db = SharedDatabase(path, _SCHEMA, durable=False)

    def reserve(self, tokens: int, cost_usd: float | None) -> int | None:
        """A reservation for a request that uses at most so much; None where it must wait for others.

        Raises `SpendingLimit` where the run's money or tokens are used up, or the rest cannot cover
        this request.
        """
        if self._limits == SpendingLimits():
            return UNRESERVED
        with self._db.writing() as db:
            spent = self._spent(db)
            tokens_in_flight, cost_in_flight = self._in_flight(db)
            accounts = (
                _Account(
                    "--putnam-max-cost",
                    "USD",
                    self._limits.cost_usd,
                    spent.reckoned_usd,
                    cost_in_flight,
                    cost_usd or 0.0,
                ),
                _Account(
                    "--putnam-max-tokens",
                    "tokens",
                    self._limits.tokens,
                    spent.tokens,
                    tokens_in_flight,
                    tokens,
                ),
            )
            if any(account.must_wait() for account in accounts):
                return None
            row = db.execute(
                "INSERT INTO reserved (run, owner, tokens, cost_usd) VALUES (?, ?, ?, ?)",
                (self._run, self._presence.name, tokens, cost_usd or 0.0),
            )
            return row.lastrowid

    def settle(self, reservation: int, usage: Usage, estimate: int) -> None:
        """The response is there; `estimate` counts in tokens where `usage` does not tell."""
        known = usage.prompt_tokens is not None and usage.completion_tokens is not None
        tokens = (usage.prompt_tokens or 0) + (usage.completion_tokens or 0) if known else estimate
        with self._db.writing() as db:
            most = db.execute(
                "SELECT cost_usd FROM reserved WHERE id = ?", (reservation,)
            ).fetchone()
            db.execute("DELETE FROM reserved WHERE id = ?", (reservation,))
            reckoned = usage.cost_usd if usage.cost_usd is not None else most[0] if most else 0.0
            db.execute(
                "INSERT INTO spent (run, tokens, cost_usd, reckoned_usd) VALUES (?, ?, ?, ?)",
                (self._run, tokens, usage.cost_usd, reckoned),
            )

    def release(self, reservation: int) -> None:
        """The request brought nothing that is paid for."""
        if reservation == UNRESERVED:
            return
        with self._db.writing() as db:
            db.execute("DELETE FROM reserved WHERE id = ?", (reservation,))

    def spent(self) -> Spent:
        """What the run has used up so far."""
        with self._db.reading() as db:
            return self._spent(db)

    def close(self) -> None:
        """Close the file."""
        self._db.close()
        self._presence.close()

    def _spent(self, db: sqlite3.Connection) -> Spent:
        row = db.execute(
            "SELECT count(*), coalesce(sum(tokens), 0), coalesce(sum(cost_usd), 0.0), "
            "count(*) - count(cost_usd), coalesce(sum(reckoned_usd), 0.0) FROM spent WHERE run = ?",
            (self._run,),
        ).fetchone()
        return Spent(*row)

    def _in_flight(self, db: sqlite3.Connection) -> tuple[int, float]:
        """Tokens and USD that are reserved by living processes."""
        rows = db.execute(
            "SELECT owner, sum(tokens), sum(cost_usd) FROM reserved WHERE run = ? GROUP BY owner",
            (self._run,),
        ).fetchall()
        tokens, cost_usd = 0, 0.0
        for owner, owner_tokens, owner_cost in rows:
            if self._presence.is_alive(owner):
                tokens, cost_usd = tokens + owner_tokens, cost_usd + owner_cost
            else:
                db.execute("DELETE FROM reserved WHERE owner = ?", (owner,))
        return tokens, cost_usd


@dataclass(frozen=True, slots=True)
class _Account:
    """One kind of what is spent, at the moment of a request."""

    option: str
    unit: str
    limit: float | None
    spent: float
    reserved: float
    wanted: float

    def must_wait(self) -> bool:
        """Whether requests in flight must end first. Raises `SpendingLimit`."""
        if self.limit is None or self.spent + self.reserved + self.wanted <= self.limit:
            return False
        if self.spent < self.limit and self.reserved > 0.0:
            return True  # those in flight may turn out cheaper than they might have been
        raise SpendingLimit(
            f"the run's limit of {self.limit:g} {self.unit} is reached: {self.spent:.6g} are spent "
            f"and the next request may take {self.wanted:.6g}; to go on without paying twice, resume "
            f"the run by --putnam-resume with a higher {self.option}"
        )
