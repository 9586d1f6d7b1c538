"""Rules of running results along a dimension, of order, and of distances between rows."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import torch

from mlirlite.torch.builder import Builder, Tensor
from mlirlite.torch.ops.pointwise import is_infinite, is_nan
from mlirlite.torch.ops.reductions import reduced
from mlirlite.torch.ops.views import sliced
from mlirlite.torch.table import Rule, add
from mlirlite.torch.types import Unsupported, tensor_type

_MOST = 1 << 20
"""The most pairs that are compared."""
Values = Sequence[Tensor]


def scan(axis: int, start: Values, joined: Callable[[Values, Values], Values]) -> list[Tensor]:
    """Running results: in each step, of twice as many elements. `joined` gives the result of
    earlier elements and later ones."""
    values, size = list(start), start[0].extent(axis)
    reach = 1
    while reach < size:
        earlier = [sliced(v, axis, 0, size - reach) for v in values]
        later = [sliced(v, axis, reach, size) for v in values]
        made = joined(earlier, later)
        values = [
            v.b("Concat", [sliced(v, axis, 0, reach), m], axis=axis)
            for v, m in zip(values, made, strict=True)
        ]
        reach *= 2
    return values


def running_extreme(name: str) -> Rule:
    """The running largest or smallest element, and the last place of it; a NaN stays."""

    def rule(b: Builder, x: Tensor, dim: int) -> Sequence[Tensor]:
        if not x.rank:
            return [x, b.number(0, torch.int64)]
        axis = x.axis(dim)
        dtype = x.dtype
        if dtype is torch.bool:
            x = x.to(torch.int32)
        size = x.static[axis]
        shape = [size if d == axis else 1 for d in range(x.rank)]
        places = b.constant(torch.arange(size).reshape(shape)).expand(x.shape)

        def joined(earlier: Values, later: Values) -> Values:
            (old, at), (new, place) = earlier, later
            taken = new >= old if name == "Max" else new <= old
            if dtype.is_floating_point:
                taken = is_nan(new) | (~is_nan(old) & taken)
            return [taken.where(new, old), taken.where(place, at)]

        values, index = scan(axis, [x, places], joined)
        return [values.to(dtype), index]

    return rule


def _log_sum(b: Builder, x: Tensor, dim: int) -> Tensor:
    if not x.rank:
        return x

    def joined(earlier: Values, later: Values) -> Values:
        [p], [q] = earlier, later
        most, least = b("Max", [p, q]), b("Min", [p, q])
        gap = (least - most)("Exp")
        found = most + (gap + 1)("Log")
        return [(is_infinite(most) & p.equal(q)).where(most, found)]

    return scan(x.axis(dim), [x], joined)[0]


# Medians and modes


def _row(x: Tensor, dim: int | None) -> tuple[Tensor, int]:
    if dim is None:
        return x.reshape([math.prod(x.static)]), 0
    return x, x.axis(dim)


def median(ignore: bool) -> Rule:
    """The lower median, and its place; a NaN counts, or is ignored."""

    def rule(b: Builder, x: Tensor, dim: int | None = None, keep: bool = False) -> Any:
        several = isinstance(b.result, (list, tuple))
        fakes = list(b.result) if several else [b.result]
        if not x.rank:
            found = [x, b.number(0, torch.int64)]
        else:
            found = _median(b, *_row(x, dim), ignore)
        made = [v.reshape(tuple(r.shape)) for v, r in zip(found, fakes, strict=False)]
        return made if several else made[0]

    return rule


def _median(b: Builder, x: Tensor, axis: int, ignore: bool) -> list[Tensor]:
    size = x.static[axis]
    if not size:
        raise Unsupported("a median of nothing")
    types = [tensor_type(x.shape, d) for d in (x.dtype, torch.int64)]
    bad = is_nan(x) if x.dtype.is_floating_point else None
    rank = x if bad is None else bad.where(x.like(math.inf), x)
    values, places = b.all("TopK", [rank, b.size(size)], types, axis=axis, largest=0, sorted=1)
    shape = [1 if d == axis else n for d, n in enumerate(x.static)]
    at = b.number((size - 1) // 2, torch.int64).expand(shape)
    if bad is None:
        return [v("GatherElements", at, axis=axis) for v in (values, places)]
    lost = reduced(bad.to(torch.int64), "Sum", [axis], True)
    first = bad.to(torch.int32)("ArgMax", axis=axis, keepdims=1)
    if ignore:
        whole, at = lost.equal(size), (size - 1 - lost) / 2
        at = whole.where(at * 0, at)
    else:
        whole = lost > 0
    values, places = (v("GatherElements", at, axis=axis) for v in (values, places))
    return [whole.where(x.like(math.nan), values), whole.where(first, places)]


def _mode(b: Builder, x: Tensor, dim: int = -1, keep: bool = False) -> Sequence[Tensor]:
    """The smallest of the most frequent elements, and its last place."""
    if not x.rank:
        return [x, b.number(0, torch.int64)]
    axis = x.axis(dim)
    size = x.static[axis]
    if x.dtype is torch.bool or math.prod(x.static) * size > _MOST:
        raise Unsupported("a mode of many elements")
    order = [*(d for d in range(x.rank) if d != axis), axis]
    rows = x.transpose(order)
    lead = rows.static[:-1]
    same = rows.reshape([*lead, size, 1]).equal(rows.reshape([*lead, 1, size]))
    counts = reduced(same.to(torch.int64), "Sum", [-1])
    often = counts.equal(reduced(counts, "Max", [-1], True))
    most = math.inf if x.dtype.is_floating_point else torch.iinfo(x.dtype).max
    value = reduced(often.where(rows, most), "Min", [-1], True)
    places = b.constant(torch.arange(size)).expand(rows.shape)
    last = reduced(rows.equal(value).where(places, -1), "Max", [-1], True)
    return [v.reshape(tuple(r.shape)) for v, r in zip((value, last), b.result, strict=True)]


# Distances


def _length(gap: Tensor, p: float) -> Tensor:
    """The norm of the last dimension."""
    size = gap("Abs")
    if p == 0:
        return reduced((~gap.equal(0)).to(gap.dtype), "Sum", [-1])
    if p == 1:
        return reduced(size, "Sum", [-1])
    if p == 2:
        return reduced(gap * gap, "Sum", [-1])("Sqrt")
    if p == math.inf:
        return reduced(size, "Max", [-1])
    return reduced(size("Pow", size.like(p)), "Sum", [-1])("Pow", size.like(1 / p))


def _gaps(x: Tensor, y: Tensor) -> Tensor:
    left = x.reshape([*x.shape[:-1], 1, x.shape[-1]])
    return left - y.reshape([*y.shape[:-2], 1, *y.shape[-2:]])


def _distances(b: Builder, x: Tensor, y: Tensor, p: float, mode: int | None) -> Tensor:
    if 0 in b.shape or 0 in x.shape:
        return b.filled(0, b.shape, b.dtype)
    return _length(_gaps(x, y), p)


def _distances_back(b: Builder, g: Tensor, x: Tensor, y: Tensor, p: float, found: Tensor) -> Tensor:
    if 0 in b.shape or 0 in found.shape or p == 0:
        return b.filled(0, b.shape, b.dtype)
    gap = _gaps(x, y)
    size, sign = gap("Abs"), gap("Sign")
    one = [*found.shape, 1]
    whole, slope = found.reshape(one), g.reshape(one)
    if p == 1:
        each = sign
    elif p == math.inf:
        each = size.equal(whole).where(sign, 0.0)
    else:
        none = whole.equal(0)
        ratio = size / none.where(whole.like(1), whole)
        each = sign * ratio("Pow", ratio.like(p - 1)) if p != 2 else sign * ratio
        each = (none | size.equal(0)).where(size.like(0), each)
    return reduced(slope * each, "Sum", [-2]).reshape(b.shape)


def _pairs_of_rows(b: Builder, x: Tensor, p: float = 2) -> Tensor:
    count = x.static[0]
    first, second = torch.triu_indices(count, count, 1)
    if 0 in b.shape or 0 in x.shape:
        return b.filled(0, b.shape, b.dtype)
    rows = [x("Gather", b.constant(i), axis=0) for i in (first, second)]
    return _length(rows[0] - rows[1], p)


add({
    "cummax": running_extreme("Max"),
    "cummin": running_extreme("Min"),
    "logcumsumexp": _log_sum,
    "median": median(ignore=False),
    "median.dim": median(ignore=False),
    "mode": _mode,
    "nanmedian": median(ignore=True),
    "nanmedian.dim": median(ignore=True),
    "_cdist_backward": _distances_back,
    "_cdist_forward": _distances,
    "_pdist_forward": _pairs_of_rows,
})  # fmt: skip
