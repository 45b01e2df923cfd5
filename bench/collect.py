"""Collecting a benchmark of the official one's size: at most 2 s.

    python bench/collect.py [DIR] [repetitions]

DIR is a benchmark in PutnamBench's layout, by default the part of the official one that lies beside
the project. Its files are taken as often as it needs to reach the official size (1724 files in
August 2025). The least of the repetitions counts, since other work on the machine only adds.
"""

from __future__ import annotations

import itertools
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LIMIT_S = 2.0
OTHER_PLUGINS = ["-p", "no:cacheprovider", "-p", "no:hypothesispytest"]
OFFICIAL_FILES = 1724
BESIDE = Path(__file__).resolve().parent.parent.parent / "shared" / "putnambench"


def enlarge(source: Path, target: Path) -> int:
    """Copy the benchmark, again and again under other years, until it has the official size."""
    shutil.copytree(source / "informal", target / "informal")
    count = 0
    for shift in itertools.count(0, 100):
        for path in sorted(source.glob("*/**/putnam_*")):
            if path.suffix not in (".lean", ".thy", ".v"):
                continue
            year = re.sub(r"\d{4}", lambda m: str(int(m[0]) + shift), path.stem, count=1)  # noqa: B023
            copy = target / path.relative_to(source).with_name(year + path.suffix)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(path.read_text().replace(path.stem, year))
            count += 1
            if count == OFFICIAL_FILES:
                return count
        if not count:
            sys.exit(f"{source} has no files in PutnamBench's layout")
    return count


def main() -> None:
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else BESIDE
    repetitions = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    if not source.is_dir():
        sys.exit(f"there is no {source}: name a folder in PutnamBench's layout")
    with tempfile.TemporaryDirectory() as name:
        files = enlarge(source, Path(name) / "bench")
        Path(name, "pytest.ini").write_text("[pytest]\n")
        argv = [sys.executable, "-m", "pytest", "--co", "-q", *OTHER_PLUGINS]
        walls, cpus = [], []
        for _ in range(repetitions):
            began, used = time.perf_counter(), cpu_of_children_s()
            done = subprocess.run(
                [*argv, "bench", "--putnam-lang=all"],
                cwd=name,
                capture_output=True,
                text=True,
                check=True,
            )
            walls.append(time.perf_counter() - began)
            cpus.append(cpu_of_children_s() - used)
    print(done.stdout.strip().splitlines()[-1])
    print(
        f"{files} files, start-up included: {min(walls):.2f} s wall, {min(cpus):.2f} s CPU "
        f"(at most {LIMIT_S:g})"
    )
    sys.exit(min(cpus) > LIMIT_S)


def cpu_of_children_s() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
