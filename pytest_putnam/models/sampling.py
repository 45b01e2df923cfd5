"""Samples from a language model, for provers: stored, limited, accounted, never paid for twice.

Provers call it from threads; the requests run in one event loop in a thread of its own.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from pytest_putnam.errors import ApiError, BudgetExhausted, PutnamError
from pytest_putnam.model import Usage
from pytest_putnam.models.asking import OUT_OF_TIME, Asker, Progress
from pytest_putnam.models.chat import Completion, Request
from pytest_putnam.models.completions import CacheMode, Completions
from pytest_putnam.models.endpoint import Connect, Endpoint
from pytest_putnam.models.loop_thread import LoopThread
from pytest_putnam.models.rates import RateLimiter, machine_directory
from pytest_putnam.models.settings import LlmSettings
from pytest_putnam.models.spending import Ledger
from pytest_putnam.prover import Budget

POLL_S: Final = 0.2
"""How soon a cancelled budget is noticed."""


@dataclass(slots=True)
class _Batch:
    """Samples of one request that are asked for together, and who waits for them."""

    request: Request
    label: str
    results: dict[int, asyncio.Future[Completion]]
    progress: Progress = field(default_factory=Progress)
    waiters: list[Budget] = field(default_factory=list)
    task: asyncio.Task[None] | None = None

    def remaining_s(self) -> float:
        """Until the last of those who wait has no time left."""
        return max((budget.remaining_s() for budget in self.waiters), default=0.0)


class Sampler:
    """Completions of one endpoint, from the store or from the model. Thread-safe."""

    def __init__(self, endpoint: Endpoint, settings: LlmSettings, connect: Connect) -> None:
        """Opens the store. Raises `BadInput` where that cannot be used.

        `connect` is called when the first request is due.
        """
        self._connection = connect
        self.endpoint = endpoint
        self.settings = settings
        self._lock = threading.Lock()
        self._loop = LoopThread("pytest-putnam models")
        self._asker: Asker | None = None
        self._batches: dict[tuple[str, int], _Batch] = {}
        self._writer: concurrent.futures.ThreadPoolExecutor | None = None
        self._store: Completions | None = None
        if settings.cache is not CacheMode.OFF:
            assert settings.cache_file is not None, "a cache needs a file"
            self._store = Completions(settings.cache_file, settings.cache, settings.run)

    def complete(
        self,
        request: Request,
        *,
        sample: int,
        budget: Budget,
        label: str = "",
        together: Iterable[int] = (),
    ) -> Completion:
        """The completion of `request` that is number `sample` (from 1).

        `together` are samples that will be asked for too: those that are missing are requested
        along with this one, as choices of one request; without a store it plays no part, for they
        would be lost. `label` says to people whose it is.

        Raises `ApiError` where the service failed for good or there is nothing to replay,
        `ApiRefused` where it answers nobody, `BadInput` where the cost is limited and the model has
        no price, `SpendingLimit` where the run's account is used up,
        `BudgetExhausted` where `budget` ran out first. The error's `usage` tells of what was sent.
        """
        stored = self._stored(request, sample)
        if stored is not None:
            return stored
        if self._store is not None and self._store.mode is CacheMode.REPLAY:
            raise ApiError(self._store.explain_miss(request, sample, label))
        self.settings.require_price(request.sampling.model)
        budget.check()
        self._connect()
        progress = Progress()
        waiting = self._loop.submit(
            self._complete(
                request, sample, label, tuple(together), budget=budget, progress=progress
            )
        )
        try:
            return _result(waiting, budget, progress)
        except PutnamError as error:
            # what was sent and not answered costs an unknown amount; nothing sent costs nothing
            sent = progress.requests
            error.usage = Usage(requests=sent) if sent else Usage(0, 0, 0, 0, 0, 0.0)
            raise

    def notes(self) -> tuple[str, ...]:
        """How requests were adapted to the server, in this process."""
        return tuple(self._asker.adaptation.notes) if self._asker is not None else ()

    def close(self) -> None:
        """End what still runs, and close the files."""
        with self._lock:
            if self._asker is not None:
                self._loop.submit(self._shut(self._asker)).result(30.0)
                self._asker = None
            self._loop.close()
            if self._writer is not None:
                self._writer.shutdown()
            if self._store is not None:
                self._store.close()

    def _stored(self, request: Request, sample: int) -> Completion | None:
        found = self._store.get(request, sample) if self._store is not None else None
        if found is None or found.usage.cost_usd is not None:
            return found
        cost_usd = self.settings.prices.cost_usd(request.sampling.model, found.usage)
        return replace(found, usage=replace(found.usage, cost_usd=cost_usd))

    def _connect(self) -> Asker:
        with self._lock:
            if self._asker is None:
                settings = self.settings
                ledger = None
                if settings.ledger_file is not None:
                    ledger = Ledger(settings.ledger_file, settings.run, settings.spending)
                self._writer = concurrent.futures.ThreadPoolExecutor(1, "pytest-putnam completions")
                self._asker = Asker(
                    self._connection(self.endpoint),
                    RateLimiter(
                        self.endpoint.key, settings.rates, settings.rates_dir or machine_directory()
                    ),
                    ledger,
                    settings,
                )
            return self._asker

    async def _complete(
        self,
        request: Request,
        sample: int,
        label: str,
        together: tuple[int, ...],
        *,
        budget: Budget,
        progress: Progress,
    ) -> Completion:
        """Join the batch that asks for this sample, or begin one."""
        batch = self._batches.get((request.key, sample))
        if batch is None:
            # it may have come with another's request since it was looked for
            stored = self._stored(request, sample)
            if stored is not None:
                return stored
            batch = self._begin(request, sample, label, together, progress)
        batch.waiters.append(budget)
        try:
            return await asyncio.shield(batch.results[sample])
        finally:
            batch.waiters.remove(budget)
            if not batch.waiters and batch.task is not None:
                batch.task.cancel()
                self._forget(batch)

    def _begin(
        self,
        request: Request,
        sample: int,
        label: str,
        together: tuple[int, ...],
        progress: Progress,
    ) -> _Batch:
        loop = asyncio.get_running_loop()
        missing = [sample] + [
            other
            for other in sorted(set(together) - {sample} if self._store is not None else ())
            if (request.key, other) not in self._batches and self._stored(request, other) is None
        ]
        batch = _Batch(request, label, {s: loop.create_future() for s in missing}, progress)
        for each in missing:
            self._batches[request.key, each] = batch
        batch.task = loop.create_task(self._fill(batch))
        return batch

    async def _fill(self, batch: _Batch) -> None:
        """Ask until every sample of `batch` is there, and store each reply the moment it comes."""
        assert self._asker is not None
        loop = asyncio.get_running_loop()
        missing = list(batch.results)
        try:
            while missing:
                completions = await self._asker.ask(
                    batch.request, len(missing), batch.progress, batch.remaining_s
                )
                arrived = list(zip(missing, completions, strict=False))
                del missing[: len(arrived)]
                # shielded: it is paid for, whoever has lost interest in it meanwhile
                await asyncio.shield(loop.run_in_executor(self._writer, self._keep, batch, arrived))
                for sample, completion in arrived:
                    batch.results[sample].set_result(completion)
        except Exception as error:  # noqa: BLE001 - it is theirs who wait
            for future in batch.results.values():
                if not future.done():
                    future.set_exception(error)
                    future.exception()  # not all of them may still be waited for
        finally:
            self._forget(batch)

    def _keep(self, batch: _Batch, arrived: list[tuple[int, Completion]]) -> None:
        if self._store is not None:
            for sample, completion in arrived:
                self._store.put(batch.request, sample, completion, batch.label)

    def _forget(self, batch: _Batch) -> None:
        for sample in batch.results:
            key = (batch.request.key, sample)
            if self._batches.get(key) is batch:
                del self._batches[key]

    async def _shut(self, asker: Asker) -> None:
        tasks = {batch.task for batch in self._batches.values() if batch.task is not None}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asker.close()


def _result(
    waiting: concurrent.futures.Future[Completion], budget: Budget, progress: Progress
) -> Completion:
    """Wait for the completion as long as `budget` lasts."""
    while True:
        concurrent.futures.wait([waiting], timeout=min(POLL_S, budget.remaining_s() + 0.01))
        if waiting.done():
            if waiting.cancelled():
                raise BudgetExhausted("the model was asked no further: the run ends")
            return waiting.result()
        if budget.remaining_s() <= 0.0:
            waiting.cancel()
            if progress.faults and not budget.cancelled:
                raise ApiError(f"no time is left to ask again: {progress.told()}")
            raise BudgetExhausted(OUT_OF_TIME)
