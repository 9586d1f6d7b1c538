"""The check of `shape.lib`, which names the libraries of shape functions for a module's ops."""

from __future__ import annotations

from mlirlite.dialects.shape.regions import FunctionLibraryOp
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, SymbolRefAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import SymbolTables
from mlirlite.ir.traits import SymbolTable
from mlirlite.support.diagnostics import Diagnostic, error


def check_library(op: Operation, value: Attribute) -> Diagnostic | None:
    """The error of a `shape.lib` on an op: it must name a library of the op's symbols, or several
    without a common op."""
    if not op.has_trait(SymbolTable):
        message = "shape.lib attribute may only be on op implementing SymbolTable"
        return error(message, op.where)
    tables = SymbolTables()
    if isinstance(value, SymbolRefAttr):
        found = tables.lookup_in(op, value)
        if found is None:
            return error(f"shape function library {value} not found", op.where)
        if not isinstance(found, FunctionLibraryOp):
            return error(f"{value} required to be shape function library", op.where)
        return None
    if not isinstance(value, ArrayAttr):
        allowed = "only SymbolRefAttr or array of SymbolRefAttrs allowed"
        return error(f"{allowed} as shape.lib attribute", op.where)
    known: set[str] = set()
    for reference in value:
        if not isinstance(reference, SymbolRefAttr):
            return error("only SymbolRefAttr allowed in shape.lib attribute array", op.where)
        library = tables.lookup_in(op, reference)
        if not isinstance(library, FunctionLibraryOp):
            return error(f"{reference} does not refer to FunctionLibraryOp", op.where)
        for name in library.mapping.to_dict():
            if name in known:
                message = "only one op to shape mapping allowed, found multiple for"
                return error(f'{message} `"{name}"`', op.where)
            known.add(name)
    return None
