"""The amdgpu dialect, as upstream declares it."""

from typing import Any

from mlirlite.ods.declared import DeclaredDialect

DIALECT = DeclaredDialect(
    "amdgpu", __name__, f"{__name__}.memory", f"{__name__}.products", f"{__name__}.syntax"
)


def __getattr__(name: str) -> Any:
    return DIALECT.member(name)
