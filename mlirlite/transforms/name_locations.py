"""--name-locations: each op's location gets the op's name, which its lowerings keep.

arith.addi … loc(x)  -->  arith.addi … loc(fused<"arith.addi">[x])
"""

from __future__ import annotations

from mlirlite.ir.named_locations import named
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("name-locations")
def name_locations(op: Operation, state: PassState, *, dialects: tuple[str, ...] = ()) -> None:
    """Put the name of each op into its location.

    dialects: only ops of these dialects
    """
    for inner in op.walk():
        if not dialects or inner.dialect_name in dialects:
            inner.location = named(inner.location, inner.name)
            state.count("locations")
