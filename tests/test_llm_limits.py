"""Limits on the machine's requests and on the run's money, over several processes."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from model_requests import ask_for, complete, sampler
from model_server import ModelServer, Script, answer, serving

from pytest_putnam.errors import BadInput, SpendingLimit
from pytest_putnam.llm import RateLimits, Sampler, SpendingLimits
from pytest_putnam.model import Usage
from pytest_putnam.models.pricing import Price, PriceTable, read_prices
from pytest_putnam.models.rates import WINDOW_S, RateLimiter
from pytest_putnam.models.spending import Ledger, Spent

CLIENT = """
import sys
from pathlib import Path
from concurrent.futures import ThreadPoolExecutor
from model_requests import ask_for, complete, sampler
from pytest_putnam.llm import RateLimits
url, folder, name, count, at_once = sys.argv[1:]
with sampler(url, Path(folder), rates=RateLimits(concurrency=int(at_once))) as llm:
    with ThreadPoolExecutor(int(count)) as pool:
        list(pool.map(lambda i: complete(llm, ask_for(f"{name} {i}"), seconds=60), range(int(count))))
"""
HERE = Path(__file__).parent


def client(server: ModelServer, folder: Path, name: str, count: int, at_once: int) -> list[str]:
    return [sys.executable, "-c", CLIENT, server.url, str(folder), name, str(count), str(at_once)]


def many(llm: Sampler, count: int, prompt: str = "p") -> list[object]:
    """Ask for `count` completions at once; what each thread met."""

    def one(number: int) -> object:
        try:
            return complete(llm, ask_for(f"{prompt} {number}", max_tokens=10), seconds=30)
        except SpendingLimit as error:
            return error

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


def test_all_processes_together_keep_to_the_concurrency(tmp_path: Path) -> None:
    with serving(answer("x").late(0.1)) as server:
        processes = [
            subprocess.Popen(client(server, tmp_path, str(n), 8, 3), cwd=HERE) for n in range(3)
        ]
        assert [p.wait(60) for p in processes] == [0] * 3
    assert len(server.seen) == 24
    assert server.most_in_flight == 3


def test_what_a_killed_process_held_is_taken_back(tmp_path: Path) -> None:
    with serving(lambda s: answer("x").late(30 if s.prompt.startswith("dies") else 0)) as server:
        process = subprocess.Popen(client(server, tmp_path, "dies", 2, 2), cwd=HERE)
        while len(server.seen) < 2:
            time.sleep(0.01)
        process.kill()
        process.wait()
        began = time.monotonic()
        with sampler(server.url, tmp_path, rates=RateLimits(concurrency=2)) as llm:
            many(llm, 4)
        assert time.monotonic() - began < 5.0


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        (RateLimits(requests_per_min=3), 3),
        (RateLimits(tokens_per_min=1000), 2),
        (RateLimits(requests_per_min=10, tokens_per_min=100_000), 5),
    ],
    ids=["requests", "tokens", "neither-reached"],
)
def test_no_more_than_the_limit_in_a_minute(
    limits: RateLimits, expected: int, tmp_path: Path
) -> None:
    async def admitted() -> int:
        limiter = RateLimiter("x", limits, tmp_path)
        tasks = [asyncio.ensure_future(limiter.admit(450)) for _ in range(5)]
        await asyncio.sleep(0.3)
        count = sum(task.done() for task in tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        limiter.close()
        return count

    assert asyncio.run(admitted()) == expected


def test_the_window_moves_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert WINDOW_S == 60.0
    monkeypatch.setattr("pytest_putnam.models.rates.WINDOW_S", 0.5)
    with (
        serving(answer("x")) as server,
        sampler(server.url, tmp_path, rates=RateLimits(requests_per_min=2)) as llm,
    ):
        many(llm, 6)
    times = [seen.at for seen in server.seen]
    assert len(times) == 6
    assert all(b - a > 0.4 for a, b in zip(times, times[2:], strict=False))


def test_a_prompt_that_is_more_than_the_limit_is_sent_alone(tmp_path: Path) -> None:
    with (
        serving(answer("x")) as server,
        sampler(server.url, tmp_path, rates=RateLimits(tokens_per_min=10)) as llm,
    ):
        assert complete(llm, ask_for("long " * 100)).content == "x"


PRICES = PriceTable({"test-model": Price(input=1000.0, output=10_000.0)})  # 0.2 USD per answer


def met(results: Sequence[object]) -> list[SpendingLimit]:
    return [r for r in results if isinstance(r, SpendingLimit)]


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (SpendingLimits(cost_usd=1.0), "limit of 1 USD is reached.*--putnam-max-cost"),
        (SpendingLimits(tokens=550), "limit of 550 tokens is reached.*--putnam-max-tokens"),
    ],
)
def test_a_run_stops_before_its_limit_however_many_ask_at_once(
    limits: SpendingLimits, said: str, tmp_path: Path
) -> None:
    with (
        serving(answer("x").late(0.05)) as server,
        sampler(
            server.url,
            tmp_path,
            ledger_file=tmp_path / "run" / "ledger.sqlite",
            run="run",
            spending=limits,
            prices=PRICES,
        ) as llm,
    ):
        results = many(
            llm, 12, "a prompt of one hundred tokens, or so it is said by the server " * 4
        )
    stopped = met(results)
    assert stopped
    for error in stopped:
        assert re.search(said, str(error))
    spent = len(server.seen)
    assert 1 <= spent <= 5
    assert len(stopped) == 12 - spent


def test_what_was_never_sent_is_known_to_cost_nothing(tmp_path: Path) -> None:
    with (
        serving(answer("x")) as server,
        sampler(
            server.url,
            tmp_path,
            ledger_file=tmp_path / "spending.sqlite",
            spending=SpendingLimits(tokens=1),
        ) as llm,
        pytest.raises(SpendingLimit) as caught,
    ):
        complete(llm)
    assert server.seen == []
    assert caught.value.usage == Usage(0, 0, 0, 0, 0, 0.0)


def test_a_resumed_run_goes_on_with_the_same_account(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "l.sqlite", "run", SpendingLimits(tokens=100))
    reservation = ledger.reserve(80, None)
    assert reservation is not None
    ledger.settle(reservation, Usage(1, 50, 10, cost_usd=0.5), 80)
    ledger.close()
    again = Ledger(tmp_path / "l.sqlite", "run", SpendingLimits(tokens=100))
    assert again.spent() == Spent(1, 60, 0.5, 0, 0.5)
    with pytest.raises(SpendingLimit):
        again.reserve(80, None)
    other = Ledger(tmp_path / "l.sqlite", "other", SpendingLimits(tokens=100))
    assert other.reserve(80, None) is not None
    higher = Ledger(tmp_path / "l.sqlite", "run", SpendingLimits(tokens=200))
    assert higher.reserve(80, None) is not None
    for each in (again, other, higher):
        each.close()


def test_without_a_price_the_cost_is_unknown_and_told_so(tmp_path: Path) -> None:
    file = tmp_path / "ledger.sqlite"
    with (
        serving(answer("x")) as server,
        sampler(server.url, tmp_path, ledger_file=file, run="run") as llm,
    ):
        assert complete(llm).usage.cost_usd is None
    ledger = Ledger(file, "run", SpendingLimits())
    assert ledger.spent() == Spent(1, 110, 0.0, 1)
    ledger.close()


def test_an_answer_without_usage_counts_with_the_most_that_it_can_cost(tmp_path: Path) -> None:
    with (
        serving(answer("x", usage=None)) as server,
        sampler(
            server.url,
            tmp_path,
            ledger_file=tmp_path / "ledger.sqlite",
            run="run",
            spending=SpendingLimits(cost_usd=0.25),
            prices=PRICES,
        ) as llm,
    ):
        results = many(llm, 4)
    assert len(server.seen) == 2, "ten tokens of an answer cost 0.1 USD"
    assert len(met(results)) == 2


@pytest.mark.parametrize(
    "broken", [replace(answer("x"), cut_at=40), Script(b"{"), Script(b"<html>")]
)
def test_an_answer_that_breaks_off_counts_with_the_most_that_it_can_cost(
    tmp_path: Path, broken: Script
) -> None:
    with (
        serving(broken) as server,
        sampler(
            server.url,
            tmp_path,
            ledger_file=tmp_path / "ledger.sqlite",
            run="run",
            spending=SpendingLimits(cost_usd=0.25),
            prices=PRICES,
        ) as llm,
        pytest.raises(SpendingLimit),
    ):
        complete(llm, ask_for(max_tokens=10))
    assert len(server.seen) == 2, "ten tokens of an answer cost 0.1 USD"


def test_a_cost_limit_needs_a_price(tmp_path: Path) -> None:
    with (
        sampler("http://x/v1", tmp_path, spending=SpendingLimits(cost_usd=1.0)) as llm,
        pytest.raises(BadInput, match=r"price of test-model is not known.*--llm-prices"),
    ):
        complete(llm)


def test_prices_are_read_by_name_and_by_pattern(tmp_path: Path) -> None:
    file = tmp_path / "prices.yaml"
    file.write_text("m-1: {input: 2, cached_input: 1, output: 8}\n'm-*': {input: 0, output: 0}\n")
    table = read_prices(file)
    usage = Usage(1, 1_000_000, 500_000, cached_tokens=400_000)
    assert table.cost_usd("m-1", usage) == pytest.approx(0.6 * 2 + 0.4 * 1 + 0.5 * 8)
    assert table.cost_usd("m-2", usage) == 0.0
    assert table.cost_usd("other", usage) is None
    assert table.cost_usd("m-1", Usage(1)) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("m: {input: 1}", "expected {input: USD, output: USD}"),
        ("m: {input: 1, output: -1}", "output is -1, not a price"),
        ("m: {input: 1, output: .nan}", "output is nan"),
        ("m: {input: 1, output: yes}", "output is True"),
        ("- m", "expected a mapping"),
        ("m: [", "no valid YAML"),
    ],
)
def test_a_price_table_that_is_none_is_told(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(text)
    with pytest.raises(BadInput, match=said):
        read_prices(tmp_path / "p.yaml")


def test_threads_that_ask_for_the_same_sample_pay_once(tmp_path: Path) -> None:
    with serving(answer("x").late(0.2)) as server, sampler(server.url, tmp_path) as llm:
        threads = [threading.Thread(target=complete, args=(llm,)) for _ in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(server.seen) == 1
