"""Finding Coq or Rocq, and what is installed with it."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from pytest_putnam.errors import AssistantMissing
from pytest_putnam.languages.asking import ask
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.sandbox import SYSTEM

if TYPE_CHECKING:
    from pytest_putnam.languages.coq.checker import CoqChecker
    from pytest_putnam.languages.coq.proof_session import CoqProofSession
    from pytest_putnam.model import Formalization, Track
    from pytest_putnam.proof_session import SessionSettings
    from pytest_putnam.prover import Budget

INSTALL: Final = (
    "`apt-get install --no-install-recommends coq libcoq-coquelicot libcoq-mathcomp-analysis "
    "libcoq-mathcomp-real-closed bubblewrap`, or opam's packages of these names; "
    "for an installation elsewhere give the path of its coqc or rocq"
)
LIBRARIES: Final = {
    "coquelicot": "Coquelicot",
    "mathcomp-ssreflect": "mathcomp/ssreflect",
    "mathcomp-algebra": "mathcomp/algebra",
    "mathcomp-finmap": "mathcomp/finmap",
    "mathcomp-real-closed": "mathcomp/real_closed",
    "mathcomp-analysis": "mathcomp/analysis",
    "hammer": "Hammer",
    "tactician": "Tactician",
    "geocoq": "GeoCoq",
    "coqtail": "Coqtail",
}
"""Name in the run's record to folder below ``user-contrib``."""
OCAML_5_RUNTIME: Final = "d=1,s=8M,o=120"
"""OCaml 5 reserves address space for 128 domains, 32 GiB with Coq's minor heaps, which no memory
limit allows: so one domain, and then minor heaps (in words) and overhead near what Coq would set."""
_DPKG_STATUS: Final = Path("/var/lib/dpkg/status")


@dataclass(frozen=True, slots=True)
class CoqToolchain:
    """An installed Coq or Rocq."""

    coqc: tuple[str, ...]
    """The command that compiles a file."""
    coqtop: tuple[str, ...]
    coqchk: tuple[str, ...]
    version: tuple[int, ...]
    coqlib: Path
    versions: Mapping[str, str]
    """Name to version: ``coq`` and the libraries."""
    readable: tuple[Path, ...] = ()
    """What the sandbox must show besides the system's own folders."""
    environment: Mapping[str, str] = field(default_factory=dict)

    @property
    def executable(self) -> str:
        """The path of its main program."""
        return self.coqc[0]

    @property
    def options(self) -> tuple[str, ...]:
        """Options of coqc and coqtop alike.

        ``declaration-outside-section`` is an error since 8.17 and concerns the top-level
        ``Variable`` of many benchmark files. Native code would not be re-checked and needs a
        compiler.
        """
        return ("-q", "-w", "none,-declaration-outside-section", "-native-compiler", "no")

    @property
    def identity(self) -> str:
        """A digest of what compiled files depend on: versions, paths, and when Coq was installed."""
        parts = [f"{name} {version}" for name, version in sorted(self.versions.items())]
        for path in (Path(self.coqc[0]), self.coqlib / "theories/Init/Prelude.vo"):
            real = path.resolve()
            if real.exists():
                status = real.stat()
                parts.append(f"{real} {status.st_size} {status.st_mtime_ns}")
        parts += [f"{name}={value}" for name, value in sorted(self.environment.items())]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def checker(self, settings: CheckerSettings) -> CoqChecker:
        """A checker on this installation; starts nothing yet."""
        from pytest_putnam.languages.coq.checker import CoqChecker  # noqa: PLC0415 - a cycle

        return CoqChecker(self, settings)

    def open_session(
        self,
        formalization: Formalization,
        track: Track,
        settings: SessionSettings,
        budget: Budget,
        *,
        solution: str | None = None,
    ) -> CoqProofSession:
        """A proof session on this installation. Raises as `proof_session.open_session`."""
        from pytest_putnam.languages.coq.proof_session import (  # noqa: PLC0415 - a cycle
            CoqProofSession,
        )

        return CoqProofSession(self, formalization, track, settings, budget, solution=solution)


