"""What sledgehammer says: the proofs that it found, fastest first, or why there is none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

_TRY: Final = re.compile(
    r"^(?:\"?(?P<prover>[\w.-]+)\"?:\s+)?Try this:\s*(?P<proof>\S.*?)"
    r"(?:\s+\((?P<play>(?:>\s*)?[\d.]+\s*m?s(?:,\s*timed\s+out)?|timed\s+out|failed)\))?"
    r"(?=\s*(?:\n\s*\nIsar proof\b|\Z))",
    re.DOTALL,
)
_ISAR: Final = re.compile(
    r"^Isar proof(?:\s*\((?P<play>[^)]*)\))?:\s*(?P<proof>proof\b.*\bqed\b|by\b.*)",
    re.DOTALL | re.MULTILINE,
)
_TIME: Final = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s*(?P<unit>m?s)")
_WHOLE: Final = re.compile(r"(?:(?:using|unfolding)\b.*\s)?by\b.*|proof\b.*", re.DOTALL)
"""A proof that ends the goal; ``apply …``, for one goal of several, does not."""
_FAULT: Final = re.compile(
    r"^(?:\"?(?P<prover>[\w.-]+)\"?:\s+)?(?P<what>(?:Internal )?[Ee]rror\b.*|No prover is set.*"
    r"|No such prover.*|.*\bis not installed.*|.*environment variable .* is not set.*)",
    re.DOTALL,
)
_LATE: Final = re.compile(r"ran out of time|Timed? ?out", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Found:
    """A proof that sledgehammer offers."""

    proof: str
    """In Isabelle's symbols, on one line unless it is an Isar proof: ``by (metis …)``."""
    prover: str = ""
    """Whose find it is; empty where that is not said."""
    replay_s: float | None = None
    """How long Isabelle took to replay it; None where it did not in sledgehammer's time for that."""


@dataclass(frozen=True, slots=True)
class Hammered:
    """What came of one call."""

    found: tuple[Found, ...] = ()
    """The fastest first, those not replayed last, each once."""
    faults: tuple[str, ...] = ()
    """Provers that are missing or broke."""
    late: bool = False
    """It says that it ran out of time."""


def read(messages: Sequence[str]) -> Hammered:
    """What the messages of one ``sledgehammer`` command say."""
    found = [each for message in messages for each in _proofs(message)]
    found.sort(key=lambda each: float("inf") if each.replay_s is None else each.replay_s)
    once: dict[str, Found] = {}
    for each in found:
        once.setdefault(each.proof, each)
    # what says "Try this" is no fault, whatever else it says
    others = [" ".join(message.split()) for message in messages if "Try this:" not in message]
    faults = [message[:300] for message in others if _FAULT.match(message)]
    late = any(_LATE.search(message) for message in others if message not in faults)
    return Hammered(tuple(once.values()), tuple(dict.fromkeys(faults)), late)


def _proofs(message: str) -> Iterable[Found]:
    match = _TRY.match(message.strip())
    prover = (match["prover"] or "") if match else ""
    if match:
        proof = " ".join(match["proof"].split())
        if _WHOLE.fullmatch(proof) and match["play"] != "failed":
            yield Found(proof, prover, _seconds(match["play"]))
    if isar := _ISAR.search(message):
        yield Found(isar["proof"].strip(), prover, _seconds(isar["play"]))


def _seconds(play: str | None) -> float | None:
    """``12 ms``; None for ``> 1.0 s, timed out``."""
    if not play or play.startswith(">") or "out" in play or play == "failed":
        return None
    time = _TIME.search(play)
    if time is None:
        return None
    return float(time["number"]) / (1000 if time["unit"] == "ms" else 1)
