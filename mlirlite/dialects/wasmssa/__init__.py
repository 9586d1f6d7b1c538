"""The wasmssa dialect, as upstream declares it."""

from typing import Any

from mlirlite.ods.declared import DeclaredDialect

DIALECT = DeclaredDialect("wasmssa", __name__, f"{__name__}.checks", f"{__name__}.syntax")


def __getattr__(name: str) -> Any:
    return DIALECT.member(name)
