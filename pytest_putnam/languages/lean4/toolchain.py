"""Finding Lean: the program, the Lake project that it is used with, and what is built there.

Lake is asked once, for the search path; everything else calls ``lean`` itself.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from pytest_putnam.errors import AssistantMissing
from pytest_putnam.languages.asking import ask
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.sandbox import SYSTEM

if TYPE_CHECKING:
    from pytest_putnam.languages.lean4.checker import LeanChecker
    from pytest_putnam.languages.lean4.proof_session import LeanProofSession
    from pytest_putnam.model import Formalization, Track
    from pytest_putnam.proof_session import SessionSettings
    from pytest_putnam.prover import Budget

INSTALL: Final = (
    "run `putnam setup-lean`, or install elan (https://lean-lang.org/install) and in the benchmark's "
    "folder lean4/ run `lake exe cache get`; or name a Lake project, or a lean executable, with "
    "--putnam-lean-project"
)
PROJECT_FILES: Final = ("lakefile.lean", "lakefile.toml", "lean-toolchain")
REPLAYERS: Final = ("leanchecker", "lean4checker")
"""Programs that put a compiled module through the kernel again."""
_VERSION: Final = re.compile(r"version (?P<version>\d+\.\d+\.\d+[^\s,)]*)")
_PINNED: Final = re.compile(r"(?:.*:)?v?(?P<version>\d+\.\d+\.\d+\S*)")
ASK_S: Final = 120.0
"""For each question to a program."""


@dataclass(frozen=True, slots=True)
class LeanToolchain:
    """An installed Lean, with a Lake project or without one."""

    lean: Path
    """The program itself, not elan's stand-in for it."""
    prefix: Path
    version: str
    versions: Mapping[str, str]
    """Name to version: ``lean`` and the project's packages that statements rest on."""
    project: Path | None = None
    search_path: tuple[Path, ...] = ()
    """Folders of compiled modules besides Lean's own."""
    replayer: tuple[str, ...] = ()
    """The command that puts a module through the kernel again; empty without one."""
    readable: tuple[Path, ...] = ()
    """What the sandbox must show besides the system's own folders."""
    environment: Mapping[str, str] = field(default_factory=dict)

    @property
    def executable(self) -> str:
        """The program that decides."""
        return str(self.lean)

    @property
    def identity(self) -> str:
        """A digest of what compiled files depend on: versions, paths, when things were built."""
        parts = [f"{name} {version}" for name, version in sorted(self.versions.items())]
        manifest = [self.project / "lake-manifest.json"] if self.project else []
        for path in (self.lean, *manifest, *self.search_path):
            real = path.resolve()
            if real.exists():
                status = real.stat()
                parts.append(f"{real} {status.st_size} {status.st_mtime_ns}")
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def checker(self, settings: CheckerSettings) -> LeanChecker:
        """A checker on this installation; starts nothing yet."""
        from pytest_putnam.languages.lean4.checker import LeanChecker  # noqa: PLC0415 - a cycle

        return LeanChecker(self, settings)

    def open_session(
        self,
        formalization: Formalization,
        track: Track,
        settings: SessionSettings,
        budget: Budget,
        *,
        solution: str | None = None,
    ) -> LeanProofSession:
        """A proof session on this installation. Raises as `proof_session.open_session`."""
        from pytest_putnam.languages.lean4.proof_session import (  # noqa: PLC0415 - a cycle
            LeanProofSession,
        )

        return LeanProofSession(self, formalization, track, settings, budget, solution=solution)


def is_project(folder: Path) -> bool:
    """Whether a folder is a Lake project's."""
    return any((folder / name).is_file() for name in PROJECT_FILES)


def built_in_project() -> Path:
    """Where ``putnam setup-lean`` makes the Lake project of the built-in problems."""
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "pytest-putnam" / "lean4"


def own_project(roots: Iterable[Path]) -> str | None:
    """The Lake project that a benchmark brings: its folder ``lean4``, or one that holds its files."""
    for root in roots:
        for folder in (root / "lean4", root, *root.absolute().parents[:2]):
            if is_project(folder):
                return str(folder)
    return None


