"""Faults of a model's server: what is sent again, what ends the attempt, what ends the run."""

from __future__ import annotations

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from model_requests import KEY, ask_for, complete, sampler, tokens
from model_server import Script, answer, error, in_order, serving, unused_url

from pytest_putnam.errors import ApiError, ApiRefused, BudgetExhausted
from pytest_putnam.llm import Endpoint, probe
from pytest_putnam.model import VerdictKind
from pytest_putnam.models.pricing import Price, PriceTable
from pytest_putnam.prover import Budget

GOOD = answer("fine")
GATEWAY_PAGE = b"<html><head><title>502 Bad Gateway</title></head><body><h1>Bad</h1></body></html>"


@pytest.mark.parametrize(
    "fault",
    [
        error(429, "slow down"),
        error(429, "slow down", headers={"Retry-After": "0.02"}),
        error(500),
        Script(GATEWAY_PAGE, 502, {"content-type": "text/html"}),
        error(503, "overloaded"),
        Script(GOOD.body, cut_at=40),
        Script(b"", cut_at=0),
        Script(b'{"choices": [{"mess'),
        Script(b"<html>welcome to the hotel</html>", headers={"content-type": "text/html"}),
        Script(b"[" * 100_000),
        Script(b"[1, 2]"),
        Script(b'{"choices": []}'),
        Script(b'{"choices": [{"message": null}]}'),
        Script(b'{"error": {"message": "upstream is away", "code": 503}}'),
        Script(GOOD.body[:-1] + b"\xff"),
    ],
    ids=[
        *("429", "429-retry-after", "500", "502-html", "503", "reset-mid-body", "reset-at-once"),
        *("cut-json", "html-with-200", "deep-json", "no-object", "no-choices", "no-message"),
        *("error-with-200", "bad-utf8"),
    ],
)
def test_a_passing_fault_is_met_by_sending_again(fault: Script, tmp_path: Path) -> None:
    with serving(in_order([fault, fault, GOOD])) as server, sampler(server.url, tmp_path) as llm:
        got = complete(llm)
    assert got.content == "fine"
    assert got.usage.requests == 3
    assert tokens(got.usage) == (100, 10)
    assert len(server.seen) == 3


def test_a_fault_that_stays_is_an_api_error_with_the_last_word(tmp_path: Path) -> None:
    page = Script(GATEWAY_PAGE, 502, {"content-type": "text/html"})
    with serving(page) as server, sampler(server.url, tmp_path) as llm:
        with pytest.raises(ApiError, match=r"4 tries failed.*HTTP 502: 502 Bad Gateway") as caught:
            complete(llm)
        assert "<h1>" not in str(caught.value)
        assert caught.value.usage is not None
        assert caught.value.usage.requests == 4
        assert caught.value.usage.cost_usd is None
        # nothing was ever answered: the next attempt does not wait as long
        with pytest.raises(ApiError, match="2 tries failed"):
            complete(llm, sample=2)


def test_retry_after_holds_for_everybody(tmp_path: Path) -> None:
    busy = error(429, headers={"Retry-After": "0.5"})
    with (
        serving(in_order([busy, GOOD])) as server,
        sampler(server.url, tmp_path) as one,
        sampler(server.url, tmp_path) as other,
        ThreadPoolExecutor(1) as pool,
    ):
        waiting = pool.submit(complete, one, ask_for("first"))
        while not server.seen:
            time.sleep(0.01)
        time.sleep(0.1)
        complete(other, ask_for("second"))
        waiting.result()
        first, *later = server.seen
        assert len(later) == 2
        assert all(seen.at - first.at >= 0.5 for seen in later)


def test_a_wait_that_is_too_long_is_not_waited_for(tmp_path: Path) -> None:
    busy = error(429, "quota of the day", headers={"Retry-After": "86400"})
    with (
        serving(busy) as server,
        sampler(server.url, tmp_path) as llm,
        pytest.raises(ApiError, match=r"quota of the day.*86400 s, which is too long"),
    ):
        complete(llm)


def test_a_wrong_key_ends_everything_at_once_and_is_not_shown(tmp_path: Path) -> None:
    refusal = error(401, f"Incorrect API key provided: {KEY}", code="invalid_api_key")
    with serving(refusal) as server, sampler(server.url, tmp_path) as llm:
        with pytest.raises(ApiRefused, match=r"Incorrect API key.*OPENAI_API_KEY") as caught:
            complete(llm)
        assert KEY not in str(caught.value)
        with pytest.raises(ApiRefused):
            complete(llm, sample=2)
        assert len(server.seen) == 1, "a refused run asks no more"


def test_an_unknown_model_is_told_with_those_there_are(tmp_path: Path) -> None:
    missing = error(404, "The model does not exist", code="model_not_found")
    with (
        serving(missing, models=["test-model-2", "other"]) as server,
        sampler(server.url, tmp_path) as llm,
        pytest.raises(ApiRefused, match=r"'test-model'.*Did you mean 'test-model-2'"),
    ):
        complete(llm)


