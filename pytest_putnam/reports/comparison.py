"""What two runs on the same items say: as text, Markdown and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pytest_putnam.compare import Comparison, Name, Side, shown
from pytest_putnam.reports.lines import count
from pytest_putnam.reports.markdown import md, md_table
from pytest_putnam.reports.terminal import outcome_counts, percent
from pytest_putnam.stats import Certainty

LISTED: Final = 200
"""Lists in Markdown are cut here; text and JSON have all."""

_WORDS: Final = ((True, "proved"), (False, "unproved"), (None, "undecided"))


def text_lines(found: Comparison, alpha: float) -> list[str]:
    """For the terminal."""
    lines = [_side_line("old", found.old), _side_line("new", found.new)]
    lines += [f"differs: {d.what}: {d.old} -> {d.new}" for d in found.differences]
    lines += _mixed_lines(found)
    if found.changed_files:
        changed = ", ".join(map(shown, found.changed_files))
        lines.append(f"differs: the benchmark's file of {changed}")
    lines += ["", f"{count(len(found.common), 'item')} in common:"]
    lines.append(f"  {'old / new':<10}" + "".join(f"{word:>11}" for _, word in _WORDS))
    for old, word in _WORDS:
        numbers = "".join(f"{found.table.counts[old, new]:>11}" for new, _ in _WORDS)
        lines.append(f"  {word:<10}{numbers}")
    for title, names in _lists(found):
        lines += ["", f"{title}: {len(names)}", *(f"  {shown(name)}" for name in names)]
    return [*lines, "", *_numbers(found), *checker_lines(found), conclusion(found, alpha)]


def checker_lines(found: Comparison) -> list[str]:
    """A verdict that is another one now need not be the prover's doing."""
    names = found.checked_differently
    if not names:
        return []
    return [f"not checked alike ({', '.join(names)}): gains and losses may be the checker's"]


def _mixed_lines(found: Comparison) -> list[str]:
    return [f"mixed: {word}: {each}" for word, side in _sides(found) for each in side.mixed]


def markdown_lines(found: Comparison, alpha: float) -> list[str]:
    """For the summary of a CI job."""
    lines = [
        f"## {md(found.old.name)} → {md(found.new.name)}",
        "",
        f"**{conclusion(found, alpha)}**",
    ]
    lines += md_table(
        ("old / new", *(word for _, word in _WORDS)),
        ((word, *(str(found.table.counts[old, new]) for new, _ in _WORDS)) for old, word in _WORDS),
        numbers=3,
    )
    said = [*_numbers(found), *checker_lines(found), *_mixed_lines(found)]
    lines += ["", *(f"- {md(line)}" for line in said)]
    lines += [f"- {md(_side_line(word, side))}" for word, side in _sides(found)]
    for title, names in _lists(found):
        shortened = [f"- {md(shown(name))}" for name in names[:LISTED]]
        if len(names) > LISTED:
            shortened.append(f"- … and {len(names) - LISTED} more")
        opened = f"<details><summary>{title}: {len(names)}</summary>"
        lines += ["", opened, "", *shortened, "", "</details>"]
    if found.differences:
        rows = [(md(d.what), md(d.old), md(d.new)) for d in found.differences]
        lines += md_table(("differs", "old", "new"), rows)
    if found.changed_files:
        lines += [
            "",
            f"The benchmark's file differs for {count(len(found.changed_files), 'item')}.",
        ]
    return lines


