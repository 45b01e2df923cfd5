"""Attempt records as plain data, for reports that travel between processes.

A report may hold str, int, float, bool, None, list and dict, and strings without lone surrogates:
anything else ends an xdist session. What is long goes through a file in the run's folder; the
report then carries its name and the beginning and end of each text.
"""

from __future__ import annotations

import dataclasses
import enum
import json
import re
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pytest_putnam.model import (
    AttemptRecord,
    Candidate,
    Language,
    Message,
    Track,
    Usage,
    Verdict,
    VerdictKind,
)

INLINE_BYTES: Final = 4096
"""A record whose JSON is longer goes through a file."""
SPOOL: Final = "spool"
"""The folder, inside the run's, of files that the controller has not taken yet."""

_ESCAPE: Final = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])|[\x00-\x1f\x7f-\x9f]+|\s+"
)


def clean(text: str) -> str:
    """`text` with lone surrogates written as escapes, so that UTF-8 can hold it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="backslashreplace").decode()
    return text


def one_line(text: str, width: int = 300) -> str:
    """`text` for a line of a report: no control characters or terminal codes, `width` at most."""
    # Long texts are cut first: half a megabyte of escapes need not be read for one line.
    line = " ".join(_ESCAPE.sub(" ", clean(text[: width * 20])).split())
    return line if len(line) <= width else line[: width - 1] + "…"


def cut(text: str, keep: int) -> str:
    """The beginning and the end of a text that is longer than `keep`, and how much is missing."""
    if len(text) <= keep:
        return text
    half = keep // 2
    return f"{text[:half]}\n… {len(text) - 2 * half} characters …\n{text[-half:]}"


def plain(value: object) -> Any:
    """Enums, dataclasses, mappings and sequences as str, dict and list; strings cleaned."""
    if isinstance(value, enum.Enum):
        value = value.value
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Mapping):
        return {clean(str(key)): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    return clean(str(value))


def pack(record: AttemptRecord, run_dir: Path) -> dict[str, Any]:
    """`record` for a report. What is long is written into `run_dir`, if that is on this machine."""
    data: dict[str, Any] = plain(record)
    text = json.dumps(data)
    if len(text) > INLINE_BYTES and run_dir.is_dir():
        name = f"{uuid.uuid4().hex}.json"
        try:
            (run_dir / SPOOL).mkdir(exist_ok=True)
            (run_dir / SPOOL / name).write_text(text)
        except OSError:
            (run_dir / SPOOL / name).unlink(missing_ok=True)
        else:
            return {"record": _shortened(data), "file": name}
    # A worker on another machine has no run folder, or the disk is full: then everything travels.
    return {"record": data, "file": None}


def unpack(packed: Mapping[str, Any], run_dir: Path) -> AttemptRecord:
    """The record that `pack` packed, whole."""
    name = packed["file"]
    if name is None:
        return _record(packed["record"])
    try:
        return _record(json.loads((run_dir / SPOOL / name).read_text()))
    except OSError:
        # The beginning and the end are better than no attempt.
        return _record(packed["record"])


def discard(packed: Mapping[str, Any], run_dir: Path) -> None:
    """Remove the file of `packed`, once its record is stored."""
    if packed["file"] is not None:
        (run_dir / SPOOL / packed["file"]).unlink(missing_ok=True)


def _shortened(data: dict[str, Any]) -> dict[str, Any]:
    short = {**data, "transcript": cut(data["transcript"], 400)}
    if data["candidate"] is not None:
        short["candidate"] = {
            name: text and cut(text, 800) for name, text in data["candidate"].items()
        }
    verdict = data["verdict"]
    short["verdict"] = {
        **verdict,
        "reason": cut(verdict["reason"], 400),
        "messages": [{**m, "text": cut(m["text"], 200)} for m in verdict["messages"][:3]],
        "evidence": {n: cut(t, 100) for n, t in list(verdict["evidence"].items())[:8]},
    }
    return short


def _record(data: Mapping[str, Any]) -> AttemptRecord:
    verdict = data["verdict"]
    return AttemptRecord(
        **{
            **data,
            "language": Language(data["language"]),
            "track": Track(data["track"]),
            "candidate": Candidate(**data["candidate"]) if data["candidate"] else None,
            "usage": Usage(**data["usage"]) if data["usage"] else None,
            "verdict": Verdict(
                **{
                    **verdict,
                    "kind": VerdictKind(verdict["kind"]),
                    "messages": tuple(Message(**m) for m in verdict["messages"]),
                }
            ),
        }
    )
