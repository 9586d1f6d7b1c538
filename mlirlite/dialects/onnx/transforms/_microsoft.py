"""Operators of com.microsoft that ONNX's own can say, as --decompose-onnx writes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.shapes import rank_of
from mlirlite.dialects.onnx.transforms._build import nothing, scalar
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import NONE
from mlirlite.ir.values import Value
from mlirlite.rewriting.pattern import Pattern, pattern
from mlirlite.rewriting.rewriter import Rewriter

Decomposition = Callable[[Any, Rewriter], "Value | None"]


@pattern
def microsoft_operator(op: onnx.CustomOp, rw: Rewriter) -> bool | None:
    """Custom(x) {function_name = "QuickGelu"} --> Swish(x)"""
    domain = op.attributes.get("domain_name")
    rule = _RULES.get(op.function_name) if getattr(domain, "value", "") == "com.microsoft" else None
    if rule is None or len(op.results) != 1:
        return rw.fail("not an operator of com.microsoft with a decomposition")
    found = rule(op, rw)
    if found is None:
        return rw.fail("its operands or attributes are not of the usual kind")
    rw.replace(op, found)
    return True


def _attribute(op: Operation, name: str, default: Any) -> Any:
    found = op.attributes.get(name)
    return default if found is None else found.value  # type: ignore[attr-defined]


def _operand(op: Operation, index: int) -> Value | None:
    value = op.operands[index] if index < len(op.operands) else None
    return None if value is None or value.type is NONE else value


def _gelu(op: Operation, rw: Rewriter) -> Value | None:
    return _result(rw, onnx.GeluOp(op.operands[0]))


def _bias_gelu(op: Operation, rw: Rewriter) -> Value | None:
    total = _result(rw, onnx.AddOp(op.operands[0], op.operands[1]))
    return _result(rw, onnx.GeluOp(total))


def _fast_gelu(op: Operation, rw: Rewriter) -> Value | None:
    x, bias = op.operands[0], _operand(op, 1)
    if bias is not None:
        x = _result(rw, onnx.AddOp(x, bias))
    return _result(rw, onnx.GeluOp(x, approximate="tanh"))


def _quick_gelu(op: Operation, rw: Rewriter) -> Value | None:
    return _result(rw, onnx.SwishOp(op.operands[0], alpha=_attribute(op, "alpha", 1.702)))


def _fused_matmul(op: Operation, rw: Rewriter) -> Value | None:
    sides: list[Value] = []
    for value, name in zip(op.operands, ("A", "B"), strict=True):
        if _attribute(op, f"transBatch{name}", 0):
            return None
        if _attribute(op, f"trans{name}", 0):
            rank = rank_of(value)
            if rank is None or rank < 2:
                return None
            order = [*range(rank - 2), rank - 1, rank - 2]
            value = _result(rw, onnx.TransposeOp(value, perm=order))
        sides.append(value)
    product = _result(rw, onnx.MatMulOp(*sides))
    alpha = _attribute(op, "alpha", 1.0)
    if alpha == 1.0:
        return product
    return _result(rw, onnx.MulOp(product, scalar(rw, alpha, product)))


def _skip_layer_normalization(op: Operation, rw: Rewriter) -> Value | None:
    total = _result(rw, onnx.AddOp(op.operands[0], op.operands[1]))
    bias = _operand(op, 4)
    if bias is not None:
        total = _result(rw, onnx.AddOp(total, bias))
    beta = _operand(op, 3) or nothing(rw)
    epsilon = _attribute(op, "epsilon", 1e-12)
    made = onnx.LayerNormalizationOp(total, op.operands[2], beta, epsilon=epsilon)
    return _result(rw, made)


def _simplified_layer_normalization(op: Operation, rw: Rewriter) -> Value | None:
    made = onnx.RMSNormalizationOp(
        op.operands[0],
        op.operands[1],
        axis=_attribute(op, "axis", -1),
        epsilon=_attribute(op, "epsilon", 1e-5),
    )
    return _result(rw, made)


def _result(rw: Rewriter, op: Any) -> Value:
    value: Value = rw.insert(op).results[0]
    return value


_RULES: dict[str, Decomposition] = {
    "Gelu": _gelu,
    "BiasGelu": _bias_gelu,
    "FastGelu": _fast_gelu,
    "QuickGelu": _quick_gelu,
    "FusedMatMul": _fused_matmul,
    "TransposeMatMul": _fused_matmul,
    "SkipLayerNormalization": _skip_layer_normalization,
    "SimplifiedLayerNormalization": _simplified_layer_normalization,
}

MICROSOFT: tuple[Pattern, ...] = (microsoft_operator,)
