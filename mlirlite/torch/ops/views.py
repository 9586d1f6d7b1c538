"""Rules of ops that give elements other places: views, joins, pads.

The graphs are functional, so a view is a value like any other."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import torch

from mlirlite.torch.builder import Builder, Tensor
from mlirlite.torch.table import Rule, add
from mlirlite.torch.types import Size, Unsupported, type_of

_END = (1 << 63) - 1
_MOST = 1 << 22
"""The most elements of a table of places."""


def _shaped(b: Builder, x: Tensor, *_: Any) -> Tensor:
    return x.reshape(b.shape)


def _expand(b: Builder, x: Tensor, sizes: Any, implicit: bool = False) -> Tensor:
    return x.expand(b.shape)


def _permute(b: Builder, x: Tensor, dims: Sequence[int]) -> Tensor:
    return x.transpose([x.axis(d) for d in dims])


def _transpose(b: Builder, x: Tensor, first: int, second: int) -> Tensor:
    perm = list(range(x.rank))
    if perm:
        first, second = x.axis(first), x.axis(second)
        perm[first], perm[second] = second, first
    return x.transpose(perm)


def _t(b: Builder, x: Tensor) -> Tensor:
    return x.transpose([1, 0]) if x.rank == 2 else x


def sliced(x: Tensor, axis: int, start: Size, end: Size, step: int = 1) -> Tensor:
    """Some of the elements along a dimension."""
    b = x.b
    return x("Slice", b.size(start), b.size(end), b.integers(axis), b.integers(step))


def _slice(
    b: Builder, x: Tensor, dim: int = 0, start: Any = None, end: Any = None, step: int = 1
) -> Tensor:
    start, end = 0 if start is None else start, _END if end is None else end
    if (start, end, step) == (0, _END, 1):
        return x
    return sliced(x, x.axis(dim), start, end, step)


def _select(b: Builder, x: Tensor, dim: int, index: Any) -> Tensor:
    return x("Gather", b.size(index).reshape([]), axis=x.axis(dim))


def _cat(b: Builder, parts: Sequence[Tensor], dim: int = 0) -> Tensor:
    rank = len(b.shape)
    given = [p.to(b.dtype) for p in parts if p.rank == rank]
    return given[0] if len(given) == 1 else b("Concat", given, axis=dim % rank)


def _stack(b: Builder, parts: Sequence[Tensor], dim: int = 0) -> Tensor:
    axis = dim % len(b.shape)
    sizes = [*b.shape[:axis], 1, *b.shape[axis + 1 :]]
    return b("Concat", [p.to(b.dtype).reshape(sizes) for p in parts], axis=axis)


def _split(b: Builder, x: Tensor, sizes: Any, dim: int = 0) -> Sequence[Tensor]:
    axis, types = x.axis(dim), [type_of(r) for r in b.result]
    lengths = b.sizes([r.shape[axis] for r in b.result])
    return b.all("Split", [x, lengths], types, axis=axis)


def _unbind(b: Builder, x: Tensor, dim: int = 0) -> Sequence[Tensor]:
    return [_select(b, x, dim, i) for i in range(x.extent(x.axis(dim)))]


def _flip(b: Builder, x: Tensor, dims: Sequence[int]) -> Tensor:
    axes = [x.axis(d) for d in dims]
    if not x.rank or not axes:
        return x
    starts, ends = b.integers(*[-1] * len(axes)), b.integers(*[-_END] * len(axes))
    return x("Slice", starts, ends, b.integers(*axes), b.integers(*[-1] * len(axes)))


def _repeat(b: Builder, x: Tensor, repeats: Sequence[Size]) -> Tensor:
    more = len(repeats) - x.rank
    return x.reshape([*[1] * more, *x.shape])("Tile", b.sizes(repeats))


def padded(x: Tensor, pad: Sequence[Size], value: Any = 0, mode: str = "constant") -> Tensor:
    """Borders, given as torch does: of the last dimension first. Negative ones cut."""
    b, count = x.b, len(pad) // 2
    begins: list[Size] = [0] * (x.rank - count) + [pad[2 * i] for i in reversed(range(count))]
    ends: list[Size] = [0] * (x.rank - count) + [pad[2 * i + 1] for i in reversed(range(count))]
    if any(not isinstance(p, int) for p in pad):
        raise Unsupported("borders that are known at run time only")
    grown = [max(int(n), 0) for n in (*begins, *ends)]
    if any(grown) and mode != "constant":
        x = x("Pad", b.integers(*grown), None, None, mode=mode)
    elif any(grown) and x.dtype is torch.bool:
        wide = x.to(torch.uint8)
        x = wide("Pad", b.integers(*grown), wide.like(int(bool(value))), None).to(torch.bool)
    elif any(grown):
        x = x("Pad", b.integers(*grown), x.like(value), None, mode="constant")
    for axis, (begin, end) in enumerate(zip(begins, ends, strict=True)):
        if begin < 0 or end < 0:
            x = sliced(x, axis, max(-int(begin), 0), min(int(end), 0) or _END)
    return x


def _constant_pad(b: Builder, x: Tensor, pad: Sequence[Size], value: Any = 0) -> Tensor:
    return padded(x, pad, value)


def bordered(mode: str) -> Rule:
    """Borders of reflected or repeated elements."""
    return lambda b, x, pad: padded(x, pad, mode=mode)


def by_table(view: Callable[..., torch.Tensor]) -> Rule:
    """A view of a static shape as a lookup: torch makes the table of places."""

    def rule(b: Builder, x: Tensor, *rest: Any) -> Tensor:
        count = math.prod(x.static)
        if any(isinstance(a, (Tensor, torch.SymInt)) for a in rest) or count > _MOST:
            raise Unsupported("places that are known at run time only")
        places = view(torch.arange(count).reshape(x.static), *rest)
        if places.numel() > _MOST:
            raise Unsupported("a large table of places")
        return x.reshape([count])("Gather", b.constant(places), axis=0)

    return rule


def into_table(view: Callable[..., torch.Tensor]) -> Rule:
    """Elements of a view of a static shape replaced: torch makes the table of places."""

    def rule(b: Builder, x: Tensor, source: Tensor, *rest: Any) -> Tensor:
        count = math.prod(x.static)
        if any(isinstance(a, (Tensor, torch.SymInt)) for a in rest) or count > _MOST:
            raise Unsupported("places that are known at run time only")
        places = view(torch.arange(count).reshape(x.static), *rest).reshape(-1, 1)
        if not len(places):
            return x
        if len(set(places.flatten().tolist())) < len(places):
            raise Unsupported("places that are written twice")
        values = source.to(x.dtype).reshape([len(places)])
        return x.reshape([count])("ScatterND", b.constant(places), values).reshape(x.shape)

    return rule


def bordered_back(mode: str) -> Rule:
    """The gradient of borders: each element gets those of all its copies."""

    def rule(b: Builder, g: Tensor, x: Tensor, pad: Sequence[int]) -> Tensor:
        count, several = math.prod(x.static), math.prod(g.static)
        if not count or several > _MOST or any(not isinstance(n, int) for n in pad):
            raise Unsupported("a large table of places")
        plane = math.prod(x.static[-(len(pad) // 2) :])
        table = torch.arange(count, dtype=torch.float64)
        spread = table.reshape(count // plane, 1, *x.static[-(len(pad) // 2) :])
        places = torch.nn.functional.pad(spread, list(pad), mode=mode).to(torch.int64)
        start = b.filled(0, [count], b.dtype)
        found = start(
            "ScatterElements", b.constant(places.reshape(-1)), g.reshape([several]),
            axis=0, reduction="add",
        )  # fmt: skip
        return found.reshape(x.shape)

    return rule


def _as_strided(
    b: Builder, x: Tensor, sizes: Sequence[int], strides: Sequence[int], offset: int | None = None
) -> Tensor:
    given = b.given[0]
    if not given.is_contiguous() or given.storage_offset():
        raise Unsupported("strides over memory in another order")
    found: Tensor = by_table(torch.as_strided)(b, x, sizes, strides, offset or 0)
    return found


def _triangle(upper: bool) -> Rule:
    def rule(b: Builder, x: Tensor, diagonal: int = 0) -> Tensor:
        return x("Trilu", b.number(diagonal, torch.int64), upper=int(upper))

    return rule


def _copy(b: Builder, x: Tensor, source: Tensor, *_: Any) -> Tensor:
    return source.to(b.dtype).expand(b.shape)


add({
    "as_strided": _as_strided,
    "cat": _cat,
    "constant_pad_nd": _constant_pad,
    "copy": _copy,
    "diagonal": by_table(torch.diagonal),
    "as_strided_scatter": into_table(
        lambda x, size, stride, offset=None: torch.as_strided(x, size, stride, offset or 0)
    ),
    "diagonal_scatter": into_table(torch.diagonal),
    "diagonal_copy": by_table(torch.diagonal),
    "expand": _expand,
    "flip": _flip,
    "permute": _permute,
    "pixel_shuffle": by_table(torch.pixel_shuffle),
    "pixel_unshuffle": by_table(torch.pixel_unshuffle),
    "reflection_pad1d": bordered("reflect"),
    "reflection_pad2d": bordered("reflect"),
    "reflection_pad3d": bordered("reflect"),
    "repeat": _repeat,
    "replication_pad1d": bordered("edge"),
    "replication_pad1d_backward": bordered_back("replicate"),
    "replication_pad2d": bordered("edge"),
    "replication_pad2d_backward": bordered_back("replicate"),
    "replication_pad3d": bordered("edge"),
    "replication_pad3d_backward": bordered_back("replicate"),
    "reshape": _shaped,
    "roll": by_table(torch.roll),
    "rot90": by_table(torch.rot90),
    "select.int": _select,
    "slice.Tensor": _slice,
    "split.Tensor": _split,
    "split_with_sizes": _split,
    "squeeze": _shaped,
    "stack": _stack,
    "t": _t,
    "transpose.int": _transpose,
    "tril": _triangle(upper=False),
    "triu": _triangle(upper=True),
    "unbind.int": _unbind,
    "unfold": by_table(torch.Tensor.unfold),
    "unsqueeze": _shaped,
    "view.default": _shaped,
    "_reshape_alias": _shaped,
    "_unsafe_view": _shaped,
})  # fmt: skip
