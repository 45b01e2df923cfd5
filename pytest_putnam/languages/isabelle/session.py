"""Warm sessions of a checker: a candidate's theory is loaded, and its first errors may reject it.

What is told must be what a build would tell. A server names the place of the command that failed, a
build the place in it: so only commands of one line reject. And a server goes on behind a command that
fails, where a build ends the proof: what it says of later commands counts for nothing.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from pytest_putnam.errors import InfraError, SplitError
from pytest_putnam.languages.base import CheckerSettings
from pytest_putnam.languages.isabelle.assembled import Assembled
from pytest_putnam.languages.isabelle.benchmark import Reading
from pytest_putnam.languages.isabelle.heaps import Heap
from pytest_putnam.languages.isabelle.outer import tokens
from pytest_putnam.languages.isabelle.output import Reported, cut
from pytest_putnam.languages.isabelle.pool import Pool
from pytest_putnam.languages.isabelle.server import NAME, ServerMessage
from pytest_putnam.languages.isabelle.verdicts import said
from pytest_putnam.languages.isabelle.workshop import Workshop
from pytest_putnam.languages.rejections import Rejected
from pytest_putnam.model import VerdictKind
from pytest_putnam.process import Dialogue
from pytest_putnam.prover import Budget

THEORY: Final = "Candidate"
OPTIONS: Final = ("threads=2", "quick_and_dirty=false")
"""As in a build."""
_GOES_ON: Final = frozenset({"by", ".", "..", "sorry", r"\<proof>"})
"""A build goes on behind one that fails, too: it checks these proofs beside the rest."""
_SYMBOL: Final = re.compile(r"\\<\^?[A-Za-z][A-Za-z0-9_']*>")
_DOUBTFUL: Final = frozenset({VerdictKind.CHECK_CRASH, VerdictKind.CHECK_MEMORY})
_INTERRUPTED: Final = re.compile(r"Interrupt|Timeout|Timed out|exception (?:Fail|Size|Thread)\b")
"""Errors that are the session's rather than the candidate's."""


class ServerLauncher:
    """Starts servers of an installation, each with a home of its own."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop

    @property
    def settings(self) -> CheckerSettings:
        """The workshop's."""
        return self._workshop.settings

    def server(self, folder: Path, heap: Heap) -> Dialogue:
        """See `pool.Launcher`."""
        workshop = self._workshop
        workshop.prepare_home(folder, heap)
        return Dialogue(
            [workshop.toolchain.executable, "server", "-n", NAME, "-c"],
            cwd=folder,
            env=workshop.environment(folder),
            limits=workshop.limits(None),
            sandbox=workshop.sandbox(folder, heap),
        )


class Sessions:
    """The warm sessions of a checker. Thread-safe."""

    def __init__(self, workshop: Workshop, reading: Reading) -> None:
        self._workshop = workshop
        self._reading = reading
        self._pool = Pool(ServerLauncher(workshop), OPTIONS)
        self._heaps: dict[tuple[str, ...], Heap] = {}

    def reject(self, assembled: Assembled, budget: Budget) -> Rejected | None:
        """Why the candidate is no proof; None where a session cannot tell. Raises `BudgetExhausted`."""
        with contextlib.suppress(InfraError, SplitError):
            heap = self._heap((*assembled.imports, *assembled.added))
            texts = {THEORY: assembled.named(THEORY)}
            loaded = self._pool.try_load(heap, texts, budget)
            if loaded is None:
                return None
            errors = errors_of_build(texts[THEORY], loaded[THEORY].errors, self._reading.commands)
            rejected = said(assembled, errors, self._workshop.toolchain.symbols)
            if rejected is not None and _is_sure(rejected):
                return rejected
        return None

    def _heap(self, imports: tuple[str, ...]) -> Heap:
        """One that has them all: what is in none would be loaded from its source. Raises `InfraError`."""
        if imports not in self._heaps:
            self._heaps[imports] = self._workshop.heaps.for_imports(imports)
        return self._heaps[imports]

    def close(self) -> None:
        """End them all."""
        self._pool.close()


def errors_of_build(
    text: str, errors: Sequence[ServerMessage], commands: frozenset[str]
) -> tuple[Reported, ...]:
    """Those errors of a server that a build of the same theory would tell, as it would.

    None of them where that is not sure. Raises `SplitError` for a theory that cannot be read.
    """
    places = {offset: (word, lines) for word, offset, lines in _commands(text, commands)}
    found: list[Reported] = []
    for error in errors:
        word, lines = places.get(error.offset or 0, ("", 0))
        if not word or lines != 1 or _INTERRUPTED.search(error.text):
            break
        found.append(Reported(cut(error.text.strip()), error.line, f"{THEORY}.thy", word))
        if word not in _GOES_ON:
            break
    return tuple(found)


def _commands(text: str, commands: frozenset[str]) -> Iterator[tuple[str, int, int]]:
    """The commands of `text`: word, offset as Isabelle counts (symbols, from 1), number of lines."""
    word, start, end, offset, counted = "", 0, 0, 1, 0
    for token in tokens(text, commands):
        if token.kind == "comment":
            continue
        if token.kind == "command":
            if word:
                yield word, offset, text.count("\n", start, end) + 1
            offset += len(_SYMBOL.sub("x", text[counted : token.start]))
            word, start, counted = token.text, token.start, token.start
        end = token.end
    if word:
        yield word, offset, text.count("\n", start, end) + 1


def _is_sure(rejected: Rejected) -> bool:
    """Whether the error is the candidate's, and of a kind that does not depend on the session."""
    return rejected.kind not in _DOUBTFUL and rejected.messages[0].line is not None
