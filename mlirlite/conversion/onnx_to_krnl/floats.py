"""Floats narrower than 32 bits, to and from the f32 that they are computed in.

f16 is left to the target. The others are decoded and encoded by integer arithmetic: exact, without
calls, and the same on every target.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mlirlite.conversion.onnx_to_krnl.scalar import Scalar
from mlirlite.dialects import arith
from mlirlite.ir.types import BF16, F16, F32, I16, I32, FloatType, IntegerType
from mlirlite.ir.values import Value

if TYPE_CHECKING:
    from mlirlite.conversion.onnx_to_krnl.builder import KrnlBuilder


def decode(b: KrnlBuilder, raw: Value, type: FloatType) -> Scalar:
    """The f32 of a narrower float."""
    if type is F16:
        return Scalar(b, b.emit(arith.ExtFOp, (raw,), type=F32), F32)
    bits = _bits(b, raw, type)
    if type is BF16:
        return (bits << 16).bitcast(F32)
    raise b.error(f"cannot compute with elements of type {type}")


def encode(b: KrnlBuilder, number: Scalar, type: FloatType) -> Value:
    """The narrower float that is nearest to an f32, ties to even."""
    if type is F16:
        return b.emit(arith.TruncFOp, (number.value,), type=F16)
    if type is BF16:
        bits = number.bitcast(I32)
        rounded = bits + 0x7FFF + ((bits >> 16) & 1)
        quiet = bits | 0x400000
        top = (number.is_nan().select(quiet, rounded) >> 16).cast(I16)
        return b.emit(arith.BitcastOp, (top.value,), type=BF16)
    raise b.error(f"cannot compute with elements of type {type}")


def _bits(b: KrnlBuilder, raw: Value, type: FloatType) -> Scalar:
    width = IntegerType(type.width)
    narrow = b.emit(arith.BitcastOp, (raw,), type=width)
    return Scalar(b, b.emit(arith.ExtUIOp, (narrow,), type=I32), I32)
