"""Tokens are those of a loop over onnxruntime without caches, however they are found: one prompt or
several, with drafts or without, in buffers or in caches that grow."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mlirlite
from mlirlite.runtime.generation import caches

from . import models

PLAIN: dict[str, Any] = {"machine": "", "opt_level": 0}
"""Plain loops, which compile fast: what is tested here is the loop around the model."""
PROMPTS = [[5, 9, 11], [30], [7, 8, 7, 8, 7, 8, 7], [22, 3, 17, 4, 39]]


@dataclass
class Pair:
    """A model of ours and of onnxruntime."""

    folder: Path
    model: mlirlite.LanguageModel
    peer: models.Peer


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Pair]:
    found = {}
    for kind, write, make in (
        ("genai", models.write_genai, models.genai_model),
        ("optimum", models.write_optimum, models.optimum_model),
    ):
        folder = write(tmp_path_factory.mktemp(kind))
        model = mlirlite.LanguageModel(folder, **PLAIN)
        found[kind] = Pair(folder, model, models.Peer(make()))
    return found


@pytest.fixture(params=["genai", "optimum"])
def pair(request: pytest.FixtureRequest, pairs: dict[str, Pair]) -> Pair:
    return pairs[request.param]


@pytest.mark.parametrize("drafts", [0, 4])
@pytest.mark.parametrize("penalty", [1.0, 1.5])
def test_the_likeliest_tokens(pair: Pair, drafts: int, penalty: float) -> None:
    options = {"max_tokens": 20, "repetition_penalty": penalty, "stop": (), "drafts": drafts}
    wanted = [pair.peer.greedy(p, 20, penalty) for p in PROMPTS]
    assert pair.model.generate(PROMPTS, **options) == wanted
    assert [pair.model.generate([p], **options)[0] for p in PROMPTS] == wanted


@pytest.mark.bulk
@pytest.mark.processor
def test_as_users_compile_them(pair: Pair) -> None:
    wanted = [pair.peer.greedy(p, 20) for p in PROMPTS]
    for threads in (1, 2):
        options: dict[str, Any] = {"max_tokens": 20, "stop": (), "threads": threads}
        assert mlirlite.generate(pair.folder, PROMPTS, **options) == wanted
        assert mlirlite.generate(pair.folder, PROMPTS, drafts=2, **options) == wanted


def test_stop_tokens_and_limits(pair: Pair) -> None:
    prompt = PROMPTS[0]
    free = pair.peer.greedy(prompt, 45)
    stop = free[6]
    found = pair.model.generate([prompt], max_tokens=20, stop=stop)[0]
    assert found == free[: free.index(stop) + 1]
    assert pair.model.generate([prompt], stop=[])[0] == free, "as many as there are positions"
    assert pair.model.generate([prompt, prompt], max_tokens=0) == [[], []]
    assert pair.model.generate([]) == []
    long = (prompt * 20)[: models.POSITIONS]
    assert pair.model.generate([long, prompt], stop=[], max_tokens=9) == [[], free[:9]]
    assert pair.model.search.stop == ((1, 2) if pair.folder.name.startswith("genai") else (1,))


def test_drawn_tokens_are_the_same_for_a_seed(pair: Pair) -> None:
    options: dict[str, Any] = {"max_tokens": 15, "top_k": 10, "temperature": 6.0, "stop": ()}
    found = pair.model.generate(PROMPTS[2:], seed=4, **options)
    assert pair.model.generate(PROMPTS[2:], seed=4, drafts=3, **options) == found
    assert pair.model.generate(PROMPTS[2:], seed=5, **options) != found
    tokens = list(PROMPTS[2])
    for token in found[0]:
        assert token in np.argsort(-pair.peer.logits(tokens))[:10]
        tokens.append(token)


def test_right_drafts_save_steps(pair: Pair) -> None:
    """A sequence that repeats itself is foreseen."""
    prompt = pair.peer.greedy(PROMPTS[0], 30)[-8:]
    steps = {
        drafts: list(pair.model.steps([prompt], max_tokens=30, stop=(), drafts=drafts))
        for drafts in (0, 5)
    }
    tokens = {drafts: [t for step in found for t in step[0]] for drafts, found in steps.items()}
    assert tokens[0] == tokens[5]
    assert len(steps[0]) == 30
    assert len(steps[5]) < 30 or len(set(tokens[0])) == len(tokens[0])


def test_caches_are_updated_in_place(
    pairs: dict[str, Pair], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Buffers become larger by copies, and are else the same memory at each step."""
    monkeypatch.setattr(caches, "_LEAST_ROWS", 8)
    seen: list[tuple[int, int]] = []
    advance = caches.Buffers.advance

    def watched(self: Any, new: Any) -> Any:
        found = advance(self, new)
        array = self._arrays["past_key_values.1.value"]
        assert np.abs(array[:, :, : self._ends[0] + len(new[0])]).min() > 0, "rows were written"
        assert not array[:, :, self._ends[0] + len(new[0]) :].any()
        seen.append((array.ctypes.data, array.shape[2]))
        return found

    monkeypatch.setattr(caches.Buffers, "advance", watched)
    model, peer = pairs["genai"].model, pairs["genai"].peer
    found = model.generate([PROMPTS[0]], max_tokens=28, stop=())[0]
    assert found == peer.greedy(PROMPTS[0], 28)
    assert sorted({rows for _, rows in seen}) == [8, 16, 31]
    assert len(set(seen)) == 3


