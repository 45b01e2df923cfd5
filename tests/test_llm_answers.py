"""What comes back from a model: choices, reasoning apart from the answer, cut-off and refused ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from model_requests import ask_for, complete, sampler, tokens
from model_server import Script, Seen, answer, serving

from pytest_putnam.llm import CacheMode, Completion
from pytest_putnam.model import VerdictKind
from pytest_putnam.prover import Budget


def served(tmp_path: Path, script: Script) -> Completion:
    with serving(script) as server, sampler(server.url, tmp_path) as llm:
        return complete(llm)


@pytest.mark.parametrize(
    ("script", "content", "reasoning"),
    [
        (answer("<think>hmm</think>\nlia."), "\nlia.", "hmm"),
        (answer("hmm</think>lia."), "lia.", "hmm"),
        (answer("lia.", message={"reasoning_content": "hmm"}), "lia.", "hmm"),
        (answer("lia.", message={"reasoning": "hmm"}), "lia.", "hmm"),
        (answer("lia. (* <think> *)"), "lia. (* <think> *)", ""),
    ],
    ids=["think", "think-opened-by-template", "reasoning_content", "reasoning", "no-block"],
)
def test_reasoning_is_kept_apart(
    script: Script, content: str, reasoning: str, tmp_path: Path
) -> None:
    got = served(tmp_path, script)
    assert (got.content, got.reasoning) == (content, reasoning)
    assert got.no_answer is None


@pytest.mark.parametrize(
    ("script", "kind", "reason"),
    [
        (answer("Proof. intr", finish="length"), VerdictKind.TRUNCATED, "token limit"),
        (answer("<think>first I"), VerdictKind.TRUNCATED, "never closed"),
        (answer("<think>a", finish="length"), VerdictKind.TRUNCATED, "never closed"),
        (answer(None), VerdictKind.NO_CODE, "empty"),
        (answer("  \n"), VerdictKind.NO_CODE, "empty"),
        (answer("<think>all of it</think>"), VerdictKind.NO_CODE, "empty"),
        (answer(None, message={"refusal": "I can't."}), VerdictKind.NO_CODE, r"refused: I can't\."),
        (answer("", finish="content_filter"), VerdictKind.NO_CODE, "content filter"),
    ],
    ids=[
        *("length", "unclosed", "unclosed-length", "null", "blank", "only-thought"),
        *("refusal", "filter"),
    ],
)
def test_no_answer_has_its_name(
    script: Script, kind: VerdictKind, reason: str, tmp_path: Path
) -> None:
    no_answer = served(tmp_path, script).no_answer
    assert no_answer is not None
    assert no_answer[0] is kind
    assert re.search(reason, no_answer[1])


def test_usage_has_the_cached_and_the_reasoning_tokens(tmp_path: Path) -> None:
    usage = {
        "prompt_tokens": 90,
        "completion_tokens": 50,
        "prompt_tokens_details": {"cached_tokens": 64},
        "completion_tokens_details": {"reasoning_tokens": 40},
    }
    got = served(tmp_path, answer("lia.", usage=usage)).usage
    assert tokens(got) == (90, 50)
    assert (got.cached_tokens, got.reasoning_tokens) == (64, 40)


def test_choices_come_in_one_request_and_the_missing_are_asked_for_again(tmp_path: Path) -> None:
    def three_at_most(seen: Seen) -> Script:
        count = min(3, int(seen.body.get("n", 1)))
        return answer(*(f"{seen.number}.{i}" for i in range(count)))

    with (
        serving(three_at_most) as server,
        sampler(server.url, tmp_path, cache=CacheMode.READ_WRITE) as llm,
    ):
        got = [
            llm.complete(ask_for(), sample=i, budget=Budget(20), together=range(1, 6))
            for i in range(1, 6)
        ]
    assert [c.content for c in got] == ["1.0", "1.1", "1.2", "2.0", "2.1"]
    assert [seen.body.get("n") for seen in server.seen] == [5, 2]
    assert sum(c.usage.requests for c in got) == 2
    assert [tokens(c.usage) for c in got][:2] == [(100, 30), (0, 0)]


def test_a_server_that_gives_one_choice_is_asked_singly_and_that_is_told(tmp_path: Path) -> None:
    with (
        serving(lambda seen: answer(str(seen.number))) as server,
        sampler(server.url, tmp_path, cache=CacheMode.READ_WRITE) as llm,
    ):
        got = [
            llm.complete(ask_for(), sample=i, budget=Budget(20), together=range(1, 4))
            for i in range(1, 4)
        ]
        assert [c.content for c in got] == ["1", "2", "3"]
        assert [seen.body.get("n") for seen in server.seen] == [3, None, None]
        assert any("one choice per request" in note for note in llm.notes())
