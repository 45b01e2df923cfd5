"""The kept completions: what they are found by, the four modes, and a miss that explains itself."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from model_requests import ask_for, complete, sampler
from model_server import answer, serving, unused_url

from pytest_putnam.errors import ApiError, BadInput
from pytest_putnam.llm import CacheMode, Completion, Finish, Request, Role, Sampling, Turn
from pytest_putnam.model import Usage
from pytest_putnam.models.completions import Completions
from pytest_putnam.models.completions_text import write_text
from pytest_putnam.models.pricing import Price, PriceTable


def test_what_was_answered_once_is_not_asked_again(tmp_path: Path) -> None:
    with serving(lambda s: answer(f"answer {s.number}")) as server:
        for _ in range(2):
            with sampler(server.url, tmp_path, cache=CacheMode.READ_WRITE) as llm:
                got = [complete(llm, sample=i) for i in (1, 2)]
            assert [c.content for c in got] == ["answer 1", "answer 2"], "n attempts are n samples"
    assert len(server.seen) == 2
    assert got[0].from_cache
    assert got[0].usage == Usage(1, 100, 10)


@pytest.mark.parametrize(
    "other",
    [
        ask_for("prove it", temperature=0.2),
        ask_for("prove it", top_p=0.5),
        ask_for("prove it", max_tokens=5),
        ask_for("prove it", model="other"),
        ask_for("prove it", extra={"seed": 1}),
        ask_for("prove it", stop=("Qed.",)),
        ask_for("prove it "),
        Request((Turn(Role.SYSTEM, "prove it"),), Sampling("test-model")),
    ],
)
def test_whatever_determines_a_completion_is_a_part_of_its_key(other: Request) -> None:
    assert other.key != ask_for("prove it").key


def test_the_key_is_the_same_in_every_process() -> None:
    # a store that is committed rests on this
    assert ask_for("a", temperature=0.7, max_tokens=3).canonical() == (
        '{"endpoint":"chat.completions","messages":[{"content":"a","role":"user"}],'
        '"model":"test-model","parameters":{"max_tokens":3,"temperature":0.7}}'
    )


def test_replay_needs_no_server(tmp_path: Path) -> None:
    with (
        serving(answer("fine")) as server,
        sampler(server.url, tmp_path, cache=CacheMode.READ_WRITE) as llm,
    ):
        complete(llm)
    with sampler(unused_url(), tmp_path, cache=CacheMode.REPLAY) as llm:
        assert complete(llm).content == "fine"


def test_replay_works_in_a_checkout_that_cannot_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "committed"
    folder.mkdir()
    file = folder / "completions.sqlite"
    with (
        serving(answer("fine")) as server,
        sampler(server.url, tmp_path, cache=CacheMode.READ_WRITE, cache_file=file) as llm,
    ):
        complete(llm)
    before = file.read_bytes()
    assert [p.name for p in folder.iterdir()] == ["completions.sqlite"], "one file to commit"
    with sampler(unused_url(), tmp_path, cache=CacheMode.REPLAY, cache_file=file) as llm:
        complete(llm)
    assert [p.name for p in folder.iterdir()] == ["completions.sqlite"]
    assert file.read_bytes() == before


def recorded(tmp_path: Path, *requests: Request) -> Path:
    file = tmp_path / "completions.sqlite"
    store = Completions(file, CacheMode.READ_WRITE, "run")
    for number, request in enumerate(requests, 1):
        store.put(request, 1, Completion("fine"), f"made_up_{number} coq")
    store.close()
    return file


def missed(tmp_path: Path, request: Request, *, sample: int = 1, label: str = "") -> str:
    store = Completions(tmp_path / "completions.sqlite", CacheMode.REPLAY)
    assert store.get(request, sample) is None
    told = store.explain_miss(request, sample, label)
    store.close()
    return told


def test_a_changed_prompt_is_told_with_a_diff_to_the_nearest(tmp_path: Path) -> None:
    near = ask_for("Theorem one : 1 = 1.\nUse lia.\nNo comments.")
    recorded(tmp_path, ask_for("something\nelse\nentirely"), near)
    told = missed(tmp_path, ask_for("Theorem one : 1 = 1.\nUse nia.\nNo comments."))
    assert "its prompt changed" in told
    assert "-Use lia." in told
    assert "+Use nia." in told
    assert "entirely" not in told


def test_the_nearest_is_looked_for_under_the_same_label(tmp_path: Path) -> None:
    recorded(tmp_path, ask_for("a\nb\nc"), ask_for("a\nx\ny"))
    told = missed(tmp_path, ask_for("a\nb\nz"), label="made_up_2 coq")
    assert "-x" in told
    assert "made_up_2 coq" in told


def test_changed_settings_are_told_apart_from_a_changed_prompt(tmp_path: Path) -> None:
    recorded(tmp_path, ask_for(temperature=0.7))
    told = missed(tmp_path, ask_for(temperature=0.9, model="other"))
    assert "prompt is the same, its settings changed" in told
    assert "temperature: 0.7 -> 0.9" in told
    assert "model: test-model -> other" in told


def test_a_sample_beyond_those_recorded_is_told(tmp_path: Path) -> None:
    recorded(tmp_path, ask_for())
    assert "with the samples 1;" in missed(tmp_path, ask_for(), sample=2)


def test_a_miss_is_an_api_error(tmp_path: Path) -> None:
    recorded(tmp_path, ask_for())
    with (
        sampler(unused_url(), tmp_path, cache=CacheMode.REPLAY) as llm,
        pytest.raises(ApiError, match="no completion to replay"),
    ):
        complete(llm, ask_for("new"))


def test_refresh_asks_anew_once_in_a_run(tmp_path: Path) -> None:
    with serving(lambda s: answer(f"answer {s.number}")) as server:
        answers = []
        for run, mode in (
            ("one", CacheMode.READ_WRITE),
            ("two", CacheMode.REFRESH),
            ("two", CacheMode.REFRESH),
            ("three", CacheMode.READ_WRITE),
        ):
            with sampler(server.url, tmp_path, cache=mode, run=run) as llm:
                answers.append(complete(llm).content)
    assert answers == ["answer 1", "answer 2", "answer 2", "answer 2"]


def test_off_leaves_no_file(tmp_path: Path) -> None:
    with serving(answer("fine")) as server, sampler(server.url, tmp_path) as llm:
        complete(llm)
        complete(llm)
    assert len(server.seen) == 2
    assert not list(tmp_path.glob("completions*"))


def test_a_replayed_answer_gets_its_cost_from_the_prices_of_now(tmp_path: Path) -> None:
    with (
        serving(answer("fine")) as server,
        sampler(server.url, tmp_path, cache=CacheMode.READ_WRITE) as llm,
    ):
        assert complete(llm).usage.cost_usd is None
    prices = PriceTable({"test-*": Price(input=1.0, output=2.0)})
    with sampler(unused_url(), tmp_path, cache=CacheMode.REPLAY, prices=prices) as llm:
        assert complete(llm).usage.cost_usd == pytest.approx((100 * 1 + 10 * 2) / 1e6)


def test_the_text_form_says_the_same_and_can_be_replayed(tmp_path: Path) -> None:
    request = ask_for("Theorem\n  x.\ttabs\n", temperature=0.7, stop=("a", "b"))
    completion = Completion(
        "Proof.\n  lia.\nQed.  \n\n- \"'#:",
        reasoning="hmm\nhmm",
        finish=Finish.LENGTH,
        detail="cut",
        served_by="m-1",
        usage=Usage(2, 3, 4, 5, 6, 0.25),
        notes=("a note",),
    )
    store = Completions(tmp_path / "a.sqlite", CacheMode.READ_WRITE, "run")
    store.put(request, 2, completion, "label")
    text = write_text(store.rows())
    store.close()
    file = tmp_path / "completions.yaml"
    file.write_text(text, encoding="utf-8")
    replayed = Completions(file, CacheMode.REPLAY)
    got = replayed.get(request, 2)
    assert got == replace(completion, from_cache=True)
    assert write_text(replayed.rows()) == text
    replayed.close()


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.yaml", "- {request: 1}", "entry 1"),
        ("a.yaml", "x: 1", "expected a list"),
        ("a.yaml", "- [", "no valid YAML"),
        ("a.sqlite", "no database, but long enough to be mistaken for one " * 9, "no store"),
    ],
)
def test_a_file_that_is_none_is_told(name: str, content: str, said: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(BadInput, match=said):
        Completions(tmp_path / name, CacheMode.REPLAY)


def test_some_other_database_is_not_written_to(tmp_path: Path) -> None:
    file = tmp_path / "store.sqlite"
    with sqlite3.connect(file) as db:
        db.execute("CREATE TABLE mine (a)")
    db.close()
    with pytest.raises(BadInput, match="no store of completions"):
        Completions(file, CacheMode.READ_WRITE)


def test_a_file_that_is_no_database_is_not_written_to(tmp_path: Path) -> None:
    file = tmp_path / "notes.sqlite"
    file.write_text("my notes " * 200)
    with pytest.raises(BadInput, match="no store of completions"):
        Completions(file, CacheMode.READ_WRITE)
    assert file.read_text() == "my notes " * 200


def test_a_missing_file_to_replay_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"does not exist.*--llm-cache=read-write"):
        Completions(tmp_path / "none.sqlite", CacheMode.REPLAY)


def test_a_text_form_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="only be replayed"):
        Completions(tmp_path / "a.yaml", CacheMode.READ_WRITE)


WRITER = """
import sys
from pathlib import Path
from model_requests import ask_for
from pytest_putnam.llm import CacheMode, Completion
from pytest_putnam.models.completions import Completions
store = Completions(Path(sys.argv[1]), CacheMode.READ_WRITE, sys.argv[2])
for i in range(1, 101):
    store.put(ask_for(f"prompt {i % 7} of {sys.argv[2]}"), i, Completion(f"{sys.argv[2]} {i}"), "l")
"""


def test_several_processes_write_at_once(tmp_path: Path) -> None:
    file = tmp_path / "completions.sqlite"
    here = str(Path(__file__).parent)
    started = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(file), str(n)], cwd=here)
        for n in range(3)
    ]
    assert [p.wait(60) for p in started] == [0] * 3
    store = Completions(file, CacheMode.REPLAY)
    assert len(list(store.rows())) == 300
    store.close()
