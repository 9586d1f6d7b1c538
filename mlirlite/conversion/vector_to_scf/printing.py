"""vector.print of a vector → loops that print its elements between brackets and commas."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion._create import create
from mlirlite.conversion._vector import scalable_dims
from mlirlite.conversion.vector_to_scf.transfer import element
from mlirlite.dialects import arith, scf, vector
from mlirlite.dialects._index_values import index_constant
from mlirlite.dialects.arith.enums import CmpIPredicate
from mlirlite.dialects.vector.enums import PrintPunctuation, PrintPunctuationAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.types import INDEX, IntegerType, VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.pattern import pattern
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.rewriting.type_conversion import NoCounterpart


def _print(b: Builder, word: PrintPunctuation, *source: Value) -> vector.PrintOp:
    properties = {"punctuation": PrintPunctuationAttr(word)}
    return b.insert(vector.PrintOp.create(source, (), dict(properties)))


@pattern
def print_element_by_element(op: vector.PrintOp, rw: Rewriter) -> bool | None:
    """print %v : vector<4xf32> --> print "("; scf.for { print extract(%v)[%i]; print "," }; …"""
    source = op.source
    if source is None or not isinstance(source.type, VectorType):
        return rw.fail("it prints no vector")
    type = source.type
    if type.rank > 1 and type.is_scalable:
        return rw.fail("a scalable vector of several dimensions")
    value, type = _widened(rw, source, type)
    shape = type.shape or (1,)
    if type.rank != 1:
        flat = VectorType((type.num_elements,), type.element_type)
        value = create(rw, vector.ShapeCastOp, (value,), flat)
    counters: list[Value] = []
    first_close: vector.PrintOp | None = None
    flags = scalable_dims(type) or (False,)
    for size, scalable in zip(shape, flags, strict=True):
        zero, count, one = (index_constant(rw, n) for n in (0, size, 1))
        if scalable:
            scale = create(rw, vector.VectorScaleOp, (), INDEX)
            count = rw.insert(arith.MulIOp(count, scale)).result
        last = rw.insert(arith.SubIOp(count, one)).result
        _print(rw, PrintPunctuation.open)
        block = Block((INDEX,))
        rw.insert(scf.ForOp.create((zero, count, one), (), None, None, (Region([block]),)))
        close = _print(rw, PrintPunctuation.close)
        first_close = first_close or close
        counter = block.args[0]
        counters.append(counter)
        rw.set_end(block)
        rw.insert(scf.YieldOp.create(()))
        rw.set_start(block)
        rest = arith.CmpIOp(CmpIPredicate.ult, counter, last)
        more = rw.insert(rest).result
        inner = Block()
        b = Builder.at_end(inner)
        b.location = rw.location
        _print(b, PrintPunctuation.comma)
        b.insert(scf.YieldOp.create(()))
        rw.insert(scf.IfOp.create((more,), (), None, None, (Region([inner]), Region())))
        rw.set_start(block)
    place = _flat_place(rw, counters, shape)
    _print(rw, PrintPunctuation.no_punctuation, element(rw, value, place))
    if first_close is not None:
        rw.set_after(first_close)
    rw.insert(vector.PrintOp.create((), (), {"punctuation": op.properties["punctuation"]}))
    rw.erase(op)
    return True


def _flat_place(rw: Rewriter, counters: list[Value], shape: tuple[int, ...]) -> Value:
    """The row-major number of the element at the counters."""
    found: Value | None = None
    stride = 1
    for counter, size in zip(reversed(counters), reversed(shape), strict=True):
        part = rw.insert(arith.MulIOp(index_constant(rw, stride), counter)).result
        found = part if found is None else rw.insert(arith.AddIOp(found, part)).result
        stride *= size
    if found is None:
        raise NoCounterpart("a vector without a dimension has one element")
    return found


def _widened(rw: Rewriter, value: Value, type: VectorType) -> tuple[Value, VectorType]:
    """Integers as wide as a power of two of at least 8 bits."""
    integer = type.element_type
    if not isinstance(integer, IntegerType):
        return value, type
    width = max(8, 1 << (integer.width - 1).bit_length())
    signless = type.replace(element_type=IntegerType(integer.width))
    target = type.replace(element_type=integer.replace(width=width))
    wide = type.replace(element_type=IntegerType(width))
    value = create(rw, vector.BitCastOp, (value,), signless)
    if signless is not wide:
        unsigned = integer.width == 1 or integer.is_unsigned
        cls: Any = arith.ExtUIOp if unsigned else arith.ExtSIOp
        value = rw.insert(cls.create((value,), (wide,))).results[0]
    return create(rw, vector.BitCastOp, (value,), target), target
