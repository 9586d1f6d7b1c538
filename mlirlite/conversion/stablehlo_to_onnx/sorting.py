"""Rules of sorts and of the largest elements.

A comparator that compares keys one after the other, as JAX writes it, is a TopK of integers for
each key. Any other one is applied to all pairs of few elements, or in a bitonic network."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from mlirlite.conversion.stablehlo_to_onnx.builder import Builder, Tensor, rule
from mlirlite.conversion.stablehlo_to_onnx.complex_numbers import Complex
from mlirlite.conversion.stablehlo_to_onnx.control import counted
from mlirlite.conversion.stablehlo_to_onnx.elementwise import total_order
from mlirlite.conversion.stablehlo_to_onnx.reducing import applied
from mlirlite.ir.block import Region
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I32, I64, RankedTensorType
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.ods.hooks import DataOp
from mlirlite.support.tuning import Fixed

Operand = Tensor | Complex
_PAIRS: Fixed[int] = 512
"""Up to this many elements all pairs are compared."""


class Key(NamedTuple):
    """A part of an order: what a comparator makes of the first element, and of the second one."""

    first: Value
    second: Value
    descending: bool
    total: bool
    """Whether floats are compared in their total order."""


@rule("sort")
def sort(b: Builder, op: DataOp, *operands: Operand) -> list[Operand]:
    """Elements along a dimension in the order of the body; equal ones stay in their order."""
    x = operands[0]
    axis = x.rank - 1
    if "dimension" in op.properties:
        axis = op.properties["dimension"].value % max(x.rank, 1)
    if 0 in x.shape or x.rank == 0 or x.shape[axis] == 1:
        return list(operands)
    order = [*(d for d in range(x.rank) if d != axis), axis]
    rows = [v.transpose(order) for v in operands]
    index = _order(b, op.regions[0], rows)
    perm = [order.index(d) for d in range(x.rank)]
    return [r("GatherElements", index, axis=x.rank - 1).transpose(perm) for r in rows]


def _order(b: Builder, region: Region, rows: Sequence[Operand]) -> Tensor:
    """Where each element of the sorted rows comes from."""
    end = region.entry.last
    keys = _keys(end.operands[0]) if end is not None else None
    if keys is not None:
        return _by_keys(b, region, rows, keys)
    if rows[0].shape[-1] <= _PAIRS:
        return _by_pairs(b, region, rows)
    return _by_network(b, region, rows)


# Keys


def _keys(value: Value) -> list[Key] | None:
    """The keys of `a0 < b0 | (a0 == b0 & (a1 < b1 | …))`; None for another expression."""
    op = value.defining_op
    if op is None:
        return None
    if op.name == "stablehlo.compare":
        key = _key(op, ("LT", "GT"))
        return None if key is None else [key]
    if op.name != "stablehlo.or":
        return None
    before, rest = (v.defining_op for v in op.operands)
    if before is None or rest is None or rest.name != "stablehlo.and":
        return None
    first = _key(before, ("LT", "GT"))
    equal = rest.operands[0].defining_op
    same = None if equal is None else _key(equal, ("EQ",))
    if first is None or same is None or (first.first, first.second) != (same.first, same.second):
        return None
    others = _keys(rest.operands[1])
    return None if others is None else [first, *others]


def _key(op: Operation, words: Sequence[str]) -> Key | None:
    if op.name != "stablehlo.compare":
        return None
    properties: Any = op.properties
    word = properties["comparison_direction"].value.name
    kind = properties.get("compare_type")
    total = kind is not None and kind.value.name == "TOTALORDER"
    if word not in words:
        return None
    a, c = op.operands
    if _mirrored(a, c):
        return Key(a, c, word == "GT", total)
    return Key(c, a, word != "GT", total) if _mirrored(c, a) else None


def _mirrored(a: Value, c: Value) -> bool:
    """Whether two values are the same function, of the first elements and of the second ones."""
    if isinstance(a, BlockArgument) or isinstance(c, BlockArgument):
        if not isinstance(a, BlockArgument) or not isinstance(c, BlockArgument):
            return False
        return a.owner is c.owner and a.index % 2 == 0 and c.index == a.index + 1
    one, other = a.defining_op, c.defining_op
    if one is None or other is None or one.regions or a.type is not c.type:
        return False
    if one.name != other.name or one.properties != other.properties:
        return False
    if one is other and one.operands:
        return False
    pairs = zip(one.operands, other.operands, strict=True)
    return len(one.operands) == len(other.operands) and all(_mirrored(p, q) for p, q in pairs)


def _by_keys(b: Builder, region: Region, rows: Sequence[Operand], keys: Sequence[Key]) -> Tensor:
    applied(b, region, [row for row in rows for _ in range(2)], "sort")
    made = [(b.values[key.first].expand(rows[0].shape), key) for key in keys]
    index: Tensor | None = None
    for number, key in reversed(made):
        ranks = _ranked(b, number, key.total)
        if index is not None:
            ranks = ranks("GatherElements", index, axis=ranks.rank - 1)
        _, found = _top(b, ranks, ranks.shape[-1], key.descending)
        last = found.rank - 1
        index = found if index is None else index("GatherElements", found, axis=last)
    assert index is not None  # there is at least one key
    return index


def _ranked(b: Builder, x: Tensor, total: bool) -> Tensor:
    """Integers in the order of the elements."""
    if x.is_float:
        x = total_order(b, x if total else x + 0.0)
    return x.to(I32) if x.width < 32 else x


def _top(b: Builder, x: Tensor, k: int, largest: bool) -> list[Tensor]:
    shape = (*x.shape[:-1], k)
    types = [RankedTensorType(shape, x.element), RankedTensorType(shape, I64)]
    return b.all("TopK", [x, b.integers(k)], types, axis=-1, largest=int(largest), sorted=1)


@rule("chlo.top_k")
def top_k(b: Builder, op: DataOp, x: Tensor) -> list[Tensor]:
    """The largest elements of the last dimension, and their indices; NaN is above all."""
    ranks = _ranked(b, x, True)
    if x.is_float:
        # NaN of either sign, and zeros of both, as XLA has them.
        ranks = _ranked(b, x("IsNaN").where(float("nan"), x), True)
    _, indices = _top(b, ranks, op.properties["k"].value, True)
    values = x("GatherElements", indices, axis=x.rank - 1)
    return [values, indices.to(I32)]


# Any comparator


def _by_pairs(b: Builder, region: Region, rows: Sequence[Operand]) -> Tensor:
    """How many elements are before each one says where it goes."""
    *outer, size = rows[0].shape
    across = [r.reshape([*outer, 1, size]) for r in rows]
    down = [r.reshape([*outer, size, 1]) for r in rows]
    counts = b.counts(size)
    earlier = counts.reshape([1, size]) < counts.reshape([size, 1])
    before = _before(b, region, across, down, earlier)
    place = before.to(I32)("ReduceSum", b.integers(len(outer) + 1), keepdims=0).to(I64)
    start = counts.reshape([*(1 for _ in outer), size]).expand([*outer, size])
    return start("ScatterElements", place, start, axis=len(outer))


def _before(
    b: Builder,
    region: Region,
    first: Sequence[Operand],
    second: Sequence[Operand],
    earlier: Tensor,
) -> Tensor:
    """Whether elements go before others; of equal ones, those that are earlier."""

    def asked(one: Sequence[Operand], other: Sequence[Operand]) -> Tensor:
        pairs = [p for a, c in zip(one, other, strict=True) for p in (a, c)]
        return applied(b, region, pairs, "sort")[0]

    return asked(first, second) | (~asked(second, first) & earlier)


def _by_network(b: Builder, region: Region, rows: Sequence[Operand]) -> Tensor:
    """Batcher's bitonic network: each step compares an element with one whose index differs in one
    bit. Rows are filled up to a power of 2 with elements that come last."""
    *outer, size = rows[0].shape
    bits = (size - 1).bit_length()
    whole, last = 1 << bits, len(outer)
    steps = [(1 << (k + 1), 1 << j) for k in range(bits) for j in range(k, -1, -1)]
    blocks, jumps = b.integers(*(k for k, _ in steps)), b.integers(*(j for _, j in steps))
    places = b.counts(whole)

    def at(index: Tensor) -> list[Operand]:
        inside = b("Min", [index, index.like(size - 1)])
        return [r("GatherElements", inside, axis=last) for r in rows]

    def step(number: Tensor, values: Sequence[Tensor]) -> list[Tensor]:
        [own] = values
        block, jump = blocks("Gather", number, axis=0), jumps("Gather", number, axis=0)
        other = own("Gather", places("BitwiseXor", jump), axis=last)
        before = _before(b, region, at(own), at(other), own < other)
        before = (other >= size) | ((own < size) & before)
        before = ((own >= size) & (other >= size)).where(own < other, before)
        lower = places("BitwiseAnd", jump).equal(0)
        upward = places("BitwiseAnd", block).equal(0)
        return [before.equal(lower.equal(upward)).where(own, other)]

    start = places.reshape([*(1 for _ in outer), whole]).expand([*outer, whole])
    [found] = counted(b, len(steps), [start], step)
    return found.slice(last, 0, size)
