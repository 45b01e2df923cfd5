"""The networks of `reprover` in one process: loaded when first needed, and asked by one attempt at a time."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pytest_putnam.errors import BadInput, InfraError
from pytest_putnam.model import Formalization
from pytest_putnam.proof_session import ProofState
from pytest_putnam.prover import Budget

from .best_first import Suggester, Suggestion
from .premises import imports_of, read_corpus, with_premises
from .reprover_options import Retrieval, Settings

if TYPE_CHECKING:
    from .premise_index import PremiseIndex
    from .reprover_model import PremiseEncoder, TacticModel

WAIT_S: Final = 0.2
"""Between two looks at the budget while another attempt has the networks."""


class Networks:
    """The process' networks, loaded when they are first asked; one attempt at a time uses them."""

    def __init__(self, own: Settings, cache_dir: Path) -> None:
        self._own = own
        self._cache_dir = cache_dir
        self._lock = threading.Lock()
        self._model: TacticModel | None = None
        self._encoder: PremiseEncoder | None = None
        self._index: PremiseIndex | None = None
        self._unloadable = ""
        """Why weights could not be had: they are not tried again, a hub would be waited for each time."""
        self.notes: list[str] = []

    def suggester(self, formalization: Formalization, budget: Budget) -> Suggester:
        """What suggests tactics for the states of `formalization`, within `budget`."""
        modules = imports_of(formalization.text)
        among: list[int] | None = None

        def suggest(states: Sequence[ProofState]) -> list[list[Suggestion]]:
            nonlocal among
            self._take(budget)
            try:
                model, encoder = self._loaded()
                texts = ["\n\n".join(goal.text for goal in state.goals) for state in states]
                if self._own.retrieval is not None and encoder is not None:
                    index = self._whole_index(self._own.retrieval, encoder, budget)
                    if among is None:
                        among = self._accessible(index, modules, formalization.name)
                    count = self._own.retrieval.premises
                    texts = [self._augmented(index, text, among, count) for text in texts]
                found = model.generate(
                    texts,
                    count=self._own.samples,
                    length_penalty=self._own.length_penalty,
                    must_stop=lambda: budget.remaining_s() <= 0.0,
                )
            finally:
                self._lock.release()
            budget.check()
            return found

        return suggest

    def _take(self, budget: Budget) -> None:
        """Wait for the networks. Raises `BudgetExhausted`."""
        while not self._lock.acquire(timeout=WAIT_S):
            budget.check()

    def _loaded(self) -> tuple[TacticModel, PremiseEncoder | None]:
        """The generator, and with retrieval the encoder. Raises `InfraError`."""
        if self._unloadable:
            raise InfraError(self._unloadable)
        if self._model is None:
            from .reprover_model import (  # noqa: PLC0415 - it takes seconds
                Machine,
                PremiseEncoder,
                TacticModel,
                choose_device,
            )

            own = self._own
            machine = Machine(choose_device(own.device), own.threads)
            try:
                if own.retrieval is not None:
                    retriever = own.retrieval.retriever
                    self._encoder = PremiseEncoder(retriever, machine, max_input=own.max_input)
                self._model = TacticModel(
                    own.model, machine, max_input=own.max_input, max_output=own.max_output
                )
            except InfraError as error:
                self._unloadable = str(error)
                raise
        return self._model, self._encoder

    def _whole_index(
        self, retrieval: Retrieval, encoder: PremiseEncoder, budget: Budget
    ) -> PremiseIndex:
        """The index of all premises. Raises `InfraError` where the time does not suffice to make it."""
        if self._index is None:
            from .premise_index import PremiseIndex  # noqa: PLC0415 - numpy is of the extra

            try:
                corpus = read_corpus(retrieval.corpus)
            except BadInput as error:  # its first line was good
                raise InfraError(str(error)) from error
            index = PremiseIndex(self._cache_dir / "premises", corpus, encoder)
            if not index.build(lambda: budget.remaining_s() > 0.0):
                if budget.cancelled:
                    budget.check()
                raise InfraError(
                    f"{index.missing} of {len(corpus.premises)} premises of {retrieval.corpus} have no "
                    f"vector yet, and the attempt's time is up. What is done is kept in {index.folder}: run "
                    "again, with a longer --putnam-attempt-timeout, more threads, or on a GPU"
                )
            self._index = index
        return self._index

    def _accessible(self, index: PremiseIndex, modules: Sequence[str], name: str) -> list[int]:
        """The premises that a file with these imports sees. Raises `InfraError` where there are none."""
        found = index.corpus.accessible(modules)
        lacking = ", ".join(index.corpus.lacks(modules))
        if not found:
            raise InfraError(
                f"the corpus of premises has nothing that {name} imports (it lacks {lacking or 'none'}): "
                "give the corpus of its library, or retrieval=false"
            )
        note = f"the corpus of premises lacks {lacking}, which {name} and perhaps others import"
        if lacking and not self.notes:
            self.notes.append(note)
        return found

    def _augmented(self, index: PremiseIndex, state: str, among: Sequence[int], count: int) -> str:
        nearest = [index.corpus.premises[at] for at in index.nearest(state, among, count)]
        # one byte is left for the token that ends the text
        return with_premises(state, nearest, self._own.max_input - 1)
