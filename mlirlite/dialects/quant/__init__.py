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

DIALECT = Dialect("quant", __name__)
