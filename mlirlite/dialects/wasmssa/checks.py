"""What local and global variables and conversions have to satisfy, in upstream's words."""

from __future__ import annotations

from typing import Any

from mlirlite.ir.interfaces import SymbolUser
from mlirlite.ir.traits import Marker, Trait
from mlirlite.ods.hooks import DataOp, behavior, region_verifier, trait, verifier
from mlirlite.support.diagnostics import Diagnostic, error

Problem = Diagnostic | None

_BITS = (8, 16, 32)
_CONSTANT = Marker("ConstantExprOpTrait")


@trait("ConstantExprOpTrait")
def _constant() -> Trait:
    return _CONSTANT


@trait("ConstantExpressionInitializerOpTrait")
def _initialized() -> Trait:
    return Marker("ConstantExpressionInitializerOpTrait")


def _plain(op: DataOp, message: str | None) -> Problem:
    return None if message is None else error(message, op.where)


@region_verifier("wasmssa.global")
def _global(op: DataOp) -> Problem:
    for block in op.regions[0].blocks:
        for one in block.ops:
            if one.name != "wasmssa.return" and not one.has_trait(_CONSTANT):
                must = "expected a constant initializer for this operator"
                return _plain(op, f"{must}, got {one.name}")
    return None


@behavior("wasmssa.global_get")
class GlobalGet(SymbolUser):
    """The value of a global variable."""

    __slots__ = ()

    def verify_symbol_uses(self: Any, tables: Any) -> Problem:
        outer = self.parent_op
        while outer is not None and outer.name != "wasmssa.global":
            outer = outer.parent_op
        if outer is None:
            return None
        name = self.properties["global"]
        target = tables.lookup(self, name)
        if target is None:
            return _plain(self, f"symbol @{getattr(name, 'root', name)} is undefined")
        if target.name == "wasmssa.import_global" and not target.isMutable:
            return None
        return _plain(
            self,
            "global.get op is considered constant if it's referring "
            "to a import.global symbol marked non-mutable",
        )


@verifier("wasmssa.extend")
def _extend(op: DataOp) -> Problem:
    bits, type = op.properties["bitsToTake"].value, op.operands[0].type
    if bits not in _BITS:
        return _plain(op, f"extend op can only take 8, 16 or 32 bits. Got {bits}")
    if bits < type.width:
        return None
    return _plain(op, f"trying to extend the {bits} low bits from a '{type}' value is illegal")


@verifier("wasmssa.local_set")
def _set(op: DataOp) -> Problem:
    same = op.operands[0].type.elementType is op.operands[1].type
    return _plain(op, None if same else "input type and result type of local.set do not match")


@verifier("wasmssa.local_tee")
def _tee(op: DataOp) -> Problem:
    types = {op.operands[0].type.elementType, op.operands[1].type, op.results[0].type}
    same = len(types) == 1
    return _plain(op, None if same else "input type and output type of local.tee do not match")


@verifier("wasmssa.reinterpret")
def _reinterpret(op: DataOp) -> Problem:
    source, result = op.operands[0].type, op.results[0].type
    if source is result:
        return _plain(op, "reinterpret input and output type should be distinct")
    if source.width == result.width:
        return None
    types = f"input type ('{source}') and output type ('{result}')"
    return _plain(op, f"{types} have incompatible bit widths")
