"""What a baseline says of a run, as lines of text."""

from __future__ import annotations

from pytest_putnam.baseline import Baseline
from pytest_putnam.gate import Gate, Gated, Standing
from pytest_putnam.reports.lines import count, shown_reason


def gate_lines(gate: Gate, name: str, *, update: bool = False) -> list[str]:
    """How many solves are kept, lost and new, and which; what could not be decided, and why."""
    counts = {where: len(gate.those(where)) for where in Standing}
    head = (
        f"{name}: {counts[Standing.KEPT]} kept, {counts[Standing.LOST]} lost, "
        f"{counts[Standing.NEW]} new, {counts[Standing.EXPECTED]} unproved as expected, "
        f"{counts[Standing.UNDECIDED]} undecided"
    )
    if gate.not_selected:
        entries = "entry is" if gate.not_selected == 1 else "entries are"
        head += f"; {gate.not_selected} {entries} not in this run"
    lines = [head]
    lines += [
        f"lost: {item.key}: {gate.baseline[item.key]} in the baseline{_why(item)}"
        for item in gate.those(Standing.LOST)
    ]
    lines += [f"new: {item.key}: {item.solve}" for item in gate.those(Standing.NEW)]
    for item in gate.those(Standing.UNDECIDED):
        expected = " (in the baseline)" if item.key in gate.baseline else ""
        lines.append(f"undecided: {item.key}{expected}{_why(item)}")
    if counts[Standing.NEW] and not update:
        lines.append("--putnam-update-baseline takes the new ones in")
    return lines


def update_line(gate: Gate, entries: Baseline, name: str) -> str:
    """What rewriting did."""
    added, removed = len(entries.keys() - gate.baseline), len(gate.baseline.keys() - entries)
    return f"{name} rewritten: {count(len(entries), 'solve')}, {added} added, {removed} removed"


def _why(item: Gated) -> str:
    if not item.reason:
        return ""
    return f"; {shown_reason(item.key.problem, item.reason)}"
