"""The networks of reprover, with tiny ones that are made here: batches of tactics, vectors, the index."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from reprover_cases import STEPS, make_network, write_corpus

from pytest_putnam.errors import BadInput, InfraError

pytest.importorskip("torch", reason="torch is not installed (the extra 'reprover')")
pytest.importorskip("transformers", reason="transformers is not installed (the extra 'reprover')")

import numpy as np
from pytest_putnam.provers import premise_index
from pytest_putnam.provers.best_first import Suggestion
from pytest_putnam.provers.premise_index import PremiseIndex, Vectors
from pytest_putnam.provers.premises import read_corpus
from pytest_putnam.provers.reprover_model import (
    Machine,
    PremiseEncoder,
    TacticModel,
    choose_device,
)

MACHINE = Machine("cpu", 1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Random weights."""
    return make_network(tmp_path_factory.mktemp("random"))


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> TacticModel:
    """A network that has learned `STEPS`."""
    made = make_network(tmp_path_factory.mktemp("learned"), steps=STEPS)
    return TacticModel(str(made), MACHINE, max_input=200, max_output=20)


def generate(
    model: TacticModel, *texts: str, count: int = 4, length_penalty: float = 1.0
) -> list[list[Suggestion]]:
    found: list[list[Suggestion]] = model.generate(
        texts, count=count, length_penalty=length_penalty, must_stop=lambda: False
    )
    return found


def test_what_was_learned_comes_first_for_every_state_of_a_batch(learned: TacticModel) -> None:
    found = generate(learned, *STEPS)
    assert [suggestions[0].tactic for suggestions in found] == list(STEPS.values())
    for suggestions in found:
        assert 1 < len(suggestions) <= 4
        scores = [each.log_probability for each in suggestions]
        assert scores == sorted(scores, reverse=True)
        assert max(scores) <= 0.0
        assert len({each.tactic for each in suggestions}) == len(suggestions)


def test_a_batch_gives_what_its_states_give_alone(learned: TacticModel) -> None:
    together = generate(learned, *STEPS)
    for text, suggestions in zip(STEPS, together, strict=True):
        (alone,) = generate(learned, text)
        assert [each.tactic for each in alone[:2]] == [each.tactic for each in suggestions[:2]]
        assert alone[0].log_probability == pytest.approx(suggestions[0].log_probability, abs=1e-4)


def test_the_length_penalty_divides_by_the_number_of_tokens(learned: TacticModel) -> None:
    """ByT5 has a token for each byte, and one that ends the text."""
    state, tactic = next(iter(STEPS.items()))
    (mean,) = generate(learned, state, length_penalty=1.0)
    (total,) = generate(learned, state, length_penalty=0.0)
    assert mean[0].tactic == total[0].tactic == tactic
    ratio = total[0].log_probability / mean[0].log_probability
    assert ratio == pytest.approx(len(tactic) + 1, abs=0.01)


def test_marks_of_premises_are_taken_out_and_equal_tactics_are_one(tmp_path: Path) -> None:
    made = make_network(tmp_path, steps={"⊢ p": "rw [<a>a.b</a>]"})
    model = TacticModel(str(made), MACHINE, max_input=200, max_output=30)
    (found,) = generate(model, "⊢ p")
    assert found[0].tactic == "rw [a.b]"


def test_generation_is_ended_from_outside(folder: Path) -> None:
    model = TacticModel(str(folder), MACHINE, max_input=200, max_output=10**4)
    looks: list[int] = []

    def must_stop() -> bool:
        looks.append(1)
        return len(looks) == 4

    model.generate(["⊢ p"], count=2, length_penalty=1.0, must_stop=must_stop)
    assert len(looks) == 4


