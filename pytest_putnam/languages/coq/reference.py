"""The benchmark's statement, compiled: what every candidate is compared with.

    Orig.v:  <the file's imports and options>
             Module Type SPEC. <the file's declarations> Theorem NAME : … . Admitted. End SPEC.
             Module Final (X : SPEC). Definition final := @X.NAME. End Final.

A compiled candidate that `Final` can be applied to has a theorem of that name and type, and every
declaration that the type rests on is the benchmark's. In the no-solution track the solution is a
parameter of its declared type.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import InfraError
from pytest_putnam.languages.coq.assemble import SECTION_WIDE, has_section, header_end
from pytest_putnam.languages.coq.lexer import tokens
from pytest_putnam.languages.coq.output import coqc_error, coqchk_summary
from pytest_putnam.languages.coq.workshop import FILE_MB, Logical, Workshop, take_file
from pytest_putnam.languages.references import ReferenceCache, reference_key
from pytest_putnam.languages.workshops import check_disk
from pytest_putnam.model import Formalization, SolutionSlot, Track
from pytest_putnam.process import Ended
from pytest_putnam.prover import Budget

SCHEMA: Final = 3
"""Of the entries; a change makes the old ones unused."""
FILE: Final = "Orig.v"
RESET: Final = (
    "Set Universe Checking.",
    "Set Guard Checking.",
    "Set Positivity Checking.",
    "Unset Universe Polymorphism.",
    "Unset Printing Universes.",
    "Set Printing Width 100000.",
    "Set Printing Depth 100000.",
    "Set Printing All.",
)
"""A compiled candidate may have set options for whoever requires it."""
MODULE: Final = "Orig"
_MISSING: Final = re.compile(
    r"(?:Cannot find a physical path bound to logical path|Unable to locate library)\s+(?P<name>\w+(?:\.\w+)*)"
    r"(?:\s+with\s+prefix\s+(?P<prefix>\w+(?:\.\w+)*))?"
)


@dataclass(frozen=True, slots=True)
class Baseline:
    """What the benchmark's own file gives with its proof admitted."""

    assumed: frozenset[str]
    """Its own axioms without the theorem: header variables, by name within the file."""
    types: tuple[str, ...]
    """Their types as printed, in the order of their sorted names (`printed_type`)."""
    theory: tuple[str, ...]
    """The variants of the theory that coqchk tells."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A compiled statement."""

    key: str
    compiled: bytes
    baseline: Baseline | None = None
    """Known once a candidate has come as far as needing it."""

    @property
    def root(self) -> str:
        """The logical name of its folder; a candidate can't know it beforehand."""
        return f"PBO_{self.key[:16]}"


def orig_text(formalization: Formalization, track: Track) -> str:
    """The text of `FILE`."""
    text, start = formalization.text, header_end(formalization)
    slot = formalization.asked_solution(track)
    if slot is None:
        before = text[start : formalization.statement.start]
    else:
        before = (
            text[start : slot.declaration.start]
            + solution_parameter(formalization.text, slot)
            + text[slot.declaration.end : formalization.statement.start]
        )
    section = SECTION_WIDE if has_section(formalization) else ""
    statement = formalization.statement.of(text)
    rest = text[formalization.proof.end :]
    final = f"Definition final := @X.{formalization.theorem}."
    if slot is not None:
        final += f" Definition solution := @X.{slot.name}."
    return (
        f"{text[:start]}\nModule Type SPEC.\n{before}{section}{statement}\nProof. Admitted.{rest}\n"
        f"End SPEC.\nModule Final (X : SPEC). {final} End Final.\n"
    )


def solution_parameter(text: str, slot: SolutionSlot) -> str:
    """The solution's declaration as a parameter of its type, which may have to be inferred."""
    start = next(
        token.end
        for token in tokens(text, slot.declaration.start, slot.declaration.end)
        if token.text == slot.name
    )
    assign = text.rindex(":=", start, slot.body.start)
    colon = None
    depth = 0
    for token in tokens(text, start, assign):
        depth += (token.text in "([{") - (token.text in ")]}")
        if depth == 0 and token.text == ":":
            colon = token
            break
    binders = text[start : colon.start if colon else assign].strip()
    if colon is not None:
        type_ = text[colon.end : assign].strip()
        return f"Parameter {slot.name} : {f'forall {binders}, ' if binders else ''}({type_})."
    body = slot.body.of(text)
    term = f"fun {binders} => {body}" if binders else body
    return f"Parameter {slot.name} : ltac:(let T := type of ({term}) in exact T)."


def check_types(file: str, root: str, names: Iterable[str]) -> Iterator[str]:
    """The sentences that print the types of `names` of ``root.Cand``, each to a file of its own.

    `Final` allows a variable of a smaller type: a ``Prop`` where the benchmark has a ``Type``, and
    all proofs are equal.
    """
    for number, name in enumerate(sorted(names)):
        yield f'Redirect "{file}{number}" Check @{root}.Cand.{name}.'


def printed_types(folder: Path, file: str, count: int) -> tuple[str, ...] | None:
    """What `check_types` wrote to `folder`; None where something is missing.

    Names are as qualified as they must be, so one of the candidate's own cannot be mistaken.
    """
    found = [take_file(folder / f"{file}{number}.out") for number in range(count)]
    texts = [data.decode(errors="replace") for data in found if data is not None]
    if len(texts) < count:
        return None
    return tuple(texts)


