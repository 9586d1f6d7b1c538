"""The quant dialect: quantized types, and casts to and from them."""

from mlirlite.dialects.quant.ops import (
    DequantizeCastOp as DequantizeCastOp,
    QuantizeCastOp as QuantizeCastOp,
    StorageCastOp as StorageCastOp,
)
from mlirlite.dialects.quant.types import (
    AnyQuantizedType as AnyQuantizedType,
    CalibratedQuantizedType as CalibratedQuantizedType,
    QuantizedType as QuantizedType,
    UniformQuantizedType as UniformQuantizedType,
)
from mlirlite.ir.dialect import Dialect


class QuantDialect(Dialect):
    """Quantized types have no brackets around their kinds."""

    unknown_type = "unknown quantized type {}"


DIALECT = QuantDialect("quant", __name__)
