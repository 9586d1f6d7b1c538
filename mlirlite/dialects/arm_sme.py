"""The arm_sme dialect, as upstream declares it."""

from typing import Any

from mlirlite.ods.declared import DeclaredDialect
from mlirlite.ods.hooks import DataOp, function

DIALECT = DeclaredDialect("arm_sme", __name__, __name__)


def __getattr__(name: str) -> Any:
    return DIALECT.member(name)


@function("getTileType")
def _tile(op: DataOp) -> Any:
    return op.results[0].type
