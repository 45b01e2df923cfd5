"""The reference: the benchmark's statement as a theory, and proof that this Isabelle can audit it.

Before any candidate of a problem is judged, the statement is built, left open, and audited against itself.
A statement that does not build, a missing heap, and an audit that does not work with this release are told
as what they are, not as failures of a proof.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pytest_putnam.errors import InfraError, SplitError
from pytest_putnam.languages.assembled import Unusable
from pytest_putnam.languages.isabelle.assemble import assemble
from pytest_putnam.languages.isabelle.assembled import Assembled
from pytest_putnam.languages.isabelle.audit import PROGRAM
from pytest_putnam.languages.isabelle.benchmark import Reading, has_unproved, theorem_name
from pytest_putnam.languages.isabelle.heaps import failure
from pytest_putnam.languages.isabelle.output import build_errors
from pytest_putnam.languages.isabelle.session_files import SessionFiles
from pytest_putnam.languages.isabelle.workshop import Built, Workshop
from pytest_putnam.languages.references import ReferenceCache, reference_key
from pytest_putnam.languages.workshops import check_disk
from pytest_putnam.model import Candidate, Formalization, Track
from pytest_putnam.prover import Budget

SCHEMA: Final = "isabelle 1"
SKIP_PROOF: Final = "skip_proof"
"""The oracle, without its theory, that an open proof rests on."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A statement that builds and can be audited."""

    key: str
    compiled: bytes = b""
    """Nothing: the theory is built anew beside each candidate."""


def open_theory(formalization: Formalization, track: Track, reading: Reading) -> Assembled:
    """The benchmark's file with its proof left open and the reference's answer filled in.

    What it shares with a candidate of `track` is the same. Raises `InfraError`.
    """
    try:
        return assemble(
            formalization, Track.WITH_SOLUTION, Candidate("sorry"), reading, shared_by=track
        )
    except (SplitError, Unusable) as error:
        raise InfraError(
            f"{formalization.name}: the statement cannot be taken apart: {error}"
        ) from error


def compared_solution(formalization: Formalization, track: Track) -> str:
    """The constant in whose meaning a candidate of `track` may differ; empty without one."""
    slot = formalization.asked_solution(track)
    return "" if slot is None else slot.name


def leaves_unproved(theory: Assembled) -> bool:
    """Whether what a candidate shares with the benchmark leaves something unproved."""
    return theory.base > 0 and has_unproved(theory.base_text(theory.theory))


class References(ReferenceCache[Reference]):
    """Builds references once. Thread-safe, and safe beside other processes."""

    def __init__(self, workshop: Workshop, reading: Reading) -> None:
        super().__init__(workshop.settings.cache_dir / "isabelle" / "references", most_mb=1)
        self._workshop = workshop
        self._reading = reading

    def get(self, formalization: Formalization, track: Track, budget: Budget) -> Reference:
        """The reference, from memory, from the cache, or built now.

        Raises `InfraError` where that cannot be, `BudgetExhausted`.
        """
        theory = open_theory(formalization, track, self._reading)
        identity = self._workshop.toolchain.identity
        # an audit that is another one has to show anew that it works with this release
        about = (SCHEMA, PROGRAM, identity, theory.base, formalization.theorem, track)
        key = reference_key(theory.text, *about)
        return self.made_once(key, lambda: self._build(key, theory, formalization, track, budget))

    def about(self, reference: Reference) -> Mapping[str, object]:
        """See `ReferenceCache`."""
        return {"key": reference.key}

    def restored(self, key: str, about: Mapping[str, object], compiled: bytes) -> Reference:  # noqa: ARG002
        """See `ReferenceCache`."""
        return Reference(key, compiled)

    def _build(
        self,
        key: str,
        theory: Assembled,
        formalization: Formalization,
        track: Track,
        budget: Budget,
    ) -> Reference:
        workshop = self._workshop
        heap = workshop.heaps.for_imports(theory.imports)
        with workshop.scratch() as folder:
            workshop.prepare_home(folder, heap)
            files = SessionFiles.new(folder)
            files.write(
                theory,
                theory,
                heap,
                theorem=theorem_name(formalization),
                solution=compared_solution(formalization, track),
                commands=self._reading.commands,
                unproved=True,
            )
            wall_s = workshop.settings.startup_timeout_s + workshop.settings.check_timeout_s
            built = workshop.build(folder, files.session, heap, budget, wall_s=wall_s)
            check_disk(folder)
            if built.status != 0:
                raise InfraError(self._failure(formalization, files, built))
            found = files.findings()
        if (
            found is None
            or not found.same_statement
            or found.missing
            or found.redefined
            or found.hyps
        ):
            raise InfraError(
                f"{formalization.name}: the audit of the benchmark's own statement by {self._isabelle} does "
                f"not come out ({found or 'it wrote nothing that can be read'}): its theorem "
                f"{formalization.theorem!r} may have no name, or this release another interface"
            )
        if not any(name.rpartition(".")[2] == SKIP_PROOF for name in found.oracles):
            raise InfraError(
                f"{formalization.name}: the audit does not see that the benchmark's proof is open: "
                f"{self._isabelle} has another interface"
            )
        return Reference(key)

    @property
    def _isabelle(self) -> str:
        return f"Isabelle {self._workshop.toolchain.versions['isabelle']}"

    def _failure(self, formalization: Formalization, files: SessionFiles, built: Built) -> str:
        name = formalization.name
        errors = build_errors(built.output)
        in_audit = [
            each for each in errors if each.theory in {files.names.audit, files.names.guard}
        ]
        if in_audit:
            said = " ".join(in_audit[0].text.split())[:500]
            return f"{name}: the audit does not work with {self._isabelle}: {said}"
        own = [each for each in errors if each.line is not None]
        if own and built.status == 1:
            symbols = self._workshop.toolchain.symbols
            said = " ".join(symbols.decode(own[0].text).split())[:500]
            return (
                f"{name}: the statement does not build with {self._isabelle}: {said}; "
                "the benchmark may need another release"
            )
        return f"{name}: {self._isabelle} cannot build the statement: {failure(built.output)}"
