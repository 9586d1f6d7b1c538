"""What functions of upstream's llvm dialect mean, which constraints of other dialects call."""

from collections.abc import Callable, Mapping
from typing import Any

from mlirlite.dialects.llvm.types import is_compatible, is_vector
from mlirlite.ir.types import FloatType


def _is_float(type: Any) -> bool:
    return isinstance(type, FloatType) and is_compatible(type)


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "isCompatibleType": is_compatible,
    "isCompatibleOuterType": is_compatible,
    "isCompatibleVectorType": is_vector,
    "isCompatibleFloatingPointType": _is_float,
}
