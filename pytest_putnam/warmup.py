"""The warm-up problems of the package and their known proofs: for trying out a checker."""

from __future__ import annotations

import importlib.resources
import json
from pathlib import Path
from typing import Final

from pytest_putnam.datasets import Dataset
from pytest_putnam.model import Candidate, Formalization, Language

NAME: Final = "warmup"
"""Stands for the warm-up problems where a benchmark's folder is asked for."""


def built_in_folder() -> Path:
    """Where the package has its problems; the warm-up problems are in a folder of it."""
    return Path(str(importlib.resources.files("pytest_putnam.problem_set")))


def named_folder(root: Path) -> Path:
    """`root`, or the folder of the warm-up problems where it says `NAME` and no folder is called so."""
    return built_in_folder() / NAME if root == Path(NAME) and not root.is_dir() else root


def problem(name: str, language: Language) -> Formalization:
    """The warm-up problem `name` in `language`."""
    dataset = Dataset(built_in_folder() / NAME)
    (path,) = (path for path in dataset.files(language) if path.stem == name)
    return dataset.read(path)


def known_proof(name: str, language: Language) -> Candidate:
    """The proof that comes with it, and where the problem asks for an answer the answer."""
    proofs = built_in_folder() / NAME / "proofs.jsonl"
    for line in proofs.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if (entry["name"], entry["language"]) == (name, language.value):
            return Candidate(entry["code"], entry.get("solution"))
    raise LookupError(f"{proofs} has no proof of {name} in {language}")