@pytest.mark.parametrize(
    ("prompts", "options", "message"),
    [
        ([[]], {}, "prompt 0 is empty: expected a token"),
        ([[3], [40]], {}, "prompt 1 has the token 40, expected 0 to 39"),
        ([[-1]], {}, "prompt 0 has the token -1, expected 0 to 39"),
        (["text"], {}, "prompt 0 must be a list of numbers of tokens, found 'text'"),
        (["12"], {}, "prompt 0 must be a list of numbers of tokens, found '12'"),
        ([[1.7]], {}, "prompt 0 must be a list of numbers of tokens, found [1.7]"),
        ([[float("inf")]], {}, "prompt 0 must be a list of numbers of tokens, found [inf]"),
        (None, {}, "prompts must be a list of lists of numbers of tokens, found None"),
        ([[2**64]], {}, "prompt 0 has the token 18446744073709551616, expected 0 to 39"),
        ([[3] * 49], {}, "prompt 0 has 49 tokens, and the model 48 positions"),
        ([[3]], {"top_k": -1}, "'top_k' must be a whole number from 0 on, found -1"),
        ([[3]], {"top_p": 0}, "'top_p' must be a number above 0, to 1, found 0"),
        ([[3]], {"temperature": float("nan")}, "'temperature' must be a number from 0 on"),
        ([[3]], {"max_tokens": 2.5}, "'max_tokens' must be a whole number from 0 on, found 2.5"),
        ([[3]], {"repetition_penalty": 0}, "'repetition_penalty' must be a number from 1e-30"),
        ([[3]], {"repetition_penalty": 1e-320}, "'repetition_penalty' must be a number from"),
        ([[3]], {"repetition_penalty": 10**400}, "'repetition_penalty' must be a number from"),
        ([[3]], {"temperature": 10**400}, "'temperature' must be a number from 0 on"),
        ([[3]], {"top_p": np.complex64(1)}, "'top_p' must be a number above 0, to 1"),
        ([[3]], {"stop": ["x"]}, "'stop' has numbers of tokens, found 'x'"),
        ([[3]], {"topk": 3}, "there is no option 'topk' of generate; did you mean 'top_k'"),
    ],
)
def test_what_is_impossible_is_named(
    pairs: dict[str, Pair], prompts: Any, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(mlirlite.DiagnosticError) as e:
        mlirlite.generate(pairs["genai"].model, prompts, **options)
    assert message in str(e.value)


def test_a_model_is_what_a_session_takes(pairs: dict[str, Pair]) -> None:
    """In memory nothing says how many positions there are."""
    peer, made = pairs["genai"].peer, models.genai_model()
    model = mlirlite.LanguageModel(made, **PLAIN)
    assert model.folder is None
    assert model.generate([PROMPTS[0]], max_tokens=5) == [peer.greedy(PROMPTS[0], 5)]
    with pytest.raises(mlirlite.DiagnosticError, match="give 'max_tokens'"):
        model.generate([PROMPTS[0]])
    with pytest.raises(mlirlite.DiagnosticError, match="positions up to 49, and angles of 48"):
        model.generate([PROMPTS[0]], max_tokens=60)


def _named(part: str, name: str, value: Any) -> Any:
    config = copy.deepcopy(models.GENAI)
    config["model"]["decoder"][part][name] = value
    return config


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ("[1]", "holds a list, expected an object"),
        ("{", "cannot read"),
        ("[" * 100_000, "cannot read"),
        ({"model": 3}, "'model' must be an object, found 3"),
        ({"model": {"decoder": {"filename": "a\0"}}}, "'filename' must be a text without NUL"),
        ({"model": {"decoder": {"filename": "a.so"}}}, "must be an .onnx file in this folder"),
        ({"model": {"decoder": {"filename": "a.mlir"}}}, "must be an .onnx file in this folder"),
        ({"model": {"decoder": {"filename": "../a.onnx"}}}, "must be an .onnx file in this folder"),
        ({"model": {"decoder": {"filename": "b\\..\\a.onnx"}}}, "an .onnx file in this folder"),
        ({"model": {"decoder": {"filename": "/a.onnx"}}}, "must be an .onnx file in this folder"),
        ('{"model": {"decoder": {"filename": "\\ud800.onnx"}}}', "cannot read"),
        ({"search": {"do_sample": "no"}}, "'do_sample' must be true or false, found 'no'"),
        ({"model": {"context_length": True}}, "must be a number above 0, found True"),
        ({"model": {"eos_token_id": [True]}}, "'eos_token_id' must be a token's number"),
        ({"model": {"context_length": 0}}, "'context_length' must be a number above 0, found 0"),
        ({"search": {"do_sample": True, "top_k": -2}}, "'top_k' must be a whole number"),
        ({"model": {"eos_token_id": "</s>"}}, "'eos_token_id' must be a token's number"),
        (_named("inputs", "past_key_names", "past"), "must be a name with %d, found 'past'"),
        (_named("inputs", "input_ids", "ids"), "a language model has an input 'ids'"),
        (_named("outputs", "logits", "y"), "a language model has an output 'y'"),
        (_named("inputs", "attention_mask", "m"), "input 'attention_mask' has no known meaning"),
        (_named("inputs", "past_key_names", "k.%d"), "has an input 'k.0' for keys and values"),
        (_named("outputs", "present_value_names", "v.%d"), "there is no output 'v.0' for"),
    ],
)
def test_files_that_do_not_fit_are_named(
    pairs: dict[str, Pair], tmp_path: Path, config: Any, message: str
) -> None:
    path = tmp_path / "genai_config.json"
    path.write_text(config if isinstance(config, str) else json.dumps(config))
    from mlirlite.runtime.generation.config import genai_config
    from mlirlite.runtime.generation.words import Words

    with pytest.raises(mlirlite.DiagnosticError) as e:
        Words.of(pairs["genai"].model.session, genai_config(str(path)))
    assert message in str(e.value)
    assert "genai_config.json" in str(e.value) or "model.onnx" in str(e.value)


