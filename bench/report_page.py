"""How soon a page of many attempts can be used: made-up runs, opened in real headless Chromium.

    python bench/report_page.py [--items 2000] [--attempts 32] [--runs 1] [--words 12] [--openings 5]

Times are the browser's own, from the start of the navigation: until the table of items can be used,
until the whole file was read, and until another frame was painted after that. Sorting, filtering and
opening an item are timed until the next frame.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from browser import Browser, browser
from page_cases import MadeUp

from pytest_putnam.kept import open_run
from pytest_putnam.reports.page import write_page

PAINTED = """
const done = arguments[0];
requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));
"""
ACTED = """
const [action, done] = arguments;
const before = performance.now();
if (action === 'sort') document.querySelector('#table thead th:nth-child(3) button').click();
if (action === 'open') document.querySelector('.opener').click();
if (action === 'filter') {
  const select = document.querySelector('select[name=Outcome]');
  select.selectedIndex = 1;
  select.dispatchEvent(new Event('change'));
}
requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - before)));
"""


def opened(chromium: Browser, page: Path) -> dict[str, float]:
    """One opening's times in milliseconds."""
    chromium.open(page)
    painted = chromium.driver.execute_async_script(PAINTED)
    times = {
        "table usable": chromium.ask("performance.getEntriesByName('putnam-table')[0].startTime"),
        "file read": chromium.ask(
            "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
        ),
        "all painted": painted,
    }
    for action in ("sort", "filter", "open"):
        times[action] = chromium.driver.execute_async_script(ACTED, action)
    return times


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=2000)
    parser.add_argument("--attempts", type=int, default=32)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--words", type=int, default=12, help="of each message")
    parser.add_argument("--openings", type=int, default=5)
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        runs = [
            MadeUp(items=args.items, attempts=args.attempts, seed=n, words=args.words).write(
                folder / f"run-{n}"
            )
            for n in range(args.runs)
        ]
        page = folder / "page.html"
        began = time.perf_counter()
        with page.open("w", encoding="utf-8") as stream:
            write_page([stack.enter_context(open_run(run)) for run in runs], stream)
        total = args.items * args.attempts * args.runs
        size = page.stat().st_size
        print(f"{total} attempts at {args.items} items in {args.runs} run(s)")
        print(f"written in {time.perf_counter() - began:.1f} s: {size / 1e6:.1f} MB, "
              f"{size / total:.0f} bytes per attempt")  # fmt: skip
        with browser(folder / "profile") as chromium:
            times = [opened(chromium, page) for _ in range(args.openings)]
        for what in times[0]:
            values = sorted(each[what] for each in times)
            print(
                f"{what:>14}: median {statistics.median(values):6.0f} ms, longest {values[-1]:6.0f} ms"
            )


if __name__ == "__main__":
    main()
