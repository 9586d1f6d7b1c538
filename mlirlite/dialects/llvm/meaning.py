"""What functions of upstream's llvm dialect mean, which constraints of other dialects call."""

from typing import Any

from mlirlite.dialects.llvm.types import is_compatible, is_vector
from mlirlite.ir.types import FloatType
from mlirlite.ods.hooks import function


@function("isCompatibleType", "isCompatibleOuterType")
def compatible(type: Any) -> bool:
    """A type of the dialect, or one that it can use."""
    return is_compatible(type)


@function("isCompatibleVectorType")
def compatible_vector(type: Any) -> bool:
    """A vector that the dialect can use."""
    return is_vector(type)


@function("isCompatibleFloatingPointType")
def compatible_float(type: Any) -> bool:
    """A float that the dialect can use."""
    return isinstance(type, FloatType) and is_compatible(type)
