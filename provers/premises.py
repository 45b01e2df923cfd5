"""Premises for `reprover`: a corpus in LeanDojo's format, what of it a file can use, and the prompt.

The corpus is a file of JSON lines, one for each Lean file: ``path``, ``imports`` (paths of others), and
``premises`` with ``full_name``, ``code`` and more. Yang et al. 2023 (section 4) let a theorem see only what
is accessible: here the premises of the files that the formalization imports, directly or not.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import BadInput
from pytest_putnam.languages.lean4.lexer import lex

START, END = "<a>", "</a>"
"""What ReProver's models were trained to see around the names of premises."""
_IMPORT: Final = re.compile(r"\bimport\s+(?:all\s+)?(?P<module>[^\s]+)")
_PACKAGE: Final = re.compile(r"\A\.?/?(?:\.lake|lake-packages)/(?:packages/)?[^/]+/(?:src/lean/)?")
"""Where LeanDojo has the files of a package, before the module's own path."""


@dataclass(frozen=True, slots=True)
class Premise:
    """A declaration that a tactic may use."""

    path: str
    """Of its file, in the corpus."""
    full_name: str
    code: str
    """Its text, proofs left out."""

    @property
    def marked(self) -> str:
        """The code with the full name, marked, in place of the declared one, as the models know it."""
        mark = f"{START}{self.full_name}{END}"
        code = self.code.replace(f"_root_.{self.full_name}", mark)
        parts = self.full_name.split(".")
        for start in range(len(parts)):
            name = re.escape(".".join(parts[start:]))
            found = re.compile(rf"(?<=\s)«?{name}»?(?![\w'!?]|\.\w)")
            if found.search(code):
                return found.sub(lambda _: mark, code)
        return code


@dataclass(frozen=True, slots=True)
class _File:
    path: str
    imports: tuple[str, ...]
    premises: tuple[Premise, ...]


class PremiseCorpus:
    """The premises of a corpus, in its order, and which files see them."""

    def __init__(self, files: Sequence[_File], digest: str) -> None:
        self.digest = digest
        """SHA-256 of the corpus' file, in hexadecimal."""
        self.premises = tuple(premise for file in files for premise in file.premises)
        self._imports = {file.path: file.imports for file in files}
        self._by_path: dict[str, list[int]] = {}
        for at, premise in enumerate(self.premises):
            self._by_path.setdefault(premise.path, []).append(at)
        self._by_module: dict[str, list[str]] = {}
        for path in self._imports:
            self._by_module.setdefault(module_of(path), []).append(path)

    def lacks(self, modules: Iterable[str]) -> list[str]:
        """Of `modules` those that the corpus has no file of."""
        return [module for module in modules if module not in self._by_module]

    def accessible(self, modules: Iterable[str]) -> list[int]:
        """The premises, by their place in `premises`, of a file with these imports: theirs, and so on."""
        left = [path for module in modules for path in self._by_module.get(module, ())]
        seen = set(left)
        while left:
            new = [path for path in self._imports.get(left.pop(), ()) if path not in seen]
            seen.update(new)
            left += new
        return sorted(at for path in seen for at in self._by_path.get(path, ()))


def read_corpus(path: Path) -> PremiseCorpus:
    """The corpus in `path`. Raises `BadInput` naming the line."""
    digest = hashlib.sha256()
    files: list[_File] = []
    try:
        with path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                digest.update(line)
                if line.strip():
                    files.append(_read_line(line, f"{path}, line {number}"))
    except OSError as error:
        raise BadInput(f"corpus={path} cannot be read: {error.strerror}") from error
    return PremiseCorpus(files, digest.hexdigest())


def check_corpus(path: Path) -> None:
    """Whether `path` begins as a corpus does, without reading all of it. Raises `BadInput`."""
    try:
        with path.open("rb") as lines:
            first = next(lines, b"")
    except OSError as error:
        raise BadInput(f"corpus={path} cannot be read: {error.strerror}") from error
    _read_line(first, f"{path}, line 1")


def module_of(path: str) -> str:
    """The module that is in a file of the corpus: ``Mathlib.Order.Basic``."""
    return _PACKAGE.sub("", path).removesuffix(".lean").replace("/", ".")


def imports_of(text: str) -> tuple[str, ...]:
    """The modules that a Lean file imports; ``Init``, too, unless it begins with ``prelude``."""
    commands = lex(text).commands
    found = [
        match["module"].replace("«", "").replace("»", "")
        for command in commands
        if command.keyword == "import"
        and (match := _IMPORT.search(text[command.start : command.end]))
    ]
    has_prelude = any(command.keyword == "prelude" for command in commands)
    return tuple(found if has_prelude else ["Init", *found])


def with_premises(state: str, premises: Iterable[Premise], max_bytes: int) -> str:
    """The prompt: premises and state with blank lines between them, in at most `max_bytes` of UTF-8.

    `premises` come best first; the best ends up next to the state. One that does not fit any more is left
    out, and a smaller one after it may still be in. The state is never cut here.
    """
    room = max_bytes - len(state.encode())
    taken: list[str] = []
    for premise in premises:
        text = f"{premise.marked}\n\n"
        size = len(text.encode())
        if size <= room:
            room -= size
            taken.append(text)
    return "".join(reversed(taken)) + state


def _read_line(line: bytes, where: str) -> _File:
    shape = 'it must be a JSON object with "path", "imports" and "premises", as LeanDojo writes it'
    try:
        data = json.loads(line)
        path, imports, premises = data["path"], data["imports"], data["premises"]
        if not isinstance(path, str) or not all(isinstance(each, str) for each in imports):
            raise BadInput(f"{where}: {shape}")
        found = tuple(
            Premise(path, str(each["full_name"]), str(each["code"]))
            for each in premises
            if _is_whole(each["full_name"], each["code"])
        )
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{where}: {shape} ({error!r})") from error
    return _File(path, tuple(imports), found)


def _is_whole(full_name: object, code: object) -> bool:
    """Not what tracing left without name or code, nor a group of mutual definitions."""
    return bool(full_name) and bool(code) and not str(full_name).startswith("[")
