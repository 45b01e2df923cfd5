"""The options of `gpt4`, read; those of models serve other provers, too."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pytest_putnam.errors import BadInput
from pytest_putnam.llm import OFFICIAL_URL, CacheMode, Endpoint, LlmSettings, Sampling
from pytest_putnam.prover import ProverOption

MODEL: Final = "gpt-4o"
TEMPERATURE: Final = 0.7
"""As in the evaluation of GPT-4 by Tsoukalas et al. 2024."""
MAX_TOKENS: Final = 4096
SHOTS: Final = 3
SERVER: Final = "server"
"""Said of a parameter that is not to be sent."""
KEY_VARIABLE: Final = "OPENAI_API_KEY"
URL_VARIABLE: Final = "OPENAI_BASE_URL"


def model_options(temperature: float = TEMPERATURE) -> tuple[ProverOption, ...]:
    """The options that say which model is asked, and how; `temperature` is the default."""
    return (
        ProverOption("model", "the model's name at the server", MODEL),
        ProverOption(
            "base_url",
            f"the server's address up to /v1 (default: ${URL_VARIABLE}, else {OFFICIAL_URL})",
        ),
        ProverOption(
            "api_key_env", f"the environment variable that has the key (default: {KEY_VARIABLE})"
        ),
        ProverOption(
            "temperature",
            f"of sampling (default: {temperature}); 'server' does not send it. What is given here and not "
            f"taken by the server ends the run; a default is left out, which is told",
        ),
        ProverOption("top_p", "of sampling (default: the server's)"),
        ProverOption(
            "max_tokens",
            f"of an answer, reasoning included (default: {MAX_TOKENS}); 'server' does not send it",
        ),
        ProverOption(
            "extra", "further fields of the request as a JSON object, such as reasoning_effort"
        ),
        ProverOption("request_timeout", "seconds for one request", "600"),
    )


OPTIONS: Final = (
    *model_options(),
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
    informal = options.get("informal", "on")
    if informal not in {"on", "off"}:
        raise BadInput(f"informal={informal}: it must be on or off")
    return Settings(
        endpoint=read_endpoint(options, llm),
        sampling=read_sampling(options),
        shots=whole(options, "shots", SHOTS, 0, 3),
        prompt=options.get("prompt") or None,
        informal=informal == "on",
        repair=whole(options, "repair", 0, 0, 100),
        choices=whole(options, "choices", 1, 1, 1000),
    )


def read_endpoint(options: Mapping[str, str], llm: LlmSettings) -> Endpoint:
    """The server that the options name. Raises `BadInput`."""
    url = options.get("base_url") or os.environ.get(URL_VARIABLE) or OFFICIAL_URL
    if not url.startswith(("http://", "https://")):
        raise BadInput(f"base_url={url}: it must begin with http:// or https://")
    timeout_s = number(options, "request_timeout", 600.0, 0.0, math.inf)
    variable = options.get("api_key_env") or KEY_VARIABLE
    key = os.environ.get(variable, "")
    if key:
        return Endpoint(url, key, timeout_s, variable)
    endpoint = Endpoint(url, timeout_s=timeout_s, key_variable=variable)
    if options.get("api_key_env") or (endpoint.is_official and llm.cache is not CacheMode.REPLAY):
        raise BadInput(
            f"the environment variable {variable} has no key for {url}. Set it, name another by "
            f"--prover-opt api_key_env=NAME, name a server of your own by --prover-opt base_url=URL, "
            f"or replay kept completions by --llm-cache=replay"
        )
    return endpoint


def read_sampling(options: Mapping[str, str], default_temperature: float = TEMPERATURE) -> Sampling:
    """How the model is sampled. Raises `BadInput`."""
    given = {"temperature", "top_p", "max_tokens"} & set(options)
    temperature: float | None = default_temperature
    top_p: float | None = None
    max_tokens: int | None = MAX_TOKENS
    if "temperature" in given:
        temperature = _or_server(options, "temperature", 0.0, 2.0)
    if "top_p" in given:
        top_p = _or_server(options, "top_p", 0.0, 1.0)
    if "max_tokens" in given:
        unsent = options["max_tokens"] == SERVER
        max_tokens = None if unsent else whole(options, "max_tokens", 0, 1, 10**9)
    extra = _extra(options.get("extra", ""))
    return Sampling(
        model=options.get("model") or MODEL,
        temperature=temperature,
        top_p=top_p,
        max_tokens=max_tokens,
        extra=extra,
        firm=frozenset(given | set(extra)),
    )


def _extra(text: str) -> dict[str, Any]:
    if not text:
        return {}
    try:
        value = json.loads(text)
    except ValueError as error:
        raise BadInput(f"extra={text}: it is no JSON: {error}") from error
    own = {"model", "messages", "n", "stream", "temperature", "top_p", "max_tokens"}
    if not isinstance(value, dict) or own & set(value):
        raise BadInput(f"extra={text}: it must be a JSON object without {', '.join(sorted(own))}")
    return value


def _or_server(options: Mapping[str, str], name: str, least: float, most: float) -> float | None:
    return None if options[name] == SERVER else number(options, name, 0.0, least, most)


def number(
    options: Mapping[str, str], name: str, default: float, least: float, most: float
) -> float:
    """A number in its bounds, `default` where it is not given. Raises `BadInput`."""
    text = options.get(name, "")
    if not text:
        return default
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not least <= value <= most:
        raise BadInput(f"{name}={text}: it must be a number from {least:g} to {most:g}")
    return value


def whole(options: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    """A whole number in its bounds, `default` where it is not given. Raises `BadInput`."""
    text = options.get(name, "")
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
        raise BadInput(f"{name}={text}: it must be a whole number from {least} to {most}")
    return int(text)
