"""The stablehlo dialect, as StableHLO's .td files declare it: what JAX, TensorFlow and PyTorch/XLA
export."""

from typing import Any

from mlirlite.dialects.stablehlo.syntax import BoundsAttr as BoundsAttr
from mlirlite.ods.declared import DeclaredDialect

_MODULES = (
    *("check_algebra", "check_collectives", "check_dynamic", "check_products", "check_regions"),
    "check_quantized",
    *("check_shapes", "compatible", "numbers"),
    *("parts", "syntax", "types_syntax"),
)
DIALECT = DeclaredDialect(
    "stablehlo",
    __name__,
    *(f"{__name__}.{name}" for name in _MODULES),
)


def __getattr__(name: str) -> Any:
    return DIALECT.member(name)
