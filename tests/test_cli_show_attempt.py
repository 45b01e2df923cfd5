"""The command putnam show-attempt: which attempt it shows, and what of it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from kept_cases import CRASHED, GAVE_UP, NODEID, PROVED, kept_run
from test_search_record import small

from pytest_putnam.cli import main
from pytest_putnam.kept import open_run
from pytest_putnam.reports.search_totals import search_totals
from pytest_putnam.reports.tally import Tally

SEARCHED = replace(GAVE_UP, transcript=small().as_transcript())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    run = tmp_path / "run"
    kept_run(run, SEARCHED, CRASHED, PROVED)
    return run


def shown(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    assert main(["show-attempt", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def test_the_first_proof_is_shown_with_evidence_proof_and_solution(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = shown(capsys, folder, "putnam_1988_b1")
    assert out.startswith("putnam_1988_b1 (coq, no-solution): attempt 3 of 3 made, by p\nproved\n")
    assert "  axioms  none\n" in out
    assert "\nsolution\n4\n" in out
    assert "\nproof\nProof. trivial. Qed.\n" in out
    assert "said and done" in out


def test_a_search_is_an_indented_tree_with_its_statistics(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = shown(capsys, folder / "run.sqlite", NODEID, "1")
    assert "gave_up: nothing found\n" in out
    assert "1 request, 10 + 5 tokens, 0.2500 USD" in out
    assert out.endswith(
        "search: 3 states, 3 queries, 1 failed, model 0.0 s, assistant 0.0 s\n"
        "root  p /\\ q\n"
        "  split.  ok  p | q\n"
        "    exact hq.  error  it has type q\n"
        "    exact hp.  closed\n"
    )


def test_in_full_the_model_is_heard(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, folder, "putnam_1988_b1", "1", "--full").endswith("closed\n\na\n")


def test_messages_have_their_places(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(capsys, folder, "88_b1", "2")
    assert "check_crash: signal 11" in out
    assert "the proof:3:4: said" in out
    assert "\ncandidate\ncrash.\n" in out


def test_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(shown(capsys, folder, "putnam_1988_b1", "1", "--json"))
    assert (data["verdict"], data["attempt"]) == ("gave_up", 1)
    assert data["transcript"]["search"]["children"][0]["text"] == "split."


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("putnam_1989_b1",), "has no item 'putnam_1989_b1'. Did you mean 'putnam_1988_b1'"),
        (("putnam_1988_b1", "0"), "has no attempt 0: there are 1 (gave_up), 2 (check_crash)"),
        (("putnam_1988_b1", "9"), "has no attempt 9: there are 1 (gave_up), 2 (check_crash)"),
        (("putnam_1988_b2",), "has no attempts in run: it was not run"),
        (("putnam_1988",), "fits 2 items, name one of them:"),
    ],
)
def test_what_is_not_there_is_told(
    arguments: tuple[str, ...], said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show-attempt", str(folder), *arguments]) == 2
    assert said in capsys.readouterr().err


def test_terminal_codes_in_a_models_words_are_harmless(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept_run(tmp_path / "run", replace(GAVE_UP, transcript="\x1b]0;owned\x07\x1b[2J"))
    assert "\x1b" not in shown(capsys, tmp_path / "run", "putnam_1988_b1")


def test_reports_have_the_sums_of_all_searches(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_run(folder) as kept:
        totals = search_totals(kept)
    assert (totals.attempts, totals.sums) == (1, small().statistics)
    heard = Tally()
    for record in (SEARCHED, CRASHED, PROVED):
        heard.add(record)
    assert heard.searches == totals
    told = "1 attempt: 3 queries (3.0 each), 0 of them wasted (0.0 %), 3 states, 0 backtracks"
    for form in ("text", "md"):
        assert main(["report", str(folder), f"--format={form}"]) == 0
        assert f"search: {told}" in capsys.readouterr().out
    page = tmp_path / "page.html"
    assert main(["report", str(folder), "-o", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert told in text
    assert "exact hq" not in text, "what a prover wrote is private"
    assert main(["report", str(folder), "-o", str(page), "--with-proofs"]) == 0
    assert "exact hq" in page.read_text(encoding="utf-8")


def test_runs_without_searches_say_nothing_of_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept_run(tmp_path / "run", GAVE_UP, PROVED)
    assert main(["report", str(tmp_path / "run"), "--format=text"]) == 0
    assert "search:" not in capsys.readouterr().out
