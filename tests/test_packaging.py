"""What the wheel must have: a package or a data file that is not listed is missing for its users alone."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "setuptools"
]


def test_every_package_is_listed() -> None:
    found = {
        ".".join(file.parent.relative_to(ROOT).parts)
        for file in (ROOT / "pytest_putnam").rglob("__init__.py")
    }
    listed = {name for name in SETTINGS["packages"] if name not in SETTINGS["package-dir"]}
    assert found - {"pytest_putnam"} == listed


def test_every_data_file_is_listed() -> None:
    patterns = [
        pattern.removeprefix("**/") for pattern in SETTINGS["package-data"]["pytest_putnam"]
    ]
    missing = [
        str(file.relative_to(ROOT))
        for file in (ROOT / "pytest_putnam").rglob("*")
        if file.is_file() and file.suffix not in {".py", ".pyc"}
        if not any(fnmatch(file.name, pattern) for pattern in patterns)
    ]
    assert missing == []
