"""Intrinsics of the llvm dialect that reduce vectors, take them apart and put them together."""

from __future__ import annotations

from typing import Any

import numpy as np

from mlirlite.dialects import llvm
from mlirlite.interp.combine import combine
from mlirlite.interp.machine import Machine, evaluate
from mlirlite.interp.values import Array, array_or_poison, defined, items, tidy, unsigned, wrap
from mlirlite.ir.operation import Operation

_REDUCTIONS: dict[type[Any], str] = {
    llvm.vector_reduce_add: "add",
    llvm.vector_reduce_mul: "mul",
    llvm.vector_reduce_and: "and",
    llvm.vector_reduce_or: "or",
    llvm.vector_reduce_xor: "xor",
    llvm.vector_reduce_smax: "maxs",
    llvm.vector_reduce_smin: "mins",
    llvm.vector_reduce_umax: "maxu",
    llvm.vector_reduce_umin: "minu",
    llvm.vector_reduce_fmax: "maxnum",
    llvm.vector_reduce_fmin: "minnum",
    llvm.vector_reduce_fmaximum: "maximum",
    llvm.vector_reduce_fminimum: "minimum",
    llvm.vector_reduce_fadd: "add",
    llvm.vector_reduce_fmul: "mul",
}


@evaluate(*_REDUCTIONS)
def run_reduction(m: Machine, op: Operation) -> Any:
    """All elements combined in order, after the start value if there is one."""
    kind, type = _REDUCTIONS[type_of(op)], op.result.type
    *start, vector = op.operands
    return _combined(kind, [*m.all(start), *items(m[vector])], type)


def _combined(kind: str, values: list[Any], type: Any) -> Any:
    found = values[0]
    for value in values[1:]:
        found = combine(kind, found, value, type)
    return found


_PREDICATED: dict[type[Any], str] = {
    llvm.VPReduceAddOp: "add",
    llvm.VPReduceMulOp: "mul",
    llvm.VPReduceAndOp: "and",
    llvm.VPReduceOrOp: "or",
    llvm.VPReduceXorOp: "xor",
    llvm.VPReduceSMaxOp: "maxs",
    llvm.VPReduceSMinOp: "mins",
    llvm.VPReduceUMaxOp: "maxu",
    llvm.VPReduceUMinOp: "minu",
    llvm.VPReduceFMaxOp: "maxnum",
    llvm.VPReduceFMinOp: "minnum",
    llvm.VPReduceFAddOp: "add",
    llvm.VPReduceFMulOp: "mul",
}


@evaluate(*_PREDICATED)
def run_predicated_reduction(m: Machine, op: Operation) -> Any:
    """The start value combined with the elements whose mask is set and that are before a limit."""
    kind, type = _PREDICATED[type_of(op)], op.result.type
    start, vector, mask, limit = op.operands
    chosen = zip(items(m[vector]), defined(items(m[mask])), range(m[limit]), strict=False)
    return _combined(kind, [m[start], *(v for v, on, _ in chosen if on)], type)


def type_of(op: Operation) -> type[Any]:
    """The op's class, under a name that a variable `type` does not shadow."""
    return type(op)


@evaluate(llvm.StepVectorOp)
def run_stepvector(m: Machine, op: llvm.StepVectorOp) -> Array:
    """0, 1, 2 …"""
    numbers = range(op.result.type.num_elements)
    element = op.result.type.element_type
    return np.array([wrap(n, element) for n in numbers], f"i{max(8, element.width) // 8}")


@evaluate(llvm.GetActiveLaneMaskOp)
def run_active_lanes(m: Machine, op: llvm.GetActiveLaneMaskOp) -> Array:
    """True for the lanes whose number, counted from a base, is below a limit."""
    base, limit = (unsigned(m[v], v.type) for v in (op.base, op.n))
    return np.array([base + i < limit for i in range(op.result.type.num_elements)])


def _slots(m: Machine, value: Any) -> Array:
    return array_or_poison(m.raw(value), value.type).astype(object)


@evaluate(llvm.vector_insert)
def run_vector_insert(m: Machine, op: llvm.vector_insert) -> Any:
    """A vector with another part."""
    found, part, at = _slots(m, op.dstvec), _slots(m, op.srcvec), int(op.pos)
    found[at : at + len(part)] = part
    return tidy(found, op.result.type)


@evaluate(llvm.vector_extract)
def run_vector_extract(m: Machine, op: llvm.vector_extract) -> Any:
    """A part of a vector."""
    at = int(op.pos)
    return tidy(_slots(m, op.srcvec)[at : at + op.result.type.num_elements], op.result.type)


@evaluate(llvm.vector_interleave2)
def run_interleave(m: Machine, op: llvm.vector_interleave2) -> Any:
    """Elements of two vectors in turn."""
    pair = np.stack([_slots(m, v) for v in (op.vec1, op.vec2)], -1)
    return tidy(pair.reshape(-1), op.result.type)


@evaluate(llvm.vector_deinterleave2)
def run_deinterleave(m: Machine, op: llvm.vector_deinterleave2) -> tuple[Any, ...]:
    """Elements at even and at odd positions, in a struct."""
    found, types = _slots(m, op.vec), op.result.type.body
    return tuple(tidy(found[i::2], t) for i, t in enumerate(types))
