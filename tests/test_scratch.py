"""Scratch folders: what hostile programs leave in them does no harm."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pytest_putnam.scratch import collect, content, remove, scratch


def test_a_scratch_folder_is_private_and_goes_away() -> None:
    with scratch() as folder:
        assert list(folder.iterdir()) == []
        assert folder.stat().st_mode & 0o777 == 0o700
        (folder / "file").write_text("x")
    assert not folder.exists()


def test_a_regular_file_is_collected(tmp_path: Path) -> None:
    (tmp_path / "Cand.vo").write_bytes(b"\0compiled")
    assert collect(tmp_path / "Cand.vo", tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == b"\0compiled"


def test_nothing_else_is_collected_and_nothing_waited_for(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "link").symlink_to(tmp_path / "secret")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    (tmp_path / "folder").mkdir()
    (tmp_path / "device").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(3 << 20)
    for name in ("link", "dangling", "folder", "device", "pipe", "absent", "huge"):
        assert not collect(tmp_path / name, tmp_path / "copy", most_mb=2)
        assert content(tmp_path / name, most_mb=2) is None
    assert not (tmp_path / "copy").exists()


def test_folders_nested_beyond_recursion_are_removed(tmp_path: Path) -> None:
    top = tmp_path / "top"
    top.mkdir()
    here = os.open(top, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    remove(top)
    assert not top.exists()


@pytest.mark.skipif(os.getuid() == 0, reason="root enters every folder")
def test_folders_closed_to_their_owner_are_removed(tmp_path: Path) -> None:
    top = tmp_path / "top"
    (top / "closed" / "inner").mkdir(parents=True)
    (top / "closed").chmod(0)
    remove(top)
    assert not top.exists()


def test_what_links_lead_to_stays(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "file").write_text("x")
    (tmp_path / "top").mkdir()
    (tmp_path / "top" / "link").symlink_to(tmp_path / "kept")
    remove(tmp_path / "top")
    assert (tmp_path / "kept" / "file").exists()
