"""Library functions that lowered code calls and no module defines: C's memory and mathematics, and
the print functions of upstream's runner."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mlirlite.dialects.llvm.types import PTR
from mlirlite.interp.addresses import addresses
from mlirlite.interp.aggregates import load
from mlirlite.interp.descriptors import lowered_unranked
from mlirlite.interp.encoding import from_bytes, to_bytes
from mlirlite.interp.machine import Machine
from mlirlite.interp.math import BINARY, UNARY, fused
from mlirlite.interp.memory import Buffer, MemRef
from mlirlite.interp.printing import PRINTED, memref_text, number_text, shape_text
from mlirlite.interp.values import POISON, Undefined, UsesPoison, rounded
from mlirlite.ir.attribute import Type
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import BF16, F16, F32, F64, I16, I64
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean

External = Callable[[Machine, Sequence[Any]], Any]


def copy_bytes(m: Machine, target: int, source: int, count: int, *, overlap: bool) -> None:
    """Copy memory, and whether it was written."""
    if count == 0:
        return
    space = addresses(m)
    (a, i), (b, j) = space.find(target, count), space.find(source, count)
    if not overlap and a is b and abs(i - j) < count and i != j:
        raise Undefined("copies memory onto itself; memmove may")
    a.data[i : i + count] = b.data[j : j + count].copy()
    a.written[i : i + count] = b.written[j : j + count].copy()


def fill_bytes(m: Machine, target: int, value: int, count: int) -> None:
    """Write one byte many times."""
    if count:
        buffer, at = addresses(m).find(target, count)
        buffer.data[at : at + count] = value & 255
        buffer.written[at : at + count] = True


def _checked(function: Callable[..., Any]) -> External:
    """A function of known arguments (none is poison)."""

    def run(m: Machine, values: Sequence[Any]) -> Any:
        if any(v is POISON for v in values):
            raise UsesPoison("passes a poison value")
        return function(m, *values)

    return run


def _calloc(m: Machine, count: int, size: int) -> int:
    buffer = Buffer(count * size)
    buffer.written[:] = True
    return addresses(m).address_of(buffer)


def _memcpy(m: Machine, target: int, source: int, count: int) -> int:
    copy_bytes(m, target, source, count, overlap=False)
    return target


def _memmove(m: Machine, target: int, source: int, count: int) -> int:
    copy_bytes(m, target, source, count, overlap=True)
    return target


def _memset(m: Machine, target: int, value: int, count: int) -> int:
    fill_bytes(m, target, value, count)
    return target


def _memref_copy(m: Machine, size: int, source: int, target: int) -> None:
    """Copy between strided memrefs, given as pointers to unranked descriptors."""
    rank, from_ = (load(addresses(m), source + at, t) for at, t in ((0, I64), (8, PTR)))
    to = load(addresses(m), target + 8, PTR)
    fields = [
        [load(addresses(m), d + 8 * i, I64) for i in range(3 + 2 * rank)] for d in (from_, to)
    ]
    sizes = fields[0][3 : 3 + rank]
    for point in np.ndindex(*sizes):
        places = []
        for _, aligned, offset, *rest in fields:
            step = sum(p * s for p, s in zip(point, rest[rank:], strict=True))
            places.append(aligned + (offset + step) * size)
        copy_bytes(m, places[1], places[0], size, overlap=True)


def _abort(m: Machine) -> None:
    raise Undefined("aborts the program")


def _exit(m: Machine, code: int) -> None:
    raise Undefined(f"ends the program with exit code {code}")


def _raw_string(m: Machine, address: int) -> bytes:
    buffer, at = addresses(m).find(address, 1)
    text, end, _ = bytes(buffer.data[at:]).partition(b"\0")
    if not end:
        raise Undefined("reads a string that has no end")
    return text


def _string(m: Machine, address: int) -> str:
    return _raw_string(m, address).decode("utf-8", "replace")


def _print_narrow(type: Type) -> Callable[[Machine, int], None]:
    def run(m: Machine, bits: int) -> None:
        m.write(number_text(from_bytes(*to_bytes(bits, I16), type), F32))

    return run


def _print_unsigned(m: Machine, value: int) -> None:
    m.write(str(value % (1 << 64)))


def _print_string(m: Machine, address: int) -> None:
    m.write(_string(m, address))


def _puts(m: Machine, address: int) -> int:
    m.write(_string(m, address) + "\n")
    return 0


def is_outside(m: Machine, name: str) -> bool:
    """True for a function that the module only declares."""
    found: Any = m.symbol(name)
    return isinstance(found, FunctionLike) and found.is_declaration


def call_outside(m: Machine, op: Operation, name: str, values: Sequence[Any]) -> Sequence[Any]:
    """Call a function of the library; returns the results of the calling op."""
    function = LIBRARY.get(name)
    if function is None:
        near = did_you_mean(name, LIBRARY)
        raise DiagnosticError(op.error(f"calls '{name}', which has no body{near}"))
    found = function(m, values)
    return [found] if op.results else ()


def _strlen(m: Machine, address: int) -> int:
    return len(_raw_string(m, address))


def _strncmp(m: Machine, a: int, b: int, count: int) -> int:
    x, y = (_raw_string(m, address)[:count] for address in (a, b))
    return (x > y) - (x < y)


LIBRARY: dict[str, External] = {
    "malloc": _checked(lambda m, size: addresses(m).allocate(size)),
    "aligned_alloc": _checked(lambda m, place, size: addresses(m).allocate(size, place)),
    "calloc": _checked(_calloc),
    "free": _checked(lambda m, address: addresses(m).free(address)),
    "memcpy": _checked(_memcpy),
    "memmove": _checked(_memmove),
    "memset": _checked(_memset),
    "memrefCopy": _checked(_memref_copy),
    "strlen": _checked(_strlen),
    "strncmp": _checked(_strncmp),
    "abort": _checked(_abort),
    "exit": _checked(_exit),
    "printI64": _checked(lambda m, value: m.write(str(value))),
    "printU64": _checked(_print_unsigned),
    "printF32": _checked(lambda m, value: m.write(number_text(value, F32))),
    "printF64": _checked(lambda m, value: m.write(number_text(value, F64))),
    "printF16": _checked(_print_narrow(F16)),
    "printBF16": _checked(_print_narrow(BF16)),
    "printString": _checked(_print_string),
    "puts": _checked(_puts),
    "printOpen": _checked(lambda m: m.write("( ")),
    "printClose": _checked(lambda m: m.write(" )")),
    "printComma": _checked(lambda m: m.write(", ")),
    "printNewline": _checked(lambda m: m.write("\n")),
}
for _ours in ("alloc", "aligned_alloc", "free"):
    _known = LIBRARY["malloc" if _ours == "alloc" else _ours]
    LIBRARY[f"_mlir_memref_to_llvm_{_ours}"] = _known


def _print_memref(type: Type, *, only_shape: bool) -> Callable[[Machine, int, int], None]:
    """A function that prints the memref of an unranked descriptor: its rank and a pointer."""

    def run(m: Machine, rank: int, descriptor: int) -> None:
        space = addresses(m)
        parts = [load(space, descriptor + 8 * i, I64) for i in range(3 + 2 * rank)]
        _, aligned, offset, *rest = parts
        sizes, strides = rest[:rank], rest[rank:]
        if only_shape:
            m.write(shape_text(aligned, offset, sizes, strides) + "\n")
            return
        buffer, at = space.holder(aligned)
        memory = MemRef(buffer, type, tuple(sizes), tuple(strides), offset, at)
        m.write(memref_text(aligned, offset, strides, memory.numpy(), type))

    return run


def _through_pointer(function: Callable[[Machine, int, int], None]) -> External:
    """The same for the C interface, which passes a pointer to the rank and the pointer."""

    def run(m: Machine, address: int) -> None:
        space = addresses(m)
        function(m, load(space, address, I64), load(space, address + 8, PTR))

    return _checked(run)


def _on_memref(function: Callable[[Machine, int, int], None]) -> External:
    """The same while memrefs are still values."""

    def run(m: Machine, values: Sequence[Any]) -> None:
        if len(values) == 1 and isinstance(values[0], MemRef):
            function(m, *lowered_unranked(m, values[0]))
        else:
            _checked(function)(m, values)

    return run


for _name, _type in PRINTED.items():
    for _word in ("", "Shape"):
        _function = _print_memref(_type, only_shape=bool(_word))
        LIBRARY[f"printMemref{_word}{_name}"] = _on_memref(_function)
        LIBRARY[f"_mlir_ciface_printMemref{_word}{_name}"] = _through_pointer(_function)

_OTHER_NAMES = {"absf": "fabs", "powf": "pow"}


def _add_function(name: str, function: Callable[..., float]) -> None:
    for suffix, type in (("", F64), ("f", F32)):
        LIBRARY[name + suffix] = _checked(lambda m, *v, type=type: rounded(function(*v), type))


for _op, _float in {**UNARY, **BINARY}.items():
    _name = _op.name.removeprefix("math.")
    _add_function(_OTHER_NAMES.get(_name, _name), _float)
_add_function("fmod", lambda a, b: math.fmod(a, b) if b and math.isfinite(a) else math.nan)
LIBRARY["fma"] = _checked(lambda m, a, b, c: fused(a, b, c, F64))
LIBRARY["fmaf"] = _checked(lambda m, a, b, c: fused(a, b, c, F32))


def _logb(number: float) -> float:
    """The exponent of a number."""
    if number == 0 or not math.isfinite(number):
        return -math.inf if number == 0 else abs(number)
    return float(math.frexp(number)[1] - 1)


_add_function("logb", _logb)
