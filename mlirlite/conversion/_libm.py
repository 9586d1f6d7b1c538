"""Calls of C's functions, and their declarations."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import func
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import StringAttr, SymbolRefAttr
from mlirlite.ir.block import Region
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FunctionType
from mlirlite.ir.values import OpResult
from mlirlite.rewriting.conversion import ConversionRewriter


def call_instead(
    op: Operation,
    name: str,
    rw: ConversionRewriter,
    attributes: dict[str, Attribute] | None = None,
) -> tuple[OpResult, ...]:
    """The results of a call of the function that replaces an op with the same operands and results.
    The function is declared with these attributes if necessary."""
    properties: dict[str, Any] = {"callee": _declared(op, name, rw, attributes or {})}
    return rw.insert(func.CallOp.create(op.operands, op.result_types, properties)).results


def _declared(
    op: Operation, name: str, rw: ConversionRewriter, attributes: dict[str, Attribute]
) -> SymbolRefAttr:
    """The symbol of the function, declared at the top of the nearest module if necessary."""
    table = op.parent_op
    while table is not None and table.name != "builtin.module":
        table = table.parent_op
    reference: SymbolRefAttr = SymbolRefAttr(name)
    if table is None:
        return reference
    block = table.regions[0].entry
    for symbol in block:
        known = symbol.properties.get("sym_name")
        if isinstance(known, StringAttr) and known.value == name:
            return reference
    type = FunctionType(tuple([v.type for v in op.operands]), (op.results[0].type,))
    properties: dict[str, Any] = {
        "function_type": type,
        "sym_name": StringAttr(name),
        "sym_visibility": StringAttr("private"),
    }
    declaration = func.FuncOp.create(
        (), (), properties, dict(attributes), (Region(),), location=op._location
    )
    at = rw.block, rw.before, rw.location
    rw.set_start(block)
    rw.insert(declaration)
    rw.block, rw.before, rw.location = at
    return reference
