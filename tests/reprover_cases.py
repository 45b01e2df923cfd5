"""Small networks for the tests of reprover, and a corpus of premises that fits the tests' Lean."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

TEXT = "prelude\nimport Tactics\ntheorem putnam_1903_a1 (p q : Prop) (hp : p) (hq : q) : And p q :=\n  sorry\n"
"""Its proof takes three tactics, each in a state of its own."""
STEPS: Mapping[str, str] = {
    "p q : Prop\nhp : p\nhq : q\n⊢ And p q": "constructor",
    "case left\np q : Prop\nhp : p\nhq : q\n⊢ p\n\ncase right\np q : Prop\nhp : p\nhq : q\n⊢ q": "exact hp",
    "case right\np q : Prop\nhp : p\nhq : q\n⊢ q": "exact hq",
}
"""What a network has to learn for it: the states as Lean shows them, and the tactics."""
CORPUS: tuple[dict[str, object], ...] = (
    {
        "path": ".lake/packages/lean4/src/lean/Init.lean",
        "imports": [],
        "premises": [{"full_name": "Nat.init", "code": "theorem Nat.init : True"}],
    },
    {
        "path": "Base.lean",
        "imports": [],
        "premises": [
            {"full_name": "And.intro", "code": "| intro (a : p) (b : q) : And p q"},
            {"full_name": None, "code": "theorem nameless : True"},
            {"full_name": "[Even, Odd]", "code": "mutual inductive Even"},
            {"full_name": "Empty.code", "code": ""},
        ],
    },
    {
        "path": "Tactics.lean",
        "imports": ["Base.lean"],
        "premises": [{"full_name": "Eq.mpr", "code": "def Eq.mpr (h : p = q) (x : q) : p"}],
    },
    {
        "path": ".lake/packages/other/Other/Far.lean",
        "imports": ["Tactics.lean"],
        "premises": [{"full_name": "Far.away", "code": "theorem away : True"}],
    },
)


def write_corpus(folder: Path, files: tuple[dict[str, object], ...] = CORPUS) -> Path:
    """The corpus as LeanDojo writes it."""
    positions = {"start": [1, 1], "end": [2, 1], "kind": "commanddeclaration"}
    lines = []
    for file in files:
        premises: Any = file["premises"]
        lines.append(json.dumps({**file, "premises": [{**each, **positions} for each in premises]}))
    path = folder / "corpus.jsonl"
    path.write_text("\n".join(lines) + "\n")
    return path


def make_network(folder: Path, *, steps: Mapping[str, str] | None = None, seed: int = 0) -> Path:
    """A tiny T5 on bytes, saved in `folder`: random, or trained until it has learned `steps`."""
    torch = pytest.importorskip("torch", reason="torch is not installed (the extra 'reprover')")
    transformers = pytest.importorskip("transformers")
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    network = transformers.T5ForConditionalGeneration(
        transformers.T5Config(
            vocab_size=384,
            d_model=64,
            d_kv=16,
            d_ff=128,
            num_layers=2,
            num_heads=4,
            dropout_rate=0.0,
            feed_forward_proj="gated-gelu",
            tie_word_embeddings=False,
            decoder_start_token_id=0,
        )
    )
    tokenizer = transformers.ByT5Tokenizer()
    if steps is not None:
        _train(network, tokenizer, steps)
    transformers.utils.logging.disable_progress_bar()
    network.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def _train(network: Any, tokenizer: Any, steps: Mapping[str, str]) -> None:
    torch = pytest.importorskip("torch")
    states = tokenizer(list(steps), padding=True, return_tensors="pt")
    tactics = tokenizer(list(steps.values()), padding=True, return_tensors="pt").input_ids
    labels = tactics.masked_fill(tactics == tokenizer.pad_token_id, -100)
    optimizer = torch.optim.AdamW(network.parameters(), lr=3e-3)
    for _ in range(300):
        loss = network(**states, labels=labels).loss
        if loss.item() < 0.005:
            return
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    raise AssertionError(f"the network did not learn its steps: {loss.item()}")
