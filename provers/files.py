"""The prover ``files``: attempts that were made elsewhere, read from proofs files (JSONL).

It holds where each line stands, not its text, so a file may be larger than memory.
"""

from __future__ import annotations

import hashlib
import importlib.resources
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import ClassVar, Final

from pytest_putnam.errors import BadInput, InfraError
from pytest_putnam.model import Candidate, Language, VerdictKind
from pytest_putnam.prover import Answer, Budget, Prover, ProverOption, ProverSettings, Task

from .proof_lines import (
    MAX_REASONS,
    BadLine,
    Complaints,
    ProofLine,
    misspelled,
    parse_line,
    read_lines,
    shown,
    unknown_name,
)

WARM_UP: Final = "warmup"
"""Names the known proofs of the warm-up problems, where no file is called so."""
PROOFS: Final = "warmup/proofs.jsonl"


@dataclass(frozen=True, slots=True)
class Entry:
    """Where an attempt stands."""

    path: Path
    offset: int
    size: int
    line: int


class Files(Prover):
    """Answers attempt i at a problem with the line that says so.

    ``path`` names a JSONL file, several separated by commas, or a directory whose ``*.jsonl`` are
    read in the order of their names. n is the greatest attempt in them, unless it is given. Lines
    that cannot be used are told by `warnings`, or are fatal under ``--putnam-strict``.
    """

    name = "files"
    options: ClassVar[tuple[ProverOption, ...]] = (
        ProverOption(
            "path",
            "JSONL file of name, language, attempt and code; several by commas; or a directory; or warmup",
            required=True,
        ),
    )

    def __init__(self, settings: ProverSettings) -> None:
        super().__init__(settings)
        self._entries: dict[tuple[str, Language], dict[int, Entry]] = {}
        self._unknown: dict[str, str] = {}
        self._warnings: list[str] = []
        self._versions: dict[str, str] = {}
        self._paths = _paths(settings.options["path"], settings.root_dir)
        for path in self._paths:
            try:
                self._index(path)
            except OSError as error:
                raise BadInput(f"{path} cannot be read: {error.strerror or error}") from error
        if settings.strict and self._warnings:
            raise BadInput("\n".join(self._warnings))
        if absent := settings.languages - {language for _, language in self._entries}:
            self._warnings.append(
                f"{self._where} has no attempt in {', '.join(sorted(absent))}; "
                f"every item in it will fail as gave_up"
            )
        self.default_attempts = max((max(e) for e in self._entries.values()), default=1)

    def attempt(self, task: Task, budget: Budget) -> Answer:
        """The line for this problem, language and attempt."""
        budget.check()
        language = task.formalization.language
        name = task.formalization.name
        entry = self._entries.get((name, language), {}).get(task.attempt)
        if entry is None:
            return Answer.none(f"no attempt {task.attempt} at {name} in {language}: {self._where}")
        found = _read(entry)
        if (found.name, found.language) != (name, language):
            raise InfraError(f"{entry.path} changed during the run, line {entry.line}")
        source = f"{entry.path}, line {entry.line}"
        if not found.code.strip():
            return Answer.none(f"{source} has no code", ended=VerdictKind.NO_CODE)
        return Answer((Candidate(found.code, found.solution),), transcript=source)

    def versions(self) -> Mapping[str, str]:
        """The files' digests."""
        return dict(self._versions)

    def warnings(self) -> tuple[str, ...]:
        """The lines that are skipped, and why."""
        return tuple(self._warnings)

    @property
    def _where(self) -> str:
        first = self._paths[0]
        return str(first) if len(self._paths) == 1 else f"{first} and {len(self._paths) - 1} more"

    def _index(self, path: Path) -> None:
        """Note where the good lines of `path` are, and what is wrong with the others."""
        complaints = Complaints(path)
        digest = hashlib.sha256()
        for line, offset, raw in read_lines(path, digest):
            try:
                self._add(parse_line(raw), Entry(path, offset, len(raw or b""), line), complaints)
            except BadLine as error:
                complaints.add(line, str(error))
        self._versions[path.name] = f"sha256:{digest.hexdigest()[:16]}"
        self._warnings += complaints.sentences()

    def _add(self, found: ProofLine, entry: Entry, complaints: Complaints) -> None:
        for key in found.unread:
            if sentence := misspelled(key):
                complaints.add(entry.line, sentence)
        if found.language not in self.settings.languages:
            return
        known = self.settings.known_problems
        if known and found.name not in known:
            if found.name not in self._unknown:
                # Looking for a near name takes 10 ms: not for each line of another benchmark's file.
                near = known if len(self._unknown) < MAX_REASONS else ()
                self._unknown[found.name] = unknown_name(found.name, near)
            raise BadLine(self._unknown[found.name])
        entries = self._entries.setdefault((found.name, found.language), {})
        attempt = found.attempt or next(n for n in count(len(entries) + 1) if n not in entries)
        if attempt in entries:
            first = entries[attempt]
            where = f"line {first.line}" + (f" of {first.path}" * (first.path != entry.path))
            raise BadLine(
                f"attempt {attempt} at {shown(found.name)} in {found.language} again; {where} holds"
            )
        entries[attempt] = entry


def _read(entry: Entry) -> ProofLine:
    try:
        with entry.path.open("rb") as file:
            file.seek(entry.offset)
            return parse_line(file.read(entry.size))
    except (OSError, BadLine) as error:
        raise InfraError(
            f"{entry.path} changed during the run, line {entry.line}: {error}"
        ) from error


def _paths(given: str, root_dir: Path) -> tuple[Path, ...]:
    """The files that the option names. Raises `BadInput`."""
    whole = root_dir / Path(given).expanduser()
    if given == WARM_UP and not whole.exists():
        return (Path(str(importlib.resources.files("pytest_putnam.problem_set") / PROOFS)),)
    names = [given] if whole.exists() else [part.strip() for part in given.split(",")]
    paths: list[Path] = []
    for name in filter(None, names):
        path = root_dir / Path(name).expanduser()
        if path.is_dir():
            inside = sorted(p for p in path.glob("*.jsonl") if p.is_file())
            if not inside:
                raise BadInput(f"path={given}: the directory {path} has no *.jsonl")
            paths += inside
        elif path.is_file():
            paths.append(path)
        else:
            what = "is not a file" if path.exists() else "does not exist"
            raise BadInput(f"path={given}: {path} {what}; it names JSONL files with proofs")
    if not paths:
        raise BadInput(f"path={given!r} names no file")
    return tuple(dict.fromkeys(p.resolve() for p in paths))
