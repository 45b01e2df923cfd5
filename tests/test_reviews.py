"""The reviews of the built-in problems: each file was read twice as it is; reviews are read strictly."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from putnam_command import putnam
from small_benchmark import write_benchmark

from pytest_putnam.datasets import Dataset
from pytest_putnam.datasets.reviews import (
    Reading,
    Review,
    content_hash,
    find_reviews,
    read_reviews,
    unreviewed,
)
from pytest_putnam.errors import BadInput
from pytest_putnam.model import Language

ROOT = Path(__file__).resolve().parent.parent
DATASET = Dataset(ROOT / "problems")
FILES = [(path, path.stem, lang) for lang in Language for path in DATASET.files(lang)]
PLACES = {(language, path.stem): path.relative_to(ROOT).as_posix() for path, _, language in FILES}


def built_in() -> tuple[Review, ...]:
    path = find_reviews(DATASET.root)
    assert path is not None
    return read_reviews(path)


def test_each_file_of_the_index_had_both_readings_as_it_is_now() -> None:
    """A file that was changed has to be read again."""
    assert len(FILES) == 180
    assert [path.name for path in unreviewed(FILES, built_in())] == []


def test_index_and_reviews_agree() -> None:
    reviews = built_in()
    names = list(dict.fromkeys(review.problem for review in reviews))
    assert names == sorted(path.stem for path in DATASET.files(Language.COQ))
    assert all(DATASET.problem(name).informal_statement for name in names)
    assert {(review.language, review.problem) for review in reviews} == PLACES.keys()


def test_what_a_reading_says_is_of_the_right_form() -> None:
    for review in built_in():
        assert re.fullmatch(r"[0-9a-f]{64}", review.sha256), review
        assert re.fullmatch(r"[0-9a-f]{40}", review.commit), review
        if review.changed:
            assert review.reading is Reading.AGAINST_PROBLEM
            assert review.findings != "none", review


def test_a_reading_of_lean_says_whether_the_docstring_was_in_sight() -> None:
    for review in built_in():
        if (review.language, review.reading) == (Language.LEAN4, Reading.FORMAL_TEXT):
            in_sight = "with the file's docstring in sight" in review.note
            assert in_sight != is_blind(review), review


def is_blind(review: Review) -> bool:
    return review.note.split(";")[0] == "blind"


def test_a_blind_reader_read_each_lean_file_and_somebody_compared_that_reading() -> None:
    readings = list(built_in())
    blind = [review for review in readings if is_blind(review)]
    assert {review.problem for review in blind if review.language is Language.LEAN4} == {
        path.stem for path in DATASET.files(Language.LEAN4)
    }
    for review in blind:
        assert review.reading is Reading.FORMAL_TEXT
        compared = readings[readings.index(review) + 1]
        assert (compared.problem, compared.language) == (review.problem, review.language)
        assert compared.reading is Reading.AGAINST_PROBLEM
        assert compared.note.startswith("beside the blind reading")


def test_a_text_that_was_changed_was_read_again_by_the_one_who_said_so() -> None:
    """After a change both readings are of the new text; the first of these is marked."""
    reviews = built_in()
    for change in (review for review in reviews if review.changed):
        texts = [
            review
            for review in reviews
            if (review.problem, review.language) == (change.problem, change.language)
            and review.reading is Reading.FORMAL_TEXT
        ]
        assert texts[0].sha256 != change.sha256
        again = [review for review in texts if review.sha256 == change.sha256]
        assert again[-1] is texts[-1]
        assert "re-read after the change" in again[0].note


def test_the_commits_have_the_files_as_they_were_read() -> None:
    """As far as this clone has them: one without history has none."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("no clone: there are no commits to look into")
    reviews = built_in()
    asked = [f"{each.commit}:{PLACES[each.language, each.problem]}" for each in reviews]
    done = subprocess.run(
        [git, "cat-file", "--batch"],
        cwd=ROOT,
        input="".join(f"{name}\n" for name in asked).encode(),
        capture_output=True,
        check=True,
    )
    rest, known = done.stdout, 0
    for review, name in zip(reviews, asked, strict=True):
        head, _, rest = rest.partition(b"\n")
        if head.endswith(b"missing"):
            continue
        size = int(head.rsplit(b" ", 1)[1])
        assert hashlib.sha256(rest[:size]).hexdigest() == review.sha256, name
        rest, known = rest[size + 1 :], known + 1
    if not known:
        pytest.skip("a clone without history: it has none of these commits")


