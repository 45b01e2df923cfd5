"""A kept run in Markdown, for the summary of a CI job or a comment on a change."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from pytest_putnam.kept import KeptRun
from pytest_putnam.kept_rows import KeptItem, RunRow
from pytest_putnam.mixing import mixed
from pytest_putnam.model import Outcome
from pytest_putnam.reports.kept_tally import kept_tally, wall_s
from pytest_putnam.reports.lines import count, shown_reason, span
from pytest_putnam.reports.tally import Row, Tally
from pytest_putnam.reports.terminal import (
    consumed_lines,
    effort_lines,
    interval_text,
    mixed_lines,
    open_lines,
    outcome_counts,
    percent,
    percent_at,
    replay_lines,
    review_lines,
    search_lines,
    undecided_lines,
    value_range,
)
from pytest_putnam.stats import shown_ks
from pytest_putnam.wire import one_line

LISTED: Final = 200
"""Lists of items are cut here: a job's summary has a limit of 1 MiB on GitHub."""


def markdown_report(run: KeptRun) -> list[str]:
    """Headline, pass@k, tables, verdicts and errors of `run`; no proofs."""
    row, tally = run.run(), kept_tally(run)
    total = tally.total()
    lines = [
        f"## {md(row.prover)}: pass@{row.attempts} = {percent(total.range)}",
        "",
        f"{md(outcome_counts(total))}, of {count(total.total, 'item')}.",
    ]
    if row.ended_at is None:
        lines += ["", "**The run has not ended:** it was killed, or goes on."]
    lines += _paragraphs(undecided_lines(total))
    exact = interval_text(total.range.exact_interval)
    lines += ["", f"The interval is Wilson's; by Clopper and Pearson: {exact}."]
    lines += _paragraphs([*review_lines(tally)[:1], *replay_lines(tally), *mixed_lines(mixed(run))])
    lines += _pass_at_k(tally, row)
    lines += _paragraphs(open_lines(tally, row.attempts, exhaustive=row.exhaustive))
    lines += _outcomes("language", tally.by_language()) + _outcomes("tag", tally.by_tag())
    lines += _verdicts(run, tally)
    lines += _paragraphs(
        [
            *consumed_lines(tally.consumed),
            *search_lines(tally),
            *effort_lines(tally, exhaustive=row.exhaustive),
        ]
    )
    items = list(run.items())
    proved = [item for item in items if item.result is Outcome.PROVED]
    errors = [item for item in items if item.result is Outcome.ERROR]
    lines += _listed("Proved", (_named(item) for item in proved), len(proved))
    reasons = (f"{_named(item)}: {md(shown_reason(item.problem, item.reason))}" for item in errors)
    lines += _listed("In error", reasons, len(errors))
    lines += _rests_on(run, row)
    return lines


def md(text: str) -> str:
    """`text` as Markdown and HTML show it, on one line."""
    text = one_line(text, 1000).replace("&", "&amp;").replace("<", "&lt;")
    return re.sub(r"([\\`*\[\]|~>]|(?<!\w)_|_(?!\w))", r"\\\1", text)


def md_table(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: int = 0) -> list[str]:
    """A table; columns after the first are right-aligned, `numbers` of them."""
    rule = ["---"] + ["--:"] * numbers + ["---"] * (len(head) - 1 - numbers)
    return ["", *(f"| {' | '.join(cells)} |" for cells in (head, rule, *rows))]


def _pass_at_k(tally: Tally, row: RunRow) -> list[str]:
    if not row.exhaustive or row.attempts == 1:
        return []
    curve = tally.pass_curve(row.attempts, shown_ks(row.attempts)[:-1])
    rows = [[f"pass@{at.k}", percent_at(at)] for at in curve]
    rows.append([f"pass@{row.attempts}", percent(tally.total().range)])
    return md_table(("k", "estimate"), rows)


def _outcomes(title: str, rows: Sequence[Row]) -> list[str]:
    if len(rows) < 2:
        return []
    return md_table(
        (title, "items", "proved", "failed", "error", "not run", "rate", "95 % interval"),
        (
            (
                md(row.label),
                *map(str, (row.total, *_counts(row))),
                value_range(row.range.low.value, row.range.high.value),
                interval_text(row.range.interval).removeprefix("95 % interval "),
            )
            for row in rows
        ),
        numbers=5,
    )


def _counts(row: Row) -> list[int]:
    return [row.outcomes[o] for o in (Outcome.PROVED, Outcome.FAILED, Outcome.ERROR, None)]


def _verdicts(run: KeptRun, tally: Tally) -> list[str]:
    if not tally.kinds:
        return []
    found = run.totals_by_verdict()
    rows = [
        (kind.value, str(t.attempts), span(t.prover_s), span(t.check_s))
        for kind, t in found.items()
    ]
    head = ("verdict", "attempts", "prover", "check")
    time = f"{count(sum(tally.kinds.values()), 'attempt')} in {span(wall_s(run))}."
    return [*md_table(head, rows, numbers=3), "", time]


def _named(item: KeptItem) -> str:
    return f"{md(item.problem)} ({item.language})"


def _listed(title: str, lines: Iterable[str], total: int) -> list[str]:
    """A list that can be opened, if there is anything in it."""
    if not total:
        return []
    shown = [f"- {line}" for line, _ in zip(lines, range(LISTED), strict=False)]
    more = [f"- … and {total - LISTED} more"] if total > LISTED else []
    opened = f"<details><summary>{title}: {total}</summary>"
    return ["", opened, "", *shown, *more, "", "</details>"]


def _rests_on(run: KeptRun, row: RunRow) -> list[str]:
    settings = row.settings
    made = ", all are made" if row.exhaustive else ""
    facts = [
        f"run {run.name}, track {row.track}, n = {row.attempts}{made}, seed {settings.get('seed')}",
        ", ".join(f"{name} {version}" for name, version in row.versions.items()),
        *(f"dataset {d.get('path')} ({d.get('commit')})" for d in row.datasets),
    ]
    if settings.get("sandbox") == "none":
        facts.append("no sandbox: candidates and provers ran with all rights of the user")
    return _listed("What it rests on", map(md, facts), len(facts))


def _paragraphs(lines: Sequence[str]) -> list[str]:
    return [part for line in lines for part in ("", md(line) + ".")]
