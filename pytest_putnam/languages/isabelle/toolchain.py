"""Finding an Isabelle distribution, and what it says of itself."""

from __future__ import annotations

import functools
import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from pytest_putnam.errors import AssistantMissing
from pytest_putnam.languages.asking import ask
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.isabelle.imports import SESSIONS
from pytest_putnam.languages.isabelle.keywords import BUILT_IN, header_commands
from pytest_putnam.languages.isabelle.symbols import SymbolTable, read_symbols
from pytest_putnam.sandbox import SYSTEM

if TYPE_CHECKING:
    from pytest_putnam.languages.isabelle.checker import IsabelleChecker
    from pytest_putnam.languages.isabelle.installed import Installed

INSTALL: Final = (
    "install a distribution from 2022 on from https://isabelle.in.tum.de, and put its bin folder on PATH "
    "or name it by --putnam-isabelle"
)
OLDEST: Final = 2022
SETTINGS: Final = (
    "ISABELLE_HOME",
    "ISABELLE_IDENTIFIER",
    "ISABELLE_HOME_USER",
    "ISABELLE_HEAPS_SYSTEM",
    "ML_IDENTIFIER",
    "ISABELLE_JDK_HOME",
    "ISABELLE_ID",
)
"""What a distribution is asked for."""
ASK_S: Final = 120.0
"""For each question; the first one after an installation sets things up."""


@dataclass(frozen=True)  # a cached property needs its dictionary
class IsabelleToolchain:
    """An Isabelle distribution."""

    executable: str
    """The path of the program ``isabelle``."""
    home: Path
    """``ISABELLE_HOME``."""
    identifier: str
    """``Isabelle2024``; empty for a repository version."""
    ml_identifier: str
    """The folder below ``heaps`` that this platform's heaps are in."""
    user_home_suffix: str
    """The folder below a user's home that Isabelle keeps its own things in."""
    system_heaps: Path
    """Where the heaps are that came with the distribution."""
    versions: Mapping[str, str]
    readable: tuple[Path, ...] = ()
    """What the sandbox must show besides the system's own folders."""
    environment: Mapping[str, str] = field(default_factory=dict)

    @functools.cached_property
    def symbols(self) -> SymbolTable:
        """The distribution's symbols."""
        file = self.home / "etc/symbols"
        text = file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""
        return read_symbols(text)

    @functools.cached_property
    def commands(self) -> frozenset[str]:
        """All commands that theories may use which a candidate can import."""
        found = set(BUILT_IN)
        for folder in ("src/Pure", "src/Tools", "src/HOL"):
            for file in sorted((self.home / folder).rglob("*.thy")):
                if _is_foreign(file.relative_to(self.home)):
                    continue
                with file.open(encoding="utf-8", errors="replace") as opened:
                    head = opened.read(1 << 14)
                if "keywords" in head:
                    found.update(header_commands(head))
        return frozenset(found)

    @functools.cached_property
    def identity(self) -> str:
        """A digest of what heaps depend on: version, place, platform, and when it was installed."""
        parts = [f"{name} {version}" for name, version in sorted(self.versions.items())]
        parts += [str(self.home), self.ml_identifier]
        for path in (
            self.home / "etc/ISABELLE_ID",
            self.home / "etc/settings",
            Path(self.executable),
        ):
            if path.exists():
                status = path.resolve().stat()
                parts.append(f"{path} {status.st_size} {status.st_mtime_ns}")
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def checker(self, settings: CheckerSettings) -> IsabelleChecker:
        """A checker on this installation; starts nothing yet."""
        from pytest_putnam.languages.isabelle.checker import IsabelleChecker  # noqa: PLC0415 - a cycle

        return IsabelleChecker(self, settings)

    def installation(self, settings: CheckerSettings) -> Installed:
        """What provers load theories with (`pytest_putnam.theories`); starts nothing yet."""
        from pytest_putnam.languages.isabelle.installed import Installed  # noqa: PLC0415 - a cycle

        return Installed(self, settings)


