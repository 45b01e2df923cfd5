"""Language models for provers: the door to `pytest_putnam.models`, and the client of the server.

    sampler = open_sampler(Endpoint(base_url, api_key), settings.llm)
    request = Request((Turn(Role.USER, prompt),), Sampling(model, temperature=0.7))
    completion = sampler.complete(request, sample=task.attempt, budget=budget, label=task_name)

This is the only module that imports ``openai``. The import costs about half a second, so it waits for
the first request. Retries are switched off in the client: when to send again is decided by
`models.asking`, which shares its limits with all workers.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from pytest_putnam.errors import ApiError
from pytest_putnam.models.chat import Completion, Finish, Request, Role, Sampling, Turn
from pytest_putnam.models.completions import CacheMode
from pytest_putnam.models.endpoint import NO_KEY, OFFICIAL_URL, Endpoint
from pytest_putnam.models.faults import Fault, FaultKind, fault_of_status
from pytest_putnam.models.pricing import PriceTable, read_prices
from pytest_putnam.models.rates import RateLimits
from pytest_putnam.models.replies import Reply, read_reply
from pytest_putnam.models.sampling import Sampler
from pytest_putnam.models.settings import LlmSettings
from pytest_putnam.models.spending import SpendingLimits
from pytest_putnam.models.usage import total

if TYPE_CHECKING:
    import openai

__all__ = [
    "NO_KEY",
    "OFFICIAL_URL",
    "CacheMode",
    "Completion",
    "Connection",
    "Endpoint",
    "Finish",
    "LlmSettings",
    "PriceTable",
    "RateLimits",
    "Request",
    "Role",
    "Sampler",
    "Sampling",
    "SpendingLimits",
    "Turn",
    "open_sampler",
    "probe",
    "read_prices",
    "total",
]

MAX_BODY_BYTES: Final = 256 << 20
CONNECT_TIMEOUT_S: Final = 15.0


def open_sampler(endpoint: Endpoint, settings: LlmSettings) -> Sampler:
    """Completions of `endpoint`. Raises `BadInput` where the file of completions cannot be used."""
    return Sampler(endpoint, settings, Connection)


def probe(endpoint: Endpoint, timeout_s: float = 10.0) -> tuple[str, ...]:
    """The models that a server offers, asked now. Raises `ApiError` with what prevents it."""

    async def ask() -> tuple[str, ...]:
        connection = Connection(endpoint)
        try:
            return await connection.list_models(timeout_s)
        finally:
            await connection.close()

    try:
        return asyncio.run(ask())
    except Fault as fault:
        raise ApiError(str(fault)) from fault


class Connection:
    """One client of one endpoint, made when the first request is due. Belongs to one event loop."""

    def __init__(self, endpoint: Endpoint) -> None:
        import openai  # noqa: PLC0415 - half a second, which only those pay who query a model

        self.endpoint = endpoint
        self._client = openai.AsyncOpenAI(
            api_key=endpoint.api_key,
            base_url=endpoint.base_url,
            max_retries=0,
            timeout=endpoint.timeout_s,
        )

    async def send(self, request: Request, body: Mapping[str, Any], timeout_s: float) -> Reply:
        """The reply to `request`; `body` has its parameters, as adapted to the server.

        Raises `Fault` for everything that is no reply; nothing is retried here.
        """
        allowed_s = min(timeout_s, self.endpoint.timeout_s)
        begun = asyncio.Event()
        try:
            return await self._reply(request, body, allowed_s, begun)
        except Fault as fault:
            fault.may_be_paid |= begun.is_set()
            raise

    async def _reply(
        self, request: Request, body: Mapping[str, Any], allowed_s: float, begun: asyncio.Event
    ) -> Reply:
        """The reply; `begun` is set when the server begins to answer."""
        import openai  # noqa: PLC0415

        try:
            async with asyncio.timeout(allowed_s):
                return read_reply(await self._post(request, body, allowed_s, begun))
        except (TimeoutError, openai.APITimeoutError) as error:
            raise Fault(FaultKind.LATE, f"no complete answer within {allowed_s:.3g} s") from error
        except openai.APIStatusError as error:
            raise self._status_fault(error) from error
        except _failures() as error:
            raise Fault(FaultKind.BROKEN, self._told(error)) from error

    async def models(self) -> tuple[str, ...]:
        """The names of the models that the server offers; empty where it does not tell."""
        try:
            return await self.list_models(20.0)
        except Fault:
            return ()

    async def list_models(self, timeout_s: float) -> tuple[str, ...]:
        """The same. Raises `Fault` where it does not tell."""
        import openai  # noqa: PLC0415

        try:
            async with asyncio.timeout(timeout_s):
                page = await self._client.models.list(timeout=timeout_s)
        except (TimeoutError, openai.APITimeoutError) as error:
            told = f"{self.endpoint.base_url} gave no answer within {timeout_s:g} s"
            raise Fault(FaultKind.LATE, told) from error
        except openai.APIStatusError as error:
            raise self._status_fault(error) from error
        except ValueError as error:
            told = f"{self.endpoint.base_url} answers with no JSON"
            raise Fault(FaultKind.BROKEN, told) from error
        except _failures() as error:
            raise Fault(FaultKind.BROKEN, self._told(error)) from error
        return tuple(str(m.id) for m in page.data or () if getattr(m, "id", None))

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def _post(
        self, request: Request, body: Mapping[str, Any], timeout_s: float, begun: asyncio.Event
    ) -> bytes:
        """The body of the response, as it came.

        It is not read by the client: that would stumble over what servers send, and lose the
        fields that its own types do not know.
        """
        import openai  # noqa: PLC0415

        messages: Any = [{"role": t.role.value, "content": t.content} for t in request.turns]
        streaming = self._client.chat.completions.with_streaming_response
        async with streaming.create(
            model=request.sampling.model,
            # as extra fields: the client would look at every string of the messages, for milliseconds
            messages=[],
            extra_body={"messages": messages, **body},
            timeout=openai.Timeout(timeout_s, connect=min(CONNECT_TIMEOUT_S, timeout_s)),
        ) as response:
            begun.set()
            received = bytearray()
            async for part in response.iter_bytes():
                received += part
                if len(received) > MAX_BODY_BYTES:
                    raise Fault(
                        FaultKind.BROKEN, f"the answer is longer than {MAX_BODY_BYTES >> 20} MiB"
                    )
            return bytes(received)

    def _status_fault(self, error: openai.APIStatusError) -> Fault:
        body = error.body if error.body is not None else error.response.text
        fault = fault_of_status(
            error.status_code, body, str(error.message), dict(error.response.headers)
        )
        fault.args = (self._without_key(str(fault)),)
        return fault

    def _told(self, error: BaseException) -> str:
        """The error and what caused it, in one line."""
        parts: list[str] = []
        current: BaseException | None = error
        while current is not None and len(parts) < 4:
            text = " ".join(str(current).split()).rstrip(".")
            if text and text not in parts:
                parts.append(text)
            current = current.__cause__ or current.__context__
        told = ": ".join(parts) or type(error).__name__
        return self._without_key(f"{self.endpoint.base_url}: {told}"[:600])

    def _without_key(self, text: str) -> str:
        key = self.endpoint.api_key
        return text.replace(key, "***") if len(key) > len(NO_KEY) else text


def _failures() -> tuple[type[Exception], ...]:
    """What a request can end with but a reply.

    While a body is read, openai does not wrap what the HTTP library under it raises: httpx2 in
    openai 3, httpx before.
    """
    import openai  # noqa: PLC0415

    loaded = [module for name in ("httpx2", "httpx") if (module := sys.modules.get(name))]
    unwrapped = [kind for m in loaded for kind in (m.HTTPError, m.StreamError)]
    return (openai.OpenAIError, OSError, *unwrapped)
