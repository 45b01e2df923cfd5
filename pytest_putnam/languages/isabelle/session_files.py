"""The files of a check: a session with the reference's statement, the candidate, and the audit of both."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path

from pytest_putnam.languages.isabelle.assembled import Assembled
from pytest_putnam.languages.isabelle.audit import Findings, Names, audit_theory, findings
from pytest_putnam.languages.isabelle.benchmark import has_unproved
from pytest_putnam.languages.isabelle.guard import guard_theory
from pytest_putnam.languages.isabelle.heaps import Heap
from pytest_putnam.languages.isabelle.imports import session_of
from pytest_putnam.scratch import content

FOLDER = "session"
MOST_MB = 8


@dataclass(frozen=True, slots=True)
class SessionFiles:
    """What one check writes, and where. Names and secret are new for each."""

    folder: Path
    session: str
    base: str
    names: Names
    report: Path
    """What the audit writes."""

    @classmethod
    def new(cls, folder: Path) -> SessionFiles:
        """With a nonce in every name. Make it when the candidate's text is fixed."""
        nonce = secrets.token_hex(8)
        names = Names(
            reference=f"PR_{nonce}",
            candidate=f"PC_{nonce}",
            audit=f"PA_{nonce}",
            guard=f"PG_{nonce}",
            secret=secrets.token_hex(24),
        )
        report = folder / f"{secrets.token_hex(12)}.audit"
        return cls(folder / FOLDER, f"PS_{nonce}", f"PB_{nonce}", names, report)

    def write(
        self,
        reference: Assembled,
        candidate: Assembled,
        heap: Heap,
        *,
        theorem: str,
        solution: str,
        commands: frozenset[str],
        unproved: bool = False,
    ) -> None:
        """Write the session upon `heap`, with the audit. `unproved`: the candidate may leave its proof open.

        `commands` are those that the gate knows. Raises `InfraError` for names that cannot be audited.
        """
        last = audit_theory(self.names, theorem, solution, self.report)
        self.write_with(last, reference, candidate, heap, commands=commands, unproved=unproved)

    def write_with(
        self,
        last: str,
        reference: Assembled,
        candidate: Assembled,
        heap: Heap,
        *,
        commands: frozenset[str],
        unproved: bool = False,
    ) -> None:
        """The same with the text of another theory in the audit's place, `last`."""
        self.folder.mkdir()
        names, shared = self.names, []
        if reference.base:
            base = reference.base_text(self.base)
            # where proofs may be left out, packages leave out theirs: only if the benchmark does
            shared = [("[quick_and_dirty]" if has_unproved(base) else "", [self.base])]
            self._theory(self.base, base)
            self._theory(names.reference, reference.upon_base(names.reference, self.base))
        else:
            self._theory(names.reference, reference.named(names.reference))
        if candidate.base:
            text = candidate.upon_base(names.candidate, self.base)
        else:
            text = candidate.named(names.candidate)
        self._theory(names.candidate, text)
        imports = (*reference.imports, *candidate.added)
        file = self.folder / f"{names.candidate}.thy"
        self._theory(names.guard, guard_theory(names.guard, imports, file, text, commands))
        self._theory(names.audit, last)
        blocks = [("", [names.guard]), *shared, ("[quick_and_dirty]", [names.reference])]
        blocks.append(("[quick_and_dirty]" if unproved else "", [names.candidate]))
        blocks.append(("", [names.audit]))
        found = {session_of(name) for name in imports} - {None, "HOL", heap.session}
        lines = [f'session "{self.session}" = "{heap.session}" +']
        if found:
            lines.append("  sessions " + " ".join(f'"{name}"' for name in sorted(map(str, found))))
        lines += [f"  theories {options} {' '.join(each)}" for options, each in blocks]
        (self.folder / "ROOT").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def findings(self) -> Findings | None:
        """What the audit found; None where it did not come to its end."""
        written = self.written()
        return None if written is None else findings(written, self.names)

    def written(self) -> str | None:
        """What stands in the report; None without one."""
        data = content(self.report, most_mb=MOST_MB)
        return None if data is None else data.decode(errors="replace")

    def _theory(self, name: str, text: str) -> None:
        path = self.folder / f"{name}.thy"
        path.write_text(text, encoding="utf-8", errors="surrogateescape")
