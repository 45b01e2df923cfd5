"""The reader of PutnamBench's layout: roots, files, the index, and what is wrong with each."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from benchmark_files import OFFICIAL, needs_official

from pytest_putnam.datasets import Dataset, find_dataset, language_of
from pytest_putnam.errors import BadInput, SplitError
from pytest_putnam.model import Language, Problem

NAME = "putnam_2030_a1"
COQ = f"Theorem {NAME} : True.\r\nProof. Admitted."
LEAN = f"theorem {NAME} : True := sorry\n"
ISABELLE = f'theory {NAME} imports Main begin\ntheorem {NAME}: "True" sorry\nend'
ENTRY = {
    "problem_name": NAME,
    "informal_statement": "Show it.",
    "informal_solution": "None.",
    "tags": ["algebra", "analysis"],
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A benchmark of one problem in three languages."""
    root = tmp_path / "Bench"
    for place, text in {
        f"coq/src/{NAME}.v": COQ,
        f"lean4/src/{NAME}.lean": LEAN,
        f"isabelle/{NAME}.thy": ISABELLE,
        "informal/putnam.json": json.dumps([ENTRY]),
        "docs/index.html": "",
        "coq/src/README.md": "",
    }.items():
        write(root / place, text)
    return root


def write(path: Path, data: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


@pytest.mark.parametrize(
    "place",
    ["", "coq", "coq/src", f"coq/src/{NAME}.v", "isabelle", "docs/index.html", "lean4/src/.."],
)
def test_a_benchmark_is_found_from_anywhere_inside(root: Path, place: str) -> None:
    assert find_dataset(root / place) == Dataset(root)


@pytest.mark.parametrize("place", ["coq/src", "isabelle", "lean4/src"])
def test_one_language_without_an_index_is_a_benchmark(tmp_path: Path, place: str) -> None:
    suffix = {"coq/src": "v", "isabelle": "thy", "lean4/src": "lean"}[place]
    write(tmp_path / place / f"{NAME}.{suffix}", "")
    assert find_dataset(tmp_path / place) == Dataset(tmp_path)


def test_folders_that_only_have_such_names_are_no_benchmark(tmp_path: Path) -> None:
    write(tmp_path / "coq" / "src" / "main.v", "")
    write(tmp_path / "isabelle" / "Scratch.thy", "")
    assert find_dataset(tmp_path / "coq" / "src" / "main.v") is None


def test_files_are_those_of_the_language_in_order(root: Path) -> None:
    write(root / "coq" / "src" / "putnam_1999_b2.v", "")
    write(root / "coq" / "src" / "deeper" / "putnam_1998_b2.v", "")
    dataset = Dataset(root)
    names = [path.name for path in dataset.files(Language.COQ)]
    assert names == ["putnam_1999_b2.v", f"{NAME}.v"]
    assert [path.name for path in dataset.files(Language.ISABELLE)] == [f"{NAME}.thy"]


def test_a_language_that_is_not_there_has_no_files(tmp_path: Path) -> None:
    write(tmp_path / "coq" / "src" / f"{NAME}.v", COQ)
    assert Dataset(tmp_path).files(Language.LEAN4) == ()


@pytest.mark.parametrize(
    ("place", "language"),
    [
        (f"coq/src/{NAME}.v", Language.COQ),
        (f"coq/src/../src/{NAME}.v", Language.COQ),
        (f"lean4/src/{NAME}.lean", Language.LEAN4),
        ("isabelle/Any.thy", Language.ISABELLE),
        (f"lean4/{NAME}.lean", None),
        (f"coq/src/{NAME}.thy", None),
        ("docs/index.html", None),
        ("coq/src/README.md", None),
    ],
)
def test_a_place_tells_whether_a_file_is_a_problem(
    root: Path, place: str, language: Language | None
) -> None:
    assert Dataset(root).holds(root / place) is language


def test_a_suffix_tells_the_language() -> None:
    assert [language_of(Path(name)) for name in ("a.v", "a.lean", "a.thy", "a.py", "v")] == [
        *(Language.COQ, Language.LEAN4, Language.ISABELLE),
        *(None, None),
    ]


@pytest.mark.parametrize("language", list(Language))
def test_a_file_is_read_as_it_is(root: Path, language: Language) -> None:
    dataset = Dataset(root)
    (path,) = dataset.files(language)
    read = dataset.read(path)
    assert read.text.encode() == path.read_bytes()
    assert (read.name, read.theorem, read.language, read.path) == (NAME, NAME, language, path)
    assert read.problem == Problem(NAME, "Show it.", "", ("algebra", "analysis"))
    assert read.proof.of(read.text) in {"Proof. Admitted.", "sorry"}
    assert read.warnings == ()


def test_a_byte_order_mark_is_kept_and_warned_of(root: Path) -> None:
    path = write(root / "coq" / "src" / f"{NAME}.v", b"\xef\xbb\xbf" + COQ.encode())
    read = Dataset(root).read(path)
    assert read.text.encode() == path.read_bytes()
    assert read.warnings == ("the file begins with a byte order mark",)


def test_a_problem_that_the_index_lacks_is_only_named(root: Path) -> None:
    path = write(root / "coq" / "src" / "putnam_2030_b6.v", COQ.replace("_a1", "_b6"))
    read = Dataset(root).read(path)
    assert read.problem == Problem("putnam_2030_b6")
    assert read.warnings == ()


def test_without_an_index_problems_are_only_named(root: Path) -> None:
    (root / "informal" / "putnam.json").unlink()
    dataset = Dataset(root)
    assert dataset.read(root / "coq" / "src" / f"{NAME}.v").problem == Problem(NAME)
    assert dataset.index_name == f"{root / 'informal'}, which has no index"


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a1.v", b"Theorem \xff : True.", r"a1\.v: line 1: not UTF-8 at byte 8 \(0xff\)"),
        ("a1.v", b"(*\r\n\n caf\xe9 *)", r"a1\.v: line 3: not UTF-8 at byte 9"),
        ("a1.v", b"Check a.\n\nTheorem a1 : Tr", r"a1\.v: line 3: .*no final dot"),
        ("a1.v", b"", r"a1\.v: .*there is no theorem"),
        ("a1.lean", b"\n/- a", r"a1\.lean: line 2: this comment is never closed"),
        ("a1.thy", b"theory a1", r"a1\.thy: line 1: the theory's begin is missing"),
    ],
)
def test_a_file_that_cannot_be_split_is_named_with_the_place(
    tmp_path: Path, name: str, data: bytes, words: str
) -> None:
    path = write(tmp_path / name, data)
    with pytest.raises(SplitError, match=words) as caught:
        Dataset(tmp_path).read(path)
    assert str(caught.value).startswith(str(path))


