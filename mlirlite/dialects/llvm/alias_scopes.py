"""Alias scopes when a function is inlined: each inlined body has its own, and `noalias` arguments
become scopes."""

from collections.abc import Iterable, Sequence
from typing import Any

from mlirlite.dialects.llvm.arithmetic import SelectOp
from mlirlite.dialects.llvm.atomics import AtomicCmpXchgOp, AtomicRMWOp
from mlirlite.dialects.llvm.attributes import AliasScopeAttr, AliasScopeDomainAttr
from mlirlite.dialects.llvm.casts import AddrSpaceCastOp
from mlirlite.dialects.llvm.functions import LLVMFuncOp
from mlirlite.dialects.llvm.memory import AllocaOp, GEPOp, StoreOp
from mlirlite.dialects.llvm.memory_intrinsics import NoAliasScopeDeclOp
from mlirlite.dialects.llvm.other_intrinsics import SSACopyOp
from mlirlite.dialects.llvm.types import is_pointer
from mlirlite.dialects.llvm.values import AddressOfOp
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import UNIT, ArrayAttr, DistinctAttr, StringAttr
from mlirlite.ir.builder import Builder
from mlirlite.ir.interfaces import BranchOp, CallOp, RegionBranchOp
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.rewriting.folding import constant_value
from mlirlite.rewriting.region_branch import successor_inputs

_LISTS = ("alias_scopes", "noalias_scopes")


def concatenated(a: Attribute | None, b: ArrayAttr) -> ArrayAttr:
    """The entries of two arrays, of which the first may be missing."""
    return ArrayAttr((*a.value, *b.value)) if isinstance(a, ArrayAttr) else b


def clone_scopes(ops: Iterable[Operation]) -> None:
    """Give ops their own scopes and domains: memory that does not alias within one call of a
    function may alias accesses of another call."""
    domains: dict[Attribute, AliasScopeDomainAttr] = {}
    scopes: dict[Attribute, AliasScopeAttr] = {}

    def clone(scope: Any) -> AliasScopeAttr:
        if scope not in scopes:
            domain = scope.domain
            if domain not in domains:
                domains[domain] = AliasScopeDomainAttr(DistinctAttr(UNIT), domain.description)
            scopes[scope] = AliasScopeAttr(DistinctAttr(UNIT), domains[domain], scope.description)
        return scopes[scope]

    for op in ops:
        if isinstance(op, NoAliasScopeDeclOp):
            op.properties["scope"] = clone(op.scope)
        for name in _LISTS:
            given = op.properties.get(name)
            if isinstance(given, ArrayAttr):
                op.properties[name] = ArrayAttr(tuple(clone(scope) for scope in given.value))


def add_call_scopes(call: Any, ops: Iterable[Operation]) -> None:
    """The metadata of the call applies to every access in it."""
    added = [(name, call.properties.get(name)) for name in _LISTS]
    for op in ops:
        for name, scopes in added:
            if isinstance(scopes, ArrayAttr) and hasattr(type(op), name):
                op.properties[name] = concatenated(op.properties.get(name), scopes)


def _noalias(callee: LLVMFuncOp) -> list[int]:
    count = len(callee.llvm_type.params)
    return [i for i in range(count) if callee.argument_attributes(i).get("llvm.noalias")]


def mark_argument(callee: LLVMFuncOp, value: Value, b: Builder) -> Value:
    """A copy of a pointer, so that equal arguments can be told apart until `scopes_of_arguments`;
    the value itself if that makes no difference."""
    if not is_pointer(value.type) or not _noalias(callee):
        return value
    copy: Operation = b.insert(SSACopyOp(value))
    return copy.results[0]


