"""What can go wrong with one request to a model's server, sorted by what to do next."""

from __future__ import annotations

import email.utils
import enum
import json
import re
import time
from collections.abc import Mapping
from typing import Any, Final


class FaultKind(enum.StrEnum):
    """What to do about a fault."""

    REFUSED = "refused"
    """No request will ever be answered: a wrong key, an unknown model, no credit. Ends the run."""
    REJECTED = "rejected"
    """This request is not answered, however often it is sent."""
    PARAMETER = "parameter"
    """The server does not take a parameter; `Fault.parameter` names it."""
    CONTEXT_LENGTH = "context_length"
    """The prompt is longer than the model's context."""
    CONTENT_FILTER = "content_filter"
    """The prompt was withheld from the model."""
    BUSY = "busy"
    """Too many requests, or an overloaded server: wait, then send again."""
    BROKEN = "broken"
    """The server or the way to it failed: send again."""
    LATE = "late"
    """No complete answer within the request's time: send again."""

    @property
    def retryable(self) -> bool:
        """Whether sending the same request again may help."""
        return self in {FaultKind.BUSY, FaultKind.BROKEN, FaultKind.LATE}


class Fault(Exception):
    """A request that brought no completion."""

    def __init__(
        self,
        kind: FaultKind,
        message: str,
        *,
        status: int | None = None,
        parameter: str = "",
        retry_after_s: float | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.status = status
        self.parameter = parameter
        self.retry_after_s = retry_after_s
        """How long the server asks to wait, seconds."""
        self.may_be_paid = kind is FaultKind.LATE
        """Whether the server may have answered and charged: who gave up waiting does not know, nor
        does who saw only the beginning of an answer."""


_TOO_LONG: Final = re.compile(
    r"context[ _]?(?:length|window|size)|maximum (?:prompt|input|context)|too many tokens"
    r"|prompt is too long|longer than the (?:model's|maximum)|exceeds? the (?:available|maximum) context"
    r"|reduce the length",
    re.IGNORECASE,
)
_UNSUPPORTED: Final = re.compile(
    r"unsupported|not support|does not exist|unrecognized|unknown|unexpected|not permitted|extra"
    r"|only the default|not allowed|deprecated|must be|should be|invalid|cannot be|not compatible"
    r"|at most|less than|greater than",
    re.IGNORECASE,
)
_QUOTED: Final = re.compile(r"['\"`]([A-Za-z_][\w.]*)['\"`]")
_TAGS: Final = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.IGNORECASE | re.DOTALL)
_REFUSED_CODES: Final = frozenset(
    {
        "insufficient_quota",
        "billing_hard_limit_reached",
        "billing_not_active",
        "account_deactivated",
        "invalid_api_key",
        "model_not_found",
    }
)
_TOO_LONG_CODES: Final = frozenset({"context_length_exceeded", "exceed_context_size_error"})
_FILTER_CODES: Final = frozenset({"content_filter", "content_policy_violation"})


def fault_of_status(
    status: int, body: object, message: str, headers: Mapping[str, str] | None = None
) -> Fault:
    """The fault that an HTTP status of 400 or more means.

    `body` is the ``error`` object where the server sent one, else its text; `message` is used where
    the body says nothing.
    """
    error = _error_object(body)
    text = _readable(error.get("message") or (body if isinstance(body, str) else message) or "")
    code = str(error.get("code") or error.get("type") or "")
    told = f"HTTP {status}: {text or code or 'no further word'}"
    kind = _kind(status, error, code, text)
    return Fault(
        kind,
        told,
        status=status,
        parameter=_parameter(error, text) if kind is FaultKind.PARAMETER else "",
        retry_after_s=retry_after_s(headers or {}) if kind.retryable else None,
    )


def retry_after_s(headers: Mapping[str, str], *, now: float | None = None) -> float | None:
    """The wait that a response asks for: ``retry-after-ms``, or ``Retry-After`` in seconds or as a date.

    None where there is none or it makes no sense. `now` is a Unix time.
    """
    for name, per_second in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            wait = float(headers.get(name, "")) / per_second
        except ValueError:
            continue
        if 0.0 <= wait < float("inf"):
            return wait
    try:
        date = email.utils.parsedate_to_datetime(headers.get("retry-after", ""))
    except ValueError:
        return None
    return max(0.0, date.timestamp() - (time.time() if now is None else now))


def _error_object(body: object) -> Mapping[str, Any]:
    """The object that tells of the error, whether or not it is wrapped in ``error``."""
    if isinstance(body, str):
        try:
            body = json.loads(body)
        except (ValueError, RecursionError):
            return {}
    if not isinstance(body, Mapping):
        return {}
    inner = body.get("error")
    if isinstance(inner, Mapping):
        return inner
    if isinstance(inner, str):
        return {"message": inner}
    detail = body.get("detail")  # FastAPI
    if "message" not in body and detail is not None:
        return {"message": detail if isinstance(detail, str) else json.dumps(detail)}
    return body


def _kind(status: int, error: Mapping[str, Any], code: str, text: str) -> FaultKind:
    """The first that holds; what is wrong for good comes before what may pass."""
    refused = (
        status in {401, 402, 403, 404, 405}
        or code in _REFUSED_CODES
        or error.get("param") == "model"
    )
    # llama.cpp reports a context that is too small as a server error with a type
    too_long = code in _TOO_LONG_CODES or (
        status in {400, 413, 422} and not _is_of_limit(error) and _TOO_LONG.search(text) is not None
    )
    cases = (
        (refused, FaultKind.REFUSED),
        (too_long, FaultKind.CONTEXT_LENGTH),
        (status in {429, 503, 529}, FaultKind.BUSY),
        (status in {408, 409, 425} or status >= 500, FaultKind.BROKEN),
        (code in _FILTER_CODES, FaultKind.CONTENT_FILTER),
        (bool(_parameter(error, text)), FaultKind.PARAMETER),
    )
    return next((kind for holds, kind in cases if holds), FaultKind.REJECTED)


def _parameter(error: Mapping[str, Any], text: str) -> str:
    """The parameter that an error is about, by its field or in its text; empty where it is none."""
    parameter = error.get("param")
    if isinstance(parameter, str) and parameter:
        return "" if parameter.startswith("messages") else parameter
    if not _UNSUPPORTED.search(text):
        return ""
    quoted = next((m[1] for m in _QUOTED.finditer(text) if m[1] in _PARAMETERS), "")
    telling = (p for p in _PARAMETERS if len(p) > 4)  # the others are words of English too
    return quoted or next((p for p in telling if re.search(rf"\b{p}\b", text)), "")


_PARAMETERS: Final = (
    "max_completion_tokens",
    "max_tokens",
    "temperature",
    "top_p",
    "stop",
    "seed",
    "reasoning_effort",
    "n",
)
"""Looked for in messages that name no parameter in a field; the longest first."""


def _is_of_limit(error: Mapping[str, Any]) -> bool:
    """Whether the error is about the limit of the answer's length, not about the prompt."""
    return error.get("param") in {"max_tokens", "max_completion_tokens"}


def _readable(text: object) -> str:
    """One line of at most 500 characters, without the tags of an HTML page."""
    line = str(text)[:20_000]
    if "<" in line and re.search(r"<\s*(?:html|!doctype|body|head|title)", line, re.IGNORECASE):
        line = _TAGS.sub(" ", line)
    return " ".join(line.split())[:500]
