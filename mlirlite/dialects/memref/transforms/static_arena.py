"""Puts every buffer of a module into one global, so that nothing is allocated at run time.

%a = memref.alloc() : memref<8xf32>
-->  %arena = memref.get_global @static_arena : memref<64xi8>; %a = memref.view %arena[%c0][] …
"""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects import arith
from mlirlite.dialects.memref.allocation import AllocOp, DeallocOp
from mlirlite.dialects.memref.globals import GetGlobalOp, GlobalOp
from mlirlite.dialects.memref.transforms.memory_plan import ALIGNMENT, static_bytes
from mlirlite.dialects.memref.views import ViewOp
from mlirlite.ir.attributes import UNIT, IntegerAttr, StringAttr, SymbolRefAttr, i64_attr
from mlirlite.ir.builder import Builder
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name, symbol_ops
from mlirlite.ir.types import I8, INDEX, MemRefType
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import DiagnosticError


@compiler_pass("static-arena", anchor="builtin.module")
def static_arena(module: Operation, state: PassState, *, name: str = "static_arena") -> None:
    """Give every allocation its place in one global, without deallocations.

    Two calls of a function then share its buffers: one may run at a time, and what it returns is
    valid until the next call. An allocation must have a constant size, and only one live instance:
    it must be in the entry block of its function, or be freed in its own block. DiagnosticError,
    listing all, for those that do not.

    name: the global's
    """
    allocations = [op for op in module.walk() if isinstance(op, AllocOp)]
    wrong = [op for op in allocations if static_bytes(op) is None or not _is_alone(op)]
    if wrong:
        raise DiagnosticError(
            [
                op.error(
                    "needs memory whose size is known only at run time, and there is none to take; "
                    "give the shapes of inputs by --shape-information"
                )
                for op in wrong
            ]
        )
    if not allocations:
        return
    if any(symbol_name(op) == name for op in symbol_ops(module)):
        raise DiagnosticError(f"there is a symbol '{name}' in the module already")
    _replace(module, name, allocations)
    state.count("buffers", len(allocations))


def _is_alone(op: Operation) -> bool:
    """True when the buffer of one execution is dead at the next one of the same call."""
    block = op.parent
    if block is None or block.parent is None:
        return False
    parent: object = op.parent_op
    if isinstance(parent, FunctionLike) and block is block.parent.first:
        return True
    return any(isinstance(u, DeallocOp) and u.parent is block for u in op.results[0].users)


def _replace(module: Operation, name: str, allocations: Sequence[AllocOp]) -> None:
    offsets = []
    size = 0
    for op in allocations:
        offsets.append(size)
        size += static_bytes(op) or 0
    type = MemRefType((max(size, ALIGNMENT),), I8)
    made = GlobalOp.create(
        (),
        (),
        {
            "sym_name": StringAttr(name),
            "sym_visibility": StringAttr("private"),
            "type": type,
            "initial_value": UNIT,
            "alignment": i64_attr(ALIGNMENT),
        },
    )
    module.regions[0].block.prepend(made)
    for op, offset in zip(allocations, offsets, strict=True):
        old = op.results[0]
        b = Builder.before_op(op)
        arena = b.insert(GetGlobalOp.create((), (type,), {"name": SymbolRefAttr(name)})).results[0]
        shift = b.insert(arith.ConstantOp(IntegerAttr(offset, INDEX))).results[0]
        view = b.insert(ViewOp.create((arena, shift), (old.type,))).results[0]
        for user in list(old.users):
            if isinstance(user, DeallocOp):
                user.erase()
        old.replace_all_uses_with(view)
        op.erase()
