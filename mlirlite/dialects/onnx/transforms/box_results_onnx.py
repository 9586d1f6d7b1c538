"""--box-results-onnx: `return If(c) then (a : tensor<2xf32>) else (b : tensor<1x2xf32>)  -->
return If(c) then Optional(a) else Optional(b)`."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.region_types import yielded
from mlirlite.dialects.onnx.types import VARYING_RANK, OptType
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UNIT, ArrayAttr, DictionaryAttr
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FunctionType, RankedTensorType, UnrankedTensorType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.rewriter import Rewriter


@compiler_pass("box-results-onnx")
def box_results_onnx(op: Operation, state: PassState) -> None:
    """Return tensors whose rank depends on a condition as optionals, which keep their rank.

    A buffer has one rank, so the branches of an If make optionals of such tensors. The function's
    result is marked with `onnx.varying_rank`: callers receive a tensor.
    """
    for found in list(op.walk()):
        function: object = found.parent_op
        if not isinstance(found, onnx.ReturnOp) or not isinstance(function, FunctionLike):
            continue
        for value in dict.fromkeys(v for v in found.operands if has_varying_rank(v, found)):
            _box(value)
            _mark(function, [v is value for v in found.operands], value.type)
            state.count("boxed results")


def has_varying_rank(value: Value, user: Operation) -> bool:
    """Whether a value is the result of an If whose branches know their ranks, which differ, and is
    used by one op only."""
    owner = value.defining_op
    if not isinstance(value.type, UnrankedTensorType) or not isinstance(owner, onnx.IfOp):
        return False
    at = owner.results.index(value)
    ends = [(yielded(r)[at], r.entry.last) for r in owner.regions]
    return all(u is user for u in value.users) and all(
        isinstance(v.type, RankedTensorType)
        or (v.has_one_use and last is not None and has_varying_rank(v, last))
        for v, last in ends
    )


def _box(value: Value) -> None:
    """Make an optional of the result of an If, and of those in its branches that it comes from."""
    pending = [value]
    while pending:
        result = pending.pop()
        owner = result.defining_op
        if owner is None:
            continue
        result.type = OptType(result.type)
        for region in owner.regions:
            last = region.entry.last
            at = owner.results.index(result)
            inner = yielded(region)[at]
            if isinstance(inner.type, UnrankedTensorType):
                pending.append(inner)
            elif last is not None:
                made = Rewriter(region.entry, last, owner.location).insert(
                    onnx.OptionalOp.create((inner,), (OptType(inner.type),))
                )
                last.set_operand(at, made.results[0])


def _mark(function: FunctionLike, boxed: Sequence[bool], type: Type) -> None:
    """Give results of a function the type of what has been boxed, and note that they have been."""
    signature = function.signature()
    results = [type if b else r for b, r in zip(boxed, signature.results, strict=True)]
    function.properties["function_type"] = FunctionType(signature.inputs, tuple(results))
    given = function.properties.get("res_attrs")
    old = given if isinstance(given, ArrayAttr) else [DictionaryAttr()] * len(boxed)
    entries = [
        DictionaryAttr((*entry.entries, (VARYING_RANK, UNIT)))
        if isinstance(entry, DictionaryAttr) and is_boxed
        else entry
        for entry, is_boxed in zip(old, boxed, strict=True)
    ]
    function.properties["res_attrs"] = ArrayAttr(tuple(entries))
