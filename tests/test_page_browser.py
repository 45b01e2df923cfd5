"""The HTML page in real headless Chromium: it sorts, filters, opens attempts, and asks no server."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from browser import Browser, browser
from kept_cases import GAVE_UP, kept_run
from page_cases import SECRET, MadeUp
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from pytest_putnam.kept import open_run
from pytest_putnam.model import Candidate, Message, Verdict, VerdictKind
from pytest_putnam.reports.page import write_page


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs")


def write(target: Path, *runs: Path, with_proofs: bool = False) -> Path:
    with ExitStack() as stack, target.open("w", encoding="utf-8") as stream:
        write_page(
            [stack.enter_context(open_run(run)) for run in runs], stream, with_proofs=with_proofs
        )
    return target


@pytest.fixture(scope="module")
def run(folder: Path) -> Path:
    return MadeUp(items=60, attempts=6, seed=5, strength=0.3, faults=0.01).write(folder / "one")


@pytest.fixture(scope="module")
def page(folder: Path, run: Path) -> Path:
    return write(folder / "one.html", run)


@pytest.fixture(scope="module")
def two(folder: Path, run: Path) -> Path:
    other = MadeUp(items=57, attempts=6, seed=6, strength=0.5, prover="copra")
    return write(folder / "two.html", run, other.write(folder / "other"))


def open_attempts(chromium: Browser, *summaries: WebElement) -> None:
    for summary in summaries:
        summary.click()
    chromium.until(lambda: len(chromium.all(".attempt[open] > div")) >= len(summaries))


def first_words(chromium: Browser, column: int) -> list[str]:
    return chromium.texts(f"#table tr.item > :nth-child({column})")


def test_nothing_is_asked_of_a_server_and_nothing_goes_wrong(
    chromium: Browser, page: Path, two: Path
) -> None:
    for each in (page, two):
        chromium.open(each)
        chromium.all(".opener")[0].click()
        open_attempts(chromium, chromium.one(".attempt summary"))
        chromium.one("#theme").click()
        asked = [url for url in chromium.requests() if not url.startswith("data:")]
        assert asked == [each.as_uri()]
        assert chromium.complaints() == []
        assert chromium.ask("performance.getEntriesByType('resource').length") == 0


def test_the_policy_of_the_page_stops_requests_and_foreign_scripts(
    chromium: Browser, page: Path
) -> None:
    chromium.open(page)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        port = server.getsockname()[1]
        chromium.ask(
            "(document.body.insertAdjacentHTML('beforeend', "
            f"'<img src=http://127.0.0.1:{port}/x><p onclick=\"window.wounded = 1\" id=hurt>x</p>'), "
            "document.getElementById('hurt').click())"
        )
        chromium.until(lambda: "img-src data:" in " ".join(chromium.complaints()))
        with pytest.raises(BlockingIOError):
            server.accept()
    assert chromium.ask("window.wounded") is None


def test_columns_sort_both_ways_and_say_so(chromium: Browser, page: Path) -> None:
    chromium.open(page)
    buttons = {b.text.split()[0]: b for b in chromium.all("#table thead button")}
    assert list(buttons) == [
        "Problem",
        "Language",
        "Outcome",
        "Attempts",
        "First",
        "Time",
        "Tokens",
        "Cost",
    ]
    tokens = list(buttons).index("Tokens") + 1
    buttons["Tokens"].click()
    rising = [int(text.replace(",", "")) for text in first_words(chromium, tokens)]
    assert rising == sorted(rising)
    assert len(set(rising)) > 50
    state = "[...document.querySelectorAll('#table th[aria-sort]')].map((h) => h.ariaSort)"
    assert chromium.ask(state)[tokens - 1] == "ascending"
    buttons["Tokens"].click()
    assert [int(t.replace(",", "")) for t in first_words(chromium, tokens)] == rising[::-1]
    assert chromium.ask(state) == ["none"] * 6 + ["descending", "none"]


def test_what_is_missing_sorts_last_in_both_directions(chromium: Browser, page: Path) -> None:
    chromium.open(page)
    button = next(b for b in chromium.all("#table thead button") if b.text.startswith("First"))
    for direction in (1, -1):
        button.click()
        numbers = first_words(chromium, 5)
        proofs = [int(text) for text in numbers if text]
        assert 1 < len(proofs) < len(numbers)
        assert numbers[: len(proofs)] == [str(n) for n in sorted(proofs)[::direction]]


def test_filters_narrow_the_table_down(chromium: Browser, page: Path) -> None:
    chromium.open(page)
    assert chromium.texts("#count") == ["60 items"]
    chromium.one("select[name=Outcome] option:nth-child(2)").click()
    outcomes = first_words(chromium, 3)
    assert outcomes
    assert all(text.startswith("proved") for text in outcomes)
    chromium.one("select[name=Language]").send_keys("lean4")
    assert set(first_words(chromium, 2)) == {"lean4"}
    shown = len(chromium.all("tr.item"))
    assert chromium.texts("#count") == [f"{shown} of 60 items"]
    chromium.one("button[type=reset]").click()
    chromium.until(lambda: chromium.texts("#count") == ["60 items"])
    chromium.one("#search").send_keys("1962_B2 ")
    chromium.until(lambda: chromium.texts("#count") != ["60 items"])
    assert {name.split("\n")[0] for name in first_words(chromium, 1)} == {"putnam_1962_b2"}


def test_an_item_opens_its_attempts_with_messages_and_evidence(
    chromium: Browser, page: Path
) -> None:
    chromium.open(page)
    chromium.one("select[name=Outcome]").send_keys("proved")
    chromium.all(".opener")[0].click()
    assert len(chromium.all(".attempt")) == 6
    open_attempts(chromium, *chromium.all(".attempt > summary"))
    text = "\n".join(chromium.texts(".detail"))
    assert "equal to the reference's" in text
    assert "Unable to" in text
    assert ", column " in text
    assert "prompt tokens" in text
    assert "Messages of a proved attempt can quote its proof" in text
    chromium.all(".opener")[0].click()
    assert chromium.all(".attempt") == []


def test_the_keyboard_is_enough(chromium: Browser, page: Path) -> None:
    chromium.open(page)
    focused = chromium.driver.switch_to
    chromium.one("body").send_keys(Keys.TAB)
    assert focused.active_element.text == "Skip to the items"
    focused.active_element.send_keys(Keys.ENTER)
    focused.active_element.send_keys(Keys.TAB)
    assert focused.active_element.get_attribute("id") == "search"
    while focused.active_element.get_attribute("class") != "opener":
        focused.active_element.send_keys(Keys.TAB)
    assert chromium.ask("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    focused.active_element.send_keys(Keys.ARROW_DOWN)
    opener = focused.active_element
    assert opener == chromium.all(".opener")[1]
    opener.send_keys(Keys.ENTER)
    assert opener.get_attribute("aria-expanded") == "true"
    opener.send_keys(Keys.TAB)
    assert focused.active_element.tag_name == "summary"
    focused.active_element.send_keys(Keys.SPACE)
    chromium.until(lambda: "decided by" in chromium.texts(".detail")[0])
    opener.send_keys(Keys.SPACE)
    assert opener.get_attribute("aria-expanded") == "false"
    head = chromium.one("#table thead button")
    head.send_keys(Keys.SPACE)
    assert chromium.one("#table thead th").get_attribute("aria-sort") == "descending"
    assert focused.active_element == head


def test_light_dark_and_narrow_are_all_readable(
    chromium: Browser, page: Path, two: Path, tmp_path: Path
) -> None:
    paper = "getComputedStyle(document.body).backgroundColor"
    plot = "getComputedStyle(document.querySelector('.plot svg text')).fill"
    seen = {}
    for each, width, dark in (
        (page, 1280, False),
        (two, 390, False),
        (page, 390, True),
        (two, 1280, True),
    ):
        chromium.open(each, width=width, dark=dark)
        chromium.all(".opener")[1].click()
        open_attempts(chromium, *chromium.all(".attempt > summary"))
        assert chromium.ask("document.documentElement.scrollWidth") <= width
        table = "document.querySelector('#table')"
        assert chromium.ask(f"{table}.offsetWidth <= {table}.parentElement.clientWidth")
        chromium.screenshot(tmp_path / f"{each.stem}-{width}-{dark}.png")
        seen[dark, width] = (chromium.ask(paper), chromium.ask(plot))
    assert seen[False, 1280] == seen[False, 390] == ("rgb(250, 250, 248)", "rgb(29, 33, 39)")
    assert seen[True, 1280] == seen[True, 390] == ("rgb(21, 23, 27)", "rgb(230, 232, 235)")


def test_the_theme_can_be_chosen_against_the_system(chromium: Browser, page: Path) -> None:
    chromium.open(page, dark=True)
    button = chromium.one("#theme")
    paper = "getComputedStyle(document.body).backgroundColor"
    dark = chromium.ask(paper)
    chosen = {}
    for _ in range(3):
        chosen[button.text] = chromium.ask(paper)
        button.click()
    assert list(chosen) == ["Theme: system", "Theme: light", "Theme: dark"]
    assert list(chosen.values()) == [dark, "rgb(250, 250, 248)", dark]
    button.click()
    chromium.driver.refresh()
    assert chromium.one("#theme").text == "Theme: light"


def test_runs_stand_side_by_side(chromium: Browser, two: Path) -> None:
    chromium.open(two)
    assert chromium.texts(".tile h2") == ["A one", "B other"]
    assert chromium.texts("#table thead button") == ["Problem", "Language", "A", "B"]
    assert len([t for t in first_words(chromium, 4) if t == "—"]) == 3
    chromium.one("select[name='Between runs']").send_keys("proved in B only")
    rows = list(zip(first_words(chromium, 3), first_words(chromium, 4), strict=True))
    assert rows
    assert all(b.startswith("proved") and not a.startswith("proved") for a, b in rows)
    chromium.all(".opener")[0].click()
    assert chromium.texts(".detail h3") == ["A one", "B other"]
    assert len(chromium.all(".attempt")) == 12


def test_proofs_are_shown_only_where_they_were_asked_for(
    chromium: Browser, folder: Path, run: Path
) -> None:
    chromium.open(write(folder / "proofs.html", run, with_proofs=True))
    chromium.one("select[name=Outcome]").send_keys("needs review")
    chromium.all(".opener")[0].click()
    marked = [s for s in chromium.all(".attempt summary") if "needs review" in s.text]
    open_attempts(chromium, marked[0])
    assert f"Proof. {SECRET}. Qed." in chromium.texts(".attempt[open] pre")
    given, reference = chromium.all(".side-by-side pre")
    assert given.text == f"fun n => {SECRET} + n"
    assert reference.text == "fun n => n + 4"
    assert given.rect["y"] == reference.rect["y"]


def test_hostile_texts_and_searches_are_shown_as_they_are(chromium: Browser, folder: Path) -> None:
    hostile = '</script><img src=x onerror="document.title = 1"><b>bold</b>'
    tree = {"text": hostile, "children": [{"text": "intros.", "note": hostile}, {"text": "lia."}]}
    record = replace(
        GAVE_UP,
        verdict=Verdict(
            VerdictKind.COMPILE_ERROR, hostile, (Message(hostile, 1, 2),), {"x": hostile}
        ),
        candidate=Candidate(hostile),
        transcript=json.dumps({"search": tree}),
    )
    kept_run(folder / "hostile", record)
    chromium.open(write(folder / "hostile.html", folder / "hostile", with_proofs=True))
    chromium.all(".opener")[0].click()
    open_attempts(chromium, chromium.one(".attempt summary"))
    assert chromium.texts(".attempt pre") == [hostile, hostile]
    assert chromium.texts(".tree summary") == [hostile]
    assert chromium.texts(".tree ul li") == [f"intros.  {hostile}", "lia."]
    chromium.one(".tree summary").click()
    assert not chromium.one(".tree ul").is_displayed()
    assert chromium.driver.title == "hostile"
    assert chromium.all("img") == []
    assert chromium.complaints() == []
