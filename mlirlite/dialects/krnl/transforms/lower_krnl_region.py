"""Replaces krnl.region by its contents.

"krnl.region"() ({ A }); B  -->  A; B
"""

from __future__ import annotations

from mlirlite.dialects.krnl.runtime import RegionOp
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("lower-krnl-region", anchor="func.func")
def lower_krnl_region(function: Operation, state: PassState) -> None:
    """Move ops in krnl.region operation out and erase this op.

    Run it after affine loops are lowered: until then a region is the scope of their symbols.
    """
    for region in [op for op in function.walk() if isinstance(op, RegionOp)]:
        for op in region.regions[0].block:
            op.move_before(region)
        region.erase()
        state.count("regions")
