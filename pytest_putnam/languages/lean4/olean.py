"""The object graph of an ``.olean`` file, read without running anything of it.

    magic "olean", format (u8)
    format 1:  git hash (42 bytes), base address (u64)
    format 2:  flags (u8; bit 0: big numbers are GMP's), version (33 bytes), git hash (40), base address
    then objects, and the root's address as the first word (as the last in older releases)

A pointer is the base address plus an offset into the file; an odd word is a boxed number. An object
begins with i32 reference count, u16 size, u8 number of fields, u8 tag: 249 string, 246 array, 250 big
number, up to 244 a constructor's fields and then its scalars. Objects are written after what they point
to, which is required here, so nothing is read twice and nothing goes round in circles. (Layout:
``src/library/module.cpp`` and ``src/runtime/compact.cpp`` of Lean.)
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from typing import Final

from pytest_putnam.errors import PutnamError

OLDEST: Final = (4, 9)
NEWEST: Final = (4, 35)
"""The releases whose layouts are known."""
ARRAY: Final = 246
STRING: Final = 249
BIG_NUMBER: Final = 250
MOST_CONSTRUCTOR: Final = 244
MOST_MB: Final = 512

Name = tuple[str | int, ...]
"""A name's components; the empty one is the anonymous name."""

_MAGIC: Final = b"olean"
MASK: Final = (1 << 64) - 1
MIX: Final = 0xC6A4A7935BD1E995
_PLAIN: Final = re.compile(r"[^\W\d][\w'!?]*")
_VERSION: Final = re.compile(r"(\d+)\.(\d+)\.(\d+)")


class OleanError(PutnamError):
    """A compiled file that cannot be read."""


class UnknownFormat(OleanError):
    """Its format, or the release that wrote it, is not known here."""


class Damaged(OleanError):
    """It is not what Lean writes."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says of itself."""

    format: int
    version: str
    """Of Lean, ``4.27.0``; empty in format 1, which does not tell."""
    githash: str
    base: int
    start: int
    """Where the objects begin, in words."""
    has_gmp: bool


def check_version(version: str) -> None:
    """Raise `UnknownFormat` for a release whose layouts are not known."""
    match = _VERSION.match(version)
    if match is None:
        raise UnknownFormat(f"{version!r} is no version of Lean")
    release = (int(match[1]), int(match[2]))
    if not OLDEST <= release <= NEWEST:
        raise UnknownFormat(
            f"compiled files of Lean {version} are not known here: releases 4.{OLDEST[1]} to "
            f"4.{NEWEST[1]} are; use one of these, or a newer pytest-putnam"
        )


def read_header(data: bytes) -> Header:
    """The header of a file. Raises `OleanError`."""
    if data[:5] != _MAGIC or len(data) < 0x60:
        raise Damaged("this is no .olean file: it does not begin as one, or is too short")
    if len(data) > MOST_MB << 20:
        raise Damaged(f"the file has more than {MOST_MB} MiB")
    if data[5] == 1:
        base = int.from_bytes(data[48:56], "little")
        return Header(1, "", _text(data[6:48]), base, 7, has_gmp=True)
    if data[5] == 2:
        version = _text(data[7:40])
        check_version(version)
        if data[6] > 1:
            raise UnknownFormat(f"the .olean file has unknown flags {data[6]:#04x}")
        base = int.from_bytes(data[80:88], "little")
        return Header(2, version, _text(data[40:80]), base, 11, has_gmp=bool(data[6]))
    raise UnknownFormat(f"format {data[5]} of .olean files is not known here (1 and 2 are)")


def _text(padded: bytes) -> str:
    return padded.split(b"\0", 1)[0].decode("ascii", errors="replace")


