"""The reader of compiled files: real ones of every shape, older forms, damaged ones."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lean_cases import make_project, problem
from lean_program import run_lean

from pytest_putnam.languages.lean4.assemble import assemble, reference_text
from pytest_putnam.languages.lean4.judge import Task, judge
from pytest_putnam.languages.lean4.module import Module, read_module
from pytest_putnam.languages.lean4.olean import Damaged, OleanError, UnknownFormat, shown
from pytest_putnam.languages.lean4.terms import Terms
from pytest_putnam.languages.rejections import Rejected
from pytest_putnam.model import Candidate, Track

pytestmark = pytest.mark.real_lean4
PROOF = """theorem helper {p q : Prop} (h : And p q) : And q p := ⟨h.right, h.left⟩
def large : Nat := 123456789012345678901234567890
theorem putnam_1901_a1 (p q : Prop) (h : And p q) : And q p := helper h
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_project(tmp_path_factory.mktemp("olean") / "lean4") / ".lake/build/lib/lean"


@pytest.fixture(scope="module")
def reference(library: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return compiled(
        reference_text(problem("putnam_1901_a1")), library, tmp_path_factory.mktemp("r")
    )


@pytest.fixture(scope="module")
def candidate(library: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    formal = problem("putnam_1901_a1")
    text = assemble(formal, Track.WITH_SOLUTION, Candidate(PROOF)).text
    return compiled(text, library, tmp_path_factory.mktemp("c"))


def compiled(text: str, library: Path, folder: Path) -> bytes:
    (folder / "Cand.lean").write_text(text, encoding="utf-8")
    said = run_lean(folder, "-o", "Cand.olean", "Cand.lean", path=library)
    assert "error" not in said, said
    return (folder / "Cand.olean").read_bytes()


def listed(data: bytes, terms: Terms | None = None) -> dict[str, tuple[object, ...]]:
    """Everything that is compared of a file's constants; terms by their numbers in `terms`."""
    module = read_module(data, terms or Terms())
    return {
        shown(c.name): (c.kind, c.levels, c.type, c.value, c.safety, c.about)
        for c in module.constants.values()
    }


def test_what_a_compilation_produced(library: Path) -> None:
    """Every kind of constant, with its universes, safety and imports; the hashes are right."""
    module = read_module((library / "Base.olean").read_bytes(), Terms())
    kinds = {shown(c.name): c.kind for c in module.constants.values()}
    assert kinds["Nat"] == "inductive"
    assert kinds["Nat.succ"] == "constructor"
    assert kinds["Nat.rec"] == "recursor"
    assert kinds["Nat.plus"] == "definition"
    assert kinds["Eq.symm"] == "theorem"
    assert kinds["propext"] == "axiom"
    safety = {shown(c.name): c.safety for c in module.constants.values()}
    assert safety["lcErased"] == "unsafe"
    assert safety["propext"] == "safe"
    assert module.constants["Eq", "symm"].levels == (("u",),)
    assert module.header.version == "4.35.0"
    assert module.imports == ()
    assert module.hashes_agree


def test_unsafe_is_told(library: Path, tmp_path: Path) -> None:
    text = "prelude\nimport Base\nunsafe def loop (n : Nat) : Nat := loop n\n"
    module = read_module(compiled(text, library, tmp_path), Terms())
    found = {shown(c.name): (c.kind, c.safety) for c in module.constants.values()}
    assert found["loop"] == ("definition", "unsafe")


def test_equal_terms_have_equal_numbers(reference: bytes, candidate: bytes) -> None:
    """In two files that were read into the same terms, and in one read twice."""
    terms = Terms()
    once, again = listed(candidate, terms), listed(candidate, terms)
    assert once == again
    theirs = listed(reference, terms)["putnam_1901_a1"]
    assert theirs[2] == once["putnam_1901_a1"][2]
    assert theirs[3] != once["putnam_1901_a1"][3]


@pytest.mark.parametrize("version", ["4.8.0", "4.36.0", "5.0.0", "3.51.1", "nightly"])
def test_an_unknown_release_is_refused_by_name(candidate: bytes, version: str) -> None:
    data = candidate[:7] + version.encode().ljust(33, b"\0") + candidate[40:]
    with pytest.raises(UnknownFormat, match=version):
        read_module(data, Terms())


@pytest.mark.parametrize("version", ["4.9.0", "4.27.0", "4.28.0-rc1", "4.12.0-nightly-2024-10-18"])
def test_known_releases_are_read(candidate: bytes, version: str) -> None:
    data = candidate[:7] + version.encode().ljust(33, b"\0") + candidate[40:]
    assert read_module(data, Terms()).header.version == version


def test_an_unknown_format_is_refused_by_name(candidate: bytes) -> None:
    with pytest.raises(UnknownFormat, match="format 3"):
        read_module(candidate[:5] + b"\3" + candidate[6:], Terms())
    with pytest.raises(UnknownFormat, match="flags 0x05"):
        read_module(candidate[:6] + b"\5" + candidate[7:], Terms())


def older(data: bytes, *, root_last: bool) -> bytes:
    """The same objects behind the header of format 1, as Lean 4.9 wrote it."""
    root = data[88:96] if root_last else b""
    objects = data[96:] if root_last else data[88:]
    moved = int.from_bytes(data[80:88], "little") + (40 if root_last else 32)
    return b"olean\1" + data[40:80] + b"\0\0" + moved.to_bytes(8, "little") + objects + root


@pytest.mark.parametrize("root_last", [False, True])
def test_the_format_of_older_releases(candidate: bytes, root_last: bool) -> None:
    """Header without a version; root first or last."""
    terms = Terms()
    assert listed(older(candidate, root_last=root_last), terms) == listed(candidate, terms)


def test_a_module_of_the_module_system_is_refused_by_name(library: Path, tmp_path: Path) -> None:
    """Its compiled file leaves proofs out."""
    with pytest.raises(UnknownFormat, match="module system"):
        read_module(compiled("module\nprelude\n", library, tmp_path), Terms())


@pytest.mark.parametrize("size", [0, 4, 5, 40, 87, 95, 96, 500, 5000, -9, -1])
def test_a_truncated_file_is_refused(candidate: bytes, size: int) -> None:
    data = candidate[:size]
    with pytest.raises(OleanError):
        read_module(data, Terms())


def verdict(reference: bytes, data: bytes, terms: Terms) -> tuple[str, Module | None]:
    """What reader and judge say of a candidate's file, as the strict procedure takes them."""
    ours = read_module(reference, terms)
    try:
        theirs = read_module(data, terms)
        if not theirs.hashes_agree or theirs.header.githash != ours.header.githash:
            return "damaged", None
        unread = frozenset({"Base"})  # of which both import names alone
        judge(
            Task(
                ours,
                theirs,
                terms,
                "putnam_1901_a1",
                unread=unread,
                unread_by_reference=unread,
            )
        )
    except OleanError:
        return "damaged", None
    except Rejected as rejected:
        return rejected.kind, None
    return "proved", theirs


def test_flipped_bytes_are_never_a_proof_of_something_else(
    reference: bytes, candidate: bytes
) -> None:
    """Where a damaged file passes, every one of its constants is as it was: the damage lies elsewhere."""
    chance = random.Random(5)
    assert verdict(reference, candidate, Terms())[0] == "proved"
    seen: dict[str, int] = {}
    for _ in range(1500):
        data = bytearray(candidate)
        for _ in range(chance.choice([1, 1, 1, 2, 8])):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        terms = Terms()
        said, module = verdict(reference, bytes(data), terms)
        seen[said] = seen.get(said, 0) + 1
        if module is not None:
            assert listed(bytes(data), terms) == listed(candidate, terms)
    assert seen["damaged"] > 300
    assert seen["proved"] > 0


def test_every_byte_of_the_theorem_counts(reference: bytes, candidate: bytes) -> None:
    """A flip in any object of the theorem's type and proof is found, wherever it is."""
    words = [int.from_bytes(candidate[i : i + 8], "little") for i in range(88, len(candidate), 8)]
    applications = [
        88 + 8 * at for at, word in enumerate(words) if word >> 48 == 0x0502 and word & 0xFFFF == 0
    ]
    assert len(applications) > 10
    for place in applications:
        for field in (8, 16):  # what the application points to
            data = bytearray(candidate)
            data[place + field] ^= 0x08
            said, module = verdict(reference, bytes(data), Terms())
            if module is not None:
                terms = Terms()
                assert listed(bytes(data), terms) == listed(candidate, terms), hex(place)
            else:
                assert said != "proved"


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=2000))
def test_noise_is_refused(noise: bytes) -> None:
    header = b"olean\2\1" + b"4.35.0".ljust(33, b"\0") + b"a" * 40 + bytes(8)
    with pytest.raises(OleanError):
        read_module(header + noise, Terms())
    with pytest.raises(OleanError):
        read_module(noise, Terms())


def test_a_pointer_forwards_is_refused(candidate: bytes) -> None:
    """So there are no circles, and nothing is followed for ever."""
    base = int.from_bytes(candidate[80:88], "little")
    root = int.from_bytes(candidate[88:96], "little") - base
    data = bytearray(candidate)
    data[root + 8 : root + 16] = (base + root).to_bytes(8, "little")
    with pytest.raises(Damaged, match="no earlier object"):
        read_module(bytes(data), Terms())
