"""What coqc, coqtop and coqchk print, as data. Nothing here decides; it only reads."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

KEPT_CHARS: Final = 2000
"""A message is cut to this."""

_LOCATED: Final = re.compile(
    r'File "[^"\n]*", line (?P<line>\d+), characters (?P<start>-?\d+)-(?P<end>-?\d+):\n'
    r"(?P<said>(?:Syntax )?Error\b.*)",
    re.DOTALL,
)
_ERROR: Final = re.compile(r"^(?:Fatal )?[Ee]rror:", re.MULTILINE | re.IGNORECASE)
_TOPLEVEL: Final = re.compile(
    r"Toplevel input, characters (?P<start>-?\d+)-(?P<end>-?\d+):\n(?P<said>.*)", re.DOTALL
)
_TOPLEVEL_START: Final = re.compile(r"^Toplevel input, characters ", re.MULTILINE)
_PROMPT: Final = re.compile(r"\s*<prompt>[^\n]*\Z")
_UNFINISHED: Final = re.compile(
    r"(?:\(in proof [^)]*\):)?\s*Attempt to save (?:an incomplete proof|a\s+proof\s+with)"
    r"|Some unresolved existential variables remain"
    r"|There are pending proofs"
)
_BROKEN_LIBRARY: Final = re.compile(
    r"Compiled library \S+ \(in file [^)\n]+\)\s+makes\s+inconsistent\s+assumptions\b"
    r"|(?:The\s+file\s+|File\s+)?/\S+\.vo:?\s(?:[^\n]*\n?){0,2}?[^\n]*"
    r"\b(?:premature\s+end\s+of\s+file|bad\s+(?:version|magic)\s+number|corrupted)\b"
)


@dataclass(frozen=True, slots=True)
class CoqError:
    """An error of Coq. `line` counts from 1; `start` and `end` are bytes into that line."""

    text: str
    line: int | None = None
    start: int = 0
    end: int = 0

    @property
    def is_anomaly(self) -> bool:
        """Coq's own word for a defect of its own."""
        return self.text.startswith("Anomaly")

    @property
    def is_out_of_memory(self) -> bool:
        """An allocation failed; the process lived to say so."""
        return self.text.lower().startswith("out of memory")

    @property
    def is_broken_library(self) -> bool:
        """A library that is installed cannot be used: it was built with another, or is damaged."""
        return _BROKEN_LIBRARY.match(self.text) is not None

    @property
    def is_unfinished_proof(self) -> bool:
        """What the end of a proof says where goals are left; means nothing elsewhere."""
        return _UNFINISHED.match(self.text) is not None


def coqc_error(output: str, file: str) -> CoqError | None:
    """The error that ended coqc on `file` (as named on its command line); None without one.

    coqc stops at its first error, so it is the last that it prints; what stands before may be the
    candidate's own output.
    """
    mark = f'File "{file}", line '
    start = output.rfind(mark)
    while start >= 0:
        match = _LOCATED.match(output, start)
        if match is not None:
            place = int(match["line"]), int(match["start"]), int(match["end"])
            return CoqError(_message(match["said"]), *place)
        start = output.rfind(mark, 0, start)
    last = _last(_ERROR, output)
    return None if last is None else CoqError(_message(output[last:]))


def coqtop_error(answer: str) -> CoqError | None:
    """The error in coqtop's answer to one sentence, placed in bytes from the sentence's start."""
    answer = _PROMPT.sub("", answer)
    start = _last(_TOPLEVEL_START, answer)
    match = None if start is None else _TOPLEVEL.match(answer, start)
    if match is not None:
        lines = [line for line in match["said"].split("\n") if not line.startswith(">")]
        return CoqError(_message("\n".join(lines)), None, int(match["start"]), int(match["end"]))
    start = _last(_ERROR, answer)
    return None if start is None else CoqError(_message(answer[start:]))


def _last(pattern: re.Pattern[str], text: str) -> int | None:
    """Where the last match begins."""
    return max((match.start() for match in pattern.finditer(text)), default=None)


def has_error(printed: str) -> bool:
    """Whether a program of Coq's says that there is an error; one that could not run says other things."""
    return _last(_ERROR, printed) is not None


def coqchk_error(printed: str) -> str:
    """Why coqchk refused, on one line: without the universes that it may list after the reason."""
    start = _last(_ERROR, printed)
    text = printed[-500:] if start is None else printed[start:]
    return " ".join(text.split())[:400]


