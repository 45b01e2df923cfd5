"""The reviews of a benchmark: who has not written a formalization reads it, and what that showed.

A benchmark may keep them as ``reviews.yaml`` in its root: of each problem and language the readings,
the oldest first::

    - problem_name: putnam_1988_b1
      coq:
      - reading: formal-text        # or against-problem
        sha256: 8f0c…               # of the file as it was read
        commit: 32670ba…            # one that has the file so
        checked: …
        findings: none
        changed: …                  # where the finding led to a change: what it was
        note: …                     # where something is to be said of the reading itself

A formalization counts as reviewed when its file as it is now has had both readings: a changed file has
to be read again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from pytest_putnam.errors import BadInput
from pytest_putnam.model import Language
from pytest_putnam.yaml_text import parse_yaml

NAME: Final = "reviews.yaml"
"""The file's name, in the root of the benchmark."""


class Reading(StrEnum):
    """The two ways of reading a formalization; both are needed."""

    FORMAL_TEXT = "formal-text"
    """From the formal text alone: what does it say?"""
    AGAINST_PROBLEM = "against-problem"
    """That, compared with the problem: is it what is asked?"""


@dataclass(frozen=True, slots=True)
class Review:
    """One reading of one file."""

    problem: str
    language: Language
    reading: Reading
    sha256: str
    commit: str
    checked: str
    findings: str
    changed: str = ""
    note: str = ""


_REQUIRED: Final = ("reading", "sha256", "commit", "checked", "findings")
_OPTIONAL: Final = ("changed", "note")


def find_reviews(root: Path) -> Path | None:
    """The reviews of the benchmark at `root`; None where it has none."""
    path = root / NAME
    return path if path.is_file() else None


def read_reviews(path: Path) -> tuple[Review, ...]:
    """All readings, in the file's order. Raises `BadInput` that names file, problem and key."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read: {error}") from None
    entries = parse_yaml(text, str(path))
    if not isinstance(entries, list):
        raise BadInput(f"{path}: a list of problems is expected, found {type(entries).__name__}")
    return tuple(review for entry in entries for review in _reviews(path, entry))


def unreviewed(
    files: Iterable[tuple[Path, str, Language]], reviews: Iterable[Review]
) -> tuple[Path, ...]:
    """Those of `files` (path, problem, language) that lack a reading of their present content."""
    had = {(each.problem, each.language, each.sha256, each.reading) for each in reviews}
    return tuple(
        path
        for path, problem, language in files
        if any((problem, language, content_hash(path), reading) not in had for reading in Reading)
    )


def content_hash(path: Path) -> str:
    """SHA-256 of the file's bytes, in hexadecimal digits; it is none for a file that is gone."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def _reviews(path: Path, entry: object) -> Iterable[Review]:
    if not isinstance(entry, Mapping) or not isinstance(entry.get("problem_name"), str):
        raise BadInput(f"{path}: an entry is no mapping with a problem_name: {entry!r:.80}")
    problem = entry["problem_name"]
    for key, readings in entry.items():
        if key == "problem_name":
            continue
        if key not in set(Language) or not isinstance(readings, list):
            raise BadInput(
                f"{path}: {problem}: {key!r} is no language ({', '.join(Language)}) with a list"
            )
        for reading in readings:
            yield _review(f"{path}: {problem}, {key}", problem, Language(key), reading)


def _review(place: str, problem: str, language: Language, values: object) -> Review:
    if not isinstance(values, Mapping):
        raise BadInput(f"{place}: a reading is no mapping: {values!r:.80}")
    if missing := [key for key in _REQUIRED if not values.get(key)]:
        raise BadInput(f"{place}: a reading lacks {', '.join(missing)}")
    if strange := [key for key in values if key not in {*_REQUIRED, *_OPTIONAL}]:
        raise BadInput(f"{place}: a reading has the unknown {', '.join(map(str, strange))}")
    if wrong := [key for key, value in values.items() if not isinstance(value, str)]:
        raise BadInput(f"{place}: not a text: {', '.join(wrong)} (quote it)")
    texts: dict[str, str] = dict(values)
    name = texts.pop("reading")
    if name not in set(Reading):
        raise BadInput(f"{place}: the reading {name!r} is none of {', '.join(Reading)}")
    return Review(problem, language, Reading(name), **texts)