def test_a_token_that_fills_up_need_not_be_one_of_the_model(
    pairs: dict[str, Pair], tmp_path: Path
) -> None:
    """Files say -1, or the size of a table without it."""
    config = copy.deepcopy(models.GENAI)
    wanted = pairs["genai"].model.generate(PROMPTS, max_tokens=4, stop=())
    for pad in (-1, 40, 10**30):
        config["model"]["pad_token_id"] = pad
        (tmp_path / "config.json").write_text(json.dumps(config))
        model = mlirlite.LanguageModel(
            pairs["genai"].folder / "model.onnx", config=str(tmp_path / "config.json"), **PLAIN
        )
        assert model.generate(iter(PROMPTS), max_tokens=4, stop=()) == wanted


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_a_pipe_beside_a_model_is_no_file(tmp_path: Path) -> None:
    pytest.importorskip("tokenizers")
    from mlirlite.runtime.generation.config import config_beside
    from mlirlite.runtime.generation.text import Tokenizer

    path = tmp_path / "genai_config.json"
    os.mkfifo(path)
    with pytest.raises(mlirlite.DiagnosticError, match="not a regular file"):
        config_beside(str(tmp_path))
    with pytest.raises(mlirlite.DiagnosticError, match="not a regular file"):
        Tokenizer(str(path))


