"""The mpi dialect, as upstream declares it."""

from typing import Any

from mlirlite.ods.declared import DeclaredDialect

DIALECT = DeclaredDialect("mpi", __name__)


def __getattr__(name: str) -> Any:
    return DIALECT.member(name)
