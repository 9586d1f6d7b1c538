"""The onnx dialect: the operators of ONNX, in all versions that differ in meaning.

`onnx.ConvOp`, `onnx.ReduceSumV11Op`: classes are created when they are named. See op.py.
"""

from typing import Any

from mlirlite.dialects.onnx.additional import (
    ConstantOp as ConstantOp,
    CustomOp as CustomOp,
    DimGroupOp as DimGroupOp,
    EntryPointOp as EntryPointOp,
    FusedOp as FusedOp,
    NoValueOp as NoValueOp,
    PrintSignatureOp as PrintSignatureOp,
    ReturnOp as ReturnOp,
    YieldOp as YieldOp,
)
from mlirlite.dialects.onnx.dialect import DIALECT as DIALECT, OnnxDialect as OnnxDialect
from mlirlite.dialects.onnx.op import OnnxOp as OnnxOp
from mlirlite.dialects.onnx.require import RequireOp as RequireOp
from mlirlite.dialects.onnx.sharding.collectives import CollectiveOp as CollectiveOp
from mlirlite.dialects.onnx.sharding.placement import (
    ConfigurationAttr as ConfigurationAttr,
    PlacementAttr as PlacementAttr,
)
from mlirlite.dialects.onnx.types import (
    LayoutAttr as LayoutAttr,
    OptType as OptType,
    SeqType as SeqType,
    StringType as StringType,
)


def __getattr__(name: str) -> Any:
    cls = DIALECT.op_class(f"onnx.{name.removesuffix('Op')}") if name.endswith("Op") else None
    if cls is None:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return cls
