"""A model as provers ask it: its server is connected to at the first request."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping

from pytest_putnam.llm import (
    CacheMode,
    Completion,
    Endpoint,
    LlmSettings,
    Request,
    Sampler,
    Sampling,
    Turn,
    open_sampler,
)
from pytest_putnam.prover import Budget


class Model:
    """One model at one server, sampled in one way. Thread-safe."""

    def __init__(self, endpoint: Endpoint, sampling: Sampling, llm: LlmSettings) -> None:
        """Raises `BadInput` where a price is missing, or what is to be replayed cannot be."""
        self.endpoint = endpoint
        self.sampling = sampling
        self._llm = llm
        self._lock = threading.Lock()
        self._sampler: Sampler | None = None
        if llm.cache is CacheMode.REPLAY:
            self._open()  # what cannot be replayed is told before the run
        else:
            llm.require_price(sampling.model)

    def ask(
        self,
        turns: tuple[Turn, ...],
        *,
        sample: int,
        budget: Budget,
        label: str,
        together: Iterable[int] = (),
    ) -> Completion:
        """A completion of `turns`. Raises as `Sampler.complete`."""
        request = Request(turns, self.sampling)
        return self._open().complete(
            request, sample=sample, budget=budget, label=label, together=together
        )

    def versions(self) -> Mapping[str, str]:
        """What a run's header says of it."""
        parameters = self.sampling.parameters()
        return {
            "model": self.sampling.model,
            "server": self.endpoint.base_url,
            "sampling": ", ".join(f"{k}={v}" for k, v in parameters.items()) or "the server's",
            "cache": self._llm.cache.value,
        }

    def notes(self) -> tuple[str, ...]:
        """How requests were adapted to the server."""
        return self._sampler.notes() if self._sampler is not None else ()

    def close(self) -> None:
        """Close connections and kept completions."""
        with self._lock:
            if self._sampler is not None:
                self._sampler.close()
                self._sampler = None

    def _open(self) -> Sampler:
        with self._lock:
            if self._sampler is None:
                self._sampler = open_sampler(self.endpoint, self._llm)
            return self._sampler
