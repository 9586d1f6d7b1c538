"""Intrinsics of the llvm dialect on memory: copies, masked access, and promises."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import llvm
from mlirlite.interp.addresses import addresses
from mlirlite.interp.aggregates import load, size_of, store
from mlirlite.interp.library import copy_bytes, fill_bytes
from mlirlite.interp.machine import Machine, evaluate
from mlirlite.interp.values import (
    POISON,
    Undefined,
    array_of,
    array_or_poison,
    defined,
    items,
    tidy,
    unsigned,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value


def _length(
    m: Machine,
    op: llvm.MemcpyOp | llvm.MemcpyInlineOp | llvm.MemmoveOp | llvm.MemsetOp | llvm.MemsetInlineOp,
) -> int:
    given = op.len
    return unsigned(m[given], given.type) if isinstance(given, Value) else int(given.value)


@evaluate(llvm.MemcpyOp, llvm.MemcpyInlineOp)
def run_memcpy(m: Machine, op: llvm.MemcpyOp | llvm.MemcpyInlineOp) -> None:
    """Bytes are copied; the two places may not overlap."""
    copy_bytes(m, m[op.dst], m[op.src], _length(m, op), overlap=False)


@evaluate(llvm.MemmoveOp)
def run_memmove(m: Machine, op: llvm.MemmoveOp) -> None:
    """Bytes are copied."""
    copy_bytes(m, m[op.dst], m[op.src], _length(m, op), overlap=True)


@evaluate(llvm.MemsetOp, llvm.MemsetInlineOp)
def run_memset(m: Machine, op: llvm.MemsetOp | llvm.MemsetInlineOp) -> None:
    """One byte is written many times."""
    fill_bytes(m, m[op.dst], m[op.val], _length(m, op))


def _others(m: Machine, op: Operation, type: Any) -> list[Any]:
    """The values where a mask is not set: poison unless they are given."""
    given = op.operands[2:]
    return items(array_or_poison(m.raw(given[0]) if given else POISON, type))


def _loaded(m: Machine, places: list[Any], mask: list[Any], others: list[Any], type: Any) -> Any:
    element, space = type.element_type, addresses(m)
    rows = zip(places, mask, others, strict=True)
    values = [load(space, a, element) if c else v for a, c, v in rows]
    return tidy(array_of(values, type.shape, element), type)


def _consecutive(m: Machine, start: int, type: Any) -> list[int]:
    size = size_of(type.element_type)
    return [start + i * size for i in range(type.num_elements)]


def _stored(m: Machine, places: list[Any], mask: list[Any], value: Any, type: Any) -> None:
    values = items(array_or_poison(value, type))
    for address, on, v in zip(places, mask, values, strict=True):
        if on:
            store(addresses(m), address, v, type.element_type)


@evaluate(llvm.MaskedLoadOp)
def run_masked_load(m: Machine, op: llvm.MaskedLoadOp) -> Any:
    """Elements of memory where the mask is set, else others."""
    type = op.results[0].type
    places = _consecutive(m, m[op.data], type)
    return _loaded(m, places, defined(items(m[op.mask])), _others(m, op, type), type)


@evaluate(llvm.MaskedStoreOp)
def run_masked_store(m: Machine, op: llvm.MaskedStoreOp) -> None:
    """Elements are written where the mask is set."""
    type = op.value.type
    places = _consecutive(m, m[op.data], type)
    _stored(m, places, defined(items(m[op.mask])), m.raw(op.value), type)


@evaluate(llvm.masked_gather)
def run_masked_gather(m: Machine, op: llvm.masked_gather) -> Any:
    """Elements at many addresses where the mask is set, else others."""
    type = op.results[0].type
    return _loaded(
        m, items(m[op.ptrs]), defined(items(m[op.mask])), _others(m, op, type), type
    )  # fmt: skip


@evaluate(llvm.masked_scatter)
def run_masked_scatter(m: Machine, op: llvm.masked_scatter) -> None:
    """Elements are written at many addresses where the mask is set, in order."""
    mask = defined(items(m[op.mask]))
    _stored(m, items(m[op.ptrs]), mask, m.raw(op.value), op.value.type)


def _packed(m: Machine, start: int, mask: list[Any], type: Any) -> list[int]:
    """The addresses of consecutive elements, of which each set bit takes one."""
    size, places = size_of(type.element_type), []
    for on in mask:
        places.append(start)
        start += size if on else 0
    return places


@evaluate(llvm.masked_expandload)
def run_masked_expandload(m: Machine, op: llvm.masked_expandload) -> Any:
    """Consecutive elements go where the mask is set."""
    type: Any = op.results[0].type
    mask = defined(items(m[op.mask]))
    others = items(array_or_poison(m.raw(op.passthru), type))
    return _loaded(m, _packed(m, m[op.ptr], mask, type), mask, others, type)


@evaluate(llvm.masked_compressstore)
def run_masked_compressstore(m: Machine, op: llvm.masked_compressstore) -> None:
    """Elements where the mask is set are written one after another."""
    type, mask = op.value.type, defined(items(m[op.mask]))
    _stored(m, _packed(m, m[op.ptr], mask, type), mask, m.raw(op.value), type)


@evaluate(llvm.AssumeOp)
def run_assume(m: Machine, op: llvm.AssumeOp) -> None:
    """Undefined behavior unless the condition is true."""
    if not m[op.cond]:
        raise Undefined("assumes what is not true")


@evaluate(llvm.LifetimeStartOp, llvm.LifetimeEndOp, llvm.Prefetch)
def run_hint(m: Machine, op: llvm.LifetimeStartOp | llvm.LifetimeEndOp | llvm.Prefetch) -> None:
    """Nothing."""


@evaluate(
    llvm.ExpectOp,
    llvm.ExpectWithProbabilityOp,
    llvm.SSACopyOp,
    llvm.LaunderInvariantGroupOp,
    llvm.StripInvariantGroupOp,
)
def run_same(m: Machine, op: Operation) -> Any:
    """The first value."""
    return m.raw(op.operands[0])


@evaluate(llvm.Trap)
def run_trap(m: Machine, op: llvm.Trap) -> None:
    """The end of the program."""
    raise Undefined("is reached")
