"""The xegpu dialect, as upstream declares it."""

from typing import Any

from mlirlite.ods.declared import DeclaredDialect

DIALECT = DeclaredDialect(
    "xegpu",
    __name__,
    f"{__name__}.checks",
    f"{__name__}.descriptors",
    f"{__name__}.layouts",
    f"{__name__}.syntax",
)


def __getattr__(name: str) -> Any:
    return DIALECT.member(name)
