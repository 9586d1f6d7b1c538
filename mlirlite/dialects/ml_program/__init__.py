"""The ml_program dialect, as upstream declares it."""

from typing import Any

from mlirlite.ods.declared import DeclaredDialect

DIALECT = DeclaredDialect("ml_program", __name__, f"{__name__}.syntax", f"{__name__}.checks")


def __getattr__(name: str) -> Any:
    return DIALECT.member(name)
