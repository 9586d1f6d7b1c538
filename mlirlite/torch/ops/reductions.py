"""Rules of sums and the like over dimensions, of running sums, and of order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch

from mlirlite.ir.types import RankedTensorType
from mlirlite.torch.builder import Builder, Tensor, wide
from mlirlite.torch.ops.pointwise import is_nan
from mlirlite.torch.table import Rule, add
from mlirlite.torch.types import Unsupported, tensor_type, type_of


def axes_of(x: Tensor, dims: Any) -> list[int]:
    """The dimensions, counted from the first; none given means all."""
    if dims is None or dims == []:
        return list(range(x.rank))
    return [x.axis(d) for d in (dims if isinstance(dims, (list, tuple)) else [dims])]


def reduced(x: Tensor, name: str, dims: Any = None, keep: bool = False) -> Tensor:
    """An op over dimensions."""
    axes = axes_of(x, dims)
    if not x.rank:
        return x
    return x(f"Reduce{name}", x.b.integers(*axes), keepdims=int(keep))


def over(name: str) -> Rule:
    """Sum, mean or product, in the type of the result."""

    def rule(b: Builder, x: Tensor, dims: Any = None, keep: bool = False) -> Tensor:
        return reduced(x.to(wide(b.dtype)), name, dims, keep).to(b.dtype)

    return rule


def extreme(name: str) -> Rule:
    """The largest or smallest element; a NaN counts."""

    def rule(b: Builder, x: Tensor, dims: Any = None, keep: bool = False) -> Tensor:
        if x.dtype is torch.bool:
            return reduced(x.to(torch.uint8), name, dims, keep).to(torch.bool)
        found = reduced(x, name, dims, keep)
        if not x.dtype.is_floating_point:
            return found
        damaged = reduced(is_nan(x).to(torch.uint8), "Max", dims, keep).to(torch.bool)
        return damaged.where(
            x.like(math.nan).expand(b.shape) if b.shape else x.like(math.nan), found
        )

    return rule


def truth(name: str) -> Rule:
    """Whether any, or all, are true."""

    def rule(b: Builder, x: Tensor, dims: Any = None, keep: bool = False) -> Tensor:
        found = x.to(torch.bool).to(torch.uint8)
        return reduced(found, name, dims, keep).to(torch.bool).to(b.dtype)

    return rule


def position(name: str) -> Rule:
    """The first position of the largest or smallest; of a NaN, if there is one."""

    def rule(b: Builder, x: Tensor, dim: int | None = None, keep: bool = False) -> Tensor:
        flat = x.reshape([math.prod(x.static)]) if dim is None else x
        if not flat.rank:
            return b.number(0, torch.int64)
        return _position(flat, name, 0 if dim is None else flat.axis(dim), keep).reshape(b.shape)

    return rule


def _position(x: Tensor, name: str, axis: int, keep: bool) -> Tensor:
    if x.dtype is torch.bool:
        x = x.to(torch.int32)
    found = x(f"Arg{name}", axis=axis, keepdims=int(keep))
    if not x.dtype.is_floating_point:
        return found
    bad = is_nan(x).to(torch.int32)
    first = bad("ArgMax", axis=axis, keepdims=int(keep))
    return reduced(bad, "Max", [axis], keep).to(torch.bool).where(first, found)


def with_position(name: str) -> Rule:
    """The largest or smallest along a dimension and its position."""

    def rule(b: Builder, x: Tensor, dim: int, keep: bool = False) -> Sequence[Tensor]:
        if not x.rank:
            return x, b.number(0, torch.int64)
        where = _position(x, name, x.axis(dim), True)
        found = x("GatherElements", where, axis=x.axis(dim))
        return [v.reshape(r.shape) for v, r in zip((found, where), b.result, strict=True)]

    return rule


def _var(
    b: Builder, x: Tensor, dims: Any = None, correction: Any = 1, keep: bool = False
) -> Tensor:
    return _moments(b, x, dims, correction, keep)[0]


def _var_mean(
    b: Builder, x: Tensor, dims: Any = None, correction: Any = 1, keep: bool = False
) -> Sequence[Tensor]:
    return _moments(b, x, dims, correction, keep)


def _moments(b: Builder, x: Tensor, dims: Any, correction: Any, keep: bool) -> list[Tensor]:
    """Variance and mean."""
    axes, x = axes_of(x, dims), x.to(wide(x.dtype))
    count = math.prod(x.extent(a) for a in axes)
    mean = reduced(x, "Mean", axes, True)
    centre = x - mean
    squares = reduced(centre * centre, "Sum", axes, True)
    divisor = max(count - (1 if correction is None else correction), 0)
    made = b.result if isinstance(b.result, (tuple, list)) else [b.result]
    pair = [squares / float(divisor), mean]
    return [v.reshape(r.shape).to(r.dtype) for v, r in zip(pair, made, strict=False)]


def running(name: str) -> Rule:
    """A running sum or product."""

    def rule(b: Builder, x: Tensor, dim: int) -> Tensor:
        if not x.rank:
            return x.to(b.dtype)
        axis = b.number(x.axis(dim), torch.int64)
        return x.to(wide(b.dtype))(name, axis).to(b.dtype)

    return rule


def _topk(
    b: Builder, x: Tensor, k: Any, dim: int = -1, largest: bool = True, sorted: bool = True
) -> Sequence[Tensor]:
    return _ordered(b, x, k, dim, largest, sorted)


def _sort(b: Builder, x: Tensor, dim: int = -1, descending: bool = False) -> Sequence[Tensor]:
    return _ordered(b, x, x.shape[dim] if x.rank else 1, dim, descending, True)


def _stable_sort(
    b: Builder, x: Tensor, stable: bool | None, dim: int = -1, descending: bool = False
) -> Sequence[Tensor]:
    return _sort(b, x, dim, descending)


def _ordered(
    b: Builder, x: Tensor, k: Any, dim: int, largest: bool, ordered: bool
) -> Sequence[Tensor]:
    if not x.rank:
        return x, b.number(0, torch.int64)
    dtype = x.dtype
    x = x.to(torch.uint8) if dtype is torch.bool else x
    types = [type_of(r) for r in b.result]
    if dtype is torch.bool:
        types[0] = RankedTensorType(types[0].shape, x.type.element_type)
    found = b.all(
        "TopK", [x, b.size(k)], types,
        axis=x.axis(dim), largest=int(largest), sorted=int(ordered),
    )  # fmt: skip
    return found[0].to(dtype), found[1]


def _kth(b: Builder, x: Tensor, k: int, dim: int = -1, keep: bool = False) -> Sequence[Tensor]:
    """The k-th smallest element along a dimension, and its position."""
    if not x.rank:
        return x, b.number(0, torch.int64)
    axis = x.axis(dim)
    types = [tensor_type(x.shape, d) for d in (x.dtype, torch.int64)]
    found = b.all("TopK", [x, b.size(x.shape[axis])], types, axis=axis, largest=0, sorted=1)
    places = b.integers(k - 1)
    return [
        v("Gather", places, axis=axis).reshape(r.shape)
        for v, r in zip(found, b.result, strict=True)
    ]


def _search(
    b: Builder, sorted: Tensor, x: Any, int32: bool = False, right: bool = False,
    side: str | None = None, sorter: Any = None,
) -> Tensor:  # fmt: skip
    """How many elements of a sorted sequence are before each number."""
    values = x if isinstance(x, Tensor) else b.number(x, sorted.dtype)
    if sorter is not None or math.prod(values.static) * sorted.static[-1] > _MOST:
        raise Unsupported("a search in a long sequence")
    if values.dtype is not sorted.dtype:
        raise Unsupported("a search for other numbers")
    across = values.reshape([*values.shape, 1])
    lead = [*sorted.shape[:-1], *[1] * (values.rank - sorted.rank + 1), sorted.shape[-1]]
    row = sorted.reshape(lead if values.rank else [sorted.shape[-1]])
    inside = ~(row > across) if right or side == "right" else ~(row >= across)
    return reduced(inside.to(torch.int64), "Sum", [-1]).reshape(b.shape).to(b.dtype)


_MOST = 1 << 20
"""The most comparisons of a search."""

add({
    "bucketize": lambda b, x, sorted, int32=False, right=False: _search(
        b, sorted, x, int32, right
    ),
    "kthvalue": _kth,
    "searchsorted": _search,
    "all": truth("Min"),
    "amax": extreme("Max"),
    "amin": extreme("Min"),
    "any": truth("Max"),
    "argmax": position("Max"),
    "argmin": position("Min"),
    "cumprod": running("CumProd"),
    "cumsum": running("CumSum"),
    "max": extreme("Max"),
    "max.dim": with_position("Max"),
    "mean": over("Mean"),
    "min": extreme("Min"),
    "min.dim": with_position("Min"),
    "prod": over("Prod"),
    "sort": _sort,
    "sort.stable": _stable_sort,
    "sum": over("Sum"),
    "topk": _topk,
    "var.correction": _var,
    "var_mean.correction": _var_mean,
})  # fmt: skip
