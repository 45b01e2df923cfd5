"""The baseline's file: what is read is what was written, and what is wrong is told by entry."""

from __future__ import annotations

import stat
import string
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from stored_runs import stored_run

from pytest_putnam.baseline import Key, Solve, read_baseline, write_baseline
from pytest_putnam.errors import BadInput
from pytest_putnam.gate import Gate, Gated, Standing, gated_items
from pytest_putnam.kept import open_run
from pytest_putnam.model import Language, Track
from pytest_putnam.reports.gate_lines import gate_lines

NAMES = st.text(string.ascii_letters + string.digits + "_-:#'é{}[], ", min_size=1).filter(str.strip)
KEYS = st.builds(
    Key, NAMES, st.sampled_from([*map(str, Language)]), st.sampled_from([*map(str, Track)]), NAMES
)
SOLVES = st.integers(1, 9).flatmap(
    lambda of: st.builds(
        lambda numbers: Solve(tuple(sorted(numbers)), of), st.sets(st.integers(1, of), min_size=1)
    )
)


def key(problem: str, **other: str) -> Key:
    return Key(problem, other.get("language", "coq"), "with-solution", other.get("prover", "p"))


@given(st.dictionaries(KEYS, SOLVES, max_size=5))
def test_what_was_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, entries: dict[Key, Solve]
) -> None:
    path = tmp_path_factory.mktemp("baseline") / "b.yaml"
    write_baseline(path, entries)
    assert read_baseline(path) == entries
    assert list(read_baseline(path)) == sorted(entries)


