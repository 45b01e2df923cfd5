"""Levels and expressions of compiled files, each kept once: equal terms have equal numbers.

What the kernel does not look at is left out: names of bound variables, how binders are bracketed,
metadata, whether a ``let`` depends on its value. What is kept is compared exactly.
"""

from __future__ import annotations

from typing import Final

from pytest_putnam.languages.lean4.olean import MASK, MIX, Damaged, Name, Objects, mix, string_hash

BVAR, FVAR, MVAR, SORT, CONST, APP, LAM, FORALL, LET, LITERAL, MDATA, PROJ = range(12)
FIELDS: Final = (1, 1, 1, 1, 2, 2, 3, 3, 4, 1, 2, 3)
_CHILDREN: Final = ((), (), (), (), (), (0, 1), (1, 2), (1, 2), (1, 2, 3), (), (1,), (2,))
_MASK32: Final = (1 << 32) - 1
_LEVEL_FIELDS: Final = (0, 1, 2, 2, 1, 1)
_LEVEL_SEEDS: Final = (2221, 2243, 2251, 2267, 2239, 2237)
ZERO: Final = 0

Key = tuple[object, ...]


class Terms:
    """The terms of any number of files."""

    def __init__(self) -> None:
        self.levels: list[Key] = [(0,)]
        self.expressions: list[Key] = []
        self._level_ids: dict[Key, int] = {(0,): ZERO}
        self.ids: dict[Key, int] = {}
        self._constants: dict[int, frozenset[Name]] = {}

    def level(self, key: Key) -> int:
        """The number of a level: ``(0,)`` zero, ``(1, u)`` successor, 2 max, 3 imax, ``(4, name)``."""
        found = self._level_ids.setdefault(key, len(self.levels))
        if found == len(self.levels):
            self.levels.append(key)
        return found

    def expression(self, key: Key) -> int:
        """The number of an expression: its tag, and numbers for its parts."""
        found = self.ids.setdefault(key, len(self.expressions))
        if found == len(self.expressions):
            self.expressions.append(key)
        return found

    def constants(self, expression: int) -> frozenset[Name]:
        """The names of the constants in an expression, those of projected structures with them."""
        known = self._constants.get(expression)
        if known is not None:
            return known
        names: set[Name] = set()
        seen = {expression}
        stack = [expression]
        while stack:
            key = self.expressions[stack.pop()]
            if key[0] in (CONST, PROJ):
                names.add(key[1])  # type: ignore[arg-type]
            for child in children(key):
                if child not in seen:
                    seen.add(child)
                    stack.append(child)
        found = frozenset(names)
        self._constants[expression] = found
        return found


def children(key: Key) -> tuple[int, ...]:
    """The numbers of an expression's direct parts."""
    tag = key[0]
    if tag in (APP, LAM, FORALL, LET):
        return key[1:]  # type: ignore[return-value]
    return (key[3],) if tag == PROJ else ()  # type: ignore[return-value]


