"""The prover gpt4: its options, its prompts, and what becomes of a model's answers."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from coq_cases import formalization
from model_requests import FAST
from model_server import ModelServer, Responder, Script, Seen, answer, error, serving, unused_url
from prover_tasks import make_prover, make_task

from pytest_putnam.answers import candidate_of
from pytest_putnam.errors import ApiError, BadInput
from pytest_putnam.languages.coq.assemble import assemble
from pytest_putnam.llm import CacheMode, LlmSettings
from pytest_putnam.model import Candidate, Language, Track, VerdictKind
from pytest_putnam.prover import Answer, Budget, Prover
from pytest_putnam.registry import find_prover, make_settings

PROMPTS = Path(__file__).resolve().parent.parent / "provers" / "prompts"
PROOF = "Proof. reflexivity. Qed."
GOOD = answer(f"So:\n```coq\n{PROOF}\n```")


@contextmanager
def gpt4(
    tmp_path: Path,
    url: str,
    *options: str,
    llm: LlmSettings = FAST,
    language: Language = Language.COQ,
) -> Iterator[Prover]:
    cls = find_prover("gpt4")
    settings = make_settings(
        cls,
        [f"base-url={url}", "model=test-model", *options],
        root_dir=tmp_path,
        languages={language},
        llm=llm,
    )
    made = cls(settings)
    try:
        yield made
    finally:
        made.close()


def ask(
    tmp_path: Path, respond: Script | Responder, *options: str, **task: Any
) -> tuple[Answer, ModelServer]:
    with serving(respond) as server, gpt4(tmp_path, server.url, *options) as prover:
        return prover.attempt(make_task(tmp_path, **task), Budget(300)), server


def test_the_answer_becomes_a_candidate_with_usage_and_transcript(tmp_path: Path) -> None:
    got, server = ask(tmp_path, GOOD)
    assert got.candidates == (Candidate(PROOF),)
    assert got.usage is not None
    assert (got.usage.requests, got.usage.prompt_tokens) == (1, 100)
    assert "So:" in got.transcript
    (seen,) = server.seen
    assert seen.body["temperature"] == 0.7
    assert seen.body["max_tokens"] == 4096
    assert [m["role"] for m in seen.body["messages"]] == [
        "system",
        *["user", "assistant"] * 3,
        "user",
    ]
    assert "Theorem made_up : made_up_solution = 3." in seen.prompt
    assert "Show that three is three." in seen.prompt


@pytest.mark.parametrize(
    ("script", "kind", "reason"),
    [
        (answer("```coq\nProof. intr", finish="length"), VerdictKind.TRUNCATED, "token limit"),
        (answer("<think>well"), VerdictKind.TRUNCATED, "never closed"),
        (answer(None), VerdictKind.NO_CODE, "empty"),
        (answer("I do not know."), VerdictKind.NO_CODE, "has no code"),
        (answer(None, message={"refusal": "No."}), VerdictKind.NO_CODE, "refused"),
        (error(400, "maximum context length is 9"), VerdictKind.NO_CODE, "context"),
    ],
)
def test_an_answer_without_code_says_why(
    script: Script, kind: VerdictKind, reason: str, tmp_path: Path
) -> None:
    got, _ = ask(tmp_path, script)
    assert got.candidates == ()
    assert got.ended is kind
    assert reason in got.reason
    assert got.usage is not None
    assert got.usage.requests == 1


def test_a_fault_has_the_usage_of_what_was_sent(tmp_path: Path) -> None:
    with pytest.raises(ApiError) as caught:
        ask(tmp_path, error(500))
    assert caught.value.usage is not None
    assert caught.value.usage.requests == 4


def test_parameters_are_sent_as_asked_for(tmp_path: Path) -> None:
    _, server = ask(
        tmp_path,
        GOOD,
        "temperature=server",
        "top-p=0.9",
        "max-tokens=77",
        'extra={"reasoning_effort": "high"}',
        "shots=0",
        "informal=off",
    )
    (seen,) = server.seen
    assert "temperature" not in seen.body
    assert (seen.body["top_p"], seen.body["max_tokens"]) == (0.9, 77)
    assert seen.body["reasoning_effort"] == "high"
    assert [m["role"] for m in seen.body["messages"]] == ["system", "user"]
    assert "three is three" not in seen.prompt


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("temperature=hot", r"temperature=hot: it must be a number from 0 to 2"),
        ("temperature=3", "from 0 to 2"),
        ("temperature=nan", "from 0 to 2"),
        ("top-p=2", "from 0 to 1"),
        ("max-tokens=-1", "max-tokens=-1: it must be a whole number"),
        ("shots=4", "from 0 to 3"),
        ("repair=x", "repair=x"),
        ("informal=maybe", "informal=maybe: it must be on or off"),
        ("extra=[1]", "JSON object"),
        ('extra={"model": "x"}', "without"),
        ("extra={", "no JSON"),
        ("base-url=localhost:8000", "must begin with http"),
        ("prompt=none.j2", "cannot be read"),
        ("api-key-env=NO_SUCH_VARIABLE", "NO_SUCH_VARIABLE has no key"),
    ],
)
def test_a_wrong_option_is_told_before_the_run(option: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=said), gpt4(tmp_path, "http://x/v1", option):
        pass


def test_the_official_server_needs_a_key_but_not_for_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(BadInput, match=r"OPENAI_API_KEY has no key.*--llm-cache=replay"):
        make_prover("gpt4", tmp_path)
    cls = find_prover("gpt4")
    replay = LlmSettings(cache=CacheMode.REPLAY, cache_file=tmp_path / "none.sqlite")
    settings = make_settings(cls, [], root_dir=tmp_path, languages={Language.COQ}, llm=replay)
    with pytest.raises(BadInput, match=r"none\.sqlite.*does not exist"):
        cls(settings)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    made = make_prover("gpt4", tmp_path)
    assert "sk-secret" not in json.dumps(dict(made.versions())) + repr(made.__dict__)


def test_the_key_is_sent_from_the_variable_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "abc")
    _, server = ask(tmp_path, GOOD, "api-key-env=MY_KEY")
    assert server.seen[0].headers["authorization"] == "Bearer abc"


def test_attempts_are_samples_of_one_prompt(tmp_path: Path) -> None:
    llm = LlmSettings(cache=CacheMode.READ_WRITE, cache_file=tmp_path / "c.sqlite")
    with (
        serving(lambda s: answer(f"```coq\nidtac {s.number}.\n```")) as server,
        gpt4(tmp_path, server.url, llm=llm) as prover,
    ):
        codes = [
            prover.attempt(make_task(tmp_path, attempt=i), Budget(20)).candidates[0].code
            for i in (1, 2, 1)
        ]
    assert codes == ["idtac 1.", "idtac 2.", "idtac 1."]
    assert len(server.seen) == 2
    assert server.seen[0].body == server.seen[1].body
    with gpt4(
        tmp_path,
        unused_url(),
        llm=LlmSettings(cache=CacheMode.REPLAY, cache_file=tmp_path / "c.sqlite"),
    ) as prover:
        assert (
            prover.attempt(make_task(tmp_path, attempt=2), Budget(20)).candidates[0].code
            == codes[1]
        )


def test_several_attempts_in_one_request(tmp_path: Path) -> None:
    def many(seen: Seen) -> Script:
        return answer(*(f"```coq\nidtac {i}.\n```" for i in range(seen.body.get("n", 1))))

    llm = LlmSettings(cache=CacheMode.READ_WRITE, cache_file=tmp_path / "c.sqlite")
    with serving(many) as server, gpt4(tmp_path, server.url, "choices=5", llm=llm) as prover:
        for attempt in range(1, 9):
            prover.attempt(make_task(tmp_path, attempt=attempt), Budget(20))
    assert [s.body["n"] for s in server.seen] == [5, 3]


def test_the_no_solution_track_asks_for_the_answer(tmp_path: Path) -> None:
    _, server = ask(tmp_path, GOOD, track=Track.NO_SOLUTION)
    messages = server.seen[0].body["messages"]
    assert "leaves an answer open: made_up_solution" in messages[0]["content"]
    assert "smallest_cube_solution" in messages[-2]["content"]
    _, server = ask(tmp_path, GOOD)
    assert "leaves an answer open" not in server.seen[0].body["messages"][0]["content"]


def test_a_prompt_of_the_users_own(tmp_path: Path) -> None:
    mine = tmp_path / "mine.j2"
    mine.write_text("[[system]]\nBe brief in {{ language }}.\n[[user]]\n{{ theorem }}?\n")
    with serving(GOOD) as server, gpt4(tmp_path, server.url, "prompt=mine.j2") as prover:
        before = prover.versions()["prompt"]
        prover.attempt(make_task(tmp_path), Budget(20))
    assert server.seen[0].body["messages"] == [
        {"role": "system", "content": "Be brief in coq."},
        {"role": "user", "content": "made_up?"},
    ]
    mine.write_text(mine.read_text() + "!\n")
    with gpt4(tmp_path, "http://x/v1", "prompt=mine.j2") as prover:
        assert prover.versions()["prompt"] != before, "the prompt's hash is part of the run"
    folder = tmp_path / "folder"
    shutil.copytree(PROMPTS, folder)
    with (
        gpt4(tmp_path, "http://x/v1", "prompt=folder") as copied,
        gpt4(tmp_path, "http://x/v1") as built_in,
    ):
        assert copied.versions()["prompt"] == built_in.versions()["prompt"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[user]]\n{{ txet }}", r"variable 'txet'\. Did you mean 'text'"),
        ("[[user]]\n{% if %}", "line 2"),
        ("[[user]]\n{{ text ", "line"),
    ],
)
def test_a_prompt_that_cannot_work_is_told_before_the_run(
    text: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "mine.j2").write_text(text)
    with pytest.raises(BadInput, match=said), gpt4(tmp_path, "http://x/v1", "prompt=mine.j2"):
        pass


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{{ text }}", "must begin with a line"),
        ("[[usr]]\nx\n", "Did you mean 'user'"),
        ("[[user]]\nx\n[[assistant]]\ny\n", "must end with a"),
    ],
)
def test_a_prompt_that_is_no_conversation_is_told(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "mine.j2").write_text(text)
    with (
        gpt4(tmp_path, "http://x/v1", "prompt=mine.j2") as prover,
        pytest.raises(BadInput, match=said),
    ):
        prover.attempt(make_task(tmp_path), Budget(20))


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("track", list(Track))
def test_the_examples_answer_by_the_rule_that_reads_answers(
    language: Language, track: Track, tmp_path: Path
) -> None:
    for name, _, reply in examples(language, track, tmp_path):
        found = candidate_of(reply, language, name)
        assert found is not None
        assert name in found.code
        assert not re.search(r"\b(?:sorry|Admitted)\b", found.code)


def examples(language: Language, track: Track, tmp_path: Path) -> list[tuple[str, str, str]]:
    """Name, file and answer of the examples in a prompt."""
    with serving(GOOD) as server, gpt4(tmp_path, server.url, language=language) as prover:
        prover.attempt(make_task(tmp_path, language=language, track=track), Budget(20))
    messages = [m["content"] for m in server.seen[0].body["messages"]]
    shots = list(zip(messages[1:-1:2], messages[2:-1:2], strict=True))
    assert len(shots) == 3
    files = [re.split(r"```\w*\n?", asked)[1] for asked, _ in shots]
    names = [re.search(r"(?i)\btheorem (\w+)", file) for file in files]
    return [
        (name[1], file, reply)
        for name, file, (_, reply) in zip(names, files, shots, strict=True)
        if name
    ]


@pytest.mark.real_coq
@pytest.mark.parametrize("track", list(Track))
def test_the_examples_for_coq_compile(track: Track, tmp_path: Path) -> None:
    coqc = shutil.which("coqc")
    assert coqc is not None
    for name, file, reply in examples(Language.COQ, track, tmp_path):
        blank = "(* your solution *)"
        made = formalization(file.replace(blank, "4"), name)
        candidate = candidate_of(reply, Language.COQ, name)
        assert candidate is not None
        text = assemble(made, track, candidate).text
        assert "Admitted" not in text
        (tmp_path / f"{name}.v").write_text(text)
        ran = subprocess.run(
            [coqc, "-q", f"{name}.v"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert ran.returncode == 0, (name, ran.stderr)


@pytest.mark.real_coq
def test_repair_shows_the_model_what_coq_said(tmp_path: Path) -> None:
    def second_time_right(seen: Seen) -> Script:
        proof = "Proof. lia. Qed." if seen.number == 1 else "Proof. reflexivity. Qed."
        return answer(f"```coq\n{proof}\n```")

    got, server = ask(tmp_path, second_time_right, "repair=2")
    assert got.candidates == (Candidate("Proof. reflexivity. Qed."),)
    assert got.usage is not None
    assert got.usage.requests == 2
    first, second = server.seen
    added = second.body["messages"][len(first.body["messages"]) :]
    assert [m["role"] for m in added] == ["assistant", "user"]
    assert "compile_error" in added[1]["content"]
    assert "Line 1 of your block" in added[1]["content"]


def test_repair_is_told_in_the_header(tmp_path: Path) -> None:
    with gpt4(tmp_path, "http://x/v1", "repair=2") as prover:
        assert "may ask 3 times" in prover.versions()["repair"]
    with gpt4(tmp_path, "http://x/v1") as prover:
        assert "repair" not in prover.versions()


def test_paper_defaults(tmp_path: Path) -> None:
    with gpt4(tmp_path, "http://x/v1") as prover:
        assert prover.default_attempts == 10
        assert "temperature=0.7" in prover.versions()["sampling"]
