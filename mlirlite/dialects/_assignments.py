"""`(%a = %b, …)`: the values that a loop carries, and their initial values."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.ir.values import BlockArgument, Value

if TYPE_CHECKING:
    from mlirlite.parser import OpParser
    from mlirlite.printer import Printer


def parse_assignments(p: "OpParser", *, optional: bool = False) -> tuple[list[Any], list[Any]]:
    """`(%a = %b, …)`: new arguments and their initial operands."""
    arguments: list[Any] = []
    operands: list[Any] = []

    def one() -> None:
        arguments.append(p.argument(type="none"))
        p.expect("=")
        operands.append(p.operand())

    if not optional or p.peek("("):
        p.comma_list(one, "(", ")")
    return arguments, operands


def print_assignments(
    p: "Printer", arguments: Sequence[BlockArgument], operands: Sequence[Value], prefix: str
) -> None:
    """`prefix(%a = %b, …)`; nothing without operands."""
    if not operands:
        return
    p.text(f"{prefix}(")
    for i, (argument, operand) in enumerate(zip(arguments, operands, strict=True)):
        if i:
            p.text(", ")
        p.value(argument)
        p.text(" = ")
        p.value(operand)
    p.text(")")
