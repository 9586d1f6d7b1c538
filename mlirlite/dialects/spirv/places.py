"""Where ops may stand, and the traits that say nothing but how an op may be used."""

from __future__ import annotations

from collections.abc import Callable

from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Marker, SymbolTable, Trait
from mlirlite.ods.hooks import function, trait

USABLE = Marker("UsableInSpecConstantOp")


@trait("UsableInSpecConstantOp")
def _usable() -> Trait:
    return USABLE


@trait("SignedOp")
def _signed() -> Trait:
    return Marker("SignedOp")


@trait("UnsignedOp")
def _unsigned() -> Trait:
    return Marker("UnsignedOp")


def _is_inside(op: Operation | None, test: Callable[[Operation], bool]) -> bool:
    """Whether an op, or one around it within the same symbol table, passes a test. True for None:
    what is inside has no place yet."""
    if op is None:
        return True
    while op is not None and not op.has_trait(SymbolTable):
        if test(op):
            return True
        op = op.parent_op
    return False


@function("isNestedInFunctionOpInterface")
def _in_function(op: Operation | None) -> bool:
    return _is_inside(op, lambda outer: isinstance(outer, FunctionLike))


@function("isNestedInGraphARMOpInterface")
def _in_graph(op: Operation | None) -> bool:
    return _is_inside(op, lambda outer: outer.name == "spirv.ARM.Graph")


@function("isDirectInModuleLikeOp")
def _in_module(op: Operation | None) -> bool:
    return op is None or bool(op.has_trait(SymbolTable))