def _message(said: str) -> str:
    text = re.sub(r"\A(?:Fatal )?[Ee]rror:?\s*", "", said.strip()).strip()
    return text if len(text) <= KEPT_CHARS else text[: KEPT_CHARS - 1] + "…"


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What ``Print Assumptions`` says."""

    names: tuple[str, ...]
    """As printed: the shortest name that is unambiguous there."""
    remarks: tuple[str, ...]
    """Everything else: what is assumed to be guarded, an unsafe hierarchy, an unknown heading."""


_CLOSED: Final = "Closed under the global context"
_QUALIFIED: Final = r"[^\W\d][\w']*(?:\.[^\W\d][\w']*)*"
_NAMED: Final = re.compile(rf"(?P<name>{_QUALIFIED}) : .*")
"""The colon must be on the name's line: a forged file can have names with line ends in them."""


def assumptions(printed: str) -> Assumptions | None:
    """Read the output of ``Print Assumptions``; None where it has another form."""
    lines = [line for line in printed.split("\n") if line.strip()]
    if lines == [_CLOSED]:
        return Assumptions((), ())
    if len(lines) < 2 or lines[0] != "Axioms:":
        return None
    names, remarks = [], []
    for line in lines[1:]:
        if line[0].isspace():  # the type of the one before, on further lines
            continue
        match = _NAMED.fullmatch(line)
        if match is None:
            remarks.append(line)
        else:
            names.append(match["name"])
    return Assumptions(tuple(names), tuple(remarks)) if names or remarks else None


@dataclass(frozen=True, slots=True)
class CheckedSummary:
    """The context summary of ``coqchk -o``."""

    axioms: frozenset[str]
    """Fully qualified: of everything loaded, not of one theorem."""
    theory: tuple[str, ...]
    relied_on: tuple[str, ...]
    """What is not ``<none>`` in the sections on unsafe features, with the section's title."""


_AXIOM: Final = re.compile(rf" +(?P<name>{_QUALIFIED})")
_SECTION: Final = re.compile(r"\* (?P<title>[^:]*):(?P<rest>.*)")
_UNSAFE: Final = ("type-in-type", "unsafe (co)fixpoints", "positivity is assumed")


def coqchk_summary(printed: str) -> CheckedSummary | None:
    """Read the summary; None where it has another form or lacks a section.

    The names in it may come from a forged file, and hold blanks, line ends or marks of the summary.
    """
    _, mark, summary = printed.partition("CONTEXT SUMMARY\n===============\n")
    if not mark:
        return None
    sections: list[tuple[str, list[str]]] = []
    for line in summary.split("\n"):
        if not line.strip():
            continue
        match = _SECTION.fullmatch(line)
        if match is not None:
            sections.append((match["title"], [match["rest"]]))
        elif sections and line[0].isspace():
            sections[-1][1].append(line)
        else:
            return None
    axioms = _axioms([content for title, content in sections if title == "Axioms"])
    theory: list[str] = []
    relied_on: list[str] = []
    met: set[str] = set()
    for title, content in sections:
        items = _items(content)
        if title == "Theory":
            theory += map(str.strip, items)
        elif title != "Axioms":
            met |= {unsafe for unsafe in _UNSAFE if unsafe in title}
            relied_on += [f"{title}: {item.strip()}" for item in items]
    if axioms is None or met != set(_UNSAFE):
        return None
    return CheckedSummary(axioms, tuple(theory), tuple(relied_on))


def _items(content: list[str]) -> list[str]:
    """The lines of a section that name something."""
    return [line for line in content if line.strip() not in {"", "<none>"}]


def _axioms(found: list[list[str]]) -> frozenset[str] | None:
    """The names of the only section; None where it is not, or a line is no name or comes twice."""
    if len(found) != 1:
        return None
    lines = _items(found[0])
    names = {match["name"] for line in lines if (match := _AXIOM.fullmatch(line))}
    return frozenset(names) if len(names) == len(lines) else None


def place(text: str, error: CoqError) -> int | None:
    """The offset of an error in the text that coqc read; None where it has no place."""
    if error.line is None:
        return None
    starts = re.finditer(r"^", text, re.MULTILINE)
    start = next((m.start() for n, m in enumerate(starts, 1) if n == error.line), len(text))
    line = text[start:].split("\n", 1)[0] if error.start >= 0 else ""
    column = len(line.encode(errors="replace")[: max(0, error.start)].decode(errors="ignore"))
    # past the line's end: the error's text spans lines
    return start + column
