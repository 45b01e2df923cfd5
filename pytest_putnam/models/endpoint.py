"""A server of models, and what sends requests to it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from pytest_putnam.models.chat import Request
from pytest_putnam.models.replies import Reply

OFFICIAL_URL: Final = "https://api.openai.com/v1"
NO_KEY: Final = "none"
"""Sent where the user gave no key: servers of one's own ask for none, the client insists on one."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A server of models."""

    base_url: str = OFFICIAL_URL
    """Up to and including ``/v1``."""
    api_key: str = field(default=NO_KEY, repr=False)
    timeout_s: float = 600.0
    """For one request, from sending it to the last byte of the answer."""
    key_variable: str = "OPENAI_API_KEY"
    """The environment variable that the key was looked for in, for messages."""

    @property
    def key(self) -> str:
        """What tells endpoints apart on this machine; nothing can be learned from it."""
        return hashlib.sha256(f"{self.base_url}\0{self.api_key}".encode()).hexdigest()[:16]

    @property
    def is_official(self) -> bool:
        """Whether it is OpenAI's own."""
        return self.base_url.rstrip("/") == OFFICIAL_URL


class Connects(Protocol):
    """A client of one endpoint. Belongs to one event loop."""

    @property
    def endpoint(self) -> Endpoint:
        """Whose."""

    async def send(self, request: Request, body: Mapping[str, Any], timeout_s: float) -> Reply:
        """The reply to `request`; `body` has its parameters, as adapted to the server.

        Raises `Fault` for everything that is no reply; nothing is retried here.
        """

    async def models(self) -> tuple[str, ...]:
        """The names of the models that the server offers; empty where it does not tell."""

    async def close(self) -> None:
        """Close the connections."""


Connect = Callable[[Endpoint], Connects]
