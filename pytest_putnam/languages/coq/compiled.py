"""A look into a compiled file that does not trust it.

coqchk 8.16 checks the declarations of a file one after the other, and a later one of the same name
replaces the earlier one unseen: an axiom, a theorem that uses it, and a definition in the axiom's
place pass as a file without axioms. Coq itself never writes such a file, but what a candidate runs
may. So names are read here, from OCaml's marshalled data, for which no layout but this is assumed:
what the kernel has checked is the first field of the segment ``library``, and the declarations of a
module are a list of pairs of a name and something else.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterator
from typing import Final, TypeAlias

_MAGIC: Final = b"Coq!"
_SMALL: Final = 0x8495A6BE
_BIG: Final = 0x8495A6BF
_INTEGERS: Final = {0x00: 1, 0x01: 2, 0x02: 4, 0x03: 8}
_SHARED: Final = {0x04: 1, 0x05: 2, 0x06: 4, 0x14: 8}
_BLOCKS: Final = {0x08: 4, 0x13: 8}
_STRINGS: Final = {0x09: 1, 0x0A: 4, 0x15: 8}
_DOUBLES: Final = frozenset({0x0B, 0x0C})
_DOUBLE_ARRAYS: Final = {0x0D: 1, 0x0E: 1, 0x0F: 4, 0x07: 4}
MOST_STEPS: Final = 5_000_000
_CUSTOMS: Final = {b"_j": 8, b"_i": 4}

Value: TypeAlias = "Block | bytes | None"
"""A marshalled value; None for a number and what else is not looked into."""


class Malformed(Exception):
    """No compiled file, or one of a form that is not known."""


class Block:
    """An OCaml block."""

    __slots__ = ("fields", "size", "tag")

    def __init__(self, tag: int, size: int) -> None:
        self.tag = tag
        self.size = size
        self.fields: list[Value] = []


def repeated_names(data: bytes) -> frozenset[str]:
    """The names that one module of a compiled file declares more than once. Raises `Malformed`."""
    try:
        root = _unmarshal(_segment(data, b"library"))
    except (IndexError, OverflowError, ValueError, struct.error) as error:
        raise Malformed(str(error)) from error
    if not isinstance(root, Block) or not root.fields:
        raise Malformed("the library is no record")
    repeated: set[bytes] = set()
    for declared in _declared(root.fields[0]):
        if len(set(declared)) < len(declared):
            repeated |= {name for (name, _), count in Counter(declared).items() if count > 1}
    return frozenset(name.decode(errors="replace") for name in repeated)


def _segment(data: bytes, wanted: bytes) -> bytes:
    """A named segment (``lib/objFile.ml``)."""
    if data[:4] != _MAGIC:
        raise Malformed("not a compiled file")
    (at,) = struct.unpack_from(">q", data, 8)
    (count,) = struct.unpack_from(">i", data, at)
    at += 4
    found = None
    for _ in range(count):
        (length,) = struct.unpack_from(">i", data, at)
        name = data[at + 4 : at + 4 + length]
        start, size = struct.unpack_from(">qq", data, at + 4 + length)
        at += 4 + length + 16 + 16  # and the digest
        if name == wanted:
            if found is not None:
                raise Malformed("a segment comes twice")
            found = data[start : start + size]
    if found is None:
        raise Malformed("a segment is missing")
    return found


def _unmarshal(data: bytes) -> Value:  # noqa: C901, PLR0912, PLR0915 - one case per code of the format
    """OCaml's marshalled value (``runtime/intern.c``)."""
    (magic,) = struct.unpack_from(">I", data)
    if magic not in {_SMALL, _BIG}:
        raise Malformed("no marshalled value")
    at = 20 if magic == _SMALL else 32
    known: list[Value] = []
    top = Block(0, 1)
    stack = [top]

    def number(size: int) -> int:
        nonlocal at
        at += size
        if at > len(data):
            raise Malformed("the data ends early")
        return int.from_bytes(data[at - size : at], "big")

    while stack:
        holder = stack[-1]
        if len(holder.fields) == holder.size:
            stack.pop()
            continue
        code = number(1)
        value: Value = None
        header = None
        length = None
        if code >= 0x80:
            header = ((code >> 4) & 7, code & 0xF)
        elif code >= 0x40:
            pass
        elif code >= 0x20:
            length = code & 0x1F
        elif code in _INTEGERS:
            at += _INTEGERS[code]
        elif code in _SHARED:
            back = number(_SHARED[code])
            if not 0 < back <= len(known):
                raise Malformed("a reference leads nowhere")
            value = known[len(known) - back]
        elif code in _BLOCKS:
            word = number(_BLOCKS[code])
            header = (word >> 10, word & 0xFF)
        elif code in _STRINGS:
            length = number(_STRINGS[code])
        elif code in _DOUBLES:
            known.append(None)
            at += 8
        elif code in _DOUBLE_ARRAYS:
            at += 8 * number(_DOUBLE_ARRAYS[code])
            known.append(None)
        elif code in {0x12, 0x19}:
            end = data.index(b"\0", at)
            if data[at:end] not in _CUSTOMS:
                raise Malformed(f"an unknown kind of data: {data[at:end]!r}")
            at, size = end + 1, _CUSTOMS[data[at:end]]
            at += size
            known.append(None)
        else:
            raise Malformed(f"an unknown code {code}")
        if length is not None:
            value = data[at : at + length]
            at += length
            known.append(value)
        if header is not None and header[0]:
            value = Block(header[1], header[0])
            known.append(value)
        holder.fields.append(value)
        if isinstance(value, Block) and header is not None:
            stack.append(value)
    return top.fields[0]


def _declared(root: Value) -> Iterator[list[tuple[bytes, int]]]:
    """Each list of named things below `root`: their names, and the tag that tells what each is.

    A module and a definition may have one name: they are looked up apart, neither replaces the other.
    A list's end may belong to another list too, so each is followed from its first cell to the last.
    """
    seen: set[int] = set()
    stack = [root]
    steps = 0
    while stack:
        value = stack.pop()
        if not isinstance(value, Block) or id(value) in seen:
            continue
        seen.add(id(value))
        names: list[tuple[bytes, int]] = []
        cell: Value = value
        while isinstance(cell, Block) and (name := _name(cell)):
            names.append(name)
            stack.append(cell.fields[0])
            cell = cell.fields[1]
            steps += 1
            if steps > MOST_STEPS:
                raise Malformed("its lists share too much")
        if names:
            yield names
            stack.append(cell)
        else:
            stack += reversed(value.fields)


def _name(cell: Block) -> tuple[bytes, int] | None:
    """The name in a list's cell whose head is a pair of a name and a block, with the block's tag."""
    head = cell.fields[0] if (cell.tag, cell.size) == (0, 2) else None
    if isinstance(head, Block) and (head.tag, head.size) == (0, 2):
        name, thing = head.fields
        if isinstance(name, bytes) and isinstance(thing, Block):
            return name, thing.tag
    return None
