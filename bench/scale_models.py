"""The models of bench/scale.py, with random weights: transformers, a mixture of
experts, and networks of convolutions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from models import block, finish, graph
from warm import resnet


def bert(
    layers: int = 12, hidden: int = 768, heads: int = 12, words: int = 30522, batch: int = 2
) -> Any:
    """BERT-base, or one of other sizes, on 128 tokens."""
    from onnx import TensorProto

    g = graph(0)
    ids = g.input("input_ids", [batch, 128], TensorProto.INT64)
    x = g.op("Add", g.op("Gather", g.random(words, hidden, scale=0.02), ids), _positions(g, hidden))
    x = g.layer_norm(x, hidden)
    for _ in range(layers):
        x = block(g, x, ids, hidden, heads, None, first=False)
    g.output(x, "y", [batch, 128, hidden])
    return finish(g)


def gpt2(
    layers: int = 12, hidden: int = 768, heads: int = 12, words: int = 50257, batch: int = 2
) -> Any:
    """A decoder as GPT-2, on 128 tokens, with the scores of all words."""
    from onnx import TensorProto

    g = graph(1)
    ids = g.input("input_ids", [batch, 128], TensorProto.INT64)
    x = g.op("Add", g.op("Gather", g.random(words, hidden, scale=0.02), ids), _positions(g, hidden))
    mask = g.causal_mask(ids)
    for _ in range(layers):
        x = block(g, x, ids, hidden, heads, mask, first=True)
    x = g.layer_norm(x, hidden)
    g.output(g.linear(x, hidden, words, bias=False), "y", [batch, 128, words])
    return finish(g)


def experts(
    layers: int = 2, hidden: int = 512, inner: int = 1024, count: int = 8, batch: int = 2
) -> Any:
    """Layers of attention and a mixture of experts, two of which count for each token; the experts'
    weights are stacked."""
    import numpy as np

    g = graph(2)
    x = g.input("x", [batch, 64, hidden])
    for _ in range(layers):
        inside = g.layer_norm(x, hidden)
        q, k, v = (
            g.op(
                "Transpose",
                g.reshape(g.linear(inside, hidden, hidden), batch, 64, 8, hidden // 8),
                perm=[0, 2, 1, 3],
            )
            for _ in range(3)
        )
        found = g.op("Transpose", g.attention(q, k, v, hidden // 8), perm=[0, 2, 1, 3])
        x = g.op("Add", x, g.linear(g.reshape(found, batch, 64, hidden), hidden, hidden))
        tokens = g.reshape(g.layer_norm(x, hidden), batch * 64, hidden)
        scores = g.op("MatMul", tokens, g.random(hidden, count))
        best, _ = g.op("TopK", scores, g.ints(2), outputs=2, axis=-1)
        least = g.op("ReduceMin", best, g.ints(-1), keepdims=1)
        kept = g.op("Where", g.op("Less", scores, least), np.float32(-1e9), scores)
        gates = g.op("Softmax", kept, axis=-1)
        each = g.op("Unsqueeze", g.op("Transpose", gates, perm=[1, 0]), g.ints(2))
        y = g.op("MatMul", tokens, g.random(count, hidden, inner))
        y = g.op("MatMul", g.gelu(y), g.random(count, inner, hidden))
        y = g.op("ReduceSum", g.op("Mul", y, each), g.ints(0), keepdims=0)
        x = g.op("Add", x, g.reshape(y, batch, 64, hidden))
    g.output(x, "y", [batch, 64, hidden])
    return finish(g)


def vgg(size: int = 224, width: int = 64, dense: int = 4096) -> Any:
    """VGG-19."""
    g = graph(3)
    x, channels = g.input("x", [2, 3, size, size]), 3
    for stage, count in enumerate((2, 2, 4, 4, 4)):
        wide = min(width << stage, 8 * width)
        for _ in range(count):
            x = g.op("Relu", g.conv(x, channels, wide, 3, pads=[1] * 4))
            channels = wide
        x = g.op("MaxPool", x, kernel_shape=[2, 2], strides=[2, 2])
    inputs = channels * (size // 32) ** 2
    x = g.op("Flatten", x)
    for outputs in (dense, dense):
        x, inputs = g.op("Relu", g.linear(x, inputs, outputs)), outputs
    g.output(g.linear(x, inputs, 1000), "y", [2, 1000])
    return finish(g)


def _positions(g: Any, hidden: int) -> Any:
    return g.random(1, 128, hidden, scale=0.02)


MODELS: dict[str, Callable[[], Any]] = {
    "BERT": bert,
    "GPT-2": gpt2,
    "8 experts": experts,
    "ResNet-50": lambda: resnet((3, 4, 6, 3), batch=2),
    "VGG-19": vgg,
}
SMALL: dict[str, Callable[[], Any]] = {
    "BERT": lambda: bert(1, 64, 4, 1000),
    "GPT-2": lambda: gpt2(1, 64, 4, 1000),
    "8 experts": lambda: experts(1, 64, 64),
    "ResNet-50": lambda: resnet((1, 1, 1, 1), batch=2),
    "VGG-19": lambda: vgg(32, 8, 64),
}
"""The same of small sizes, for trials."""
