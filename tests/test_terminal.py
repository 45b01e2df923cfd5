"""Lines on the terminal: colours only for people, nothing that steers it, progress in place."""

from __future__ import annotations

import io

import pytest

from pytest_putnam.terminal import Terminal


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colours_are_for_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for stream, written in (
        (Screen(), "\x1b[32mproved\x1b[0m in 1 s\n"),
        (io.StringIO(), "proved in 1 s\n"),
    ):
        Terminal(stream).line(("proved", "good"), " in 1 s")
        assert stream.getvalue() == written


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    screen = Screen()
    Terminal(screen).line(("proved", "good"))
    assert screen.getvalue() == "proved\n"


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("a\x1b[2Jb", r"a\x1b[2Jb"),
        ("a\rb\x00\x07\x9b", r"a\rb\x00\x07\x9b"),
        ("right\u202eleft", r"right\u202eleft"),
        ("lone \ud800", r"lone \ud800"),
        ("∀ ε ≤\n\ttwo", "∀ ε ≤\n\ttwo"),
    ],
)
def test_what_could_steer_the_terminal_is_escaped(given: str, shown: str) -> None:
    stream = io.StringIO()
    Terminal(stream).line(given, (given, "bad"))
    assert stream.getvalue() == shown * 2 + "\n"


def test_progress_stays_on_its_line_and_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    screen = Screen()
    terminal = Terminal(screen)
    terminal.progress("9 of 10 " * 10)
    terminal.progress("10 of 10")
    terminal.line("done")
    lines = screen.getvalue().split("\r")
    assert all(len(line) < 20 for line in lines)
    assert lines[-3:] == ["10 of 10", " " * 8, "done\n"]


def test_progress_is_not_for_a_file() -> None:
    stream = io.StringIO()
    terminal = Terminal(stream)
    terminal.progress("1 of 2")
    terminal.line("done")
    assert stream.getvalue() == "done\n"
