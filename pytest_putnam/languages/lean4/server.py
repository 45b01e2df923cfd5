"""A conversation with Lean's language server about one document.

The server keeps what is elaborated of a document up to the first change, imports above all, so a
document that is changed from candidate to candidate is a warm session. Each text is elaborated from
the state behind the part that it shares with the one before; nothing of the rest is left.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from pytest_putnam.languages.lean4.output import LeanMessage, cut
from pytest_putnam.languages.lean4.workshop import FILE, MODULE, Workshop
from pytest_putnam.languages.pool import Meter, OutOfStep, answer_until
from pytest_putnam.prover import Budget

_HEADER: Final = re.compile(r"Content-Length: \d+\r\n(?:[\w-]+: [^\r\n]*\r\n)*\r\n")
_SEVERITIES: Final = {1: "error", 2: "warning", 3: "information", 4: "information"}


class Server:
    """One language server with one document. One thread at a time may use it."""

    def __init__(self, workshop: Workshop, folder: Path, budget: Budget) -> None:
        """Start it. Raises `OutOfStep` where that fails, `BudgetExhausted`, `InfraError`."""
        self._uri = (folder / FILE).as_uri()
        self._folder = str(folder)
        self._dialogue = workshop.server(folder)
        self._version = 0
        self._text = ""
        try:
            deadline = time.monotonic() + workshop.settings.startup_timeout_s
            self._request("initialize", {"processId": None, "capabilities": {}}, deadline, budget)
            self._send({"method": "initialized", "params": {}})
        except BaseException:
            self.close()
            raise

    def messages(self, text: str, timeout_s: float, budget: Budget) -> tuple[LeanMessage, ...]:
        """All messages about `text`. Raises `OutOfStep`, `BudgetExhausted`."""
        self._version += 1
        document = {"uri": self._uri, "version": self._version}
        if self._version == 1:
            opened = {**document, "languageId": "lean4", "text": text}
            self._send({"method": "textDocument/didOpen", "params": {"textDocument": opened}})
        else:
            changes = {"textDocument": document, "contentChanges": [{"text": text}]}
            self._send({"method": "textDocument/didChange", "params": changes})
        deadline = time.monotonic() + timeout_s
        said = self._request("textDocument/waitForDiagnostics", document, deadline, budget)
        lines = text.split("\n")
        found: list[object] | None = None
        for message in said:
            params = message.get("params")
            if message.get("method") != "textDocument/publishDiagnostics":
                continue
            if isinstance(params, dict) and params.get("version") in {None, self._version}:
                found = params.get("diagnostics")
        if not isinstance(found, list):
            raise OutOfStep("the server published no diagnostics")
        return tuple(self._message(each, lines) for each in found)

    def goals(
        self, line: int, column: int, timeout_s: float, budget: Budget
    ) -> tuple[str, ...] | None:
        """The goals at a place of the document (line from 0, column in UTF-16 units), as printed.

        None where no tactic is there. Raises `OutOfStep`, `BudgetExhausted`.
        """
        place = {
            "textDocument": {"uri": self._uri},
            "position": {"line": line, "character": column},
        }
        deadline = time.monotonic() + timeout_s
        result = self._result("$/lean/plainGoal", place, deadline, budget)
        if result is None:
            return None
        goals = result.get("goals") if isinstance(result, dict) else None
        if not isinstance(goals, list) or not all(isinstance(each, str) for each in goals):
            raise OutOfStep(f"goals of unknown form: {str(result)[:300]}")
        return tuple(goals)

    def _message(self, diagnostic: object, lines: list[str]) -> LeanMessage:
        try:
            assert isinstance(diagnostic, dict)
            start = diagnostic["range"]["start"]
            line, units = int(start["line"]), int(start["character"])
            text, severity = str(diagnostic["message"]), _SEVERITIES[int(diagnostic["severity"])]
        except (AssertionError, KeyError, TypeError, ValueError) as error:
            raise OutOfStep(f"a diagnostic of unknown form: {str(diagnostic)[:300]}") from error
        # as the compiler would call file and module
        text = text.replace(f"«external:{self._uri}»", MODULE).replace(self._folder, ".")
        return LeanMessage(cut(text), severity, line + 1, _code_points(lines, line, units))

    @property
    def peak_mb(self) -> float:
        """Most resident memory so far, MiB."""
        return self._dialogue.peak_mb

    def meter(self) -> Meter:
        """What counts its CPU time from here on."""
        return Meter(self._dialogue)

    def close(self) -> None:
        """End it."""
        self._dialogue.close()

    def _send(self, message: Mapping[str, object]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message})
        self._dialogue.send(f"Content-Length: {len(body.encode())}\r\n\r\n{body}")

    def _request(
        self, method: str, params: object, deadline: float, budget: Budget
    ) -> list[dict[str, object]]:
        """What the server says until it answers."""
        return list(_objects(self._exchange(method, params, deadline, budget)[1][:-1]))

    def _result(self, method: str, params: object, deadline: float, budget: Budget) -> object:
        """What the server answers.

        An answer has its id before its result, and no line end behind: what comes up to another
        request's answer holds the rest of it.
        """
        mark, begun = self._exchange(method, params, deadline, budget)
        document = {"uri": self._uri, "version": self._version}
        _, more = self._exchange("textDocument/waitForDiagnostics", document, deadline, budget)
        for answer in _objects([begun[-1] + more[0], *more[1:]]):
            if answer.get("id") == mark:
                return answer.get("result")
        raise OutOfStep(f"the server gives no answer to {method}")

    def _exchange(
        self, method: str, params: object, deadline: float, budget: Budget
    ) -> tuple[str, list[str]]:
        """A request's id, and the parts of what the server says up to where its answer has it."""
        mark = f"PB{secrets.token_hex(8)}"
        self._send({"id": mark, "method": method, "params": params})
        marker = re.compile(rf'"id":\s*"{mark}"')
        parts = _HEADER.split(answer_until(self._dialogue, marker, deadline, budget))
        if parts[-1].lstrip().startswith('{"error"'):
            raise OutOfStep(f"the server answers with an error: {parts[-1][:300]}")
        return mark, parts


def _objects(parts: list[str]) -> Iterator[dict[str, object]]:
    for part in parts:
        try:
            found, _ = json.JSONDecoder().raw_decode(part.lstrip())
        except (ValueError, RecursionError):
            continue  # the end of an answer that was read, or what was written to stderr
        if isinstance(found, dict):
            yield found


def _code_points(lines: list[str], line: int, units: int) -> int:
    """A column in code points; the server counts UTF-16 units."""
    text = lines[line] if line < len(lines) else ""
    utf16 = text.encode("utf-16-le", errors="surrogatepass")  # half a character may be in a text
    return len(utf16[: 2 * units].decode("utf-16-le", errors="ignore"))
