"""Small language models with random weights, as onnxruntime-genai's builder and optimum write
them, and a loop that is as simple as can be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

WORDS, HIDDEN, HEADS, GROUPS, WIDTH, POSITIONS = 40, 32, 4, 2, 16, 48
LAYERS = 2
GENAI = {
    "model": {
        "context_length": POSITIONS,
        "decoder": {
            "filename": "model.onnx",
            "head_size": WIDTH,
            "inputs": {
                "input_ids": "input_ids",
                "attention_mask": "attention_mask",
                "past_key_names": "past_key_values.%d.key",
                "past_value_names": "past_key_values.%d.value",
            },
            "outputs": {
                "logits": "logits",
                "present_key_names": "present.%d.key",
                "present_value_names": "present.%d.value",
            },
            "num_key_value_heads": GROUPS,
        },
        "eos_token_id": [1, 2],
        "pad_token_id": 0,
    },
    "search": {"do_sample": False, "top_k": 50, "past_present_share_buffer": True},
}


class _Maker:
    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, name: str, array: Any) -> str:
        self.constants.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def weights(self, name: str, *shape: int) -> str:
        return self.constant(name, 0.4 * self.rng.standard_normal(shape, np.float32))

    def node(self, kind: str, inputs: list[str], *outputs: str, **attributes: Any) -> str:
        domain = "com.microsoft" if kind == "GroupQueryAttention" else ""
        self.nodes.append(helper.make_node(kind, inputs, outputs, domain=domain, **attributes))
        return outputs[0]


def genai_model() -> onnx.ModelProto:
    """Caches are buffers, updated by GroupQueryAttention."""
    m = _Maker(1)
    one = m.constant("one", np.array([1]))
    count = m.node("ReduceSum", ["attention_mask", one], "count", keepdims=0)
    last = m.node("Cast", [m.node("Sub", [count, one], "last64")], "last", to=TensorProto.INT32)
    size = m.node("Shape", ["attention_mask"], "size", start=1, end=2)
    total = m.node("Cast", [size], "total", to=TensorProto.INT32)
    angles = np.arange(POSITIONS)[:, None] / 100 ** (np.arange(WIDTH // 2) * 2 / WIDTH)
    tables = [m.constant(f.__name__, f(angles).astype(np.float32)) for f in (np.cos, np.sin)]

    def attend(n: int, q: str, k: str, v: str) -> str:
        past, present = _names(n)
        return m.node(
            "GroupQueryAttention",
            [q, k, v, *past, last, total, *tables],
            f"{n}.a",
            *present,
            num_heads=HEADS,
            kv_num_heads=GROUPS,
            do_rotary=1,
        )

    return _model(
        m, m.node("Gather", [m.weights("table", WORDS, HIDDEN), "input_ids"], "x"), attend
    )


def optimum_model() -> onnx.ModelProto:
    """Caches grow: a present is a past with more rows. Positions and the mask are inputs."""
    m = _Maker(2)
    words = m.node("Gather", [m.weights("table", WORDS, HIDDEN), "input_ids"], "words")
    places = m.node("Gather", [m.weights("places", POSITIONS, HIDDEN), "position_ids"], "places.x")
    real = m.node("Cast", ["attention_mask"], "real", to=TensorProto.BOOL)
    axes = m.constant("axes", np.array([1, 2]))
    rows = m.node("Shape", ["input_ids"], "rows", start=1, end=2)
    ones = m.constant("ones", np.array([1]))
    shape = m.node("Concat", [ones, ones, rows, ones], "shape", axis=0)
    mask = m.node("Expand", [m.node("Unsqueeze", [real, axes], "wide"), shape], "mask")

    def attend(n: int, q: str, k: str, v: str) -> str:
        past, present = _names(n)
        heads = {"q_num_heads": HEADS, "kv_num_heads": GROUPS, "is_causal": 1}
        return m.node("Attention", [q, k, v, mask, *past], f"{n}.a", *present, **heads)

    return _model(m, m.node("Add", [words, places], "x"), attend, "position_ids")


def _names(n: int) -> tuple[list[str], list[str]]:
    return [f"past_key_values.{n}.{c}" for c in ("key", "value")], [
        f"present.{n}.{c}" for c in ("key", "value")
    ]


def _model(m: _Maker, x: str, attend: Any, *more: str) -> onnx.ModelProto:
    for n in range(LAYERS):
        sizes = {"q": HEADS * WIDTH, "k": GROUPS * WIDTH, "v": GROUPS * WIDTH}
        qkv = [
            m.node("MatMul", [x, m.weights(f"{n}.{c}.w", HIDDEN, s)], f"{n}.{c}")
            for c, s in sizes.items()
        ]
        out = m.weights(f"{n}.o.w", HEADS * WIDTH, HIDDEN)
        x = m.node("Add", [x, m.node("MatMul", [attend(n, *qkv), out], f"{n}.o")], f"{n}.x")
    m.node("MatMul", [x, m.weights("head", HIDDEN, WORDS)], "logits")
    info, whole, real = helper.make_tensor_value_info, TensorProto.INT64, TensorProto.FLOAT
    rows = "past_sequence_length"
    all_rows = f"{rows} + sequence_length" if more else "total_sequence_length"
    inputs = [info(name, whole, ["batch", "sequence_length"]) for name in ("input_ids", *more)]
    inputs.insert(1, info("attention_mask", whole, ["batch", all_rows]))
    outputs = [info("logits", real, ["batch", "sequence_length", WORDS])]
    for n in range(LAYERS):
        past, present = _names(n)
        inputs += [info(name, real, ["batch", GROUPS, rows, WIDTH]) for name in past]
        outputs += [info(name, real, ["batch", GROUPS, all_rows, WIDTH]) for name in present]
    graph = helper.make_graph(m.nodes, "lm", inputs, outputs, m.constants)
    opsets = [helper.make_opsetid("", 23), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=10)


def write_genai(folder: Path, config: Any = GENAI) -> Path:
    """A folder as the builder writes it."""
    folder.mkdir(exist_ok=True)
    onnx.save(genai_model(), folder / "model.onnx")
    (folder / "genai_config.json").write_text(json.dumps(config))
    return folder


def write_optimum(folder: Path) -> Path:
    """A folder as optimum writes it."""
    folder.mkdir(exist_ok=True)
    onnx.save(optimum_model(), folder / "model.onnx")
    config = {"max_position_embeddings": POSITIONS, "num_key_value_heads": GROUPS}
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "generation_config.json").write_text('{"eos_token_id": 1, "pad_token_id": 0}')
    return folder


class Peer:
    """onnxruntime, which reads everything again for each token."""

    def __init__(self, model: onnx.ModelProto) -> None:
        providers = ["CPUExecutionProvider"]
        self._session = onnxruntime.InferenceSession(model.SerializeToString(), providers=providers)

    def logits(self, tokens: list[int]) -> np.ndarray:
        """Of the token that follows."""
        whole = {
            "input_ids": np.array([tokens]),
            "attention_mask": np.ones((1, len(tokens)), np.int64),
            "position_ids": np.arange(len(tokens))[None],
        }
        feeds = {}
        for spec in self._session.get_inputs():
            empty = np.zeros((1, GROUPS, 0, WIDTH), np.float32)
            feeds[spec.name] = whole.get(spec.name, empty)
        return self._session.run(["logits"], feeds)[0][0, -1]

    def greedy(self, tokens: list[int], count: int, penalty: float = 1.0) -> list[int]:
        """The likeliest token, this many times."""
        tokens, start = list(tokens), len(tokens)
        for _ in range(count):
            logits = self.logits(tokens)
            for t in set(tokens):
                logits[t] = logits[t] * penalty if logits[t] < 0 else logits[t] / penalty
            tokens.append(int(np.argmax(logits)))
        return tokens[start:]
