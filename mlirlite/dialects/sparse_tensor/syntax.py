"""The syntax of ranges of levels and of metadata, and the types of buffers."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.sparse_tensor.encoding import encoding_of
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import IntegerAttr, StridedLayoutAttr
from mlirlite.ir.context import builtin_dialect
from mlirlite.ir.types import DYNAMIC, INDEX, MemRefType
from mlirlite.ods.hooks import DataOp, behavior, directive, inference


def type_named(name: str) -> Any:
    """A class of a type of the dialect."""
    dialect = builtin_dialect("sparse_tensor")
    return dialect.type_class(f"sparse_tensor.{name}") if dialect is not None else None


def read_range(p: Any) -> tuple[int, int]:
    """`2 to 4`, or `2` alone for one level."""
    low = p.integer()
    high = p.integer() if p.optional_keyword("to") else low + 1
    if high <= low:
        raise p.error("expect larger level upper bound than lower bound")
    return low, high


def range_words(low: int, high: int) -> str:
    """The text of a range of levels."""
    return str(low) if low + 1 == high else f"{low} to {high}"


@directive("LevelRange", "sparse_tensor")
class LevelRange:
    """The levels of an op."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[IntegerAttr, IntegerAttr]:
        low, high = read_range(p)
        return IntegerAttr(low, INDEX), IntegerAttr(high, INDEX)

    @staticmethod
    def print(p: Any, op: DataOp, low: IntegerAttr, high: IntegerAttr) -> None:
        p.text(range_words(low.value, high.value))


@behavior("!sparse_tensor.iter_space", "!sparse_tensor.iterator")
class RangeSyntax:
    """`!sparse_tensor.iterator<#sparse_tensor.encoding<…>, lvls = 0 to 2>`."""

    @classmethod
    def parse(cls: Any, p: Any) -> Any:
        p.expect("<")
        encoding = p.attribute()
        p.expect(",")
        p.expect("lvls")
        p.expect("=")
        low, high = read_range(p)
        p.expect(">")
        return cls(encoding, low, high)

    def print(self: Any, p: Any) -> None:
        p.text("<")
        p.attribute(self.encoding)
        p.text(f", lvls = {range_words(self.loLvl, self.hiLvl)}>")


@behavior("!sparse_tensor.storage_specifier")
class SpecifierSyntax:
    """`!sparse_tensor.storage_specifier<#sparse_tensor.encoding<…>>`, without what does not change
    what is stored."""

    @classmethod
    def parse(cls: Any, p: Any) -> Any:
        p.expect("<")
        where = p.here()
        encoding = p.attribute()
        holder = type("Holder", (), {"encoding": encoding})
        found = encoding_of(holder)
        if found is None:
            raise p.error("expected an encoding of a sparse tensor", where)
        p.expect(">")
        return cls(found.stored)

    def print(self: Any, p: Any) -> None:
        p.text("<")
        p.attribute(self.encoding)
        p.text(">")


def _buffer(op: DataOp, element: Any, *, strided: bool = False) -> list[Type]:
    type = op.operands[0].type
    encoding = encoding_of(type)
    if encoding is None:
        return []
    layout = StridedLayoutAttr((DYNAMIC,), DYNAMIC) if strided else None
    shape = (*encoding.batch_shape(type.shape), DYNAMIC)
    return [MemRefType(shape, element(encoding), layout)]


@inference("sparse_tensor.positions")
def positions(op: DataOp) -> list[Type]:
    """The buffer of a level's positions."""
    return _buffer(op, lambda encoding: encoding.position_type)


@inference("sparse_tensor.coordinates")
def coordinates(op: DataOp) -> list[Type]:
    """The buffer of a level's coordinates; with strides where several levels share it."""
    encoding = encoding_of(op.operands[0].type)
    shared = encoding is not None and encoding.coordinates_start <= op.level
    return _buffer(op, lambda encoding: encoding.coordinate_type, strided=shared)


@inference("sparse_tensor.coordinates_buffer")
def coordinates_buffer(op: DataOp) -> list[Type]:
    """The buffer of all coordinates."""
    return _buffer(op, lambda encoding: encoding.coordinate_type)


@inference("sparse_tensor.values")
def values(op: DataOp) -> list[Type]:
    """The buffer of values."""
    return _buffer(op, lambda encoding: op.operands[0].type.element_type)


@inference("sparse_tensor.extract_iteration_space")
def iteration_space(op: DataOp) -> list[Type]:
    """The space of these levels."""
    encoding = encoding_of(op.operands[0].type)
    return [type_named("iter_space")(encoding, op.loLvl, op.hiLvl)]


@inference("sparse_tensor.extract_value")
def extracted(op: DataOp) -> list[Type]:
    """The element of the tensor."""
    return [op.operands[0].type.element_type]
