"""Allocation, addresses, loads and stores, globals and atomic updates in the llvm dialect."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import numpy as np

from mlirlite.dialects import llvm
from mlirlite.dialects.llvm.enums import AtomicBinOp
from mlirlite.dialects.llvm.types import LLVMArrayType, LLVMStructType
from mlirlite.interp.addresses import addresses
from mlirlite.interp.aggregates import load, offsets_of, size_of, store
from mlirlite.interp.arith import maximum, maxnum, minimum, minnum
from mlirlite.interp.encoding import integer_type
from mlirlite.interp.llvm.values import constant_of
from mlirlite.interp.machine import Enter, Leave, Machine, evaluate
from mlirlite.interp.memory import Buffer
from mlirlite.interp.values import array_of, elementwise, items, rounded, signed, unsigned, wrap
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.types import FloatType, VectorType, element_type_of
from mlirlite.support.diagnostics import DiagnosticError

Steps = Generator[Enter, Leave, Any]


@evaluate(llvm.AllocaOp)
def run_alloca(m: Machine, op: llvm.AllocaOp) -> int:
    """Memory until the function returns."""
    space = addresses(m)
    buffer = Buffer(m[op.arraySize] * size_of(op.elem_type))
    space.stack.append(buffer)
    return space.address_of(buffer, op.alignment or 1)


@evaluate(llvm.LoadOp)
def run_load(m: Machine, op: llvm.LoadOp) -> Any:
    """A value of memory."""
    return load(addresses(m), m[op.addr], op.res.type)


@evaluate(llvm.StoreOp)
def run_store(m: Machine, op: llvm.StoreOp) -> None:
    """A value is written."""
    store(addresses(m), m[op.addr], m.raw(op.value), op.value.type)


@evaluate(llvm.GEPOp)
def run_getelementptr(m: Machine, op: llvm.GEPOp) -> Any:
    """The address of a part, or of each of several."""
    base = m[op.base]
    indices = [i if isinstance(i, int) else m[i] for i in op.indices()]
    many = op.res.type if isinstance(op.res.type, VectorType) else None
    if many is None:
        return _address(base, indices, op.elem_type)
    count = many.num_elements
    columns = [items(v) if isinstance(v, np.ndarray) else [v] * count for v in (base, *indices)]
    rows = [_address(b, i, op.elem_type) for b, *i in zip(*columns, strict=True)]
    return array_of(rows, many.shape, many.element_type)


def _address(base: int, indices: list[int], type: Type) -> int:
    address = base + indices[0] * size_of(type)
    for index in indices[1:]:
        if isinstance(type, LLVMStructType):
            address += offsets_of(type)[index]
            type = type.body[index]
        elif isinstance(type, (LLVMArrayType, VectorType)):
            type = type.element_type
            address += index * size_of(type)
    return address % (1 << 64)


@evaluate(llvm.AddressOfOp)
def run_addressof(m: Machine, op: llvm.AddressOfOp) -> Steps:
    """The address of a function, or of a global, which is initialized at its first use."""
    name = op.global_name.root
    found: Any = m.symbol(name)
    if isinstance(found, FunctionLike):
        return [addresses(m).function(name)]
    key = ("llvm.global", name)
    if key in m.globals:
        return [m.globals[key]]
    if isinstance(found, llvm.AliasOp):
        done = yield Enter(found.initializer, isolated=True)
        m.globals[key] = done.values[0]
        return done.values
    if not isinstance(found, llvm.GlobalOp):
        raise DiagnosticError(op.error(f"symbol '{name}' has no address"))
    space, type = addresses(m), found.global_type
    address = m.globals[key] = space.allocate(size_of(type), found.alignment or 1)
    if not found.initializer.empty:
        done = yield Enter(found.initializer, isolated=True)
        store(space, address, done.values[0], type)
    elif isinstance(found.value, Attribute):
        store(space, address, constant_of(found.value, type), type)
    return [address]


def _wrapping_up(a: int, b: int) -> int:
    return 0 if a >= b else a + 1


def _wrapping_down(a: int, b: int) -> int:
    return b if a == 0 or a > b else a - 1


_UNSIGNED: dict[str, Callable[[int, int], int]] = {
    "umax": max,
    "umin": min,
    "uinc_wrap": _wrapping_up,
    "udec_wrap": _wrapping_down,
    "usub_cond": lambda a, b: a - b if a >= b else a,
    "usub_sat": lambda a, b: max(a - b, 0),
}
_SIGNED: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "and": lambda a, b: a & b,
    "nand": lambda a, b: ~(a & b),
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "max": max,
    "min": min,
}
_FLOAT: dict[str, Callable[[float, float], float]] = {
    "fadd": lambda a, b: a + b,
    "fsub": lambda a, b: a - b,
    "fmax": maxnum,
    "fmin": minnum,
    "fmaximum": maximum,
    "fminimum": minimum,
}


def _updated(kind: AtomicBinOp, old: Any, given: Any, type: Type) -> Any:
    name, element = kind.name.strip("_"), element_type_of(type)
    if name == "xchg":
        return given
    if isinstance(element, FloatType):
        function = _FLOAT[name]
        return elementwise(lambda a, b: rounded(function(a, b), element), type, old, given)
    if name in _UNSIGNED:
        return wrap(_UNSIGNED[name](unsigned(old, element), unsigned(given, element)), element)
    return wrap(_SIGNED[name](signed(old, element), signed(given, element)), element)


@evaluate(llvm.AtomicRMWOp)
def run_atomicrmw(m: Machine, op: llvm.AtomicRMWOp) -> Any:
    """Memory is combined with a value; the result is what it was before."""
    space, address, type = addresses(m), m[op.ptr], op.val.type
    old = load(space, address, type)
    store(space, address, _updated(op.bin_op, old, m[op.val], type), type)
    return old


@evaluate(llvm.AtomicCmpXchgOp)
def run_cmpxchg(m: Machine, op: llvm.AtomicCmpXchgOp) -> Any:
    """Memory is written if it was what is expected; what it was, and whether it was written."""
    space, address, type = addresses(m), m[op.ptr], op.val.type
    old, bits = load(space, address, type), integer_type(type)
    same = wrap(old, bits) == wrap(m[op.cmp], bits)
    if same:
        store(space, address, m[op.val], type)
    return (old, int(same))


@evaluate(llvm.FenceOp)
def run_fence(m: Machine, op: llvm.FenceOp) -> None:
    """Nothing: one thread sees its own order."""
