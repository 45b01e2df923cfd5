"""Parameters that a server does not take: adapted and told, or an error; never silently dropped."""

from __future__ import annotations

from pathlib import Path

import pytest
from model_requests import ask_for, complete, sampler
from model_server import Script, Seen, answer, error, serving

from pytest_putnam.errors import ApiRefused
from pytest_putnam.llm import CacheMode
from pytest_putnam.prover import Budget


def needs_completion_tokens(seen: Seen) -> Script:
    if "max_tokens" in seen.body:
        return error(
            400,
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use "
            "'max_completion_tokens' instead.",
            code="unsupported_parameter",
            param="max_tokens",
        )
    return answer("fine")


def no_temperature(seen: Seen) -> Script:
    if "temperature" in seen.body:
        return error(
            400,
            "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default "
            "(1) value is supported.",
            code="unsupported_value",
            param="temperature",
        )
    return answer("fine")


def test_the_answers_limit_is_sent_under_the_name_that_the_server_takes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(needs_completion_tokens) as server, sampler(server.url, tmp_path) as llm:
        got = complete(llm, ask_for(max_tokens=77))
        complete(llm, ask_for(max_tokens=77), sample=2)
    assert [s.body.get("max_completion_tokens") for s in server.seen] == [None, 77, 77]
    assert any("max_completion_tokens" in note for note in got.notes)
    assert [r.message for r in caplog.records].count(got.notes[0]) == 1, "told once"


def test_a_default_that_is_not_taken_is_left_out_and_told(tmp_path: Path) -> None:
    with serving(no_temperature) as server, sampler(server.url, tmp_path) as llm:
        got = complete(llm, ask_for(temperature=0.7))
    assert ["temperature" in s.body for s in server.seen] == [True, False]
    assert "test-model does not take temperature=0.7: it is not sent" in got.notes[0]


def test_what_the_user_asked_for_and_the_server_does_not_take_ends_the_run(tmp_path: Path) -> None:
    request = ask_for(temperature=0.7, firm=frozenset({"temperature"}))
    with (
        serving(no_temperature) as server,
        sampler(server.url, tmp_path) as llm,
        pytest.raises(ApiRefused, match=r"does not take temperature=0\.7, which was asked for"),
    ):
        complete(llm, request)


@pytest.mark.parametrize(
    "rejection",
    [
        error(400, "n must be 1", param="n"),
        error(400, "Only one completion choice is allowed"),
        error(422, "unknown field `n`"),
    ],
)
def test_a_server_that_rejects_n_is_asked_singly(rejection: Script, tmp_path: Path) -> None:

    def single(seen: Seen) -> Script:
        return rejection if "n" in seen.body else answer("fine")

    with (
        serving(single) as server,
        sampler(server.url, tmp_path, cache=CacheMode.READ_WRITE) as llm,
    ):
        for sample in (1, 2):
            llm.complete(ask_for(), sample=sample, budget=Budget(20), together=(1, 2))
    assert len(server.seen) == 3


def test_a_value_that_is_out_of_range_is_not_sent_under_another_name(tmp_path: Path) -> None:
    too_many = error(
        400,
        "max_tokens is too large: 99999. This model supports at most 4096 completion tokens",
        param="max_tokens",
    )
    with serving(lambda s: too_many if "max_tokens" in s.body else answer("fine")) as server:
        firm = frozenset({"max_tokens"})
        with (
            sampler(server.url, tmp_path) as llm,
            pytest.raises(ApiRefused, match=r"at most 4096.*--prover-opt max-tokens=server"),
        ):
            complete(llm, ask_for(max_tokens=99999, firm=firm))
        with sampler(server.url, tmp_path) as llm:
            notes = complete(llm, ask_for(max_tokens=99999)).notes
    assert len(server.seen) == 3
    assert not any("max_completion_tokens" in seen.body for seen in server.seen)
    assert any("max_tokens=99999: it is not sent" in note for note in notes)
