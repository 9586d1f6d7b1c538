"""Graphs as exporters write them, small and with random weights: compiled, they agree with
onnxruntime for every batch and length that they are fed."""

import importlib.util
from collections import Counter
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx.reference import ReferenceEvaluator

import mlirlite
from mlirlite.ir.context import Context
from mlirlite.passes.manager import run_pipeline
from mlirlite.target.onnx import import_model
from mlirlite.target.onnx.export import export_model

INT = onnx.TensorProto.INT64
SIZES = ((1, 5), (3, 8))
"""Batch and length of each run."""


def _load(name):
    """Test files are not a package: a helper module is loaded by its path."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


Graph = _load("build").Graph


def bert():
    g, hidden, heads, vocabulary = Graph(), 32, 4, 50
    ids = g.input("input_ids", ["batch", "sequence"], INT)
    given = g.input("attention_mask", ["batch", "sequence"], INT)
    types = g.input("token_type_ids", ["batch", "sequence"], INT)
    mask = g.op("Unsqueeze", g.op("Unsqueeze", given, g.ints(1)), g.ints(2))
    mask = g.op("Sub", np.float32(1), g.op("Cast", mask, to=onnx.TensorProto.FLOAT))
    mask = g.op("Mul", mask, np.float32(-10000))
    positions = g.constant(np.arange(16, dtype=np.int64)[None])
    taken = g.op("Slice", positions, g.ints(0), g.dim(ids, 1), g.ints(1), g.ints(1))
    x = g.op("Gather", g.random(vocabulary, hidden, scale=1), ids, axis=0)
    x = g.op("Add", x, g.op("Gather", g.random(2, hidden, scale=1), types, axis=0))
    x = g.op("Add", x, g.op("Gather", g.random(16, hidden, scale=1), taken, axis=0))
    x = g.layer_norm(x, hidden, primitive=True)
    for _ in range(2):
        q, k, v = (
            g.heads(g.linear(x, hidden, hidden), x, heads, hidden // heads) for _ in range(3)
        )
        found = g.merged(g.attention(q, k, v, hidden // heads, mask), x, hidden)
        x = g.layer_norm(g.op("Add", g.linear(found, hidden, hidden), x), hidden, primitive=True)
        inner = g.gelu(g.linear(x, hidden, 64))
        x = g.layer_norm(g.op("Add", g.linear(inner, 64, hidden), x), hidden, primitive=True)
    g.output(x, "last_hidden_state", ["batch", "sequence", hidden])
    first = g.op("Gather", x, np.array(0, np.int64), axis=1)
    g.output(
        g.op("Tanh", g.op("Gemm", first, g.random(hidden, hidden), g.random(hidden), transB=1)),
        "pooler_output",
        ["batch", hidden],
    )

    def feeds(rng, batch, length):
        ids = rng.integers(0, vocabulary, (batch, length))
        mask = np.ones((batch, length), np.int64)
        mask[:, length - 1] = 0
        return {"input_ids": ids, "attention_mask": mask, "token_type_ids": ids % 2}

    return g.model(), feeds


def gpt2():
    """With a cache of keys and values."""
    g, hidden, heads, vocabulary = Graph(1), 32, 4, 50
    width = hidden // heads
    ids = g.input("input_ids", ["batch", "sequence"], INT)
    past = [g.input(f"past.{i}", ["batch", heads, "past", width]) for i in range(4)]
    embedding = g.random(vocabulary, hidden, scale=1)
    before = g.dim(past[0], 2)
    length = g.dim(ids, 1)
    total = g.op("Add", before, length)
    start, limit = (g.op("Squeeze", v, g.ints(0)) for v in (before, total))
    positions = g.op("Range", start, limit, np.array(1, np.int64))
    x = g.op("Gather", embedding, ids, axis=0)
    x = g.op("Add", x, g.op("Gather", g.random(32, hidden, scale=1), positions, axis=0))
    # Row i of the mask sees the columns up to `before + i`.
    rows = g.op("Unsqueeze", positions, g.ints(1))
    columns = g.op("Range", np.array(0, np.int64), limit, np.array(1, np.int64))
    seen = g.op("LessOrEqual", g.op("Unsqueeze", columns, g.ints(0)), rows)
    mask = g.op("Where", seen, np.float32(0), np.float32(-1e9))
    present = []
    for layer in range(2):
        fused = g.linear(g.layer_norm(x, hidden), hidden, 3 * hidden)
        parts = g.op("Split", fused, g.ints(hidden, hidden, hidden), outputs=3, axis=2)
        q, k, v = (g.heads(p, x, heads, width) for p in parts)
        k = g.op("Concat", past[2 * layer], k, axis=2)
        v = g.op("Concat", past[2 * layer + 1], v, axis=2)
        present += [k, v]
        found = g.merged(g.attention(q, k, v, width, mask), x, hidden)
        x = g.op("Add", x, g.linear(found, hidden, hidden))
        inner = g.gelu_tanh(g.linear(g.layer_norm(x, hidden), hidden, 64))
        x = g.op("Add", x, g.linear(inner, 64, hidden))
    x = g.layer_norm(x, hidden)
    logits = g.op("MatMul", x, g.op("Transpose", embedding, perm=[1, 0]))
    g.output(logits, "logits", ["batch", "sequence", vocabulary])
    for i, value in enumerate(present):
        g.output(value, f"present.{i}", ["batch", heads, "total", width])

    def feeds(rng, batch, length):
        found = {"input_ids": rng.integers(0, vocabulary, (batch, length))}
        for i in range(4):
            shape = (batch, heads, 3, width)
            found[f"past.{i}"] = rng.standard_normal(shape).astype(np.float32)
        return found

    return g.model(), feeds


def llama():
    """Rotary positions, RMS normalization, fewer heads of keys and values than of queries."""
    g, hidden, heads, kv_heads, vocabulary = Graph(2), 32, 4, 2, 50
    width = hidden // heads
    ids = g.input("input_ids", ["batch", "sequence"], INT)
    positions = g.input("position_ids", ["batch", "sequence"], INT)
    x = g.op("Gather", g.random(vocabulary, hidden, scale=1), ids, axis=0)
    frequencies = (10000.0 ** -(np.arange(0, width, 2) / width)).reshape(1, 1, -1)
    angles = g.op("Unsqueeze", g.op("Cast", positions, to=1), g.ints(2))
    angles = g.op("Mul", angles, frequencies)
    angles = g.op("Concat", angles, angles, axis=-1)
    cosine, sine = (g.op("Unsqueeze", g.op(f, angles), g.ints(1)) for f in ("Cos", "Sin"))
    mask = g.causal_mask(ids)

    def rotated(v):
        far = np.iinfo(np.int64).max
        half = width // 2
        low = g.op("Slice", v, g.ints(0), g.ints(half), g.ints(3), g.ints(1))
        high = g.op("Slice", v, g.ints(half), g.ints(far), g.ints(3), g.ints(1))
        turned = g.op("Concat", g.op("Neg", high), low, axis=-1)
        return g.op("Add", g.op("Mul", v, cosine), g.op("Mul", turned, sine))

    def repeated(v):
        """Each head of keys or values for two of the queries."""
        spread = g.op("Unsqueeze", v, g.ints(2))
        shape = g.op(
            "Concat",
            g.dim(v, 0),
            g.ints(kv_heads),
            g.ints(heads // kv_heads),
            g.dim(v, 2),
            g.ints(width),
            axis=0,
        )
        spread = g.op("Expand", spread, shape)
        target = g.op("Concat", g.dim(v, 0), g.ints(heads), g.dim(v, 2), g.ints(width), axis=0)
        return g.op("Reshape", spread, target)

    for _ in range(2):
        normal = g.rms_norm(x, hidden)
        q = g.heads(g.linear(normal, hidden, hidden, bias=False), x, heads, width)
        k, v = (
            g.heads(g.linear(normal, hidden, kv_heads * width, bias=False), x, kv_heads, width)
            for _ in range(2)
        )
        k, v = repeated(rotated(k)), repeated(v)
        found = g.merged(g.attention(rotated(q), k, v, width, mask), x, hidden)
        x = g.op("Add", x, g.linear(found, hidden, hidden, bias=False))
        normal = g.rms_norm(x, hidden)
        gate, up = (g.linear(normal, hidden, 48, bias=False) for _ in range(2))
        gate = g.op("Mul", gate, g.op("Sigmoid", gate))
        x = g.op("Add", x, g.linear(g.op("Mul", gate, up), 48, hidden, bias=False))
    logits = g.linear(g.rms_norm(x, hidden), hidden, vocabulary, bias=False)
    g.output(logits, "logits", ["batch", "sequence", vocabulary])

    def feeds(rng, batch, length):
        ids = rng.integers(0, vocabulary, (batch, length))
        positions = np.broadcast_to(np.arange(length), (batch, length)).copy()
        return {"input_ids": ids, "position_ids": positions}

    return g.model(), feeds


def vit():
    g, hidden, heads, size, patch = Graph(3), 32, 4, 16, 4
    count = (size // patch) ** 2
    image = g.input("pixel_values", ["batch", 3, size, size])
    x = g.op(
        "Conv",
        image,
        g.random(hidden, 3, patch, patch),
        g.random(hidden, scale=0.1),
        kernel_shape=[patch, patch],
        strides=[patch, patch],
    )
    shape = g.op("Concat", g.dim(image, 0), g.ints(hidden, -1), axis=0)
    x = g.op("Transpose", g.op("Reshape", x, shape), perm=[0, 2, 1])
    token = g.op(
        "Expand",
        g.random(1, 1, hidden, scale=1),
        g.op("Concat", g.dim(image, 0), g.ints(1, hidden), axis=0),
    )
    x = g.op("Add", g.op("Concat", token, x, axis=1), g.random(1, count + 1, hidden, scale=0.5))
    for _ in range(2):
        normal = g.layer_norm(x, hidden)
        q, k, v = (
            g.heads(g.linear(normal, hidden, hidden), x, heads, hidden // heads) for _ in range(3)
        )
        found = g.merged(g.attention(q, k, v, hidden // heads), x, hidden)
        x = g.op("Add", x, g.linear(found, hidden, hidden))
        inner = g.gelu(g.linear(g.layer_norm(x, hidden), hidden, 64))
        x = g.op("Add", x, g.linear(inner, 64, hidden))
    first = g.op("Gather", g.layer_norm(x, hidden), np.array(0, np.int64), axis=1)
    g.output(
        g.op("Gemm", first, g.random(10, hidden), g.random(10), transB=1), "logits", ["batch", 10]
    )
    return g.model(), lambda rng, batch, length: {
        "pixel_values": rng.standard_normal((batch, 3, size, size)).astype(np.float32)
    }


def mobilenet_v2():
    g = Graph(4)
    image = g.input("image", ["batch", 3, "height", "width"])

    def relu6(x):
        return g.op("Clip", x, np.float32(0), np.float32(6))

    x = relu6(g.batch_norm(g.conv(image, 3, 8, 3, stride=2, bias=False), 8))
    n = 8
    for m, stride, spread in ((8, 1, 1), (12, 2, 6), (12, 1, 6), (16, 2, 6), (16, 1, 6)):
        inner, before = n * spread, x
        if spread > 1:
            x = relu6(g.batch_norm(g.conv(x, n, inner, 1, bias=False), inner))
        x = g.conv(x, inner, inner, 3, stride=stride, group=inner, bias=False)
        x = relu6(g.batch_norm(x, inner))
        x = g.batch_norm(g.conv(x, inner, m, 1, bias=False), m)
        if stride == 1 and n == m:
            x = g.op("Add", before, x)
        n = m
    x = relu6(g.batch_norm(g.conv(x, n, 32, 1, bias=False), 32))
    x = g.op("Flatten", g.op("GlobalAveragePool", x), axis=1)
    x = g.op("Gemm", x, g.random(10, 32), g.random(10), transB=1)
    g.output(x, "probabilities", ["batch", 10])
    return g.model(), lambda rng, batch, length: {
        "image": rng.standard_normal((batch, 3, 24 + length, 32)).astype(np.float32)
    }


def u_net():
    g = Graph(5)
    image = g.input("image", ["batch", 1, "height", "width"])

    def twice(x, n, m):
        for before in (n, m):
            x = g.op("Relu", g.batch_norm(g.conv(x, before, m, 3), m))
        return x

    def pool(x):
        return g.op("MaxPool", x, kernel_shape=[2, 2], strides=[2, 2])

    one = twice(image, 1, 4)
    two = twice(pool(one), 4, 8)
    x = twice(pool(two), 8, 16)
    x = g.op(
        "ConvTranspose",
        x,
        g.random(16, 8, 2, 2),
        g.random(8, scale=0.1),
        kernel_shape=[2, 2],
        strides=[2, 2],
    )
    x = twice(g.op("Concat", two, x, axis=1), 16, 8)
    x = g.op(
        "Resize",
        x,
        None,
        np.array([1, 1, 2, 2], np.float32),
        mode="linear",
        coordinate_transformation_mode="half_pixel",
    )
    x = twice(g.op("Concat", one, x, axis=1), 12, 4)
    g.output(g.op("Sigmoid", g.conv(x, 4, 1, 1)), "mask", ["batch", 1, "height", "width"])
    return g.model(), lambda rng, batch, length: {
        "image": rng.standard_normal((batch, 1, 4 * length, 16)).astype(np.float32)
    }


def lstm():
    """Two directions, lengths given, and what a classifier makes of the last state."""
    g, features, hidden = Graph(6), 6, 8
    x = g.input("x", ["sequence", "batch", features])
    lengths = g.input("lengths", ["batch"], onnx.TensorProto.INT32)
    state = g.op(
        "ConstantOfShape",
        g.op("Concat", g.ints(2), g.dim(x, 1), g.ints(hidden), axis=0),
        value=numpy_helper_zero(),
    )
    y, last, cell = g.op(
        "LSTM",
        x,
        g.random(2, 4 * hidden, features, scale=0.4),
        g.random(2, 4 * hidden, hidden, scale=0.4),
        g.random(2, 8 * hidden, scale=0.1),
        lengths,
        state,
        state,
        outputs=3,
        hidden_size=hidden,
        direction="bidirectional",
    )
    y = g.op("Reshape", g.op("Transpose", y, perm=[0, 2, 1, 3]), g.ints(0, 0, -1))
    second, _, _ = g.op(
        "LSTM",
        y,
        g.random(1, 4 * hidden, 2 * hidden, scale=0.3),
        g.random(1, 4 * hidden, hidden, scale=0.3),
        g.random(1, 8 * hidden, scale=0.1),
        outputs=3,
        hidden_size=hidden,
    )
    g.output(g.op("Squeeze", second, g.ints(1)), "y", ["sequence", "batch", hidden])
    joined = g.op("Reshape", g.op("Transpose", last, perm=[1, 0, 2]), g.ints(0, -1))
    g.output(g.linear(joined, 2 * hidden, 3), "classes", ["batch", 3])
    g.output(cell, "cell", [2, "batch", hidden])
    return g.model(), lambda rng, batch, length: {
        "x": rng.standard_normal((length, batch, features)).astype(np.float32),
        "lengths": np.array([length] + [max(1, length - 2)] * (batch - 1), np.int32),
    }


def numpy_helper_zero():
    return onnx.numpy_helper.from_array(np.zeros(1, np.float32))


def conv_next():
    """Depthwise convolutions of 7 x 7, and normalization with channels last."""
    g = Graph(7)
    image = g.input("image", ["batch", 3, "height", "width"])
    x = g.op("Conv", image, g.random(12, 3, 4, 4), g.random(12), strides=[4, 4])
    for _ in range(2):
        inner = g.conv(x, 12, 12, 7, group=12)
        inner = g.op("Transpose", inner, perm=[0, 2, 3, 1])
        inner = g.linear(g.gelu(g.linear(g.layer_norm(inner, 12), 12, 24)), 24, 12)
        inner = g.op("Mul", inner, g.random(12, scale=0.5))
        x = g.op("Add", x, g.op("Transpose", inner, perm=[0, 3, 1, 2]))
    x = g.op("ReduceMean", x, g.ints(2, 3), keepdims=0)
    g.output(g.linear(g.layer_norm(x, 12), 12, 5), "logits", ["batch", 5])
    return g.model(), lambda rng, batch, length: {
        "image": rng.standard_normal((batch, 3, 4 * length, 16)).astype(np.float32)
    }


def swin():
    """Attention inside windows, which a second block shifts."""
    g, hidden, heads, size, window = Graph(8), 16, 2, 8, 4
    count, width = size // window, hidden // heads
    image = g.input("features", ["batch", size, size, hidden])
    x = image
    for shift in (0, 2):
        normal = g.layer_norm(x, hidden)
        if shift:
            normal = g.rolled(g.rolled(normal, 1, shift), 2, shift)
        parts = g.reshape(normal, -1, count, window, count, window, hidden)
        parts = g.op("Transpose", parts, perm=[0, 1, 3, 2, 4, 5])
        parts = g.reshape(parts, -1, window * window, hidden)
        fused = g.reshape(g.linear(parts, hidden, 3 * hidden), -1, window**2, 3, heads, width)
        fused = g.op("Transpose", fused, perm=[2, 0, 3, 1, 4])
        q, k, v = (g.op("Gather", fused, np.array(i, np.int64), axis=0) for i in range(3))
        bias = g.random(1, heads, window**2, window**2, scale=0.5)
        found = g.op("Transpose", g.attention(q, k, v, width, bias), perm=[0, 2, 1, 3])
        found = g.linear(g.reshape(found, -1, window**2, hidden), hidden, hidden)
        found = g.reshape(found, -1, count, count, window, window, hidden)
        found = g.op("Transpose", found, perm=[0, 1, 3, 2, 4, 5])
        found = g.reshape(found, -1, size, size, hidden)
        if shift:
            found = g.rolled(g.rolled(found, 1, size - shift), 2, size - shift)
        x = g.op("Add", x, found)
        inner = g.gelu(g.linear(g.layer_norm(x, hidden), hidden, 32))
        x = g.op("Add", x, g.linear(inner, 32, hidden))
    merged = [
        g.op("Slice", x, g.ints(a, b), g.ints(size, size), g.ints(1, 2), g.ints(2, 2))
        for a in (0, 1)
        for b in (0, 1)
    ]
    x = g.linear(g.op("Concat", *merged, axis=-1), 4 * hidden, 24, bias=False)
    g.output(x, "y", ["batch", size // 2, size // 2, 24])
    return g.model(), lambda rng, batch, length: {
        "features": rng.standard_normal((batch, size, size, hidden)).astype(np.float32)
    }


def t5():
    """Encoder and decoder, with a bias for each distance, computed in the graph."""
    g, hidden, heads, vocabulary = Graph(9), 32, 4, 40
    width = hidden // heads
    ids = g.input("input_ids", ["batch", "sequence"], INT)
    answer = g.input("decoder_input_ids", ["batch", "decoded"], INT)
    embedding = g.random(vocabulary, hidden, scale=1)

    def distances(like, causal):
        """Buckets of distances, up to 8 one by one, then logarithmically."""
        length = g.op("Squeeze", g.dim(like, 1), g.ints(0))
        places = g.op("Range", np.array(0, np.int64), length, np.array(1, np.int64))
        rows, columns = (g.op("Unsqueeze", places, g.ints(i)) for i in (1, 0))
        away = g.op("Sub", columns, rows)
        away = g.op("Neg", g.op("Min", away, np.int64(0))) if causal else g.op("Abs", away)
        real = g.op("Div", g.op("Cast", g.op("Max", away, np.int64(1)), to=1), np.float32(4))
        far = g.op("Mul", g.op("Log", real), np.float32(2))
        far = g.op("Add", g.op("Cast", far, to=INT), np.int64(4))
        near = g.op("Less", away, np.int64(4))
        bucket = g.op("Where", near, away, g.op("Min", far, np.int64(7)))
        bias = g.op("Gather", g.random(8, heads, scale=1), bucket, axis=0)
        bias = g.op("Unsqueeze", g.op("Transpose", bias, perm=[2, 0, 1]), g.ints(0))
        return g.op("Add", bias, g.causal_mask(like)) if causal else bias

    def attended(x, memory, bias):
        parts = [(x, x), (memory, memory), (memory, memory)]
        q, k, v = (
            g.heads(g.linear(p, hidden, hidden, bias=False), like, heads, width)
            for p, like in parts
        )
        found = g.attention(q, k, v, 1, bias)
        return g.linear(g.merged(found, x, hidden), hidden, hidden, bias=False)

    def fed(x):
        inner = g.op("Relu", g.linear(g.rms_norm(x, hidden), hidden, 64, bias=False))
        return g.op("Add", x, g.linear(inner, 64, hidden, bias=False))

    x = g.op("Gather", embedding, ids, axis=0)
    bias = distances(ids, False)
    for _ in range(2):
        normal = g.rms_norm(x, hidden)
        x = fed(g.op("Add", x, attended(normal, normal, bias)))
    memory = g.rms_norm(x, hidden)
    x = g.op("Gather", embedding, answer, axis=0)
    bias = distances(answer, True)
    for _ in range(2):
        normal = g.rms_norm(x, hidden)
        x = g.op("Add", x, attended(normal, normal, bias))
        x = fed(g.op("Add", x, attended(g.rms_norm(x, hidden), memory, None)))
    logits = g.linear(g.rms_norm(x, hidden), hidden, vocabulary, bias=False)
    g.output(logits, "logits", ["batch", "decoded", vocabulary])
    return g.model(), lambda rng, batch, length: {
        "input_ids": rng.integers(0, vocabulary, (batch, length + 4)),
        "decoder_input_ids": rng.integers(0, vocabulary, (batch, length)),
    }


def whisper():
    """Convolutions along time before an encoder, and a decoder that attends to it."""
    g, hidden, heads, vocabulary = Graph(10), 32, 4, 40
    width = hidden // heads
    sound = g.input("mel", ["batch", 8, "frames"])
    ids = g.input("tokens", ["batch", "sequence"], INT)

    def attended(x, memory, mask=None):
        q = g.heads(g.linear(x, hidden, hidden), x, heads, width)
        k = g.heads(g.linear(memory, hidden, hidden, bias=False), memory, heads, width)
        v = g.heads(g.linear(memory, hidden, hidden), memory, heads, width)
        found = g.merged(g.attention(q, k, v, width, mask), x, hidden)
        return g.linear(found, hidden, hidden)

    def fed(x):
        inner = g.gelu(g.linear(g.layer_norm(x, hidden), hidden, 64))
        return g.op("Add", x, g.linear(inner, 64, hidden))

    x = sound
    for n, stride in ((8, 1), (hidden, 2)):
        w, b = g.random(hidden, n, 3), g.random(hidden, scale=0.1)
        x = g.gelu(g.op("Conv", x, w, b, kernel_shape=[3], strides=[stride], pads=[1, 1]))
    x = g.op("Transpose", x, perm=[0, 2, 1])
    places = g.random(32, hidden, scale=1)
    x = g.op("Add", x, g.op("Slice", places, g.ints(0), g.dim(x, 1), g.ints(0)))
    for _ in range(2):
        normal = g.layer_norm(x, hidden)
        x = fed(g.op("Add", x, attended(normal, normal)))
    memory = g.layer_norm(x, hidden)
    embedding = g.random(vocabulary, hidden, scale=1)
    x = g.op("Gather", embedding, ids, axis=0)
    x = g.op("Add", x, g.op("Slice", places, g.ints(0), g.dim(ids, 1), g.ints(0)))
    mask = g.causal_mask(ids)
    for _ in range(2):
        normal = g.layer_norm(x, hidden)
        x = g.op("Add", x, attended(normal, normal, mask))
        x = fed(g.op("Add", x, attended(g.layer_norm(x, hidden), memory)))
    turned = g.op("Transpose", embedding, perm=[1, 0])
    logits = g.op("MatMul", g.layer_norm(x, hidden), turned)
    g.output(logits, "logits", ["batch", "sequence", vocabulary])
    return g.model(), lambda rng, batch, length: {
        "mel": rng.standard_normal((batch, 8, 4 * length)).astype(np.float32),
        "tokens": rng.integers(0, vocabulary, (batch, length)),
    }


MODELS = (
    *(bert, gpt2, llama, t5, whisper),
    *(vit, swin, conv_next, mobilenet_v2, u_net, lstm),
)


def run_onnxruntime(model, given):
    onnxruntime.set_default_logger_severity(3)
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    return session.run(None, given)


def run_reference(model, given):
    """For masks that broadcast, which onnxruntime's Attention does not take."""
    return ReferenceEvaluator(model).run(None, given)


