"""An installed Isabelle as provers use it: see `pytest_putnam.theories`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from pytest_putnam.errors import BadInput, InfraError, SplitError
from pytest_putnam.languages.assembled import Unusable
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.isabelle.assemble import assemble
from pytest_putnam.languages.isabelle.benchmark import Reading
from pytest_putnam.languages.isabelle.heaps import BASE, Heap
from pytest_putnam.languages.isabelle.reference import open_theory
from pytest_putnam.languages.isabelle.server import ServerMessage
from pytest_putnam.languages.isabelle.session import ServerLauncher
from pytest_putnam.languages.isabelle.workshop import Workshop
from pytest_putnam.languages.workshops import run_to_end
from pytest_putnam.model import Candidate, Formalization, Message, Track
from pytest_putnam.prover import Budget, Task
from pytest_putnam.theories import Placed

if TYPE_CHECKING:
    from pytest_putnam.languages.isabelle.toolchain import IsabelleToolchain

ASK_S: Final = 120.0


class Installed:
    """One distribution with its limits. Thread-safe."""

    def __init__(self, toolchain: IsabelleToolchain, settings: CheckerSettings) -> None:
        self.identity = toolchain.identity
        self.launcher = ServerLauncher(Workshop(toolchain, settings))
        self._workshop = Workshop(toolchain, settings)
        self._reading = Reading(toolchain.symbols, toolchain.commands)
        self._heaps: dict[tuple[str, ...], Heap] = {}

    def heap(self, formalization: Formalization, budget: Budget) -> Heap:  # noqa: ARG002 - it is quick
        """The smallest heap with its imports. Raises `InfraError`."""
        theory = open_theory(formalization, Track.WITH_SOLUTION, self._reading)
        if theory.imports not in self._heaps:  # looking for it takes up to a second
            self._heaps[theory.imports] = self._workshop.heaps.for_imports(theory.imports)
        return self._heaps[theory.imports]

    def place(self, task: Task, candidate: Candidate) -> Placed:
        """The candidate in the benchmark's file. Raises `BadInput` where it cannot be put there."""
        try:
            assembled = assemble(task.formalization, task.track, candidate, self._reading)
        except (Unusable, SplitError) as error:
            raise BadInput(str(error)) from error
        decode = self._workshop.toolchain.symbols.decode

        def place(said: ServerMessage) -> Message:
            placed = assembled.place(said.text, said.line)
            return Message(decode(placed.text), placed.line, placed.column)

        return Placed(assembled.theory, assembled.text, place)

    def getenv(self, names: Sequence[str]) -> Mapping[str, str]:
        """Isabelle's own settings; absent ones are left out. Raises `InfraError`."""
        workshop, heap = self._workshop, Heap(BASE)
        with workshop.scratch() as folder:
            workshop.prepare_home(folder, heap)
            done = run_to_end(
                [workshop.toolchain.executable, "getenv", *names],
                folder,
                env=workshop.environment(folder),
                limits=workshop.limits(ASK_S),
                sandbox=workshop.sandbox(folder, heap),
                budget=Budget(None),
            )
        if done.status != 0:
            said = (done.stderr or done.stdout).strip()[-300:]
            raise InfraError(f"isabelle getenv ended with status {done.status}: {said}")
        found = (line.partition("=") for line in done.stdout.splitlines())
        return {name: value for name, _, value in found if name in names and value}
