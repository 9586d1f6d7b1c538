"""Conversions of element types."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.casts.text_cast import numbers_as_texts, texts_as_numbers
from mlirlite.conversion.onnx_to_krnl.elementwise.combinators import elementwise
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.epilogue.fusion import FUNCTIONS
from mlirlite.dialects import arith, krnl
from mlirlite.dialects.onnx.transforms.fuse_elementwise_onnx import FUSED
from mlirlite.ir.attribute import Type
from mlirlite.ir.constants import bit_width
from mlirlite.ir.types import BF16, F16, F32, F64, I1, I8, FloatType, IntegerType
from mlirlite.ir.values import Value


@kernel("Cast", "CastV1", "CastLike")
def cast(b: KrnlBuilder) -> Any:
    """Every element as another type: floats truncate to integers, integers keep their low bits;
    numbers to texts and back."""
    (x,) = b.inputs(1)
    if (x.element is krnl.STRING) != (b.result_type().element_type is krnl.STRING):
        return (texts_as_numbers if x.element is krnl.STRING else numbers_as_texts)(b, x)
    same = x.element is b.result_type().element_type and b.op.attribute(FUSED) is None
    return x if same else elementwise(b, [x], lambda element: element)


FUNCTIONS["onnx.Cast"] = lambda b, x: x  # what is stored, and the result of a step, is converted


@kernel("BitCast")
def bit_cast(b: KrnlBuilder) -> Any:
    """The same bits as another type of the same width."""
    (x,) = b.inputs(1)
    out = b.output(x.shape)
    with b.loops(*x.shape) as i:
        out.store(_as_bits(b, x.load(i), out.element), i)
    return out


def _as_bits(b: KrnlBuilder, raw: Value, type: Type) -> Value:
    source = raw.type
    if I1 in (source, type):  # a boolean takes a byte
        byte = raw if source is not I1 else b.emit(arith.ExtUIOp, (raw,), type=I8)
        byte = b.cast(byte, I8)
        return b.cast(byte if type is not I1 else b.emit(arith.TruncIOp, (byte,), type=I1), type)
    if isinstance(type, FloatType) or isinstance(source, FloatType):
        plain = (F16, BF16, F32, F64)
        target = type if type in plain else bits_of(type)
        raw = raw if source in plain else b.cast(raw, bits_of(source))
        if raw.type is not target:
            raw = b.emit(arith.BitcastOp, (raw,), type=target)
        return b.cast(raw, type)
    return b.cast(b.cast(raw, bits_of(source)), type)


def bits_of(type: Type) -> Type:
    """The signless integer that is as wide as a type."""
    return IntegerType(bit_width(type))
