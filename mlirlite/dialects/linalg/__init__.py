# ruff: noqa: F401
"""The linalg dialect: linear algebra as loops over index spaces, by name or spelled out.

The named ops (`MatmulOp`, `Conv2DNhwcHwcfOp`, …) are made from the table in `forms.py`."""

from typing import Any

from mlirlite.dialects.arith.constant import ArithDialect
from mlirlite.dialects.linalg import named as _named
from mlirlite.dialects.linalg.enums import (
    BinaryFn,
    BinaryFnAttr,
    ElementwiseKind,
    ElementwiseKindAttr,
    IteratorType,
    IteratorTypeAttr,
    TernaryFn,
    TernaryFnAttr,
    TypeFn,
    TypeFnAttr,
    UnaryFn,
    UnaryFnAttr,
    WinogradConv2DFmr,
)
from mlirlite.dialects.linalg.forms import NAMED
from mlirlite.dialects.linalg.generic import GenericOp, MapOp, ReduceOp
from mlirlite.dialects.linalg.mapped import ContractOp, ElementwiseOp
from mlirlite.dialects.linalg.moving import BroadcastOp, TransposeOp
from mlirlite.dialects.linalg.named import CopyOp, FillOp
from mlirlite.dialects.linalg.named_op import NamedOp
from mlirlite.dialects.linalg.other import (
    SoftmaxOp,
    WinogradFilterTransformOp,
    WinogradInputTransformOp,
    WinogradOutputTransformOp,
)
from mlirlite.dialects.linalg.payload import IndexOp, StructuredInterface, YieldOp
from mlirlite.dialects.linalg.relayout import PackOp, UnPackOp
from mlirlite.dialects.linalg.structured import StructuredOp

globals().update(_named.CLASSES)


def __getattr__(name: str) -> Any:
    raise AttributeError(f"the linalg dialect has no '{name}'")


DIALECT = ArithDialect("linalg", __name__)
"""Its constants are arith's."""
