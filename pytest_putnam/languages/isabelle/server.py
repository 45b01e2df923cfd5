"""One Isabelle server with one session: theories are loaded into it, and removed again.

The server runs with its own console (``isabelle server -c``), whose standard input and output are the
protocol: so it stays in a sandbox without a network, where its port is on a loopback of its own, and
nobody else can reach it. Its password is in its own folder, and is not kept by us.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import InfraError
from pytest_putnam.languages.isabelle.heaps import Heap
from pytest_putnam.languages.isabelle.protocol import Console, OutOfStep, Reply
from pytest_putnam.process import Dialogue, Ended
from pytest_putnam.prover import Budget
from pytest_putnam.scratch import remove

NAME: Final = "putnam"
"""Of the server, in its private folder."""
OPTIONS: Final = ("headless_consolidate_delay=0.1", "headless_check_delay=0.1")
"""By default a server waits 2 s, and 15 s in older versions, before it says that a theory is done."""
CHECK_DELAY_S: Final = 0.1
GRACE_S: Final = 5.0
"""How much later than the server's own watchdog it is ended from outside."""
STOP_S: Final = 10.0
_HERE: Final = r"\<^here>"


@dataclass(frozen=True, slots=True)
class ServerMessage:
    """What Isabelle said of a theory."""

    kind: str
    """``error``, ``warning``, ``writeln``, ``information`` …"""
    text: str
    """Isabelle's symbols as they are; without the mark of the place, and the folder's name as ``.``."""
    line: int | None = None
    """In the theory's file, from 1."""
    offset: int | None = None
    """In Isabelle's symbols, from 1."""


@dataclass(frozen=True, slots=True)
class LoadedTheory:
    """What became of one theory."""

    name: str
    messages: tuple[ServerMessage, ...]
    """In the order of their places."""
    is_finished: bool
    """Every command was run to its end; its proofs may have failed all the same."""

    @property
    def errors(self) -> tuple[ServerMessage, ...]:
        """The errors. None of them is no proof: a server takes ``sorry``."""
        return tuple(message for message in self.messages if message.kind == "error")

    def said(self, line: int) -> tuple[ServerMessage, ...]:
        """What was said of commands that begin in `line`."""
        return tuple(message for message in self.messages if message.line == line)


