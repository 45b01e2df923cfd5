"""A stand-in for an Isabelle distribution: a real program in the sandbox, with scripted answers.

It has the files of a distribution that our side reads, answers ``getenv``, ``version`` and ``build`` as a real
one, and writes the audit that it finds in the session as a real one would. What it says of a candidate is
scripted, in words that a real one was recorded with.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.isabelle.checker import IsabelleChecker
from pytest_putnam.languages.isabelle.toolchain import IsabelleToolchain, find

ML = "polyml-5.9.1_x86_64_32-linux"
GOOD: Mapping[str, Any] = {"audit": {}}
"""A build that ends well, with an audit that has nothing against the candidate."""


class StandIn:
    """A distribution in `folder`."""

    def __init__(self, folder: Path, *, version: str = "Isabelle2024", heap: bool = True) -> None:
        self.folder = folder
        for name in ("bin", "log", "etc", "src/Pure", "src/HOL/Library", "src/HOL/Analysis"):
            (folder / name).mkdir(parents=True)
        (folder / "etc/symbols").write_text(
            "\\<frobnicate>   code: 0x01d49c\n\\<and>  code: 0x002227\n"
        )
        (folder / "etc/settings").write_text("# settings\n")
        (folder / "src/HOL/Complex_Main.thy").write_text(
            "theory Complex_Main imports Main begin end\n"
        )
        (folder / "src/HOL/Library/Multiset.thy").write_text(
            'theory Multiset imports Main keywords "frob" :: thy_decl begin end\n'
        )
        (folder / "src/HOL/Analysis/Derivative.thy").write_text(
            "theory Derivative imports Main begin end\n"
        )
        if heap:
            (folder / "heaps" / ML).mkdir(parents=True)
            (folder / "heaps" / ML / "HOL").write_text("heap")
        self.script: dict[str, Any] = {
            "version": version,
            "settings": {
                "ISABELLE_HOME": str(folder),
                "ISABELLE_IDENTIFIER": version,
                "ISABELLE_HOME_USER": f"$HOME/.isabelle/{version}",
                "ISABELLE_HEAPS_SYSTEM": str(folder / "heaps"),
                "ML_IDENTIFIER": ML,
            },
            "reference": dict(GOOD),
            "check": dict(GOOD),
            "same": {},
            "heap": {},
        }
        shutil.copy(Path(__file__).parent / "isabelle_build_standin.py", folder / "standin.py")
        self.program = folder / "bin" / "isabelle"
        self.program.write_text(
            f'#!/bin/sh\nexec {sys.executable} -S -E "{folder}/standin.py" "$@"\n'
        )
        self.program.chmod(0o755)
        self.save()

    def save(self) -> None:
        """Make the script as it is now the one that is followed."""
        (self.folder / "script.json").write_text(json.dumps(self.script))

    def says(self, **check: Any) -> None:
        """What the next builds of candidates come to."""
        self.script["check"] = check
        self.save()

    def log(self, kind: str) -> list[dict[str, Any]]:
        """What builds of ``reference``, ``check``, ``same`` or ``heap`` were given; only without a sandbox."""
        return [
            json.loads(path.read_text())
            for path in sorted((self.folder / "log").glob(f"*-{kind}.json"))
        ]

    def toolchain(self) -> IsabelleToolchain:
        """The distribution as it is found, with Python's own folders shown in the sandbox."""
        found = find(str(self.program))
        python = (Path(sys.prefix), Path(sys.base_prefix))
        return replace(found, readable=(*found.readable, *python))

    @contextmanager
    def checker(self, cache: Path, **settings: Any) -> Iterator[IsabelleChecker]:
        """A checker on it."""
        given = {
            "check_timeout_s": 20.0,
            "startup_timeout_s": 20.0,
            "memory_mb": 2048,
            "cache_dir": cache,
            "slots": 4,
            "warm": False,
            **settings,
        }
        made = IsabelleChecker(self.toolchain(), CheckerSettings(**given))
        try:
            yield made
        finally:
            made.close()
