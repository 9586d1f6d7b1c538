"""com.microsoft.QMoE: each row goes through some of several networks, whose weights stay packed.

QMoE(x, router_probs, …)  -->  chosen, shares = the k largest router_probs, their softmax
    h = activation(RoutedMatMulNBits(x, fc1, chosen))
    sum of RoutedMatMulNBits(h, fc2, chosen) * shares
"""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import array_of
from mlirlite.dialects.onnx.evaluate import elements_from
from mlirlite.dialects.onnx.microsoft import SIGNATURES
from mlirlite.dialects.onnx.packed_weights import Blocks, packed, unpacked
from mlirlite.dialects.onnx.shapes import known_shape, shape_of
from mlirlite.dialects.onnx.transforms._build import (
    array_like,
    constant,
    integers,
    nothing,
    scalar,
)
from mlirlite.dialects.onnx.transforms._microsoft_build import (
    Decomposition,
    Refused,
    attribute,
    built,
    operand,
)
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    DYNAMIC,
    F32,
    I64,
    IntegerType,
    RankedTensorType,
    Signedness,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.support.tuning import Fixed

UI8 = IntegerType(8, Signedness.UNSIGNED)
_COLUMN_BLOCK: Fixed[int] = 128
"""Numbers of a block where a whole column has one scale: as many scales as blocks are stored."""
_LEAST_SHARE: Fixed[float] = 1e-8
"""Smaller shares of a network, and negative ones, are none."""
_ACTIVATIONS = ("relu", "gelu", "silu", "identity", "swiglu")
_NAMES = SIGNATURES["QMoE"].names


def _named(op: Operation, name: str) -> Value | None:
    return operand(op, _NAMES.index(name))


def _check(op: Operation) -> None:
    kind = attribute(op, "activation_type", "relu")
    if kind not in _ACTIVATIONS:
        raise Refused(f"activation_type is {kind}, expected one of {', '.join(_ACTIVATIONS)}")
    if kind == "swiglu" and attribute(op, "swiglu_fusion", 0) != 1:
        raise Refused("swiglu_fusion is not 1: gates and values are not interleaved")
    if attribute(op, "swiglu_limit_after_activation", 0):
        raise Refused("swiglu_limit_after_activation is set")
    bits = attribute(op, "expert_weight_bits", 4)
    if bits not in (2, 4, 8):
        raise Refused("the weights have neither 2, 4 nor 8 bits")
    for name in ("fc1", "fc2"):
        if attribute(op, f"{name}_expert_weight_bits", bits) != bits:
            raise Refused(f"{name}_expert_weight_bits and expert_weight_bits differ")
    if attribute(op, "quant_type", "int") != "int":
        raise Refused("quant_type is not int")
    if attribute(op, "weights_prepacked", -1) > 0:
        raise Refused("the weights are in an engine's own order: weights_prepacked is 1")
    if attribute(op, "use_sparse_mixer", 0) and attribute(op, "k", 1) != 2:
        raise Refused("use_sparse_mixer has k other than 2")
    size = attribute(op, "block_size", 0)
    if size > 0 and not Blocks(1, 1, bits, size).is_valid:
        raise Refused("block_size is not a power of two from 16 on")
    for i, name in enumerate(_NAMES):
        value = operand(op, i)
        if value is None:
            if name in ("fc1_scales", "fc2_scales"):
                raise Refused(f"{name} are missing")
            continue
        if name.startswith("fc3"):
            raise Refused("there are weights of a third layer, fc3")
        if "scale" in name and not name.endswith("scales"):
            raise Refused(f"it has {name}, which belongs to floats of 8 or 4 bits")
        if name[:2] == "fc" and "bias" not in name and array_of(value) is None:
            raise Refused(f"{name} are not constants")
    sizes = *known_shape(op.operands[0])[-1:], *known_shape(op.operands[1])[1:]
    if shape_of(op.operands[1]) is None or not sizes or DYNAMIC in sizes:
        raise Refused("the width of the rows or the number of experts is not known")


