"""--simplify-shape-related-ops-onnx: `Reshape(x, Concat(Gather(Shape(x), 0), [8], [-1]))  -->
Reshape(x, [0, 8, -1])`."""

from __future__ import annotations

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import (
    Dim,
    constant_of,
    dims_of,
    ints_of,
    known_ints,
    same_size,
)
from mlirlite.dialects.onnx.shapes import is_static, product, shape_of
from mlirlite.dialects.onnx.transforms._build import integers
from mlirlite.dialects.onnx.transforms.constprop_onnx import known_shape
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.greedy import apply_patterns_greedily
from mlirlite.rewriting.pattern import Pattern, pattern
from mlirlite.rewriting.rewriter import Rewriter


@compiler_pass("simplify-shape-related-ops-onnx")
def simplify_shape_related_ops_onnx(op: Operation, state: PassState) -> None:
    """Replace arithmetic on shapes by known results.

    Known numbers become constants; a Reshape whose target copies dimensions of its operand, or has
    one unknown dimension, gets 0 or -1 for these; Reshape and Expand to the same shape are removed.
    """
    apply_patterns_greedily(op, PATTERNS, fold=False, count=state.count)


@pattern
def constant_target(op: onnx.ReshapeOp, rw: Rewriter) -> bool | None:
    """Reshape(x, Concat(Gather(Shape(x), 0), [8], [-1])) --> Reshape(x, [0, 8, -1])"""
    if constant_of(op.shape) is not None or op.allowzero:
        return rw.fail("the target is constant already, or may have zeros")
    target = op.target()
    data, result = dims_of(op.data), shape_of(op.results[0])
    if target is None or data is None or 0 in data:
        return rw.fail("the target is not known at all")
    entries = []
    for index, entry in enumerate(target):
        known = result[index] if result is not None else DYNAMIC
        if known > 0:
            entries.append(known)
        elif isinstance(entry, Dim) and index < len(data) and same_size(entry, data[index]):
            entries.append(0)
        elif isinstance(entry, Dim) or entry == DYNAMIC:
            entries.append(-1)
        else:
            entries.append(int(entry))
    if entries.count(-1) > 1:
        return rw.fail("more than one dimension is not known")
    made = onnx.ReshapeOp(op.data, integers(rw, entries), reshaped=op.results[0].type)
    rw.replace(op, rw.insert(made))
    return True


@pattern
def same_shape(op: onnx.ReshapeOp | onnx.ExpandOp, rw: Rewriter) -> bool | None:
    """Reshape(x, Shape(x)) --> x"""
    data = op.operands[0]
    dims, target = dims_of(data), known_ints(op.operands[1])
    if dims is None or target is None or len(dims) != len(target):
        return rw.fail("the shapes are not known")
    if data.type is not op.results[0].type:
        return rw.fail("the type would change")
    if isinstance(op, onnx.ExpandOp):
        kept = all(t == 1 or same_size(t, d) for t, d in zip(target, dims, strict=True))
    else:
        kept = is_static(shape_of(data)) or all(map(same_size, target, dims))
    if not kept:
        return rw.fail("the shape may change")
    rw.replace(op, data)
    return True


@pattern
def reshape_copies_all(op: onnx.ReshapeOp, rw: Rewriter) -> bool | None:
    """Reshape(x : tensor<?x4xf32>, [0, -1]) --> x"""
    target, shape = ints_of(op.shape), shape_of(op.data)
    if target is None or shape is None or op.allowzero or len(target) != len(shape):
        return rw.fail("ranks differ")
    if op.data.type is not op.results[0].type or product(shape) == 0:
        return rw.fail("the type would change")
    open_ends = sum(t not in (0, d) or t == -1 for t, d in zip(target, shape, strict=True))
    if open_ends > 1 or any(t > 0 and t != d for t, d in zip(target, shape, strict=True)):
        return rw.fail("more than one dimension may change")
    if DYNAMIC in shape and open_ends == 1 and 0 in shape:
        return rw.fail("an empty tensor")
    rw.replace(op, op.data)
    return True


PATTERNS: tuple[Pattern, ...] = (known_shape, constant_target, same_shape, reshape_copies_all)
