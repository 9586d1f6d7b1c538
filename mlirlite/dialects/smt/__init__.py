"""The smt dialect, as upstream declares it."""

from typing import Any

from mlirlite.dialects.smt.values import BitVectorAttr as BitVectorAttr
from mlirlite.ods.declared import DeclaredDialect

DIALECT = DeclaredDialect("smt", __name__, f"{__name__}.syntax", f"{__name__}.checks")


def __getattr__(name: str) -> Any:
    return DIALECT.member(name)
