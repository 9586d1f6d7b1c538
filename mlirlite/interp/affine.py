"""Evaluation of the ops of affine."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from mlirlite.dialects import affine
from mlirlite.interp.combine import combine_atomic
from mlirlite.interp.machine import Enter, Leave, Machine, evaluate
from mlirlite.interp.scf import points
from mlirlite.interp.values import Undefined, zero_of
from mlirlite.interp.vector_memory import load_vector, store_vector
from mlirlite.ir.affine import AffineMap
from mlirlite.ir.values import Value

Steps = Generator[Enter, Leave, Any]


def apply_map(m: Machine, map: AffineMap, operands: Sequence[Value]) -> list[int]:
    """The results of a map for its dimensions and symbols; undefined behavior when it divides by
    zero."""
    numbers = m.all(operands)
    try:
        return list(map.evaluate(numbers[: map.num_dims], numbers[map.num_dims :]))
    except ZeroDivisionError:
        raise Undefined("divides by zero") from None


@evaluate(affine.ApplyOp)
def run_apply(m: Machine, op: affine.ApplyOp) -> int:
    """The result of a map."""
    return apply_map(m, op.affine_map, op.operands)[0]


@evaluate(affine.MinOp)
def run_min(m: Machine, op: affine.MinOp) -> int:
    """The smallest result of a map."""
    return min(apply_map(m, op.affine_map, op.operands))


@evaluate(affine.MaxOp)
def run_max(m: Machine, op: affine.MaxOp) -> int:
    """The largest result of a map."""
    return max(apply_map(m, op.affine_map, op.operands))


@evaluate(affine.DelinearizeIndexOp)
def run_delinearize(m: Machine, op: affine.DelinearizeIndexOp) -> Any:
    """The digits of a number in a mixed basis."""
    basis = m.numbers(op.mixed_basis)
    if any(b <= 0 for b in basis):
        raise Undefined(f"has a basis {basis} that is not positive")
    rest, digits = m[op.linear_index], []
    inner = basis if len(basis) < len(op.results) else basis[1:]
    for size in reversed(inner):
        rest, digit = divmod(rest, size)
        digits.append(digit)
    digits = [rest, *reversed(digits)] if op.results else []
    return digits[0] if len(digits) == 1 else digits


@evaluate(affine.LinearizeIndexOp)
def run_linearize(m: Machine, op: affine.LinearizeIndexOp) -> int:
    """The number of digits in a mixed basis."""
    indices, basis = m.all(op.multi_index), m.numbers(op.mixed_basis)
    inner = basis[len(basis) - len(indices) + 1 :] if indices else []
    if op.is_disjoint:
        bounded = zip(indices[len(indices) - len(basis) :], basis, strict=True)
        if any(not 0 <= i < size for i, size in bounded):
            raise Undefined(f"is disjoint but has indices {indices} beyond the basis {basis}")
    found = indices[0] if indices else 0
    for index, size in zip(indices[1:], inner, strict=True):
        found = found * size + index
    return int(found)


@evaluate(affine.LoadOp)
def run_load(m: Machine, op: affine.LoadOp) -> Any:
    """An element of a buffer."""
    return m[op.memref].load(apply_map(m, op.affine_map, op.index_operands))


@evaluate(affine.StoreOp)
def run_store(m: Machine, op: affine.StoreOp) -> None:
    """An element of a buffer is written."""
    m[op.memref].store(apply_map(m, op.affine_map, op.index_operands), m.raw(op.value))


@evaluate(affine.VectorLoadOp)
def run_vector_load(m: Machine, op: affine.VectorLoadOp) -> Any:
    """Elements of a buffer."""
    indices = apply_map(m, op.affine_map, op.index_operands)
    return load_vector(m[op.memref], indices, op.result.type)


@evaluate(affine.VectorStoreOp)
def run_vector_store(m: Machine, op: affine.VectorStoreOp) -> None:
    """Elements of a buffer are written."""
    indices = apply_map(m, op.affine_map, op.index_operands)
    store_vector(m[op.memref], indices, m[op.value], op.value.type)


@evaluate(affine.PrefetchOp)
def run_prefetch(m: Machine, op: affine.PrefetchOp) -> None:
    """Nothing."""


@evaluate(affine.ForOp)
def run_for(m: Machine, op: affine.ForOp) -> Steps:
    """Run the region for each number between the bounds."""
    lower = max(apply_map(m, op.lowerBoundMap.map, op.lowerBoundOperands))
    upper = min(apply_map(m, op.upperBoundMap.map, op.upperBoundOperands))
    values: Sequence[Any] = m.all_raw(op.inits)
    for i in range(lower, upper, int(op.step)):
        done = yield Enter(op.region, [i, *values])
        values = done.values
    return values


@evaluate(affine.IfOp)
def run_if(m: Machine, op: affine.IfOp) -> Steps:
    """One of two regions."""
    condition, numbers = op.integer_set, m.all(op.operands)
    holds = condition.contains(numbers[: condition.num_dims], numbers[condition.num_dims :])
    region = op.thenRegion if holds else op.elseRegion
    if region.empty:
        return ()
    done = yield Enter(region)
    return done.values


def _grouped(results: Sequence[int], groups: Any, choose: Any) -> list[int]:
    found, at = [], 0
    for count in groups.values():
        found.append(choose(results[at : at + count]))
        at += count
    return found


@evaluate(affine.ParallelOp)
def run_parallel(m: Machine, op: affine.ParallelOp) -> Steps:
    """Run the region at each point; what it yields is reduced in order."""
    lower = apply_map(m, op.lowerBoundsMap.map, op.lower_operands)
    upper = apply_map(m, op.upperBoundsMap.map, op.upper_operands)
    bounds = _grouped(lower, op.lowerBoundsGroups, max), _grouped(upper, op.upperBoundsGroups, min)
    kinds = op.reduction_kinds
    values = [neutral(k.name, r.type) for k, r in zip(kinds, op.results, strict=True)]
    for point in points(*bounds, op.step_numbers):
        done = yield Enter(op.region, point)
        values = [
            combine_atomic(k.name, a, b, r.type)
            for k, a, b, r in zip(kinds, values, done.values, op.results, strict=True)
        ]
    return values


def neutral(kind: str, type: Any) -> Any:
    """The start value of a reduction."""
    infinity = float("inf")
    width = getattr(type, "width", 64)
    return {
        "mulf": 1.0,
        "muli": 1,
        "andi": -1 if width > 1 else 1,
        "maximumf": -infinity,
        "maxnumf": -infinity,
        "minimumf": infinity,
        "minnumf": infinity,
        "maxs": -(1 << (width - 1)),
        "mins": (1 << (width - 1)) - 1,
        "minu": -1 if width > 1 else 1,
    }.get(kind, zero_of(type))
