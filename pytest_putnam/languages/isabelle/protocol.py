"""The messages of Isabelle's server: reading them off its console, one by one.

A message is one line, ``NAME ARGUMENT``; a line of more than 100 bytes is announced by a line that
has its length alone. The argument is JSON, or empty. (Isabelle System Manual, the chapter on the
server.) Lines of another form are what Java or the shell said, and count for nothing.

Not the client that PyPI has, isabelle-client 1.1.2: it opens a TCP connection for each command, so
the sandbox would need a network; its calls know no time limit; it takes the first FINISHED for the
answer, whatever task it belongs to; it keeps all notes in memory until the end; and it brings pydantic.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pytest_putnam.errors import BudgetExhausted
from pytest_putnam.languages import pool
from pytest_putnam.process import Dialogue, DialogueEnded, Ended
from pytest_putnam.prover import Budget

MOST_MB: Final = 64
"""More than this in answer to one command ends the server."""
_LINE: Final = re.compile(r"\n")
_LENGTH: Final = re.compile(r"\d{1,12}\s*")
_REPLY: Final = re.compile(
    r"(?P<name>OK|ERROR|FINISHED|FAILED|NOTE)(?: (?P<argument>.*))?", re.DOTALL
)
_PASSWORD: Final = re.compile(r"\(password \"[^\"]*\"\)")


class OutOfStep(pool.OutOfStep):
    """A server that cannot be believed or used any more: it hangs, died, or speaks in tongues."""

    def __init__(self, message: str, ended: Ended | None = None) -> None:
        super().__init__(_PASSWORD.sub("(password)", message))
        self.ended = ended
        """Which limit ended it: ``wall`` where the time for the answer ran out and nothing else is
        known to be wrong. None where none did."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One message of the server."""

    name: str
    """``OK``, ``ERROR``, ``FINISHED``, ``FAILED`` or ``NOTE``."""
    argument: object

    @property
    def fields(self) -> Mapping[str, object]:
        """The argument where it is an object; else nothing."""
        return self.argument if isinstance(self.argument, dict) else {}

    @property
    def message(self) -> str:
        """What it says to people; empty where it does not."""
        text = self.argument if isinstance(self.argument, str) else self.fields.get("message", "")
        return str(text)


class Console:
    """The console of a server: commands in, messages out. One thread at a time may use it."""

    def __init__(self, dialogue: Dialogue) -> None:
        self._dialogue = dialogue

    def ask(self, command: str, argument: object, deadline: float, budget: Budget) -> Reply:
        """What a command that is done at once answers: ``OK`` or ``ERROR``.

        `deadline` is in monotonic seconds. Raises `OutOfStep`, `BudgetExhausted`.
        """
        self._dialogue.send(f"{command} {json.dumps(argument)}\n")
        return self._until({"OK", "ERROR"}, None, deadline, budget)[0]

    def perform(
        self, command: str, argument: object, deadline: float, budget: Budget
    ) -> tuple[Reply, tuple[Reply, ...]]:
        """How a task ended (``FINISHED``, ``FAILED``, or ``ERROR`` where none began), and its last notes.

        Raises `OutOfStep`, `BudgetExhausted`.
        """
        begun = self.ask(command, argument, deadline, budget)
        if begun.name == "ERROR":
            return begun, ()
        task = begun.fields.get("task")
        if not isinstance(task, str):
            raise OutOfStep(f"{command} began no task: {str(begun.argument)[:300]}")
        return self._until({"FINISHED", "FAILED"}, task, deadline, budget)

    def greeting(self, deadline: float, budget: Budget) -> Reply:
        """The first message. Raises `OutOfStep` where it is no ``OK``, `BudgetExhausted`."""
        found = self._until({"OK", "ERROR"}, None, deadline, budget)[0]
        if found.name != "OK":
            raise OutOfStep(f"the server does not greet: {found.message[:300]}")
        return found

    def _until(
        self, names: set[str], task: str | None, deadline: float, budget: Budget
    ) -> tuple[Reply, tuple[Reply, ...]]:
        notes: list[Reply] = []
        size = 0
        while True:
            line, reply = self._next(deadline, budget)
            size += len(line)
            if size > MOST_MB << 20:
                raise OutOfStep(f"the server said more than {MOST_MB} MiB in answer to a command")
            if reply is None:
                continue
            if reply.name in names and (task is None or reply.fields.get("task") == task):
                return reply, tuple(notes)
            if reply.name == "NOTE":
                notes = [*notes[-19:], reply]

    def _next(self, deadline: float, budget: Budget) -> tuple[str, Reply | None]:
        """The next line, and the message that it is or begins."""
        line = self._line(deadline, budget)
        announced = int(line) if _LENGTH.fullmatch(line) else 0
        if not announced:
            return line, _read(line)
        text = self._line(deadline, budget)
        reply = _read(text)
        while reply is None and len(text.encode()) < announced:  # a line's end within a message
            text += self._line(deadline, budget)
            reply = _read(text)
        if reply is None:
            raise OutOfStep(f"no message of the server: {text[:300]!r}")
        return text, reply

    def _line(self, deadline: float, budget: Budget) -> str:
        timeout_s = max(0.0, deadline - time.monotonic())
        try:
            return self._dialogue.read_until(_LINE, timeout_s=timeout_s, budget=budget)
        except DialogueEnded as gone:
            if gone.ended is Ended.CANCELLED and budget.remaining_s() <= 0.0:
                raise BudgetExhausted("the time ran out while Isabelle was at work") from None
            raise OutOfStep(str(gone), gone.ended) from None


def _read(line: str) -> Reply | None:
    """The message that a text is; None where it is none, or not a whole one."""
    match = _REPLY.fullmatch(line.rstrip("\r\n"))
    if match is None:
        return None
    argument = match["argument"]
    try:
        return Reply(match["name"], json.loads(argument) if argument else None)
    except (ValueError, RecursionError):
        return None
