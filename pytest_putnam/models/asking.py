"""Asking a model until it answers: limits before each request, retries after faults, the account.

Everything here runs in one event loop.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, NoReturn

from pytest_putnam.errors import ApiError, ApiRefused, BudgetExhausted
from pytest_putnam.model import Usage
from pytest_putnam.models.adaptation import Adaptation
from pytest_putnam.models.chat import Completion, Finish, Request
from pytest_putnam.models.endpoint import Connects
from pytest_putnam.models.faults import Fault, FaultKind
from pytest_putnam.models.rates import RateLimiter
from pytest_putnam.models.replies import Reply
from pytest_putnam.models.settings import LlmSettings
from pytest_putnam.models.spending import Ledger
from pytest_putnam.suggest import choices_for

BUSY_TRIES: Final = 4
"""A busy server is asked so many times as often as a broken one: it said that it will answer."""
MAX_BACKOFF_S: Final = 60.0
MAX_RETRY_AFTER_S: Final = 900.0
TRIES_WHEN_DOWN: Final = 2
"""Once a request has been given up and none was ever answered, the next ones are given up sooner."""
BYTES_PER_TOKEN: Final = 3
"""For estimates of a prompt before it is counted; English has about four, mathematics fewer."""
OUT_OF_TIME: Final = "the model did not answer within the attempt's time"
OUT_OF_TIME_S: Final = 0.05
"""With less time left it was the attempt's time that ended a request, not the request's own."""
UNLIMITED_ANSWER_TOKENS: Final = 4096
"""What is reserved for an answer whose length is not limited."""


@dataclass(slots=True)
class Progress:
    """What has happened to a request so far; read by whoever gives it up."""

    requests: int = 0
    """Sent and not yet told in a `Usage`."""
    faults: list[Fault] = field(default_factory=list)

    def told(self) -> str:
        """The faults, in one sentence."""
        last = self.faults[-1]
        return f"{len(self.faults)} {'try' if len(self.faults) == 1 else 'tries'} failed, the last with: {last}"


class Asker:
    """Sends requests to one endpoint, within the run's limits."""

    def __init__(
        self,
        connection: Connects,
        limiter: RateLimiter,
        ledger: Ledger | None,
        settings: LlmSettings,
    ) -> None:
        self._connection = connection
        self._limiter = limiter
        self._ledger = ledger
        self._settings = settings
        self._answered = False
        self._given_up = False
        self._refused: str | None = None
        self.adaptation = Adaptation(official=connection.endpoint.is_official)

    async def ask(
        self,
        request: Request,
        wanted: int,
        progress: Progress,
        remaining_s: Callable[[], float],
    ) -> list[Completion]:
        """One reply's completions, at least one and at most `wanted`.

        Raises `ApiError` where the request is given up, `ApiRefused` where the endpoint answers
        nobody, `SpendingLimit` where the run's account is used up.
        """
        while True:
            if self._refused is not None:
                raise ApiRefused(self._refused)
            choices = self.adaptation.choices(wanted)
            body = self.adaptation.body(request, choices)
            try:
                reply = await self._once(request, body, choices, progress, remaining_s)
            except Fault as fault:
                if fault.kind in {FaultKind.CONTEXT_LENGTH, FaultKind.CONTENT_FILTER}:
                    return [_not_generated(fault, progress)]
                if self.adaptation.learn(fault, request, body):
                    continue
                if not fault.kind.retryable:
                    await self._give_up_for_good(fault, request)
                if fault.kind is FaultKind.LATE and remaining_s() < OUT_OF_TIME_S:
                    raise BudgetExhausted(OUT_OF_TIME) from fault
                progress.faults.append(fault)
                await self._wait(progress)
                continue
            self._answered = True
            if choices > 1 and len(reply.choices) == 1:
                self.adaptation.gave_one()
            return self._completions(reply, request, wanted, progress)

    async def close(self) -> None:
        """Close the connections and give back what is held."""
        await self._connection.close()
        self._limiter.close()
        if self._ledger is not None:
            self._ledger.close()

    async def _once(
        self,
        request: Request,
        body: dict[str, object],
        choices: int,
        progress: Progress,
        remaining_s: Callable[[], float],
    ) -> Reply:
        """One request, when the limits allow it."""
        prompt = _prompt_tokens(request)
        most = prompt + choices * (request.sampling.max_tokens or UNLIMITED_ANSWER_TOKENS)
        reservation = await self._reserve(request, prompt, most)
        used: int | None = 0
        may_be_paid = False
        try:
            ticket = await self._limiter.admit(most)
            used, may_be_paid = None, True  # until it is known
            try:
                progress.requests += 1
                reply = await self._connection.send(request, body, remaining_s())
                used = _total(reply.usage)
            except Fault as fault:
                used = prompt if fault.status is not None else None
                may_be_paid = fault.may_be_paid
                raise
            finally:
                self._limiter.settle(ticket, used)
            if self._ledger is not None and reservation is not None:
                usage = self._priced(reply.usage, request, reply.choices[0].served_by)
                self._ledger.settle(reservation, usage, most)
                reservation = None
            return reply
        finally:
            if self._ledger is not None and reservation is not None:
                if may_be_paid:
                    self._ledger.settle(reservation, Usage(), most)
                else:
                    self._ledger.release(reservation)

    async def _reserve(self, request: Request, prompt: int, most: int) -> int | None:
        if self._ledger is None:
            return None
        price = self._settings.prices.price(request.sampling.model)
        cost_usd = None if price is None else price.cost_usd(prompt, most - prompt)
        while (reservation := self._ledger.reserve(most, cost_usd)) is None:
            await asyncio.sleep(random.uniform(0.05, 0.15))
        return reservation

    def _completions(
        self, reply: Reply, request: Request, wanted: int, progress: Progress
    ) -> list[Completion]:
        """The reply's choices; the first bears the usage of all."""
        usage = self._priced(reply.usage, request, reply.choices[0].served_by)
        usage = replace(usage, requests=progress.requests)
        progress.requests = 0
        nothing = Usage(0, 0, 0, 0, 0, None if usage.cost_usd is None else 0.0)
        notes = tuple(self.adaptation.notes)
        return [
            replace(choice, usage=usage if number == 0 else nothing, notes=notes)
            for number, choice in enumerate(reply.choices[:wanted])
        ]

    def _priced(self, usage: Usage, request: Request, served_by: str) -> Usage:
        prices = self._settings.prices
        cost_usd = prices.cost_usd(request.sampling.model, usage)
        if cost_usd is None:
            cost_usd = prices.cost_usd(served_by, usage)
        return replace(usage, cost_usd=cost_usd)

    async def _wait(self, progress: Progress) -> None:
        """Wait before the next try. Raises `ApiError` where there is none."""
        fault = progress.faults[-1]
        busy = sum(f.kind is FaultKind.BUSY for f in progress.faults)
        tries = self._settings.tries
        if self._given_up and not self._answered:
            tries = min(tries, TRIES_WHEN_DOWN)
        if len(progress.faults) - busy >= tries or busy >= tries * BUSY_TRIES:
            self._given_up = True
            raise ApiError(progress.told())
        doubled = self._settings.backoff_s * 2.0 ** min(len(progress.faults) - 1, 20)
        wait_s = min(MAX_BACKOFF_S, doubled) * random.uniform(0.5, 1.0)
        asked_s = fault.retry_after_s
        if asked_s is not None:
            if asked_s > MAX_RETRY_AFTER_S:
                raise ApiError(f"{fault}; it asks to wait {asked_s:.0f} s, which is too long")
            self._limiter.pause(asked_s)
            # not all at the same moment when the pause is over
            wait_s = asked_s + random.uniform(0.0, min(1.0, 0.1 * asked_s))
        await asyncio.sleep(wait_s)

    async def _give_up_for_good(self, fault: Fault, request: Request) -> NoReturn:
        if fault.kind is not FaultKind.REFUSED:
            raise ApiError(str(fault)) from fault
        endpoint = self._connection.endpoint
        message = f"{endpoint.base_url} refuses: {fault}"
        if fault.status == 401:
            message += f"; check the key in {endpoint.key_variable}, or name another variable by api_key_env"
        elif fault.status == 404:
            offered = await self._connection.models()
            told = (
                choices_for(request.sampling.model, offered)
                if offered
                else "It lists no models: does base_url end where the server's API begins (/v1)?"
            )
            message += f"; the model asked for is {request.sampling.model!r}. {told}"
        self._refused = message
        raise ApiRefused(message) from fault


def _not_generated(fault: Fault, progress: Progress) -> Completion:
    """What stands for a completion where the prompt was not even read."""
    too_long = fault.kind is FaultKind.CONTEXT_LENGTH
    requests, progress.requests = progress.requests, 0
    return Completion(
        content="",
        finish=Finish.CONTEXT_LENGTH if too_long else Finish.CONTENT_FILTER,
        detail=str(fault),
        usage=Usage(requests, 0, 0, 0, 0, 0.0),
    )


def _prompt_tokens(request: Request) -> int:
    size = sum(len(turn.content.encode()) + 12 for turn in request.turns)
    return size // BYTES_PER_TOKEN


def _total(usage: Usage) -> int | None:
    if usage.prompt_tokens is None or usage.completion_tokens is None:
        return None
    return usage.prompt_tokens + usage.completion_tokens
