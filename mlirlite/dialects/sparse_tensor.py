"""The sparse_tensor dialect, as upstream declares it."""

from typing import Any

from mlirlite.ods.declared import DeclaredDialect

DIALECT = DeclaredDialect("sparse_tensor", __name__)


def __getattr__(name: str) -> Any:
    return DIALECT.member(name)
