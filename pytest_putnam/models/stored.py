"""A completion as it is kept: with its request, its sample and whose it is, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from pytest_putnam.model import Usage
from pytest_putnam.models.chat import Completion, Finish


@dataclass(frozen=True, slots=True)
class Stored:
    """One kept completion."""

    request: Mapping[str, Any]
    """As `Request.as_json`."""
    sample: int
    """Counts from 1."""
    completion: Completion
    label: str = ""
    """For people: problem, language, track."""
    run: str = ""
    """The run that paid for it."""
    created_at: float = 0.0
    """Unix time."""


def answer_json(completion: Completion) -> dict[str, Any]:
    """A completion as plain data; what is empty or unknown is left out."""
    data: dict[str, Any] = {
        "content": completion.content,
        "finish": completion.finish.value,
        "reasoning": completion.reasoning,
        "detail": completion.detail,
        "served_by": completion.served_by,
        "notes": list(completion.notes),
        "usage": {k: v for k, v in asdict(completion.usage).items() if v is not None},
    }
    return {k: v for k, v in data.items() if v or k in {"content", "finish"}}


def completion_of(data: Mapping[str, Any]) -> Completion:
    """The inverse of `answer_json`. Raises ValueError, TypeError or KeyError for other data."""
    known = {f.name for f in fields(Usage)}
    usage = {k: v for k, v in dict(data.get("usage") or {}).items() if k in known}
    return Completion(
        content=_string(data["content"]),
        reasoning=_string(data.get("reasoning", "")),
        finish=Finish(data.get("finish", Finish.STOP)),
        detail=_string(data.get("detail", "")),
        served_by=_string(data.get("served_by", "")),
        notes=tuple(_string(note) for note in data.get("notes", ())),
        usage=Usage(**usage),
    )


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected a text, not {value!r}")
    return value
