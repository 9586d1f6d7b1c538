"""Outlines loop nests into functions of their own, one for all nests that are the same.

affine.for … { … %a … %b … }  -->  func.call @loop_nest_0(%a, %b)

LLVM's loop passes take more than linear time in the number of loops of a function, and a model has
hundreds of them. Layers that are equal up to weights and buffers share a function: outlined as soon
as loops are made, all passes that follow see it once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mlirlite.codegen._independence import root_of
from mlirlite.codegen._scratch import SCRATCH, is_private
from mlirlite.dialects import func, krnl, scf
from mlirlite.dialects.llvm.attributes import LinkageAttr
from mlirlite.dialects.llvm.enums import Linkage
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import (
    EMPTY_DICT,
    UNIT,
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    i64_attr,
)
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.equivalence import structurally_equal
from mlirlite.ir.interfaces import AllocationOp, LoopLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name, symbol_ops
from mlirlite.ir.traits import ConstantLike, Pure
from mlirlite.ir.types import BaseMemRefType, FunctionType
from mlirlite.ir.values import OpResult, Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass

NOINLINE = ArrayAttr((StringAttr("noinline"),))


@compiler_pass("outline-loops", anchor="builtin.module", each_function=True)
def outline_loops(module: Operation, state: PassState, *, least_nests: int = 16) -> None:
    """Outline the loop nests of functions that have many; equal nests share one function.

    Nests in the branches of scf.if are outlined, too. A nest that yields values stays. A memref
    argument is `llvm.noalias` when its buffer is an allocation that no other argument of the nest
    may alias, carries the alignment of its buffer, and is `krnl.scratch` when no other op uses its
    elements. Loops that krnl.define_loops makes for a nest move along; a nest over loops of a
    schedule (krnl.block, krnl.permute) stays. Functions with fewer than `least-nests` nests are
    left as they are.
    """
    taken = {symbol_name(op) for op in symbol_ops(module)}
    kernels = _Kernels(module.regions[0].block, taken)
    for function in list(module.regions[0].block):
        if not isinstance(function, func.FuncOp) or function.is_declaration:
            continue
        nests = [op for block in function.body for op in _nests(block)]
        if len(nests) < least_nests:
            continue
        for nest in nests:
            if not nest.results and not _is_scheduled(nest):
                fresh = kernels.outline(nest)
                state.count("functions made" if fresh else "nests that equal another")


def _nests(block: Block) -> Iterator[Operation]:
    """The nests of a block, and of the branches of its conditions."""
    for op in block:
        if _is_nest(op):
            yield op
        elif isinstance(op, scf.IfOp):
            for region in op.regions:
                for inner in region:
                    yield from _nests(inner)


def _is_nest(op: Operation) -> bool:
    """True for a loop, and for a condition on which one loop runs."""
    if isinstance(op, scf.IfOp) and not op.results and op.regions[1].empty:
        first, *others = op.regions[0].block
        return isinstance(first, LoopLike) and len(others) == 1
    return isinstance(op, LoopLike)


def _is_scheduled(nest: Operation) -> bool:
    """True for a nest over krnl loops that other ops change, too."""
    loops = [v for v in nest.operands if v.type is krnl.LOOP]
    return any(
        not isinstance(v.defining_op, krnl.DefineLoopsOp) or any(u is not nest for u in v.users)
        for v in loops
    )


class _Kernels:
    """The functions made so far, looked up by the structure of a nest."""

    def __init__(self, block: Block, taken: set[str | None]) -> None:
        self._block = block
        self._taken = taken
        self._known: dict[object, list[tuple[str, Operation, list[Value]]]] = {}
        self._count = 0

    def outline(self, nest: Operation) -> bool:
        """Replace a nest with a call; True when it needed a function of its own."""
        captured, constants = _captured(nest)
        attributes = _argument_attributes(captured, nest)
        key = (_fingerprint(nest, constants), tuple(v.type for v in captured), attributes)
        for name, body, arguments in self._known.get(key, ()):
            values: dict[Value, Value] = dict(zip(arguments, captured, strict=True))
            if _same_constants(body, constants, values) and structurally_equal(
                _nest_of(body), nest, values
            ):
                self._call(name, nest, captured)
                nest.erase()
                _erase_loops(constants)
                return False
        name = self._name()
        function = _function(name, captured, constants, attributes)
        self._block.append(function)
        self._call(name, nest, captured)
        entry = function.body.block
        nest.detach()
        entry.insert_before(entry.last, nest)
        _redirect(nest, captured, constants, entry)
        _erase_loops(constants)
        self._known.setdefault(key, []).append((name, function, list(entry.args)))
        return True

    def _call(self, name: str, nest: Operation, captured: Sequence[Value]) -> None:
        Builder.before_op(nest).insert(func.CallOp(SymbolRefAttr(name), captured, results_=[]))

    def _name(self) -> str:
        while (name := f"loop_nest_{self._count}") in self._taken:
            self._count += 1
        self._count += 1
        self._taken.add(name)
        return name


def _fingerprint(nest: Operation, constants: Sequence[Operation]) -> int:
    """Equal for nests that have the same ops with the same properties. Without it, each nest is
    compared with all others that differ only in a constant, as the copies of a Concat do."""
    ops = (nest, *nest.inside(), *constants)
    return hash(tuple((op.name, *op.properties.values()) for op in ops))


def _captured(nest: Operation) -> tuple[list[Value], list[Operation]]:
    """Values from outside that the nest uses: those to pass, and the constants and definitions of
    loops to copy."""
    ops = [nest, *nest.inside()]
    inside = set(ops)
    found: dict[Value, None] = {}
    for value in dict.fromkeys([v for op in ops for v in op._operands]):
        if isinstance(value, OpResult):
            if value.owner not in inside:
                found[value] = None
        elif value.parent_block is not None and value.parent_block.parent_op not in inside:
            found[value] = None
    copied = [v.owner for v in found if isinstance(v, OpResult) and _is_copied(v.owner)]
    constants = list(dict.fromkeys(copied))
    return [v for v in found if v.defining_op not in constants], constants


def _is_copied(op: Operation) -> bool:
    """True for a constant, unless it is memory, and for a definition of loops."""
    if isinstance(op, krnl.DefineLoopsOp):
        return True
    return op.has_trait(ConstantLike) and not isinstance(op.results[0].type, BaseMemRefType)


def _erase_loops(ops: Sequence[Operation]) -> None:
    """Erase the definitions of loops that are not needed any more."""
    for op in ops:
        if isinstance(op, krnl.DefineLoopsOp) and not op.has_uses:
            op.erase()


def _argument_attributes(captured: Sequence[Value], nest: Operation) -> tuple[DictionaryAttr, ...]:
    roots = [root_of(v) if isinstance(v.type, BaseMemRefType) else None for v in captured]
    all_known = all(r is None or _is_known(r) for r in roots)
    found = []
    for value, root in zip(captured, roots, strict=True):
        known: dict[str, Attribute] = {}
        if root is not None and all_known and roots.count(root) == 1 and _is_fresh(root):
            known["llvm.noalias"] = UNIT
        if root is value and root.defining_op is not None:
            alignment = root.defining_op.attribute("alignment")
            if isinstance(alignment, IntegerAttr):
                known["llvm.align"] = i64_attr(alignment.value)
        if root is not None and is_private(root, nest):
            known[SCRATCH] = UNIT
        found.append(DictionaryAttr(tuple(known.items())))
    return tuple(found)


def _is_fresh(value: Value) -> bool:
    """True for memory that has no other view."""
    return isinstance(value.defining_op, AllocationOp)


def _is_known(value: Value) -> bool:
    """True for memory that cannot be part of another allocation: an allocation, an argument, a
    constant."""
    op = value.defining_op
    if op is None or isinstance(op, AllocationOp):
        return True
    return op.has_trait(Pure) and not op.operands


def _function(
    name: str,
    captured: Sequence[Value],
    constants: Sequence[Operation],
    attributes: Sequence[DictionaryAttr],
) -> func.FuncOp:
    """The function, with the constants and a return; the nest comes between them."""
    types = tuple(v.type for v in captured)
    given = ArrayAttr(tuple(attributes)) if any(a is not EMPTY_DICT for a in attributes) else None
    function: func.FuncOp = func.FuncOp(
        StringAttr(name),
        FunctionType(types, ()),
        sym_visibility="private",
        arg_attrs=given,
        body=Region([Block(types)]),
        attributes={"llvm.linkage": LinkageAttr(Linkage.internal), "passthrough": NOINLINE},
    )
    entry = function.body.block
    for constant in constants:
        entry.append(constant.clone())
    entry.append(func.ReturnOp([]))
    return function


def _redirect(
    nest: Operation, captured: Sequence[Value], constants: Sequence[Operation], entry: Block
) -> None:
    """Make the nest use the function's arguments and constants."""
    values: dict[Value, Value] = dict(zip(captured, entry.args, strict=True))
    for original, copy in zip(constants, entry, strict=False):
        values.update(zip(original.results, copy.results, strict=True))
    for op in (nest, *nest.inside()):
        for old in set(op.operands):
            if old in values:
                op.replace_uses_of(old, values[old])


def _nest_of(function: Operation) -> Operation:
    nest = function.regions[0].block.last
    if nest is None or nest.prev is None:
        raise ValueError("the outlined function is empty")
    return nest.prev


def _same_constants(
    function: Operation, constants: Sequence[Operation], values: dict[Value, Value]
) -> bool:
    """True when the function's constants equal these, in order; `values` is filled with the
    mapping."""
    own = list(function.regions[0].block)[:-2]
    if len(own) != len(constants):
        return False
    for mine, theirs in zip(own, constants, strict=True):
        if mine.name != theirs.name or mine.properties != theirs.properties:
            return False
        if mine.attributes != theirs.attributes or mine.result_types != theirs.result_types:
            return False
        values.update(zip(mine.results, theirs.results, strict=True))
    return True
