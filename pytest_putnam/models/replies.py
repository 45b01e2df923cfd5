"""Reading what a chat completions server sent: choices, reasoning kept apart, usage, errors.

Servers differ: vLLM and DeepSeek give ``reasoning_content``, others ``reasoning`` or a ``<think>``
block in the answer; some omit ``usage`` or ``finish_reason``; some answer 200 with an ``error``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pytest_putnam.model import Usage
from pytest_putnam.models.chat import Completion, Finish, well_formed
from pytest_putnam.models.faults import Fault, FaultKind, fault_of_status

_FINISHES: Final[Mapping[str, Finish]] = {
    "stop": Finish.STOP,
    "eos": Finish.STOP,
    "eos_token": Finish.STOP,
    "end_turn": Finish.STOP,
    "stop_sequence": Finish.STOP,
    "length": Finish.LENGTH,
    "max_tokens": Finish.LENGTH,
    "model_length": Finish.LENGTH,
    "content_filter": Finish.CONTENT_FILTER,
    "refusal": Finish.REFUSAL,
}
DEEPEST: Final = 100
"""Levels of nesting in a response; an answer has about six."""
_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_BRACKET: Final = re.compile(rb"[\[\]{}]")
_THINK: Final = re.compile(r"\s*<(think|thinking)>", re.IGNORECASE)
_THOUGHT: Final = re.compile(r"</(?:think|thinking)>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reply:
    """A response that was understood."""

    choices: tuple[Completion, ...]
    """In the server's order, each with an empty `Usage`."""
    usage: Usage
    """Of the whole response; what the server did not tell is None."""


def read_reply(body: bytes) -> Reply:
    """The choices of a response that came with status 200.

    Raises `Fault` for what is no chat completion: broken JSON, an error in disguise, no choices.
    """
    data = _decoded(body)
    error = data.get("error")
    if error:
        raise _disguised(error)
    choices = data.get("choices")
    if not isinstance(choices, list) or not choices:
        raise Fault(FaultKind.BROKEN, f"the answer has no choices: {_excerpt(body)}")
    served_by = data.get("model")
    name = well_formed(served_by) if isinstance(served_by, str) else ""
    return Reply(tuple(_completion(c, name, body) for c in choices), read_usage(data.get("usage")))


def read_usage(usage: object) -> Usage:
    """The tokens that a response reports, as one request."""
    if not isinstance(usage, Mapping):
        return Usage(requests=1)
    return Usage(
        requests=1,
        prompt_tokens=_count(usage, "prompt_tokens"),
        completion_tokens=_count(usage, "completion_tokens"),
        cached_tokens=_count(usage.get("prompt_tokens_details"), "cached_tokens"),
        reasoning_tokens=_count(usage.get("completion_tokens_details"), "reasoning_tokens"),
    )


def split_reasoning(text: str) -> tuple[str, str, bool]:
    """`text` as reasoning and answer, and whether the reasoning was closed.

    Reasoning is a ``<think>`` block at the beginning; where the chat template has opened it already,
    everything before a lone ``</think>``.
    """
    opening = _THINK.match(text)
    closing = _THOUGHT.search(text, opening.end() if opening else 0)
    if closing is None:
        return (text[opening.end() :], "", False) if opening else ("", text, True)
    return text[opening.end() if opening else 0 : closing.start()], text[closing.end() :], True


def _is_too_deep(body: bytes) -> bool:
    """Whether it nests deeper than any answer does.

    Python's JSON decoder ends such a text with a RecursionError, after which CPython 3.11 may miscount
    the depth of the thread's stack.
    """
    if body.count(b"[") + body.count(b"{") <= DEEPEST:
        return False
    depth = 0
    for bracket in _BRACKET.findall(_STRING.sub(b"", body)):
        depth += 1 if bracket in b"[{" else -1
        if depth > DEEPEST:
            return True
    return False


def _decoded(body: bytes) -> Mapping[str, Any]:
    if _is_too_deep(body):
        raise Fault(FaultKind.BROKEN, f"the answer is not JSON of a chat: {_excerpt(body)}")
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Fault(
            FaultKind.BROKEN, f"the answer is not JSON ({error}): {_excerpt(body)}"
        ) from error
    if not isinstance(data, Mapping):
        raise Fault(FaultKind.BROKEN, f"the answer is no JSON object: {_excerpt(body)}")
    return data


def _disguised(error: object) -> Fault:
    """The fault of a gateway that answers 200 and means an error."""
    if isinstance(error, Mapping):
        code = error.get("code")
        status = code if isinstance(code, int) and 400 <= code < 600 else 502
        return fault_of_status(status, error, "")
    return Fault(FaultKind.BROKEN, f"the answer is an error: {str(error)[:500]}")


def _completion(choice: object, served_by: str, body: bytes) -> Completion:
    message = choice.get("message") if isinstance(choice, Mapping) else None
    if not isinstance(choice, Mapping) or not isinstance(message, Mapping):
        raise Fault(FaultKind.BROKEN, f"a choice of the answer has no message: {_excerpt(body)}")
    reasoning = _text(message.get("reasoning_content")) or _text(message.get("reasoning"))
    thought, content, closed = split_reasoning(_text(message.get("content")))
    reason = choice.get("finish_reason")
    finish = _FINISHES.get(reason, Finish.OTHER) if isinstance(reason, str) else Finish.STOP
    detail = reason if finish is Finish.OTHER and isinstance(reason, str) else ""
    refusal = _text(message.get("refusal"))
    if refusal and not content.strip():
        finish, detail = Finish.REFUSAL, refusal[:500]
    elif not closed:
        finish = Finish.LENGTH
        detail = "its reasoning was never closed: the token limit is too low for it"
    return Completion(
        content=content,
        reasoning="\n\n".join(part for part in (reasoning, thought.strip()) if part),
        finish=finish,
        detail=detail,
        served_by=served_by,
        usage=Usage(),
    )


def _text(value: object) -> str:
    """A text, or the texts of a list of parts, together."""
    if isinstance(value, str):
        return well_formed(value)
    if isinstance(value, list):
        parts = (p.get("text") if isinstance(p, Mapping) else p for p in value)
        return "".join(well_formed(p) for p in parts if isinstance(p, str))
    return ""


def _count(mapping: object, name: str) -> int | None:
    value = mapping.get(name) if isinstance(mapping, Mapping) else None
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    return None


def _excerpt(body: bytes) -> str:
    text = body[:400].decode("utf-8", "replace")
    return " ".join(text.split())[:200] or "(empty)"
