"""Preserving an LLVM function's guarantees when a call is replaced with its body: copies of
by-value arguments, lifetimes of allocas, access groups."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.dlti.layout import stack_alignment
from mlirlite.dialects.llvm._struct import StructAttr
from mlirlite.dialects.llvm.alias_scopes import (
    add_call_scopes,
    clone_scopes,
    concatenated,
    mark_argument,
    scopes_of_arguments,
)
from mlirlite.dialects.llvm.attributes import LoopAnnotationAttr
from mlirlite.dialects.llvm.debug_info import DISubprogramAttr
from mlirlite.dialects.llvm.enums import ModRefInfo
from mlirlite.dialects.llvm.functions import LLVMFuncOp
from mlirlite.dialects.llvm.globals import GlobalOp
from mlirlite.dialects.llvm.layout import abi_alignment, allocation_size
from mlirlite.dialects.llvm.memory import AllocaOp
from mlirlite.dialects.llvm.memory_intrinsics import (
    LifetimeEndOp,
    LifetimeStartOp,
    MemcpyOp,
    StackRestoreOp,
    StackSaveOp,
    VaStartOp,
)
from mlirlite.dialects.llvm.types import LLVMPointerType
from mlirlite.dialects.llvm.values import AddressOfOp, ConstantOp
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr, StringAttr
from mlirlite.ir.block import Block
from mlirlite.ir.builder import Builder
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.locations import CallSiteLoc, FusedLoc, Location
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import SymbolTables
from mlirlite.ir.traits import AutomaticAllocationScope, IsolatedFromAbove, ReturnLike
from mlirlite.ir.types import I64
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.rewriting.folding import constant_value

_KEPT_OUT = ("noduplicate", "presplitcoroutine", "returns_twice", "strictfp")
"""Attributes of functions that hold only during a call."""


def may_inline(callee: LLVMFuncOp) -> bool:
    """Whether the function can be inlined at all."""
    if callee.llvm_type.vararg or callee.personality is not None:
        return False
    through = callee.passthrough
    if isinstance(through, ArrayAttr):
        names = [a.value for a in through.value if isinstance(a, StringAttr)]
        if any(name in _KEPT_OUT for name in names):
            return False
    for i in range(len(callee.llvm_type.params)):
        attributes = callee.argument_attributes(i)
        passed = attributes.get("llvm.byval")
        if attributes.get("llvm.inalloca") is not None:
            return False
        if isinstance(passed, Type) and allocation_size(passed) is None:
            return False
    return not any(isinstance(op, VaStartOp) for op in callee.walk())


def argument(callee: LLVMFuncOp, index: int, value: Value, b: Builder) -> Value:
    """The value for an argument of the function in its inlined body."""
    attributes = callee.argument_attributes(index)
    passed = attributes.get("llvm.byval")
    if isinstance(passed, Type):
        align = attributes.get("llvm.align")
        requested = align.value if isinstance(align, IntegerAttr) else 1
        return _passed_by_value(callee, value, passed, requested, b)
    return mark_argument(callee, value, b)


def inlined(
    call: Any, callee: LLVMFuncOp, arguments: Sequence[Value], blocks: Sequence[Block]
) -> None:
    """Adapt the copy of the function's blocks, which is about to replace the call."""
    _move_allocas(call, blocks)
    inner = [op for block in blocks for top in block for op in top.walk()]
    clone_scopes(inner)
    scopes_of_arguments(call, callee, arguments, inner)
    add_call_scopes(call, inner)
    _relocate_loops(call, inner)
    groups = call.access_groups
    if groups is not None:
        for op in inner:
            if hasattr(type(op), "access_groups"):
                op.properties["access_groups"] = concatenated(
                    op.properties.get("access_groups"), groups
                )


def _relocate_loops(call: Operation, ops: Sequence[Operation]) -> None:
    """Add the location of the call to loops with debug information."""
    caller: Operation | None = call
    while caller is not None and not isinstance(caller, FunctionLike):
        caller = caller.parent_op
    place = caller.location if caller is not None else None
    scope = place.metadata if isinstance(place, FusedLoc) else None
    if not isinstance(scope, DISubprogramAttr):
        return
    for op in ops:
        loop = op.properties.get("loop_annotation")
        if isinstance(loop, LoopAnnotationAttr):
            op.properties["loop_annotation"] = _relocated(loop, call.location, scope)


def _relocated(part: Any, call: Location, scope: Attribute) -> Any:
    """The description of a loop, or a part of it, with the loops that follow."""
    if not isinstance(part, StructAttr):
        return part
    changed = {name: _relocated(getattr(part, name), call, scope) for name in type(part).parameters}
    if isinstance(part, LoopAnnotationAttr):
        for name in ("startLoc", "endLoc"):
            place = changed[name]
            if isinstance(place, FusedLoc):
                changed[name] = FusedLoc((CallSiteLoc(place, call),), scope)
    return type(part)(**changed)