def test_the_file_is_short_and_sorted_and_the_usual_track_goes_without_saying(
    tmp_path: Path,
) -> None:
    path = tmp_path / "b.yaml"
    given = {
        key("putnam_1990_a1"): Solve((2, 5), 8),
        Key("putnam_1988_b1", "lean4", "no-solution", "gpt4"): Solve((1,), 1),
    }
    write_baseline(path, given)
    assert [line for line in path.read_text().splitlines() if not line.startswith("#")] == [
        "version: 1",
        "solves:",
        "- {problem: putnam_1988_b1, language: lean4, track: no-solution, prover: gpt4, proved: [1], of: 1}",
        "- {problem: putnam_1990_a1, language: coq, prover: p, proved: [2, 5], of: 8}",
    ]
    assert path.read_text().startswith("# Solves that must not be lost")


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("putnam_1988_b1", "is no mapping"),
        ({"problem": "a"}, "language, prover, proved, of missing"),
        ({"problem": "a", "langage": "coq"}, "Did you mean 'language'"),
        ({"problem": 7}, "problem is 7"),
        ({"language": "agda"}, "language is 'agda'"),
        ({"track": "both"}, "track is 'both'"),
        ({"proved": []}, "must list attempts from 1 to 2"),
        ({"proved": [3]}, "must list attempts from 1 to 2"),
        ({"proved": [True]}, "must list attempts from 1 to 2"),
        ({"proved": 1}, "must list attempts from 1 to 2"),
        ({"of": 0}, "of is 0"),
    ],
)
def test_a_wrong_entry_is_told_with_its_number(tmp_path: Path, entry: object, told: str) -> None:
    right = {"problem": "a", "language": "coq", "prover": "p", "proved": [1], "of": 2}
    wrong = {**right, **entry} if isinstance(entry, dict) and len(entry) == 1 else entry
    if entry == {"problem": "a"}:
        wrong = entry
    path = tmp_path / "b.yaml"
    path.write_text(yaml.safe_dump({"version": 1, "solves": [{**right, "problem": "b"}, wrong]}))
    with pytest.raises(BadInput, match="entry 2: ") as raised:
        read_baseline(path)
    assert told in str(raised.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[", "no valid YAML"),
        ("solves: []", "must have the keys version and solves"),
        ("version: 2\nsolves: []", "has version 2; this is 1"),
        (
            "version: 1\nsolves:\n"
            + "- {problem: a, language: coq, prover: p, proved: [1], of: 1}\n" * 2,
            "a (coq, p) is listed twice",
        ),
        ("version: 1\nsolves: 5", "solves is 5; it must be a list"),
        ("version: 1\nsolves: []\nsolves: []", "line 3: the key 'solves' comes twice"),
        (
            "version: 1\nsolves:\n- {problem: a, problem: b, language: coq, prover: p, proved: [1], of: 1}",
            "line 3: the key 'problem' comes twice",
        ),
    ],
)
def test_a_wrong_file_is_told(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "b.yaml"
    path.write_text(text)
    with pytest.raises(BadInput) as raised:
        read_baseline(path)
    assert told in str(raised.value)


def test_only_a_file_that_is_to_be_written_may_be_missing(tmp_path: Path) -> None:
    assert read_baseline(tmp_path / "new.yaml", may_be_new=True) == {}
    with pytest.raises(BadInput, match="--putnam-update-baseline makes it"):
        read_baseline(tmp_path / "new.yaml")


def test_rewriting_keeps_mode_and_link_and_leaves_nothing_beside(tmp_path: Path) -> None:
    real, link = tmp_path / "real.yaml", tmp_path / "link.yaml"
    write_baseline(real, {})
    real.chmod(0o664)
    link.symlink_to(real)
    write_baseline(link, {key("a"): Solve((1,), 1)})
    assert link.is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o664
    assert read_baseline(real) == {key("a"): Solve((1,), 1)}
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link.yaml", "real.yaml"]
    with pytest.raises(BadInput, match="cannot be written"):
        write_baseline(tmp_path / "no" / "such.yaml", {})


def test_where_items_stand_and_what_an_update_keeps() -> None:
    baseline = {key(name): Solve((1,), 4) for name in ("kept", "lost", "away", "broken")}
    gate = Gate.of(
        baseline,
        [
            Gated(key("kept"), proved=True, solve=Solve((3,), 8)),
            Gated(key("lost"), proved=False, reason="lost: not proved"),
            Gated(key("new"), proved=True, solve=Solve((1, 2), 8)),
            Gated(key("never"), proved=False),
            Gated(key("broken"), proved=None, reason="no library"),
            Gated(key("kept", prover="other"), proved=True, solve=Solve((1,), 8)),
        ],
    )
    stand = {where: [str(g.key.problem) for g in gate.those(where)] for where in Standing}
    assert stand == {
        Standing.KEPT: ["kept"],
        Standing.LOST: ["lost"],
        Standing.NEW: ["kept", "new"],
        Standing.EXPECTED: ["never"],
        Standing.UNDECIDED: ["broken"],
    }
    assert gate.not_selected == 1
    assert gate.updated() == {
        key("kept"): Solve((3,), 8),
        key("new"): Solve((1, 2), 8),
        key("away"): Solve((1,), 4),
        key("broken"): Solve((1,), 4),
        key("kept", prover="other"): Solve((1,), 8),
    }
    assert gate_lines(gate, "b.yaml") == [
        "b.yaml: 1 kept, 1 lost, 2 new, 1 unproved as expected, 1 undecided; 1 entry is not in this run",
        "lost: lost (coq, p): attempt 1 of 4 in the baseline; not proved",
        "new: kept (coq, other): attempt 1 of 8",
        "new: new (coq, p): attempts 1, 2 of 8",
        "undecided: broken (coq, p) (in the baseline); no library",
        "--putnam-update-baseline takes the new ones in",
    ]


def test_a_kept_run_gives_the_same_items(tmp_path: Path) -> None:
    folder = stored_run(
        tmp_path / "run", {"a": "FPFP", "b": "FFFF", "c": "FE", "d": ""}, attempts=4
    )
    with open_run(folder) as run:
        found = {item.key.problem: (item.proved, item.solve) for item in gated_items(run)}
    assert found == {
        "a": (True, Solve((2, 4), 4)),
        "b": (False, None),
        "c": (None, None),
        "d": (None, None),
    }
