"""Sizes and indices: numbers for static shapes, IR for dynamic ones.

`(i * 2 + k) // 3` is an int for ints; for loop variables it is one affine.apply, made when used.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.emitter import Emitter
from mlirlite.dialects import affine, arith, memref
from mlirlite.ir.affine import AffineConst, AffineDim, AffineExpr, AffineMap, with_dims
from mlirlite.ir.attributes import AffineMapAttr, IntegerAttr
from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import Value


class IndexExpr:
    """An affine expression over index values. Sums, and products and quotients by constants, stay
    affine; anything else becomes arith ops at once. Division is for non-negative numbers."""

    __slots__ = ("builder", "expr")

    def __init__(self, builder: Indices, expr: AffineExpr) -> None:
        self.builder = builder
        self.expr = expr

    def _of(self, expr: AffineExpr) -> Ix:
        return expr.value if isinstance(expr, AffineConst) else IndexExpr(self.builder, expr)

    def __add__(self, other: Ix) -> Ix:
        return self._of(self.expr + _expr(other))

    __radd__ = __add__

    def __sub__(self, other: Ix) -> Ix:
        return self._of(self.expr - _expr(other))

    def __rsub__(self, other: Ix) -> Ix:
        return self._of(_expr(other) - self.expr)

    def __neg__(self) -> Ix:
        return self._of(-self.expr)

    def __mul__(self, other: Ix) -> Ix:
        if isinstance(other, int):
            return self._of(self.expr * other)
        return self._arith(arith.MulIOp, other)

    __rmul__ = __mul__

    def __floordiv__(self, other: Ix) -> Ix:
        if isinstance(other, int) and other > 0:
            return self._of(self.expr // other)
        return self._arith(arith.DivSIOp, other)

    def __rfloordiv__(self, other: int) -> Ix:
        return self.builder.emit_index(arith.DivSIOp, other, self)

    def __mod__(self, other: Ix) -> Ix:
        if isinstance(other, int) and other > 0:
            return self._of(self.expr % other)
        return self._arith(arith.RemSIOp, other)

    def __rmod__(self, other: int) -> Ix:
        return self.builder.emit_index(arith.RemSIOp, other, self)

    def ceildiv(self, other: Ix) -> Ix:
        """The quotient rounded up."""
        if isinstance(other, int) and other > 0:
            return self._of(self.expr.ceildiv(other))
        return (self + other - 1) // other

    def larger(self, other: Ix) -> Ix:
        """The larger one of two indices."""
        return self.builder.index_max(self, other)

    def _arith(self, op: type, other: Ix) -> Ix:
        return self.builder.emit_index(op, self, other)


Ix = int | IndexExpr


def _expr(value: Ix) -> AffineExpr:
    return AffineConst(value) if isinstance(value, int) else value.expr


def ceildiv(a: Ix, b: Ix) -> Ix:
    """`a / b` rounded up."""
    if isinstance(a, int) and isinstance(b, int):
        return -(-a // b)
    if isinstance(a, int):
        return (a + b - 1) // b
    return a.ceildiv(b)


def product(sizes: Sequence[Ix]) -> Ix:
    """The product of sizes; 1 for none."""
    result: Ix = 1
    for size in sizes:
        result = result * size
    return result


class IndexSpace:
    """Numbers the index values of one function, so that expressions over them compose."""

    def __init__(self) -> None:
        self._values: list[Value] = []
        self._dims: dict[Value, AffineDim] = {}

    def dim(self, value: Value) -> AffineExpr:
        """The dimension that stands for a value."""
        found = self._dims.get(value)
        if found is None:
            found = self._dims[value] = AffineDim(len(self._values))
            self._values.append(value)
        return found

    def map_of(self, exprs: Sequence[Ix]) -> tuple[AffineMap, list[Value]]:
        """A map with one result per expression, and the values of its dimensions."""
        map, used = _map_of(tuple([_expr(e) for e in exprs]))
        return map, [self._values[i] for i in used]

    def value_of(self, e: IndexExpr) -> Value | None:
        """The value of an expression that consists only of it."""
        return self._values[e.expr.position] if isinstance(e.expr, AffineDim) else None


@lru_cache(1 << 14)
def _map_of(exprs: tuple[AffineExpr, ...]) -> tuple[AffineMap, list[int]]:
    """A map of expressions, and the dimensions that its own stand for. Equal nodes have equal
    ones."""
    used = sorted({d.position for e in exprs for d in e.leaves() if isinstance(d, AffineDim)})
    where: dict[int, AffineExpr] = {at: AffineDim(i) for i, at in enumerate(used)}
    return AffineMap(len(used), 0, tuple([with_dims(e, where) for e in exprs])), used


def apply_op(space: IndexSpace, e: IndexExpr) -> affine.ApplyOp:
    """A detached affine.apply that computes an expression."""
    map, values = space.map_of([e])
    return affine.ApplyOp.create(values, (INDEX,), {"map": AffineMapAttr(map)})


class Indices(Emitter):
    """An emitter that knows index expressions."""

    def __init__(self, op: Operation, rewriter: Any) -> None:
        super().__init__(op, rewriter)
        self.space = IndexSpace()
        self._applied: dict[tuple[AffineExpr, Block], Value] = {}
        self._sizes: dict[tuple[Value, int], Ix] = {}

    def value(self, index: Ix) -> Value:
        """An SSA value of type index."""
        if isinstance(index, int):
            return self.constant(IntegerAttr(index, INDEX))
        value = self.space.value_of(index)
        if value is None:
            key = index.expr, self.rewriter.block
            value = self._applied.get(key)
            if value is None:
                value = self.insert(apply_op(self.space, index)).results[0]
                self._applied[key] = value
        return value

    def index_of(self, value: Value) -> IndexExpr:
        """The index expression of an index value."""
        return IndexExpr(self, self.space.dim(value))

    def size_of(self, buffer: Value, dim: int) -> Ix:
        """The size of a memref in a dynamic dimension."""
        found = self._sizes.get((buffer, dim))
        if found is None:
            made = self.insert(memref.DimOp(buffer, self.value(dim)))
            found = self.index_of(made.results[0])
            if not self._loops:
                self._sizes[buffer, dim] = found
        return found

    def emit_index(self, op: type[Operation], *operands: Ix) -> Ix:
        """Insert an op on indices and return its result as an index expression."""
        return self.index_of(self.emit(op, [self.value(o) for o in operands], type=INDEX))

    def index_max(self, a: Ix, b: Ix) -> Ix:
        """The larger index."""
        if isinstance(a, int) and isinstance(b, int):
            return max(a, b)
        return self.emit_index(arith.MaxSIOp, a, b)

    def index_min(self, a: Ix, b: Ix) -> Ix:
        """The smaller index."""
        if isinstance(a, int) and isinstance(b, int):
            return min(a, b)
        return self.emit_index(arith.MinSIOp, a, b)