def _passed_by_value(
    callee: LLVMFuncOp, value: Value, type: Type, requested: int, b: Builder
) -> Value:
    """The memory itself if the function only reads it and it is aligned, else a copy."""
    minimum, size = abi_alignment(type), allocation_size(type)
    if minimum is None or size is None:
        raise ValueError(f"'{type}' has no size")
    effects = callee.memory_effects
    reads = effects is not None and effects.argMem in (ModRefInfo.none, ModRefInfo.read)
    if reads and (requested <= minimum or _aligned_to(value, requested, callee) >= requested):
        return value
    block = value.parent_block
    if block is None or block.parent is None:
        raise ValueError("the argument is in no region")
    entry = block.parent.entry
    start = Builder(entry, entry.first, b.location)
    one = _number(start, 1)
    memory: Operation = start.insert(
        AllocaOp.create(
            [one],
            [value.type],
            {"elem_type": type, "alignment": IntegerAttr(max(requested, minimum), I64)},
        )
    )
    b.insert(MemcpyOp(memory.results[0], value, _number(b, size), isVolatile=False))
    return memory.results[0]


def _number(b: Builder, number: int) -> Value:
    made: Operation = b.insert(ConstantOp(IntegerAttr(number, I64), res=I64))
    return made.results[0]


def _aligned_to(value: Value, requested: int, callee: Operation) -> int:
    """The known alignment of an address; an alloca is aligned if necessary."""
    maker = value.defining_op
    found: Attribute | None = None
    if isinstance(maker, AllocaOp):
        return _realigned(maker, requested, stack_alignment(callee))
    if isinstance(maker, AddressOfOp):
        symbol = SymbolTables().lookup(maker, maker.global_name)
        found = symbol.properties.get("alignment") if isinstance(symbol, GlobalOp) else None
    elif isinstance(value, BlockArgument):
        function = value.owner.parent_op
        if isinstance(function, LLVMFuncOp) and value.owner.is_entry:
            found = function.argument_attributes(value.index).get("llvm.align")
    return found.value if isinstance(found, IntegerAttr) else 1


def _realigned(alloca: AllocaOp, requested: int, natural: int) -> int:
    """Align an alloca, unless that would require realigning the stack."""
    given = alloca.properties.get("alignment")
    current = given.value if isinstance(given, IntegerAttr) else 1
    if requested <= current:
        return current
    if natural and 8 * requested > natural and 8 * current <= natural:
        return current
    alloca.properties["alignment"] = IntegerAttr(requested, I64)
    return requested


def _move_allocas(call: Operation, blocks: Sequence[Block]) -> None:
    """Allocas of a known size at the function's start move to the start of the caller's scope,
    where no loop repeats them, and are live as long as the body runs. Other allocas are freed at
    the ends of the body."""
    start = _allocation_start(call)
    if start is None:
        return
    sizes = {
        op: constant_value(op.operands[0])
        for block in blocks
        for op in block
        if isinstance(op, AllocaOp)
    }
    fixed = [
        (op, size) for op, size in sizes.items() if op.parent is blocks[0] and size is not None
    ]
    dynamic = any(size is None for size in sizes.values())
    stack: Value | None = None
    if dynamic:
        saved: Operation = Builder(blocks[0], blocks[0].first, call.location).insert(
            StackSaveOp(res=LLVMPointerType())
        )
        stack = saved.results[0]
    timed: list[Operation] = []
    before = start.first
    for alloca, size in fixed:
        if getattr(size, "value", 0) and not _has_lifetime(alloca):
            timed.append(alloca)
            Builder(blocks[0], alloca, alloca.location).insert(LifetimeStartOp(alloca.results[0]))
        b = Builder(start, before, alloca.location)
        count: Operation = b.insert(ConstantOp(size, res=alloca.operands[0].type))
        alloca.detach()
        start.insert_before(before, alloca)
        alloca.set_operand(0, count.results[0])
    for block in blocks:
        last = block.last
        if last is None or not last.has_trait(ReturnLike):
            continue
        if stack is not None:
            Builder(block, last, call.location).insert(StackRestoreOp(stack))
        for op in timed:
            Builder(block, last, op.location).insert(LifetimeEndOp(op.results[0]))


def _allocation_start(call: Operation) -> Block | None:
    """The first block of the scope of allocas at the call."""
    region = call.parent_region
    while region is not None:
        owner = region.parent
        if owner is None:
            return None
        if owner.may_have_trait(IsolatedFromAbove) or owner.may_have_trait(
            AutomaticAllocationScope
        ):
            return region.entry
        region = owner.parent_region
    return None


def _has_lifetime(alloca: Operation) -> bool:
    return any(
        isinstance(user, (LifetimeStartOp, LifetimeEndOp)) for user in alloca.results[0].users
    )
