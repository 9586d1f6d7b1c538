"""Elements of fewer than 8 bits, and floats of 8: onnx only casts them.

%0 = stablehlo.add %a, %b : tensor<4xi4>  -->  an add of i8, converted to i4 and back

So every op computes in a wider type, and its results are rounded to the small one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.context import builtin_dialect
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import F32, I1, FloatType, IntegerType, RankedTensorType
from mlirlite.ir.values import Value

_EXACT = frozenset(
    f"stablehlo.{name}" for name in ("convert", "bitcast_convert", "constant", "bitcast")
)
"""Ops that take and give small types themselves."""


def widen_small_types(functions: Iterable[Operation], entry: Operation) -> None:
    """Rewrite functions so that values of small types are in wider ones, but for arguments and
    results of the entry."""
    ops = [op for function in functions for op in function.walk()]
    if not any(_wide(v.type) for op in ops for v in (*op.results, *_arguments(op))):
        return
    walker = _Walker(entry)
    for op in ops:
        walker.visit(op)


def _wide(type: Type) -> RankedTensorType | None:
    """The type that a small one is held in; None for other types."""
    if not isinstance(type, RankedTensorType):
        return None
    element = type.element_type
    if isinstance(element, FloatType) and element.width <= 8:
        return type.replace(element_type=F32)
    if isinstance(element, IntegerType) and element.width < 8 and element is not I1:
        return type.replace(element_type=IntegerType(8, element.signedness))
    return None


def _arguments(op: Operation) -> list[Value]:
    return [a for region in op.regions for block in region for a in block.args]


class _Walker:
    def __init__(self, entry: Operation) -> None:
        self.entry = entry
        self.small: dict[Value, Value | RankedTensorType] = {}
        """For each value of a wider type the one of the small type, or the type that it has."""

    def visit(self, op: Operation) -> None:
        """Change an op, whose operands have been visited."""
        if op.name in _EXACT or (op.parent_op is self.entry and op.name == "func.return"):
            for i, operand in enumerate(op.operands):
                if operand in self.small:
                    op.set_operand(i, self._narrowed(operand, op))
        for argument in _arguments(op):
            if op is self.entry:
                self._hold(argument, op.regions[0].entry.first)
            else:
                self._widen(argument)
        for result in op.results:
            if op.name not in _EXACT and self._widen(result):
                rounded = self._convert(result, self.small[result], op.next)
                result.replace_uses_except(rounded, rounded.defining_op)
                result = rounded
            self._hold(result, result.defining_op.next)

    def _widen(self, value: Any) -> bool:
        """Give a value the wider type; whether it had a small one."""
        wide = _wide(value.type)
        if wide is not None:
            self.small[value] = value.type
            value.type = wide
        return wide is not None

    def _hold(self, value: Value, before: Operation | None) -> None:
        """Let the uses of a value of a small type have the wider one."""
        wide = _wide(value.type)
        if wide is not None and before is not None:
            held = self._convert(value, wide, before)
            value.replace_uses_except(held, held.defining_op)
            self.small[held] = value

    def _narrowed(self, value: Value, before: Operation) -> Value:
        small = self.small[value]
        return small if isinstance(small, Value) else self._convert(value, small, before)

    def _convert(self, value: Value, type: Any, before: Any) -> Any:
        """The value in another type, which is found before an op."""
        dialect: Any = builtin_dialect("stablehlo")
        cls = dialect.op_class("stablehlo.convert")
        op = cls.create([value], [type], {}, location=before.location)
        before.parent.insert_before(before, op)
        return op.results[0]
