# ruff: noqa: F401
"""The ptr dialect: addresses without a type, in memory spaces that dialects define."""

from mlirlite.dialects.ptr.access import (
    GatherOp,
    LoadOp,
    MaskedLoadOp,
    MaskedStoreOp,
    ScatterOp,
    StoreOp,
)
from mlirlite.dialects.ptr.attributes import AddressAttr, GenericSpaceAttr, NullAttr, SpecAttr
from mlirlite.dialects.ptr.ops import (
    ConstantOp,
    FromPtrOp,
    GetMetadataOp,
    PtrAddOp,
    PtrDiffOp,
    ToPtrOp,
    TypeOffsetOp,
)
from mlirlite.dialects.ptr.types import PtrMetadataType, PtrType
from mlirlite.ir.dialect import Dialect

DIALECT = Dialect("ptr", __name__)
