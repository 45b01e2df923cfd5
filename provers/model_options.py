"""The options that say which model is asked, where, and how: the same for all provers that ask one."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from typing import Any, Final

from pytest_putnam.errors import BadInput
from pytest_putnam.llm import OFFICIAL_URL, CacheMode, Endpoint, LlmSettings, Sampling
from pytest_putnam.prover import ProverOption

from .option_values import number, whole

MODEL: Final = "gpt-4o"
MAX_TOKENS: Final = 4096
FIELDS: Final[Mapping[str, str]] = {
    "temperature": "temperature",
    "top_p": "top-p",
    "max_tokens": "max-tokens",
}
"""A request's fields, and the options that give them."""
SERVER: Final = "server"
"""Said of a parameter that is not to be sent."""
KEY_VARIABLE: Final = "OPENAI_API_KEY"
URL_VARIABLE: Final = "OPENAI_BASE_URL"


def model_options(temperature: float) -> tuple[ProverOption, ...]:
    """The options that say which model is asked, and how; `temperature` is the default."""
    return (
        ProverOption("model", "the model's name at the server", MODEL),
        ProverOption(
            "base-url",
            f"the server's address up to /v1 (default: ${URL_VARIABLE}, else {OFFICIAL_URL})",
        ),
        ProverOption(
            "api-key-env", f"the environment variable that has the key (default: {KEY_VARIABLE})"
        ),
        ProverOption(
            "temperature",
            f"of sampling (default: {temperature}); 'server' does not send it. What is given here and not "
            f"taken by the server ends the run; a default is left out, which is told",
        ),
        ProverOption("top-p", "of sampling (default: the server's)"),
        ProverOption(
            "max-tokens",
            f"of an answer, reasoning included (default: {MAX_TOKENS}); 'server' does not send it",
        ),
        ProverOption(
            "extra", "further fields of the request as a JSON object, such as reasoning_effort"
        ),
        ProverOption("request-timeout", "seconds for one request", "600"),
    )


def read_endpoint(options: Mapping[str, str], llm: LlmSettings) -> Endpoint:
    """The server that the options name. Raises `BadInput`."""
    url = options.get("base-url") or os.environ.get(URL_VARIABLE) or OFFICIAL_URL
    if not url.startswith(("http://", "https://")):
        raise BadInput(f"base-url={url}: it must begin with http:// or https://")
    timeout_s = number(options, "request-timeout", 600.0, 0.0, math.inf)
    variable = options.get("api-key-env") or KEY_VARIABLE
    key = os.environ.get(variable, "")
    if key:
        return Endpoint(url, key, timeout_s, variable)
    endpoint = Endpoint(url, timeout_s=timeout_s, key_variable=variable)
    if options.get("api-key-env") or (endpoint.is_official and llm.cache is not CacheMode.REPLAY):
        raise BadInput(
            f"the environment variable {variable} has no key for {url}. Set it, name another by "
            f"--prover-opt api-key-env=NAME, name a server of your own by --prover-opt base-url=URL, "
            f"or replay kept completions by --llm-cache=replay"
        )
    return endpoint


def read_sampling(options: Mapping[str, str], default_temperature: float) -> Sampling:
    """How the model is sampled. Raises `BadInput`."""
    temperature: float | None = default_temperature
    top_p: float | None = None
    max_tokens: int | None = None
    if "temperature" in options:
        temperature = _or_server(options, "temperature", 0.0, 2.0)
    if "top-p" in options:
        top_p = _or_server(options, "top-p", 0.0, 1.0)
    if options.get("max-tokens") != SERVER:
        max_tokens = whole(options, "max-tokens", MAX_TOKENS, 1, 10**9)
    given = {field for field, name in FIELDS.items() if name in options}
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
    own = {"model", "messages", "n", "stream", *FIELDS}
    if not isinstance(value, dict) or own & set(value):
        raise BadInput(f"extra={text}: it must be a JSON object without {', '.join(sorted(own))}")
    return value


def _or_server(options: Mapping[str, str], name: str, least: float, most: float) -> float | None:
    return None if options[name] == SERVER else number(options, name, 0.0, least, most)
