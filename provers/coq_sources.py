"""What the provers that run inside of Coq share: the file that they run, and the search for a library."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from pytest_putnam.languages.coq.toolchain import CoqToolchain
from pytest_putnam.model import Formalization


def filled(formalization: Formalization, proof: Sequence[str]) -> str:
    """The file with `proof` in its slot, from a new line on."""
    text, slot = formalization.text, formalization.proof
    return f"{text[: slot.start].rstrip()}\n" + "\n".join(proof) + text[slot.end :]


def first_line(formalization: Formalization) -> int:
    """The line where `filled` puts the proof, from 1."""
    return formalization.text[: formalization.proof.start].rstrip().count("\n") + 2


def is_installed(coq: CoqToolchain, file: str) -> bool:
    """Whether a compiled file of a library is there, such as ``Hammer/Plugin/Hammer.vo``."""
    roots = [coq.coqlib / "user-contrib"]
    for name in ("COQPATH", "ROCQPATH"):
        roots += [Path(each) for each in coq.environment.get(name, "").split(os.pathsep) if each]
    return any((root / file).is_file() for root in roots)
