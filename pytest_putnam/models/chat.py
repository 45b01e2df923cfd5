"""What is asked of a language model and what comes back, as data.

A `Request` and the index of the sample determine a completion: they are what the cache is keyed by.
"""

from __future__ import annotations

import enum
import functools
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from pytest_putnam.model import Usage, VerdictKind

ENDPOINT_KIND: Final = "chat.completions"
"""The interface that requests are made for, a part of every cache key."""

Json = Any
"""A value that `json` can write; spelling it recursively gains nothing at the borders."""


class Role(enum.StrEnum):
    """Who speaks."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a conversation."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a model is sampled. None: the parameter is not sent, the server's default holds."""

    model: str
    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None
    """Of the answer, reasoning included."""
    stop: tuple[str, ...] = ()
    extra: Mapping[str, Json] = field(default_factory=lambda: MappingProxyType({}))
    """Further fields of the request's body, sent as they are: ``seed``, ``reasoning_effort`` …"""
    firm: frozenset[str] = frozenset()
    """Parameters that the user asked for: a server that does not take one ends the run, where it would
    else be left out, which is told. Not a part of the key."""

    def parameters(self) -> dict[str, Json]:
        """The parameters that are sent, by their names in the interface."""
        named = {
            "temperature": self.temperature,
            "top_p": self.top_p,
            "max_tokens": self.max_tokens,
            "stop": list(self.stop) or None,
        }
        return {k: v for k, v in named.items() if v is not None} | dict(self.extra)


@dataclass(frozen=True, slots=True)
class Request:
    """A conversation to be continued, and how.

    Lone surrogates, which have no encoding, are replaced by U+FFFD.
    """

    turns: tuple[Turn, ...]
    sampling: Sampling

    def __post_init__(self) -> None:
        clean = tuple(Turn(t.role, well_formed(t.content)) for t in self.turns)
        object.__setattr__(self, "turns", clean)

    def as_json(self) -> dict[str, Json]:
        """Everything that determines the completions but the sample's index, as plain data."""
        return {
            "endpoint": ENDPOINT_KIND,
            "model": self.sampling.model,
            "parameters": self.sampling.parameters(),
            "messages": [{"role": t.role.value, "content": t.content} for t in self.turns],
        }

    def canonical(self) -> str:
        """`as_json` written in the one way that is hashed."""
        return canonical_json(self.as_json())

    @property
    def key(self) -> str:
        """The SHA-256 of `canonical`, in hex."""
        return request_key(self.canonical())

    @property
    def characters(self) -> int:
        """The length of all messages together, code points."""
        return sum(len(t.content) for t in self.turns)


@functools.lru_cache(maxsize=256)
def request_key(canonical: str) -> str:
    """What a request is found by, from its canonical JSON."""
    return hashlib.sha256(canonical.encode()).hexdigest()


def canonical_json(value: Json) -> str:
    """JSON with sorted keys, no blanks, and characters as they are."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def well_formed(text: str) -> str:
    """`text` with U+FFFD for lone surrogates, which can be neither sent nor stored."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


class Finish(enum.StrEnum):
    """Why a completion ended."""

    STOP = "stop"
    LENGTH = "length"
    """A token limit cut it off, or its reasoning never closed."""
    CONTENT_FILTER = "content_filter"
    REFUSAL = "refusal"
    CONTEXT_LENGTH = "context_length"
    """The prompt does not fit the model's context; nothing was generated."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Completion:
    """One sampled answer."""

    content: str
    """The answer without its reasoning."""
    reasoning: str = ""
    finish: Finish = Finish.STOP
    detail: str = ""
    """What the server said of the end: a refusal's text, an unknown finish reason, an error."""
    served_by: str = ""
    """The model as the server names it."""
    usage: Usage = field(default_factory=Usage)
    """Of the response that brought it; where one brought several, the first bears all of it."""
    notes: tuple[str, ...] = ()
    """How the request was adapted to the server."""
    from_cache: bool = False

    @property
    def no_answer(self) -> tuple[VerdictKind, str] | None:
        """The verdict of a completion that holds no answer, with its reason; None where one is there."""
        if self.finish is Finish.LENGTH:
            return VerdictKind.TRUNCATED, self.detail or "the answer was cut off by the token limit"
        named = {
            Finish.CONTENT_FILTER: "the answer was withheld by the server's content filter",
            Finish.REFUSAL: "the model refused",
            Finish.CONTEXT_LENGTH: "the prompt does not fit the model's context",
        }.get(self.finish)
        if named is not None:
            return VerdictKind.NO_CODE, f"{named}: {self.detail}" if self.detail else named
        if not self.content.strip():
            told = f" ({self.detail})" if self.detail else ""
            return VerdictKind.NO_CODE, f"the answer is empty{told}"
        return None
