"""Whether a run that is killed again and again ends with the store of one that nobody disturbed.

    python bench/kill_and_resume.py [--items 300] [--kills 30] [--seed 1]

The victims, drawn by lot, are a worker, the controller, or all processes of the run together, each by
SIGKILL at a random moment. tests/test_resume_kill.py does the same on a smaller scale.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from killing import OUTCOMES, ROWS, Ground


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--items", type=int, default=300)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="putnam-kill-") as folder:
        ground = Ground(Path(folder), args.items, random.Random(args.seed))
        began = time.monotonic()
        ground.undisturbed()
        print(f"undisturbed: {time.monotonic() - began:.0f} s")
        began = time.monotonic()
        done = ground.killed(args.kills)
        victims = ", ".join(f"{victim} {n}" for victim, n in done.killed.most_common())
        print(f"killed {done.killed.total()} times ({victims}) in {done.sessions} sessions")
        print(f"until it was finished: {time.monotonic() - began:.0f} s")
        rows, outcomes = (ground.rows("undisturbed", query) for query in (ROWS, OUTCOMES))
        same = (ground.rows("killed", ROWS), ground.rows("killed", OUTCOMES)) == (rows, outcomes)
        left = ground.rows("killed", "SELECT count(*) FROM attempt WHERE redo")
        print(f"{len(outcomes)} items and {len(rows)} attempts, {left[0][0]} still to be redone")
        print("the stores are equal" if same else "THE STORES DIFFER")
    return 0 if same and done.killed.total() == args.kills else 1


if __name__ == "__main__":
    sys.exit(main())
