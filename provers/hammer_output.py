"""What coqc prints while hammer works: the tactic that it found, or why there is none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_FOUND: Final = re.compile(
    r"^Replace the hammer tactic with:\s*(?P<tactic>\S.*?)[.\s]*$", re.MULTILINE
)
_STEP: Final = re.compile(r"^\S.*\.\.\.$", re.MULTILINE)
_ERROR: Final = re.compile(
    r'^File "[^"]*", line (?P<line>\d+), characters \d+-\d+:\nError:\s*(?P<text>.*)',
    re.MULTILINE | re.DOTALL,
)
_DEFEATS: Final = re.compile(
    r"Hammer failed:|No ATPs found|Hammer error: .*not supported", re.IGNORECASE
)
_ADVICE: Final = re.compile(r"\s*You may try increasing.*|\s*See https:.*", re.DOTALL)

_SRUN: Final = re.compile(r"^srun (?P<run>[\w.]+)(?= |$)")
"""What hammer prints so does not parse before ``use:`` and its like; in parentheses it does."""
MISNAMED: Final = (
    ("hauto brefl: on drew: off", "hauto brefl: on rew: off"),
    ("hauto", "hauto q: on"),
)
"""Two tactics that hammer 1.3.2 prints under another's name: as printed, and as it was run
(``rhbauto_norew`` in hammer_main.ml, ``best_tacs`` in tacbest.ml)."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The error that ended coqc."""

    line: int
    """In the compiled file, from 1."""
    reason: str
    """One line."""
    is_defeat: bool
    """Hammer looked and found no proof; otherwise something broke."""


def found_tactics(printed: str) -> list[str]:
    """The tactics that hammer offers, without final dots: the last one first, it replaced the others.

    A tactic that hammer prints under a wrong name is followed by what it may have been.
    """
    found: list[str] = []
    for match in reversed(list(_FOUND.finditer(printed))):
        tactic = _SRUN.sub(r"srun (\g<run>)", match["tactic"])
        found.append(tactic)
        name = re.split(r" (?:use|unfold|inv):", tactic)[0]
        found += [run + tactic[len(name) :] for said, run in MISNAMED if name == said]
    return list(dict.fromkeys(found))


def last_step(printed: str) -> str:
    """What hammer said last that it was doing."""
    steps = _STEP.findall(printed)
    return steps[-1].removesuffix("...") if steps else "loading libraries, or hammer's own tactics"


def failure(said: str) -> Failure | None:
    """The error in what coqc wrote to standard error."""
    match = _ERROR.search(said)
    if match is None:
        return None
    reason = " ".join(_ADVICE.sub("", match["text"]).split())
    return Failure(int(match["line"]), reason[:500], bool(_DEFEATS.search(match["text"])))