def check(model, wanted, found):
    for info, want, have in zip(model.graph.output, wanted, found, strict=True):
        assert have.shape == want.shape, info.name
        assert have.dtype == want.dtype, info.name
        scale = max(float(np.abs(want).max()), 1e-6)
        assert float(np.abs(have - want).max()) <= 1e-4 * scale, info.name


@pytest.mark.sampled(12)
@pytest.mark.parametrize("make", MODELS, ids=lambda make: make.__name__)
def test_agrees_with_onnxruntime(make):
    model, feeds = make()
    session = mlirlite.InferenceSession(model)
    for seed, (batch, length) in enumerate(SIZES):
        given = feeds(np.random.default_rng(seed), batch, length)
        check(model, run_onnxruntime(model, given), session.run(None, given))


FOUND = {
    "bert": {"LayerNormalization": 5, "Gelu": 2, "Attention": 2},
    "gpt2": {"LayerNormalization": 5, "Gelu": 2, "Attention": 2},
    "llama": {"RMSNormalization": 5, "Attention": 1},
    "t5": {"RMSNormalization": 12, "Attention": 6},
    "whisper": {"LayerNormalization": 12, "Gelu": 6, "Attention": 6},
    "vit": {"LayerNormalization": 5, "Gelu": 2, "Attention": 2},
    "swin": {"LayerNormalization": 4, "Gelu": 2, "Attention": 2},
}


@pytest.mark.parametrize("make", MODELS, ids=lambda make: make.__name__)
def test_graph_passes_keep_the_meaning(make):
    """Recomposed and simplified, a model gives the same in onnxruntime."""
    model, feeds = make()
    context = Context()
    module = import_model(model, context)
    passes = "onnx-hybrid-transform,cse,recompose-onnx,dead-outputs-onnx,shape-inference"
    run_pipeline(module, f"builtin.module({passes})", context, verify_each=True)
    made = export_model(module)
    onnx.checker.check_model(made)
    counts = Counter(node.op_type for node in made.graph.node)
    wanted = FOUND.get(make.__name__, {})
    assert {name: counts[name] for name in wanted} == wanted
    given = feeds(np.random.default_rng(0), *SIZES[1])
    found = run_reference(made, given) if counts["Attention"] else run_onnxruntime(made, given)
    check(model, run_onnxruntime(model, given), found)
