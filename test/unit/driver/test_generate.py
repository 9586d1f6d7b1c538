"""mlirlite-run --generate: texts go on as the model of a folder says."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from mlirlite.driver.run import main

tokenizers = pytest.importorskip("tokenizers")
TEXTS = ["<end>", "one", "two", "three", "four", "five"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that counts: the likeliest token is the next one."""
    found = tmp_path_factory.mktemp("counts")
    size = len(TEXTS)
    table = np.roll(np.eye(size, dtype=np.float32), 1, axis=1) * 8
    info, shape = helper.make_tensor_value_info, ["b", 1, "p", 1]
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["logits"]),
        helper.make_node("Cast", ["input_ids"], ["real"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["real", "axes"], ["new"]),
        *(
            helper.make_node(
                "Concat", [f"past_key_values.0.{c}", "new"], [f"present.0.{c}"], axis=2
            )
            for c in ("key", "value")
        ),
    ]
    graph = helper.make_graph(
        nodes,
        "counts",
        [
            info("input_ids", TensorProto.INT64, ["b", "s"]),
            info("attention_mask", TensorProto.INT64, ["b", "t"]),
            *(info(f"past_key_values.0.{c}", TensorProto.FLOAT, shape) for c in ("key", "value")),
        ],
        [
            info("logits", TensorProto.FLOAT, ["b", "s", size]),
            *(
                info(f"present.0.{c}", TensorProto.FLOAT, ["b", 1, "t", 1])
                for c in ("key", "value")
            ),
        ],
        [
            numpy_helper.from_array(table, "table"),
            numpy_helper.from_array(np.array([1, 3]), "axes"),
        ],
    )
    opsets = [helper.make_opsetid("", 21)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=10)
    onnx.save(model, found / "model.onnx")
    (found / "config.json").write_text(
        json.dumps({"eos_token_id": 0, "max_position_embeddings": 30})
    )
    words = {w: n for n, w in enumerate(TEXTS)}
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel(words, unk_token="<end>"))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.add_special_tokens(["<end>"])
    tokenizer.save(str(found / "tokenizer.json"))
    return found


def run(*arguments: object) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = main([str(a) for a in arguments], stdout=out, stderr=err)
    return code, out.getvalue(), err.getvalue()


@pytest.mark.parametrize(
    ("options", "lines", "count"),
    [
        (["--generate=one two"], ["one two three four five"], 4),
        (["--generate=four", "--generate=two"], ["four five", "two three four five"], 6),
        (["--generate=one", "--max-tokens=2"], ["one two three"], 2),
        (["--generate=one two one", "--drafts=2", "--max-tokens=2"], ["one two one two three"], 2),
        (["--generate=two", "--stop-tokens=4", "--temperature=0"], ["two three four"], 2),
        (["--generate-tokens=1,2", "--generate-tokens=4"], ["1 2 3 4 5 0", "4 5 0"], 6),
    ],
)  # fmt: skip
def test_texts(folder: Path, options: list[str], lines: list[str], count: int) -> None:
    code, told, wrong = run(folder, *options)
    assert (code, wrong) == (0, "")
    *texts, last = told.splitlines()
    assert texts == lines
    assert f"; {count} tokens in " in last


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--top-k=3"], "option '--top-k' needs --generate=<text>"),
        (["--generate=one", "--top-p=2"], "'top_p' must be a number above 0, to 1, found 2.0"),
        (["--generate=one", "--verify=reference"], "'--verify' does not go with --generate"),
        (["--generate=one", "--generate-tokens=1"], "'--generate-tokens' does not go with"),
        (["--generate-tokens=1,x"], "option '--generate-tokens' needs numbers of tokens, found"),
        (["--generate-tokens=1,9"], "prompt 0 has the token 9, expected 0 to 5"),
        (["--generate="], "prompt 0 is empty: expected a token"),
        (["--generate=one", "--tokenizer=none.json"], "there is no file 'none.json'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_error(folder: Path, options: list[str], message: str) -> None:
    code, written, told = run(folder, *options)
    assert code != 0
    assert written == ""
    assert message in told
    assert "Traceback" not in told


def test_a_damaged_tokenizer(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text("{}")
    code, _, told = run(folder, "--generate=one", f"--tokenizer={path}")
    assert code == 1
    assert f"'{path}' is not a tokenizer" in told


def test_texts_need_a_package(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    code, _, told = run(folder, "--generate=one")
    assert code == 1
    assert "pip install 'mlirlite[text]'" in told
    assert run(folder, "--generate-tokens=1")[0] == 0
