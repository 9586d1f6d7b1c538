"""The onnx dialect: the operators of ONNX, in all versions that mean something of their own.

`onnx.ConvOp`, `onnx.ReduceSumV11Op`: classes come into being when they are named. See op.py.
"""

from typing import Any

from mlirlite.dialects.onnx.additional import (
    ConstantOp,
    CustomOp,
    DimGroupOp,
    EntryPointOp,
    FusedOp,
    NoValueOp,
    PrintSignatureOp,
    ReturnOp,
    YieldOp,
)
from mlirlite.dialects.onnx.dialect import OnnxDialect
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.require import RequireOp
from mlirlite.dialects.onnx.types import LayoutAttr, OptType, SeqType, StringType

__all__ = [
    "DIALECT",
    "ConstantOp",
    "CustomOp",
    "DimGroupOp",
    "EntryPointOp",
    "FusedOp",
    "LayoutAttr",
    "NoValueOp",
    "OnnxOp",
    "OptType",
    "PrintSignatureOp",
    "RequireOp",
    "ReturnOp",
    "SeqType",
    "StringType",
    "YieldOp",
]

DIALECT = OnnxDialect("onnx", __name__)


def __getattr__(name: str) -> Any:
    cls = DIALECT.op_class(f"onnx.{name.removesuffix('Op')}") if name.endswith("Op") else None
    if cls is None:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return cls
