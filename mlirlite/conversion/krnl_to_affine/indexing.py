"""Affine expressions over index values, and loads, stores and loops that use them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from mlirlite.conversion._affine_expand import AffineExpander
from mlirlite.conversion.krnl_to_affine.loops import (
    constant,
    end_loop,
    legal_map,
    make_loop,
    scope_of,
)
from mlirlite.conversion.krnl_to_affine.schedule import Range
from mlirlite.dialects import affine, arith, memref
from mlirlite.ir.affine import AffineConst, AffineDim, AffineExpr, AffineMap, AffineSymbol
from mlirlite.ir.attributes import AffineMapAttr, IntegerAttr
from mlirlite.ir.block import Block
from mlirlite.ir.builder import Builder
from mlirlite.ir.types import DYNAMIC, INDEX, MemRefType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.rewriting.type_conversion import NoCounterpart


class Indexing:
    """Values as dimensions and symbols of one space; constants are numbers. Emits by a builder."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self._scope = scope_of(b)
        self._dims: dict[Value, AffineExpr] = {}
        self._symbols: dict[Value, AffineExpr] = {}

    def dim(self, value: Value) -> AffineExpr:
        """The expression for a value."""
        definer = value.defining_op
        if isinstance(definer, arith.ConstantOp) and isinstance(definer.value, IntegerAttr):
            return AffineConst(definer.value.value)
        if value in self._dims:
            return self._dims[value]
        if affine.is_valid_symbol(value, self._scope):
            return self._symbols.setdefault(value, AffineSymbol(len(self._symbols)))
        return self._dims.setdefault(value, AffineDim(len(self._dims)))

    def size(self, buffer: Value, axis: int) -> AffineExpr:
        """The size of a buffer along an axis."""
        type = buffer.type
        if not isinstance(type, MemRefType):
            raise NoCounterpart(f"a buffer must be a memref, found '{type}'")
        if type.shape[axis] != DYNAMIC:
            return AffineConst(type.shape[axis])
        definer = buffer.defining_op
        if isinstance(definer, (memref.AllocOp, memref.AllocaOp)):
            return self.dim(definer.dynamicSizes[type.shape[:axis].count(DYNAMIC)])
        axis_value = constant(self.b, axis)
        size = memref.DimOp.create((buffer, axis_value), (INDEX,))
        return self.dim(self.b.insert(size).results[0])

    def map_of(self, exprs: Sequence[AffineExpr]) -> tuple[AffineMap, tuple[Value, ...]]:
        """A map of the expressions, and its operands."""
        leaves = {leaf for e in exprs for leaf in e.leaves()}
        dims = [v for v, leaf in self._dims.items() if leaf in leaves]
        symbols = [v for v, leaf in self._symbols.items() if leaf in leaves]
        new_dims = [AffineDim(dims.index(v)) if v in dims else AffineConst(0) for v in self._dims]
        new_symbols = [
            AffineSymbol(symbols.index(v)) if v in symbols else AffineConst(0)
            for v in self._symbols
        ]
        results = tuple([e.replace(new_dims, new_symbols) for e in exprs])
        return AffineMap(len(dims), len(symbols), results), (*dims, *symbols)

    def minimum(self, exprs: Sequence[AffineExpr]) -> AffineExpr:
        """The least of several expressions, as a value."""
        map, operands = self.map_of(exprs)
        legal = legal_map(self.b, map, operands)
        if legal is None:
            expand = AffineExpander(self.b)
            return self.dim(expand.smallest(expand.map(map, operands)))
        made = affine.MinOp.create(legal[1], (INDEX,), {"map": AffineMapAttr(legal[0])})
        return self.dim(self.b.insert(made).results[0])

    def load(self, buffer: Value, indices: Sequence[AffineExpr]) -> Value:
        """The element at the indices."""
        map, operands = self.map_of(indices)
        return load(self.b, buffer, map, operands)

    def store(self, value: Value, buffer: Value, indices: Sequence[AffineExpr]) -> None:
        """Write the element at the indices."""
        map, operands = self.map_of(indices)
        store(self.b, value, buffer, map, operands)

    @contextmanager
    def loop(self, lower: AffineExpr | int, upper: Sequence[AffineExpr]) -> Iterator[AffineExpr]:
        """A loop from `lower` to the smallest of `upper`; ops emitted inside `with` are its
        body."""
        low = AffineConst(lower) if isinstance(lower, int) else lower
        extent = Range(*self.map_of([low]), *self.map_of(upper), 1)
        b = self.b
        body = Block([INDEX])
        made = make_loop(b, extent, body, ())
        outside = b.block, b.before
        b.set_end(body)
        yield self.dim(body.args[0])
        end_loop(made, (), b)
        b.block, b.before = outside


def load(b: Builder, buffer: Value, map: AffineMap, operands: Sequence[Value]) -> Value:
    """An affine.load, or a memref.load if the operands are not affine."""
    types = (element_type_of(buffer.type),)
    legal = legal_map(b, map, operands)
    if legal is None:
        indices = AffineExpander(b).map(map, operands)
        return b.insert(memref.LoadOp.create((buffer, *indices), types)).results[0]
    made = affine.LoadOp.create((buffer, *legal[1]), types, {"map": AffineMapAttr(legal[0])})
    return b.insert(made).results[0]


def store(
    b: Builder, value: Value, buffer: Value, map: AffineMap, operands: Sequence[Value]
) -> None:
    """An affine.store, or a memref.store if the operands are not affine."""
    legal = legal_map(b, map, operands)
    if legal is None:
        indices = AffineExpander(b).map(map, operands)
        b.insert(memref.StoreOp.create((value, buffer, *indices)))
        return
    b.insert(
        affine.StoreOp.create((value, buffer, *legal[1]), (), {"map": AffineMapAttr(legal[0])})
    )
