# ruff: noqa: F401
"""The quant dialect: quantized types, and casts to and from them."""

from mlirlite.dialects.quant.ops import DequantizeCastOp, QuantizeCastOp, StorageCastOp
from mlirlite.dialects.quant.types import (
    AnyQuantizedType,
    CalibratedQuantizedType,
    QuantizedType,
    UniformQuantizedType,
)
from mlirlite.ir.dialect import Dialect


class QuantDialect(Dialect):
    """Quantized types have no brackets around their kinds."""

    def unknown_type(self, name: str) -> str:
        return f"unknown quantized type {name}"


DIALECT = QuantDialect("quant", __name__)