def find(explicit: str | None) -> CoqToolchain:
    """The installation to use: `explicit` (an executable or its folder), ``$COQBIN``, ``PATH``.

    Raises `AssistantMissing`.
    """
    compiler = _compiler(explicit)
    folder = compiler.parent
    if compiler.name.startswith("rocq"):
        coqc: tuple[str, ...] = (str(compiler), "compile")
        coqtop: tuple[str, ...] = (str(compiler), "repl")
        coqchk = _sibling(folder, "rocqchk", "coqchk")
    else:
        coqc, coqtop = (str(compiler),), (_sibling(folder, "coqtop", "coqtop.opt"),)
        coqchk = _sibling(folder, "coqchk", "rocqchk")
    told = ask((*coqc, "--print-version")).split()
    if not told:
        raise AssistantMissing(f"{compiler} does not tell its version: is it Coq? {INSTALL}")
    version = tuple(int(part) for part in re.findall(r"\d+", told[0])[:3])
    coqlib = Path(ask((*coqc, "-where")).strip())
    if not coqlib.is_dir():
        raise AssistantMissing(f"{compiler} names {coqlib} as its library, which is no folder")
    readable, environment = _surroundings(compiler, coqlib)
    if len(told) > 1 and not told[1].startswith(("3.", "4.")):
        environment["OCAMLRUNPARAM"] = OCAML_5_RUNTIME
    return CoqToolchain(
        coqc,
        coqtop,
        (coqchk,),
        version,
        coqlib,
        MappingProxyType({"coq": told[0], **_library_versions(compiler, coqlib)}),
        readable,
        MappingProxyType(environment),
    )


def _compiler(explicit: str | None) -> Path:
    if explicit is not None:
        path = Path(explicit).expanduser()
        found = _in_folder(path) if path.is_dir() else shutil.which(str(path))
        if not found:
            raise AssistantMissing(
                f"no Coq at {explicit!r}: give the path of coqc or rocq, or of their folder"
            )
        return Path(found).absolute()
    bin_folder = os.environ.get("COQBIN")
    found = _in_folder(Path(bin_folder)) if bin_folder else None
    found = found or shutil.which("coqc") or shutil.which("rocq")
    if not found:
        raise AssistantMissing(f"Coq is not installed (no coqc or rocq on PATH): {INSTALL}")
    return Path(found).absolute()


def _in_folder(folder: Path) -> str | None:
    return shutil.which("coqc", path=str(folder)) or shutil.which("rocq", path=str(folder))


def _sibling(folder: Path, *names: str) -> str:
    for name in names:
        if found := shutil.which(name, path=str(folder)) or shutil.which(name):
            return found
    raise AssistantMissing(f"{folder} has no {names[0]}, which the checker needs: {INSTALL}")


def _surroundings(compiler: Path, coqlib: Path) -> tuple[tuple[Path, ...], dict[str, str]]:
    """What the sandbox must show and say for an installation outside the system's folders."""
    readable: list[Path] = []
    environment: dict[str, str] = {}
    folder = compiler.parent
    prefixes = [folder.parent if folder.name == "bin" else folder, compiler.resolve().parent.parent]
    for path in (*prefixes, coqlib, coqlib.resolve()):
        if not any(path.is_relative_to(known) for known in (*SYSTEM, *readable)):
            readable.append(path)
    if readable:
        environment["PATH"] = f"{folder}:/usr/local/bin:/usr/bin:/bin"
    for variable in ("COQPATH", "ROCQPATH"):
        folders = [Path(each) for each in os.environ.get(variable, "").split(":") if each]
        folders = [each.absolute() for each in folders if each.is_dir()]
        if folders:
            environment[variable] = ":".join(map(str, folders))
            readable += folders
    return tuple(dict.fromkeys(readable)), environment


def _library_versions(compiler: Path, coqlib: Path) -> dict[str, str]:
    """Versions of the libraries that are there, from opam's or dpkg's records; else ``installed``."""
    present = {
        name: "installed"
        for name, folder in LIBRARIES.items()
        if (coqlib / "user-contrib" / folder).is_dir()
    }
    packaged = _packaged(compiler)
    return {name: packaged.get(name, version) for name, version in present.items()}


def _packaged(compiler: Path) -> dict[str, str]:
    switch = compiler.parent.parent / ".opam-switch" / "packages"
    if switch.is_dir():
        packages = (entry.name.partition(".") for entry in switch.iterdir())
        return {
            re.sub(r"\A(?:coq|rocq)-", "", name): version
            for name, _, version in packages
            if name.startswith(("coq-", "rocq-"))
        }
    if compiler.is_relative_to("/usr") and _DPKG_STATUS.is_file():
        status = _DPKG_STATUS.read_text(encoding="utf-8", errors="replace")
        found = re.findall(
            r"^Package: libcoq-([\w-]+)\nStatus: install ok installed\n(?:.+\n)*?Version: (.+)$",
            status,
            re.MULTILINE,
        )
        return dict(found)
    return {}
