"""Official files of every style: their statements compile, and their own text is an `incomplete`.

`putnam check-problems` compiles all of them; here is one of each kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from coq_cases import formalization, make_checker, shared_cache
from formalizations import check

from pytest_putnam.errors import InfraError
from pytest_putnam.languages.coq.checker import CoqChecker
from pytest_putnam.languages.coq.reference import orig_text
from pytest_putnam.model import Formalization, Track, VerdictKind

STYLES = {
    "putnam_2012_a2": "ssreflect, a let in the statement",
    "putnam_2000_a4": "Coquelicot",
    "putnam_1969_b5": "mathcomp, a Section",
    "putnam_1964_a2": "analysis, a header variable, a definition, a solution",
    "putnam_2013_b1": "Reals, a solution",
}


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CoqChecker]:
    made = make_checker(shared_cache(tmp_path_factory))
    yield made
    made.close()


def official(folder: Path, name: str) -> Formalization:
    return formalization((folder / "coq" / "src" / f"{name}.v").read_bytes().decode(), name)


def test_every_official_statement_can_be_put_into_a_specification(benchmark_dir: Path) -> None:
    """In both tracks, with the theorem's own bytes."""
    files = sorted((benchmark_dir / "coq" / "src").glob("*.v"))
    assert len(files) > 150
    for path in files:
        formal = official(benchmark_dir, path.stem)
        for track in Track:
            text = orig_text(formal, track)
            assert formal.statement.of(formal.text) in text
            assert text.count("Module Type SPEC.") == 1


@pytest.mark.real_coq
@pytest.mark.parametrize("track", list(Track))
@pytest.mark.parametrize("name", STYLES)
def test_an_official_file(
    name: str, track: Track, benchmark_dir: Path, checker: CoqChecker
) -> None:
    """Compiles, and is not proved as it stands."""
    formal = official(benchmark_dir, name)
    checker.prepare(formal, track)
    verdict = check(checker, formal, formal.text, track=track)
    assert verdict.kind in {VerdictKind.INCOMPLETE, VerdictKind.FORBIDDEN}, verdict.reason


@pytest.mark.real_coq
def test_an_official_file_whose_library_is_missing(
    benchmark_dir: Path, checker: CoqChecker
) -> None:
    """Is named with the library."""
    formal = official(benchmark_dir, "putnam_2009_a1")
    if (checker.toolchain.coqlib / "user-contrib" / "GeoCoq").is_dir():
        pytest.skip("GeoCoq is installed here")
    with pytest.raises(InfraError, match=r"putnam_2009_a1: .*imports GeoCoq\.Main"):
        checker.prepare(formal, Track.WITH_SOLUTION)
