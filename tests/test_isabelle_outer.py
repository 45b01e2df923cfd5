r"""Isabelle's outer syntax, token by token: what is a command, and what no text may hide."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_putnam.errors import SplitError
from pytest_putnam.languages.isabelle.outer import tokens


def commands(text: str) -> list[str]:
    return [token.text for token in tokens(text) if token.kind == "command"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lemma a: x by simp", ["lemma", "by"]),
        ("2ML", ["ML"]),
        ("x2ML x.ML x'ML ?ML 'ML ?'ML ML_x xML", []),
        ("x..ML", ["..", "ML"]),
        ("x.\nML", [".", "ML"]),
        ("x .. y . z", ["..", "."]),
        ("1.5 ML", ["ML"]),
        ("1.ML", [".", "ML"]),
        ("+ML -ML <ML ^ML _ML @ML", ["ML"] * 6),
        (r"\<oplus>ML \<alpha>ML", ["ML", "ML"]),
        (r"x\<^sub>1ML x\<^sub>ML", []),
        ('"ML" `ML` \\<open>ML\\<close>', []),
        (r"\<open>a \<open>ML\<close> ML\<close> ML", ["ML"]),
        (r'"a\"b ML" ML', ["ML"]),
        (r'"a\\" ML', ["ML"]),
        ("(* ML (* ML *) ML *) ML", ["ML"]),
        ("(*)ML*) ML", ["ML"]),
        ("(**) ML", ["ML"]),
        ('(* " *) ML (* " *)', ["ML"]),
        ('" (* " ML " *) "', ["ML"]),
        (r"\<open> (* \<close> ML", ["ML"]),
        (r"(* \<open> *) ML", ["ML"]),
        (r"\<^cancel>\<open>ML\<close> ML", ["ML"]),
        (r"\<comment> \<open>ML\<close> ML", ["ML"]),
        (r"\<proof> { } ..", [r"\<proof>", "{", "}", ".."]),
        ("proof-", ["proof"]),
        ("begin where and ML_free sorry_free", []),
        ("数ML", ["ML"]),
    ],
)
def test_commands_are_found_where_isabelle_finds_them(text: str, expected: list[str]) -> None:
    """Longest match, strings, nested comments and cartouches: as the distribution's own lexer."""
    assert commands(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        '"never closed',
        "`never closed",
        r"\<open>never closed",
        "(* never closed",
        r'"a decimal \065 escape"',
        r'"an unknown \n escape"',
        r'"\\<open>"',
        r"\<broken",
        r"a \ b",
        "{* old *}",
        "control \x05 character",
        "delete \x7f character",
        "nothing \x00 here",
        r"\<^here>",
    ],
)
def test_what_could_be_read_in_two_ways_is_not_read(text: str) -> None:
    """Isabelle reads some of these, and releases differ; no proof needs them."""
    with pytest.raises(SplitError):
        list(tokens(f"lemma a: x\n{text}\nML x"))


def test_an_error_names_its_line() -> None:
    """Counted in the text that is read."""
    with pytest.raises(SplitError, match="line 3"):
        list(tokens('a\nb\n"c'))


@given(st.text(alphabet="ML ab12.\"\\<>^(*)`{}\n'?_\u2039", max_size=40))
def test_tokens_cover_the_text(text: str) -> None:
    """All but blanks, in order, whatever is between them; or the text is not read."""
    try:
        found = list(tokens(text))
    except SplitError:
        return
    position = 0
    for token in found:
        assert not text[position : token.start].strip()
        assert token.text == text[token.start : token.end]
        assert token.end > token.start
        position = token.end
    assert not text[position:].strip()
