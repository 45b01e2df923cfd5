"""What is in the HTML page, and what is not: escaping, bounds, privacy, and runs that are unlike others."""

from __future__ import annotations

import io
import json
import re
import sys
from contextlib import ExitStack
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from kept_cases import GAVE_UP, NODEID, PROVED, REVIEW, first_version, kept_run
from page_cases import SECRET, MadeUp
from putnam_command import putnam
from runs import Bench

from pytest_putnam.kept import open_run
from pytest_putnam.model import (
    NOT_REPLAYED,
    AttemptRecord,
    Candidate,
    Language,
    Message,
    Verdict,
    VerdictKind,
)
from pytest_putnam.reports.markdown import markdown_report
from pytest_putnam.reports.page import write_page
from pytest_putnam.reports.page.search_tree import NODES, search_tree
from pytest_putnam.store import ItemRow, Store

HOSTILE = (
    "</script><script>alert(1)</script><!-- <b>\u2028\u202e\x00\x1b[31m \ud800 &lt; {{ 7 * 7 }}"
)


def page_of(*runs: Path, notes: list[str] | None = None, **options: Any) -> str:
    stream = io.StringIO()
    with ExitStack() as stack:
        said = write_page([stack.enter_context(open_run(run)) for run in runs], stream, **options)
    if notes is not None:
        notes.extend(said)
    return stream.getvalue()


class Reader(HTMLParser):
    """The page's elements as a browser would find them: scripts by name, and all other text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.scripts: dict[str, str] = {}
        self.text = ""
        self._script: str | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "script":
            self._script = dict(attrs).get("id") or "code"
            assert self._script not in self.scripts
            self.scripts[self._script] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._script = None

    def handle_data(self, data: str) -> None:
        if self._script is None:
            self.text += data
        else:
            self.scripts[self._script] += data

    def data(self, name: str) -> Any:
        return json.loads(self.scripts[name])

    def attempts(self, name: str) -> list[dict[str, Any]]:
        """The attempts of an item with their texts in place."""
        found, fields = self.data(name), self.data("core")["fields"]
        texts = found["texts"]
        attempts = [dict(zip(fields, values, strict=True)) for values in found["attempts"]]
        for attempt in attempts:
            attempt["messages"] = [texts[n] for n, _, _ in attempt["messages"]]
            attempt["evidence"] = {texts[n]: texts[v] for n, v in attempt["evidence"]}
        return attempts


def saying(text: str, **changes: Any) -> AttemptRecord:
    verdict = Verdict(VerdictKind.COMPILE_ERROR, text, (Message(text, 1, 2),), {text[:50]: text})
    return replace(GAVE_UP, verdict=verdict, **changes)


def test_nothing_that_a_prover_wrote_is_in_the_page_unless_asked(tmp_path: Path) -> None:
    run = MadeUp(items=30, attempts=4, strength=0.9).write(tmp_path / "run")
    page = page_of(run)
    assert SECRET not in page
    assert "Messages of a proved attempt can quote its proof" in page
    assert "yes; why, and both solutions" in page
    assert page_of(run, with_proofs=True).count(SECRET) > 100


def test_hostile_texts_stay_texts(tmp_path: Path) -> None:
    store = Store(tmp_path, run_id="r", started_at=1.0)
    store.begin_session(
        started_at=1.0,
        settings={"prover": HOSTILE, HOSTILE: HOSTILE, "attempts": 1},
        versions={"coq": HOSTILE},
        datasets=[{"path": HOSTILE}],
        machine={"cores": HOSTILE},
    )
    store.add_items(
        [ItemRow(HOSTILE, HOSTILE, "coq", "no-solution", "p", (HOSTILE.strip("\ud800 "),))]
    )
    record = saying(HOSTILE, nodeid=HOSTILE, problem="x", candidate=Candidate(HOSTILE, HOSTILE))
    store.add_attempt(replace(record, transcript=HOSTILE))
    store.close(ended_at=2.0, exit_status=1)
    page = Reader(page_of(tmp_path, with_proofs=True))
    cleaned = HOSTILE.replace("\ud800", "\\ud800")
    assert set(page.scripts) == {"core", "code", "d0-0"}
    assert page.data("core")["items"][0][0] == cleaned
    (attempt,) = page.attempts("d0-0")
    assert attempt["messages"] == [cleaned]
    assert attempt["private"] == dict.fromkeys(("code", "solution", "transcript"), cleaned)
    assert "{{ 7 * 7 }}" in page.text
    assert "49" not in page.text.partition("What it rests on")[2]


def test_texts_are_bounded_and_the_page_says_where_the_rest_is(tmp_path: Path) -> None:
    many = tuple(Message(f"{n}: " + "m" * 10**5) for n in range(200))
    long = replace(saying("x" * 10**7), candidate=Candidate("c" * 10**7))
    kept_run(tmp_path, long, replace(long, attempt=2, verdict=replace(long.verdict, messages=many)))
    page = page_of(tmp_path)
    assert len(page) < 300_000
    first, second = Reader(page).attempts("d0-0")
    assert "… 9998000 characters …" in first["messages"][0]
    assert len(second["messages"]) == 12
    assert "188 more messages are in the run's store." in page
    assert len(page_of(tmp_path, with_proofs=True)) < 400_000


def test_attempts_beyond_the_bound_of_the_page_are_left_out_with_notice(tmp_path: Path) -> None:
    run = MadeUp(items=30, attempts=4).write(tmp_path / "run")
    notes: list[str] = []
    page = Reader(page_of(run, notes=notes, detail_chars=10_000))
    shown = sum(name.startswith("d0-") for name in page.scripts)
    assert 1 < shown < 30
    assert notes == [f"the attempts of {30 - shown} items are left out: see the page"]
    assert "left out to keep the page small" in page.data("core")["left_out"]
    assert len(page.data("core")["items"]) == 30


def test_rates_are_ranges_where_items_are_undecided(tmp_path: Path) -> None:
    kept_run(tmp_path, PROVED)  # the other item was not run
    text = Reader(page_of(tmp_path)).text
    assert "50.0 to 100.0" in text
    assert "1 not run may be proved or not: between 1/2 and 2/2" in text


def test_proofs_to_review_are_counted_apart(tmp_path: Path) -> None:
    kept_run(tmp_path, REVIEW)
    page = Reader(page_of(tmp_path))
    assert "1 of the proved needs review" in page.text
    assert "Without: 0 of 2" in page.text
    (attempt,) = page.attempts("d0-0")
    assert attempt["review"] == 1


def test_proofs_that_were_not_replayed_are_counted_in_every_report(tmp_path: Path) -> None:
    """The page and the Markdown count them in the store as the run's own summary does."""
    verdict = replace(PROVED.verdict, evidence={NOT_REPLAYED: "no leanchecker is installed"})
    kept_run(tmp_path / "a", replace(PROVED, verdict=verdict))
    kept_run(tmp_path / "b", PROVED)
    said = "1 proof was not replayed by a second kernel check; --putnam-lean-replay=required"
    assert said in Reader(page_of(tmp_path / "a")).text
    assert "not replayed" not in Reader(page_of(tmp_path / "b")).text
    with open_run(tmp_path / "a") as run:
        assert said in "\n".join(markdown_report(run))


