"""The spirv dialect, as upstream declares it."""

from typing import Any

from mlirlite.dialects.spirv.attributes import (
    InterfaceVarABIAttr as InterfaceVarABIAttr,
    TargetEnvAttr as TargetEnvAttr,
    VerCapExtAttr as VerCapExtAttr,
)
from mlirlite.dialects.spirv.dialect import DIALECT as DIALECT
from mlirlite.dialects.spirv.types import (
    ArrayType as ArrayType,
    CooperativeMatrixType as CooperativeMatrixType,
    ImageType as ImageType,
    MatrixType as MatrixType,
    PointerType as PointerType,
    RuntimeArrayType as RuntimeArrayType,
    SampledImageType as SampledImageType,
    StructType as StructType,
    TensorArmType as TensorArmType,
)


def __getattr__(name: str) -> Any:
    return DIALECT.member(name)
