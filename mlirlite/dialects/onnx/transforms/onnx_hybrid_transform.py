"""--onnx-hybrid-transform: `Reshape(x, Concat([2], [3])) : tensor<*xf32>  -->  Reshape(x, [2, 3]) :
tensor<2x3xf32>`: shapes and the graph passes as one fixpoint."""

from __future__ import annotations

import importlib

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import refine
from mlirlite.dialects.onnx.transforms import decompose_onnx
from mlirlite.dialects.onnx.transforms._recompose_math import MATH
from mlirlite.dialects.onnx.transforms.constprop_onnx import constant_patterns
from mlirlite.dialects.onnx.transforms.dead_outputs_onnx import PATTERNS as DEAD_OUTPUTS
from mlirlite.dialects.onnx.transforms.simplify_shape_related_ops_onnx import PATTERNS as SHAPES
from mlirlite.ir.attribute import Type
from mlirlite.ir.interfaces import FunctionLike, InferShape
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FunctionType, RankedTensorType, TensorType
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.greedy import apply_patterns_greedily
from mlirlite.rewriting.pattern import CANONICAL, Pattern, PatternSet, pattern
from mlirlite.rewriting.rewriter import Rewriter


@compiler_pass("onnx-hybrid-transform")
def onnx_hybrid_transform(
    op: Operation, state: PassState, *, recompose: bool = True, max_iterations: int = 10
) -> None:
    """Infer shapes, fold constants, decompose, recompose and canonicalize, all at once.

    Each uses the results of the others at once, until nothing changes.

    recompose: find normalizations and Gelu that are written by simpler operators
    max_iterations: the most rounds over the IR
    """
    importlib.import_module("mlirlite.dialects.onnx.canonicalize")
    chosen = [
        sharper_types,
        *constant_patterns(),
        *decompose_onnx.PATTERNS,
        *SHAPES,
        *DEAD_OUTPUTS,
        *(MATH if recompose else ()),
    ]
    patterns = _WithCanonical(chosen)
    apply_patterns_greedily(op, patterns, max_iterations=max_iterations, count=state.count)
    for inner in op.walk():
        _return_what_is_known(inner)


class _WithCanonical(PatternSet):
    """Patterns, and the canonical forms of the dialects that are loaded."""

    def for_class(self, cls: type[Operation]) -> tuple[Pattern, ...]:
        return *super().for_class(cls), *CANONICAL.for_class(cls)


@pattern(benefit=10)
def sharper_types(op: OnnxOp, rw: Rewriter) -> bool | None:
    """Relu(x : tensor<2xf32>) : tensor<*xf32> --> Relu(x : tensor<2xf32>) : tensor<2xf32>"""
    try:
        inferred = op.infer_shapes()
        others = [*op.infer_argument_types(), *op.infer_operand_types()]
    except ValueError:
        return rw.fail("the operands contradict each other")
    pairs = [*zip(op.results, inferred, strict=True), *others]
    changed = False
    for value, type in pairs:
        sharp = _sharper(value.type, type)
        if sharp is None or not all(_takes(user) for user in value.users):
            continue
        rw.set_type(value, sharp)
        changed = True
        for user in value.users:
            parent = user.parent_op
            if isinstance(user, onnx.YieldOp) and parent is not None:
                rw.notify_modified(parent)
    return changed


def _sharper(known: Type, found: Type) -> Type | None:
    """The combination of both types, if it is more precise than the known one."""
    if not isinstance(known, TensorType) or not isinstance(found, RankedTensorType):
        return None
    shape = known.shape if isinstance(known, RankedTensorType) else None
    try:
        both = refine(shape, found.shape)
    except ValueError:
        return None
    if both is None or both == shape or known.element_type is not found.element_type:
        return None
    sharp: Type = RankedTensorType(both, known.element_type)
    return sharp


def _takes(user: Operation) -> bool:
    return isinstance(user, (InferShape, onnx.ReturnOp, onnx.YieldOp))


def _return_what_is_known(function: Operation) -> None:
    """Update the function's type to the returned values."""
    if not isinstance(function, FunctionLike) or function.is_declaration:
        return
    last = function.body.entry.last
    if isinstance(last, onnx.ReturnOp):
        type = FunctionType(function.signature().inputs, last.operand_types)
        function.properties["function_type"] = type
