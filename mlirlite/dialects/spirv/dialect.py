"""The object of the dialect, whose ops and enums are made of data."""

from mlirlite.ods.declared import DeclaredDialect

_PACKAGE = __name__.rpartition(".")[0]

DIALECT = DeclaredDialect(
    "spirv",
    _PACKAGE,
    f"{_PACKAGE}.checks",
    f"{_PACKAGE}.functions",
    f"{_PACKAGE}.memory",
    f"{_PACKAGE}.special",
    f"{_PACKAGE}.syntax",
)