def test_spent_credit_is_not_taken_for_a_busy_server(tmp_path: Path) -> None:
    empty = error(429, "You exceeded your current quota", code="insufficient_quota")
    with (
        serving(empty) as server,
        sampler(server.url, tmp_path) as llm,
        pytest.raises(ApiRefused, match="exceeded your current quota"),
    ):
        complete(llm)
    assert len(server.seen) == 1


def test_nobody_listening_names_the_address(tmp_path: Path) -> None:
    url = unused_url()
    with (
        sampler(url, tmp_path) as llm,
        pytest.raises(ApiError, match=f"{url}.*[Cc]onnect"),
    ):
        complete(llm)


def test_a_hang_ends_with_the_requests_time_and_is_sent_again(tmp_path: Path) -> None:
    with (
        serving(in_order([Script(hang=True), GOOD])) as server,
        sampler(server.url, tmp_path, timeout_s=0.3) as llm,
    ):
        assert complete(llm).content == "fine"
    assert len(server.seen) == 2


def test_a_trickle_does_not_outlive_the_requests_time(tmp_path: Path) -> None:
    trickle = Script(GOOD.body, piece=1, pause_s=0.05)
    began = time.monotonic()
    with (
        serving(in_order([trickle, GOOD])) as server,
        sampler(server.url, tmp_path, timeout_s=0.4) as llm,
    ):
        assert complete(llm).content == "fine"
    assert time.monotonic() - began < 5.0


def test_the_attempts_time_is_the_last_word(tmp_path: Path) -> None:
    began = time.monotonic()
    with serving(Script(hang=True)) as server, sampler(server.url, tmp_path) as llm:
        with pytest.raises(BudgetExhausted, match="within the attempt's time"):
            complete(llm, seconds=0.3)
        assert time.monotonic() - began < 3.0


def test_where_faults_took_the_attempts_time_they_are_the_reason(tmp_path: Path) -> None:
    with (
        serving(error(500, "oops")) as server,
        sampler(server.url, tmp_path, tries=1000, backoff_s=0.1) as llm,
        pytest.raises(ApiError, match=r"no time is left to ask again.*oops"),
    ):
        complete(llm, seconds=0.5)


def test_a_cancelled_attempt_stops_waiting(tmp_path: Path) -> None:
    budget = Budget(60)
    with serving(Script(hang=True)) as server, sampler(server.url, tmp_path) as llm:
        threading.Timer(0.2, budget.cancel).start()
        began = time.monotonic()
        with pytest.raises(BudgetExhausted):
            llm.complete(ask_for(), sample=1, budget=budget)
        assert time.monotonic() - began < 3.0


def test_too_long_a_prompt_is_no_code_and_not_sent_again(tmp_path: Path) -> None:
    long = error(
        400,
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000",
        code="context_length_exceeded",
        param="messages",
    )
    with serving(long) as server, sampler(server.url, tmp_path) as llm:
        got = complete(llm)
    assert len(server.seen) == 1
    assert got.no_answer is not None
    kind, reason = got.no_answer
    assert kind is VerdictKind.NO_CODE
    assert "8192" in reason
    assert got.usage.requests == 1


def test_a_filtered_prompt_is_named(tmp_path: Path) -> None:
    filtered = error(400, "The response was filtered", code="content_filter")
    with serving(filtered) as server, sampler(server.url, tmp_path) as llm:
        got = complete(llm)
    assert got.no_answer is not None
    assert got.no_answer[0] is VerdictKind.NO_CODE
    assert "content filter" in got.no_answer[1]


def test_a_request_that_is_rejected_is_not_sent_again(tmp_path: Path) -> None:
    with (
        serving(error(400, "messages must alternate")) as server,
        sampler(server.url, tmp_path) as llm,
        pytest.raises(ApiError, match="must alternate"),
    ):
        complete(llm)
    assert len(server.seen) == 1


def test_missing_usage_is_unknown_and_never_free(tmp_path: Path) -> None:
    prices = PriceTable({"*": Price(1.0, 1.0)})
    with (
        serving(answer("fine", usage=None)) as server,
        sampler(server.url, tmp_path, prices=prices) as llm,
    ):
        usage = complete(llm).usage
    assert tokens(usage) == (None, None)
    assert usage.cost_usd is None


def test_an_answer_of_ten_megabytes_arrives_whole(tmp_path: Path) -> None:
    text = "intros. " * (10 * 1024 * 128)
    with serving(answer(text)) as server, sampler(server.url, tmp_path) as llm:
        assert complete(llm).content == text


def test_lone_surrogates_become_replacement_characters(tmp_path: Path) -> None:
    data = json.loads(answer("x").body)
    body = json.dumps(data).replace('"x"', '"a \\ud800 b"').encode()
    with (
        serving(in_order([answer("x"), Script(body)])) as server,
        sampler(server.url, tmp_path) as llm,
    ):
        complete(llm, ask_for("lone \udc00 in the prompt"))
        got = complete(llm, sample=2)
    assert got.content == "a � b"
    assert server.seen[0].prompt == "lone � in the prompt"


def test_a_server_can_be_probed() -> None:
    with serving(GOOD, models=["b", "a"]) as server:
        assert probe(Endpoint(server.url, KEY)) == ("b", "a")
    with pytest.raises(ApiError, match=r"[Cc]onnect"):
        probe(Endpoint(unused_url(), KEY))
