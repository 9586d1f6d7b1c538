"""The spirv dialect, as upstream declares it."""

from typing import Any

from mlirlite.ods.declared import DeclaredDialect

DIALECT = DeclaredDialect("spirv", __name__, f"{__name__}.targets")


def __getattr__(name: str) -> Any:
    return DIALECT.member(name)
