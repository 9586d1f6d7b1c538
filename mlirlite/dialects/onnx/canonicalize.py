"""Canonical forms of the onnx dialect, as --canonicalize applies them."""

from __future__ import annotations

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import ints_of
from mlirlite.dialects.onnx.control_flow import yielded
from mlirlite.dialects.onnx.shapes import axes_in, rank_of
from mlirlite.rewriting.pattern import canonicalization
from mlirlite.rewriting.rewriter import Rewriter


@canonicalization
def constant_as_elements(op: onnx.ConstantOp, rw: Rewriter) -> bool | None:
    """Constant {value_int = 1 : si64} --> Constant {value = dense<1> : tensor<i64>}"""
    if op.value is not None or op.sparse_value is not None:
        return False
    elements = op.elements()
    if elements is None:
        return rw.fail("it has no value")
    rw.replace(op, rw.insert(onnx.ConstantOp(value=elements, output=elements.type)))
    return True


@canonicalization
def transpose_of_transpose(op: onnx.TransposeOp, rw: Rewriter) -> bool | None:
    """Transpose(Transpose(x) {perm = p}) {perm = q} --> Transpose(x) {perm = p[q]}"""
    inner = op.data.defining_op
    if not isinstance(inner, onnx.TransposeOp):
        return False
    first, second = inner.permutation(), op.permutation()
    if first is None or second is None:
        return rw.fail("the rank is not known")
    both = [first[i] for i in second]
    rw.replace(op, rw.insert(onnx.TransposeOp(inner.data, perm=both, transposed=op.result.type)))
    return True


@canonicalization
def reshape_of_reshape(op: onnx.ReshapeOp, rw: Rewriter) -> bool | None:
    """Reshape(Reshape(x, s), t) --> Reshape(x, t), where t copies nothing"""
    inner = op.data.defining_op
    if not isinstance(inner, onnx.ReshapeOp):
        return False
    target = ints_of(op.shape)
    if target is None or (0 in target and not op.allowzero):
        return rw.fail("the shape is not constant, or copies dimensions")
    made = onnx.ReshapeOp(inner.data, op.shape, allowzero=op.allowzero, reshaped=op.result.type)
    rw.replace(op, rw.insert(made))
    return True


@canonicalization
def squeeze_of_unsqueeze(op: onnx.SqueezeOp, rw: Rewriter) -> bool | None:
    """Squeeze(Unsqueeze(x, axes), axes) --> x"""
    inner = op.data.defining_op
    if not isinstance(inner, onnx.UnsqueezeOp):
        return False
    rank, out, back = rank_of(op.data), ints_of(inner.axes), ints_of(op.axes)
    if rank is None or out is None or back is None:
        return rw.fail("rank or axes are not known")
    if sorted(axes_in(out, rank)) != sorted(axes_in(back, rank)):
        return rw.fail("the axes differ")
    if inner.data.type is not op.result.type:
        return rw.fail("the type would change")
    rw.replace(op, inner.data)
    return True


@canonicalization
def if_with_known_condition(op: onnx.IfOp, rw: Rewriter) -> bool | None:
    """If(true) then A else B --> A"""
    taken = op.taken()
    if taken is None or not taken.has_one_block:
        return rw.fail("the condition is not known")
    values = yielded(taken)
    last = taken.entry.last
    if last is None or len(values) != len(op.results):
        return rw.fail("the branch gives no values")
    rw.erase(last)
    rw.inline_block_before(taken.entry, op)
    rw.replace(op, values)
    return True
