"""What Isabelle's programs print, as data. Nothing here decides; it only reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

KEPT_CHARS: Final = 2000
"""A message is cut to this."""
MOST: Final = 20
"""How many messages are kept."""

_POSITION: Final = re.compile(r' ?\(line (?P<line>\d+) of "(?P<file>[^"]*)"\)')
_AT_COMMAND: Final = re.compile(
    r'At command "(?P<command>[^"]+)" \(line (?P<line>\d+) of "(?P<file>[^"]*)"\)'
)
_FINISHED: Final = "^Finished {session} \\("
_CRASH: Final = re.compile(r"Segmentation fault|Aborted|Bus error|Killed|Illegal instruction")


@dataclass(frozen=True, slots=True)
class Reported:
    """An error. `line` counts from 1 in the theory `file`; both are unknown where Isabelle tells none."""

    text: str
    line: int | None = None
    file: str = ""
    command: str = ""
    """The command that failed, where it is told."""

    @property
    def theory(self) -> str:
        """The name of the file's theory."""
        return self.file.rpartition("/")[2].removesuffix(".thy")


def build_errors(output: str) -> tuple[Reported, ...]:
    """The errors that ``isabelle build`` printed, those with a place first, in the order of lines."""
    lines = [line[3:].removeprefix(" ") for line in output.splitlines() if line.startswith("***")]
    found = dict.fromkeys(_blocks(lines))
    return tuple(sorted(found, key=lambda each: (each.line is None, each.line or 0)))


def is_finished(output: str, session: str) -> bool:
    """Whether a build says that it finished `session`; not evidence for anything in it."""
    return re.search(_FINISHED.format(session=re.escape(session)), output, re.MULTILINE) is not None


def crash(output: str) -> str | None:
    """The line that tells of a crash; None without one."""
    return next((line for line in output.splitlines() if _CRASH.search(line)), None)


def cut(text: str) -> str:
    """`text`, no longer than a message may be."""
    return text if len(text) <= KEPT_CHARS else text[: KEPT_CHARS - 1] + "…"


def _blocks(lines: Iterable[str]) -> Iterator[Reported]:
    block: list[str] = []
    for line in lines:
        command = _AT_COMMAND.fullmatch(line.strip())
        if command is not None:
            yield _reported(block, command["command"], int(command["line"]), command["file"])
            block = []
            continue
        if _POSITION.search(line) and any(_POSITION.search(each) for each in block):
            yield _reported(block)
            block = []
        block.append(line)
    if block:
        yield _reported(block)


def _reported(
    block: list[str], command: str = "", line: int | None = None, file: str = ""
) -> Reported:
    place = next((match for each in block if (match := _POSITION.search(each))), None)
    if place is not None:
        line, file = int(place["line"]), place["file"]
    text = "\n".join(_POSITION.sub("", each) for each in block).strip()
    return Reported(cut(text), line, file, command)
