"""What lean prints, as data. Nothing here decides; it only reads."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

KEPT_CHARS: Final = 2000
"""A message is cut to this."""
UNKNOWN_MODULE: Final = re.compile(
    r"unknown module prefix '(?P<prefix>[^']+)'|unknown package '(?P<package>[^']+)'"
    r"|object file '(?P<file>[^']+)' of module (?P<module>\S+) does not exist"
)


@dataclass(frozen=True, slots=True)
class LeanMessage:
    """A message of Lean about a place: lines count from 1, columns (code points) from 0."""

    text: str
    severity: str
    line: int = 1
    column: int = 0

    @property
    def is_error(self) -> bool:
        """Whether it is an error."""
        return self.severity == "error"


def messages(output: str) -> Iterator[LeanMessage]:
    """The messages of ``lean --json``. Lines that are none are left out."""
    for line in output.splitlines():
        if not line.startswith("{"):
            continue
        try:
            said = json.loads(line)
            place = said["pos"]
            yield LeanMessage(
                cut(str(said["data"])),
                str(said["severity"]),
                int(place["line"]),
                int(place["column"]),
            )
        except (ValueError, KeyError, TypeError, RecursionError):
            continue


def cut(text: str) -> str:
    """A message, bounded."""
    text = text.strip()
    return text if len(text) <= KEPT_CHARS else f"{text[: KEPT_CHARS - 2]} …"


def missing_module(text: str) -> str | None:
    """The module that an error says is not there."""
    match = UNKNOWN_MODULE.search(text)
    return next(filter(None, match.groups()), None) if match else None
