"""The vhlo dialect, as StableHLO's .td files declare it: StableHLO with a version for each op,
attribute and type, which is what portable artifacts hold."""

from typing import Any

from mlirlite.ods.declared import DeclaredDialect

DIALECT = DeclaredDialect("vhlo", __name__, f"{__name__}.syntax")


def __getattr__(name: str) -> Any:
    return DIALECT.member(name)
