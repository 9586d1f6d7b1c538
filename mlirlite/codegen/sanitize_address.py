"""--sanitize-address: every access to memory is checked before it is made.

llvm.load %p : !llvm.ptr -> f32
  -->  %q = llvm.call @mlirlite_check(%p, 4, "memref.load of …", 0); llvm.load %q : !llvm.ptr -> f32

The functions are the runtime's (mlirlite/runtime/sanitizer.py). They report an access to bytes that
nobody has opened, and redirect it to scratch memory, so that the code goes on. Allocations and
calls with buffers open bytes, and so does this pass: it opens what functions have on the stack,
with closed bytes behind it, and globals, in a separate function.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_memref import call, call_void
from mlirlite.conversion._llvm_ops import binary, int_constant, size_of
from mlirlite.conversion._llvm_types import llvm_types
from mlirlite.conversion.krnl_to_llvm.constants import address_of, string_global
from mlirlite.dialects import llvm
from mlirlite.dialects.llvm.slots import size_in_bytes
from mlirlite.dialects.llvm.types import PTR, LLVMFunctionType, is_pointer
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import IntegerAttr, SymbolRefAttr
from mlirlite.ir.block import Block
from mlirlite.ir.builder import Builder
from mlirlite.ir.locations import Location, NameLoc
from mlirlite.ir.named_locations import names_and_place
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Pure, Terminator
from mlirlite.ir.types import I1, I32, I64, IntegerType, VectorType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.folding import constant_value
from mlirlite.support.diagnostics import DiagnosticError

PREFIX = "mlirlite_"
OPEN_GLOBALS = f"{PREFIX}open_globals"
"""The function that opens the module's globals; it is called once, when the code is loaded."""
READ, WRITE = 0, 1
_RED = 64
"""Closed bytes behind each allocation on the stack."""
_WORD = 64
"""How many elements the mask of one check has."""
_BYTES = llvm_types(0)


@compiler_pass("sanitize-address", anchor="builtin.module")
def sanitize_address(op: Operation, state: PassState) -> None:
    """Check that every access to memory is inside a live buffer.

    It runs on the llvm dialect, as the last pass. The code calls the runtime of
    `InferenceSession(sanitize="address")`. With `--name-locations` before each conversion, reports
    name the ops that accesses come from.
    """
    checks = _Checks(op)
    for function in [f for f in op.walk() if isinstance(f, llvm.LLVMFuncOp)]:
        if not function.is_declaration:
            for inner in list(function.walk()):
                checks.instrument(inner)
            _stack(function)
    _globals(op)
    state.count("checks", checks.count)


class _Checks:
    """The checks of a module, and the texts that say where accesses come from."""

    def __init__(self, module: Operation) -> None:
        self.module, self.count = module, 0
        self._texts: dict[str, str] = {}

    def instrument(self, op: Operation) -> None:
        """Put a check before an op that touches memory. DiagnosticError for an unknown op."""
        handler = _HANDLERS.get(type(op))
        if handler is not None:
            b = Builder.before_op(op)
            handler(self, op, b)
            self.count += 1
        elif _touches(op):
            raise DiagnosticError(
                op.error("touches memory in a way that --sanitize-address does not know")
            )

    def site(self, op: Operation, b: Builder) -> Value:
        """The address of a text that says what an op is and where it comes from."""
        text = site_text(op)
        name = self._texts.get(text)
        if name is None:
            name = self._texts[text] = f"{PREFIX}site_{len(self._texts)}"
            self.module.regions[0].entry.prepend(string_global(name, text))
        return address_of(b, name)

    def pointer(self, op: Operation, b: Builder, at: int, size: Value, kind: int) -> None:
        """Check this many bytes at an operand."""
        arguments = (op.operands[at], size, self.site(op, b), _number(b, kind, I32))
        op.set_operand(at, call(b, op, f"{PREFIX}check", arguments, PTR))

    def masked(self, op: Operation, b: Builder, at: int, mask: Value, type: Any, how: str) -> None:
        """Check the elements of a vector that a mask selects; `how` is the function."""
        element, count = type.element_type, type.num_elements
        size, site = _bytes(b, element), self.site(op, b)
        kind = _number(b, READ if op.results else WRITE, I32)
        pointer = op.operands[at]
        for first in range(0, count, _WORD):
            bits = _bits(b, mask, count, first)
            start = binary(b, llvm.MulOp, size, _number(b, first, I64)) if first else None
            place = pointer if start is None else _plus(b, pointer, start)
            found = call(b, op, f"{PREFIX}{how}", (place, bits, size, site, kind), PTR)
            if count <= _WORD:
                op.set_operand(at, found)

    def each(self, op: Operation, b: Builder, at: int, mask: Value, type: Any) -> None:
        """Check the elements at a vector of pointers."""
        size, site = _bytes(b, element_type_of(type)), self.site(op, b)
        kind = _number(b, READ if op.results else WRITE, I32)
        pointers = op.operands[at]
        for i in range(type.num_elements):
            index = _number(b, i, I64)
            pointer = create(b, llvm.ExtractElementOp, (op.operands[at], index), PTR)
            on = create(b, llvm.ExtractElementOp, (mask, index), I1)
            bits = create(b, llvm.ZExtOp, (on,), I64)
            arguments = (pointer, bits, size, site, kind)
            found = call(b, op, f"{PREFIX}check_mask", arguments, PTR)
            vector = create(b, llvm.InsertElementOp, (pointers, found, index), pointers.type)
            pointers = vector
        op.set_operand(at, pointers)


