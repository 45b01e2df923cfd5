"""The options of `copra`, read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.llm import Endpoint, LlmSettings, Sampling
from pytest_putnam.prover import ProverOption

from .copra_lemmas import Lemmas, read_lemmas
from .model_options import model_options, read_endpoint, read_sampling
from .option_values import on_or_off, whole
from .search_limits import TACTIC_TIMEOUT, read_tactic_timeout

TEMPERATURE: Final = 0.0
"""As in the evaluation of COPRA by Tsoukalas et al. 2024, and so the queries."""
QUERIES: Final = 60
TRIES: Final = 4
THEOREMS: Final = 5

OPTIONS: Final = (
    *model_options(TEMPERATURE),
    ProverOption("queries", "how often an attempt may ask the model", str(QUERIES)),
    ProverOption(
        "tries",
        "how many answers a state is worth before the step that led to it is taken back; the first state "
        "is left only after so many in a row that brought no new step",
        str(TRIES),
    ),
    TACTIC_TIMEOUT,
    ProverOption(
        "lemmas",
        "a file of lemmas to show those that fit the goal: one a line, or *.jsonl of name and statement "
        "(default: none)",
    ),
    ProverOption("theorems", "how many lemmas are shown with a state", str(THEOREMS)),
    ProverOption(
        "prompts",
        "a folder with search.j2, state.j2 and solution.j2 (default: those that come along)",
    ),
    ProverOption("informal", "whether the problem is also given in words: on or off", "on"),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The options' values."""

    endpoint: Endpoint
    sampling: Sampling
    queries: int
    tries: int
    tactic_timeout_s: float
    lemmas: Lemmas | None
    theorems: int
    prompts: Path | None
    informal: bool


def read_options(options: Mapping[str, str], llm: LlmSettings, root_dir: Path) -> Settings:
    """The values. Raises `BadInput` naming the option."""
    lemmas, prompts = options.get("lemmas"), options.get("prompts")
    return Settings(
        endpoint=read_endpoint(options, llm),
        sampling=read_sampling(options, TEMPERATURE),
        queries=whole(options, "queries", QUERIES, 1, 10_000),
        tries=whole(options, "tries", TRIES, 1, 1000),
        tactic_timeout_s=read_tactic_timeout(options),
        lemmas=read_lemmas(root_dir / Path(lemmas).expanduser()) if lemmas else None,
        theorems=whole(options, "theorems", THEOREMS, 0, 100),
        prompts=root_dir / Path(prompts).expanduser() if prompts else None,
        informal=on_or_off(options, "informal", default=True),
    )
