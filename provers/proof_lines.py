"""The lines of a proofs file: JSON objects that hold one attempt each, and what is wrong with them.

    {"name": "putnam_1988_b1", "language": "coq", "attempt": 1, "code": "Proof. … Qed."}

``name``, ``language`` and ``code`` are required. Without ``attempt``, the lines of one problem count
from 1 in their order. ``solution`` is the answer where the track asks for one. A ``code`` that is null
or blank is an attempt without code. Other keys are the user's own and are not read.
"""

from __future__ import annotations

import difflib
import functools
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from pytest_putnam.model import Language

KEYS: Final = ("name", "language", "attempt", "code", "solution")
REQUIRED: Final = ("name", "language", "code")
MAX_LINE_BYTES: Final = 64 << 20
"""A longer line is skipped: no proof is that long, and the file may hold no line ends at all."""
MAX_ATTEMPT: Final = 1_000_000
"""A greater number is an id or a time, not a count, and would plan as many attempts."""
MAX_REASONS: Final = 100
"""So many different reasons are told of one file before the rest is summed up."""


class BadLine(Exception):
    """Why a line cannot be used."""


class Digest(Protocol):
    """What hashes the bytes as they are read."""

    def update(self, data: bytes, /) -> None:
        """Add `data`."""


@dataclass(frozen=True, slots=True)
class ProofLine:
    """One line, read and found good."""

    name: str
    language: Language
    attempt: int | None
    """None: it counts in its order."""
    code: str
    """Empty where the attempt has none."""
    solution: str | None
    unread: frozenset[str] = frozenset()
    """The keys that are not ours."""


def read_lines(path: Path, digest: Digest) -> Iterator[tuple[int, int, bytes | None]]:
    """Line number from 1, offset, and bytes of each line that is not blank; None if too long."""
    number = offset = 0
    with path.open("rb") as file:
        while raw := file.readline(MAX_LINE_BYTES + 1):
            number += 1
            start, size = offset, len(raw)
            digest.update(raw)
            kept: bytes | None = raw
            while not raw.endswith(b"\n") and (raw := file.readline(MAX_LINE_BYTES)):
                digest.update(raw)
                size += len(raw)
                kept = None
            offset += size
            if size > MAX_LINE_BYTES:
                kept = None
            if kept is None or not kept.isspace():
                yield number, start, kept


def parse_line(raw: bytes | None) -> ProofLine:
    """The attempt that a line of `read_lines` holds. Raises `BadLine`."""
    if raw is None:
        raise BadLine(f"longer than {MAX_LINE_BYTES >> 20} MiB")
    try:
        # A byte order mark may open the file; nowhere else would JSON allow one.
        data = json.loads(raw.rstrip(b"\r\n").decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadLine(
            f"not UTF-8: byte 0x{raw[error.start]:02x} at column {error.start + 1}"
        ) from error
    except json.JSONDecodeError as error:
        raise BadLine(
            f"not JSON: {error.msg.removesuffix(' at')} at column {error.colno}"
        ) from error
    except (ValueError, RecursionError) as error:
        raise BadLine(f"not JSON that can be read: {error}") from error
    if not isinstance(data, dict):
        raise BadLine(f"not a JSON object but {shown(data)}")
    if missing := [key for key in REQUIRED if key not in data]:
        raise BadLine(f"no {' and no '.join(repr(key) for key in missing)}")
    return ProofLine(
        name=_name(data["name"]),
        language=_language(data["language"]),
        attempt=_attempt(data.get("attempt")),
        code=_text("code", data["code"]) or "",
        solution=_text("solution", data.get("solution")),
        unread=frozenset(data.keys() - set(KEYS)),
    )


@functools.lru_cache(maxsize=1024)
def misspelled(key: str) -> str | None:
    """A sentence on a key that is not read but nearly one of ours."""
    if near := difflib.get_close_matches(key, KEYS, n=1, cutoff=0.8):
        return f"key {shown(key)} is not read; did you mean {near[0]!r}?"
    return None


def unknown_name(name: str, known: Iterable[str]) -> str:
    """What to say of a problem that the benchmark does not have."""
    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.8)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"the benchmark has no problem {shown(name)}{hint}"


class Complaints:
    """What is wrong in one file: reasons, and the lines that each is about."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lines: dict[str, list[int]] = {}
        self._rest: list[int] = []

    def add(self, line: int, reason: str) -> None:
        """Say `reason` of line number `line`."""
        if reason in self._lines:
            self._lines[reason].append(line)
        elif len(self._lines) < MAX_REASONS:
            self._lines[reason] = [line]
        else:
            self._rest.append(line)

    def sentences(self) -> tuple[str, ...]:
        """One per reason, in the order of their first lines."""
        told = [f"{self._path}, {numbered(n)}: {reason}" for reason, n in self._lines.items()]
        if self._rest:
            told.append(f"{self._path}, {numbered(self._rest)}: wrong for further reasons")
        return tuple(told)


def numbered(lines: list[int]) -> str:
    """``line 3`` or ``lines 3, 7-12``."""
    runs: list[list[int]] = []
    for line in lines:
        if runs and line == runs[-1][1] + 1:
            runs[-1][1] = line
        else:
            runs.append([line, line])
    shown = ", ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in runs)
    return f"line{'s' if len(lines) > 1 else ''} {shown}"


def shown(value: object) -> str:
    """A value as a message shows it: escaped and short."""
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}…"


def _name(value: object) -> str:
    name = _text("name", value)
    if not name or not name.strip():
        raise BadLine(f"'name' is {shown(value)}, not the name of a problem")
    return name


def _language(value: object) -> Language:
    try:
        return Language(str(value))
    except ValueError as error:
        choices = ", ".join(Language)
        raise BadLine(f"'language' is {shown(value)}; the choices are {choices}") from error


def _attempt(value: object) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MAX_ATTEMPT:
        raise BadLine(
            f"'attempt' is {shown(value)}, not a whole number from 1 to {MAX_ATTEMPT:,}; "
            f"attempts count from 1"
        )
    return value


def _text(key: str, value: object) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise BadLine(f"{key!r} is {shown(value)}, not a string")
    if "\0" in value:
        raise BadLine(f"{key!r} has a NUL character, which no proof has")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise BadLine(
            f"{key!r} has a lone surrogate (\\u{ord(value[error.start]):04x}), which is no text"
        ) from error
    return value
