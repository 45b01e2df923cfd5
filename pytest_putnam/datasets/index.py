"""The index of a benchmark: informal statement, informal solution and tags of each problem.

It is a list of entries, as JSON (``informal/putnam.json``) or YAML (``informal/putnam.yaml``)::

    - problem_name: putnam_1988_b1
      informal_statement: …
      informal_solution: None.      # or what the answer is
      tags: [algebra]
      checked: {coq: 8.16.1, lean4: unchecked}   # by which version each statement was compiled
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pytest_putnam.errors import BadInput
from pytest_putnam.model import Language, Problem
from pytest_putnam.yaml_text import parse_yaml

NAMES: Final = ("putnam.json", "putnam.yaml", "putnam.yml")
"""The index's names in the folder ``informal``, the first found is taken."""
_UNCHECKED: Final = "unchecked"
_NO_SOLUTION: Final = frozenset({"", "none", "none.", "null", "n/a"})


def find_index(root: Path) -> Path | None:
    """The index under `root`; None where there is none."""
    return next((path for name in NAMES if (path := root / "informal" / name).is_file()), None)


def read_index(path: Path) -> Mapping[str, Problem]:
    """The problems by name; read once until the file changes. Raises `BadInput`."""
    try:
        return _read(path, path.stat().st_mtime_ns)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None


@functools.lru_cache(maxsize=16)
def _read(path: Path, _changed_ns: int) -> Mapping[str, Problem]:
    data = path.read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(f"{path}: line {line}: not UTF-8 at byte {error.start}") from None
    entries = _parse_json(path, text) if path.suffix == ".json" else parse_yaml(text, str(path))
    if not isinstance(entries, list):
        raise BadInput(f"{path}: a list of problems is expected, found {type(entries).__name__}")
    problems: dict[str, Problem] = {}
    for number, entry in enumerate(entries, 1):
        problem = _problem(path, number, entry)
        problems.setdefault(problem.name, problem)
    return problems


def _parse_json(path: Path, text: str) -> object:
    try:
        parsed: object = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(
            f"{path}: line {error.lineno}, column {error.colno}: no valid JSON: {error.msg}"
        ) from None
    return parsed


def _problem(path: Path, number: int, entry: object) -> Problem:
    if not isinstance(entry, dict):
        raise BadInput(f"{path}: entry {number} is no mapping but {type(entry).__name__}")
    name = entry.get("problem_name")
    if not isinstance(name, str) or not name:
        raise BadInput(f"{path}: entry {number} has no problem_name")
    tags = entry.get("tags") or []
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise BadInput(f"{path}: entry {number} ({name}): tags must be a list of words: {tags!r}")
    texts = {}
    for key in ("informal_statement", "informal_solution"):
        value = entry.get(key)
        if value is not None and not isinstance(value, str):
            raise BadInput(f"{path}: entry {number} ({name}): {key} must be a text: {value!r}")
        texts[key] = value or ""
    if texts["informal_solution"].strip().lower() in _NO_SOLUTION:
        texts["informal_solution"] = ""
    return Problem(name, tags=tuple(tags), unchecked=_unchecked(entry.get("checked")), **texts)


def _unchecked(checked: object) -> frozenset[Language]:
    """The languages that `checked` marks so; a benchmark that says nothing of it marks none."""
    if not isinstance(checked, dict):
        return frozenset()
    return frozenset(language for language in Language if checked.get(language) == _UNCHECKED)
