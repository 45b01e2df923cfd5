"""What a prover's search did, as data: its tree and its statistics, kept as the attempt's transcript.

    root = SearchNode("root")
    found = root.add("intros n.", "ok", goals=["n + 0 = n"])
    found.add("lia.", "closed")
    Answer(..., transcript=SearchRecord(root, SearchStatistics(states=3, queries=2)).as_transcript())

The transcript is a JSON object: ``search`` (nodes of ``text``, ``note``, ``outcome``, ``goals``,
``children``), ``statistics``, and what the prover adds. ``putnam show-attempt`` and the HTML page show it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final

MAX_TEXT_CHARS: Final = 2000
"""Of a tactic, or of what a model said in its place."""
MAX_MESSAGE_CHARS: Final = 500
MAX_GOALS: Final = 5
"""So many goals of a state are kept, the others are counted."""
MAX_GOAL_CHARS: Final = 200
LONGEST_PATH: Final = 200
"""A tree that is deeper is not read back: the limit of nested JSON is not far."""

_SINGULAR: Final = {
    "states": "state",
    "queries": "query",
    "backtracks": "backtrack",
    "tactics": "tactic",
    "restarts": "restart",
}


@dataclass(slots=True)
class SearchNode:
    """A step of a search and what came of it; the root is the first state. It grows as the search goes."""

    text: str
    """The tactic, on one or several lines."""
    outcome: str = ""
    """One word: ``ok``, ``error``, ``closed`` …"""
    message: str = ""
    """Why it failed, or what was said of it."""
    goals: tuple[str, ...] = ()
    """Of the state that it led to, shortened; empty where it led to none."""
    children: list[SearchNode] = field(default_factory=list)

    def add(
        self, text: str, outcome: str, message: str = "", goals: Sequence[str] = ()
    ) -> SearchNode:
        """A new step from this state, its texts cut to what is kept."""
        child = SearchNode(
            _cut(text.strip(), MAX_TEXT_CHARS),
            outcome,
            _cut(message.strip(), MAX_MESSAGE_CHARS),
            shortened(goals),
        )
        self.children.append(child)
        return child

    @property
    def note(self) -> str:
        """The outcome with what belongs to it, on one line."""
        parts = [self.outcome]
        parts += [" ".join(self.message.split())] if self.message else []
        parts += [" | ".join(self.goals)] if self.goals else []
        return ": ".join(part for part in parts if part)

    def as_json(self) -> dict[str, object]:
        """The node and all below it as plain data."""
        data: dict[str, object] = {"text": self.text, "note": self.note, "outcome": self.outcome}
        if self.message:
            data["message"] = self.message
        if self.goals:
            data["goals"] = list(self.goals)
        if self.children:
            data["children"] = [child.as_json() for child in self.children]
        return data


@dataclass(frozen=True, slots=True)
class SearchStatistics:
    """What a search took. Times in seconds."""

    states: int = 0
    """Different ones that were reached, the first included."""
    queries: int = 0
    """Of the model."""
    wasted: int = 0
    """Queries whose answer was not a tactic."""
    repeated: int = 0
    """Queries answered with a step that is known to fail in its state."""
    circular: int = 0
    """Steps that led to a state at least as hard as one on the way to it."""
    known: int = 0
    """Steps that led to goals which were reached before, on whatever way."""
    failed: int = 0
    """Steps that the assistant refused, or that took too long."""
    backtracks: int = 0
    tactics: int = 0
    """Given to the assistant."""
    restarts: int = 0
    """Of the assistant."""
    model_s: float = 0.0
    assistant_s: float = 0.0

    def __add__(self, other: SearchStatistics) -> SearchStatistics:
        """Both searches together."""
        return SearchStatistics(
            **{
                each.name: getattr(self, each.name) + getattr(other, each.name)
                for each in fields(self)
            }
        )

    def told(self) -> str:
        """The numbers in words; those that are zero are left out."""
        counts = [
            f"{value} {_SINGULAR.get(name, name) if value == 1 else name}"
            for name, value in asdict(self).items()
            if value and not name.endswith("_s")
        ]
        times = [f"model {self.model_s:.1f} s", f"assistant {self.assistant_s:.1f} s"]
        return ", ".join(counts + times)


@dataclass(frozen=True, slots=True)
class SearchRecord:
    """A search: its tree, its statistics, and what else its prover tells."""

    root: SearchNode
    statistics: SearchStatistics
    more: Mapping[str, object] = field(default_factory=dict)
    """Further entries of the JSON object."""

    def as_transcript(self) -> str:
        """The record as an attempt's transcript."""
        search = self.root.as_json()
        search["note"] = self.statistics.told()
        return json.dumps(
            {"search": search, "statistics": asdict(self.statistics), **self.more},
            ensure_ascii=False,
        )


def read_record(transcript: str) -> SearchRecord | None:
    """The search that a transcript holds; None where it is of another kind."""
    data = search_object(transcript)
    if data is None:
        return None
    more = {name: each for name, each in data.items() if name not in {"search", "statistics"}}
    return SearchRecord(_node(data["search"], 0), _statistics(data.get("statistics")), more)


def read_statistics(transcript: str) -> SearchStatistics | None:
    """The statistics alone; None where it is a transcript of another kind."""
    data = search_object(transcript)
    return None if data is None else _statistics(data.get("statistics"))


def search_object(transcript: str) -> dict[str, Any] | None:
    """The transcript's JSON object, with the tree under ``search``; None where it holds none."""
    if not transcript.lstrip().startswith("{"):
        return None
    try:
        data = json.loads(transcript)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data.get("search"), dict) else None


def shortened(goals: Sequence[str]) -> tuple[str, ...]:
    """Goals for the record: the first ones, each on a line, and how many more there are."""
    kept = [_cut(" ".join(goal.split()), MAX_GOAL_CHARS) for goal in goals[:MAX_GOALS]]
    more = len(goals) - len(kept)
    return (*kept, *([f"… {more} more"] if more else []))


def _statistics(data: object) -> SearchStatistics:
    """Of the numbers those that are known by now: records may come from another version."""
    if not isinstance(data, dict):
        return SearchStatistics()
    known: dict[str, Any] = {
        each.name: data[each.name]
        for each in fields(SearchStatistics)
        if isinstance(data.get(each.name), int | float)
    }
    return SearchStatistics(**known)


def _node(data: Mapping[str, Any], depth: int) -> SearchNode:
    goals, children = data.get("goals"), data.get("children")
    outcome = data.get("outcome")
    return SearchNode(
        str(data.get("text", "")),
        # a tree of another prover's own making may have a note alone
        str(data.get("note", "") if outcome is None else outcome),
        str(data.get("message", "")),
        tuple(map(str, goals)) if isinstance(goals, list) else (),
        [
            _node(child, depth + 1)
            for child in (children if isinstance(children, list) and depth < LONGEST_PATH else ())
            if isinstance(child, dict)
        ],
    )


def _cut(text: str, keep: int) -> str:
    return text if len(text) <= keep else text[: keep - 1] + "…"