def _experts(op: Operation, rw: Rewriter) -> Value:
    x = op.operands[0]
    element, hidden = element_type_of(x.type), known_shape(x)[-1]
    flat = built(rw, onnx.ReshapeOp(x, integers(rw, [-1, hidden])))
    chosen, shares = _routes(op, rw)
    inner = _layer(op, "fc1", _real(flat, rw), hidden, chosen, rw)
    active = _active(op, inner, rw)
    outer = _layer(op, "fc2", active, known_shape(active)[-1], chosen, rw)
    last = built(rw, onnx.UnsqueezeOp(shares, integers(rw, [-1])))
    weighted = built(rw, onnx.MulOp(outer, last))
    total = built(rw, onnx.ReduceSumOp(weighted, integers(rw, [1]), keepdims=0))
    if element is not F32:
        total = built(rw, onnx.CastOp(total, to=element))
    shape = built(rw, onnx.ShapeOp(x))
    made = onnx.ReshapeOp(total, shape)
    return built(rw, made)


def _real(x: Value, rw: Rewriter) -> Value:
    """As f32, in which all is computed."""
    return x if element_type_of(x.type) is F32 else built(rw, onnx.CastOp(x, to=F32))


def _routes(op: Operation, rw: Rewriter) -> tuple[Value, Value]:
    """The networks of each row, `[rows, k]`, and their shares. Of equal ones, the last comes first:
    the experts are counted from the end."""
    probs = _real(op.operands[1], rw)
    count = known_shape(probs)[1]
    last = integers(rw, [-1])
    backward = integers(rw, [-1]), integers(rw, [-count - 1]), last, integers(rw, [-1])
    turned = built(rw, onnx.SliceOp(probs, *backward))
    top = onnx.TopKOp(turned, integers(rw, [attribute(op, "k", 1)]), axis=1)
    values, places = rw.insert(top).results
    end = constant(rw, DenseElementsAttr.of(RankedTensorType((), I64), count - 1))
    chosen = built(rw, onnx.SubOp(end, places))
    weights = _named(op, "router_weights")
    if weights is None:
        shares = built(rw, onnx.SoftmaxOp(values, axis=1))
    else:
        shares = built(rw, onnx.GatherElementsOp(_real(weights, rw), chosen, axis=1))
        if attribute(op, "normalize_routing_weights", 0):
            total = built(rw, onnx.ReduceSumOp(shares, integers(rw, [1]), keepdims=1))
            zero, one = scalar(rw, 0, shares), scalar(rw, 1, shares)
            none = built(rw, onnx.EqualOp(total, zero))
            total = built(rw, onnx.WhereOp(none, one, total))
            shares = built(rw, onnx.DivOp(shares, total))
    counts = built(rw, onnx.GreaterOp(shares, scalar(rw, _LEAST_SHARE, shares)))
    return chosen, built(rw, onnx.WhereOp(counts, shares, scalar(rw, 0, shares)))


def _layer(op: Operation, name: str, x: Value, depth: int, chosen: Value, rw: Rewriter) -> Value:
    weights = _named(op, f"{name}_experts_weights")
    scales, zeros = (_named(op, f"{name}_{part}") for part in ("scales", "zero_points"))
    bias = _named(op, f"{name}_experts_bias")
    assert weights is not None  # checked
    assert scales is not None
    bits, size = attribute(op, "expert_weight_bits", 4), attribute(op, "block_size", 0)
    count, columns, _ = known_shape(weights)
    blocks = Blocks(columns, depth, bits, size if size > 0 else _COLUMN_BLOCK)
    level = attribute(op, "accuracy_level", 0) if size > 0 and bits == 4 else 0
    made = onnx.RoutedMatMulNBitsOp(
        x,
        _whole_blocks(weights, blocks, count, rw),
        scales if size > 0 else _repeated(scales, blocks, rw),
        nothing(rw) if zeros is None else _points(zeros, blocks, size > 0, rw),
        nothing(rw) if bias is None else _real(bias, rw),
        chosen,
        N=columns,
        K=depth,
        bits=bits,
        block_size=blocks.size,
        accuracy_level=level,
    )
    return built(rw, made)


