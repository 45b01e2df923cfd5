r"""Isabelle's symbols and Unicode: ``\<and>`` in a theory file is ``∧`` for people.

Isabelle's own programs read theories without Unicode, so texts are converted on the way in and messages
back on the way out. The distribution's file ``etc/symbols`` says what is what; `BUILT_IN` is for machines
without one, and has what formalizations and models use.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

_SYMBOL: Final = re.compile(r"\\<\^?[A-Za-z][A-Za-z0-9_']*>")
_LINE: Final = re.compile(
    r"(?P<symbol>\\<\^?[A-Za-z][A-Za-z0-9_']*>)(?:\s.*?)?\scode:\s*(?:0x)?(?P<code>[0-9a-fA-F]+)\b"
)

_COMMON: Final = r"""
alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π
rho ρ sigma σ tau τ upsilon υ phi φ chi χ psi ψ omega ω
Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
A 𝒜 B ℬ C 𝒞 D 𝒟 E ℰ F ℱ G 𝒢 H ℋ I ℐ J 𝒥 K 𝒦 L ℒ M ℳ N 𝒩 O 𝒪 P 𝒫 Q 𝒬 R ℛ S 𝒮 T 𝒯 U 𝒰 V 𝒱 W 𝒲 X 𝒳 Y 𝒴 Z 𝒵
bool 𝔹 complex ℂ nat ℕ rat ℚ real ℝ int ℤ
leftarrow ← rightarrow → Rightarrow ⇒ Leftarrow ⇐ longleftarrow ⟵ longrightarrow ⟶ Longleftarrow ⟸
Longrightarrow ⟹ leftrightarrow ↔ Leftrightarrow ⇔ longleftrightarrow ⟷ Longleftrightarrow ⟺
mapsto ↦ longmapsto ⟼ up ↑ down ↓ updown ↕ hookrightarrow ↪ rightharpoonup ⇀ leadsto ↝
langle ⟨ rangle ⟩ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋ lparr ⦇ rparr ⦈ lbrakk ⟦ rbrakk ⟧ lbrace ⦃ rbrace ⦄
bottom ⊥ top ⊤ and ∧ And ⋀ or ∨ Or ⋁ forall ∀ exists ∃ nexists ∄ not ¬ box □ diamond ◇ turnstile ⊢
Turnstile ⊨ le ≤ ge ≥ lless ≪ ggreater ≫ lesssim ≲ greatersim ≳ in ∈ notin ∉ subset ⊂ supset ⊃
subseteq ⊆ supseteq ⊇ sqsubset ⊏ sqsubseteq ⊑ inter ∩ Inter ⋂ union ∪ Union ⋃ squnion ⊔ sqinter ⊓
setminus ∖ propto ∝ uplus ⊎ noteq ≠ sim ∼ doteq ≐ simeq ≃ approx ≈ cong ≅ equiv ≡ parallel ∥ bar ¦
plusminus ± minusplus ∓ times × div ÷ cdot ⋅ star ⋆ bullet ∙ circ ∘ dagger † oplus ⊕ otimes ⊗ odot ⊙
ominus ⊖ dots … cdots ⋯ Sum ∑ Prod ∏ Coprod ∐ infinity ∞ integral ∫ ointegral ∮ emptyset ∅ nabla ∇
partial ∂ degree ° onequarter ¼ onehalf ½ threequarters ¾ onesuperior ¹ twosuperior ² threesuperior ³
section § paragraph ¶ hyphen ­ inverse ¯ euro € pounds £ yen ¥ cent ¢ copyright © registered ®
wp ℘ hbar ℏ Re ℜ Im ℑ aleph ℵ natural ♮ flat ♭ sharp ♯ spadesuit ♠ clubsuit ♣ heartsuit ♡ diamondsuit ♢
angle ∠ triangle △ lozenge ◊ ell ℓ comment ― proof ⸙ open ‹ close › guillemotleft « guillemotright »
some ϵ
^sub ⇩ ^sup ⇧ ^bold ❙
"""
"""Names of Isabelle's symbols, each with its character."""

_SMALL: Final = {
    **{chr(0x2080 + digit): rf"\<^sub>{digit}" for digit in range(10)},
    "⁰": r"\<^sup>0",
    **{chr(0x2070 + digit): rf"\<^sup>{digit}" for digit in range(4, 10)},
    "ⁿ": r"\<^sup>n",
    "⁻": r"\<^sup>-",
    "ᵢ": r"\<^sub>i",
    "ⱼ": r"\<^sub>j",
    "ₖ": r"\<^sub>k",
    "ₙ": r"\<^sub>n",
    "ₘ": r"\<^sub>m",
}
"""Characters that are no symbols of Isabelle's, and that people write for one."""


@dataclass(frozen=True, slots=True)
class SymbolTable:
    """Both directions. Symbols without a character stay as they are."""

    characters: Mapping[str, str]
    r"""Symbol to character: ``\<and>`` to ``∧``."""
    _symbols: Mapping[str, str] = field(init=False, repr=False)
    _unicode: re.Pattern[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        backwards = {
            character: symbol
            for symbol, character in reversed(list(self.characters.items()))
            if ord(character) > 127
        }
        symbols = {**_SMALL, **backwards}
        object.__setattr__(self, "_symbols", MappingProxyType(symbols))
        object.__setattr__(self, "_unicode", re.compile("[" + re.escape("".join(symbols)) + "]"))

    def encode(self, text: str) -> str:
        """`text` as Isabelle's programs read it; lines stay lines."""
        return self._unicode.sub(lambda found: self._symbols[found[0]], text)

    def decode(self, text: str) -> str:
        """`text` as people read it."""
        return _SYMBOL.sub(lambda found: self.characters.get(found[0], found[0]), text)


def read_symbols(text: str) -> SymbolTable:
    """The table in a distribution's ``etc/symbols``; `BUILT_IN`'s where that lacks one."""
    found = dict(BUILT_IN.characters)
    for line in text.splitlines():
        match = _LINE.match(line)
        if match is not None:
            found[match["symbol"]] = chr(int(match["code"], 16))
    return SymbolTable(MappingProxyType(found))


def _common() -> dict[str, str]:
    words = _COMMON.split()
    return {
        rf"\<{name}>": character for name, character in zip(words[::2], words[1::2], strict=True)
    }


BUILT_IN: Final = SymbolTable(MappingProxyType(_common()))
"""What is known without a distribution."""