def test_weights_of_another_kind_are_refused(folder: Path, tmp_path: Path) -> None:
    """A network whose missing weights are random would generate, and its tactics would mean nothing."""
    from transformers import T5EncoderModel  # noqa: PLC0415 - skipped without it

    T5EncoderModel.from_pretrained(folder).save_pretrained(tmp_path)
    for file in folder.glob("*token*"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    assert PremiseEncoder(str(tmp_path), MACHINE, max_input=64).size == 64
    with pytest.raises(InfraError, match=r"is of another kind: it lacks \d+ weights"):
        TacticModel(str(tmp_path), MACHINE, max_input=64, max_output=8)


def test_an_output_layer_of_its_own_is_read(folder: Path, tmp_path: Path) -> None:
    """The published ByT5 weights are of a time when T5's output layer could differ from its embedding."""
    import torch  # noqa: PLC0415 - skipped without it
    from safetensors.torch import load_file, save_file  # noqa: PLC0415 - the same

    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    config = json.loads((tmp_path / "config.json").read_text())
    config |= {"tie_word_embeddings": False, "transformers_version": "4.30.0"}
    del config["scale_decoder_outputs"]
    (tmp_path / "config.json").write_text(json.dumps(config))
    weights = load_file(tmp_path / "model.safetensors")
    weights["lm_head.weight"] = torch.ones_like(weights["shared.weight"])
    save_file(weights, tmp_path / "model.safetensors", {"format": "pt"})
    network = TacticModel(str(tmp_path), MACHINE, max_input=64, max_output=8)._network
    assert torch.equal(network.lm_head.weight, weights["lm_head.weight"])
    assert torch.equal(network.shared.weight, weights["shared.weight"])


def test_a_folder_without_weights_is_told_of(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_bytes((folder / "config.json").read_bytes())
    with pytest.raises(InfraError, match=r"model=.* \(a folder\) cannot be loaded"):
        TacticModel(str(tmp_path), MACHINE, max_input=64, max_output=8)


def test_a_device_that_is_not_there_is_refused() -> None:
    import torch  # noqa: PLC0415 - skipped without it

    if torch.cuda.is_available():
        pytest.skip("there is a CUDA device")
    assert choose_device("auto") == choose_device("cpu") == "cpu"
    with pytest.raises(BadInput, match="no CUDA device"):
        choose_device("cuda")


@pytest.fixture(scope="module")
def encoder(folder: Path) -> PremiseEncoder:
    return PremiseEncoder(str(folder), MACHINE, max_input=100)


def test_vectors_are_means_over_the_text_alone(encoder: PremiseEncoder) -> None:
    """Padding and the other texts of a batch have no part in them."""
    texts = ["⊢ p", "a much longer text than the first one", "⊢ p"]
    together = encoder.encode(texts)
    assert np.linalg.norm(together, axis=1) == pytest.approx(np.ones(3), abs=1e-5)
    assert encoder.encode(texts[:1])[0] == pytest.approx(together[0], abs=1e-5)
    assert together[2] == pytest.approx(together[0], abs=1e-6)
    assert abs(float(together[0] @ together[1])) < 0.999


def test_the_digest_is_of_the_weights(
    encoder: PremiseEncoder, folder: Path, tmp_path: Path
) -> None:
    other = make_network(tmp_path, seed=1)
    assert PremiseEncoder(str(folder), MACHINE, max_input=100).digest == encoder.digest
    assert PremiseEncoder(str(folder), MACHINE, max_input=99).digest != encoder.digest
    assert PremiseEncoder(str(other), MACHINE, max_input=100).digest != encoder.digest


class Counting:
    """An encoder that counts the texts that it encodes."""

    def __init__(self, encoder: PremiseEncoder) -> None:
        self.digest = encoder.digest
        self.size = encoder.size
        self.seen: list[str] = []
        self._encoder = encoder

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.seen += texts
        vectors: Vectors = self._encoder.encode(texts)
        return vectors


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(premise_index, "PART", 3)


@pytest.mark.usefixtures("parts")
def test_the_nearest_premises_are_found_among_those_that_may_be_used(
    encoder: PremiseEncoder, tmp_path: Path
) -> None:
    corpus = read_corpus(write_corpus(tmp_path))
    index = PremiseIndex(tmp_path, corpus, encoder)
    assert index.build(lambda: True)
    for at, premise in enumerate(corpus.premises):
        assert index.nearest(premise.marked, range(4), 4)[0] == at
    text = corpus.premises[0].marked
    assert 0 not in index.nearest(text, [1, 2, 3], 4)
    assert sorted(index.nearest(text, [1, 2, 3], 4)) == [1, 2, 3]
    assert len(index.nearest(text, [1, 2, 3], 2)) == 2
    assert index.nearest(text, [], 2) == []


@pytest.mark.usefixtures("parts")
def test_the_index_is_made_once_and_goes_on_where_it_was_ended(
    encoder: PremiseEncoder, tmp_path: Path
) -> None:
    corpus = read_corpus(write_corpus(tmp_path))
    first = Counting(encoder)
    ended = PremiseIndex(tmp_path, corpus, first)
    assert not ended.build(lambda: not first.seen)
    assert 0 < ended.missing < 4
    second = Counting(encoder)
    index = PremiseIndex(tmp_path, corpus, second)
    assert index.build(lambda: True)
    assert sorted(first.seen + second.seen) == sorted(each.marked for each in corpus.premises)
    third = Counting(encoder)
    again = PremiseIndex(tmp_path, corpus, third)
    assert again.build(lambda: False)
    assert third.seen == []
    assert again.nearest("⊢ p", range(4), 4) == index.nearest("⊢ p", range(4), 4)


@pytest.mark.usefixtures("parts")
@pytest.mark.parametrize("damage", [b"", b"torn", None])
def test_a_part_that_is_not_whole_is_made_anew(
    encoder: PremiseEncoder, tmp_path: Path, damage: bytes | None
) -> None:
    corpus = read_corpus(write_corpus(tmp_path))
    PremiseIndex(tmp_path, corpus, encoder).build(lambda: True)
    index = PremiseIndex(tmp_path, corpus, encoder)
    part = min(index.folder.iterdir())
    part.write_bytes(part.read_bytes()[:-1] if damage is None else damage)
    assert index.missing == 3
    assert index.build(lambda: True)
    assert index.missing == 0
    assert {path.suffix for path in index.folder.iterdir()} == {".npy"}


@pytest.mark.usefixtures("parts")
def test_another_corpus_or_encoder_has_an_index_of_its_own(
    encoder: PremiseEncoder, folder: Path, tmp_path: Path
) -> None:
    corpus = read_corpus(write_corpus(tmp_path))
    other = PremiseEncoder(str(folder), MACHINE, max_input=50)
    folders = {PremiseIndex(tmp_path, corpus, each).folder for each in (encoder, other)}
    assert len(folders) == 2
