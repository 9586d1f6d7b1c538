"""krnl.unroll: a loop of a constant number of iterations becomes that many copies of its body."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.conversion.krnl_to_affine.loops import apply_map, constant, scope_of
from mlirlite.conversion.krnl_to_affine.schedule import Range
from mlirlite.dialects import krnl
from mlirlite.ir.affine import AffineDim, AffineMap
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import DiagnosticError


def unroll(loop: Operation, extent: Range, asked: krnl.UnrollOp) -> None:
    """Unroll a loop fully. DiagnosticError when its number of iterations is not a constant."""
    count = extent.constant_count
    if count is None:
        raise DiagnosticError(
            asked.error("asks to unroll a loop whose number of iterations is not a constant").note(
                "the loop is here", loop.where
            )
        )
    b = Builder.before_op(loop)
    body = loop.regions[0].block
    iv, *carried = body.args
    values: Sequence[Value] = loop.operands[len(loop.operands) - len(carried) :]
    yielded: Sequence[Value] = ()
    if body.last is not None:
        yielded = body.last.operands
        body.last.erase()
    indices = _Indices(b, extent) if iv.has_uses or iv in yielded else None
    for k in range(count):
        copies: dict[Value, Value] = dict(zip(carried, values, strict=True))
        if indices is not None:
            copies[iv] = indices.at(k)
        if k < count - 1:
            for op in body:
                b.insert(op.clone(copies))
        else:  # the last copy is the body itself
            for old, new in copies.items():
                old.replace_all_uses_with(new)
            for op in body:
                op.move_before(loop)
        values = [copies.get(v, v) for v in yielded]
    loop.replace_all_uses_with(values)
    loop.erase()


class _Indices:
    """The induction variable's value in each copy."""

    def __init__(self, b: Builder, extent: Range) -> None:
        self.b = b
        self.step = extent.step
        self.first = extent.lower.single_constant
        self.base = (
            apply_map(b, extent.lower, extent.lower_operands) if self.first is None else None
        )

    def at(self, k: int) -> Value:
        """The index of iteration k."""
        offset = k * self.step
        if self.base is None:
            # onnx-mlir puts the first one at the top of the function
            scope = scope_of(self.b) if k == 0 else None
            b = self.b if scope is None else Builder.at_start(scope.entry)
            return constant(b, (self.first or 0) + offset)
        return apply_map(self.b, AffineMap(1, 0, (AffineDim(0) + offset,)), (self.base,))
