"""Lemmas for `copra`'s prompt: read from a file, ranked for a state's goals by BM25."""

from __future__ import annotations

import functools
import hashlib
import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from pytest_putnam.errors import BadInput

K1: Final = 1.2
B: Final = 0.75
"""The usual constants of BM25 (Robertson and Zaragoza 2009)."""
_WORD: Final = re.compile(r"[^\W\d_]+|\d+|[^\w\s]")


class Lemmas:
    """The lemmas of a file, to be asked for those that share the rarest words with a goal."""

    def __init__(self, lemmas: Sequence[str]) -> None:
        self.lemmas = tuple(lemmas)
        self.digest = hashlib.sha256("\n".join(lemmas).encode()).hexdigest()[:12]

    def best(self, goals: Iterable[str], count: int) -> tuple[str, ...]:
        """The `count` best for `goals`, the best first; none that shares no word with them."""
        index = self._index
        scores: dict[int, float] = defaultdict(float)
        # in one order, that sums are the same on every machine
        for word in sorted({word for goal in goals for word in _words(goal)} & index.keys()):
            held = index[word]
            rarity = math.log(1 + (len(self.lemmas) - len(held) + 0.5) / (len(held) + 0.5))
            for at, weight in held:
                scores[at] += rarity * weight
        ranked = sorted(scores, key=lambda at: (-scores[at], at))
        return tuple(self.lemmas[at] for at in ranked[:count])

    @functools.cached_property
    def _index(self) -> Mapping[str, Sequence[tuple[int, float]]]:
        """By word, the lemmas that have it with its weight there. Made when the first goal asks."""
        counts = [Counter(_words(lemma)) for lemma in self.lemmas]
        lengths = [words.total() for words in counts]
        mean = sum(lengths) / len(lengths)
        index: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for at, (words, length) in enumerate(zip(counts, lengths, strict=True)):
            damping = K1 * (1 - B + B * length / mean)
            for word, n in words.items():
                index[word].append((at, n * (K1 + 1) / (n + damping)))
        return dict(index)


def read_lemmas(path: Path) -> Lemmas:
    """The lemmas in a file: a line is one, or in ``*.jsonl`` an object with ``name`` and ``statement``.

    Raises `BadInput` with the line of what is wrong.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"lemmas={path} cannot be read: {error}") from error
    numbered = [(at, line.strip()) for at, line in enumerate(lines, 1) if line.strip()]
    if path.suffix == ".jsonl":
        found = [_lemma(line, f"lemmas={path}, line {at}") for at, line in numbered]
    else:
        found = [line for _, line in numbered]
    if not found:
        raise BadInput(f"lemmas={path} has no lemma: a line of it is one")
    return Lemmas(found)


def _lemma(line: str, where: str) -> str:
    try:
        entry = json.loads(line)
    except ValueError as error:
        raise BadInput(f"{where}: it is no JSON: {error}") from error
    name = entry.get("name") if isinstance(entry, dict) else None
    statement = entry.get("statement") if isinstance(entry, dict) else None
    if not isinstance(name, str) or not isinstance(statement, str):
        raise BadInput(f"{where}: it must be a JSON object with the texts name and statement")
    return " ".join(f"{name} : {statement}".split())


def _words(text: str) -> list[str]:
    """Words in lower case; names are split at underscores and digits: ``add_comm`` is add, comm."""
    return [word.lower() for word in _WORD.findall(text)]
