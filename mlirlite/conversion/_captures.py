"""The values that a region captures, for outlining it into a function."""

from __future__ import annotations

from collections.abc import Iterator

from mlirlite.dialects import llvm
from mlirlite.ir.attributes import (
    EMPTY_DICT,
    ArrayAttr,
    DictionaryAttr,
)
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Pure
from mlirlite.ir.values import BlockArgument, OpResult, Value


def ops_inside(op: Operation) -> Iterator[Operation]:
    """The ops in the regions of an op."""
    return (o for o in op.walk() if o is not op)


def _is_outside(value: Value, inside: set[Operation]) -> bool:
    if isinstance(value, OpResult):
        return value.owner not in inside
    return value.parent_block is not None and value.parent_block.parent_op not in inside


def sink(op: Operation) -> list[Value]:
    """Copy the pure ops that a region uses from outside into it; returns the other outside values,
    which are captured. So a memref is captured as the parts that the function has as arguments."""
    inside = set(op.walk())
    copies: dict[Value, Value] = {}
    captured: dict[Value, None] = {}
    b = Builder.at_start(op.regions[0].entry)

    def bring(value: Value) -> None:
        """Copy the ops that compute a value, operands first."""
        stack = [value]
        while stack:
            top = stack[-1]
            made = top.owner if isinstance(top, OpResult) else None
            if top in copies or top in captured:
                stack.pop()
            elif made is None or not made.has_trait(Pure) or made.regions:
                captured[top] = None
                stack.pop()
            else:
                missing = [v for v in made.operands if v not in copies and v not in captured]
                if missing:
                    stack += missing
                    continue
                stack.pop()
                copy = made.clone(dict(copies))
                b.insert(copy)
                copies.update(zip(made.results, copy.results, strict=True))

    for inner in list(ops_inside(op)):
        for value in dict.fromkeys(inner.operands):
            if _is_outside(value, inside):
                bring(value)
                if value in copies:
                    inner.replace_uses_of(value, copies[value])
    return list(captured)


_KEPT = ("llvm.noalias", "llvm.align", "llvm.nonnull", "llvm.readonly", "llvm.dereferenceable")


def known_of(value: Value, function: llvm.LLVMFuncOp) -> DictionaryAttr:
    """The function's attributes of a captured argument."""
    if not isinstance(value, BlockArgument) or value.owner is not function.body.entry:
        return EMPTY_DICT
    given = function.properties.get("arg_attrs")
    stated = given[value.index] if isinstance(given, ArrayAttr) else EMPTY_DICT
    if not isinstance(stated, DictionaryAttr):
        return EMPTY_DICT
    return DictionaryAttr(tuple((n, a) for n, a in stated.entries if n in _KEPT))
