"""The object of the dialect, whose ops and enums are made of data."""

from mlirlite.ods.declared import DeclaredDialect

_PACKAGE = __name__.rpartition(".")[0]

DIALECT = DeclaredDialect(
    "spirv",
    _PACKAGE,
    f"{_PACKAGE}.checks",
    f"{_PACKAGE}.composites",
    f"{_PACKAGE}.constants",
    f"{_PACKAGE}.functions",
    f"{_PACKAGE}.graphs",
    f"{_PACKAGE}.images",
    f"{_PACKAGE}.matrices",
    f"{_PACKAGE}.memory",
    f"{_PACKAGE}.places",
    f"{_PACKAGE}.special",
    f"{_PACKAGE}.structure",
    f"{_PACKAGE}.syntax",
)
