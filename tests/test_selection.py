"""Which problems a run takes, and what is said where it takes none."""

from __future__ import annotations

import pytest
from runs import Bench

from pytest_putnam.model import Problem
from pytest_putnam.selection import Selection, parse_years, tag_name

PROBLEMS = [
    Problem("putnam_1988_b1", tags=("algebra",)),
    Problem("putnam_1989_a1", tags=("algebra", "Number Theory")),
    Problem("putnam_2003_a1", tags=("geometry",)),
    Problem("imo_1959_p1"),
]


@pytest.mark.parametrize(
    ("selection", "taken"),
    [
        (Selection(), [0, 1, 2, 3]),
        (Selection(years=((1988, 1988), (2000, 2009))), [0, 2]),
        (Selection(tags=("geometry", "number_theory")), [1, 2]),
        (Selection(tags=("Number theory",)), [1]),
        (Selection(names=("putnam_*_a1",)), [1, 2]),
        (Selection(names=("putnam_1988_b1", "imo*")), [0, 3]),
        (Selection(years=((1980, 1990),), tags=("algebra",), names=("*_a?",)), [1]),
    ],
)
def test_a_problem_must_satisfy_every_part(selection: Selection, taken: list[int]) -> None:
    assert [selection.takes(problem) for problem in PROBLEMS] == [i in taken for i in range(4)]


@pytest.mark.parametrize(
    ("selection", "told"),
    [
        (
            Selection(years=((1950, 1960),)),
            "no problem of the years 1950-1960; there are 1988-1989, 2003",
        ),
        (Selection(tags=("algbra",)), "no problem has the tag algbra. Did you mean 'algebra'?"),
        (Selection(names=("putnam_1988_b2",)), "Did you mean 'putnam_1988_b1'?"),
        (
            Selection(years=((1988, 1988),), tags=("geometry",)),
            "no problem has all of: years 1988; tags geometry. Leave one out; 4 problems are there",
        ),
    ],
)
def test_taking_nothing_is_explained_by_what_there_is(selection: Selection, told: str) -> None:
    assert told in selection.explain_nothing(PROBLEMS)


def test_a_long_list_of_names_is_not_printed() -> None:
    many = [Problem(f"putnam_{year}_a1") for year in range(1960, 2000)]
    told = Selection(names=("putnam_1959_a1",)).explain_nothing(many)
    assert told.endswith("There are 40, from putnam_1960_a1 to putnam_1999_a1")


def test_years_are_single_ones_and_ranges() -> None:
    assert parse_years("1988, 2000 - 2009") == ((1988, 1988), (2000, 2009))


@pytest.mark.parametrize(
    ("tag", "name"),
    [("Number Theory", "number_theory"), ("set-theory", "set_theory"), ("3d", "tag_3d")],
)
def test_a_tags_name_can_stand_in_an_expression(tag: str, name: str) -> None:
    assert tag_name(tag) == name
    assert name.isidentifier()


@pytest.fixture
def three(bench: Bench) -> Bench:
    bench.problem("putnam_1988_b1", tags=("algebra",))
    bench.problem("putnam_1989_b1", tags=("geometry",))
    bench.problem("putnam_2003_a1", tags=("algebra", "geometry"))
    return bench


@pytest.mark.parametrize(
    ("args", "years"),
    [
        (["--putnam-year=1988,2000-2009"], {1988, 2003}),
        (["--putnam-tag=geometry"], {1989, 2003}),
        (["--putnam-problem=putnam_1988_b1,*_a1"], {1988, 2003}),
        (["--putnam-year=1980-1999", "--putnam-tag=algebra"], {1988}),
        (["--putnam-year=1980-1999", "-m", "geometry"], {1989}),
    ],
)
def test_options_select_items(three: Bench, args: list[str], years: set[int]) -> None:
    result = three.run("--co", "-q", *args)
    collected = [line for line in result.outlines if "::" in line]
    assert {int(line.split("_")[1]) for line in collected} == years
    result.stdout.fnmatch_lines([f"{len(years)}/3 tests collected ({3 - len(years)} deselected)*"])


@pytest.mark.real_coq
def test_what_is_not_selected_is_not_run(three: Bench, workers: int) -> None:
    result = three.run("--putnam-year=1988", workers=workers)
    result.assert_outcomes(passed=1, deselected=0 if workers else 2)
    result.stdout.fnmatch_lines(["putnam: dataset *bench (no checkout), 1 of 3 files"])
    assert three.calls() == ["putnam_1988_b1 1"]


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--putnam-year=1950"], "ERROR: no problem of the years 1950; there are 1988-1989, 2003"),
        (["--putnam-tag=algbra"], "ERROR: *Did you mean 'algebra'?*"),
        (["--putnam-problem=putnam_1988"], "ERROR: *Did you mean 'putnam_1988_b1'?*"),
    ],
)
def test_selecting_nothing_is_a_usage_error(
    three: Bench, args: list[str], told: str, workers: int
) -> None:
    result = three.run(*args, workers=workers)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([told])
