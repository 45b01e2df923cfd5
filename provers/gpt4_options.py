"""The options of `gpt4`, read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pytest_putnam.llm import Endpoint, LlmSettings, Sampling
from pytest_putnam.prover import ProverOption

from .model_options import model_options, read_endpoint, read_sampling
from .option_values import on_or_off, whole
from .prompting import SHOTS

TEMPERATURE: Final = 0.7
"""As in the evaluation of GPT-4 by Tsoukalas et al. 2024."""

OPTIONS: Final = (
    *model_options(TEMPERATURE),
    ProverOption("shots", "examples in the prompt, 0 to 3", str(SHOTS)),
    ProverOption(
        "prompt", "a jinja2 file, or a folder with LANGUAGE.j2 (default: those that come along)"
    ),
    ProverOption("informal", "whether the problem is also given in words: on or off", "on"),
    ProverOption(
        "repair",
        "how often an attempt may show the model what the assistant said and ask again; changes what "
        "n means",
        "0",
    ),
    ProverOption(
        "choices",
        "how many attempts' answers to ask for in one request, where the server gives several; those "
        "after a proof are paid for, too",
        "1",
    ),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The options' values."""

    endpoint: Endpoint
    sampling: Sampling
    shots: int
    prompt: str | None
    informal: bool
    repair: int
    choices: int


def read_options(options: Mapping[str, str], llm: LlmSettings) -> Settings:
    """The values. Raises `BadInput` naming the option."""
    return Settings(
        endpoint=read_endpoint(options, llm),
        sampling=read_sampling(options, TEMPERATURE),
        shots=whole(options, "shots", SHOTS, 0, 3),
        prompt=options.get("prompt") or None,
        informal=on_or_off(options, "informal", default=True),
        repair=whole(options, "repair", 0, 0, 100),
        choices=whole(options, "choices", 1, 1, 1000),
    )
