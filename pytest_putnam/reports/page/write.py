"""Writing the page: its parts put into the template, attempts last and one item at a time."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import importlib.metadata
import itertools
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, TextIO

import jinja2
from markupsafe import Markup

from pytest_putnam.kept import KeptRun
from pytest_putnam.reports.lines import count
from pytest_putnam.reports.page import context
from pytest_putnam.reports.page.details import PRIVATE, item_details, script_json
from pytest_putnam.reports.page.figures import Curve, curves, drawn, no_curve
from pytest_putnam.reports.page.gather import Key, RunView, gather
from pytest_putnam.reports.page.rows import core, details_id, keys
from pytest_putnam.reports.page.shares import groups, verdict_rows
from pytest_putnam.wire import clean

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = ("dom.js", "theme.js", "attempts.js", "items.js")
"""Put into one script, in this order."""
DETAIL_CHARS: Final = 100_000_000
"""The attempts of items beyond this are left out of the page: a browser has to hold it."""
OPEN: Final = "Open an item to see its attempts."
HIDDEN: Final = (
    f"{OPEN} Proofs, solutions and transcripts are not in this file; "
    "putnam report --with-proofs puts them in."
)
WITH_PROOFS: Final = (
    "This file holds proofs and solutions. Those of the benchmark's problems must not be published."
)
PLOTS_MISSING: Final = (
    "Plots are drawn by matplotlib, which is not installed: pip install 'pytest-putnam[plots]', then write "
    "the page again. The tables have the numbers."
)


def write_page(
    runs: Sequence[KeptRun],
    stream: TextIO,
    *,
    with_proofs: bool = False,
    detail_chars: int = DETAIL_CHARS,
) -> list[str]:
    """Write the page of `runs` to `stream`, which must be UTF-8; returns what the terminal should say.

    Raises `BadInput` for a store without a run; `OSError` and `sqlite3.Error` pass through.
    """
    with contextlib.ExitStack() as stack:
        for run in runs:
            stack.enter_context(run.snapshot())
        views = gather(runs)
        items = keys(views)
        details = _Details(views, items, with_proofs, detail_chars)
        found, missing = _plots(curves(views))
        script = _static(*SCRIPTS)
        stream.writelines(
            _template().generate(
                title=clean(", ".join(view.label for view in views)),
                heading=_heading(views),
                subtitle=f"Written {context.moment(time.time())}; {count(len(items), 'item')}",
                script_hash=_hash(script),
                script=script,
                style=_static("page.css"),
                version=importlib.metadata.version("pytest-putnam"),
                written=context.moment(time.time()),
                warnings=[*([WITH_PROOFS] if with_proofs else []), *context.warnings(views)],
                runs=[context.tile(view) for view in views],
                figures=context.figures(views),
                compared=context.compared(views),
                plots=found,
                plots_missing=PLOTS_MISSING if missing else "",
                no_curve=no_curve(views),
                grouped=groups(views),
                verdicts=verdict_rows(views),
                rests=context.rests(views),
                privacy=OPEN if with_proofs else HIDDEN,
                core=_data(core(views, items, with_proofs=with_proofs)),
                details=details,
            )
        )
    notes = [PLOTS_MISSING] if missing else []
    if details.left_out:
        notes.append(
            f"the attempts of {count(details.left_out, 'item')} are left out: see the page"
        )
    return notes


class _Details:
    """The script elements with the attempts: a stream of names and JSON, read from the stores."""

    def __init__(
        self, views: Sequence[RunView], items: Sequence[Key], with_proofs: bool, chars: int
    ) -> None:
        self._views, self._items, self._with_proofs, self._left = views, items, with_proofs, chars
        self.left_out = 0

    def __iter__(self) -> Iterator[tuple[str, Markup]]:
        for view in self._views:
            numbers = {
                view.items[k].nodeid: n for n, k in enumerate(self._items) if k in view.items
            }
            wanted = sum(nodeid in view.verdicts for nodeid in numbers)
            for nodeid, data in self._of(view):
                if nodeid in numbers:
                    self._left -= len(data)
                    wanted -= 1
                    yield details_id(view.number, numbers[nodeid]), data
            self.left_out += wanted

    def _of(self, view: RunView) -> Iterator[tuple[str, Markup]]:
        attempts = view.kept.attempts(without=() if self._with_proofs else PRIVATE)
        for nodeid, group in itertools.groupby(attempts, key=lambda attempt: attempt.nodeid):
            if self._left <= 0:
                return
            data = item_details(
                group, started_at=view.row.started_at, with_proofs=self._with_proofs
            )
            yield nodeid, _data(data)


def _plots(found: list[Curve]) -> tuple[list[Curve], bool]:
    """The curves, drawn if matplotlib is there; and whether it is missing."""
    try:
        from pytest_putnam.reports.page.plots import draw  # noqa: PLC0415 - an extra, and slow
    except ImportError:
        return found, bool(found)
    return drawn(found, draw), False


def _heading(views: Sequence[RunView]) -> str:
    provers = list(dict.fromkeys(view.row.prover or "no prover" for view in views))
    languages = sorted({language for view in views for _, language, _ in view.items})
    return clean(f"{' and '.join(provers)} on {', '.join(languages) or 'no item'}")


def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=False,
    )
    return environment.get_template("page.html.j2")


def _static(*names: str) -> Markup:
    """Files of the page's own; scripts are strict and leave no names behind."""
    text = "\n".join((FOLDER / name).read_text(encoding="utf-8") for name in names)
    if names[0].endswith(".js"):
        text = f'"use strict";\n{{\n{text}}}\n'
    return Markup(text)


def _data(value: object) -> Markup:
    return Markup(script_json(value))


def _hash(script: str) -> str:
    digest = hashlib.sha256(script.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
