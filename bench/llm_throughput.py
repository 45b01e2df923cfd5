"""How near gpt4 comes to what a server allows: attempts against a slow local server, checks excluded.

    python bench/llm_throughput.py [--attempts 1000] [--at-once 100] [--latency 2.0] [--workers 2]

The server answers `at-once` requests at a time, each after `latency` seconds, so the shortest time is
attempts / at-once * latency. Completions are kept (each in a durable transaction), limits are shared
between the workers, spending is accounted, as in a run.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from model_server import ModelServer, answer
from prover_tasks import make_task

from pytest_putnam.llm import CacheMode, LlmSettings, RateLimits
from pytest_putnam.model import Language
from pytest_putnam.prover import Budget
from pytest_putnam.registry import find_prover, make_settings

ATTEMPTS_PER_PROBLEM = 10


def serve(pipe: multiprocessing.connection.Connection, latency_s: float, at_once: int) -> None:
    """The server, in a process of its own; tells its address and, when asked, what it has seen."""
    server = ModelServer(answer("```coq\nProof. lia. Qed.\n```").late(latency_s), at_once=at_once)
    pipe.send(server.url)
    pipe.recv()
    pipe.send((len(server.seen), server.most_in_flight, server.seen[0].at))
    server.close()


def work(
    url: str, folder: Path, share: tuple[int, int], attempts: int, at_once: int
) -> tuple[float, int]:
    """A worker's share of the problems; returns its CPU seconds and how many attempts it made."""
    worker, workers = share
    cls = find_prover("gpt4")
    llm = LlmSettings(
        run="bench",
        cache=CacheMode.READ_WRITE,
        cache_file=folder / "completions.sqlite",
        ledger_file=folder / "spending.sqlite",
        rates=RateLimits(concurrency=at_once),
        rates_dir=folder,
    )
    settings = make_settings(
        cls,
        [f"base-url={url}", "model=bench"],
        root_dir=folder,
        languages={Language.COQ},
        llm=llm,
    )
    prover = cls(settings)
    mine = [
        (problem, attempt)
        for problem in range(worker, attempts // ATTEMPTS_PER_PROBLEM, workers)
        for attempt in range(1, ATTEMPTS_PER_PROBLEM + 1)
    ]

    def one(which: tuple[int, int]) -> None:
        problem, attempt = which
        task = make_task(folder, name=f"made_up_{problem}", attempt=attempt)
        # the prompt must differ between problems
        object.__setattr__(task, "text", f"(* problem {problem} *)\n{task.text}")
        prover.attempt(task, Budget(600))

    with ThreadPoolExecutor(at_once) as pool:
        list(pool.map(one, mine))
    prover.close()
    return time.process_time(), len(mine)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--attempts", type=int, default=1000)
    parser.add_argument("--at-once", type=int, default=100)
    parser.add_argument("--latency", type=float, default=2.0, help="seconds")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    mine, theirs = context.Pipe()
    server = context.Process(target=serve, args=(theirs, given.latency, given.at_once))
    server.start()
    url = mine.recv()
    with tempfile.TemporaryDirectory() as folder, context.Pool(given.workers) as pool:
        pool.starmap(time.sleep, [(0.2,)] * given.workers)  # the processes are there
        began = time.monotonic()
        done = pool.starmap(
            work,
            [
                (url, Path(folder), (w, given.workers), given.attempts, given.at_once)
                for w in range(given.workers)
            ],
            chunksize=1,
        )
        ended = time.monotonic()
    mine.send("enough")
    seen, most, first = mine.recv()
    server.join()
    least_s = given.attempts / given.at_once * given.latency
    print(
        f"{sum(n for _, n in done)} attempts, {given.workers} workers, {os.cpu_count()} cores, "
        f"server: {given.at_once} at once, {given.latency:g} s each"
    )
    print(f"requests seen {seen}, most at once {most}")
    print(f"CPU of the workers: {sum(cpu for cpu, _ in done):.1f} s")
    print(f"the server dictates {least_s:.2f} s")
    print(f"took {ended - began:.2f} s, {(ended - began) / least_s:.3f} times that")
    print(f"from the first request on {ended - first:.2f} s, {(ended - first) / least_s:.3f} times")


if __name__ == "__main__":
    main()