def site_text(op: Operation) -> str:
    """`memref.load of onnx.Gather, node 'gather1', m.onnx`: where an access comes from."""
    names, location = names_and_place(op.location)
    words = " of ".join(names) or op.name
    node = location.value if isinstance(location, NameLoc) else ""
    place: Location = location.child if isinstance(location, NameLoc) else location
    return ", ".join([t for t in (words, f"node '{node}'" if node else "", place.describe()) if t])


def _touches(op: Operation) -> bool:
    """Whether an op that has a pointer operand may access its memory."""
    if op.has_trait(Pure) or op.has_trait(Terminator) or isinstance(op, _HARMLESS):
        return False
    return any(map(_is_pointer, op.operands))


def _is_pointer(value: Value) -> bool:
    type = value.type
    return is_pointer(type) or (isinstance(type, VectorType) and is_pointer(type.element_type))


_HARMLESS = (
    llvm.AssumeOp,
    llvm.LifetimeEndOp,
    llvm.LifetimeStartOp,
    llvm.Prefetch,
    llvm.StackRestoreOp,
)


def _number(b: Builder, value: int, type: Type) -> Value:
    return int_constant(b, value, type)


def _bytes(b: Builder, type: Type) -> Value:
    """The bytes that a load or store of a type touches."""
    known = size_in_bytes(type)
    return size_of(b, type, _BYTES) if known is None else _number(b, known, I64)


def _plus(b: Builder, pointer: Value, offset: Value) -> Value:
    number = create(b, llvm.PtrToIntOp, (pointer,), I64)
    return create(b, llvm.IntToPtrOp, (binary(b, llvm.AddOp, number, offset),), PTR)


def _bits(b: Builder, mask: Value, count: int, first: int) -> Value:
    """64 elements of a mask from `first` on, as a number."""
    wide = IntegerType(count)
    number = create(b, llvm.BitcastOp, (mask,), wide)
    if first:
        number = create(b, llvm.LShrOp, (number, _number(b, first, wide)), wide)
    if count == _WORD:
        return number
    cls: type[Operation] = llvm.ZExtOp if count < _WORD else llvm.TruncOp
    return create(b, cls, (number,), I64)


# What touches memory


def _load(c: _Checks, op: Operation, b: Builder) -> None:
    c.pointer(op, b, 0, _bytes(b, op.results[0].type), READ)


def _store(c: _Checks, op: Operation, b: Builder) -> None:
    c.pointer(op, b, 1, _bytes(b, op.operands[0].type), WRITE)


def _atomic(c: _Checks, op: Operation, b: Builder) -> None:
    c.pointer(op, b, 0, _bytes(b, op.operands[1].type), WRITE)


def _masked_load(c: _Checks, op: Operation, b: Builder) -> None:
    c.masked(op, b, 0, op.operands[1], op.results[0].type, "check_mask")


def _masked_store(c: _Checks, op: Operation, b: Builder) -> None:
    c.masked(op, b, 1, op.operands[2], op.operands[0].type, "check_mask")


def _expand(c: _Checks, op: Operation, b: Builder) -> None:
    c.masked(op, b, 0, op.operands[1], op.results[0].type, "check_packed")


def _compress(c: _Checks, op: Operation, b: Builder) -> None:
    c.masked(op, b, 1, op.operands[2], op.operands[0].type, "check_packed")


def _gather(c: _Checks, op: Operation, b: Builder) -> None:
    c.each(op, b, 0, op.operands[1], op.results[0].type)


def _scatter(c: _Checks, op: Operation, b: Builder) -> None:
    c.each(op, b, 1, op.operands[2], op.operands[0].type)


def _block(c: _Checks, op: Operation, b: Builder) -> None:
    """memcpy and the like: nothing is copied if either side must not be touched."""
    sides = [(0, WRITE)] if isinstance(op, llvm.MemsetOp) else [(0, WRITE), (1, READ)]
    size = op.operands[2]
    for at, kind in sides:
        wide = size if size.type is I64 else create(b, llvm.ZExtOp, (size,), I64)
        arguments = (op.operands[at], wide, c.site(op, b), _number(b, kind, I32))
        found = call(b, op, f"{PREFIX}check_bytes", arguments, I64)
        size = found if size.type is I64 else create(b, llvm.TruncOp, (found,), size.type)
    op.set_operand(2, size)


