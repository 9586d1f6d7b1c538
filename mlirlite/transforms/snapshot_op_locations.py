"""--snapshot-op-locations: ops get their positions in the IR that is printed now, so that later
messages and debug information point there."""

from __future__ import annotations

import os
import tempfile

from mlirlite.ir.locations import FileLineColRange, FusedLoc, Location, NameLoc
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.printer.flags import PrintingFlags
from mlirlite.printer.positions import print_with_positions
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.output import new_file


@compiler_pass("snapshot-op-locations")
def snapshot_op_locations(
    op: Operation,
    state: PassState,
    *,
    filename: str = "",
    tag: str = "",
    print_debuginfo: bool = False,
    print_op_generic: bool = False,
    print_local_scope: bool = False,
    pretty_debuginfo: bool = False,
) -> None:
    """Generate new locations from the current IR.

    The IR is written to a file, and each op in it gets its line and column there as its location.

    filename: the file to write, "-" for the report stream; a temporary file by default
    tag: the new location is fused with the old one under this name instead of replacing it
    print_debuginfo: write locations into the file
    print_op_generic: write ops in their generic form
    print_local_scope: write without aliases
    pretty_debuginfo: write locations in their short form
    """
    flags = PrintingFlags(
        generic=print_op_generic,
        local_scope=print_local_scope,
        debuginfo=print_debuginfo or pretty_debuginfo,
        pretty_debuginfo=pretty_debuginfo,
    )
    text, positions = print_with_positions(op, flags)
    filename = _write(text, filename, state)
    for shown, (line, column) in positions.items():
        new: Location = FileLineColRange(filename, line, column)
        shown.location = FusedLoc((shown.location, NameLoc(tag, new))) if tag else new


def _write(text: str, filename: str, state: PassState) -> str:
    """Write the text; returns the name of the file."""
    if filename == "-":
        state.write(text)
        return filename
    try:
        if not filename:
            handle, filename = tempfile.mkstemp(".tmp.mlir", "mlir_snapshot-")
            os.close(handle)
        with new_file(filename) as file:
            file.write(text)
    except OSError as e:
        raise DiagnosticError(f"cannot write '{filename}': {e.strerror}") from None
    return filename
