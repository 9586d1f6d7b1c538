"""What globals, their accesses and the ends of functions have to satisfy, in upstream's words."""

from __future__ import annotations

from typing import Any

from mlirlite.ir.interfaces import SymbolUser
from mlirlite.ods.hooks import DataOp, behavior, verifier
from mlirlite.support.diagnostics import Diagnostic, error

Problem = Diagnostic | None

_LOADS = ("global_load", "global_load_const", "global_load_graph")
_STORES = ("global_store", "global_store_graph")


@verifier("ml_program.global")
def _global(op: DataOp) -> Problem:
    found: Problem = None
    if not op.is_mutable and op.properties.get("value") is None:
        found = op.error("immutable global must have an initial value")
    return found


@behavior(*(f"ml_program.{name}" for name in (*_LOADS, *_STORES)))
class OfGlobal(SymbolUser):
    """A load or store of a global."""

    __slots__ = ()

    def verify_symbol_uses(self: Any, tables: Any) -> Problem:
        name = self.properties["global"]
        target, source = None, self
        while target is None and source is not None:  # past ops that may hold symbols
            target, source = tables.lookup(source, name), source.parent_op
        words = ""
        if getattr(target, "name", "") != "ml_program.global":
            words = f"undefined global: {name}"
        else:
            words = _access(self, target, str(name))
        found: Problem = self.error(words) if words else None
        return found


def _access(op: DataOp, target: DataOp, name: str) -> str:
    """What is wrong with an access to a global; nothing if it fits."""
    type = target.properties["type"]
    if op.name.removeprefix("ml_program.") in _STORES:
        if not target.is_mutable:
            return f"cannot store to an immutable global {name}"
        own = op.value.type
        return "" if own is type else f"cannot store to a global typed '{type}' from '{own}'"
    if op.name == "ml_program.global_load_const" and target.is_mutable:
        return f"cannot load as const from mutable global {name}"
    own = op.results[0].type
    return "" if own is type else f"cannot load from global typed '{type}' as '{own}'"


@verifier("ml_program.return", "ml_program.output")
def _end(op: DataOp) -> Problem:
    found: Problem = None
    word = op.name.removeprefix("ml_program.")
    outer = op.parent_op
    if outer is None or outer.name not in ("ml_program.func", "ml_program.subgraph"):
        return None
    results, types = outer.function_type.results, [v.type for v in op.operands]
    if len(types) != len(results):
        found = op.error(
            f"has {len(types)} operands, but enclosing function (@{outer.sym_name}) {word}s "
            f"{len(results)}"
        )
        return found
    for i, (type, result) in enumerate(zip(types, results, strict=True)):
        if type is not result:
            found = error(
                f"type of {word} operand {i} ('{type}') doesn't match function result type "
                f"('{result}') in function @{outer.sym_name}",
                op.where,
            )
            break
    return found
