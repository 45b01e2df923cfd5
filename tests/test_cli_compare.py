"""``putnam compare``: two kept runs on the same items."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from putnam_command import putnam
from stored_runs import stored_run

from pytest_putnam.model import Track

NAMES = [f"putnam_19{n}_a1" for n in range(62, 82)]


def run_of(folder: Path, outcomes: str, names: list[str] | None = None, **about: str) -> Path:
    """One attempt per item; a point is an item that was not run."""
    items = dict(zip(names or NAMES, outcomes.replace(".", " "), strict=False))
    return stored_run(folder, {name: letter.strip() for name, letter in items.items()}, **about)  # type: ignore[arg-type]


def compared(tmp_path: Path, old: str, new: str, *args: str) -> tuple[int, str]:
    run_of(tmp_path / "old", old)
    run_of(tmp_path / "new", new)
    done = putnam("compare", "old", "new", *args, cwd=tmp_path)
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_the_table_and_the_items_are_told(tmp_path: Path) -> None:
    status, text = compared(tmp_path, "PPPFFE.P", "PFFPFPFE")
    assert status == 0
    lines = text.splitlines()
    assert lines[0] == (
        "old: old: p, n = 1, 8 items: 4 proved, 2 failed, 1 error, 1 not run; "
        "pass@1 = 50.0 to 75.0 % (95 % interval 21.5 to 92.9 %)"
    )
    table = [line.split() for line in lines[lines.index("8 items in common:") + 1 :][:4]]
    assert table == [
        ["old", "/", "new", "proved", "unproved", "undecided"],
        ["proved", "1", "2", "1"],
        ["unproved", "1", "1", "0"],
        ["undecided", "1", "1", "0"],
    ]
    place = lines.index("lost: 2")
    assert lines[place + 1 : place + 3] == ["  putnam_1963_a1 (coq)", "  putnam_1964_a1 (coq)"]
    assert lines[lines.index("gained: 1") + 1] == "  putnam_1965_a1 (coq)"
    assert "undecided in one or both: 3" in lines
    assert "difference: -37.5 to +0.0 percentage points (95 % interval" in text
    assert (
        "p = 1 over the decided; 0.375 if what is undecided speaks against the new run, 1 if"
        in text
    )
    assert lines[-1] == "No significant loss: 2 lost, 1 gained, p = 1 (alpha = 0.05)."


@pytest.mark.parametrize(
    ("runs", "args", "status", "told"),
    [
        (("P" * 10, "F" * 6 + "P" * 4), [], 1, "A significant loss: 6 lost, 0 gained, p = 0.0312"),
        (("P" * 10, "F" * 5 + "P" * 5), [], 0, "No significant loss: 5 lost, 0 gained, p = 0.0625"),
        (("P" * 10, "F" * 5 + "P" * 5), ["--alpha=0.1"], 1, "A significant loss: 5 lost"),
        (("P" * 10, "F" * 6 + "P" * 4), ["--alpha", "0.01"], 0, "No significant loss"),
        (("F" * 10, "P" * 10), [], 0, "No significant loss: 0 lost, 10 gained, p = 0.00195"),
        (
            ("P" * 10, "E" * 6 + "P" * 4),
            [],
            3,
            "It cannot be told whether there is a significant loss",
        ),
        (("P" * 10, "F" * 6 + "PPP."), [], 1, "A significant loss: 6 lost"),
    ],
)
def test_the_exit_status_is_that_of_a_significant_loss(
    tmp_path: Path, runs: tuple[str, str], args: list[str], status: int, told: str
) -> None:
    found, text = compared(tmp_path, *runs, *args)
    assert told in text
    assert found == status


def test_what_is_not_common_is_listed_and_in_no_pair(tmp_path: Path) -> None:
    run_of(tmp_path / "old", "PPP", ["putnam_1962_a1", "putnam_1963_a1", "putnam_1964_a1"])
    run_of(tmp_path / "new", "PFF", ["putnam_1962_a1", "putnam_1963_a1", "putnam_1970_a1"])
    text = putnam("compare", "old", "new", cwd=tmp_path).stdout
    assert "2 items in common:" in text
    assert "only in the old run, left out: 1\n  putnam_1964_a1 (coq)\n" in text
    assert "only in the new run, left out: 1\n  putnam_1970_a1 (coq)\n" in text
    assert "difference: -50.0 percentage points" in text


def test_other_settings_versions_datasets_and_files_are_told(tmp_path: Path) -> None:
    stored_run(tmp_path / "old", {"putnam_1962_a1": "P"}, versions={"coq": "8.19"}, sha256="aa")
    stored_run(
        tmp_path / "new", {"putnam_1962_a1": "P"}, attempts=4, prover="q", commit="no checkout"
    )
    text = putnam("compare", "old", "new", cwd=tmp_path).stdout
    for line in (
        "differs: attempts: 1 -> 4",
        "differs: prover: p -> q",
        "differs: version of coq: 8.19 -> 8.20",
        "differs: dataset: commit 0123abc -> no checkout",
        "differs: the benchmark's file of putnam_1962_a1 (coq)",
    ):
        assert line in text.splitlines()
    stored_run(tmp_path / "same", {"putnam_1962_a1": "P"}, versions={"coq": "8.19"}, sha256="aa")
    assert "differs" not in putnam("compare", "old", "same", cwd=tmp_path).stdout


def test_json_has_all_of_it(tmp_path: Path) -> None:
    status, text = compared(tmp_path, "PPPF", "PFEP", "--format=json", "--alpha=0.2")
    data = json.loads(text)
    assert status == 0
    assert data["lost"] == [
        {"problem": "putnam_1963_a1", "language": "coq", "track": "with-solution"}
    ]
    assert [item["problem"] for item in data["gained"]] == ["putnam_1965_a1"]
    assert [item["problem"] for item in data["undecided"]] == ["putnam_1964_a1"]
    assert data["table"]["proved_unproved"] == data["table"]["unproved_proved"] == 1
    assert sum(data["table"].values()) == data["common"] == 4
    assert (data["alpha"], data["significant_loss"], data["p_value"]) == (0.2, "no", 1.0)
    assert data["difference"] == [-0.25, 0.0]
    assert data["new"]["outcomes"] == {"error": 1, "failed": 1, "proved": 2}


def test_markdown_begins_with_the_conclusion(tmp_path: Path) -> None:
    status, text = compared(tmp_path, "P" * 10, "F" * 6 + "P" * 4, "--format=md")
    assert status == 1
    assert text.startswith("## old → new\n\n**A significant loss: 6 lost, 0 gained, p = 0.0312")
    assert "| proved | 4 | 6 | 0 |" in text
    assert "<summary>lost: 6</summary>\n\n- putnam_1962_a1 (coq)\n" in text


def test_runs_that_cannot_be_paired_are_wrong_usage(tmp_path: Path) -> None:
    stored_run(tmp_path / "old", {"putnam_1962_a1": "P"})
    stored_run(tmp_path / "other", {"putnam_1962_a1": "P"}, track=Track.NO_SOLUTION)
    for args, told in (
        (
            ("old", "other"),
            "the old run has 1 of coq, with-solution (putnam_1962_a1 first), the new one 1 of",
        ),
        (("old", "nowhere"), "nowhere does not exist"),
        (("old", "old", "--alpha=2"), "--alpha=2: it must be a number between 0 and 1"),
        (("old", "old", "--alpha=much"), "--alpha=much: it must be a number"),
    ):
        done = putnam("compare", *args, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert told in done.stderr
