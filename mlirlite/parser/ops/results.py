"""Finishing an operation that has been read: it goes into its block, and its results get their
names."""

from __future__ import annotations

from mlirlite.ir.attribute import Type
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.parser.hooks.op_parser import OpParser, Records
from mlirlite.parser.text.operands import UnresolvedOperand
from mlirlite.support.source import SourceSpan


def place(p: OpParser, op: Operation, records: Records, start: int) -> None:
    """Trailing location, the block, and names for the results."""
    location = p.optional_trailing_location()
    if location is not None:
        p.set_location(op, location)
    p.frame.block.insert_before(None, op)
    if records:
        define_results(p, op, records, start)


def define_results(p: OpParser, op: Operation, records: Records, start: int) -> None:
    """Names for the results; DiagnosticError when there are more or fewer."""
    expected = sum(count for _, count, _ in records)
    results = op._results
    if expected != len(results):
        span = p.span(start)
        if not results:
            raise p.fail("cannot name an operation with no results", span)
        message = f"operation defines {len(results)} results but was provided {expected} to bind"
        raise p.fail(message, span)
    index = 0
    for name, count, offset in records:
        span = SourceSpan(p.source, offset, offset + len(name))
        for number in range(count):
            p.values.define(name, number, results[index], p.frame.names, span)
            index += 1


def resolve_uses(
    p: OpParser, uses: list[UnresolvedOperand], types: list[Type], types_start: int
) -> list[Value]:
    """The values of uses, one for each type."""
    if len(uses) != len(types):
        plural = "" if len(uses) == 1 else "s"
        raise p.fail(
            f"expected {len(uses)} operand type{plural} but had {len(types)}",
            p.span(types_start),
        )
    return [p.resolve(use, type) for use, type in zip(uses, types, strict=True)]