def _whole_blocks(weights: Value, blocks: Blocks, count: int, rw: Rewriter) -> Value:
    """The bytes of all blocks: the last one of a column may need zeros at its end."""
    import numpy as np

    given = array_of(weights)
    assert given is not None  # checked
    size = blocks.size * blocks.bits // 8
    rest = blocks.count * size - given.shape[-1]
    if not rest:
        return weights
    room = np.zeros((count, blocks.columns, blocks.count * size), np.uint8)
    room[..., : given.shape[-1]] = given
    return _bytes(room, rw)


def _repeated(scales: Value, blocks: Blocks, rw: Rewriter) -> Value:
    """A scale for each block, all those of a column alike."""
    import numpy as np

    given = array_of(scales)
    assert given is not None  # checked
    column = given.reshape(-1, blocks.columns, 1)
    return array_like(rw, np.repeat(column, blocks.count, axis=2), scales)


def _points(zeros: Value, blocks: Blocks, in_blocks: bool, rw: Rewriter) -> Value:
    """Zero points of blocks; those of whole columns are packed along the columns."""
    import numpy as np

    given = array_of(zeros)
    assert given is not None  # checked
    if in_blocks:
        return zeros
    numbers = unpacked(np, given.view(np.uint8), blocks.bits)[:, : blocks.columns, None]
    return _bytes(packed(np, np.repeat(numbers, blocks.count, axis=2), blocks.bits), rw)


def _bytes(array: Any, rw: Rewriter) -> Value:
    import numpy as np

    type = RankedTensorType(tuple(array.shape), UI8)
    return constant(rw, elements_from(np, np.ascontiguousarray(array), type))


def _active(op: Operation, x: Value, rw: Rewriter) -> Value:
    kind = attribute(op, "activation_type", "relu")
    if kind == "relu":
        return built(rw, onnx.ReluOp(x))
    if kind == "gelu":
        return built(rw, onnx.GeluOp(x, approximate="tanh"))
    if kind == "silu":
        return built(rw, onnx.SwishOp(x, alpha=1.0))
    if kind == "identity":
        return x
    return _gated(op, x, rw)


def _gated(op: Operation, x: Value, rw: Rewriter) -> Value:
    """Gates and values in turn: gate * sigmoid(alpha * gate) * (value + beta), within limits."""
    columns, k = known_shape(x)[-1], attribute(op, "k", 1)
    pairs = built(rw, onnx.ReshapeOp(x, integers(rw, [-1, k, columns // 2, 2])))
    axis = integers(rw, [3])
    gate, value = (
        built(rw, onnx.SqueezeOp(built(rw, onnx.SliceOp(pairs, *_part(n, rw))), axis))
        for n in (0, 1)
    )
    limit = attribute(op, "swiglu_limit", None)
    if limit is not None and limit > 0:
        low, high = scalar(rw, -limit, x), scalar(rw, limit, x)
        gate = built(rw, onnx.MinOp([gate, high]))
        value = built(rw, onnx.ClipOp(value, low, high))
    beta = attribute(op, "activation_beta", 0.0)
    if beta:
        value = built(rw, onnx.AddOp(value, scalar(rw, beta, x)))
    alpha = attribute(op, "activation_alpha", 1.0)
    return built(rw, onnx.MulOp(built(rw, onnx.SwishOp(gate, alpha=alpha)), value))


def _part(n: int, rw: Rewriter) -> list[Value]:
    return [integers(rw, [i]) for i in (n, n + 1, 3, 1)]


EXPERTS: dict[str, Decomposition] = {"QMoE": (_check, _experts, (0,))}
