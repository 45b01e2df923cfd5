"""The baseline: the solves that a change to a prover must not lose, as a file that people review.

    version: 1
    solves:
    - {problem: putnam_1988_b1, language: coq, prover: coqhammer, proved: [1], of: 1}

`proved` lists which of the `of` attempts were proved; an entry of the no-solution track says
``track: no-solution``. The file is sorted, so that a difference between two versions is short.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol, TypeGuard

import yaml

from pytest_putnam.errors import BadInput
from pytest_putnam.model import Language, Track
from pytest_putnam.suggest import choices_for
from pytest_putnam.yaml_text import parse_yaml

VERSION: Final = 1
_HEADER: Final = """\
# Solves that must not be lost: pytest --putnam-baseline=FILE fails when one is missing.
# Add --putnam-update-baseline to rewrite this file, and review the difference like code.
"""
_KEYS: Final = ("problem", "language", "track", "prover", "proved", "of")


class ItemKey(Protocol):
    """What says which entry belongs to an item."""

    @property
    def problem(self) -> str:
        """Its name."""

    @property
    def language(self) -> str:
        """One of `Language`."""

    @property
    def track(self) -> str:
        """One of `Track`."""

    @property
    def prover(self) -> str:
        """Its name."""


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """Which item an entry is about."""

    problem: str
    language: str
    track: str
    prover: str

    @classmethod
    def of(cls, item: ItemKey) -> Key:
        """That of `item`."""
        return cls(item.problem, str(item.language), str(item.track), item.prover)

    def __str__(self) -> str:
        track = "" if self.track == Track.WITH_SOLUTION else f", {self.track}"
        return f"{self.problem} ({self.language}, {self.prover}{track})"


@dataclass(frozen=True, slots=True)
class Solve:
    """Which attempts of an item were proved, and how many were planned."""

    proved: tuple[int, ...]
    of: int

    def __str__(self) -> str:
        """``attempt 2 of 8``."""
        numbers = ", ".join(map(str, self.proved))
        return f"attempt{'' if len(self.proved) == 1 else 's'} {numbers} of {self.of}"


Baseline = Mapping[Key, Solve]


def read_baseline(path: Path, *, may_be_new: bool = False) -> dict[Key, Solve]:
    """The entries of the file. Raises `BadInput` with the entry that is wrong.

    With `may_be_new` a file that does not exist is an empty baseline.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        if may_be_new:
            return {}
        raise BadInput(
            f"the baseline {path} does not exist; --putnam-update-baseline makes it"
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"the baseline {path} cannot be read: {error}") from error
    data = parse_yaml(text, f"the baseline {path}", keys_once=True)
    if not isinstance(data, dict) or set(data) != {"version", "solves"}:
        raise BadInput(f"the baseline {path} must have the keys version and solves, and no others")
    if data["version"] != VERSION:
        raise BadInput(f"the baseline {path} has version {data['version']!r}; this is {VERSION}")
    if not isinstance(data["solves"], list | None):
        raise BadInput(f"the baseline {path}: solves is {data['solves']!r}; it must be a list")
    entries: dict[Key, Solve] = {}
    for number, entry in enumerate(data["solves"] or (), 1):
        problem = _problem(entry)
        key, solve = _entry(entry) if not problem else (None, None)
        if key in entries:
            problem = f"{key} is listed twice"
        if problem or key is None or solve is None:
            raise BadInput(f"the baseline {path}, entry {number}: {problem}")
        entries[key] = solve
    return entries


def write_baseline(path: Path, entries: Baseline) -> None:
    """Write the file, whole or not at all. Raises `BadInput` where it cannot be written."""
    lines = [f"- {_flow(key, solve)}\n" for key, solve in sorted(entries.items())]
    text = f"{_HEADER}version: {VERSION}\nsolves:{'' if lines else ' []'}\n{''.join(lines)}"
    target = path.resolve()  # a link stays one
    temporary = ""
    try:
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        with tempfile.NamedTemporaryFile(
            "w", dir=target.parent, prefix=f".{target.name}.", delete=False, encoding="utf-8"
        ) as stream:
            temporary = stream.name
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        Path(temporary).chmod(mode)
        Path(temporary).replace(target)
    except OSError as error:
        with contextlib.suppress(OSError):
            Path(temporary).unlink(missing_ok=True)
        raise BadInput(f"the baseline {path} cannot be written: {error.strerror}") from error


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _problem(entry: Any) -> str:
    """What is wrong with an entry, if anything is."""
    if not isinstance(entry, dict):
        return f"{entry!r} is no mapping such as {{problem: putnam_1988_b1, …}}"
    for key in entry:
        if key not in _KEYS:
            return f"unknown key {key!r}. {choices_for(str(key), _KEYS)}"
    missing = [key for key in _KEYS if key not in entry and key != "track"]
    if missing:
        return f"{', '.join(missing)} missing in {entry}"
    for name in ("problem", "prover"):
        if not isinstance(entry[name], str) or not entry[name]:
            return f"{name} is {entry[name]!r}, which is no name"
    for name, choices in (("language", list(Language)), ("track", list(Track))):
        value = entry.get(name, Track.WITH_SOLUTION.value)
        if value not in map(str, choices):
            return f"{name} is {value!r}. {choices_for(str(value), choices)}"
    return _problem_of_numbers(entry["proved"], entry["of"])


def _problem_of_numbers(proved: object, of: object) -> str:
    if not _is_count(of):
        return f"of is {of!r}; it must be the number of attempts"
    numbers = proved if isinstance(proved, list) else []
    if not numbers or not all(_is_count(n) and n <= of for n in numbers):
        return f"proved is {proved!r}; it must list attempts from 1 to {of}, such as [1]"
    return ""


def _entry(entry: Mapping[str, Any]) -> tuple[Key, Solve]:
    track = entry.get("track", Track.WITH_SOLUTION.value)
    key = Key(entry["problem"], entry["language"], track, entry["prover"])
    return key, Solve(tuple(sorted(set(entry["proved"]))), entry["of"])


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _flow(key: Key, solve: Solve) -> str:
    entry: dict[str, object] = {"problem": key.problem, "language": key.language}
    if key.track != Track.WITH_SOLUTION:
        entry["track"] = key.track
    entry |= {"prover": key.prover, "proved": list(solve.proved), "of": solve.of}
    text = yaml.safe_dump(
        entry, default_flow_style=True, sort_keys=False, width=10**6, allow_unicode=True
    )
    return text.strip()