class TermReader:
    """Takes terms out of one file. Raises `Damaged`."""

    def __init__(self, objects: Objects, terms: Terms) -> None:
        self._objects = objects
        self._terms = terms
        self._levels: dict[int, tuple[int, int]] = {}
        self._known: dict[int, tuple[int, int]] = {}
        """For places: the expression's number, and how many bound variables it leaves open."""
        self.hashes_agree = True
        """Whether every stored hash is what this reader computes."""

    def level(self, word: int, before: int) -> tuple[int, int]:
        """A level's number, and its hash."""
        if word == 1:
            return ZERO, _LEVEL_SEEDS[0]
        objects = self._objects
        stack = [objects.place(word, before)]
        while stack:
            place = stack[-1]
            if place in self._levels:
                stack.pop()
                continue
            tag, fields, scalars = objects.constructor(place)
            if tag > 4 or len(fields) != _LEVEL_FIELDS[tag] or len(scalars) < 8:
                raise Damaged(f"no closed level stands at {place * 8:#x}")
            if tag in (1, 2, 3):
                below = [objects.place(field, place) for field in fields if field != 1]
                missing = [each for each in below if each not in self._levels]
                if missing:
                    stack += missing
                    continue
            self._levels[place] = self._new_level(place, tag, fields, scalars)
            stack.pop()
        return self._levels[objects.place(word, before)]

    def _new_level(
        self, place: int, tag: int, fields: list[int], scalars: bytes
    ) -> tuple[int, int]:
        seed = _LEVEL_SEEDS[tag]
        if tag == 0:
            key: Key = (0,)
            hash_ = seed
        elif tag == 4:
            name = self._objects.name(fields[0], place)
            key, hash_ = (4, name), mix(seed, self._objects.name_hashes[name])
        else:
            parts = [
                (ZERO, _LEVEL_SEEDS[0])
                if field == 1
                else self._levels[self._objects.place(field, place)]
                for field in fields
            ]
            key = (tag, *(number for number, _ in parts))
            hash_ = mix(parts[0][1], parts[1][1]) if len(parts) == 2 else parts[0][1]
            hash_ = mix(seed, hash_)
        stored = int.from_bytes(scalars[:4], "little")
        self.hashes_agree = self.hashes_agree and hash_ & _MASK32 == stored
        return self._terms.level(key), hash_ & _MASK32

    def closed(self, word: int, before: int) -> int:
        """The number of an expression without open variables of any kind."""
        place = self._objects.place(word, before)
        if place not in self._known:
            self._read(place)
        number, loose = self._known[place]
        if loose:
            raise Damaged(f"the expression at {place * 8:#x} is not closed")
        return number

    def _read(self, root: int) -> None:
        """Read the expression at `root`, parts first: they stand before it."""
        objects, words, known = self._objects, self._objects.words, self._known
        base, start = objects.header.base, objects.header.start
        found = {root}
        stack = [root]
        while stack:
            place = stack.pop()
            head = words[place]
            tag, count, size = head >> 56, head >> 48 & 0xFF, head >> 32 & 0xFFFF
            if tag > PROJ or count != FIELDS[tag] or size < 16 + 8 * count:
                raise Damaged(f"no expression stands at {place * 8:#x}")
            if place + (size >> 3) > len(words):
                raise Damaged(f"the expression at {place * 8:#x} is longer than the file")
            for index in _CHILDREN[tag]:
                offset = words[place + 1 + index] - base
                child = offset >> 3
                if offset & 7 or not start <= child < place:
                    raise Damaged(f"a pointer leads to {offset:#x}, where no earlier object is")
                if child not in found and child not in known:
                    found.add(child)
                    stack.append(child)
        for place in sorted(found):
            tag = words[place] >> 56
            known[place] = self._application(place) if tag == APP else self._new(place, tag)

    def _application(self, place: int) -> tuple[int, int]:
        """What most of a file is, so it is written out."""
        words, known, base = self._objects.words, self._known, self._objects.header.base
        left, right = (words[place + 1] - base) >> 3, (words[place + 2] - base) >> 3
        (f, loose), (a, more) = known[left], known[right]
        data = words[right + 1 + FIELDS[words[right] >> 56]] * MIX & MASK
        data ^= words[left + 1 + FIELDS[words[left] >> 56]] ^ (data >> 47) ^ MIX
        if (data * MIX ^ words[place + 3]) & _MASK32:
            self.hashes_agree = False
        key = (APP, f, a)
        expressions = self._terms.expressions
        number = self._terms.ids.setdefault(key, len(expressions))
        if number == len(expressions):
            expressions.append(key)
        return number, (loose if loose > more else more)  # noqa: FURB136 - max is slower

    def _new(self, place: int, tag: int) -> tuple[int, int]:
        words, known, base = self._objects.words, self._known, self._objects.header.base
        data = words[place + 1 + FIELDS[tag]]
        if tag in (LAM, FORALL):
            left, right = (words[place + 2] - base) >> 3, (words[place + 3] - base) >> 3
            (type_, loose), (body, more) = known[left], known[right]
            hash_ = mix(self._data(left) & _MASK32, self._data(right) & _MASK32)
            self._compare(mix(self._depth(left, right), hash_), data)
            return self._terms.expression((tag, type_, body)), max(loose, more - 1)
        key, loose, hash_ = self._other(place, tag)
        self._compare(hash_, data)
        if tag == MDATA:
            return known[(words[place + 2] - base) >> 3]
        return self._terms.expression(key), loose

    def _other(self, place: int, tag: int) -> tuple[Key, int, int]:  # noqa: PLR0911 - one per kind
        """Key, open variables and hash of what is neither application nor binder."""
        objects, words = self._objects, self._objects.words
        first = words[place + 1]
        if tag == BVAR:
            index = objects.number(first, place)
            return (BVAR, index), index + 1, mix(7, index)
        if tag == SORT:
            level, hash_ = self.level(first, place)
            return (SORT, level), 0, mix(11, hash_)
        if tag == CONST:
            name = objects.name(first, place)
            levels = [self.level(word, at) for at, word in objects.items(words[place + 2], place)]
            hash_ = 7
            for _, each in levels:
                hash_ = mix(hash_, each)
            key = (CONST, name, tuple(number for number, _ in levels))
            return key, 0, mix(5, mix(objects.name_hashes[name], hash_))
        if tag == LITERAL:
            return self._literal(first, place)
        if tag == LET:
            places = [(words[place + at] - objects.header.base) >> 3 for at in (2, 3, 4)]
            parts = [self._known[each] for each in places]
            loose = max(parts[0][1], parts[1][1], parts[2][1] - 1)
            one, two, three = (self._data(each) & _MASK32 for each in places)
            hash_ = mix(self._depth(*places), mix(one, mix(two, three)))
            return (LET, *(number for number, _ in parts)), loose, hash_
        if tag == MDATA:
            inner = (words[place + 2] - objects.header.base) >> 3
            hash_ = mix(self._depth(inner), self._data(inner) & _MASK32)
            return (), 0, hash_
        if tag == PROJ:
            name, index = objects.name(first, place), objects.number(words[place + 2], place)
            inner = (words[place + 3] - objects.header.base) >> 3
            number, loose = self._known[inner]
            hash_ = mix(index, self._data(inner) & _MASK32)
            hash_ = mix(self._depth(inner), mix(objects.name_hashes[name], hash_))
            return (PROJ, name, index, number), loose, hash_
        raise Damaged(f"a free or an open variable stands at {place * 8:#x}")

    def _literal(self, word: int, before: int) -> tuple[Key, int, int]:
        place, tag, fields, _ = self._objects.structure(word, before, 1)
        if tag == 0:
            number = self._objects.number(fields[0], place)
            return (LITERAL, number), 0, mix(3, number)
        if tag == 1:
            utf8 = self._objects.utf8(fields[0], place)
            return (LITERAL, utf8), 0, mix(3, string_hash(utf8))
        raise Damaged(f"no literal stands at {place * 8:#x}")

    def _data(self, place: int) -> int:
        """What Lean keeps of the expression at `place`: hash, depth, flags."""
        words = self._objects.words
        return words[place + 1 + FIELDS[words[place] >> 56]]

    def _depth(self, *places: int) -> int:
        return max(self._data(place) >> 32 & 0xFF for place in places) + 1

    def _compare(self, hash_: int, data: int) -> None:
        if hash_ & _MASK32 != data & _MASK32:
            self.hashes_agree = False
