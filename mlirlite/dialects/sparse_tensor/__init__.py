"""The sparse_tensor dialect, as upstream declares it."""

from typing import Any

from mlirlite.dialects.sparse_tensor.encoding import (
    SparseTensorDimSliceAttr as SparseTensorDimSliceAttr,
    SparseTensorEncodingAttr as SparseTensorEncodingAttr,
)
from mlirlite.ods.declared import DeclaredDialect

DIALECT = DeclaredDialect(
    "sparse_tensor",
    __name__,
    f"{__name__}.syntax",
    f"{__name__}.checks",
    f"{__name__}.regions",
    f"{__name__}.loops",
)


def __getattr__(name: str) -> Any:
    return DIALECT.member(name)