def as_json(found: Comparison, alpha: float) -> dict[str, object]:
    """All of it, for programs."""
    table = found.table
    low, high = table.difference()
    interval = table.difference_interval()
    worst, best = table.p_range()
    return {
        "old": _side_json(found.old),
        "new": _side_json(found.new),
        "common": len(found.common),
        "table": {
            f"{old}_{new}": table.counts[was, now] for was, old in _WORDS for now, new in _WORDS
        },
        "lost": _names_json(found.lost),
        "gained": _names_json(found.gained),
        "undecided": _names_json(found.undecided),
        "both": _names_json(found.those(old=True, new=True)),
        "only_old": _names_json(found.only_old),
        "only_new": _names_json(found.only_new),
        "p_value": table.p_value,
        "p_value_at_worst": worst,
        "p_value_at_best": best,
        "difference": [low, high],
        "difference_interval_95": [interval.low, interval.high],
        "alpha": alpha,
        "significant_loss": table.significant_loss(alpha).value,
        "differences": [{"what": d.what, "old": d.old, "new": d.new} for d in found.differences],
        "mixed": {word: [str(each) for each in side.mixed] for word, side in _sides(found)},
        "checked_differently": found.checked_differently,
        "changed_files": _names_json(found.changed_files),
    }


def conclusion(found: Comparison, alpha: float) -> str:
    """What `putnam compare` exits for, in a sentence."""
    table = found.table
    lost, gained = table.lost, table.gained
    counts = f"{lost} lost, {gained} gained, p = {table.p_value:.3g}"
    match table.significant_loss(alpha):
        case Certainty.YES:
            return f"A significant loss: {counts}, at most {alpha:g}."
        case Certainty.UNDECIDED:
            return (
                f"It cannot be told whether there is a significant loss: {counts}, and "
                f"{count(table.undecided, 'item')} undecided; run those again."
            )
    return f"No significant loss: {counts} (alpha = {alpha:g})."


def _numbers(found: Comparison) -> list[str]:
    table = found.table
    low, high = table.difference()
    interval = table.difference_interval()
    points = f"{100 * low:+.1f}" if low == high else f"{100 * low:+.1f} to {100 * high:+.1f}"
    worst, best = table.p_range()
    p_values = f"p = {table.p_value:.3g}"
    if worst != best or table.undecided:
        p_values += (
            f" over the decided; {worst:.3g} if what is undecided speaks against the new run, "
            f"{best:.3g} if for it"
        )
    difference = (
        f"difference: {points} percentage points (95 % interval {100 * interval.low:+.1f} to "
        f"{100 * interval.high:+.1f}, bootstrap over items)"
    )
    return [difference, f"McNemar's exact test: {p_values}"]


def _sides(found: Comparison) -> list[tuple[str, Side]]:
    return [("old", found.old), ("new", found.new)]


def _side_line(word: str, side: Side) -> str:
    ended = "" if side.row.ended_at else "; it has not ended"
    to_review = f"; {side.to_review} of the proved to review" if side.to_review else ""
    return (
        f"{word}: {side.name}: {side.row.prover}, n = {side.row.attempts}, "
        f"{count(side.outcomes.total, 'item')}: {outcome_counts(side.outcomes)}; "
        f"pass@{side.row.attempts} = {percent(side.outcomes.range)}{to_review}{ended}"
    )


def _lists(found: Comparison) -> list[tuple[str, Sequence[Name]]]:
    lists: list[tuple[str, Sequence[Name]]] = [
        ("lost", found.lost),
        ("gained", found.gained),
        ("proved in both", found.those(old=True, new=True)),
        ("undecided in one or both", found.undecided),
        ("only in the old run, left out", found.only_old),
        ("only in the new run, left out", found.only_new),
    ]
    return [(title, names) for title, names in lists if names or title in ("lost", "gained")]


def _side_json(side: Side) -> dict[str, object]:
    return {
        "name": side.name,
        "prover": side.row.prover,
        "attempts": side.row.attempts,
        "ended": side.row.ended_at is not None,
        "items": side.outcomes.total,
        "to_review": side.to_review,
        "outcomes": {
            "not_run" if outcome is None else outcome.value: n
            for outcome, n in sorted(side.outcomes.outcomes.items(), key=str)
        },
    }


def _names_json(names: Sequence[Name]) -> list[dict[str, str]]:
    keys = ("problem", "language", "track", "prover")
    return [dict(zip(keys, name, strict=False)) for name in names]
