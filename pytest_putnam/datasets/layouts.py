"""Which layout a folder or file has."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pytest_putnam.datasets import fimo, jsonl, minif2f, proofnet, putnambench
from pytest_putnam.datasets.base import Benchmark

LAYOUTS: Final[Mapping[str, Callable[[Path], Benchmark | None]]] = MappingProxyType(
    {
        "putnambench": putnambench.at,
        "minif2f": minif2f.at,
        "proofnet": proofnet.at,
        "fimo": fimo.at,
        "jsonl": jsonl.at,
    }
)
"""By name: what gives the benchmark whose root a path is, in the order in which they are tried."""


def find_dataset(path: Path, layout: str | None = None) -> Benchmark | None:
    """The benchmark that the file or directory `path` is, or is in; None where there is none.

    It looks at names in the folders above only, and reads no file but one of JSON lines. Of a folder
    that several layouts fit the first one counts, or `layout` where it is named.
    """
    tried = [LAYOUTS[layout]] if layout is not None else list(LAYOUTS.values())
    plain = Path(os.path.abspath(path))  # noqa: PTH100 (Path.absolute keeps "..")
    for folder in (plain, *plain.parents):
        for at in tried:
            found = at(folder)
            if found is not None:
                return found
    return None