class Server:
    """A server with a started session. One thread at a time may use it."""

    def __init__(
        self,
        dialogue: Dialogue,
        folder: Path,
        heap: Heap,
        options: Sequence[str],
        *,
        timeout_s: float,
        budget: Budget,
    ) -> None:
        """Wait for it and start the session; `dialogue` is its console, `folder` its own.

        `options` are the session's, ``NAME=VALUE``, beside `OPTIONS`. Raises `OutOfStep` where it
        cannot be used, `InfraError` where the session cannot be started, `BudgetExhausted`. The
        dialogue is closed then.
        """
        self._dialogue = dialogue
        self._console = Console(dialogue)
        self._folder = folder
        self._requests = 0
        deadline = time.monotonic() + timeout_s
        try:
            self._console.greeting(deadline, budget)
            self._session = self._start(heap, options, deadline, budget)
        except BaseException:
            dialogue.close()
            raise

    def load(
        self, texts: Mapping[str, str], timeout_s: float, budget: Budget
    ) -> dict[str, LoadedTheory]:
        """What becomes of theories, by name; they may import each other, and are removed afterwards.

        Each text must declare the theory by the name that it is given under. Where `timeout_s` is
        over and something still runs, the server is not to be used again: `OutOfStep`, with ``wall`` as
        `ended`. Raises `BudgetExhausted`.
        """
        self._requests += 1
        # a server takes a file that it has seen for the old one, so each request has its own folder
        place = self._folder / f"r{self._requests}"
        place.mkdir()
        for name, text in texts.items():
            (place / f"{name}.thy").write_text(text, encoding="utf-8", errors="replace")
        asked = {"session_id": self._session, "theories": list(texts), "master_dir": str(place)}
        deadline = time.monotonic() + timeout_s + GRACE_S
        ended, _ = self._console.perform(
            "use_theories",
            {**asked, "check_delay": CHECK_DELAY_S, "watchdog_timeout": timeout_s},
            deadline,
            budget,
        )
        if ended.name != "FINISHED":
            raise OutOfStep(f"use_theories: {ended.name} {ended.message[:500]}")
        found = self._read(ended, place)
        if missing := [name for name in texts if name not in found]:
            raise OutOfStep(f"the server says nothing of {', '.join(missing)}")
        if not all(theory.is_finished for theory in found.values()):
            raise OutOfStep(f"not done after {timeout_s:g} s", Ended.WALL)
        purged = self._console.ask("purge_theories", asked, time.monotonic() + STOP_S, budget)
        if purged.name != "OK":
            raise OutOfStep(f"purge_theories: {purged.message[:500]}")
        remove(place)
        return {name: found[name] for name in texts}

    @property
    def peak_mb(self) -> float:
        """Most resident memory so far of all its processes, MiB."""
        return self._dialogue.peak_mb

    def close(self) -> None:
        """Stop the session and end the server, by force where it does not by itself."""
        deadline = time.monotonic() + STOP_S
        try:
            with contextlib.suppress(OutOfStep):
                told = {"session_id": self._session}
                self._console.perform("session_stop", told, deadline, Budget(None))
        finally:
            self._dialogue.close()

    def kill(self) -> None:
        """End it at once."""
        self._dialogue.close()

    def _start(self, heap: Heap, options: Sequence[str], deadline: float, budget: Budget) -> str:
        ended, notes = self._console.perform(
            "session_start",
            {
                "session": heap.session,
                "dirs": [str(folder) for folder in heap.folders],
                "options": [*OPTIONS, *options],
            },
            deadline,
            budget,
        )
        session = ended.fields.get("session_id")
        if ended.name == "FINISHED" and isinstance(session, str):
            return session
        told = [note.message for note in notes if note.fields.get("kind") == "error"]
        why = "; ".join(dict.fromkeys([*told, ended.message]))[:1000]
        raise InfraError(f"Isabelle's session {heap.session} cannot be started: {why}")

    def _read(self, ended: Reply, place: Path) -> dict[str, LoadedTheory]:
        nodes = ended.fields.get("nodes")
        if not isinstance(nodes, list):
            raise OutOfStep("use_theories ended without nodes")
        loaded = [_theory(node, place) for node in nodes]
        return {theory.name: theory for theory in loaded}


def _theory(node: object, place: Path) -> LoadedTheory:
    """One node of ``use_theories``. Raises `OutOfStep` for an unknown form."""
    try:
        assert isinstance(node, dict)
        status = node["status"]
        busy = int(status["unprocessed"]) + int(status["running"])
        messages = [_message(each, place) for each in node["messages"]]
        name = str(node["theory_name"]).rpartition(".")[2]
        # one without an end, or with a statement that does not parse, is never consolidated
        done = busy == 0 and not status.get("canceled", False)
    except (AssertionError, KeyError, TypeError, ValueError) as error:
        raise OutOfStep(f"a node of unknown form: {str(node)[:300]}") from error
    return LoadedTheory(name, _in_order(messages), done)


def _message(message: object, place: Path) -> ServerMessage:
    assert isinstance(message, dict)
    position = message.get("pos") or {}
    text = str(message["message"]).replace(_HERE, "").replace(str(place), ".")
    line, offset = position.get("line"), position.get("offset")
    return ServerMessage(
        str(message["kind"]),
        text,
        int(line) if line is not None else None,
        int(offset) if offset is not None else None,
    )


def _in_order(messages: Iterable[ServerMessage]) -> tuple[ServerMessage, ...]:
    """By place; proofs are checked in parallel."""
    return tuple(sorted(messages, key=lambda each: (each.line or 0, each.offset or 0)))
