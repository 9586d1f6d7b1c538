"""--location-snapshot: the name under which upstream's documents know --snapshot-op-locations."""

from __future__ import annotations

from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.transforms.snapshot_op_locations import snapshot_op_locations


@compiler_pass("location-snapshot")
def location_snapshot(
    op: Operation, state: PassState, *, filename: str = "", tag: str = ""
) -> None:
    """Generate new locations from the current IR; see --snapshot-op-locations.

    filename: the file to write, "-" for the report stream; a temporary file by default
    tag: the new location is fused with the old one under this name instead of replacing it
    """
    snapshot_op_locations(op, state, filename=filename, tag=tag)
