"""A search is kept as a transcript, read back, and shown as an indented tree."""

from __future__ import annotations

import json

import pytest

from pytest_putnam.reports.page.search_tree import search_tree
from pytest_putnam.reports.search_text import DEEPEST, tree_lines
from pytest_putnam.search_record import (
    LONGEST_PATH,
    MAX_GOAL_CHARS,
    SearchNode,
    SearchRecord,
    SearchStatistics,
    read_record,
)


def small() -> SearchRecord:
    root = SearchNode("root", goals=("p /\\ q",))
    split = root.add("split.", "ok", goals=["p", "q"])
    split.add("exact hq.", "error", "it has type\n  q")
    split.add("exact hp.", "closed")
    return SearchRecord(root, SearchStatistics(states=3, queries=3, failed=1), {"answers": ["a"]})


def test_a_record_is_read_back_as_it_was() -> None:
    again = read_record(small().as_transcript())
    assert again == small()


def test_the_page_shows_the_same_tree() -> None:
    shown = search_tree(small().as_transcript())
    assert shown is not None
    assert shown["note"] == "3 states, 3 queries, 1 failed, model 0.0 s, assistant 0.0 s"
    assert shown["children"] == [
        {
            "text": "split.",
            "note": "ok: p | q",
            "children": [
                {"text": "exact hq.", "note": "error: it has type q"},
                {"text": "exact hp.", "note": "closed"},
            ],
        }
    ]


def test_steps_of_a_state_are_below_it() -> None:
    lines = [f"{each.indent}{each.step} {each.outcome}" for each in tree_lines(small().root)]
    assert lines == ["split. ok", "  exact hq. error", "  exact hp. closed"]


def test_a_deep_search_stays_on_the_screen_and_is_read_back() -> None:
    root = node = SearchNode("root")
    for number in range(LONGEST_PATH):
        node = node.add(f"step {number}", "ok")
    again = read_record(SearchRecord(root, SearchStatistics()).as_transcript())
    assert again is not None
    lines = list(tree_lines(again.root))
    assert len(lines) == LONGEST_PATH
    assert max(len(each.indent) for each in lines) < 2 * DEEPEST + 8
    assert lines[-1].indent.endswith(f"({LONGEST_PATH - 1}) ")


def test_long_texts_are_cut_and_goals_counted() -> None:
    node = SearchNode("root").add("x" * 10_000, "ok", "y" * 10_000, ["z" * 1000, *"abcdefgh"])
    assert len(node.text) < 2100
    assert len(node.message) < 600
    assert len(node.goals[0]) == MAX_GOAL_CHARS
    assert node.goals[-1] == "… 4 more"


@pytest.mark.parametrize(
    "transcript",
    ["", "said and done", "{", '{"a": 1}', '{"search": "x"}', "[1]", '{"search": ' + "[" * 100_000],
)
def test_other_transcripts_are_no_searches(transcript: str) -> None:
    assert read_record(transcript) is None


def test_records_of_other_making_are_read_as_far_as_they_go() -> None:
    odd = {
        "search": {"text": 5, "note": "0.7", "children": [{"text": "a", "goals": "no"}, 7]},
        "statistics": {"queries": 4, "states": "many", "new": 1},
    }
    record = read_record(json.dumps(odd))
    assert record is not None
    assert (record.root.text, record.root.outcome) == ("5", "0.7")
    assert [child.text for child in record.root.children] == ["a"]
    assert record.statistics == SearchStatistics(queries=4)