def test_a_split_error_keeps_its_line(tmp_path: Path) -> None:
    path = write(tmp_path / "a1.v", "\n\n(* a")
    with pytest.raises(SplitError) as caught:
        Dataset(tmp_path).read(path)
    assert caught.value.line == 3


def test_a_file_that_is_not_there_or_of_no_language_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"gone\.v: cannot be read: No such file"):
        Dataset(tmp_path).read(tmp_path / "gone.v")
    with pytest.raises(
        BadInput, match=r"a\.py: no suffix of a proof language \(\.lean, \.thy, \.v\)"
    ):
        Dataset(tmp_path).read(tmp_path / "a.py")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[{"problem_name": "a",\n  ]', r"putnam\.json: line 2, column 3: no valid JSON"),
        ('{"putnam": []}', "a list of problems is expected, found dict"),
        ('[{"problem_name": "a"}, 5]', "entry 2 is no mapping but int"),
        ('[{"informal_statement": "a"}]', "entry 1 has no problem_name"),
        ('[{"problem_name": "a", "tags": "algebra"}]', r"entry 1 \(a\): tags must be a list"),
        (
            '[{"problem_name": "a", "informal_statement": 5}]',
            "informal_statement must be a text: 5",
        ),
        (b'[{"problem_name": "a"},\n "\xff"]', "line 2: not UTF-8 at byte 26"),
    ],
)
def test_a_broken_index_is_named_with_the_place(root: Path, text: str | bytes, words: str) -> None:
    write(root / "informal" / "putnam.json", text)
    with pytest.raises(BadInput, match=words) as caught:
        Dataset(root).problem(NAME)
    assert str(root / "informal" / "putnam.json") in str(caught.value)


@pytest.mark.parametrize("name", ["putnam.yaml", "putnam.yml"])
def test_the_index_may_be_yaml(root: Path, name: str) -> None:
    (root / "informal" / "putnam.json").unlink()
    write(
        root / "informal" / name,
        f"- problem_name: {NAME}\n  informal_statement: |\n    Über 3 < 4.\n"
        "  informal_solution: It is 5.\n  unchecked: [lean4]\n- problem_name: other\n  tags:\n",
    )
    assert Dataset(root).problem(NAME) == Problem(NAME, "Über 3 < 4.\n", "It is 5.")
    assert Dataset(root).problem("other") == Problem("other")


