"""Why a completion that was to be replayed is not there: which prompt changed, and how."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pytest_putnam.models.chat import Request

MAX_DIFF_LINES: Final = 40
MAX_LINE: Final = 160


@dataclass(frozen=True, slots=True)
class Known:
    """A request that the store has."""

    key: str
    request: Mapping[str, Any]
    samples: tuple[int, ...]
    labels: frozenset[str]


def explain_miss(
    where: str, request: Request, sample: int, label: str, known: Sequence[Known]
) -> str:
    """What is missing in the file `where`, and a diff from the nearest request that it has.

    The nearest is looked for among those with the same label, where there are any.
    """
    what = f"no completion to replay for {label or 'this prompt'}, sample {sample}"
    if not known:
        return f"{what}: {where} is empty"
    same = next((k for k in known if k.key == request.key), None)
    if same is not None:
        told = ", ".join(map(str, same.samples[:20])) or "none"
        return (
            f"{what}: {where} has the prompt with the samples {told}; ask for as many attempts as were "
            f"recorded, or record more by --llm-cache=read-write"
        )
    wanted = request.as_json()
    candidates = [k for k in known if label in k.labels] or list(known)
    nearest = max(candidates, key=lambda k: _likeness(k.request, wanted))
    changed = _changed_settings(nearest.request, wanted)
    diff = _diff(nearest.request, wanted)
    subject = "its prompt changed" if diff else "its prompt is the same, its settings changed"
    lines = [f"{what}: {subject} (- recorded in {where}, + now)", *changed, *diff]
    return "\n".join(lines)


def _likeness(one: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    """The share of lines that two prompts have in common; linear, for stores are large."""
    left, right = Counter(_lines(one)), Counter(_lines(other))
    common = (left & right).total()
    return common / max(1, left.total(), right.total())


def _changed_settings(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    before = {"model": old.get("model")} | dict(old.get("parameters") or {})
    now = {"model": new.get("model")} | dict(new.get("parameters") or {})
    return [
        f"  {name}: {before.get(name, 'not sent')} -> {now.get(name, 'not sent')}"
        for name in sorted(before.keys() | now.keys())
        if before.get(name) != now.get(name)
    ]


def _diff(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    found = list(difflib.unified_diff(_lines(old), _lines(new), lineterm="", n=1))[2:]
    shown = [line if len(line) <= MAX_LINE else f"{line[:MAX_LINE]}…" for line in found]
    if len(shown) > MAX_DIFF_LINES:
        more = len(shown) - MAX_DIFF_LINES
        shown = [*shown[:MAX_DIFF_LINES], f"… {more} more lines of difference"]
    return shown


def _lines(request: Mapping[str, Any]) -> list[str]:
    lines: list[str] = []
    for message in request.get("messages") or ():
        lines.append(f"[{message.get('role')}]")
        lines += str(message.get("content")).splitlines()
    return lines