class Objects:
    """The objects of a file. Objects are named by their place, counted in words of 8 bytes.

    Everything raises `Damaged` where a place does not hold what is asked for.
    """

    def __init__(self, data: bytes) -> None:
        """Raises `OleanError`."""
        if sys.byteorder != "little":
            raise UnknownFormat("compiled files are read on little-endian machines only")
        self.header = read_header(data)
        self.data = data
        self.words = memoryview(data[: len(data) // 8 * 8]).cast("Q")
        self.names: dict[int, Name] = {}
        self.name_hashes: dict[Name, int] = {(): 1723}
        self.hashes_agree = True
        """Whether every stored hash is what this reader computes."""
        self.root = self._root()

    def _root(self) -> int:
        for word in (self.words[self.header.start], self.words[-1]):
            if word & 7 == 0 and 0 <= word - self.header.base < len(self.data):
                return self.place(word, len(self.words))
        raise Damaged("no root is found")

    def place(self, word: int, before: int) -> int:
        """Where a pointer of the object at `before` points to: before it."""
        offset = word - self.header.base
        place = offset >> 3
        if offset & 7 or not self.header.start <= place < before:
            raise Damaged(f"a pointer leads to {offset:#x}, where no earlier object is")
        return place

    def constructor(self, place: int) -> tuple[int, list[int], bytes]:
        """Tag, field words and scalar bytes."""
        head = self.words[place]
        tag, count, size = head >> 56, head >> 48 & 0xFF, head >> 32 & 0xFFFF
        end = place * 8 + size
        if tag > MOST_CONSTRUCTOR or size < 8 + 8 * count or end > len(self.data):
            raise Damaged(f"no constructor stands at {place * 8:#x}")
        fields = self.words[place + 1 : place + 1 + count].tolist()
        return tag, fields, self.data[place * 8 + 8 + 8 * count : end]

    def structure(self, word: int, before: int, count: int) -> tuple[int, int, list[int], bytes]:
        """Place, tag, fields and scalars of a constructor with `count` fields."""
        place = self.place(word, before)
        tag, fields, scalars = self.constructor(place)
        if len(fields) != count:
            raise Damaged(f"at {place * 8:#x} are {len(fields)} fields where {count} are due")
        return place, tag, fields, scalars

    def array(self, word: int, before: int) -> tuple[int, list[int]]:
        """Place and words of an array."""
        place = self.place(word, before)
        if self.words[place] >> 56 != ARRAY or place + 3 > len(self.words):
            raise Damaged(f"no array stands at {place * 8:#x}")
        size = self.words[place + 1]
        if size > len(self.words) - place - 3:
            raise Damaged(f"the array at {place * 8:#x} is longer than the file")
        return place, self.words[place + 3 : place + 3 + size].tolist()

    def items(self, word: int, before: int) -> list[tuple[int, int]]:
        """The elements of a ``List``: each with the place of its cell."""
        found = []
        while word != 1:
            place, tag, fields, _ = self.structure(word, before, 2)
            if tag != 1:
                raise Damaged(f"no list stands at {place * 8:#x}")
            found.append((place, fields[0]))
            word, before = fields[1], place
        return found

    def string(self, word: int, before: int) -> str:
        """A string."""
        return self.utf8(word, before).decode("utf-8", errors="surrogateescape")

    def utf8(self, word: int, before: int) -> bytes:
        """A string's bytes."""
        place = self.place(word, before)
        if self.words[place] >> 56 != STRING or place + 4 > len(self.words):
            raise Damaged(f"no string stands at {place * 8:#x}")
        size, start = self.words[place + 1], place * 8 + 32
        if not 1 <= size <= len(self.data) - start:
            raise Damaged(f"the string at {place * 8:#x} is longer than the file")
        return self.data[start : start + size - 1]

    def number(self, word: int, before: int) -> int:
        """A ``Nat``."""
        if word & 1:
            return word >> 1
        place = self.place(word, before)
        if self.words[place] >> 56 != BIG_NUMBER or place + 3 > len(self.words):
            raise Damaged(f"no number stands at {place * 8:#x}")
        if not self.header.has_gmp:
            raise UnknownFormat("big numbers of a Lean that was built without GMP are not known")
        limbs = self.words[place + 1] >> 32
        start = self.place(self.words[place + 2], len(self.words)) * 8
        if not 0 < limbs <= (len(self.data) - start) // 8:
            raise Damaged(f"the number at {place * 8:#x} is not positive, or longer than the file")
        return int.from_bytes(self.data[start : start + 8 * limbs], "little")

    def name(self, word: int, before: int) -> Name:
        """A name."""
        if word == 1:
            return ()
        pending: list[tuple[int, int, list[int], int]] = []
        name: Name = ()
        while word != 1:
            place = self.place(word, before)
            known = self.names.get(place)
            if known is not None:
                name = known
                break
            _, tag, fields, scalars = self.structure(word, before, 2)
            if tag not in {1, 2} or len(scalars) < 8 or len(pending) > 1000:
                raise Damaged(f"no name stands at {place * 8:#x}")
            pending.append((place, tag, fields, int.from_bytes(scalars[:8], "little")))
            word, before = fields[0], place
        for place, tag, fields, stored in reversed(pending):
            parent = self.name_hashes[name]
            if tag == 1:
                utf8 = self.utf8(fields[1], place)
                name = (*name, utf8.decode("utf-8", errors="surrogateescape"))
                hash_ = mix(parent, string_hash(utf8))
            else:
                number = self.number(fields[1], place)
                name = (*name, number)
                hash_ = mix(parent, number if number <= MASK else 17)
            self.hashes_agree = self.hashes_agree and hash_ == stored
            self.name_hashes[name] = hash_
            self.names[place] = name
        return name


def mix(left: int, right: int) -> int:
    """The hash of two hashes, as Lean's ``mixHash`` since 4.3x."""
    right = right * MIX & MASK
    return ((left ^ right) ^ (right >> 47) ^ MIX) * MIX & MASK


def string_hash(utf8: bytes) -> int:
    """The hash of a string: MurmurHash64A (Appleby) with the seed 11."""
    length = len(utf8)
    found = 11 ^ (length * MIX & MASK)
    whole = length & ~7
    for start in range(0, whole, 8):
        part = int.from_bytes(utf8[start : start + 8], "little") * MIX & MASK
        part = (part ^ (part >> 47)) * MIX & MASK
        found = (found ^ part) * MIX & MASK
    if length > whole:
        found = (found ^ int.from_bytes(utf8[whole:], "little")) * MIX & MASK
    found = (found ^ (found >> 47)) * MIX & MASK
    return found ^ (found >> 47)


def shown(name: Name) -> str:
    """A name as Lean writes it, with «» where that is needed."""
    parts = [
        str(part) if isinstance(part, int) or _PLAIN.fullmatch(part) else f"«{part}»"
        for part in name
    ]
    return ".".join(parts).encode("utf-8", errors="replace").decode() or "[anonymous]"
