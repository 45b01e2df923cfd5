"""The index of a corpus of premises: each as a vector, kept on disk, and the nearest to a state.

The vectors are computed once for a corpus and an encoder, in parts that are whole files: a run that is
ended goes on where it was, and several processes share the work and, as the files are mapped, the memory.
"""

from __future__ import annotations

import hashlib
import os
import random
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from .premises import PremiseCorpus

PART: Final = 1024
"""Premises in a part."""

Vectors = NDArray[np.float32]


class Encoder(Protocol):
    """What makes vectors of texts."""

    @property
    def digest(self) -> str:
        """What all of its vectors depend on: weights and limits."""

    @property
    def size(self) -> int:
        """Of a vector."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """A row of length 1 for each text."""


class PremiseIndex:
    """The vectors of one corpus by one encoder, in a folder of `folder`."""

    def __init__(self, folder: Path, corpus: PremiseCorpus, encoder: Encoder) -> None:
        self.corpus = corpus
        self._encoder = encoder
        key = hashlib.sha256(f"{corpus.digest} {encoder.digest} {PART}".encode()).hexdigest()
        self.folder = folder / key[:32]
        self._parts = [
            range(start, min(start + PART, len(corpus.premises)))
            for start in range(0, len(corpus.premises), PART)
        ]
        self._vectors: dict[int, Vectors] = {}

    @property
    def missing(self) -> int:
        """How many premises have no vector yet."""
        return sum(len(part) for part in self._parts if self._load(part) is None)

    def build(self, may_go_on: Callable[[], bool]) -> bool:
        """Compute what is missing as long as `may_go_on`; whether nothing is missing any more."""
        self.folder.mkdir(parents=True, exist_ok=True)
        left = [part for part in self._parts if self._load(part) is None]
        # processes that begin together should not all do the same part first
        random.Random(os.getpid()).shuffle(left)
        for part in left:
            if self._load(part) is not None:  # another process was here
                continue
            if not may_go_on():
                return False
            texts = [self.corpus.premises[at].marked for at in part]
            self._save(part, self._encoder.encode(texts))
        return True

    def nearest(self, text: str, among: Sequence[int], count: int) -> list[int]:
        """Of the premises `among`, the `count` whose vectors are nearest to that of `text`, best first.

        Of premises that are as near the earlier one comes first. All vectors must have been computed.
        """
        if not among or count <= 0:
            return []
        (query,) = self._encoder.encode([text])
        near = np.concatenate([self._vectors[part.start] @ query for part in self._parts])
        places = np.asarray(among)
        best = np.argsort(-near[places], kind="stable")[:count]
        return [int(at) for at in places[best]]

    def _load(self, part: range) -> Vectors | None:
        """A part's vectors; None where they are not there, or not whole."""
        if part.start not in self._vectors:
            try:
                found = np.load(self._path(part), mmap_mode="r", allow_pickle=False)
            except (OSError, ValueError, EOFError):
                return None
            if found.shape != (len(part), self._encoder.size) or found.dtype != np.float32:
                return None
            self._vectors[part.start] = found
        return self._vectors[part.start]

    def _save(self, part: range, vectors: Vectors) -> None:
        with tempfile.NamedTemporaryFile(dir=self.folder, delete=False) as file:
            try:
                np.save(file, vectors, allow_pickle=False)
            except BaseException:
                Path(file.name).unlink()
                raise
        Path(file.name).replace(self._path(part))
        self._vectors[part.start] = vectors

    def _path(self, part: range) -> Path:
        return self.folder / f"{part.start:08}.npy"
