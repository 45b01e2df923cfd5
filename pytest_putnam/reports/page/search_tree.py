"""A prover's search, where its transcript is one: a tree that the page shows with indentation.

Such a transcript is a JSON object with the tree under ``search``. A node is an object with ``text``
(a tactic, a state) and, where it has them, ``note`` (a score, an error) and ``children``:

    {"search": {"text": "root", "children": [{"text": "intros.", "note": "ok", "children": []}]}}

Everything else in the object stays in the store.
"""

from __future__ import annotations

from typing import Any, Final

from pytest_putnam.search_record import search_object
from pytest_putnam.wire import cut

NODES: Final = 2_000
"""How many nodes are shown, in the order of the search's text."""
DEPTH: Final = 100
TEXT_CHARS: Final = 400


def search_tree(transcript: str) -> dict[str, object] | None:
    """The tree of a transcript, bounded; None where it holds none."""
    data = search_object(transcript)
    return None if data is None else _Tree().node(data["search"], 0)


class _Tree:
    def __init__(self) -> None:
        self.left = NODES

    def node(self, node: dict[str, Any], depth: int) -> dict[str, object]:
        self.left -= 1
        shown: dict[str, object] = {"text": cut(str(node.get("text", "")), TEXT_CHARS)}
        if node.get("note"):
            shown["note"] = cut(str(node["note"]), TEXT_CHARS)
        children = node.get("children")
        if not isinstance(children, list) or not children:
            return shown
        below: list[dict[str, object]] = []
        for child in children if depth < DEPTH else ():
            if self.left <= 0:
                break
            if isinstance(child, dict):
                below.append(self.node(child, depth + 1))
        if len(below) < len(children):
            below.append({"text": "…", "note": f"{len(children) - len(below)} more in the store"})
        shown["children"] = below
        return shown
