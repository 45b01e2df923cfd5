"""The comparison of the statements: a file that is compiled beside reference and candidate.

``Final`` of the reference is applied to the candidate, which fails unless the theorem exists and its
type is the reference's up to conversion; ``Print Assumptions`` writes what it rests on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pytest_putnam.languages.coq import axioms
from pytest_putnam.languages.coq.assembled import CoqAssembled
from pytest_putnam.languages.coq.output import CheckedSummary, assumptions, coqc_error
from pytest_putnam.languages.coq.reference import RESET
from pytest_putnam.languages.rejections import Rejected
from pytest_putnam.model import VerdictKind
from pytest_putnam.process import Completed

FILE: Final = "Check.v"


def sentences(
    reference: str, root: str, theorem: str, nonce: str, *, with_solution: bool
) -> list[str]:
    """The file's lines, for the logical names of the folders of reference and candidate.

    The assumptions go to ``NONCE.out``, and those of the solution to ``NONCEs.out``.
    """
    lines = [
        f"Require {reference}.Orig.",
        f"Require {root}.Cand.",
        *RESET,
        f"Definition found := @{root}.Cand.{theorem}.",
        f"Module R := {reference}.Orig.Final {root}.Cand.",
        f'Redirect "{nonce}" Print Assumptions R.final.',
    ]
    if with_solution:
        lines.append(f'Redirect "{nonce}s" Print Assumptions R.solution.')
    return lines


def failure(
    done: Completed, lines: Sequence[str], assembled: CoqAssembled, theorem: str
) -> Rejected:
    """What it means that the file, of these lines, does not compile."""
    error = coqc_error(done.stderr, f"./{FILE}")
    line = "" if error is None or error.line is None else lines[error.line - 1]
    said = "" if error is None else " ".join(error.text.split())
    if error is not None and not error.is_anomaly:
        if line.startswith("Definition found"):
            if assembled.proof_end == "Abort":
                return Rejected(VerdictKind.INCOMPLETE, "the proof is aborted")
            text = f"the compiled file has no theorem {theorem}"
            return Rejected(VerdictKind.STATEMENT_CHANGED, text)
        if line.startswith("Module R"):
            text = f"the theorem does not have the benchmark's type: {said}"
            return Rejected(VerdictKind.STATEMENT_CHANGED, text)
        if line.startswith("Require") and "Cand" in line:
            text = f"the compiled candidate cannot be loaded: {said}"
            return Rejected(VerdictKind.COMPILE_ERROR, text)
    text = f"Coq ended by {done.ended}, status {done.status}: {said or done.stderr[-500:]}"
    return Rejected(VerdictKind.CHECK_CRASH, f"the comparison broke. {text}")


def rests_on(
    parts: Sequence[str],
    summary: CheckedSummary,
    root: str,
    assembled: CoqAssembled,
    allowed: frozenset[str],
) -> tuple[str, ...]:
    """The names of what the proof rests on, as ``Print Assumptions`` wrote them in `parts`.

    Raises `Rejected` for what is not in `allowed`.
    """
    prefix = f"{root}.Cand."
    names: list[str] = []
    for part in parts:
        found = assumptions(part)
        if found is None:
            raise Rejected(VerdictKind.CHECK_CRASH, f"unknown form of assumptions: {part[:300]}")
        if found.remarks:
            text = "; ".join(found.remarks).replace("Cand.", "")
            raise Rejected(VerdictKind.BAD_AXIOM, text)
        names += found.names
    bad = [name.removeprefix(prefix) for name in axioms.not_allowed(names, summary.axioms, allowed)]
    if bad:
        kind = VerdictKind.BAD_AXIOM
        if any(name.removeprefix("Cand.") in assembled.admitted for name in bad):
            kind = VerdictKind.INCOMPLETE
        raise Rejected(kind, f"the proof rests on {', '.join(dict.fromkeys(bad))}")
    return tuple(dict.fromkeys(names))
