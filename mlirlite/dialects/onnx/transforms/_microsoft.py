"""Operators of com.microsoft that --decompose-onnx expresses by ONNX's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.microsoft import DOMAIN, SIGNATURES
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import rank_of
from mlirlite.dialects.onnx.transforms._build import constant, nothing, scalar
from mlirlite.dialects.onnx.transforms._microsoft_attention import ATTENTION
from mlirlite.dialects.onnx.transforms._microsoft_build import (
    Decomposition,
    Refused,
    attribute,
    built,
    operand,
)
from mlirlite.dialects.onnx.transforms._microsoft_cached import CACHED
from mlirlite.dialects.onnx.transforms._microsoft_code_books import CODE_BOOKS
from mlirlite.dialects.onnx.transforms._microsoft_experts import EXPERTS
from mlirlite.dialects.onnx.transforms._microsoft_packed import PACKED
from mlirlite.dialects.onnx.transforms._microsoft_quantized import QUANTIZED
from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import DenseElementsAttr, numpy_dtype
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    I64,
    NONE,
    FloatType,
    IntegerType,
    RankedTensorType,
    TensorType,
    UnrankedTensorType,
)
from mlirlite.ir.values import Value
from mlirlite.rewriting.pattern import Pattern, pattern
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, error


@pattern
def microsoft_operator(op: onnx.CustomOp, rw: Rewriter) -> bool | None:
    """Custom(x) {function_name = "QuickGelu"} --> Swish(x)"""
    rule = _rule_of(op)
    if rule is None:
        return rw.fail("not an operator of com.microsoft with a decomposition")
    _, build, results = rule
    name = op.function_name
    wrong = SIGNATURES[name].wrong(op)
    if wrong is not None:
        raise DiagnosticError(error(f"'{DOMAIN}.{name}' op {wrong}", op.where))
    reason = why_kept(op)
    if reason:
        return rw.fail(reason)
    if name not in _CHECKED_BY_THE_OP:
        _require(op, name, rw)
    before = op.prev
    try:
        found = build(op, rw)
    except ValueError as e:  # the shapes of an operator of the decomposition do not fit
        raise DiagnosticError(error(f"'{DOMAIN}.{name}' op {e}", op.where)) from None
    values = [found] if isinstance(found, Value) else list(found)
    invalid = _first_wrong(op, before)
    if invalid is not None:
        raise DiagnosticError(invalid)
    by_index = dict(zip(results, values, strict=False))
    rw.replace(op, [by_index.get(i) for i in range(len(op.results))])
    _tell_users(values, rw)
    return True


def _first_wrong(op: Operation, before: Operation | None) -> Diagnostic | None:
    """What the first invalid operator of a decomposition says, which stands between two ops."""
    made = op.prev
    found = None
    while made is not None and made is not before:
        if isinstance(made, OnnxOp):
            found = made.verify_op() or found
        made = made.prev
    return found


def why_kept(op: onnx.CustomOp) -> str:
    """Why an operator of com.microsoft that has a decomposition is not decomposed; "" for others
    and for those that are."""
    rule = _rule_of(op)
    if rule is None:
        return ""
    check, _, results = rule
    if any(r.has_uses for i, r in enumerate(op.results) if i not in results):
        return "results are read that the decomposition does not give"
    if not all(_has_numbers(v.type) for v in (*op.operands, *op.results)):
        return "not all operands and results are tensors of numbers"
    try:
        check(op)
    except Refused as e:
        return str(e)
    return ""


def _rule_of(op: onnx.CustomOp) -> Decomposition | None:
    domain = op.attributes.get("domain_name")
    return _RULES.get(op.function_name) if getattr(domain, "value", "") == DOMAIN else None


def _require(op: onnx.CustomOp, name: str, rw: Rewriter) -> None:
    """Insert the op's requirements, unless they are known to hold. DiagnosticError when they are
    known not to."""
    required = onnx.RequireOp.of_microsoft(op, name)
    if required.is_met:
        required.drop_all_references()
        return
    rw.insert(required)
    wrong = required.verify_op()
    if wrong is not None:
        raise DiagnosticError(wrong)


def _tell_users(values: Sequence[Value], rw: Rewriter) -> None:
    """Infer the ranks of results that hang on these values, up to the next operators of this kind:
    their decompositions ask for ranks."""
    todo = list(values)
    while todo:
        for user in set(todo.pop().users):
            if not isinstance(user, OnnxOp) or not any(map(_is_unranked, user.results)):
                continue
            types = user.infer_shapes()
            with rw.modify(user):
                for result, type in zip(user.results, types, strict=True):
                    if _is_unranked(result) and isinstance(type, RankedTensorType):
                        result.type = type
                        todo.append(result)


def _is_unranked(value: Value) -> bool:
    return isinstance(value.type, UnrankedTensorType)


def _has_numbers(type: Type) -> bool:
    """True for tensors of integers or floats that numpy knows, and for a missing operand."""
    element = type.element_type if isinstance(type, TensorType) else None
    if not isinstance(element, IntegerType | FloatType):
        return type is NONE
    try:
        numpy_dtype(element)
    except ValueError:
        return False
    return True


def _always(op: Operation) -> None:
    """The operator can be expressed for any operands."""


# Activations


def _gelu(op: Operation, rw: Rewriter) -> Value:
    return built(rw, onnx.GeluOp(op.operands[0]))


def _bias_gelu(op: Operation, rw: Rewriter) -> Value:
    return built(rw, onnx.GeluOp(built(rw, onnx.AddOp(op.operands[0], op.operands[1]))))


def _fast_gelu(op: Operation, rw: Rewriter) -> Value:
    x, bias = op.operands[0], operand(op, 1)
    if bias is not None:
        x = built(rw, onnx.AddOp(x, bias))
    return built(rw, onnx.GeluOp(x, approximate="tanh"))


def _quick_gelu(op: Operation, rw: Rewriter) -> Value:
    return built(rw, onnx.SwishOp(op.operands[0], alpha=attribute(op, "alpha", 1.702)))


# Products


def _check_fused_matmul(op: Operation) -> None:
    for value, name in zip(op.operands, ("A", "B"), strict=True):
        if attribute(op, f"transBatch{name}", 0):
            raise Refused("batches are transposed")
        if attribute(op, f"trans{name}", 0) and (rank_of(value) or 0) < 2:
            raise Refused("the rank is not known")


def _fused_matmul(op: Operation, rw: Rewriter) -> Value:
    sides: list[Value] = []
    for value, name in zip(op.operands, ("A", "B"), strict=True):
        if attribute(op, f"trans{name}", 0):
            rank = rank_of(value) or 0
            order = [*range(rank - 2), rank - 1, rank - 2]
            value = built(rw, onnx.TransposeOp(value, perm=order))
        sides.append(value)
    product = built(rw, onnx.MatMulOp(*sides))
    alpha = attribute(op, "alpha", 1.0)
    return product if alpha == 1.0 else built(rw, onnx.MulOp(product, scalar(rw, alpha, product)))


_ACTIVATIONS: dict[str, tuple[str, ...]] = {
    "": (),
    "Relu": (),
    "Tanh": (),
    "Sigmoid": (),
    "LeakyRelu": ("alpha",),
    "HardSigmoid": ("alpha", "beta"),
}


def _check_activation(op: Operation) -> None:
    name = attribute(op, "activation", "")
    if name not in _ACTIVATIONS or (not name and "activation" in op.attributes):
        raise Refused("the activation is not known")
    given = len(attribute(op, "activation_params", ()))
    given += sum(f"activation_{parameter}" in op.attributes for parameter in _ACTIVATIONS[name])
    if given < len(_ACTIVATIONS[name]):
        missing = " and ".join(_ACTIVATIONS[name])
        raise DiagnosticError(op.error(f"needs {missing} of its activation {name}"))


def _activated(op: Operation, x: Value, rw: Rewriter) -> Value:
    name = attribute(op, "activation", "")
    if not name:
        return x
    names = _ACTIVATIONS[name]
    given = [a.value for a in attribute(op, "activation_params", ())]
    given += [
        attribute(op, f"activation_{n}", None) for n in names if f"activation_{n}" in op.attributes
    ]
    cls: Any = onnx.DIALECT.op_class(f"onnx.{name}")
    return built(rw, cls(x, **dict(zip(names, given, strict=False))))


def _fused_conv(op: Operation, rw: Rewriter) -> Value:
    cls: Any = onnx.ConvOp
    fields = cls.definition.properties
    properties = {k: f.default for k, f in fields.items() if f.default is not None}
    properties |= {k: a for k, a in op.attributes.items() if k in fields}
    bias = operand(op, 2)
    operands = [op.operands[0], op.operands[1], nothing(rw) if bias is None else bias]
    made: Any = cls.create(operands, [op.results[0].type], properties, location=op.location)
    made.results[0].type = made.infer_types()[0]
    found = built(rw, made)
    summand = operand(op, 3)
    if summand is not None:
        required = onnx.RequireOp.of_operands((found, summand), f"{DOMAIN}.FusedConv.Z", op)
        wrong = rw.insert(required).verify_op()
        if wrong is not None:
            raise DiagnosticError(wrong)
        found = built(rw, onnx.AddOp(found, summand))
    return _activated(op, found, rw)


def _fused_gemm(op: Operation, rw: Rewriter) -> Value:
    c = operand(op, 2)
    made = onnx.GemmOp(
        op.operands[0],
        op.operands[1],
        nothing(rw) if c is None else c,
        alpha=attribute(op, "alpha", 1.0),
        beta=attribute(op, "beta", 1.0),
        transA=attribute(op, "transA", 0),
        transB=attribute(op, "transB", 0),
    )
    return _activated(op, built(rw, made), rw)


# Normalizations


def _sum(rw: Rewriter, *values: Value | None) -> Value:
    total: Value | None = None
    for value in values:
        if value is not None:
            total = value if total is None else built(rw, onnx.AddOp(total, value))
    assert total is not None  # one of them is always present
    return total


def _normal(x: Value, scale: Value, bias: Value | None, epsilon: float, rw: Rewriter) -> Value:
    made = onnx.LayerNormalizationOp(
        x,
        scale,
        nothing(rw) if bias is None else bias,
        epsilon=epsilon,
        Mean=NONE,
        InvStdDev=NONE,
    )
    return built(rw, made)


def _skip_layer_normalization(op: Operation, rw: Rewriter) -> Sequence[Value]:
    total = _sum(rw, op.operands[0], op.operands[1], operand(op, 4))
    epsilon = attribute(op, "epsilon", 1e-12)
    return _normal(total, op.operands[2], operand(op, 3), epsilon, rw), total


def _skip_simplified(op: Operation, rw: Rewriter) -> Sequence[Value]:
    total = _sum(rw, op.operands[0], op.operands[1], operand(op, 3))
    epsilon = attribute(op, "epsilon", 1e-12)
    made = onnx.RMSNormalizationOp(total, op.operands[2], epsilon=epsilon)
    return built(rw, made), total


def _simplified_layer_normalization(op: Operation, rw: Rewriter) -> Value:
    made = onnx.RMSNormalizationOp(
        op.operands[0],
        op.operands[1],
        axis=attribute(op, "axis", -1),
        epsilon=attribute(op, "epsilon", 1e-5),
    )
    return built(rw, made)


def _layer_normalization(op: Operation, rw: Rewriter) -> Value:
    bias = operand(op, 2)
    made = onnx.LayerNormalizationOp(
        op.operands[0],
        op.operands[1],
        nothing(rw) if bias is None else bias,
        axis=attribute(op, "axis", -1),
        epsilon=attribute(op, "epsilon", 1e-5),
        Mean=NONE,
        InvStdDev=NONE,
    )
    return built(rw, made)


def _embed_layer_normalization(op: Operation, rw: Rewriter) -> Sequence[Value]:
    """Words, positions and segments, looked up, summed and normalized."""
    ids, segments, words, places, kinds, gamma, beta = (operand(op, i) for i in range(7))
    taken = operand(op, 8)
    if taken is None:
        length = built(rw, onnx.ShapeOp(ids, start=1, end=2))
        length = built(rw, onnx.SqueezeOp(length, nothing(rw)))
        zero, one = (_integer(rw, n) for n in (0, 1))
        taken = built(rw, onnx.RangeOp(zero, length, one))
    found = [built(rw, onnx.GatherOp(words, ids)), built(rw, onnx.GatherOp(places, taken))]
    if segments is not None and kinds is not None:
        found.append(built(rw, onnx.GatherOp(kinds, segments)))
    total = _sum(rw, *found)
    assert gamma is not None
    return _normal(total, gamma, beta, attribute(op, "epsilon", 1e-12), rw), total


def _integer(rw: Rewriter, value: int) -> Value:
    return constant(rw, DenseElementsAttr.of(RankedTensorType((), I64), value))


_CHECKED_BY_THE_OP = ("GroupQueryAttention",)
"""Operators that become an op with the same requirements."""

_RULES: dict[str, Decomposition] = {
    "Gelu": (_always, _gelu, (0,)),
    "BiasGelu": (_always, _bias_gelu, (0,)),
    "FastGelu": (_always, _fast_gelu, (0,)),
    "QuickGelu": (_always, _quick_gelu, (0,)),
    "FusedMatMul": (_check_fused_matmul, _fused_matmul, (0,)),
    "TransposeMatMul": (_check_fused_matmul, _fused_matmul, (0,)),
    "FusedConv": (_check_activation, _fused_conv, (0,)),
    "FusedGemm": (_check_activation, _fused_gemm, (0,)),
    "SkipLayerNormalization": (_always, _skip_layer_normalization, (0, 3)),
    "SkipSimplifiedLayerNormalization": (_always, _skip_simplified, (0, 3)),
    "SimplifiedLayerNormalization": (_always, _simplified_layer_normalization, (0,)),
    "LayerNormalization": (_always, _layer_normalization, (0,)),
    "EmbedLayerNormalization": (_always, _embed_layer_normalization, (0, 2)),
    **QUANTIZED,
    **PACKED,
    **CODE_BOOKS,
    **EXPERTS,
    **ATTENTION,
    **CACHED,
}

MICROSOFT: tuple[Pattern, ...] = (microsoft_operator,)
