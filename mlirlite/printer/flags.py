"""PrintingFlags: how to print IR, as mlir-opt's `--mlir-print-…` flags."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mlirlite.support.record import Record

if TYPE_CHECKING:
    from mlirlite.ir.block import Block
    from mlirlite.ir.operation import Operation
    from mlirlite.ir.values import Value

    Comments = Callable[[Operation | Block], list[tuple[Value | None, str]]]


class PrintingFlags(Record):
    """The choices, named as upstream's flags. Limits count elements, except for resources, where
    they count characters of the hex text; None means no limit."""

    generic: bool = False
    """Print every operation in its generic form."""
    debuginfo: bool = False
    """Print locations."""
    pretty_debuginfo: bool = False
    """Print locations in a short form that does not parse."""
    local_scope: bool = False
    """Print without aliases, and number values from the nearest isolated op on."""
    elide_elements_larger: int | None = None
    """Print `dense_resource<__elided__>` for larger constants that are not splats."""
    elide_resources_larger: int | None = None
    """Leave larger resources out of the trailer."""
    hex_elements_larger: int | None = 100
    """Print larger constants as a hex string; None or a negative number: never."""
    skip_regions: bool = False
    """Print `{...}` for every region."""
    unique_ssa_ids: bool = False
    """Do not reuse numbers in sibling regions (implied by the generic form)."""
    value_users: bool = False
    """List the users of values in comments."""
    assume_verified: bool = False
    """Do not verify before printing, so that custom printers get invalid ops, too. Read by the
    driver."""
    comments: Comments | None = None
    """Comments on an op and its results, or on the arguments of a block."""
    nameloc_as_prefix: bool = False
    """Name values after their name locations."""