def scopes_of_arguments(
    call: Any, callee: LLVMFuncOp, arguments: Sequence[Value], ops: Sequence[Operation]
) -> None:
    """Make a scope for each `noalias` argument, and mark accesses with the scopes they are in and
    not in. Removes the copies."""
    marks = [v for v in arguments if isinstance(v.defining_op, SSACopyOp)]
    noalias = [arguments[i] for i in _noalias(callee)]
    if noalias:
        name = call.callee_symbol()
        domain = AliasScopeDomainAttr(DistinctAttr(UNIT), StringAttr(name.root if name else ""))
        scopes: dict[Value, AliasScopeAttr] = {}
        for argument in noalias:
            scope = scopes[argument] = AliasScopeAttr(DistinctAttr(UNIT), domain, None)
            declaration: Operation = NoAliasScopeDeclOp(scope=scope)
            Builder(call.parent, call, call.location).insert(declaration)
        for op in ops:
            if hasattr(type(op), "alias_scopes"):
                _add_scopes(op, scopes, set(marks))
    for mark in marks:
        copy = mark.defining_op
        if copy is not None:
            mark.replace_all_uses_with(copy.operands[0])
            copy.erase()


def _add_scopes(op: Operation, scopes: dict[Value, AliasScopeAttr], marks: set[Value]) -> None:
    objects: set[Value] = set()
    for pointer in _accessed(op):
        found = _underlying(pointer)
        if found is None:
            return
        objects |= found
    others = False
    """Whether memory outside all scopes is accessed, too."""
    for value in objects:
        maker = value.defining_op
        if value in marks or isinstance(maker, (AllocaOp, AddressOfOp)):
            others |= value not in scopes
        elif constant_value(value) is None:
            return
    outside = [scope for value, scope in scopes.items() if value not in objects]
    inside = [scope for value, scope in scopes.items() if value in objects]
    if outside:
        added = ArrayAttr(tuple(outside))
        op.properties["noalias_scopes"] = concatenated(op.properties.get("noalias_scopes"), added)
    if inside and not others and not isinstance(op, CallOp):
        added = ArrayAttr(tuple(inside))
        op.properties["alias_scopes"] = concatenated(op.properties.get("alias_scopes"), added)


def _accessed(op: Operation) -> Sequence[Value]:
    if isinstance(op, StoreOp):
        return (op.operands[1],)
    if isinstance(op, (AtomicRMWOp, AtomicCmpXchgOp)):
        return (op.operands[0],)
    return [value for value in op.operands if is_pointer(value.type)]


def _underlying(pointer: Value) -> set[Value] | None:
    """The values that a pointer may be computed from; None if not all are known."""
    found: set[Value] = set()
    seen = {pointer}
    work = [pointer]
    while work:
        value = work.pop()
        maker = value.defining_op
        inputs = _region_inputs(value)
        if inputs is not None:
            passed = inputs
        elif isinstance(value, BlockArgument):
            passed = _passed_to(value)
            if not passed:
                return None
        elif isinstance(maker, (GEPOp, AddrSpaceCastOp)):
            passed = [maker.operands[0]]
        elif isinstance(maker, SelectOp):
            passed = list(maker.operands[1:])
        else:
            found.add(value)
            continue
        work += [v for v in passed if v not in seen]
        seen.update(passed)
    return found


def _region_inputs(value: Value) -> list[Value] | None:
    """What control flow into and between the regions of an op passes to a result or an argument of
    a region; None for another value."""
    op = value.defining_op
    if isinstance(value, BlockArgument) and value.owner.is_entry:
        op = value.owner.parent_op
    if op is None or not isinstance(op, RegionBranchOp):
        return None
    return [use.owner.operands[use.operand] for use in successor_inputs(op).get(value, ())]


def _passed_to(argument: BlockArgument) -> list[Value]:
    """The values that branches pass to a block argument; none if unknown."""
    found: list[Value] = []
    for block in argument.owner.predecessors:
        last = block.last
        branch: Any = last
        if last is None or not issubclass(type(last), BranchOp):
            return []
        for i, successor in enumerate(last.successors):
            if successor is argument.owner:
                passed = branch.successor_operand_range(i)
                if argument.index >= len(passed):
                    return []
                found.append(last.operands[passed[argument.index]])
    return found
