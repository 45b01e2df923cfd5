"""Limits on requests to one endpoint that hold for all processes of a machine together.

The state is a small SQLite file per endpoint: who waits, who runs, what was sent in the last minute,
and until when the server asked everybody to pause. Admission is in the order of arrival over all
processes. What a killed process held is taken back.
"""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import InfraError
from pytest_putnam.models.presence import Presence
from pytest_putnam.models.shared_sqlite import SharedDatabase

WINDOW_S: Final = 60.0
POLL_S: Final = 0.02
"""How often a process with waiting requests looks; a place that another process leaves idles so long."""
LOOK_AGAIN_S: Final = 0.5
"""It looks as often even where nobody has written, to show that it is there and find who is not."""
STALE_S: Final = 2.0
"""A process that has not looked for so long is overtaken: it may be stopped."""

# Times are those of the monotonic clock, which all processes of a machine share.
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS waiting (id INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT, tokens INTEGER);
CREATE TABLE IF NOT EXISTS running (id INTEGER PRIMARY KEY, owner TEXT);
CREATE TABLE IF NOT EXISTS sent (id INTEGER PRIMARY KEY, at REAL, tokens INTEGER);
CREATE TABLE IF NOT EXISTS owners (owner TEXT PRIMARY KEY, looked REAL);
CREATE TABLE IF NOT EXISTS pause (one INTEGER PRIMARY KEY CHECK (one = 1), until REAL)
"""


@dataclass(frozen=True, slots=True)
class RateLimits:
    """None: no limit."""

    concurrency: int = 32
    """Requests in flight at once."""
    requests_per_min: int | None = None
    tokens_per_min: int | None = None
    """Prompt and answer together; a request counts with its most until its answer is there."""


def machine_directory() -> Path:
    """Where the processes of this user on this machine meet."""
    path = Path(tempfile.gettempdir()) / f"pytest-putnam-{os.getuid()}"
    path.mkdir(mode=0o700, exist_ok=True)
    if path.stat().st_uid != os.getuid():
        raise InfraError(f"{path} belongs to somebody else; set TMPDIR to a directory of your own")
    return path


class RateLimiter:
    """Admits requests to one endpoint. Used from one event loop."""

    def __init__(self, endpoint: str, limits: RateLimits, directory: Path) -> None:
        """`endpoint` names the limits that are shared: same name, same limits."""
        self.limits = limits
        self._presence = Presence(directory)
        self._db = SharedDatabase(directory / f"limits-{endpoint}.sqlite", _SCHEMA, durable=False)
        self._waiting: dict[int, asyncio.Future[None]] = {}
        self._poller: asyncio.Task[None] | None = None
        self._poke = asyncio.Event()
        self._buried = 0.0
        self._seen = 0
        self._counts = limits.requests_per_min is not None or limits.tokens_per_min is not None

    async def admit(self, tokens: int) -> int:
        """Wait until a request of at most `tokens` may be sent; returns its ticket."""
        with self._db.writing() as db:
            self._sign(db, time.monotonic())
            ticket = db.execute(
                "INSERT INTO waiting (owner, tokens) VALUES (?, ?)", (self._presence.name, tokens)
            ).lastrowid
        assert ticket is not None
        self._waiting[ticket] = asyncio.get_running_loop().create_future()
        if self._poller is None or self._poller.done():
            self._poller = asyncio.create_task(self._poll())
        self._poke.set()
        try:
            await self._waiting[ticket]
        except BaseException:
            self._withdraw(ticket)
            raise
        finally:
            self._waiting.pop(ticket, None)
        return ticket

    def settle(self, ticket: int, tokens: int | None) -> None:
        """The request of `ticket` has ended; `tokens` is what it used, None where that is unknown."""
        with self._db.writing() as db:
            db.execute("DELETE FROM running WHERE id = ?", (ticket,))
            if tokens is not None:
                db.execute("UPDATE sent SET tokens = ? WHERE id = ?", (tokens, ticket))
        self._poke.set()

    def pause(self, seconds: float) -> None:
        """Nobody sends anything for so long: the server asked for it."""
        with self._db.writing() as db:
            db.execute(
                "INSERT INTO pause VALUES (1, ?) ON CONFLICT DO UPDATE "
                "SET until = max(until, excluded.until)",
                (time.monotonic() + seconds,),
            )

    def close(self) -> None:
        """Give everything back."""
        with self._db.writing() as db:
            for table in ("waiting", "running", "owners"):
                db.execute(f"DELETE FROM {table} WHERE owner = ?", (self._presence.name,))
        self._db.close()
        self._presence.close()

    def _withdraw(self, ticket: int) -> None:
        """Forget a request that was given up, whether or not it had been admitted."""
        with self._db.writing() as db:
            for table in ("waiting", "running", "sent"):
                db.execute(f"DELETE FROM {table} WHERE id = ?", (ticket,))
        self._poke.set()

    async def _poll(self) -> None:
        """Admit this process's requests until none of them waits."""
        while self._waiting:
            self._poke.clear()
            try:
                wait_s = self._look()
            except InfraError as error:
                for future in self._waiting.values():
                    if not future.done():
                        future.set_exception(error)
                return
            await self._until_due(wait_s)

    async def _until_due(self, wait_s: float) -> None:
        """Wait until it is time to look, or somebody has written, here or in another process."""
        due = time.monotonic() + (wait_s if wait_s > POLL_S else LOOK_AGAIN_S)
        while time.monotonic() < due:
            try:
                async with asyncio.timeout(POLL_S * random.uniform(0.75, 1.25)):
                    await self._poke.wait()
            except TimeoutError:
                if self._db.version() == self._seen:
                    continue
            return

    def _look(self) -> float:
        """Admit what may be sent now; returns when to look again, seconds."""
        now = time.monotonic()
        with self._db.writing() as db:
            self._seen = self._db.version()
            self._sign(db, now)
            self._bury(db, now)
            pause_s = _pause_s(db, now)
            if pause_s > 0.0:
                return min(pause_s, 0.25)
            granted, wait_s = self._admissible(db, now)
            for ticket, tokens in granted:
                db.execute("DELETE FROM waiting WHERE id = ?", (ticket,))
                db.execute("INSERT INTO running VALUES (?, ?)", (ticket, self._presence.name))
                if self._counts:
                    db.execute("INSERT INTO sent VALUES (?, ?, ?)", (ticket, now, tokens))
        for ticket, _ in granted:
            future = self._waiting.pop(ticket, None)
            if future is not None and not future.done():
                future.set_result(None)
        return wait_s

    def _admissible(
        self, db: sqlite3.Connection, now: float
    ) -> tuple[list[tuple[int, int]], float]:
        """This process's tickets that may be sent, in the order of all; and when to look again.

        Places that are due to others who look often enough are left to them.
        """
        limits = self.limits
        db.execute("DELETE FROM sent WHERE at <= ? OR at > ?", (now - WINDOW_S, now))
        running = db.execute("SELECT count(*) FROM running").fetchone()[0]
        requests, used, oldest = db.execute(
            "SELECT count(*), coalesce(sum(tokens), 0), coalesce(min(at), ?) FROM sent", (now,)
        ).fetchone()
        granted: list[tuple[int, int]] = []
        queue = db.execute(
            "SELECT id, waiting.owner, tokens FROM waiting JOIN owners USING (owner) "
            "WHERE looked > ? ORDER BY id",
            (now - STALE_S,),
        )
        for ticket, owner, tokens in queue:
            if running >= limits.concurrency:
                return granted, POLL_S
            most = limits.tokens_per_min
            full = limits.requests_per_min is not None and requests >= limits.requests_per_min
            # a request that alone is more than the limit is sent when nothing else was
            if full or (most is not None and requests and used + tokens > most):
                return granted, min(max(POLL_S, oldest + WINDOW_S - now), 0.25)
            running, requests, used = running + 1, requests + 1, used + tokens
            if owner == self._presence.name:
                granted.append((ticket, tokens))
        return granted, POLL_S

    def _sign(self, db: sqlite3.Connection, now: float) -> None:
        """Tell the others that this process looks after its requests."""
        db.execute(
            "INSERT INTO owners VALUES (?, ?) ON CONFLICT DO UPDATE SET looked = excluded.looked",
            (self._presence.name, now),
        )

    def _bury(self, db: sqlite3.Connection, now: float) -> None:
        """Take back what dead processes held; not at every look."""
        if now - self._buried < 0.25:
            return
        self._buried = now
        for (owner,) in db.execute("SELECT owner FROM owners").fetchall():
            if not self._presence.is_alive(owner):
                for table in ("waiting", "running", "owners"):
                    db.execute(f"DELETE FROM {table} WHERE owner = ?", (owner,))


def _pause_s(db: sqlite3.Connection, now: float) -> float:
    row = db.execute("SELECT until FROM pause").fetchone()
    # a pause of more than a day is from before the machine was started anew
    return row[0] - now if row and row[0] - now < 86_400.0 else 0.0
