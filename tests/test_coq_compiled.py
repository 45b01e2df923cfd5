"""Reading the names in compiled files, as far as a forged one could deceive coqchk."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from pytest_putnam.languages.coq import BACKEND
from pytest_putnam.languages.coq.compiled import Malformed, repeated_names

pytestmark = pytest.mark.real_coq


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file with two declarations, one in a module, whose names are as long as each other."""
    folder = tmp_path_factory.mktemp("compiled")
    text = "Axiom first : False. Definition other : True := I.\n"
    text += "Module Inner. Definition inner := first. Definition again := other. End Inner.\n"
    text += (
        "Definition Inner := other. Module Type Other. End Other. Record Other := { it : True }.\n"
    )
    Path(folder, "a.v").write_text(text, encoding="utf-8")
    coqc = BACKEND.find(None).executable
    subprocess.run([coqc, "-q", "a.v"], cwd=folder, check=True, capture_output=True, timeout=120)
    return Path(folder, "a.vo").read_bytes()


def test_a_file_of_coq_repeats_no_name(compiled: bytes) -> None:
    """As Coq writes it: modules and what is no module have their names apart."""
    assert repeated_names(compiled) == frozenset()


@pytest.mark.parametrize(("old", "new"), [(b"other", b"first"), (b"again", b"inner")])
def test_a_name_that_replaces_an_earlier_one_is_found(
    compiled: bytes, old: bytes, new: bytes
) -> None:
    """At the top and in a module."""
    assert repeated_names(compiled.replace(old, new)) == {new.decode()}


def test_another_file_is_malformed(compiled: bytes) -> None:
    """Whatever it is: nothing else is raised."""
    for data in (b"", b"Coq!", compiled[:200], compiled[:-100], b"\x7fELF" + bytes(100)):
        with pytest.raises(Malformed):
            repeated_names(data)


def test_damage_is_malformed_or_harmless(compiled: bytes) -> None:
    """Every byte that is changed: nothing else is raised, and no name is found twice that is none."""
    malformed, read = 0, 0
    for at in range(0, len(compiled), 7):
        damaged = compiled[:at] + bytes([compiled[at] ^ 0x55]) + compiled[at + 1 :]
        try:
            repeated = repeated_names(damaged)
        except Malformed:
            malformed += 1
        else:
            read += 1
            assert all(name.encode() in damaged for name in repeated)
    assert malformed > 0
    assert malformed + read == len(range(0, len(compiled), 7))