def test_broken_yaml_is_named_with_the_place(root: Path) -> None:
    (root / "informal" / "putnam.json").unlink()
    write(root / "informal" / "putnam.yaml", "- problem_name: a\n  tags: [b\n- c: d\n")
    with pytest.raises(BadInput, match=r"putnam\.yaml: line 3, column \d+: no valid YAML"):
        Dataset(root).problem("a")


def test_a_changed_index_is_read_again(root: Path) -> None:
    dataset = Dataset(root)
    assert dataset.problem(NAME).informal_statement == "Show it."
    index = write(
        root / "informal" / "putnam.json", json.dumps([ENTRY | {"informal_statement": "New"}])
    )
    time.sleep(0.01)
    index.touch()
    assert dataset.problem(NAME).informal_statement == "New"


@pytest.mark.parametrize(
    ("place", "language"),
    [
        ("lean4/putnam_1988.lean", Language.LEAN4),
        ("lean4/putnam.lean", Language.LEAN4),
        ("coq/batch_5242024.v", Language.COQ),
        ("isabelle/batch_2.thy", Language.ISABELLE),
    ],
)
def test_an_older_layout_is_told_apart(tmp_path: Path, place: str, language: Language) -> None:
    write(tmp_path / place, "")
    dataset = find_dataset(tmp_path)
    assert dataset == Dataset(tmp_path)
    with pytest.raises(
        BadInput, match=r"layout of PutnamBench before July 2024.*check out a later"
    ):
        dataset.files(language)


def test_an_old_file_beside_todays_does_no_harm(root: Path) -> None:
    write(root / "isabelle" / "batch_2.thy", "")
    assert len(Dataset(root).files(Language.ISABELLE)) == 2


HASH = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize(
    "files",
    [
        {".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": f"{HASH}\n"},
        {".git/HEAD": f"{HASH}\n"},
        {
            ".git/HEAD": "ref: refs/heads/a/b\n",
            ".git/packed-refs": f"# pack-refs\n{HASH[::-1]} refs/heads/a\n{HASH} refs/heads/a/b\n",
        },
        {
            ".git": "gitdir: ../main/.git/worktrees/w\n",
            "../main/.git/worktrees/w/HEAD": "ref: refs/heads/w\n",
            "../main/.git/worktrees/w/commondir": "../..\n",
            "../main/.git/refs/heads/w": HASH,
        },
    ],
)
def test_the_commit_of_a_checkout(root: Path, files: dict[str, str]) -> None:
    for place, text in files.items():
        write(root / place, text)
    assert find_dataset(root / "coq") == Dataset(root, HASH)


@pytest.mark.parametrize(
    "files",
    [
        {},
        {".git/HEAD": "ref: refs/heads/unborn\n"},
        {".git/HEAD": "nonsense\n"},
        {".git/description": "no HEAD"},
        {".git": "nonsense"},
        {"../.git/HEAD": HASH},
    ],
)
def test_no_commit_where_the_root_is_no_checkout(root: Path, files: dict[str, str]) -> None:
    for place, text in files.items():
        write(root / place, text)
    assert find_dataset(root) == Dataset(root, None)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_the_commit_is_gits_own(root: Path) -> None:
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for arguments in (
        ["init", "-q"],
        ["add", "."],
        [*identity, "commit", "-qm", "a"],
        ["gc", "-q"],
    ):
        subprocess.run(["git", *arguments], cwd=root, check=True, timeout=60)
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"],
        cwd=root,
        check=True,
        timeout=60,
        capture_output=True,
        text=True,
    )
    dataset = find_dataset(root)
    assert dataset is not None
    assert dataset.commit == head.stdout.strip()


@needs_official
def test_the_official_files_come_back_byte_for_byte() -> None:
    dataset = find_dataset(OFFICIAL)
    assert dataset is not None
    counts = {}
    tagged = 0
    for language in Language:
        paths = [entry.path for entry in dataset.entries(language)]
        counts[language.value] = len(paths)
        for path in paths:
            if path.name == "putnam_1965_a1.thy":  # a quote too many, see test_syntax_isabelle
                continue
            read = dataset.read(path)
            assert read.text.encode() == path.read_bytes()
            tagged += bool(read.problem.tags and read.problem.informal_statement)
    assert counts == {"lean4": 322, "isabelle": 304, "coq": 196}
    assert tagged == 322 + 303 + 195  # the index lacks one Coq problem
