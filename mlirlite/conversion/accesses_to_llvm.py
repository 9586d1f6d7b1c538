"""Accesses of outlined loop nests → addresses, and LLVM's loads and stores.

%v = vector.load %m[%i, %c2] : memref<4x8xf32>, vector<4xf32>
  -->  %k = arith.muli %i, %c8
       %q = llvm.getelementptr %p[%k]; %r = llvm.getelementptr %q[2]; %v = llvm.load %r

A private function needs nothing but the pointers of its static buffers. The general way builds a
descriptor for each argument, takes it apart at each access, and multiplies each index by its stride
there: more than half of a model's instructions, which LLVM would then have to remove.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mlirlite.conversion._create import create_void
from mlirlite.conversion._llvm_memref import layout_of
from mlirlite.conversion._llvm_ops import gep, load, store
from mlirlite.conversion._llvm_signatures import BARE, STRIDES, is_bare
from mlirlite.conversion._llvm_types import llvm_types, pointer_to
from mlirlite.conversion.finalize_memref_to_llvm.access import prefetch_properties
from mlirlite.conversion.vector_to_llvm.table import element_alignment
from mlirlite.dialects import arith, func, llvm, memref, vector
from mlirlite.dialects.dlti.layout import index_width
from mlirlite.dialects.llvm.types import is_compatible
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import UNIT, ArrayAttr, DictionaryAttr, IntegerAttr, SymbolRefAttr
from mlirlite.ir.block import Block
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_visibility
from mlirlite.ir.types import (
    DYNAMIC,
    INDEX,
    BaseMemRefType,
    FloatType,
    IntegerType,
    MemRefType,
    VectorType,
)
from mlirlite.ir.values import BlockArgument, OpResult, Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.casts import make_cast

_WRAP: dict[str, Attribute] = {"overflowFlags": arith.NO_OVERFLOW}
_LARGEST = 1 << 31
"""Constant parts of an address are less than this many elements: LLVM's constant indices have 32
bits."""


@compiler_pass("convert-accesses-to-llvm", anchor="builtin.module", each_function=True)
def convert_accesses_to_llvm(module: Operation, state: PassState) -> None:
    """Lower accesses of private functions' static buffers to addresses, loads and stores.

    Such functions are marked `llvm.bareptr`: --convert-func-to-llvm then passes one pointer for
    each buffer. Other accesses, and those of elements that LLVM has no type for, stay. Among
    accesses of vectors, an address that others are a constant away from goes through
    llvm.intr.strip.invariant.group, so that LLVM takes it as it is.
    """
    index = llvm_types(index_width(module)).index
    for function in _private_functions(module):
        entry = function.body.entry
        held = _take_strides(function)
        if not all(
            is_bare(a.type) or a in held for a in entry.args if isinstance(a.type, BaseMemRefType)
        ):
            continue
        function.attributes[BARE] = UNIT
        state.count("accesses", _Function(entry, index, held).lower(function))


def _private_functions(module: Operation) -> list[func.FuncOp]:
    """Private functions without results that are called and not used in any other way."""
    used: set[str] = set()
    for op in module.inside():
        if type(op) is not func.CallOp:
            used.update(a.root for a in op.properties.values() if isinstance(a, SymbolRefAttr))
    return [
        op
        for op in module.regions[0].block
        if isinstance(op, func.FuncOp)
        and not op.is_declaration
        and symbol_visibility(op) == "private"
        and op.sym_name not in used
        and not op.signature().results
    ]


def _take_strides(function: func.FuncOp) -> dict[Value, list[Value | None]]:
    """The arguments that hold the strides of buffers, which the function does without from now on:
    for each dimension, None where the type has the stride."""
    entries = function.properties.get("arg_attrs")
    found: dict[Value, list[Value | None]] = {}
    if not isinstance(entries, ArrayAttr):
        return found
    args, left = function.body.entry.args, []
    for argument, entry in zip(args, entries, strict=True):
        held = entry.get(STRIDES) if isinstance(entry, DictionaryAttr) else None
        if isinstance(held, ArrayAttr) and isinstance(entry, DictionaryAttr):
            numbers = [n.value for n in held if isinstance(n, IntegerAttr)]
            found[argument] = [None if n < 0 else args[n] for n in numbers]
            entry = DictionaryAttr(tuple([(n, a) for n, a in entry.entries if n != STRIDES]))
        left.append(entry)
    if found:
        function.properties["arg_attrs"] = ArrayAttr(tuple(left))
    return found


class _Function:
    """The addresses that a function has computed so far."""

    def __init__(
        self, entry: Block, index: Type, held: Mapping[Value, Sequence[Value | None]]
    ) -> None:
        self._held = held
        self._entry = entry
        self._index = index
        self._pointers: dict[Value, Value] = {}
        self._scaled: dict[tuple[Value, Value], Value] = {}
        self._constants: dict[int, OpResult] = {}
        self._sums: dict[tuple[Block, tuple[Value, ...]], Value] = {}
        self._near: dict[tuple[Block, Value, tuple[Value, ...]], Value] = {}
        self._tiles: set[Block | None] = set()
        """Blocks that access vectors."""
        self._shared: dict[Value, None] = {}
        """Addresses that others are a constant number of elements away from."""

    def lower(self, function: Operation) -> int:
        """Lower what can be; returns how many accesses that were."""
        count = 0
        indices: dict[Value, None] = {}
        for op in function.inside():
            access = _ACCESSES.get(type(op))
            if access is None:
                continue
            at, lower = access
            base = op.operands[at]
            buffer = self._buffer_type(base)
            if buffer is None or not all(map(_is_plain, op.result_types)):
                continue
            if at and not _is_plain(op.operands[0].type):
                continue
            if isinstance(op, (vector.LoadOp, vector.StoreOp)):
                self._tiles.add(op.parent)
            builder = Builder.before_op(op)
            numbers = op.operands[at + 1 :]
            lower(builder, op, self._address(builder, base, buffer, numbers))
            indices.update(dict.fromkeys(numbers))
            op.erase()
            count += 1
        _erase_unused(indices)
        self._hide()
        return count

    def _hide(self) -> None:
        """Hide how addresses were computed that others are a constant away from, where vectors are
        accessed. LLVM's strength reduction looks for the best form of each access of a register
        tile, which takes half of the time for machine code; one register and displacements are what
        it finds."""
        for address in self._shared:
            made = address.defining_op
            if made is not None and made.parent in self._tiles:
                hidden = llvm.StripInvariantGroupOp.create((address,), (address.type,))
                address.replace_all_uses_with(Builder.after_op(made).insert(hidden).results[0])
                hidden.set_operand(0, address)

    def _buffer_type(self, base: Value) -> MemRefType | None:
        """The type of an argument with elements that LLVM has a type for; None for other values."""
        if not isinstance(base, BlockArgument) or base.owner is not self._entry:
            return None
        type = base.type
        return type if isinstance(type, MemRefType) and _is_plain(type.element_type) else None

    def _pointer(self, base: Value, type: MemRefType) -> Value:
        """The pointer that is passed for an argument."""
        found = self._pointers.get(base)
        if found is None:
            cast = make_cast((base,), (pointer_to(type),), None)
            self._entry.prepend(cast)
            found = self._pointers[base] = cast.results[0]
        return found

    def _address(
        self, builder: Builder, base: Value, type: MemRefType, indices: Sequence[Value]
    ) -> Value:
        """The address of an element: of what varies, shared in a block, and a constant number of
        elements away."""
        strides, constant = layout_of(type)
        terms: list[Value] = []
        held = self._held.get(base, ())
        for dim, (index, stride) in enumerate(zip(indices, strides, strict=True)):
            if stride == DYNAMIC:
                factor = held[dim]
                if factor is not None:
                    terms.append(self._times(index, factor))
                continue
            value, more = _split(index)
            constant += more * stride
            if value is not None and stride:
                terms.append(value if stride == 1 else self._scaled_by(value, stride))
        if not -_LARGEST <= constant < _LARGEST:
            terms.append(self._constant(constant))
            constant = 0
        found = self._pointer(base, type)
        if terms:
            key = builder.block, base, tuple(terms)
            near = self._near.get(key)
            if near is None:
                total = self._sum(builder, terms)
                number = builder.insert(make_cast((total,), (self._index,), None)).results[0]
                near = self._near[key] = gep(builder, found, type.element_type, (number,))
            found = near
            if constant:
                self._shared[near] = None
        return gep(builder, found, type.element_type, (constant,)) if constant else found

    def _sum(self, builder: Builder, terms: Sequence[Value]) -> Value:
        total = terms[0]
        for count in range(2, len(terms) + 1):
            key = builder.block, tuple(terms[:count])
            found = self._sums.get(key)
            if found is None:
                made = arith.AddIOp.create((total, terms[count - 1]), (INDEX,), dict(_WRAP))
                found = self._sums[key] = builder.insert(made).results[0]
            total = found
        return total

    def _scaled_by(self, value: Value, stride: int) -> Value:
        return self._times(value, self._constant(stride))

    def _times(self, value: Value, factor: Value) -> Value:
        """A value times a stride, computed once, where the value is."""
        found = self._scaled.get((value, factor))
        if found is None:
            made = arith.MulIOp.create((value, factor), (INDEX,), dict(_WRAP))
            _after(value, factor).insert(made)
            found = self._scaled[value, factor] = made.results[0]
        return found

    def _constant(self, number: int) -> OpResult:
        found = self._constants.get(number)
        if found is None:
            value = IntegerAttr(number, INDEX)
            made = arith.ConstantOp.create((), (INDEX,), {"value": value})
            self._entry.prepend(made)
            found = self._constants[number] = made.results[0]
        return found


def _after(value: Value, factor: Value) -> Builder:
    """Where a value has just been made, and a constant or argument of the function, too."""
    if isinstance(value, OpResult):
        return Builder.after_op(value.owner)
    block = value.parent_block
    if isinstance(factor, OpResult) and (block is None or block is factor.owner.parent):
        return Builder.after_op(factor.owner)
    if block is None:
        raise ValueError("the index of an access has no block")
    return Builder.at_start(block)


def _split(index: Value) -> tuple[Value | None, int]:
    """An index as what varies (None: nothing) and a constant that is added."""
    constant = 0
    while isinstance(index, OpResult):
        op = index.owner
        if isinstance(op, arith.ConstantOp):
            return None, constant + _number(op)
        if not isinstance(op, arith.AddIOp):
            break
        left, right = op.operands
        if isinstance(right, OpResult) and isinstance(right.owner, arith.ConstantOp):
            constant, index = constant + _number(right.owner), left
        else:
            break
    return index, constant


def _number(op: arith.ConstantOp) -> int:
    value = op.properties["value"]
    return value.value if isinstance(value, IntegerAttr) else 0


def _erase_unused(values: dict[Value, None]) -> None:
    """Erase the sums of indices that are not used any more."""
    todo = list(values)
    while todo:
        value = todo.pop()
        op = value.defining_op
        if isinstance(op, arith.AddIOp) and op.parent is not None and not op.has_uses:
            todo += op.operands
            op.erase()


def _is_plain(type: Type) -> bool:
    """True if LLVM has the type of an element or vector."""
    if isinstance(type, VectorType):
        return type.rank == 1 and not any(type.scalable_dims) and _is_plain(type.element_type)
    if isinstance(type, IntegerType):
        return type.is_signless
    return isinstance(type, FloatType) and is_compatible(type)


def _alignment(op: Operation, type: Type) -> int:
    """The alignment that an access of a vector states, or that of an element."""
    stated = op.properties.get("alignment")
    if isinstance(stated, IntegerAttr):
        return stated.value
    if not isinstance(type, VectorType):
        return 0
    return element_alignment(type.element_type)


def _is_nontemporal(op: Operation) -> bool:
    flag = op.properties.get("nontemporal")
    return isinstance(flag, IntegerAttr) and bool(flag.value)


def _load(builder: Builder, op: Operation, pointer: Value) -> None:
    type = op.results[0].type
    flag = _is_nontemporal(op)
    made = load(builder, pointer, type, _alignment(op, type), nontemporal=flag)
    op.results[0].replace_all_uses_with(made)


def _store(builder: Builder, op: Operation, pointer: Value) -> None:
    value = op.operands[0]
    alignment = _alignment(op, value.type)
    store(builder, value, pointer, alignment, nontemporal=_is_nontemporal(op))


def _prefetch(builder: Builder, op: memref.PrefetchOp, pointer: Value) -> None:
    create_void(builder, llvm.Prefetch, (pointer,), prefetch_properties(op))


_ACCESSES: dict[type[Operation], tuple[int, Callable[[Builder, Any, Value], None]]] = {
    memref.LoadOp: (0, _load),
    memref.StoreOp: (1, _store),
    memref.PrefetchOp: (0, _prefetch),
    vector.LoadOp: (0, _load),
    vector.StoreOp: (1, _store),
}
"""The accesses: which operand is the buffer, and how they are lowered at an address."""
