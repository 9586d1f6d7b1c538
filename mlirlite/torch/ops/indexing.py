"""Rules of ops that look elements up, or put them somewhere."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch

from mlirlite.torch.builder import Builder, Tensor
from mlirlite.torch.ops.views import sliced
from mlirlite.torch.table import add
from mlirlite.torch.types import Size, Unsupported

REDUCTIONS = {"sum": "add", "add": "add", "prod": "mul", "multiply": "mul"} | {
    "amax": "max",
    "amin": "min",
}


class Places:
    """Indices of some dimensions, which a lookup needs first: `order` puts them there."""

    def __init__(self, b: Builder, x: Tensor, indices: Sequence[Tensor | None]) -> None:
        if any(i is not None and i.dtype in (torch.bool, torch.uint8) for i in indices):
            raise Unsupported("a mask as index")
        axes = [d for d, i in enumerate(indices) if i is not None]
        self.order = [*axes, *(d for d in range(x.rank) if d not in axes)]
        given = [i.to(torch.int64) for i in indices if i is not None]
        rank = max(i.rank for i in given)
        self.shape = torch.broadcast_shapes(*[i.shape for i in given])
        parts = [i.expand(self.shape).reshape([*self.shape, 1]) for i in given]
        self.indices = parts[0] if len(parts) == 1 else b("Concat", parts, axis=rank)
        adjacent = axes == list(range(axes[0], axes[0] + len(axes)))
        first = axes[0] if adjacent else 0
        rest = x.rank - len(axes)
        self.back = [
            *range(rank, rank + first),
            *range(rank),
            *range(rank + first, rank + rest),
        ]
        """Moves the dimensions of the indices from the front to where torch has them."""


def _index(b: Builder, x: Tensor, indices: Sequence[Tensor | None]) -> Tensor:
    given = [(d, i) for d, i in enumerate(indices) if i is not None]
    if len(given) == 1 and given[0][1].dtype in (torch.int64, torch.int32):
        return x("Gather", given[0][1], axis=given[0][0])
    places = Places(b, x, indices)
    return x.transpose(places.order)("GatherND", places.indices).transpose(places.back)


def _index_put(
    b: Builder,
    x: Tensor,
    indices: Sequence[Tensor | None],
    values: Tensor,
    accumulate: bool = False,
    unsafe: bool = False,
) -> Tensor:
    if len(indices) == 1 and indices[0] is not None and indices[0].dtype is torch.bool:
        mask = indices[0]
        if values.rank or accumulate:
            raise Unsupported("a mask as index")
        mask = mask.reshape([*mask.shape, *[1] * (x.rank - mask.rank)])
        return mask.where(values.to(x.dtype), x)
    places = Places(b, x, indices)
    moved = x.transpose(places.order)
    sizes = [x.shape[d] for d in places.order]
    whole: list[Size] = [*places.shape, *sizes[places.indices.type.shape[-1] :]]
    shape = [whole[d] for d in places.back]
    forward = [places.back.index(d) for d in range(len(whole))]
    updates = values.to(x.dtype).expand(shape).transpose(forward)
    found = moved("ScatterND", places.indices, updates, reduction="add" if accumulate else "none")
    return found.transpose([places.order.index(d) for d in range(x.rank)])


def _gather(b: Builder, x: Tensor, dim: int, index: Tensor, sparse: bool = False) -> Tensor:
    if not x.rank:
        return x.expand(index.shape) if index.rank else x
    if 0 in index.shape:
        return b.filled(0, b.shape, b.dtype)
    b.require_index(index, x, x.axis(dim))
    if not index.rank:
        return x("Gather", index, axis=x.axis(dim)).reshape([])
    x = _within(x, index, x.axis(dim))
    return x("GatherElements", index, axis=x.axis(dim))


def _within(x: Tensor, index: Tensor, axis: int) -> Tensor:
    """The part of x that an index of fewer elements reaches."""
    for d, (n, m) in enumerate(zip(x.shape, index.shape, strict=True)):
        if d != axis and n != m:
            x = sliced(x, d, 0, m)
    return x


def _scattered(
    b: Builder, x: Tensor, dim: int, index: Tensor, source: Any, reduce: str = "none"
) -> Tensor:
    if 0 in index.shape:
        return x
    if not x.rank or not index.rank:
        one = [v.reshape([1]) if isinstance(v, Tensor) else v for v in (x, index, source)]
        found = _scattered(b, one[0], 0, one[1], one[2], reduce)
        return found.reshape(x.shape)
    b.require_index(index, x, x.axis(dim))
    if isinstance(source, Tensor) and source.rank:
        for d, (n, m) in enumerate(zip(source.shape, index.shape, strict=True)):
            if n != m:
                source = sliced(source, d, 0, m)
        values = source.to(x.dtype)
    else:
        values = b.operand(source, x.dtype).expand(index.shape)
    return x("ScatterElements", index, values, axis=x.axis(dim), reduction=reduce)


def _scatter_reduce(
    b: Builder, x: Tensor, dim: int, index: Tensor, source: Any, reduce: str, own: bool = True
) -> Tensor:
    kind = "add" if reduce == "mean" else REDUCTIONS.get(reduce)
    if kind is None or x.dtype is torch.bool:
        raise Unsupported(f"scattered values reduced by {reduce}")
    if 0 in index.shape:
        return x
    start = x if own else _scattered(b, x, dim, index, _neutral(x.dtype, kind))
    found = _scattered(b, start, dim, index, source, kind)
    if reduce != "mean":
        return found
    one, none = b.filled(1, x.shape, x.dtype), b.filled(0, x.shape, x.dtype)
    count = _scattered(b, one if own else none, dim, index, 1, "add")
    if not own:
        count = count.equal(0).where(one, count)
    if x.dtype.is_floating_point:
        return found / count
    return (found - b("Mod", found, count)) / count


def _neutral(dtype: torch.dtype, kind: str) -> float | int:
    """The number that changes no other one."""
    if kind in ("add", "mul"):
        return int(kind == "mul")
    if dtype.is_floating_point:
        return math.inf if kind == "min" else -math.inf
    limits = torch.iinfo(dtype)
    return int(limits.max if kind == "min" else limits.min)


def _index_reduce(
    b: Builder, x: Tensor, dim: int, index: Tensor, source: Tensor, reduce: str, own: bool = True
) -> Tensor:
    if not x.rank:
        one = [v.reshape([math.prod(v.static)]) for v in (x, index, source)]
        return _index_reduce(b, one[0], 0, one[1], one[2], reduce, own).reshape([])
    axis = x.axis(dim)
    shape = [source.static[axis] if d == axis else 1 for d in range(x.rank)]
    places = index.to(torch.int64).reshape(shape).expand(source.shape)
    return _scatter_reduce(b, x, dim, places, source, reduce, own)


def _masked_scatter(b: Builder, x: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """True places get the elements of a source in their order."""
    count = math.prod(b.static)
    flat = mask.expand(b.shape).reshape([count])
    place = flat.to(torch.int64)("CumSum", b.number(0, torch.int64)) - 1
    place = flat.where(place, 0)
    values = source.reshape([math.prod(source.static)])
    if not count or not math.prod(source.static):
        raise Unsupported("a source without elements")
    b.require_index(place, values, 0)
    found = values("Gather", place, axis=0)
    return flat.where(found.to(b.dtype), x.expand(b.shape).reshape([count])).reshape(b.shape)


def _masked_scatter_back(b: Builder, g: Tensor, mask: Tensor, sizes: Any) -> Tensor:
    """What true places have, in their order; zeros after it."""
    count, several = math.prod(b.static), math.prod(g.static)
    flat = mask.expand(g.shape).reshape([several])
    place = flat.to(torch.int64)("CumSum", b.number(0, torch.int64)) - 1
    given = flat.where(g.reshape([several]), 0)
    place = flat.where(place, 0)
    start = b.filled(0, [count], b.dtype)
    return start("ScatterElements", place, given, axis=0, reduction="add").reshape(b.shape)


def _put(b: Builder, x: Tensor, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
    count, several = math.prod(x.static), math.prod(index.static)
    if not count or not several:
        return x
    places = index.to(torch.int64).reshape([several])
    found = x.reshape([count])(
        "ScatterElements", places, source.reshape([several]),
        axis=0, reduction="add" if accumulate else "none",
    )  # fmt: skip
    return found.reshape(x.shape)


def _index_select(b: Builder, x: Tensor, dim: int, index: Tensor) -> Tensor:
    if not x.rank:
        return x
    places = index if index.rank else index.reshape([1])
    b.require_index(places, x, x.axis(dim))
    return x("Gather", places, axis=x.axis(dim))


def _embedding(b: Builder, weight: Tensor, indices: Tensor, *_: Any) -> Tensor:
    b.require_index(indices, weight, 0)
    return weight("Gather", indices, axis=0)


add({
    "embedding": _embedding,
    "gather": _gather,
    "index.Tensor": _index,
    "index_put": _index_put,
    "index_reduce": _index_reduce,
    "index_select": _index_select,
    "masked_scatter": _masked_scatter,
    "masked_scatter_backward": _masked_scatter_back,
    "put": _put,
    "scatter.reduce": _scatter_reduce,
    "scatter.src": _scattered,
    "scatter.value": _scattered,
    "scatter.value_reduce": _scatter_reduce,
    "scatter_add": lambda b, x, dim, index, source: _scattered(b, x, dim, index, source, "add"),
    "scatter_reduce.two": _scatter_reduce,
    "_unsafe_index.Tensor": _index,
    "_unsafe_index_put": _index_put,
})  # fmt: skip
