"""Every option of the plugin, declared once: for the command line, the ini file, the environment."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pytest_putnam.model import Language, Track
from pytest_putnam.option import (
    Option,
    as_given,
    comma_words,
    dollars,
    languages,
    last,
    one_of,
    path,
    seconds,
    whole_number,
    years,
    yes_or_no,
)
from pytest_putnam.selection import Shard, parse_shard

LAYOUT_NAMES: Final = ("putnambench", "minif2f", "proofnet", "fimo", "jsonl")
"""Those that `datasets` reads; importing it would be too much for sessions that have none."""

LANG: Final = Option[frozenset[Language] | None](
    "--putnam-lang",
    "Proof languages, separated by commas, or all (those that the prover works in)",
    languages,
    None,
    "that of the files given",
    metavar="LANG",
)
PROVER: Final = Option[str | None](
    "--prover",
    "What makes the attempts: a known prover's name or package.module:Class",
    last(str),
    None,
    "none; needed unless only collecting",
    metavar="NAME",
)
PROVER_OPT: Final = Option[tuple[str, ...]](
    "--prover-opt",
    "An option of the prover; - and _ in its name are the same",
    as_given,
    (),
    "the prover's",
    metavar="NAME=VALUE",
    repeat=True,
)
ATTEMPTS: Final = Option[int | None](
    "--putnam-attempts",
    "Attempts per item at most (n); an item stops at its first proof",
    last(whole_number(1)),
    None,
    "the prover's",
    metavar="N",
)
EXHAUSTIVE: Final = Option[bool](
    "--putnam-exhaustive",
    "Make all n attempts even after a proof; pass@k for k below n needs it",
    last(yes_or_no),
    default=False,
    default_text="no",
    off_flag="--putnam-no-exhaustive",
)
SEED: Final = Option[int](
    "--putnam-seed",
    "Each attempt's seed is derived from this, the language, the problem and the attempt's number",
    last(whole_number(0)),
    0,
    "0",
    metavar="N",
)
TRACK: Final = Option[Track](
    "--putnam-track",
    "Whether the reference answer is filled in or must be found: with-solution or no-solution",
    last(lambda text: Track(one_of(*Track)(text))),
    Track.WITH_SOLUTION,
    "with-solution",
    metavar="TRACK",
)
YEAR: Final = Option[tuple[tuple[int, int], ...]](
    "--putnam-year",
    "Only problems of these years, such as 1988,2000-2009",
    years,
    (),
    "all",
    metavar="YEARS",
)
TAG: Final = Option[tuple[str, ...]](
    "--putnam-tag",
    "Only problems with one of these tags, separated by commas",
    comma_words,
    (),
    "all",
    metavar="TAGS",
)
PROBLEM: Final = Option[tuple[str, ...]](
    "--putnam-problem",
    "Only problems with one of these names or patterns, such as putnam_1988_b1,putnam_*_a1",
    comma_words,
    (),
    "all",
    metavar="NAMES",
)
ROOT: Final = Option[Path | None](
    "--putnam-root",
    "The benchmark to run where no path is given: its folder, or warmup for the package's warm-up problems",
    last(path),
    None,
    "the built-in problems",
    metavar="DIR",
)
SHARD: Final = Option[Shard | None](
    "--putnam-shard",
    "Only this part of the selected problems, such as 3/16; putnam merge puts the parts' runs together",
    last(parse_shard),
    None,
    "all",
    metavar="I/N",
)
LAYOUT: Final = Option[str | None](
    "--putnam-layout",
    f"The layout of the benchmark, where several fit: {', '.join(LAYOUT_NAMES)}",
    last(one_of(*LAYOUT_NAMES)),
    None,
    "the first that fits",
    metavar="LAYOUT",
)
RUN: Final = Option[Path | None](
    "--putnam-run",
    "The folder for the run's store: a new one, or that of an unfinished run, which is resumed",
    last(path),
    None,
    ".putnam/DATE-TIME-ID in the directory that pytest is started in",
    metavar="DIR",
)
RESUME: Final = Option[bool](
    "--putnam-resume",
    "Go on with the run of --putnam-run, or else with the last unfinished one in .putnam: what is "
    "finished is not done again",
    last(yes_or_no),
    default=False,
    default_text="no",
    off_flag="--putnam-no-resume",
)
RESUME_ANYWAY: Final = Option[bool](
    "--putnam-resume-anyway",
    "Resume also with other settings or versions; items whose files have changed begin anew",
    last(yes_or_no),
    default=False,
    default_text="no",
    off_flag="--putnam-no-resume-anyway",
)
CACHE: Final = Option[Path | None](
    "--putnam-cache",
    "Where compiled references are kept across runs, and the slots of this machine",
    last(path),
    None,
    "pytest-putnam in $XDG_CACHE_HOME or ~/.cache",
    metavar="DIR",
)
ATTEMPT_TIMEOUT: Final = Option[float | None](
    "--putnam-attempt-timeout",
    "Seconds for the prover's part of an attempt",
    last(seconds),
    None,
    "the prover's",
    metavar="SECONDS",
)
CHECK_TIMEOUT: Final = Option[float](
    "--putnam-check-timeout",
    "Seconds for checking a candidate, library loading excluded",
    last(seconds),
    60.0,
    "60",
    metavar="SECONDS",
)
STARTUP_TIMEOUT: Final = Option[float](
    "--putnam-startup-timeout",
    "Seconds for starting an assistant and loading libraries; running out of them is an infra error",
    last(seconds),
    120.0,
    "120",
    metavar="SECONDS",
)
CHECK_MEMORY: Final = Option[int](
    "--putnam-check-memory",
    "Address space of one assistant's process, MiB (Coq with mathcomp-analysis needs about 1000)",
    last(whole_number(64)),
    4096,
    "4096",
    metavar="MIB",
)
SLOTS: Final = Option[int | None](
    "--putnam-slots",
    "Assistants that run at once on this machine, over all workers and runs",
    last(whole_number(1)),
    None,
    "as many as cores, and as memory holds at 1.5 GiB each, at 6.5 GiB for Lean with Mathlib",
    metavar="N",
)
SANDBOX: Final = Option[str](
    "--putnam-sandbox",
    "What encloses every process that sees a candidate: bwrap, or none, which trusts them all",
    last(one_of("bwrap", "none")),
    "bwrap",
    "bwrap",
    metavar="KIND",
)
ALLOW_AXIOM: Final = Option[tuple[str, ...]](
    "--putnam-allow-axiom",
    "An axiom, fully qualified, that proofs may rest on besides the language's documented list",
    as_given,
    (),
    "none",
    metavar="AXIOM",
    repeat=True,
)
CONCURRENCY: Final = Option[int](
    "--putnam-concurrency",
    "Attempts of one item that run at once",
    last(whole_number(1)),
    1,
    "1",
    metavar="N",
)
WARM: Final = Option[bool](
    "--putnam-warm",
    "Reject early in a session that has the imports loaded; acceptance never rests on it",
    last(yes_or_no),
    default=True,
    default_text="yes",
    off_flag="--putnam-no-warm",
)
STRICT: Final = Option[bool](
    "--putnam-strict",
    "Bad lines of a prover's input file end the run before it begins",
    last(yes_or_no),
    default=False,
    default_text="no",
    off_flag="--putnam-no-strict",
)
COQ: Final = Option[str | None](
    "--putnam-coq",
    "Coq's coqc or rocq, or the folder that holds it",
    last(str),
    None,
    "in $COQBIN or on PATH",
    metavar="PATH",
)
LEAN_PROJECT: Final = Option[str | None](
    "--putnam-lean-project",
    "The Lake project whose Lean and libraries are used, or a lean executable without a project",
    last(str),
    None,
    "the benchmark's own folder lean4, else lean on PATH",
    metavar="PATH",
)
LEAN_REPLAY: Final = Option[str](
    "--putnam-lean-replay",
    "Whether an accepted proof is put through Lean's kernel again by leanchecker or lean4checker: "
    "auto (where one is installed), required, off",
    last(one_of("auto", "required", "off")),
    "auto",
    "auto",
    metavar="WHEN",
)
LEAN_HEARTBEATS: Final = Option[int | None](
    "--putnam-lean-heartbeats",
    "Lean's maxHeartbeats for statements and candidates; 0 is no limit",
    last(whole_number(0)),
    None,
    "Lean's, 200000",
    metavar="N",
)
LEAN_ALLOW_META: Final = Option[bool](
    "--putnam-lean-allow-meta",
    "Let candidates run programs while Lean elaborates them (macro, elab, run_cmd, #eval …); an accepted "
    "one must then have been put through the kernel again",
    last(yes_or_no),
    default=False,
    default_text="no",
    off_flag="--putnam-lean-no-allow-meta",
)
ISABELLE: Final = Option[str | None](
    "--putnam-isabelle",
    "Isabelle's program isabelle, or the folder of its distribution",
    last(str),
    None,
    "in $ISABELLE_HOME or on PATH",
    metavar="PATH",
)
ISABELLE_ALLOW: Final = Option[tuple[str, ...]](
    "--putnam-isabelle-allow",
    "A command that Isabelle candidates may use besides those of the documented list; none that runs ML",
    as_given,
    (),
    "none",
    metavar="COMMAND",
    repeat=True,
)
JUNIT: Final = Option[str](
    "--putnam-junit",
    "Where JUnit XML has an item's properties: testcase, or suite for readers that insist on the "
    "schema junit-10.xsd, which has none in a testcase",
    last(one_of("testcase", "suite")),
    "testcase",
    "testcase",
    metavar="PLACE",
)

BASELINE: Final = Option[Path | None](
    "--putnam-baseline",
    "A YAML file of solves that must not be lost: one that is missing fails, other unproved items are "
    "expected to fail, errors end with status 6",
    last(path),
    None,
    "none; every unproved item fails",
    metavar="FILE",
)
UPDATE_BASELINE: Final = Option[bool](
    "--putnam-update-baseline",
    "Rewrite the baseline with what this run decided; entries that it did not run are kept",
    last(yes_or_no),
    default=False,
    default_text="no",
    off_flag="--putnam-no-update-baseline",
)

LLM_CACHE: Final = Option[str](
    "--llm-cache",
    "What kept completions of models are used for: read-write (what is there is not asked for again), "
    "replay (nothing is asked for), refresh (everything is asked for anew), off",
    last(one_of("off", "read-write", "replay", "refresh")),
    "read-write",
    "read-write",
    metavar="MODE",
)
LLM_CACHE_FILE: Final = Option[Path | None](
    "--llm-cache-file",
    "The file of kept completions: SQLite, or for replay also its text form, YAML",
    last(path),
    None,
    "completions.sqlite in the run's folder",
    metavar="FILE",
)
LLM_CONCURRENCY: Final = Option[int](
    "--llm-concurrency",
    "Requests in flight to one server, over all workers and runs of this machine",
    last(whole_number(1)),
    32,
    "32",
    metavar="N",
)
LLM_RPM: Final = Option[int | None](
    "--llm-rpm",
    "Requests per minute to one server, over all workers and runs of this machine",
    last(whole_number(1)),
    None,
    "no limit",
    metavar="N",
)
LLM_TPM: Final = Option[int | None](
    "--llm-tpm",
    "Tokens per minute to and from one server, over all workers and runs of this machine",
    last(whole_number(1)),
    None,
    "no limit",
    metavar="N",
)
LLM_PRICES: Final = Option[Path | None](
    "--llm-prices",
    "A YAML or JSON file with prices in USD per million tokens: MODEL: {input: 2.5, output: 10}",
    last(path),
    None,
    "none; costs are unknown",
    metavar="FILE",
)
MAX_COST: Final = Option[float | None](
    "--putnam-max-cost",
    "What the run may spend on models, USD; then it stops. Needs prices",
    last(dollars),
    None,
    "no limit",
    metavar="USD",
)
MAX_TOKENS: Final = Option[int | None](
    "--putnam-max-tokens",
    "What the run may use of models, prompts and answers together; then it stops",
    last(whole_number(1)),
    None,
    "no limit",
    metavar="TOKENS",
)

INSTALLATIONS: Final[Mapping[Language, Option[str | None]]] = {
    Language.COQ: COQ,
    Language.LEAN4: LEAN_PROJECT,
    Language.ISABELLE: ISABELLE,
}
"""What says where a language's assistant is."""

OPTIONS: Final[tuple[Option[Any], ...]] = (
    *(LANG, PROVER, PROVER_OPT, ATTEMPTS, EXHAUSTIVE, SEED, TRACK, YEAR, TAG, PROBLEM, ROOT),
    *(LAYOUT, SHARD, RUN, RESUME, RESUME_ANYWAY),
    *(ATTEMPT_TIMEOUT, CHECK_TIMEOUT, STARTUP_TIMEOUT, CHECK_MEMORY, SLOTS, CONCURRENCY, WARM),
    *(SANDBOX, ALLOW_AXIOM, CACHE, STRICT, COQ, JUNIT),
    *(LEAN_PROJECT, LEAN_REPLAY, LEAN_HEARTBEATS, LEAN_ALLOW_META, ISABELLE, ISABELLE_ALLOW),
    *(BASELINE, UPDATE_BASELINE),
    *(LLM_CACHE, LLM_CACHE_FILE, LLM_CONCURRENCY, LLM_RPM, LLM_TPM, LLM_PRICES),
    *(MAX_COST, MAX_TOKENS),
)
