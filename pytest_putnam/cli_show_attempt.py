"""``putnam show-attempt``: all that a run keeps of one attempt, its search as an indented tree."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from pytest_putnam.cli_check import show
from pytest_putnam.errors import BadInput
from pytest_putnam.exit_status import ExitStatus
from pytest_putnam.kept import KeptRun, open_run
from pytest_putnam.kept_rows import KeptAttempt, KeptItem
from pytest_putnam.model import VerdictKind
from pytest_putnam.reports.lines import count, span
from pytest_putnam.reports.search_text import tree_lines
from pytest_putnam.search_record import SearchRecord, read_record
from pytest_putnam.suggest import choices_for
from pytest_putnam.terminal import Terminal
from pytest_putnam.wire import cut, plain

ABOUT = """\
Show one attempt of a kept run: verdict, evidence, what it took, the proof, and what the prover told.
A prover's search is shown as an indented tree. Proofs are in it: it is for your own eyes.
Exit status: 0 shown, whatever its verdict is; 2 wrong usage, or there is no such run, item or attempt.
"""
TEXT_CHARS: Final = 8000
"""Of a proof or a transcript, where --full does not ask for all of it."""
STYLES: Final = {"closed": "good", "ok": "strong"}
MOST_NAMED: Final = 10


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("run_path", metavar="RUN", help="the folder of a run, or its run.sqlite")
    parser.add_argument(
        "item", metavar="ITEM", help="a problem's name or a node id, or a part of one"
    )
    parser.add_argument(
        "number",
        metavar="N",
        nargs="?",
        type=int,
        help="which attempt (default: the first that is proved, else the last)",
    )
    parser.add_argument("--full", action="store_true", help="cut no text")
    parser.add_argument("--json", action="store_true", help="print it as one JSON object")


def run(args: argparse.Namespace, terminal: Terminal) -> ExitStatus:
    """Print the attempt. Raises `BadInput` where there is none of that name or number."""
    with open_run(Path(args.run_path)) as kept, kept.snapshot():
        item = find_item(kept, args.item)
        attempt = _attempt(kept, item, args.number)
    record = read_record(attempt.transcript)
    if args.json:
        data = plain(attempt)
        if record is not None:
            data["transcript"] = json.loads(attempt.transcript)
        terminal.line(json.dumps(data))
    else:
        _show(item, attempt, record, terminal, in_full=args.full)
    return ExitStatus.PROVED


def find_item(kept: KeptRun, name: str) -> KeptItem:
    """The item with that node id or problem, or the only one that has `name` in it. Raises `BadInput`."""
    items = list(kept.items())
    for fits in (
        [item for item in items if item.nodeid == name],
        [item for item in items if item.problem == name],
        [item for item in items if name in item.problem],
        [item for item in items if name in item.nodeid],
    ):
        if len(fits) == 1:
            return fits[0]
        if fits:
            named = "".join(f"\n  {item.nodeid}" for item in fits[:MOST_NAMED])
            more = f"\n  and {len(fits) - MOST_NAMED} more" if len(fits) > MOST_NAMED else ""
            raise BadInput(f"{name!r} fits {len(fits)} items, name one of them:{named}{more}")
    hint = choices_for(name, sorted({item.problem for item in items})[:1000])
    if len(items) > MOST_NAMED:  # the whole benchmark is no help
        hint = hint.partition("The choices are")[0] + f"It has {count(len(items), 'item')}."
    raise BadInput(f"{kept.name} has no item {name!r}. {hint}")


def _attempt(kept: KeptRun, item: KeptItem, number: int | None) -> KeptAttempt:
    kinds = {each.attempt: each.verdict for each in kept.attempts(item.nodeid, bulk=False)}
    if not kinds:
        raise BadInput(f"{item.nodeid} has no attempts in {kept.name}: it was not run")
    chosen = number if number is not None else item.first_proof or max(kinds)
    if chosen not in kinds:
        there = ", ".join(f"{n} ({kind})" for n, kind in sorted(kinds.items())[:MOST_NAMED])
        more = ", …" if len(kinds) > MOST_NAMED else ""
        raise BadInput(f"{item.nodeid} has no attempt {number}: there are {there}{more}")
    (found,) = kept.attempts(item.nodeid, where=f"attempt = {int(chosen)}")
    return found


def _show(
    item: KeptItem,
    attempt: KeptAttempt,
    record: SearchRecord | None,
    terminal: Terminal,
    *,
    in_full: bool,
) -> None:
    line = terminal.line
    line(
        (attempt.problem, "strong"),
        f" ({attempt.language}, {attempt.track}): attempt {attempt.attempt} of {item.attempts} made, "
        f"by {attempt.prover}",
    )
    kept = attempt.record()
    if kept.candidate is not None:
        show(kept.verdict, "the proof", terminal)
    else:
        style = "note" if attempt.verdict.is_fault else "bad"
        line((attempt.verdict.value, style), f": {attempt.reason}" if attempt.reason else "")
        for name, text in attempt.evidence.items():
            line(f"  {name}  {text}")
    line((f"  {_taken(attempt)}", "dim"))

    def block(title: str, content: str) -> None:
        line()
        line((title, "strong"))
        line(content.rstrip() if in_full else cut(content.rstrip(), TEXT_CHARS))

    if attempt.solution:
        block("solution", attempt.solution)
    if attempt.code is not None:
        block("proof" if attempt.verdict is VerdictKind.PROVED else "candidate", attempt.code)
    if record is None:
        if attempt.transcript:
            block("transcript", attempt.transcript)
        return
    _show_search(record, terminal, in_full=in_full)
    answers = record.more.get("answers")
    if in_full and isinstance(answers, Sequence) and not isinstance(answers, str):
        for answer in answers:
            line()
            line(str(answer))


def _show_search(record: SearchRecord, terminal: Terminal, *, in_full: bool) -> None:
    line = terminal.line
    line()
    line(("search", "strong"), f": {record.statistics.told()}")
    goals = f"  {' | '.join(record.root.goals)}" if record.root.goals else ""
    line(record.root.text, (goals, "dim"))
    for each in tree_lines(record.root, in_full=in_full):
        line(
            f"  {each.indent}{each.step}  ",
            (each.outcome, STYLES.get(each.outcome, "bad")),
            (f"  {each.note}" if each.note else "", "dim"),
        )


def _taken(attempt: KeptAttempt) -> str:
    parts = [f"prover {span(attempt.prover_s)}", f"check {span(attempt.check_s)}"]
    if attempt.clock:
        parts.append(f"limit met: {attempt.clock}")
    if attempt.requests is not None:
        tokens = (attempt.prompt_tokens, attempt.completion_tokens)
        shown = " + ".join("?" if each is None else f"{each:,}" for each in tokens)
        cost = "cost unknown" if attempt.cost_usd is None else f"{attempt.cost_usd:.4f} USD"
        parts += [count(attempt.requests, "request"), f"{shown} tokens", cost]
    return ", ".join([*parts, f"seed {attempt.seed}"])
