"""Isabelle's symbols and Unicode, both ways."""

from __future__ import annotations

import pytest

from pytest_putnam.languages.isabelle.symbols import BUILT_IN, read_symbols


@pytest.mark.parametrize(
    ("unicode", "symbols"),
    [
        (
            "∀x∈\u211d. x ≤ 0 ⟶ ¬ P x",
            r"\<forall>x\<in>\<real>. x \<le> 0 \<longrightarrow> \<not> P x",
        ),
        ("λf. ∑i≤n. f i", r"\<lambda>f. \<Sum>i\<le>n. f i"),
        ("\u2039A ∧ B\u203a", r"\<open>A \<and> B\<close>"),
        ("⟦P; Q⟧ ⟹ R ≡ S", r"\<lbrakk>P; Q\<rbrakk> \<Longrightarrow> R \<equiv> S"),
        ("x⇩1 ❙* y", r"x\<^sub>1 \<^bold>* y"),
    ],
)
def test_a_text_goes_there_and_back(unicode: str, symbols: str) -> None:
    """What Isabelle has a symbol for is that symbol, and nothing else changes."""
    assert BUILT_IN.encode(unicode) == symbols
    assert BUILT_IN.decode(symbols) == unicode
    assert BUILT_IN.encode(symbols) == symbols


def test_what_people_write_for_a_subscript() -> None:
    """There are characters for small digits, which are no symbols of Isabelle's."""
    assert BUILT_IN.encode("x₁₂ + aₙ") == r"x\<^sub>1\<^sub>2 + a\<^sub>n"


def test_what_is_no_symbol_stays() -> None:
    """Isabelle will say what it thinks of it."""
    assert BUILT_IN.encode("naïve → 数") == r"naïve \<rightarrow> 数"
    assert BUILT_IN.decode(r"\<nonsense> \<^const>") == r"\<nonsense> \<^const>"


def test_every_symbol_has_a_character_of_its_own() -> None:
    """So that the way back is the way there, for all that are known."""
    characters = list(BUILT_IN.characters.values())
    assert len(characters) > 200
    for symbol, character in BUILT_IN.characters.items():
        back = BUILT_IN.decode(BUILT_IN.encode(character))
        assert back == character, symbol


def test_a_distributions_table_comes_before_ours() -> None:
    """In the form of its file; entries without a code are names alone."""
    text = "# comment\n\\<and> code: 0x0022c0 group: logic\n\\<mine>\t\tcode: 0x01d7d8\n\\<^item>  group: x\n"
    table = read_symbols(text)
    assert table.decode(r"\<and> \<mine> \<or> \<^item>") == "⋀ \U0001d7d8 \u2228 \\<^item>"
    assert table.encode("\U0001d7d8") == r"\<mine>"