def _call(c: _Checks, op: Operation, b: Builder) -> None:
    """Functions of the C library and of the runtime, by name."""
    callee = op.properties.get("callee")
    name = callee.leaf if isinstance(callee, SymbolRefAttr) else ""
    if name in ("malloc", "aligned_alloc", "free"):
        arguments = (*op.operands, c.site(op, b))
        if not op.results:
            call_void(b, op, f"{PREFIX}{name}", arguments)
            op.erase()
            return
        op.results[0].replace_all_uses_with(call(b, op, f"{PREFIX}{name}", arguments, PTR))
        op.erase()
    elif name in ("strlen", "strncmp"):
        for at in range(1 if name == "strlen" else 2):
            c.pointer(op, b, at, _number(b, 1, I64), READ)
    elif name == "memrefCopy":
        for at, kind in ((1, READ), (2, WRITE)):
            site, size = c.site(op, b), op.operands[0]
            arguments = (op.operands[at], size, site, _number(b, kind, I32))
            call(b, op, f"{PREFIX}check_buffer", arguments, I1)


_HANDLERS: dict[type[Operation], Callable[[_Checks, Operation, Builder], None]] = {
    llvm.LoadOp: _load,
    llvm.StoreOp: _store,
    llvm.AtomicRMWOp: _atomic,
    llvm.AtomicCmpXchgOp: _atomic,
    llvm.MaskedLoadOp: _masked_load,
    llvm.MaskedStoreOp: _masked_store,
    llvm.masked_expandload: _expand,
    llvm.masked_compressstore: _compress,
    llvm.masked_gather: _gather,
    llvm.masked_scatter: _scatter,
    llvm.MemcpyOp: _block,
    llvm.MemmoveOp: _block,
    llvm.MemsetOp: _block,
    llvm.CallOp: _call,
}


# What is open


def _mark(b: Builder, at: Operation, pointer: Value, size: Value, open: int) -> None:
    call_void(b, at, f"{PREFIX}mark", (pointer, size, _number(b, open, I32)))


def _stack(function: llvm.LLVMFuncOp) -> None:
    """Open what a function has on the stack, and close it when the function returns. Behind each
    allocation is room that stays closed."""
    entry = function.regions[0].entry
    kept: list[tuple[Value, Value]] = []
    found = [a for a in function.walk() if isinstance(a, llvm.AllocaOp)]
    start = None
    if any(a.parent is not entry for a in found):
        start = create(Builder.at_start(entry), llvm.StackSaveOp, (), PTR)
    for op in found:
        place = op.next
        _to_the_top(op, entry)
        size = _with_room(op)
        b = Builder.before_op(place) if place is not None else Builder.after_op(op)
        _mark(b, op, op.results[0], size, 1)
        if op.parent is entry:
            kept.append((op.results[0], size))
    for end in list(function.walk()):
        if isinstance(end, llvm.StackRestoreOp):
            _close_until(end.operands[0], end)
        if isinstance(end, llvm.ReturnOp):
            for pointer, size in kept:
                _mark(Builder.before_op(end), end, pointer, size, 0)
            if start is not None:
                _close_until(start, end)


def _to_the_top(op: llvm.AllocaOp, entry: Block) -> None:
    """Make an allocation of a known size only once, as LLVM does with those in the entry block: it
    does not move the stack then."""
    count = constant_value(op.operands[0])
    if isinstance(count, IntegerAttr):
        b = Builder.at_start(entry)
        number = _number(b, count.value, op.operands[0].type)
        op.detach()
        b.insert(op)
        op.set_operand(0, number)


def _close_until(place: Value, at: Operation) -> None:
    """Close what was allocated on the stack, which grows down, since its end was at `place`."""
    b = Builder.before_op(at)
    now = create(b, llvm.StackSaveOp, (), PTR)
    first, last = (create(b, llvm.PtrToIntOp, (p,), I64) for p in (place, now))
    _mark(b, at, now, binary(b, llvm.SubOp, first, last), 0)


def _with_room(op: llvm.AllocaOp) -> Value:
    """Enlarge an allocation on the stack; returns how many bytes it had."""
    b = Builder.before_op(op)
    count = op.operands[0]
    wide = count
    if isinstance(count.type, IntegerType) and count.type.width != 64:
        cast = llvm.ZExtOp if count.type.width < 64 else llvm.TruncOp
        wide = create(b, cast, (count,), I64)
    size = binary(b, llvm.MulOp, wide, size_of(b, op.elem_type, _BYTES))
    more = -(-_RED // (size_in_bytes(op.elem_type) or _RED))
    op.set_operand(0, binary(b, llvm.AddOp, wide, _number(b, more, I64)))
    return size


def _globals(module: Operation) -> None:
    """A function that opens the globals whose data the module defines."""
    block = Block()
    b = Builder.at_end(block)
    top = module.regions[0].entry
    function = llvm.LLVMFuncOp.of(OPEN_GLOBALS, LLVMFunctionType(llvm.VOID, ()))
    top.append(function)
    function.regions[0].append(block)
    for op in _defined(top):
        pointer = address_of(b, op.sym_name)
        _mark(b, function, pointer, size_of(b, op.global_type, _BYTES), 1)
    b.insert(llvm.ReturnOp.create(()))


def _defined(block: Block) -> Sequence[llvm.GlobalOp]:
    return [
        op
        for op in block
        if isinstance(op, llvm.GlobalOp)
        and not op.sym_name.startswith(PREFIX)
        and (op.properties.get("value") is not None or op.regions[0].first is not None)
    ]
