"""The acc dialect, as upstream declares it."""

from typing import Any

from mlirlite.ods.declared import DeclaredDialect

DIALECT = DeclaredDialect(
    "acc",
    __name__,
    *(
        f"{__name__}.{part}"
        for part in ("data", "clauses", "loops", "routines", "checks", "constructs")
    ),
)


def __getattr__(name: str) -> Any:
    return DIALECT.member(name)
