"""The ptr dialect: addresses without a type, in memory spaces that dialects define."""

from mlirlite.dialects.ptr.access import (
    GatherOp as GatherOp,
    LoadOp as LoadOp,
    MaskedLoadOp as MaskedLoadOp,
    MaskedStoreOp as MaskedStoreOp,
    ScatterOp as ScatterOp,
    StoreOp as StoreOp,
)
from mlirlite.dialects.ptr.attributes import (
    AddressAttr as AddressAttr,
    GenericSpaceAttr as GenericSpaceAttr,
    NullAttr as NullAttr,
    SpecAttr as SpecAttr,
)
from mlirlite.dialects.ptr.ops import (
    ConstantOp as ConstantOp,
    FromPtrOp as FromPtrOp,
    GetMetadataOp as GetMetadataOp,
    PtrAddOp as PtrAddOp,
    PtrDiffOp as PtrDiffOp,
    ToPtrOp as ToPtrOp,
    TypeOffsetOp as TypeOffsetOp,
)
from mlirlite.dialects.ptr.types import PtrMetadataType as PtrMetadataType, PtrType as PtrType
from mlirlite.ir.dialect import Dialect

DIALECT = Dialect("ptr", __name__)
