"""The text of conditionals: `{ … } else { … }`, of which the second part may be missing."""

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from mlirlite.ir.block import Region
from mlirlite.ir.definition import Op

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


def parse_branches(
    p: "OpParser", state: "OpState", terminator: type[Op]
) -> Generator[Any, Any, None]:
    """Read two regions, and the attributes after them; regions without a terminator get one."""
    then = yield p.region()
    p.ensure_terminator(then, terminator, state.location)
    otherwise = Region()
    if p.accept("else"):
        otherwise = yield p.region()
        p.ensure_terminator(otherwise, terminator, state.location)
    p.op_attr_dict(state)
    state.regions += (then, otherwise)


def print_branches(p: "Printer", op: Op) -> None:
    """Print the regions of an op; their terminators where the op has results."""
    then, otherwise = op.regions
    results = bool(op.results)
    p.text(" ")
    p.region(then, print_entry_args=False, print_terminators=results)
    if not otherwise.empty:
        p.text(" else ")
        p.region(otherwise, print_entry_args=False, print_terminators=results)
