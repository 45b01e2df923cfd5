"""putnam fetch: a checkout at a commit, from a repository that the test makes; never half of one."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from putnam_command import putnam
from small_benchmark import write_benchmark


def git(folder: Path, *args: str) -> str:
    """Run git in `folder`, whatever the user's own settings are."""
    who = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"]
    done = subprocess.run(
        ["git", *who, "-c", "init.defaultBranch=main", *args],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


class Upstream:
    """A benchmark under git, with two commits and a tag on the first."""

    def __init__(self, root: Path) -> None:
        self.root = write_benchmark(root, "putnam_1901_a1", "putnam_1901_a2")
        git(root, "init", "--quiet")
        self.first = self.commit("first")
        git(root, "tag", "v1")
        (root / "coq/src/putnam_1901_b2.v").write_text(
            "Theorem putnam_1901_b2 : 1 = 1.\nProof. Admitted.\n"
        )
        self.second = self.commit("second")

    def commit(self, message: str) -> str:
        git(self.root, "add", "--all")
        git(self.root, "commit", "--quiet", "-m", message)
        return git(self.root, "rev-parse", "HEAD")


@pytest.fixture
def upstream(tmp_path: Path) -> Upstream:
    return Upstream(tmp_path / "upstream")


def fetch(upstream: Upstream, *args: str, to: str = "there") -> subprocess.CompletedProcess[str]:
    cwd = upstream.root.parent
    return putnam("fetch", "--url", str(upstream.root), "--to", to, *args, cwd=cwd)


def test_it_clones_and_says_how_to_run(upstream: Upstream, tmp_path: Path) -> None:
    done = fetch(upstream)
    assert (done.returncode, done.stderr) == (0, "")
    folder = tmp_path / "there"
    assert f"{folder} is at commit {upstream.second}: 3 in coq" in done.stdout
    assert f"pytest {folder} --putnam-lang=coq --prover=" in done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["there", "upstream"]


@pytest.mark.parametrize("name", ["first", "v1"])
def test_a_commit_or_a_tag_may_be_asked_for(upstream: Upstream, tmp_path: Path, name: str) -> None:
    asked = upstream.first[:10] if name == "first" else name
    done = fetch(upstream, "--commit", asked)
    assert done.returncode == 0, done.stderr
    assert f"is at commit {upstream.first}: 2 in coq" in done.stdout
    assert not (tmp_path / "there/coq/src/putnam_1901_b2.v").exists()


def test_what_is_there_is_not_fetched_again(upstream: Upstream) -> None:
    """Not even asked for: the second time the origin is gone."""
    assert fetch(upstream, "--commit", upstream.first).returncode == 0
    upstream.root.rename(upstream.root.parent / "gone")
    again = fetch(upstream, "--commit", upstream.first)
    assert again.returncode == 0, again.stderr
    assert "fetching" not in again.stdout
    assert f"is at commit {upstream.first}" in again.stdout


def test_another_commit_is_checked_out_in_the_same_folder(upstream: Upstream) -> None:
    """Also one that came after the clone."""
    assert fetch(upstream, "--commit", upstream.first).returncode == 0
    (upstream.root / "note").write_text("new")
    third = upstream.commit("third")
    for commit in (upstream.second, third, upstream.first):
        done = fetch(upstream, "--commit", commit)
        assert f"is at commit {commit}" in done.stdout, done.stderr
    done = fetch(upstream, "--commit", "main")
    assert f"is at commit {third}" in done.stdout, done.stderr


def test_changes_of_the_users_own_are_not_lost(upstream: Upstream, tmp_path: Path) -> None:
    assert fetch(upstream).returncode == 0
    file = tmp_path / "there/coq/src/putnam_1901_a1.v"
    file.write_text("mine")
    done = fetch(upstream, "--commit", upstream.first)
    assert done.returncode == 2
    assert "has changes of its own (coq/src/putnam_1901_a1.v)" in done.stderr
    assert file.read_text() == "mine"


def test_a_commit_that_does_not_exist_leaves_nothing(upstream: Upstream, tmp_path: Path) -> None:
    done = fetch(upstream, "--commit", "f" * 40)
    assert done.returncode == 2
    assert "has no such commit" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["upstream"]


def test_an_origin_that_cannot_be_reached_leaves_nothing(tmp_path: Path) -> None:
    done = putnam("fetch", "--url", str(tmp_path / "none"), "--to", "there", cwd=tmp_path)
    assert done.returncode == 3
    assert "`git clone` failed: " in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_clone_that_breaks_off_leaves_nothing(upstream: Upstream, tmp_path: Path) -> None:
    """A commit's tree is missing in the origin, so git fails in the middle."""
    tree = git(upstream.root, "rev-parse", "HEAD:coq")
    (upstream.root / ".git/objects" / tree[:2] / tree[2:]).unlink()
    done = putnam(*("fetch", "--url", f"file://{upstream.root}", "--to", "there"), cwd=tmp_path)
    assert done.returncode == 3, done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["upstream"]


@pytest.mark.parametrize(
    ("made", "said"),
    [("file", "is there and is no git checkout"), ("clone", "is a clone of ")],
)
def test_a_folder_that_is_something_else_is_left_alone(
    upstream: Upstream, tmp_path: Path, made: str, said: str
) -> None:
    if made == "file":
        (tmp_path / "there").mkdir()
        (tmp_path / "there" / "thesis.tex").write_text("mine")
    else:
        other = Upstream(tmp_path / "other")
        assert fetch(other).returncode == 0
    done = fetch(upstream)
    assert done.returncode == 2
    assert said in done.stderr


def test_a_repository_that_is_no_benchmark_is_told(tmp_path: Path) -> None:
    root = tmp_path / "upstream"
    root.mkdir()
    (root / "note").write_text("no benchmark")
    git(root, "init", "--quiet")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "-m", "first")
    done = putnam("fetch", "--url", str(root), cwd=tmp_path, env={"XDG_CACHE_HOME": str(tmp_path)})
    assert done.returncode == 2
    assert "has not the layout of a benchmark" in done.stderr
    assert (tmp_path / "pytest-putnam/benchmarks/upstream/note").is_file()


def test_git_is_needed(tmp_path: Path) -> None:
    done = putnam("fetch", cwd=tmp_path, env={"PATH": str(tmp_path)})
    assert done.returncode == 3
    assert "git is not installed" in done.stderr