def test_numbers_that_javascript_cannot_hold_are_texts(tmp_path: Path) -> None:
    kept_run(tmp_path, GAVE_UP)
    (attempt,) = Reader(page_of(tmp_path)).attempts("d0-0")
    assert attempt["seed"] == str(2**62)
    assert (attempt["clock"], attempt["prover_ms"], attempt["cost_usd"]) == ("cpu", 1500, 0.25)


def test_pass_at_k_is_drawn_of_exhaustive_runs_alone(tmp_path: Path) -> None:
    whole = MadeUp(items=12, attempts=4).write(tmp_path / "whole")
    early = MadeUp(items=12, attempts=4, exhaustive=False).write(tmp_path / "early")
    page = page_of(whole)
    assert "bootstrap over problems" in page
    assert "--putnam-exhaustive" not in page
    page = page_of(early)
    assert "bootstrap over problems" not in page
    assert "only pass@4 is known" in page
    assert "Run B left each item at its first proof" in page_of(whole, early)


def test_plots_take_their_colours_and_fonts_from_the_page(tmp_path: Path) -> None:
    page = page_of(MadeUp(items=12, attempts=4).write(tmp_path / "run"))
    plots = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(plots) == 4
    for plot in plots:
        assert "currentColor" in plot
        assert not re.search(r"#0a0b|DejaVu|<style|<metadata|http://(?!www\.w3\.org)", plot)
    names = re.findall(r' id="([^"]+)"', page)
    assert len(names) == len(set(names))


def test_without_matplotlib_the_page_has_the_numbers_and_says_how_to_get_plots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = MadeUp(items=12, attempts=4).write(tmp_path / "run")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "pytest_putnam.reports.page.plots", raising=False)
    notes: list[str] = []
    page = page_of(run, notes=notes)
    assert "pip install 'pytest-putnam[plots]'" in notes[0]
    assert "pip install &#39;pytest-putnam[plots]&#39;" in page
    assert "<svg" not in page
    assert page.count("<details open><summary>Numbers</summary>") == 4


