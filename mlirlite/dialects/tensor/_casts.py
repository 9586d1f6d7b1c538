"""Casts of tensors that only forget sizes: their users may take the source."""

from typing import Any

from mlirlite.dialects.tensor.values import CastOp
from mlirlite.ir.types import DYNAMIC, RankedTensorType
from mlirlite.ir.values import Value


def _says_less(cast: CastOp | None) -> bool:
    """The cast's result type says less of the sizes than its source's: it can go."""
    if not isinstance(cast, CastOp):
        return False
    a, b = cast.source.type, cast.dest.type
    return (
        isinstance(a, RankedTensorType)
        and isinstance(b, RankedTensorType)
        and a.encoding is b.encoding
        and all(y in (x, DYNAMIC) for x, y in zip(a.shape, b.shape, strict=True))
    )


def cast_source(value: Value) -> Value | None:
    """What was cast to the value, when the cast only lost what was known of its sizes."""
    cast: Any = value.defining_op
    return cast.source if _says_less(cast) else None
