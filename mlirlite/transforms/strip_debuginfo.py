"""--strip-debuginfo: every location becomes `loc(unknown)`."""

from __future__ import annotations

from mlirlite.ir.locations import UNKNOWN
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("strip-debuginfo")
def strip_debuginfo(op: Operation, state: PassState) -> None:
    """Strip debug info from all operations.

    Ops and block arguments lose their locations.
    """
    for inner in op.walk():
        inner.location = UNKNOWN
        for region in inner.regions:
            for block in region:
                for argument in block.args:
                    argument.location = UNKNOWN
