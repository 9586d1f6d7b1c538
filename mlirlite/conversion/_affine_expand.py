"""Index arithmetic: affine expressions and maps as arith ops, in upstream's order.

(d0 + 1, d0 mod 4)(%x)  -->  arith.addi %x, %c1; arith.remsi %x, %c4, …
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects import arith
from mlirlite.ir.affine import AffineBinary, AffineConst, AffineDim, AffineExpr, AffineMap
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import TRUE, IntegerAttr, i64_attr
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I1, INDEX
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import DiagnosticError

_NSW = {
    "overflowFlags": arith.IntegerOverflowFlagsAttr(arith.IntegerOverflowFlags.nsw),
}
_NSW_NUW = {
    "overflowFlags": arith.IntegerOverflowFlagsAttr(
        arith.IntegerOverflowFlags.nsw | arith.IntegerOverflowFlags.nuw
    ),
}
_WRAP = {"overflowFlags": arith.NO_OVERFLOW}
_INDEX = (INDEX,)


class AffineExpander:
    """Emits through a builder (or rewriter), at its insertion point and with its location."""

    def __init__(self, b: Builder, op: Operation | None = None) -> None:
        self.b = b
        self.op = op
        """The op that is lowered, for messages."""

    def _emit(
        self,
        cls: Any,
        operands: Sequence[Value],
        properties: dict[str, Attribute] | None = None,
        type: Any = _INDEX,
    ) -> Value:
        b = self.b
        made: Operation = cls.create(operands, type, properties, None, (), (), b.location)
        return b.insert(made).results[0]

    def constant(self, value: int) -> Value:
        """`arith.constant value : index`."""
        return self._emit(arith.ConstantOp, (), {"value": IntegerAttr(value, INDEX)})

    def add(self, a: Value, b: Value, *, nsw: bool = False) -> Value:
        """The sum."""
        return self._emit(arith.AddIOp, (a, b), dict(_NSW if nsw else _WRAP))

    def sub(self, a: Value, b: Value) -> Value:
        """The difference."""
        return self._emit(arith.SubIOp, (a, b), dict(_WRAP))

    def mul(self, a: Value, b: Value, *, unsigned: bool = False) -> Value:
        """The product, which does not overflow; with `unsigned`, not even as an unsigned number."""
        return self._emit(arith.MulIOp, (a, b), dict(_NSW_NUW if unsigned else _NSW))

    def div(self, a: Value, b: Value) -> Value:
        """The quotient rounded toward zero."""
        return self._emit(arith.DivSIOp, (a, b))

    def floor_div(self, a: Value, b: Value) -> Value:
        """The quotient rounded down."""
        return self._emit(arith.FloorDivSIOp, (a, b))

    def rem(self, a: Value, b: Value) -> Value:
        """The remainder with the sign of the dividend."""
        return self._emit(arith.RemSIOp, (a, b))

    def compare(self, predicate: arith.CmpIPredicate, a: Value, b: Value) -> Value:
        """The result of a comparison as i1."""
        return self._emit(arith.CmpIOp, (a, b), {"predicate": i64_attr(int(predicate))}, (I1,))

    def both(self, a: Value, b: Value) -> Value:
        """The conjunction of two i1."""
        return self._emit(arith.AndIOp, (a, b), None, (I1,))

    def truth(self) -> Value:
        """`true`."""
        return self._emit(arith.ConstantOp, (), {"value": TRUE}, (I1,))

    def select(self, condition: Value, a: Value, b: Value) -> Value:
        """One of two indices."""
        return self._emit(arith.SelectOp, (condition, a, b))

    def smallest(self, values: Sequence[Value]) -> Value:
        """The least value."""
        return self._reduce(arith.MinSIOp, values)

    def largest(self, values: Sequence[Value]) -> Value:
        """The greatest value."""
        return self._reduce(arith.MaxSIOp, values)

    def _reduce(self, cls: Any, values: Sequence[Value]) -> Value:
        found = values[0]
        for value in values[1:]:
            found = self._emit(cls, (found, value))
        return found

    def map(self, map: AffineMap, operands: Sequence[Value]) -> list[Value]:
        """The results of a map for its dimensions and symbols."""
        dims, symbols = operands[: map.num_dims], operands[map.num_dims :]
        return [self.expression(e, dims, symbols) for e in map.results]

    def expression(self, e: AffineExpr, dims: Sequence[Value], symbols: Sequence[Value]) -> Value:
        """The value of an expression. DiagnosticError when it divides by a constant below 1."""
        if not isinstance(e, AffineBinary):
            return self._leaf(e, dims, symbols)
        stack: list[Value] = []
        for node in e.nodes():
            if isinstance(node, AffineBinary):
                rhs = stack.pop()
                stack.append(self._binary(node, stack.pop(), rhs))
            else:
                stack.append(self._leaf(node, dims, symbols))
        return stack[0]

    def _leaf(self, e: Any, dims: Sequence[Value], symbols: Sequence[Value]) -> Value:
        if isinstance(e, AffineConst):
            return self.constant(e.value)
        return dims[e.position] if isinstance(e, AffineDim) else symbols[e.position]

    def _binary(self, e: AffineBinary, lhs: Value, rhs: Value) -> Value:
        kind = e.kind
        if kind == "+":
            return self.add(lhs, rhs)
        if kind == "*":
            return self.mul(lhs, rhs)
        if isinstance(e.rhs, AffineConst) and e.rhs.value < 1:
            words = "modulo" if kind == "mod" else "division"
            raise DiagnosticError(
                f"{words} by non-positive value is not supported",
                self.op.where if self.op is not None else None,
            )
        if kind == "mod":
            return self.modulo(lhs, rhs)
        return self._floordiv(lhs, rhs) if kind == "floordiv" else self._ceildiv(lhs, rhs)

    def modulo(self, a: Value, b: Value, *, nsw: bool = False, zero: Value | None = None) -> Value:
        """The remainder with the sign of the divisor, which is positive."""
        rest = self.rem(a, b)
        zero = self.constant(0) if zero is None else zero
        negative = self.compare(arith.CmpIPredicate.slt, rest, zero)
        return self.select(negative, self.add(rest, b, nsw=nsw), rest)

    def _floordiv(self, a: Value, b: Value) -> Value:
        zero, minus_one = self.constant(0), self.constant(-1)
        negative = self.compare(arith.CmpIPredicate.slt, a, zero)
        flipped = self.sub(minus_one, a)
        quotient = self.div(self.select(negative, flipped, a), b)
        return self.select(negative, self.sub(minus_one, quotient), quotient)

    def _ceildiv(self, a: Value, b: Value) -> Value:
        zero, one = self.constant(0), self.constant(1)
        not_positive = self.compare(arith.CmpIPredicate.sle, a, zero)
        flipped = self.sub(zero, a)
        less = self.sub(a, one)
        quotient = self.div(self.select(not_positive, flipped, less), b)
        negated = self.sub(zero, quotient)
        more = self.add(quotient, one)
        return self.select(not_positive, negated, more)
