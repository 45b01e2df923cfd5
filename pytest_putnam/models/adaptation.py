"""Fitting a request's parameters to what a server takes, as its errors tell; never silently."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from typing import Any, Final

from pytest_putnam.errors import ApiRefused
from pytest_putnam.models.chat import Request
from pytest_putnam.models.faults import Fault, FaultKind

_LIMITS: Final = ("max_tokens", "max_completion_tokens")
_NOT_TAKEN: Final = re.compile(
    r"unsupported|not supported|unrecognized|unknown|unexpected|not permitted|extra|use 'max_",
    re.IGNORECASE,
)
_logger: Final = logging.getLogger("pytest_putnam.llm")


class Adaptation:
    """What was learnt of one server and model. Used from one event loop."""

    def __init__(self, *, official: bool) -> None:
        """`official`: OpenAI's own server, which has given up ``max_tokens`` for its successor."""
        self.notes: list[str] = []
        """What was changed, one line each."""
        self._limit = _LIMITS[1 if official else 0]
        self._limits_tried = {self._limit}
        self._dropped: set[str] = set()
        self._one_choice = False

    def choices(self, wanted: int) -> int:
        """How many of `wanted` choices to ask for in one request."""
        return 1 if self._one_choice else wanted

    def body(self, request: Request, choices: int) -> dict[str, Any]:
        """The parameters of `request` as this server takes them."""
        body = {
            self._limit if name == "max_tokens" else name: value
            for name, value in request.sampling.parameters().items()
            if name not in self._dropped
        }
        if choices > 1:
            body["n"] = choices
        return body

    def gave_one(self) -> None:
        """The server answered with one choice where more were asked for."""
        if not self._one_choice:
            self._one_choice = True
            self._tell("the server gives one choice per request; the others are asked for singly")

    def learn(self, fault: Fault, request: Request, body: Mapping[str, Any]) -> bool:
        """Whether `body` can be changed so that `fault` does not come again.

        Raises `ApiRefused` for a parameter that the user asked for and the server does not take.
        """
        name = fault.parameter
        if "n" in body and (name == "n" or fault.kind is FaultKind.REJECTED):
            self.gave_one()
            return True
        if fault.kind is not FaultKind.PARAMETER:
            return False
        if name not in body:
            return False
        if name in _LIMITS:
            if self._rename_limit(name, fault):
                return True
            asked = "max_tokens"
        else:
            asked = name
        if asked in request.sampling.firm:
            raise ApiRefused(
                f"{request.sampling.model} does not take {name}={body[name]!r}, which was asked "
                f"for ({fault}); change it, or leave it to the server by --prover-opt "
                f"{asked.replace('_', '-')}=server"
            )
        if asked not in self._dropped:  # another request may have learnt it meanwhile
            self._dropped.add(asked)
            self._tell(
                f"{request.sampling.model} does not take {name}={body[name]!r}: it is not sent "
                f"({fault})"
            )
        return True

    def _rename_limit(self, name: str, fault: Fault) -> bool:
        """Whether the limit of the answer's length goes under its other name."""
        other = _LIMITS[1 - _LIMITS.index(name)]
        if self._limit == other:
            return True  # another request has learnt it meanwhile
        if other in self._limits_tried or not _NOT_TAKEN.search(str(fault)):
            return False
        self._limits_tried.add(other)
        self._limit = other
        self._tell(f"the server does not take {name}: the limit is sent as {other}")
        return True

    def _tell(self, note: str) -> None:
        self.notes.append(note)
        _logger.warning("%s", note)
