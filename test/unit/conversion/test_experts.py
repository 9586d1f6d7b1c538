"""Rows through some of several networks, whose weights stay packed: QMoE beside numpy in f64 and
beside onnxruntime."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import numpy_helper

import mlirlite
from mlirlite.interp.function import interpret
from mlirlite.ir.context import Context
from mlirlite.runtime.compiler import load_module, lower
from mlirlite.testing.trust.microsoft import model_of
from mlirlite.testing.trust.microsoft_numbers import numbers_of

pytestmark = pytest.mark.processor
RNG = np.random.default_rng(0)
HIDDEN, INNER = 64, 40


class Experts:
    """A model of one QMoE, what it is fed with, and what it should give."""

    def __init__(
        self,
        rows: int,
        count: int,
        bits: int = 4,
        block: int = 0,
        element: Any = np.float32,
        **more: Any,
    ) -> None:
        """`more`: which operands there are (zeros, bias, weights), the rank, and attributes."""
        zeros, bias, weights = (more.pop(n, False) for n in ("zeros", "bias", "weights"))
        rank, each = more.pop("rank", 2), 8 // bits
        gated = more.get("activation_type") == "swiglu"
        if gated:
            more["swiglu_fusion"] = 1
        more = {"k": 2, "activation_type": "silu", "expert_weight_bits": bits, **more}
        if block:
            more["block_size"] = block

        def layer(columns: int, depth: int) -> list[Any]:
            shape: tuple[int, ...] = (count, columns)
            if block:
                shape += (-(-depth // block),)
            scales = ((RNG.random(shape) + 0.5) / (1 << bits) / 4).astype(element)
            packed = (*shape[:-1], -(-shape[-1] // each))
            points = RNG.integers(0, 256, packed, np.uint8)
            numbers = RNG.integers(0, 256, (count, columns, depth // each), np.uint8)
            offset = RNG.standard_normal((count, columns)).astype(element)
            return [
                (numbers,),
                (scales,),
                (offset,) if bias else None,
                (points,) if zeros else None,
            ]

        first, second = layer(INNER * (2 if gated else 1), HIDDEN), layer(HIDDEN, INNER)
        x = RNG.standard_normal((rows, HIDDEN)).astype(element)
        probs, shares = RNG.standard_normal((rows, count)), RNG.random((rows, count))
        operands = [
            *[x[None] if rank == 3 else x, probs.astype(element), *first[:3], *second[:3]],
            *[None, None, None, first[3], second[3], None],
            shares.astype(element) if weights else None,
        ]
        self.proto, self.feeds = model_of(("QMoE", operands, 1, more))
        self.model = self.proto.SerializeToString()
        self.wanted = numbers_of(self.proto, self.feeds)[0]

    def error(self, found: Any) -> float:
        """The largest one, relative to the largest number."""
        return float(np.abs(found.astype(float) - self.wanted).max() / np.abs(self.wanted).max())

    def run(self) -> Any:
        return mlirlite.InferenceSession(self.model).run(None, self.feeds)[0]

    def peer(self) -> Any:
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        session = onnxruntime.InferenceSession(self.model, options, ["CPUExecutionProvider"])
        return session.run(None, self.feeds)[0]


LIMITED = {"swiglu_limit": 0.75, "activation_alpha": 1.7, "activation_beta": 1.0}


@pytest.mark.covering(2)
@pytest.mark.sampled(10)
@pytest.mark.parametrize("bits", [2, 4, 8])
@pytest.mark.parametrize("block", [0, 16, 64])
@pytest.mark.parametrize("zeros", [False, True])
@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("rows", [1, 3, 90])
@pytest.mark.parametrize(
    "more",
    [
        *({"activation_type": n} for n in ("relu", "gelu", "silu", "identity", "swiglu")),
        {"activation_type": "swiglu", **LIMITED},
        {"weights": True},
        {"weights": True, "normalize_routing_weights": 1},
        {"rank": 3, "k": 4},
        {"k": 1, "element": np.float16},
    ],
    ids=lambda m: "-".join(str(v) for v in m.values()),
)
def test_variants(
    bits: int, block: int, zeros: bool, bias: bool, rows: int, more: dict[str, Any]
) -> None:
    """onnxruntime rounds rows to bytes for 8 bits in blocks."""
    e = Experts(rows, 5, bits, block, zeros=zeros, bias=bias, **more)
    half = "element" in more
    assert e.error(e.run()) < (2e-3 if half else 3e-6)
    assert e.error(e.peer()) < (5e-2 if bits == 8 and block else 2e-3 if half else 3e-6)


def test_accuracy_level() -> None:
    """At level 4 both round rows to bytes in the same way, if the processor has an instruction."""
    e = Experts(4, 5, 4, 32, accuracy_level=4)
    assert e.error(e.run()) <= 2 * e.error(e.peer()) + 3e-6


def test_equal_probabilities() -> None:
    """Of equal ones, the last expert is taken, as onnxruntime does."""
    e = Experts(3, 6)
    e.feeds["x1"][:] = 1
    e.wanted = numbers_of(e.proto, e.feeds)[0]
    assert e.error(e.run()) < 3e-6
    assert e.error(e.peer()) < 3e-6


def test_rows_known_at_run_time() -> None:
    """None, one, and more: each row gives what it gives alone."""
    e = Experts(40, 5, 4, 32, bias=True, activation_type="swiglu")
    for value in e.proto.graph.input:
        value.type.tensor_type.shape.dim[0].dim_param = "rows"
    session = mlirlite.InferenceSession(e.proto.SerializeToString())
    for rows in (0, 1, 2, 40):
        found = session.run(None, {n: v[:rows] for n, v in e.feeds.items()})[0]
        assert found.shape == (rows, HIDDEN)
        error = np.abs(found - e.wanted[:rows]).max(initial=0)
        assert error < 3e-6 * np.abs(e.wanted).max()


def test_in_the_interpreter() -> None:
    """Without vectors."""
    e = Experts(2, 3, 4, 16, zeros=True, bias=True)
    context = Context()
    module, _ = load_module(e.model, context)
    lower(module, context, end="krnl", machine="")
    out = interpret(module, "main_graph", *e.feeds.values())
    assert e.error(np.asarray(out).reshape(2, HIDDEN)) < 3e-6


def test_weights_stay_packed() -> None:
    e = Experts(2, 3, 4, 16)
    context = Context()
    module, _ = load_module(e.model, context)
    lower(module, context, end="onnx")
    assert str(module).count('"onnx.RoutedMatMulNBits"') == 2
    assert "onnx.Custom" not in str(module)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"activation_type": "geglu"}, "activation_type is geglu, expected one of relu, gelu"),
        ({"swiglu_fusion": 2}, "swiglu_fusion is not 1"),
        ({"quant_type": "fp8"}, "quant_type is not int"),
        ({"block_size": 24}, "block_size is not a power of two"),
        ({"k": 6}, "the number of experts"),
        ({"weights_prepacked": 1}, "weights_prepacked is 1"),
        ({"fc1_expert_weight_bits": 8}, "fc1_expert_weight_bits and expert_weight_bits differ"),
    ],
)
def test_what_is_not_supported(more: dict[str, Any], message: str) -> None:
    e = Experts(2, 3, activation_type="swiglu")
    node = e.proto.graph.node[0]
    kept = [a for a in node.attribute if a.name not in more]
    del node.attribute[:]
    node.attribute.extend(kept)
    node.attribute.extend(onnx.helper.make_attribute(n, v) for n, v in more.items())
    with pytest.raises(mlirlite.DiagnosticError, match=message):
        mlirlite.InferenceSession(e.proto.SerializeToString())


@pytest.mark.parametrize("index", range(2, 8))
def test_wrong_sizes(index: int) -> None:
    """Weights, scales and biases of other experts than the router's are a named error."""
    e = Experts(2, 3, bias=True)
    name = f"x{index}"
    found = next(w for w in e.proto.graph.initializer if w.name == name)
    found.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(found)[:2].copy(), name))
    with pytest.raises(mlirlite.DiagnosticError, match=r"QMoE.* the size of fc[12]_"):
        mlirlite.InferenceSession(e.proto.SerializeToString())
