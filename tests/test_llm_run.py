"""Runs with gpt4 through the plugin: kept completions, limits, a refusing server; with and without xdist."""

from __future__ import annotations

import sqlite3

import pytest
from model_server import Script, Seen, answer, error, serving, unused_url
from small_benchmark import write_benchmark

pytestmark = pytest.mark.real_coq

PROOF = "```coq\nProof. induction n; simpl; congruence. Qed.\n```"
WRONG = "```coq\nProof. discriminate. Qed.\n```"


@pytest.fixture(params=[(), ("-n2",)], ids=["one-process", "xdist"])
def workers(request: pytest.FixtureRequest) -> tuple[str, ...]:
    given: tuple[str, ...] = request.param
    return given


def run(
    pytester: pytest.Pytester, url: str, *args: str, problems: tuple[str, ...] = ("putnam_1901_a1",)
) -> pytest.RunResult:
    root = pytester.path / "bench"
    if not root.exists():
        write_benchmark(root, *problems)
    return pytester.runpytest_subprocess(
        "bench",
        "--putnam-lang=coq",
        "--prover=gpt4",
        f"--prover-opt=base-url={url}",
        "--prover-opt=model=test-model",
        *args,
        timeout=120,
    )


def rows(pytester: pytest.Pytester, sql: str) -> list[tuple[object, ...]]:
    (store,) = pytester.path.glob("run*/run.sqlite")
    with sqlite3.connect(store) as db:
        found = db.execute(sql).fetchall()
    db.close()
    return found


def third_time_right(seen: Seen) -> Script:
    return answer(PROOF if seen.number == 3 else WRONG)


def test_pass_at_n_with_usage_in_the_store(
    pytester: pytest.Pytester, workers: tuple[str, ...]
) -> None:
    (pytester.path / "prices.yaml").write_text("test-model: {input: 1000, output: 1000}")
    with serving(third_time_right) as server:
        result = run(pytester, server.url, "--putnam-run=run", "--llm-prices=prices.yaml", *workers)
    result.assert_outcomes(passed=1)
    assert len(server.seen) == 3
    assert rows(
        pytester, "SELECT attempt, verdict, requests, prompt_tokens, cost_usd FROM attempt"
    ) == [
        (1, "compile_error", 1, 100, pytest.approx(0.11)),
        (2, "compile_error", 1, 100, pytest.approx(0.11)),
        (3, "proved", 1, 100, pytest.approx(0.11)),
    ]


def test_what_was_kept_is_replayed_without_a_server(pytester: pytest.Pytester) -> None:
    with serving(third_time_right) as server:
        run(pytester, server.url, "--putnam-run=first").assert_outcomes(passed=1)
    assert len(server.seen) == 3
    kept = "--llm-cache-file=first/completions.sqlite"
    url = unused_url()
    result = run(pytester, url, "--putnam-run=run", "--llm-cache=replay", kept)
    result.assert_outcomes(passed=1)
    assert rows(pytester, "SELECT verdict FROM attempt ORDER BY attempt") == [
        ("compile_error",),
        ("compile_error",),
        ("proved",),
    ]
    missed = run(
        pytester, url, "--llm-cache=replay", kept, "--prover-opt=shots=0", "--putnam-attempts=1"
    )
    missed.stdout.fnmatch_lines(["*api_error*no completion to replay*its prompt changed*"])


def test_a_wrong_key_ends_the_run_at_once(
    pytester: pytest.Pytester, workers: tuple[str, ...]
) -> None:
    with serving(error(401, "Incorrect API key provided")) as server:
        result = run(pytester, server.url, *workers, problems=("putnam_1901_a1", "putnam_1901_a2"))
    assert result.ret != 0
    result.stdout.fnmatch_lines(["*Incorrect API key provided*OPENAI_API_KEY*"])
    assert len(server.seen) <= 2, "one per worker at most"


def test_a_spent_run_stops_and_goes_on_with_a_higher_limit(pytester: pytest.Pytester) -> None:
    problems = ("putnam_1901_a1", "putnam_1901_a2")
    tokens = "--prover-opt=max-tokens=10"
    with serving(answer(WRONG)) as server:
        result = run(
            pytester,
            server.url,
            tokens,
            "--putnam-run=run",
            "--putnam-max-tokens=2500",
            "-n2",
            problems=problems,
        )
        spent = len(server.seen)
        assert result.ret != 0
        assert 0 < spent < 20
        result.stdout.fnmatch_lines(["*limit of 2500 tokens is reached*--putnam-max-tokens*"])
        ended = rows(pytester, "SELECT DISTINCT verdict FROM attempt ORDER BY verdict")
        assert ("budget_exhausted",) in ended
        run(pytester, server.url, tokens, "--putnam-run=run", "--putnam-max-tokens=1000000")
    assert len(server.seen) == 20, "each of the 2 times 10 attempts is asked for once"
    verdicts = rows(pytester, "SELECT verdict, count(*) FROM attempt GROUP BY verdict")
    assert verdicts == [("compile_error", 20)]


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("--llm-cache=reply", "*--llm-cache=reply*Did you mean 'replay'*"),
        ("--llm-cache=replay", "*--llm-cache=replay needs --llm-cache-file=FILE*"),
        ("--llm-prices=none.yaml", "*none.yaml*No such file*"),
        ("--putnam-max-cost=5", "*--putnam-max-cost=5 cannot hold*--llm-prices*"),
        ("--putnam-max-cost=-1", "*--putnam-max-cost=-1*zero or more*"),
        ("--llm-rpm=0", "*--llm-rpm=0*at least 1*"),
        ("--llm-cashe=off", "*Did you mean --llm-cache?*"),
    ],
)
def test_a_wrong_option_is_told_before_collection(
    option: str, said: str, pytester: pytest.Pytester
) -> None:
    result = run(pytester, "http://127.0.0.1:9/v1", option)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([said])


def test_collecting_asks_no_model(pytester: pytest.Pytester) -> None:
    with serving(answer(PROOF)) as server:
        result = run(pytester, server.url, "--co", "-q")
    assert result.ret == 0
    assert server.seen == []
    assert not (pytester.path / ".putnam").exists()


def test_what_a_server_does_not_take_is_told_on_the_terminal(
    pytester: pytest.Pytester, workers: tuple[str, ...]
) -> None:
    def no_temperature(seen: Seen) -> Script:
        if "temperature" in seen.body:
            return error(400, "Unsupported parameter: 'temperature'", param="temperature")
        return answer(PROOF)

    with serving(no_temperature) as server:
        result = run(pytester, server.url, *workers)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*PutnamWarning: test-model does not take temperature=0.7*"])
