"""Promoting memory to values: loads and stores of another type, or of a part, of the value that a
slot holds, and block intrinsics on it."""

from collections.abc import Callable

from mlirlite.dialects.dlti.layout import is_big_endian
from mlirlite.dialects.llvm.arithmetic import AndOp, LShrOp, OrOp, ShlOp
from mlirlite.dialects.llvm.casts import (
    AddrSpaceCastOp,
    BitcastOp,
    IntToPtrOp,
    PtrToIntOp,
    TruncOp,
    ZExtOp,
)
from mlirlite.dialects.llvm.types import LLVMArrayType, LLVMStructType, is_pointer
from mlirlite.dialects.llvm.values import ConstantOp
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FloatType, IntegerType, VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.folding import constant_value, create_or_fold

_POINTER_BITS = 64


def size_in_bits(type: Type) -> int | None:
    """Bits of a number, a pointer or a vector of numbers; None for other types."""
    if is_pointer(type):
        return _POINTER_BITS
    if isinstance(type, (IntegerType, FloatType)):
        return type.width
    if isinstance(type, VectorType) and not type.is_scalable:
        element = type.element_type
        bits = None if is_pointer(element) else size_in_bits(element)
        return None if bits is None else bits * type.num_elements
    return None


def size_in_bytes(type: Type) -> int | None:
    """Bytes that a number, a pointer or a vector of numbers takes; None for other types."""
    bits = size_in_bits(type)
    return None if bits is None else -(-bits // 8)


def converts(source: Type, target: Type, *, narrowing: bool) -> bool:
    """Whether a value can be converted to another type by casts and truncation."""
    if source is target:
        return True
    if any(isinstance(t, (LLVMStructType, LLVMArrayType)) for t in (source, target)):
        return False
    a, b = size_in_bytes(source), size_in_bytes(target)
    if a is None or b is None:
        return False
    if is_pointer(source) and is_pointer(target):
        return a == b
    return b <= a if narrowing else b >= a


def _constant(b: Builder, number: int, type: Type) -> Value:
    made: Operation = b.insert(ConstantOp(IntegerAttr(number, type), res=type))
    return made.results[0]


def _as_integer(b: Builder, value: Value) -> Value:
    type = value.type
    bits = size_in_bits(type)
    if isinstance(type, IntegerType) or bits is None:
        return value
    cast = PtrToIntOp if is_pointer(type) else BitcastOp
    return create_or_fold(b, cast(value, res=IntegerType(bits)))


def _from_integer(b: Builder, value: Value, type: Type) -> Value:
    if value.type is type:
        return value
    cast = IntToPtrOp if is_pointer(type) else BitcastOp
    return create_or_fold(b, cast(value, res=type))


def _same_size(b: Builder, value: Value, type: Type) -> Value:
    if value.type is type:
        return value
    if is_pointer(value.type) and is_pointer(type):
        return create_or_fold(b, AddrSpaceCastOp(value, res=type))
    return _from_integer(b, _as_integer(b, value), type)


def part_of(b: Builder, value: Value, type: Type, at: Operation) -> Value:
    """The first bits of a value, as another type: what a load of this type reads."""
    bits, wanted = size_in_bits(value.type), size_in_bits(type)
    if bits == wanted or bits is None or wanted is None:
        return _same_size(b, value, type)
    number = _as_integer(b, value)
    if is_big_endian(at):
        shift = _constant(b, bits - wanted, number.type)
        number = create_or_fold(b, LShrOp(number, shift, res=number.type))
    number = b.insert(TruncOp(number, res=IntegerType(wanted))).results[0]
    return _from_integer(b, number, type)


def with_part(
    b: Builder, value: Value, type: Type, current: Callable[[], Value], at: Operation
) -> Value:
    """What a slot of a type holds once a value has been stored to its first bits."""
    bits, given = size_in_bits(type), size_in_bits(value.type)
    if bits == given or bits is None or given is None:
        return _same_size(b, value, type)
    whole = _as_integer(b, current())
    part = create_or_fold(b, ZExtOp(_as_integer(b, value), res=whole.type))
    mask = -(1 << given)
    if is_big_endian(at):
        shift = _constant(b, bits - given, whole.type)
        part = create_or_fold(b, ShlOp(part, shift, res=whole.type))
        mask = (1 << (bits - given)) - 1
    kept = create_or_fold(b, AndOp(whole, _constant(b, mask, whole.type), res=whole.type))
    return _from_integer(b, create_or_fold(b, OrOp(kept, part, res=whole.type)), type)


def repeated_byte(b: Builder, byte: Value, type: Type) -> Value:
    """A number whose bytes are all the same."""
    bits = size_in_bits(type)
    if bits is None:
        raise ValueError(f"{type} is not a number")
    number, integer = byte, IntegerType(bits)
    known = constant_value(byte)
    if isinstance(known, IntegerAttr):
        pattern = int.from_bytes(bytes([known.value & 0xFF]) * (bits // 8), "little", signed=True)
        number = _constant(b, pattern, integer)
    elif bits > 8:
        number = b.insert(ZExtOp(byte, res=integer)).results[0]
        covered = 8
        while covered < bits:
            shifted = b.insert(ShlOp(number, _constant(b, covered, integer), res=integer))
            number = b.insert(OrOp(number, shifted.results[0], res=integer)).results[0]
            covered *= 2
    if number.type is type:
        return number
    cast: Operation = b.insert(BitcastOp(number, res=type))
    return cast.results[0]
