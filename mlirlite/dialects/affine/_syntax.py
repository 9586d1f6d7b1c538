"""Syntax that affine ops share: `#map(%dims)[%symbols]`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mlirlite.ir.affine import AffineMap, IntegerSet
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Where

if TYPE_CHECKING:
    from mlirlite.parser import OpParser
    from mlirlite.printer import Printer


def parse_dims_and_symbols(p: "OpParser") -> tuple[list[Value], int]:
    """`(%d0, …)[%s0, …]`: the values, and how many of them are dimensions."""
    dims = p.operand_list("(", ")")
    symbols = p.operand_list("[", "]") if p.peek("[") else []
    return p.resolve_all([*dims, *symbols], INDEX), len(dims)


def parse_map_operands(
    p: "OpParser", map: AffineMap | IntegerSet, what: str, where: Where
) -> list[Value]:
    """The operands of a map or set, in the numbers that it needs; `where` is the location for
    errors."""
    values, dims = parse_dims_and_symbols(p)
    if dims != map.num_dims:
        raise p.error(f"dim operand count and {what} dim count must match", where)
    if len(values) - dims != map.num_symbols:
        raise p.error(f"symbol operand count and {what} symbol count must match", where)
    return values


def print_map_operands(
    p: "Printer", operands: Sequence[Value], map: AffineMap | IntegerSet
) -> None:
    """`(%d0, …)[%s0, …]`."""
    p.text("(")
    p.values(operands[: map.num_dims])
    p.text(")")
    if len(operands) > map.num_dims:
        p.text("[")
        p.values(operands[map.num_dims :])
        p.text("]")
