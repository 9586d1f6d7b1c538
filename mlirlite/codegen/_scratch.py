"""Buffers whose elements only one loop nest uses."""

from __future__ import annotations

from mlirlite.dataflow.memory import is_allocated
from mlirlite.dialects import func
from mlirlite.ir.attributes import DictionaryAttr
from mlirlite.ir.interfaces import EffectKind, effects_of
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Terminator
from mlirlite.ir.types import BaseMemRefType
from mlirlite.ir.values import BlockArgument, Value

SCRATCH = "krnl.scratch"
"""Marks arguments of outlined nests."""


def is_private(buffer: Value, nest: Operation) -> bool:
    """True for an allocation whose elements only the nest uses, and for an argument of a nest's
    function that is marked as such."""
    if isinstance(buffer, BlockArgument):
        return _is_marked(buffer)
    return is_allocated(buffer) and _is_used_in(buffer, nest)


def _is_marked(argument: BlockArgument) -> bool:
    block = argument.parent_block
    function = block.parent_op if block is not None else None
    if not isinstance(function, func.FuncOp) or function.arg_attrs is None:
        return False
    known = function.arg_attrs[argument.index]
    return isinstance(known, DictionaryAttr) and known.get(SCRATCH) is not None


def _is_used_in(buffer: Value, nest: Operation) -> bool:
    for user in buffer.users:
        if nest.is_ancestor(user):
            continue
        effects = effects_of(user)
        if effects is None or any(kind is not EffectKind.FREE for kind, _ in effects):
            return False
        views = [v for v in user.results if isinstance(v.type, BaseMemRefType)]
        if (
            user.regions
            or user.has_trait(Terminator)
            or not all(_is_used_in(v, nest) for v in views)
        ):
            return False
    return True
