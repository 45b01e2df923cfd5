"""What coqc prints while Tactician's ``synth`` works: the script that it found, as plain tactics.

    Tactician found a proof! The following tactic caches the proof:

    synth with cache (only 1: intros; only 1: induction n; only 2: simpl; only 1: auto).

(``synthesize_tactic`` and ``userSearch`` in coq-tactician's ltacrecord.ml; older versions say ``search``
for ``synth``, newer ones may have ``unshelve (…);`` before a part.)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_CACHE: Final = re.compile(r"\b(?:synth|search) with cache \(")
_FOUND: Final = "Tactician found a proof!"
_STEP: Final = re.compile(r"only\s+(?P<goal>\d+)\s*:\s*")
_SCAN: Final = re.compile(r'"(?:[^"]|"")*"|\(\*|[()\[\]{}]|;')
_NESTED: Final = re.compile(r"(?<![\w'.])(?:synth|search)(?![\w'])")
_ERROR: Final = re.compile(
    r'^File "[^"]*", line (?P<line>\d+), characters \d+-\d+:\n(?P<text>(?:Syntax )?Error.*)',
    re.MULTILINE | re.DOTALL,
)
_OPENING: Final = "([{"
_CLOSING: Final = ")]}"


@dataclass(frozen=True, slots=True)
class Script:
    """A proof that ``synth`` found."""

    tactic: str
    """All of it as one tactic, as printed: ``only 1: intros; only 1: auto``."""
    steps: tuple[str, ...]
    """The same as sentences, with final dots; empty where it has another form."""

    @property
    def is_nested(self) -> bool:
        """Whether it calls ``synth`` itself, so that it is no proof without Tactician."""
        return _NESTED.search(self.tactic) is not None


@dataclass(frozen=True, slots=True)
class Failure:
    """The error that ended coqc."""

    line: int
    """In the compiled file, from 1."""
    reason: str
    """One line."""

    @property
    def is_defeat(self) -> bool:
        """Whether ``synth`` only found nothing, where it is the sentence that failed."""
        return not re.search(
            r"\bAnomaly\b|out of memory|stack overflow", self.reason, re.IGNORECASE
        )


def found_script(printed: str) -> Script | None:
    """The script in what coqc printed; None without one."""
    _, mark, after = printed.partition(_FOUND)
    begun = _CACHE.search(after) if mark else None
    if begun is None:
        return None
    end = _matching(after, begun.end() - 1)
    if end is None:
        return None
    tactic = " ".join(after[begun.end() : end].split())
    return Script(tactic, _steps(tactic))


def failure(said: str) -> Failure | None:
    """The error in what coqc wrote to standard error."""
    match = _ERROR.search(said)
    if match is None:
        return None
    reason = re.sub(r"^(?:Syntax )?[Ee]rror:\s*", "", " ".join(match["text"].split()))
    return Failure(int(match["line"]), reason[:500])


def _matching(text: str, opening: int) -> int | None:
    """Where the bracket at `opening` is closed."""
    depth = 0
    for match in _SCAN.finditer(text, opening):
        if match[0] in _OPENING:
            depth += 1
        elif match[0] in _CLOSING:
            depth -= 1
            if depth == 0:
                return match.start()
    return None


def _steps(tactic: str) -> tuple[str, ...]:
    """The tactic's parts as sentences: each takes the goals that those before it left."""
    parts, start, depth = [], 0, 0
    for match in _SCAN.finditer(tactic):
        if match[0] in _OPENING:
            depth += 1
        elif match[0] in _CLOSING:
            depth -= 1
        elif match[0] == ";" and depth == 0 and _STEP.match(tactic[match.end() :].lstrip()):
            parts.append(tactic[start : match.start()])
            start = match.end()
    parts.append(tactic[start:])
    steps: list[str] = []
    for part in parts:
        step = _STEP.match(part.strip())
        if step is None:
            return ()
        selector = "" if step["goal"] == "1" else f"{step['goal']}: "
        steps.append(f"{selector}{part.strip()[step.end() :].strip()}.")
    return tuple(steps)
