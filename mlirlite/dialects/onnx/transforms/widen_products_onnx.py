"""--widen-products-onnx: products of f16 and bf16 are computed in f32.

Conv(x, w) : f16  -->  Cast(Conv(Cast(x) as f32, Cast(w) as f32)) as f16
"""

from __future__ import annotations

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import array_of
from mlirlite.dialects.onnx.evaluate import elements_from
from mlirlite.dialects.onnx.shapes import element_of
from mlirlite.dialects.onnx.transforms._build import constant, with_element
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import BF16, F16, F32, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.rewriter import Rewriter

_IMAGES = (onnx.ConvOp, onnx.MaxPoolSingleOutOp)
_WIDENED = (
    *_IMAGES,
    onnx.AttentionOp,
    onnx.AveragePoolOp,
    onnx.ConvTransposeOp,
    onnx.DeformConvOp,
    onnx.GRUOp,
    onnx.GemmOp,
    onnx.LSTMOp,
    onnx.MatMulOp,
    onnx.RNNOp,
)
"""Ops whose kernels read an element many times: it is widened once instead."""


@compiler_pass("widen-products-onnx")
def widen_products_onnx(op: Operation, state: PassState) -> None:
    """Compute products, pools and recurrent layers of f16 and bf16 in f32, and round their results.

    Each result is rounded once, as the operator's type says. Constants are widened now, and so are
    weights of a product in f32 that a Cast widens at every run; the kernel stores such numbers in
    16 bits.
    """
    for nested in list(op.walk()):
        if isinstance(nested, (onnx.MatMulOp, onnx.GemmOp)) and _widen_weights(nested):
            state.count("weights widened", 1)
        if not isinstance(nested, _WIDENED) or not any(map(_is_narrow, nested.operands)):
            continue
        if isinstance(nested, _IMAGES) and element_of(nested.operands[0]) is BF16:
            continue  # `krnl.dot` takes bf16
        _widen(nested)
        state.count("ops widened", 1)


def _is_narrow(value: Value) -> bool:
    return element_of(value) in (F16, BF16)


def _widen(op: Operation) -> None:
    if op.parent is None:
        return
    rw = Rewriter(op.parent, op, op.location)
    operands = [_wide(v, rw) if _is_narrow(v) else v for v in op.operands]
    narrow = [_is_narrow(r) for r in op.results]
    types = [
        with_element(r.type, F32) if n else r.type for r, n in zip(op.results, narrow, strict=True)
    ]
    made = rw.insert(
        type(op).create(
            operands, types, dict(op.properties), dict(op.attributes) or None, location=op.location
        )
    )
    found: list[Value] = []
    for new, old, rounds in zip(made.results, op.results, narrow, strict=True):
        cast = onnx.CastOp(new, to=element_of(old), output=old.type) if rounds else None
        found.append(new if cast is None else rw.insert(cast).results[0])
    rw.replace(op, found)


def _widen_weights(op: onnx.MatMulOp | onnx.GemmOp) -> bool:
    """MatMul(x, Cast(w))  -->  MatMul(x, w'), also through Transpose, for constants of 16 bits."""
    right = op.operands[1]
    source, turns = right, False
    while isinstance(made := source.defining_op, (onnx.CastOp, onnx.TransposeOp)):
        if isinstance(made, onnx.TransposeOp):
            if tuple(made.get("perm", None) or (1, 0)) != (1, 0):
                return False
            turns = not turns
        source = made.operands[0]
        if element_of(source) not in (F16, BF16, F32):
            return False
    array = array_of(source)
    if element_of(right) is not F32 or not _is_narrow(source) or array is None or array.ndim != 2:
        return False
    if op.parent is None:
        return False
    import numpy as np

    whole = np.ascontiguousarray((array.T if turns else array).astype(np.float32))
    rw = Rewriter(op.parent, op, op.location)
    made_now = constant(rw, elements_from(np, whole, RankedTensorType(whole.shape, F32)))
    with rw.modify(op):
        op.set_operands([op.operands[0], made_now, *op.operands[2:]])
    while right is not source and not right.has_uses and right.defining_op is not None:
        unused, right = right.defining_op, right.defining_op.operands[0]
        rw.erase(unused)
    return True


def _wide(value: Value, rw: Rewriter) -> Value:
    """The same numbers as f32."""
    array, type = array_of(value), with_element(value.type, F32)
    if array is None or not isinstance(type, RankedTensorType):
        cast: Value = rw.insert(onnx.CastOp(value, to=F32, output=type)).results[0]
        return cast
    import numpy as np

    return constant(rw, elements_from(np, array.astype(np.float32), type))
