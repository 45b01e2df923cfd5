"""The pages lead where they say, and name options and verdicts that exist."""

from __future__ import annotations

import re
from pathlib import Path

import commands_page
import pytest

from pytest_putnam.cli import COMMANDS
from pytest_putnam.model import VerdictKind
from pytest_putnam.registry import BUILT_IN, find_prover

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\((?!https?:)(?P<target>[^)#\s]+)(?:#[^)]*)?\)")
OPTION = re.compile(r"--(?:putnam|prover|llm)[a-z-]*")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    targets = LINK.findall(page.read_text(encoding="utf-8"))
    missing = [target for target in targets if not (page.parent / target).exists()]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_options_that_are_named_exist(page: Path) -> None:
    table = (ROOT / "docs" / "reference" / "options.md").read_text(encoding="utf-8")
    known = {*OPTION.findall(table), "--prover-opt"}
    assert set(OPTION.findall(page.read_text(encoding="utf-8"))) <= known


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_option_of_a_prover_is_explained(name: str) -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    options = [option.name for option in find_prover(name).options]
    assert [o for o in options if f"`{o}`" not in pages and f"{o}=" not in pages] == []


def test_every_verdict_is_explained() -> None:
    page = (ROOT / "docs" / "concepts" / "verdicts.md").read_text(encoding="utf-8")
    assert [kind for kind in VerdictKind if f"`{kind}`" not in page] == []


def test_the_page_of_commands_is_made_of_what_they_declare() -> None:
    """Made anew by: python tests/commands_page.py > docs/reference/commands.md."""
    page = (ROOT / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
    assert page == commands_page.page()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_what_it_ends_with(name: str) -> None:
    (*_, last) = COMMANDS[name].ABOUT.rstrip().splitlines()
    assert last.startswith("Exit status: 0 ")
    assert re.search(r"[,;] 2 ", last) or name == "doctor"
