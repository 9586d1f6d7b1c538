"""Lists of numbers in the text of structured ops: `dimensions = [1, 0]`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mlirlite.ir.attributes import DenseArrayAttr, i64_array

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


def join_numbers(values: Sequence[int]) -> str:
    """`1, 0`."""
    return ", ".join(map(str, values))


def parse_numbers(p: "OpParser", state: "OpState", name: str) -> None:
    """`name = [1, 0]`, into a property."""
    p.expect(name)
    p.expect("=")
    state.properties[name] = i64_array(p.comma_list(p.integer, "[", "]"))


def print_numbers(p: "Printer", name: str, numbers: DenseArrayAttr) -> None:
    """As `parse_numbers` reads them."""
    p.text(f" {name} = [{join_numbers(numbers.value)}] ")