def reading(path: Path, kind: str) -> str:
    return (
        f"  - reading: {kind}\n    sha256: '{content_hash(path)}'\n    commit: '{'0' * 40}'\n"
        "    checked: its only quantifier\n    findings: none\n"
    )


def write_reviews(root: Path, *kinds: str) -> None:
    """Reviews of the first made-up problem."""
    path = root / "coq" / "src" / "putnam_1901_a1.v"
    readings = "".join(reading(path, kind) for kind in kinds)
    (root / "reviews.yaml").write_text(f"- problem_name: putnam_1901_a1\n  coq:\n{readings}")


@pytest.mark.real_coq
def test_check_problems_counts_the_reviewed_and_lists_the_others(tmp_path: Path) -> None:
    """One reading is not enough, nor are two of another text; it's no finding of the compiler's."""
    root = write_benchmark(tmp_path / "bench", "putnam_1901_a1", "putnam_1901_a2")
    command = ("check-problems", "bench", "--lang=coq")
    assert "reviewed" not in putnam(*command, cwd=tmp_path).stdout
    write_reviews(root, "formal-text", "against-problem")
    done = putnam(*command, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-2:] == [
        "putnam_1901_a2.v: not reviewed as it is now",
        "reviewed: 1 of 2 formalizations as they are now, by two readings each (reviews.yaml)",
    ]
    write_reviews(root, "formal-text")
    assert "reviewed: 0 of 2 formalizations" in putnam(*command, cwd=tmp_path).stdout


def test_a_changed_file_is_no_longer_reviewed(tmp_path: Path) -> None:
    root = write_benchmark(tmp_path / "bench", "putnam_1901_a1")
    path = root / "coq" / "src" / "putnam_1901_a1.v"
    write_reviews(root, *Reading)
    files = [(path, path.stem, Language.COQ)]
    reviews = read_reviews(root / "reviews.yaml")
    assert unreviewed(files, reviews) == ()
    path.write_text(path.read_text() + "(* one more comment *)\n")
    assert unreviewed(files, reviews) == (path,)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda text: f"all: {len(text)}", "a list of problems is expected, found dict"),
        (lambda text: text.replace("problem_name", "name"), "no mapping with a problem_name"),
        (lambda text: text.replace("  coq:", "  coqq:"), "'coqq' is no language"),
        (lambda text: text.replace("findings: none", "findings:"), "a reading lacks findings"),
        (lambda text: text.replace("none\n", "none\n    mood: good\n"), "has the unknown mood"),
        (lambda text: text.replace("formal-text", "skimmed"), "'skimmed' is none of formal-text"),
        (lambda text: text.replace(f"'{'0' * 40}'", "7"), "not a text: commit (quote it)"),
        (lambda text: text + "  - [", "no valid YAML"),
    ],
)
def test_reviews_that_cannot_be_read_are_told_with_the_place(
    tmp_path: Path, spoil: Callable[[str], str], said: str
) -> None:
    root = write_benchmark(tmp_path / "bench", "putnam_1901_a1")
    write_reviews(root, *Reading)
    path = root / "reviews.yaml"
    path.write_text(spoil(path.read_text()))
    with pytest.raises(BadInput) as caught:
        read_reviews(path)
    assert str(path) in str(caught.value)
    assert said in str(caught.value)