def find(explicit: str | None) -> LeanToolchain:
    """The installation to use; `explicit` is a Lake project, an executable, or a folder of one.

    Raises `AssistantMissing`.
    """
    project: Path | None = None
    program: Path | None = None
    if explicit is not None:
        path = Path(explicit).expanduser().absolute()
        if path.is_dir() and is_project(path):
            project = path
        else:
            program = _program(path)
            if program is None:
                raise AssistantMissing(
                    f"{explicit!r} is no Lake project (no lakefile and no lean-toolchain in it) and no "
                    "lean executable: give the folder lean4/ of the benchmark, or the path of lean"
                )
    elif is_project(built_in_project()):
        project = built_in_project()
    program = program or _on_this_machine()
    if program is None:
        raise AssistantMissing(f"Lean is not installed (no lean on PATH): {INSTALL}")
    folder = project or program.parent
    prefix = Path(
        ask(
            (str(program), "--print-prefix"), folder=folder, timeout_s=ASK_S, hint=_hint(project)
        ).strip()
    )
    lean = prefix / "bin" / "lean"
    lean = lean if lean.is_file() else program
    match = _VERSION.search(
        ask((str(lean), "--version"), folder=folder, timeout_s=ASK_S, hint=INSTALL)
    )
    if match is None:
        raise AssistantMissing(f"{lean} does not tell its version: is it Lean 4? {INSTALL}")
    version = match["version"]
    if project is not None:
        _check_pinned(project, version)
    search_path = () if project is None else _search_path(project, prefix)
    packages = {} if project is None else _packages(project, search_path)
    readable = [prefix, *lean.resolve().parents[1:2], *_libraries(lean), *search_path]
    outside = [path for path in readable if not any(path.is_relative_to(each) for each in SYSTEM)]
    environment = {"PATH": f"{prefix}/bin:/usr/local/bin:/usr/bin:/bin"}
    if search_path:
        environment["LEAN_PATH"] = ":".join(map(str, search_path))
    return LeanToolchain(
        lean,
        prefix,
        version,
        MappingProxyType({"lean": version, **packages}),
        project,
        search_path,
        _replayer(prefix, project),
        tuple(dict.fromkeys(outside)),
        MappingProxyType(environment),
    )


def _program(path: Path) -> Path | None:
    for each in (path, path / "lean", path / "bin" / "lean"):
        if each.is_file() and os.access(each, os.X_OK):
            return each
    return None


def _on_this_machine() -> Path | None:
    found = shutil.which("lean")
    if found:
        return Path(found).absolute()
    elan = Path(os.environ.get("ELAN_HOME") or Path.home() / ".elan") / "bin" / "lean"
    return elan if elan.is_file() else None


def _hint(project: Path | None) -> str:
    return INSTALL if project is None else f"run `lean --version` in {project} to see why"


def _check_pinned(project: Path, version: str) -> None:
    """Raise `AssistantMissing` where the project asks for another Lean."""
    file = project / "lean-toolchain"
    if not file.is_file():
        return
    asked = file.read_text(encoding="utf-8", errors="replace").strip()
    match = _PINNED.fullmatch(asked)
    if match is not None and match["version"] != version:
        raise AssistantMissing(
            f"{project} asks for {asked}, but the lean that is found is {version}: put elan's lean first "
            f"on PATH, or run `elan toolchain install {asked}`"
        )


def _search_path(project: Path, prefix: Path) -> tuple[Path, ...]:
    """Where the project's compiled modules are. Lake tells; without it, where Lake puts them."""
    lake = shutil.which("lake", path=str(prefix / "bin")) or shutil.which("lake")
    if lake is not None:
        hint = f"run `lake env` in {project} to see why"
        told = ask(
            (lake, "env", "printenv", "LEAN_PATH"), folder=project, timeout_s=600.0, hint=hint
        )
        found = [project / each for each in told.strip().split(":") if each]
    else:
        roots = [project, *sorted((project / ".lake" / "packages").glob("*"))]
        places = [root / ".lake" / "build" / "lib" for root in roots]
        found = [each for place in places for each in (place / "lean", place)]
    own = prefix / "lib" / "lean"
    return tuple(dict.fromkeys(each for each in found if each.is_dir() and each != own))


def _packages(project: Path, search_path: Sequence[Path]) -> dict[str, str]:
    """Mathlib's version. Raises `AssistantMissing` where the project wants it and it is not built."""
    file = project / "lake-manifest.json"
    try:
        manifest = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
        packages = {
            str(each["name"]): str(each.get("inputRev") or each.get("rev") or "local")
            for each in manifest.get("packages", [])
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise AssistantMissing(
            f"{file} cannot be read: {error}; run `lake update` there"
        ) from error
    version = packages.get("mathlib")
    if version is None:
        return {}
    if not any((each / "Mathlib.olean").is_file() for each in search_path):
        raise AssistantMissing(
            f"the Mathlib of {project} is not built: run `lake exe cache get` there, then `lake build Mathlib`"
        )
    return {"mathlib": version}


def _libraries(lean: Path) -> list[Path]:
    """Folders that a program linked by hand finds its shared libraries in (its RUNPATH)."""
    with lean.open("rb") as file:
        head = file.read(1 << 16)
    found = re.findall(rb"\0((?:/[\w.+@-]+)+)\0", head)
    folders = [Path(each.decode()) for each in found]
    return [each for each in folders if (each / "libleanshared.so").is_file()]


def _replayer(prefix: Path, project: Path | None) -> tuple[str, ...]:
    own = prefix / "bin" / REPLAYERS[0]
    if own.is_file():
        return (str(own),)
    built = ".lake/packages/lean4checker/.lake/build/bin/lean4checker"
    for place in (project / built,) if project is not None else ():
        if place.is_file():
            return (str(place),)
    return ()
