"""The benchmark's file, compiled with its proof open: what every candidate is compared with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pytest_putnam.errors import InfraError
from pytest_putnam.languages.lean4.assemble import reference_text
from pytest_putnam.languages.lean4.lexer import lex
from pytest_putnam.languages.lean4.module import read_module
from pytest_putnam.languages.lean4.olean import OleanError, check_version
from pytest_putnam.languages.lean4.output import missing_module
from pytest_putnam.languages.lean4.terms import Terms
from pytest_putnam.languages.lean4.workshop import FILE_MB, Compiled, Workshop
from pytest_putnam.languages.references import ReferenceCache, reference_key
from pytest_putnam.model import Formalization
from pytest_putnam.process import Ended
from pytest_putnam.prover import Budget

SCHEMA: Final = 1
"""Of the entries; a change makes the old ones unused."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A compiled statement."""

    key: str
    compiled: bytes
    """Its ``.olean``."""
    load_s: float
    """What starting up, importing and the statement took."""


class References(ReferenceCache[Reference]):
    """Makes and keeps references. Thread-safe, and safe beside other processes."""

    def __init__(self, workshop: Workshop) -> None:
        super().__init__(workshop.settings.cache_dir / "lean4" / "references", most_mb=FILE_MB)
        self._workshop = workshop
        self._identity = workshop.toolchain.identity

    def get(self, formalization: Formalization, budget: Budget) -> Reference:
        """The reference, from memory, from the cache, or compiled now.

        Raises `InfraError` where the statement does not compile, `BudgetExhausted`.
        """
        text = reference_text(formalization)
        key = reference_key(text, SCHEMA, self._identity, self._workshop.options)
        return self.made_once(key, lambda: self._compile(key, text, formalization, budget))

    def about(self, reference: Reference) -> dict[str, object]:
        """How long it took."""
        return {"load_s": reference.load_s}

    def restored(self, key: str, about: Mapping[str, object], compiled: bytes) -> Reference:
        """A kept one."""
        return Reference(key, compiled, float(str(about["load_s"])))

    def _compile(
        self, key: str, text: str, formalization: Formalization, budget: Budget
    ) -> Reference:
        workshop = self._workshop
        if any(each.keyword == "module" for each in lex(text).commands):
            raise InfraError(
                f"{formalization.name}: {formalization.path.name} begins with the word module, and compiled "
                "files of Lean's module system leave proofs out: such a formalization cannot be checked here"
            )
        try:
            check_version(workshop.toolchain.version)
        except OleanError as error:
            raise InfraError(str(error)) from error
        wall_s = workshop.settings.startup_timeout_s + workshop.settings.check_timeout_s
        done = workshop.compile(text, wall_s=wall_s, budget=budget)
        if done.olean is None:
            raise InfraError(self._failure(formalization, done))
        try:
            read_module(done.olean, Terms())
        except OleanError as error:
            raise InfraError(f"{formalization.name}: the compiled statement: {error}") from error
        return Reference(key, done.olean, done.wall_s)

    def _failure(self, formalization: Formalization, done: Compiled) -> str:
        name, toolchain = formalization.name, self._workshop.toolchain
        if done.ended is not Ended.EXIT:
            return f"{name}: Lean ended by {done.ended} while compiling the statement: {done.said}"
        errors = [each for each in done.messages if each.is_error]
        said = " ".join((errors[0].text if errors else done.said).split())
        module = missing_module(said)
        if module is not None:
            if toolchain.project is None:
                fix = "name the Lake project that has it with --putnam-lean-project"
            else:
                fix = f"run `lake exe cache get` and `lake build` in {toolchain.project}"
            return f"{name}: the formalization imports {module}, which Lean does not find: {fix}"
        line = f"line {errors[0].line}: " if errors else ""
        return (
            f"{name}: the statement does not compile with Lean {toolchain.version}: {line}{said}; the "
            "benchmark may need another version of Lean or of Mathlib"
        )
