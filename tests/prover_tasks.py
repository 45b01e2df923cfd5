"""Settings and tasks for tests that call a prover directly."""

from __future__ import annotations

from pathlib import Path

from pytest_putnam.model import Formalization, Language, Problem, SolutionSlot, Span, Track
from pytest_putnam.prover import Prover, Task
from pytest_putnam.registry import find_prover, make_settings

HEADER = "Require Import Lia.\n"
SOLUTION = "Definition made_up_solution : nat := 3.\n"
STATEMENT = "Theorem made_up : made_up_solution = 3."
PROOF = "\nProof. Admitted.\n"
TEXT = HEADER + SOLUTION + STATEMENT + PROOF


def make_prover(
    prover: str,
    root_dir: Path,
    *options: str,
    languages: frozenset[Language] = frozenset({Language.COQ}),
    sandbox: str = "bwrap",
    strict: bool = False,
    known_problems: frozenset[str] = frozenset(),
) -> Prover:
    """A prover, made as the plugin makes it."""
    cls = find_prover(prover)
    return cls(
        make_settings(
            cls,
            options,
            root_dir=root_dir,
            languages=languages,
            sandbox=sandbox,
            strict=strict,
            known_problems=known_problems,
        )
    )


def make_task(
    work_dir: Path,
    *,
    name: str = "made_up",
    attempt: int = 1,
    language: Language = Language.COQ,
    track: Track = Track.WITH_SOLUTION,
) -> Task:
    """A task on a small formalization with a solution."""
    solution, statement = TEXT.index("Definition"), TEXT.index("Theorem")
    body = TEXT.index("3.\n")
    formalization = Formalization(
        problem=Problem(name, "Show that three is three.", "Three.", ("algebra", "ünïcode")),
        language=language,
        path=Path(f"{name}.v"),
        text=TEXT,
        theorem="made_up",
        header=Span(0, len(HEADER)),
        statement=Span(statement, statement + len(STATEMENT)),
        proof=Span(statement + len(STATEMENT), len(TEXT)),
        solution=SolutionSlot(
            "made_up_solution",
            Span(solution, statement - 1),
            Span(body, body + 1),
            "nat",
            "3",
        ),
    )
    return Task(
        formalization,
        track,
        attempt,
        8,
        seed=7,
        text=TEXT[: statement + len(STATEMENT)],
        work_dir=work_dir,
    )
