"""The prover ``reprover``: best-first search over tactics that an encoder-decoder generates.

After ReProver (Yang et al. 2023, "LeanDojo: Theorem Proving with Retrieval-Augmented Language Models"): a
ByT5 reads the proof state, and before it the premises that a dense encoder finds nearest to it among those that
the file can use, and writes 64 tactics by beam search; 600 s for a theorem. As PutnamBench evaluated it, with
retrieval and without (``retrieval=false``, or the name ``reprover-no-retrieval``).

It proves, but cannot find a solution: in the no-solution track it gives up where there is one to find.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, Final

from pytest_putnam.errors import PutnamError
from pytest_putnam.machine import default_cache_dir
from pytest_putnam.model import Language, VerdictKind
from pytest_putnam.proof_session import open_session
from pytest_putnam.prover import Answer, Budget, Prover, ProverOption, ProverSettings, Task
from pytest_putnam.search_record import SearchRecord

from .best_first import BestFirst
from .only_proofs import no_solution
from .reprover_networks import Networks
from .reprover_options import OPTIONS, read_options

ONE_GIVES: Final = "each attempt would do the same: beam search has no chance in it"


class Reprover(Prover):
    """Searches a proof among tactics that a network generates."""

    name = "reprover"
    runs_assistant = True
    languages = frozenset({Language.LEAN4})
    default_attempts = 1
    default_attempt_timeout_s = 600.0
    options: ClassVar[tuple[ProverOption, ...]] = OPTIONS

    def __init__(self, settings: ProverSettings) -> None:
        """Read the options. Raises `BadInput`."""
        super().__init__(settings)
        self.own = read_options(settings.options, settings.root_dir)
        if self.own.device == "cuda":
            from .reprover_model import choose_device  # noqa: PLC0415 - it takes seconds

            choose_device(self.own.device)
        self._networks = Networks(self.own, _cache_dir(settings))

    def attempt(self, task: Task, budget: Budget) -> Answer:
        """Search once. Raises as `Prover.attempt` says; the error then has the search so far."""
        budget.check()
        if (without := no_solution(task, "ReProver")) is not None:
            return without
        if task.attempt > 1:
            return Answer.none(ONE_GIVES)
        with open_session(
            self.settings, task, budget, tactic_timeout_s=self.own.tactic_timeout_s
        ) as session:
            search = BestFirst(
                session,
                self._networks.suggester(task.formalization, budget),
                expansions=self.own.expansions,
                batch=self.own.batch,
            )
            try:
                closed = search.run()
            except PutnamError as error:
                error.transcript = _told(search)
                raise
            if closed is not None:
                return replace(Answer((session.candidate(closed),)), transcript=_told(search))
        told = search.statistics
        return Answer.none(
            f"{search.ended}: {told.queries} expanded, {told.states} reached",
            ended=VerdictKind.GAVE_UP,
            transcript=_told(search),
        )

    def versions(self) -> Mapping[str, str]:
        """The networks, and the search's limits."""
        own = self.own
        told = {
            "model": _named(own.model),
            "retrieval": "none",
            "search": f"best first, {own.samples} tactics per state, length penalty "
            f"{own.length_penalty:g}, "
            + ("no limit of states" if own.expansions is None else f"{own.expansions} states"),
        }
        if own.retrieval is not None:
            told["retrieval"] = f"{own.retrieval.premises} of {own.retrieval.corpus}"
            told["retriever"] = _named(own.retrieval.retriever)
        return told

    def notes(self) -> tuple[str, ...]:
        """What the corpus of premises lacks."""
        return tuple(self._networks.notes)


class ReproverNoRetrieval(Reprover):
    """The paper's other setting: the generator sees the state alone."""

    name = "reprover-no-retrieval"
    options: ClassVar[tuple[ProverOption, ...]] = tuple(
        replace(option, default="false") if option.name == "retrieval" else option
        for option in OPTIONS
    )


def _named(source: str) -> str:
    """A hub's name; of a folder also which weights are in it, by SHA-256 over its files."""
    if not Path(source).is_dir():
        return source
    digest = hashlib.sha256()
    for path in sorted(Path(source).iterdir()):
        if path.is_file():
            digest.update(path.name.encode())
            with path.open("rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
    return f"{source} (weights {digest.hexdigest()[:12]})"


def _told(search: BestFirst) -> str:
    return SearchRecord(search.root, search.statistics).as_transcript()


def _cache_dir(settings: ProverSettings) -> Path:
    return settings.limits.cache_dir if settings.limits is not None else default_cache_dir()
