"""The linalg dialect: linear algebra as loops over index spaces, by name or spelled out.

The named ops (`MatmulOp`, `Conv2DNhwcHwcfOp`, …) are made from the table in `forms.py`."""

from typing import Any

from mlirlite.dialects.arith.constant import ArithDialect
from mlirlite.dialects.linalg import named as _named
from mlirlite.dialects.linalg.enums import (
    BinaryFn as BinaryFn,
    BinaryFnAttr as BinaryFnAttr,
    ElementwiseKind as ElementwiseKind,
    ElementwiseKindAttr as ElementwiseKindAttr,
    IteratorType as IteratorType,
    IteratorTypeAttr as IteratorTypeAttr,
    TernaryFn as TernaryFn,
    TernaryFnAttr as TernaryFnAttr,
    TypeFn as TypeFn,
    TypeFnAttr as TypeFnAttr,
    UnaryFn as UnaryFn,
    UnaryFnAttr as UnaryFnAttr,
    WinogradConv2DFmr as WinogradConv2DFmr,
)
from mlirlite.dialects.linalg.forms import NAMED as NAMED
from mlirlite.dialects.linalg.generic import (
    GenericOp as GenericOp,
    MapOp as MapOp,
    ReduceOp as ReduceOp,
)
from mlirlite.dialects.linalg.mapped import ContractOp as ContractOp, ElementwiseOp as ElementwiseOp
from mlirlite.dialects.linalg.moving import BroadcastOp as BroadcastOp, TransposeOp as TransposeOp
from mlirlite.dialects.linalg.named import CopyOp as CopyOp, FillOp as FillOp
from mlirlite.dialects.linalg.named_op import NamedOp as NamedOp
from mlirlite.dialects.linalg.other import (
    SoftmaxOp as SoftmaxOp,
    WinogradFilterTransformOp as WinogradFilterTransformOp,
    WinogradInputTransformOp as WinogradInputTransformOp,
    WinogradOutputTransformOp as WinogradOutputTransformOp,
)
from mlirlite.dialects.linalg.payload import (
    IndexOp as IndexOp,
    StructuredInterface as StructuredInterface,
    YieldOp as YieldOp,
)
from mlirlite.dialects.linalg.relayout import PackOp as PackOp, UnPackOp as UnPackOp
from mlirlite.dialects.linalg.structured import StructuredOp as StructuredOp

globals().update(_named.CLASSES)


def __getattr__(name: str) -> Any:
    raise AttributeError(f"the linalg dialect has no '{name}'")


DIALECT = ArithDialect("linalg", __name__)
"""Its constants are arith's."""
