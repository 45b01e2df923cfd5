"""What the tests of proof sessions share: opening them, and taking steps that must succeed."""

from __future__ import annotations

from pathlib import Path

from coq_cases import formalization

from pytest_putnam.languages import backend
from pytest_putnam.model import Formalization, Language, Track
from pytest_putnam.proof_session import (
    ErrorKind,
    ProofSession,
    ProofState,
    SessionSettings,
    TacticError,
    open_on,
)
from pytest_putnam.prover import Budget


def coq_session(
    formal: Formalization | str,
    *,
    settings: SessionSettings | None = None,
    track: Track = Track.WITH_SOLUTION,
    budget: Budget | None = None,
    solution: str | None = None,
) -> ProofSession:
    """A session on the installed Coq; a text is a file whose proof is still to come."""
    if isinstance(formal, str):
        formal = formalization(f"{formal}\nProof. Admitted.\n")
    return open_on(
        backend(Language.COQ).find(None),
        formal,
        track,
        settings or SessionSettings(memory_mb=2048),
        budget or Budget(None),
        solution=solution,
    )


def step(session: ProofSession, state: ProofState, *tactics: str) -> ProofState:
    """The state after `tactics`, none of which may fail."""
    for tactic in tactics:
        after = session.apply(state, tactic)
        assert isinstance(after, ProofState), f"{tactic}: {after}"
        state = after
    return state


def error(
    session: ProofSession, state: ProofState, tactic: str, *, timeout_s: float | None = None
) -> TacticError:
    """Why `tactic` fails, as it must."""
    outcome = session.apply(state, tactic, timeout_s=timeout_s)
    assert isinstance(outcome, TacticError), outcome
    return outcome


def kind(
    session: ProofSession, state: ProofState, tactic: str, *, timeout_s: float | None = None
) -> ErrorKind:
    """The kind of its error."""
    return error(session, state, tactic, timeout_s=timeout_s).kind


def children() -> list[int]:
    """The processes below this one that are alive, zombies included."""
    tasks = Path("/proc/self/task").iterdir()
    return [int(each) for task in tasks for each in (task / "children").read_text().split()]


def descendants(pid: int | None = None) -> list[int]:
    """All processes below `pid`, or below this one."""
    found = children() if pid is None else _children_of(pid)
    return [each for child in found for each in (child, *descendants(child))]


def _children_of(pid: int) -> list[int]:
    try:
        return [
            int(each)
            for task in Path(f"/proc/{pid}/task").iterdir()
            for each in (task / "children").read_text().split()
        ]
    except OSError:
        return []


def named(name: str) -> list[int]:
    """Our descendants whose program is called `name`."""
    found = []
    for pid in descendants():
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if any(Path(word.decode(errors="replace")).name == name for word in command[:1]):
            found.append(pid)
    return found