def test_the_same_run_gives_the_same_page(tmp_path: Path) -> None:
    run = MadeUp(items=12, attempts=4).write(tmp_path / "run")
    pages = {re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", "", page_of(run)) for _ in range(2)}
    assert len(pages) == 1


def test_a_run_without_items_and_one_that_goes_on_have_a_page(tmp_path: Path) -> None:
    Store(tmp_path / "empty", run_id="r", started_at=1.0).close(ended_at=2.0, exit_status=5)
    assert "on no item" in page_of(tmp_path / "empty")
    store = kept_run(tmp_path / "goes-on", GAVE_UP, close=False)
    page = page_of(tmp_path / "goes-on", tmp_path / "empty")
    store.close(ended_at=9.0, exit_status=1)
    assert "Run A had not ended when this page was written" in page
    assert "Run B had not" not in page
    assert "B cannot be compared with A: goes-on and empty have no item in common" in page


def test_stores_of_the_first_version_have_a_page(tmp_path: Path) -> None:
    kept_run(tmp_path / "now", GAVE_UP, PROVED)
    first_version(tmp_path / "now", tmp_path / "then")
    page = Reader(page_of(tmp_path / "then"))
    assert [a["attempt"] for a in page.attempts("d0-0")] == [1, 3]


def test_runs_of_the_same_name_are_told_apart_and_share_their_items(tmp_path: Path) -> None:
    kept_run(tmp_path / "a" / "run", PROVED)
    kept_run(tmp_path / "b" / "run", GAVE_UP)
    page = Reader(page_of(tmp_path / "a" / "run", tmp_path / "b" / "run"))
    core = page.data("core")
    assert [run["label"] for run in core["runs"]] == [
        str(tmp_path / "a" / "run"),
        str(tmp_path / "b" / "run"),
    ]
    assert [item[0] for item in core["items"]] == ["putnam_1988_b1", "putnam_1988_b2"]
    assert {"d0-0", "d1-0"} <= set(page.scripts)
    assert "B against A on 2 common items: 0 gained, 1 lost" in page.text


def test_a_search_in_a_transcript_is_shown_as_a_tree(tmp_path: Path) -> None:
    tree = {"text": "root", "children": [{"text": "intros.", "note": "ok"}, {"text": "lia."}]}
    transcript = json.dumps({"search": tree, "queries": 3})
    kept_run(tmp_path, replace(GAVE_UP, transcript=transcript))
    (attempt,) = Reader(page_of(tmp_path, with_proofs=True)).attempts("d0-0")
    assert attempt["private"] == {"search": tree}
    assert "intros." not in page_of(tmp_path)


def test_searches_are_bounded_and_other_transcripts_are_none() -> None:
    for text in ("said and done", "{", "{}", '{"search": 3}', '{"search":' * 10**5, "[1]"):
        assert search_tree(text) is None
    wide = {"text": "x" * 10**5, "children": [{"text": "y"}] * 10**5}
    found = search_tree(json.dumps({"search": wide}))
    assert found is not None
    assert len(json.dumps(found)) < 60 * NODES
    deep: dict[str, Any] = {"text": "leaf"}
    for _ in range(400):
        deep = {"text": "node", "children": [deep]}
    assert "1 more in the store" in json.dumps(search_tree(json.dumps({"search": deep})))


@pytest.mark.real_coq
def test_a_page_of_a_real_run(bench: Bench) -> None:
    bench.problem("putnam_1988_b1", tags=["algebra"])
    bench.problem("putnam_1999_a2", tags=["analysis"])
    bench.script({"putnam_1999_a2": ["wrong", "give_up:no idea"]})
    bench.run("--putnam-attempts=2", "--putnam-run=run")
    done = putnam("report", "run", cwd=bench.pytester.path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "report.html written" in done.stdout
    page = (bench.pytester.path / "run" / "report.html").read_text(encoding="utf-8")
    found = Reader(page)
    assert "1 of 2 items proved" in found.text
    assert "Proof. reflexivity. Qed." not in page
    attempts = found.attempts("d0-1")
    kinds = found.data("core")["kinds"]
    assert [kinds[a["kind"]] for a in attempts] == ["compile_error", "gave_up"]
    assert attempts[0]["messages"]
    assert {
        label for label in ("1980s", "1990s", "algebra", "analysis") if label in found.text
    } == {
        "1980s",
        "1990s",
        "algebra",
        "analysis",
    }
    assert NODEID not in page
    assert Language.COQ.value in found.data("core")["languages"]