def find(explicit: str | None) -> IsabelleToolchain:
    """The distribution to use: `explicit` (a program or a folder), ``$ISABELLE_HOME``, ``PATH``.

    Raises `AssistantMissing`.
    """
    program = _program(explicit)
    with tempfile.TemporaryDirectory(prefix="putnam-isabelle-") as home:
        told = _settings(program, Path(home))
        version = _ask((str(program), "version"), Path(home)).strip()
        user_home = told.get("ISABELLE_HOME_USER", "")
        suffix = user_home.removeprefix(str(Path(home))).lstrip("/")
    root = Path(told.get("ISABELLE_HOME") or program.resolve().parent.parent)
    identifier = told.get("ISABELLE_IDENTIFIER", "")
    named = identifier or version
    year = re.search(r"Isabelle(\d{4})", named)
    if year is not None and int(year[1]) < OLDEST:
        raise AssistantMissing(f"{program} is {named}, which is too old: {INSTALL}")
    if suffix.startswith("/") or not suffix or user_home == suffix:
        suffix = f".isabelle/{identifier}".rstrip("/")
    versions = {"isabelle": version.removeprefix("Isabelle") or identifier or "repository version"}
    if told.get("ML_IDENTIFIER"):
        versions["polyml"] = told["ML_IDENTIFIER"].removeprefix("polyml-")
    heaps = told.get("ISABELLE_HEAPS_SYSTEM") or str(root / "heaps")
    return IsabelleToolchain(
        str(program),
        root,
        identifier,
        told.get("ML_IDENTIFIER", ""),
        suffix,
        Path(heaps),
        MappingProxyType(versions),
        _readable(program, root, told),
    )


def _program(explicit: str | None) -> Path:
    if explicit is not None:
        path = Path(explicit).expanduser()
        found = _in_folder(path) if path.is_dir() else shutil.which(str(path))
        if not found:
            raise AssistantMissing(
                f"no Isabelle at {explicit!r}: give the path of the program isabelle, or of its distribution"
            )
        return Path(found).absolute()
    home = os.environ.get("ISABELLE_HOME")
    found = (_in_folder(Path(home)) if home else None) or shutil.which("isabelle")
    if not found:
        raise AssistantMissing(f"Isabelle is not installed (no isabelle on PATH): {INSTALL}")
    return Path(found).absolute()


def _in_folder(folder: Path) -> str | None:
    return shutil.which("isabelle", path=f"{folder / 'bin'}:{folder}")


def _settings(program: Path, home: Path) -> dict[str, str]:
    told = _ask((str(program), "getenv", *SETTINGS), home)
    found = (line.partition("=") for line in told.splitlines())
    return {name: value for name, _, value in found if name in SETTINGS}


def _ask(argv: tuple[str, ...], home: Path) -> str:
    """What a program of the distribution prints, for a user without settings."""
    environment = {**os.environ, "HOME": str(home), "USER_HOME": str(home)}
    for name in ("ISABELLE_HOME_USER", "ISABELLE_IDENTIFIER"):
        environment.pop(name, None)
    return ask(argv, environment=environment, timeout_s=ASK_S)


def _readable(program: Path, root: Path, told: Mapping[str, str]) -> tuple[Path, ...]:
    wanted = [program.parent, program.resolve().parent, root, root.resolve()]
    wanted += [
        Path(told[name])
        for name in ("ISABELLE_JDK_HOME", "ISABELLE_HEAPS_SYSTEM")
        if told.get(name)
    ]
    kept: list[Path] = []
    for path in wanted:
        known = any(path.is_relative_to(each) for each in (*SYSTEM, *kept))
        if path.exists() and not known:
            kept.append(path)
    return tuple(kept)


def _is_foreign(file: Path) -> bool:
    """Whether a theory belongs to a part of the distribution that no candidate can import."""
    parts = file.parts
    allowed = {session.removeprefix("HOL-") for session in SESSIONS}
    return parts[:2] == ("src", "HOL") and len(parts) > 3 and parts[2] not in allowed
