"""The options of `dsp`, read; and the file of drafts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import BadInput
from pytest_putnam.llm import Endpoint, LlmSettings, Sampling
from pytest_putnam.prover import ProverOption

from .dsp_gaps import METHODS, Limits
from .model_options import model_options, read_endpoint, read_sampling
from .option_values import number, whole
from .prompting import SHOTS
from .sledgehammer_options import HAMMER_OPTIONS, LONGEST_S, read_provers

TEMPERATURE: Final = 0.1
"""As in the evaluation of DSP by Tsoukalas et al. 2024."""
NO_CACHE: Final = "off"

OPTIONS: Final = (
    *model_options(TEMPERATURE),
    ProverOption("shots", "examples in the prompts, 0 to 3", str(SHOTS)),
    ProverOption(
        "prompts", "a folder with draft.j2 and sketch.j2 (default: those that come along)"
    ),
    ProverOption(
        "drafts",
        "a JSONL file of proofs in words to take instead of the model's: name, draft, and perhaps "
        "attempt; where a problem has fewer than attempts, they take turns",
    ),
    ProverOption(
        "method-timeout",
        f"seconds for an automatic method at a gap ({', '.join(METHODS)}; all together have twice that)",
        "10",
    ),
    ProverOption("hammer-timeout", "seconds that sledgehammer has for a gap; 0: none", "120"),
    ProverOption("gap-timeout", "seconds for everything that is tried at a gap", "300"),
    ProverOption(
        "gap-cache",
        "a SQLite file in which it is kept what became of gaps, or off (default: dsp-gaps.sqlite in "
        "the cache folder)",
    ),
    *HAMMER_OPTIONS,
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The options' values."""

    endpoint: Endpoint
    sampling: Sampling
    shots: int
    prompts: Path | None
    drafts: Mapping[str, tuple[str, ...]] | None
    """By problem, in the order of attempts; None: the model writes them."""
    limits: Limits
    provers: str
    gap_cache: Path | None
    """None: the usual place."""
    caches: bool


def read_options(options: Mapping[str, str], llm: LlmSettings, root_dir: Path) -> Settings:
    """The values. Raises `BadInput` naming the option."""
    prompts, drafts = options.get("prompts"), options.get("drafts")
    cache = options.get("gap-cache") or None
    return Settings(
        endpoint=read_endpoint(options, llm),
        sampling=read_sampling(options, TEMPERATURE),
        shots=whole(options, "shots", SHOTS, 0, 3),
        prompts=root_dir / Path(prompts).expanduser() if prompts else None,
        drafts=read_drafts(root_dir / Path(drafts).expanduser()) if drafts else None,
        limits=Limits(
            number(options, "method-timeout", 10.0, 0.1, LONGEST_S),
            whole(options, "hammer-timeout", 120, 0, LONGEST_S),
            number(options, "gap-timeout", 300.0, 0.1, LONGEST_S),
        ),
        provers=read_provers(options),
        gap_cache=root_dir / Path(cache).expanduser() if cache and cache != NO_CACHE else None,
        caches=cache != NO_CACHE,
    )


def read_drafts(path: Path) -> dict[str, tuple[str, ...]]:
    """The drafts in a file, by problem. Raises `BadInput` with the line of what is wrong."""
    found: dict[str, dict[int, str]] = {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"drafts={path} cannot be read: {error}") from error
    for at, line in enumerate(lines, 1):
        if not line.strip():
            continue
        name, draft, attempt = _draft(line, f"drafts={path}, line {at}")
        mine = found.setdefault(name, {})
        number_ = attempt or max(mine, default=0) + 1
        if number_ in mine:
            raise BadInput(
                f"drafts={path}, line {at}: attempt {number_} at {name} is there already"
            )
        mine[number_] = draft
    if not found:
        raise BadInput(f"drafts={path} has no draft: a line is a JSON object with name and draft")
    return {name: tuple(mine[number_] for number_ in sorted(mine)) for name, mine in found.items()}


def _draft(line: str, where: str) -> tuple[str, str, int | None]:
    try:
        entry = json.loads(line)
    except ValueError as error:
        raise BadInput(f"{where}: it is no JSON: {error}") from error
    if not isinstance(entry, dict):
        raise BadInput(f"{where}: it must be a JSON object with name and draft")
    name, draft, attempt = entry.get("name"), entry.get("draft"), entry.get("attempt")
    if not isinstance(name, str) or not isinstance(draft, str) or not draft.strip():
        raise BadInput(f"{where}: name and draft must be texts that are not empty")
    if attempt is not None and (type(attempt) is not int or attempt < 1):
        raise BadInput(f"{where}: attempt={attempt!r} is no number from 1 on")
    return name, draft, attempt