def _places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield (*at, key)
            yield from _places(value[key], (*at, key))


WRONG = [None, True, -1, 2**32, 10**30, 0.5, "", "x", "\0", "(a+)+$", [], [[]], {}, {"type": "x"}]


def _changed(whole: Any, at: tuple[Any, ...], value: Any) -> Any:
    whole = copy.deepcopy(whole)
    part = whole
    for key in at[:-1]:
        part = part[key]
    part[at[-1]] = value
    return whole


@pytest.mark.parametrize("kind", ["BPE", "WordPiece", "WordLevel"])
def test_damaged_tokenizers_are_refused_or_work(tmp_path: Path, kind: str) -> None:
    """Each value of a file is replaced. Some of these files make the package panic."""
    tokenizers = pytest.importorskip("tokenizers")
    from mlirlite.runtime.generation.text import Tokenizer

    made = tokenizers.Tokenizer(getattr(tokenizers.models, kind)(unk_token="a"))
    made.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    trainer = getattr(tokenizers.trainers, f"{kind.replace('BPE', 'Bpe')}Trainer")
    made.train_from_iterator(["to be or not to be"], trainer(special_tokens=["a", "b"]))
    template = tokenizers.processors.TemplateProcessing
    made.post_processor = template("b $A", special_tokens=[("b", 1)])
    made.enable_padding(length=3)
    whole, path, refused = json.loads(made.to_str()), tmp_path / "tokenizer.json", 0
    path.write_text(json.dumps(whole))
    assert Tokenizer(str(path)).encode("to") == made.encode("to").ids[:2]
    for at in _places(whole):
        for value in WRONG:
            path.write_text(json.dumps(_changed(whole, at, value)))
            try:
                tokenizer = Tokenizer(str(path))
                tokenizer.decode([*tokenizer.encode("to be \0 é"), 5, 10**6])
            except mlirlite.DiagnosticError:
                refused += 1
    assert refused


@pytest.mark.bulk
def test_wrong_values_in_a_configuration_are_refused_or_work(
    pairs: dict[str, Pair], tmp_path: Path
) -> None:
    whole = copy.deepcopy(models.GENAI)
    whole["search"] |= {"do_sample": True, "temperature": 0.7, "top_p": 0.9}
    session, path = pairs["genai"].model.session, tmp_path / "genai_config.json"
    from mlirlite.runtime.generation.config import genai_config
    from mlirlite.runtime.generation.words import Words

    refused = 0
    for at in _places(whole):
        for value in (*WRONG, float("nan"), 1e-320, 1e308, "%d%s", "\ud800"):
            path.write_text(json.dumps(_changed(whole, at, value)))
            try:
                Words.of(session, genai_config(str(path)))
            except mlirlite.DiagnosticError:
                refused += 1
    assert refused
