"""The options of `reprover`, read."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pytest_putnam.errors import BadInput
from pytest_putnam.prover import ProverOption

from .option_values import number, whole
from .premises import check_corpus
from .search_limits import TACTIC_TIMEOUT, read_tactic_timeout

GENERATOR: Final = "kaiyuy/leandojo-lean4-tacgen-byt5-small"
AUGMENTED: Final = "kaiyuy/leandojo-lean4-retriever-tacgen-byt5-small"
RETRIEVER: Final = "kaiyuy/leandojo-lean4-retriever-byt5-small"
"""The weights that belong to the paper, on the Hugging Face hub."""
SAMPLES: Final = 64
LENGTH_PENALTY: Final = 1.0
PREMISES: Final = 100
MAX_INPUT: Final = 2300
MAX_OUTPUT: Final = 512
"""Bytes, as the published weights were trained (Yang et al. 2023, appendix C) and searched with."""
NEEDED: Final = ("torch", "transformers")
_HUB_NAME: Final = re.compile(r"[\w-][\w.-]*(/[\w-][\w.-]*)?", re.ASCII)

OPTIONS: Final = (
    ProverOption(
        "model",
        f"the generator of tactics: a folder or a name on the Hugging Face hub (default: {AUGMENTED}, "
        f"without retrieval {GENERATOR})",
    ),
    ProverOption("retrieval", "whether the generator is shown premises: true or false", "true"),
    ProverOption("retriever", "the encoder of premises: a folder or a name on the hub", RETRIEVER),
    ProverOption("corpus", "the premises, as LeanDojo writes them (corpus.jsonl)"),
    ProverOption("premises", "how many are retrieved for a state", str(PREMISES)),
    ProverOption("samples", "tactics that are generated for a state", str(SAMPLES)),
    ProverOption(
        "length-penalty",
        "the power of its length by which a tactic's log probability is divided: 1 is the mean of its "
        "tokens', 0 the sum",
        f"{LENGTH_PENALTY:g}",
    ),
    ProverOption("expansions", "how many states may be expanded; 0: as many as time allows", "0"),
    ProverOption("batch", "states that are expanded at once", "1"),
    ProverOption("device", "auto, cpu or cuda", "auto"),
    ProverOption("threads", "of the CPU, for one process", "1"),
    ProverOption("max-input", "bytes of premises and state that are read", str(MAX_INPUT)),
    ProverOption("max-output", "bytes of a tactic", str(MAX_OUTPUT)),
    TACTIC_TIMEOUT,
)


@dataclass(frozen=True, slots=True)
class Retrieval:
    """Where premises come from."""

    retriever: str
    corpus: Path
    premises: int


@dataclass(frozen=True, slots=True)
class Settings:
    """The options' values."""

    model: str
    """A folder that is there, or a name on the hub."""
    retrieval: Retrieval | None
    samples: int
    length_penalty: float
    expansions: int | None
    batch: int
    device: str
    threads: int
    max_input: int
    max_output: int
    tactic_timeout_s: float


def read_options(options: Mapping[str, str], root_dir: Path) -> Settings:
    """The values. Raises `BadInput` naming the option, or what is not installed."""
    if lacking := [name for name in NEEDED if importlib.util.find_spec(name) is None]:
        raise BadInput(
            f"the prover reprover lacks {' and '.join(lacking)}: install its extra by "
            "pip install pytest-putnam[reprover]"
        )
    retrieval = _retrieval(options, root_dir)
    default = GENERATOR if retrieval is None else AUGMENTED
    device = options.get("device") or "auto"
    if device not in {"auto", "cpu", "cuda"}:
        raise BadInput(f"device={device}: it must be auto, cpu or cuda")
    return Settings(
        model=_weights(options.get("model") or default, "model", root_dir),
        retrieval=retrieval,
        samples=whole(options, "samples", SAMPLES, 2, 1024),
        length_penalty=number(options, "length-penalty", LENGTH_PENALTY, -10.0, 10.0),
        expansions=whole(options, "expansions", 0, 0, 10**9) or None,
        batch=whole(options, "batch", 1, 1, 1024),
        device=device,
        threads=whole(options, "threads", 1, 1, 1024),
        max_input=whole(options, "max-input", MAX_INPUT, 64, 10**6),
        max_output=whole(options, "max-output", MAX_OUTPUT, 1, 10**5),
        tactic_timeout_s=read_tactic_timeout(options),
    )


def _retrieval(options: Mapping[str, str], root_dir: Path) -> Retrieval | None:
    wanted = options.get("retrieval") or "true"
    if wanted not in {"true", "false"}:
        raise BadInput(f"retrieval={wanted}: it must be true or false")
    if wanted == "false":
        if options.get("corpus"):
            raise BadInput("corpus= is given, but retrieval=false makes no use of it: omit one")
        return None
    if not options.get("corpus"):
        raise BadInput(
            "retrieval needs premises: give LeanDojo's corpus.jsonl by --prover-opt corpus=FILE, or go "
            "without by --prover-opt retrieval=false"
        )
    corpus = root_dir / Path(options["corpus"]).expanduser()
    check_corpus(corpus)
    return Retrieval(
        retriever=_weights(options.get("retriever") or RETRIEVER, "retriever", root_dir),
        corpus=corpus,
        premises=whole(options, "premises", PREMISES, 1, 10_000),
    )


def _weights(text: str, option: str, root_dir: Path) -> str:
    """A folder that is there as an absolute path, or a name on the hub."""
    folder = root_dir / Path(text).expanduser()
    if folder.is_dir():
        if not (folder / "config.json").is_file():
            raise BadInput(f"{option}={text}: the folder has no config.json, so no weights")
        return str(folder)
    if not _HUB_NAME.fullmatch(text):
        raise BadInput(
            f"{option}={text}: there is no folder {folder}, and it is no name on the Hugging Face hub "
            "(owner/name)"
        )
    return text
