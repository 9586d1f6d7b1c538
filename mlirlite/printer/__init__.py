"""Text of the IR, identical to mlir-opt's. Importing this package installs the printers behind
`str(op)` and `str(attribute)`."""

from __future__ import annotations

from mlirlite.ir.attribute import Attribute, set_attribute_printer
from mlirlite.ir.operation import Operation
from mlirlite.ir.printed import set_operation_printer
from mlirlite.printer.attributes import AttributePrinter
from mlirlite.printer.flags import PrintingFlags
from mlirlite.printer.printer import FAILURES, Printer, print_op, print_to

__all__ = [
    "FAILURES",
    "AttributePrinter",
    "Printer",
    "PrintingFlags",
    "print_attribute",
    "print_op",
    "print_to",
]


def print_attribute(attribute: Attribute, flags: PrintingFlags | None = None) -> str:
    """The text of an attribute or type, without aliases."""
    if flags is not None:
        return AttributePrinter(flags).attribute_text(attribute)
    return _PRINTER.attribute_text(attribute)


def _operation_text(op: Operation, in_message: bool = False) -> str:
    if in_message:
        text = print_op(op, generic=True, local_scope=True, elide_elements_larger=16).rstrip("\n")
        return f"\n{text}" if "\n" in text else text
    try:
        text = print_op(op)
    except FAILURES:
        text = print_op(op, generic=True)  # an invalid op, in a message about it
    return text.removesuffix("\n")


def _operation_html(op: Operation) -> str:
    from mlirlite.printer.highlight import operation_html  # late: for notebooks only

    return operation_html(op)


_PRINTER = AttributePrinter()

set_attribute_printer(print_attribute)
set_operation_printer(_operation_text, _operation_html)