class References(ReferenceCache[Reference]):
    """Makes and keeps references. Thread-safe, and safe beside other processes."""

    def __init__(self, workshop: Workshop) -> None:
        super().__init__(workshop.settings.cache_dir / "coq" / "references", most_mb=FILE_MB)
        self._workshop = workshop
        self._identity = workshop.toolchain.identity

    def get(self, formalization: Formalization, track: Track, budget: Budget) -> Reference:
        """The reference, from memory, from the cache, or compiled now.

        Raises `InfraError` where the statement does not compile, `BudgetExhausted`.
        """
        text = orig_text(formalization, track)
        key = self._key(text)
        return self.made_once(
            key, lambda: Reference(key, self._compile(text, formalization, budget))
        )

    def with_baseline(
        self, reference: Reference, formalization: Formalization, budget: Budget
    ) -> Reference:
        """The same with its baseline. Raises `InfraError`, `BudgetExhausted`."""

        def complete(known: Reference) -> Reference | None:
            if known.baseline is not None:
                return None
            return dataclasses.replace(known, baseline=self._baseline(formalization, budget))

        return self.completed(reference, complete)

    def about(self, reference: Reference) -> dict[str, object]:
        """The baseline, where it is known."""
        baseline = reference.baseline
        return {
            "baseline": baseline
            and [sorted(baseline.assumed), list(baseline.types), list(baseline.theory)]
        }

    def restored(self, key: str, about: Mapping[str, object], compiled: bytes) -> Reference:
        """A kept one."""
        kept = about["baseline"]
        baseline = None
        if isinstance(kept, list):
            assumed, types, theory = kept
            baseline = Baseline(frozenset(assumed), tuple(types), tuple(theory))
        return Reference(key, compiled, baseline)

    def _key(self, text: str) -> str:
        return reference_key(text, SCHEMA, self._identity, self._workshop.toolchain.options)

    def _compile(self, text: str, formalization: Formalization, budget: Budget) -> bytes:
        workshop = self._workshop
        with workshop.scratch() as folder:
            (folder / FILE).write_bytes(text.encode(errors="surrogateescape"))
            paths = (Logical(folder, f"PBO_{self._key(text)[:16]}"),)
            wall_s = workshop.settings.startup_timeout_s + workshop.settings.check_timeout_s
            done = workshop.coqc(folder, f"./{FILE}", paths, wall_s=wall_s, budget=budget)
            compiled = take_file(folder / f"{MODULE}.vo") if done.status == 0 else None
            if compiled is None:
                check_disk(folder)
                raise InfraError(self._failure(formalization, done.ended, done.stderr))
            return compiled

    def _failure(self, formalization: Formalization, ended: Ended, said: str) -> str:
        name, versions = formalization.name, self._workshop.toolchain.versions
        if ended is not Ended.EXIT:
            return f"{name}: Coq ended by {ended} while compiling the statement: {said[-300:]}"
        error = coqc_error(said, f"./{FILE}")
        text = " ".join((error.text if error else said[-500:]).split())
        missing = _MISSING.search(text)
        if missing is not None:
            library = ".".join(part for part in (missing["prefix"], missing["name"]) if part)
            return (
                f"{name}: the formalization imports {library}, which is not installed beside Coq "
                f"{versions['coq']}: install the library, or leave this problem out"
            )
        return (
            f"{name}: the statement does not compile with Coq {versions['coq']}: {text}; "
            "the benchmark may need other versions of Coq or of its libraries"
        )

    def _baseline(self, formalization: Formalization, budget: Budget) -> Baseline:
        workshop, name = self._workshop, formalization.name
        with workshop.scratch() as folder:
            (folder / "Cand.v").write_bytes(formalization.text.encode(errors="surrogateescape"))
            paths = (Logical(folder, "PBB"),)
            wall_s = workshop.settings.startup_timeout_s + workshop.settings.check_timeout_s
            done = workshop.coqc(folder, "./Cand.v", paths, wall_s=wall_s, budget=budget)
            if done.status != 0:
                check_disk(folder)
                raise InfraError(
                    f"{name}: the benchmark's file does not compile: {done.stderr[-500:]}"
                )
            done = workshop.coqchk(folder, ["PBB.Cand"], paths, wall_s=wall_s, budget=budget)
            summary = coqchk_summary(done.stderr + done.stdout) if done.status == 0 else None
            if summary is None:
                raise InfraError(
                    f"{name}: coqchk ended by {done.ended}, status {done.status}, on the "
                    f"benchmark's own file: {(done.stderr or done.stdout)[-500:]}"
                )
            own = {
                axiom.removeprefix("PBB.Cand.")
                for axiom in summary.axioms
                if axiom.startswith("PBB.")
            }
            assumed = frozenset(own - {formalization.theorem})
            lines = ["Require PBB.Cand.", *RESET, *check_types("types", "PBB", assumed)]
            (folder / "Types.v").write_text("\n".join(lines) + "\n", encoding="utf-8")
            done = workshop.coqc(folder, "./Types.v", paths, wall_s=wall_s, budget=budget)
            types = printed_types(folder, "types", len(assumed))
            if done.status != 0 or types is None:
                check_disk(folder)
                raise InfraError(
                    f"{name}: the types of the header's variables cannot be printed: "
                    f"{done.stderr[-500:]}"
                )
        return Baseline(assumed, types, summary.theory)
