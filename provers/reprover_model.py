"""ReProver's networks in PyTorch: the generator of tactics and the encoder of premises.

Importing this imports torch and transformers, which takes seconds: only an attempt does it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
import transformers
from safetensors import SafetensorError

from pytest_putnam.errors import BadInput, InfraError

from .best_first import Suggestion
from .premise_index import Vectors
from .premises import END, START

BATCH: Final = 32
"""Texts that are encoded at once."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What the networks run on."""

    device: str
    """``cpu`` or ``cuda``."""
    threads: int
    """Of the CPU, for all networks of the process."""


def choose_device(wanted: str) -> str:
    """``cpu`` or ``cuda`` for ``auto``. Raises `BadInput` where CUDA is asked for and there is none."""
    has_cuda = torch.cuda.is_available()
    if wanted == "cuda" and not has_cuda:
        raise BadInput("device=cuda: PyTorch finds no CUDA device here; use device=auto or cpu")
    return "cuda" if has_cuda and wanted != "cpu" else "cpu"


class TacticModel:
    """An encoder-decoder that writes tactics for proof states, by beam search."""

    def __init__(self, source: str, machine: Machine, *, max_input: int, max_output: int) -> None:
        """Load it from a folder or the hub; limits in tokens, of which ByT5 has one a byte.

        Raises `InfraError` where that fails.
        """
        self._device = machine.device
        self._max_input = max_input
        self._max_output = max_output
        self._tokenizer, self._network = _load(
            source, "model", transformers.AutoModelForSeq2SeqLM, machine
        )

    def generate(
        self,
        texts: Sequence[str],
        *,
        count: int,
        length_penalty: float,
        must_stop: Callable[[], bool],
    ) -> list[list[Suggestion]]:
        """For each text up to `count` (at least 2) different tactics, the likeliest first.

        Their log probabilities are those of all tokens together, divided by the number of tokens to the
        power `length_penalty`. What comes once `must_stop` is true is no good. Raises `InfraError` where
        the memory does not suffice.
        """
        batch = self._tokenizer(
            list(texts),
            padding="longest",
            truncation=True,
            max_length=self._max_input,
            return_tensors="pt",
        )
        stops = transformers.StoppingCriteriaList([_Stop(must_stop)])
        try:
            with torch.inference_mode():
                output = self._network.generate(
                    input_ids=batch.input_ids.to(self._device),
                    attention_mask=batch.attention_mask.to(self._device),
                    max_new_tokens=self._max_output,
                    num_beams=count,
                    num_return_sequences=count,
                    do_sample=False,
                    early_stopping=False,
                    length_penalty=length_penalty,
                    output_scores=True,
                    return_dict_in_generate=True,
                    stopping_criteria=stops,
                )
        except torch.OutOfMemoryError as error:
            raise InfraError(
                f"the model needs more memory than {self._device} has: lower samples, batch or "
                f"max_output ({error})"
            ) from error
        tactics = self._tokenizer.batch_decode(output.sequences, skip_special_tokens=True)
        scores = [float(score) for score in output.sequences_scores]
        return [
            _distinct(tactics[at : at + count], scores[at : at + count])
            for at in range(0, len(tactics), count)
        ]


class PremiseEncoder:
    """The encoder of states and premises: the mean of its last hidden states, of length 1."""

    def __init__(self, source: str, machine: Machine, *, max_input: int) -> None:
        """Load it from a folder or the hub. Raises `InfraError` where that fails."""
        self._device = machine.device
        self._max_input = max_input
        self._tokenizer, self._network = _load(
            source, "retriever", transformers.AutoModelForTextEncoding, machine
        )

    @cached_property
    def digest(self) -> str:
        """SHA-256, in hexadecimal, of the weights and the limit."""
        digest = hashlib.sha256(str(self._max_input).encode())
        for name, weights in sorted(self._network.state_dict().items()):
            digest.update(f"{name} {tuple(weights.shape)}".encode())
            digest.update(weights.detach().to("cpu", torch.float32).contiguous().numpy())
        return digest.hexdigest()

    @property
    def size(self) -> int:
        """Of a vector."""
        return int(self._network.config.hidden_size)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """A row of length 1 for each text."""
        found = np.empty((len(texts), self.size), np.float32)
        # those of about the same length together, so that little is padding
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        for start in range(0, len(order), BATCH):
            places = order[start : start + BATCH]
            found[places] = self._encode([texts[at] for at in places])
        return found

    def _encode(self, texts: list[str]) -> Vectors:
        batch = self._tokenizer(
            texts,
            padding="longest",
            truncation=True,
            max_length=self._max_input,
            return_tensors="pt",
        ).to(self._device)
        with torch.inference_mode():
            hidden = self._network(
                input_ids=batch.input_ids, attention_mask=batch.attention_mask
            ).last_hidden_state
            mask = batch.attention_mask.unsqueeze(2)
            mean = (hidden * mask).sum(dim=1) / mask.sum(dim=1)
            rows: Vectors = torch.nn.functional.normalize(mean, dim=1).float().cpu().numpy()
        return rows


class _Stop(transformers.StoppingCriteria):  # type: ignore[misc] # transformers is untyped to mypy
    """Ends generation from outside."""

    def __init__(self, must_stop: Callable[[], bool]) -> None:
        self._must_stop = must_stop

    def __call__(self, input_ids: Any, scores: Any, **_: Any) -> Any:  # noqa: ARG002 - their names
        size = (input_ids.shape[0],)
        return torch.full(size, self._must_stop(), dtype=torch.bool, device=input_ids.device)


def _load(source: str, option: str, kind: Any, machine: Machine) -> tuple[Any, Any]:
    """Tokenizer and network of a folder or a name on the hub."""
    torch.set_num_threads(machine.threads)
    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(source)
        network, told = kind.from_pretrained(source, output_loading_info=True)
    except (OSError, ValueError, KeyError, RuntimeError, SafetensorError) as error:
        where = "folder" if Path(source).is_dir() else "name on the Hugging Face hub"
        raise InfraError(
            f"{option}={source} (a {where}) cannot be loaded: {error}. Without the network, give a folder "
            f"with its files: --prover-opt {option}=FOLDER"
        ) from error
    if missing := sorted(told["missing_keys"]):
        # they would be random, and what is generated with them means nothing
        raise InfraError(
            f"{option}={source} is of another kind: it lacks {len(missing)} weights of the "
            f"{type(network).__name__}, such as {missing[0]}"
        )
    return tokenizer, network.to(machine.device).eval()


def _distinct(tactics: Sequence[str], scores: Sequence[float]) -> list[Suggestion]:
    """Each tactic once, with its best score, the marks of premises taken out."""
    found: dict[str, float] = {}
    for tactic, score in zip(tactics, scores, strict=True):
        text = tactic.replace(START, "").replace(END, "").strip()
        found[text] = max(score, found.get(text, score))
    ranked = sorted(found.items(), key=lambda pair: -pair[1])
    return [Suggestion(tactic, score) for tactic, score in ranked]
