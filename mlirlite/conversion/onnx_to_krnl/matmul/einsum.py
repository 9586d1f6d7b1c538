"""Einsum: loops over the letters of the result, a fold over the others."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.elementwise.combinators import broadcast_size
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel


def _terms(b: KrnlBuilder, ranks: list[int]) -> tuple[list[list[str]], list[str]]:
    """Labels of the dimensions of each input and of the result. Dimensions under `...` are labeled
    by digits, counted from the last one."""
    text = b.attr("equation").replace(" ", "")
    left, arrow, right = text.partition("->")
    parts = left.split(",")
    if len(parts) != len(ranks):
        raise b.error(f"has {len(ranks)} inputs, but its equation '{text}' has {len(parts)} terms")
    hidden = 0
    terms = []
    for part, rank in zip(parts, ranks, strict=True):
        before, dots, after = part.partition("...")
        count = rank - len(before) - len(after) if dots else 0
        if count < 0 or (not dots and len(part) != rank):
            raise b.error(f"has an input of rank {rank} for the term '{part}'")
        hidden = max(hidden, count)
        middle = [str(count - 1 - i) for i in range(count)]
        terms.append([*before, *middle, *after])
    every = [str(hidden - 1 - i) for i in range(hidden)]
    if arrow:
        before, dots, after = right.partition("...")
        return terms, [*before, *(every if dots else []), *after]
    letters = [c for c in left if c.isalpha()]
    return terms, [*every, *sorted(c for c in set(letters) if letters.count(c) == 1)]


@kernel("Einsum")
def einsum(b: KrnlBuilder) -> Any:
    """Sums of products over labeled dimensions."""
    inputs = b.all_inputs()
    terms, result = _terms(b, [x.rank for x in inputs])
    sizes: dict[str, Ix] = {}
    for x, term in zip(inputs, terms, strict=True):
        for label, size in zip(term, x.shape, strict=True):
            sizes[label] = broadcast_size(b, sizes.get(label, 1), size)
    out = b.output([sizes[label] for label in result])
    summed = [label for label in sizes if label not in result]
    type = compute_type(out.element)
    with b.loops(*out.shape) as outer:

        def add(inner: list[Ix], total: list[Scalar]) -> list[Scalar]:
            index = dict(zip(result, outer, strict=True)) | dict(zip(summed, inner, strict=True))
            product: Scalar | None = None
            for x, term in zip(inputs, terms, strict=True):
                at = x.broadcast([index[c] for c in term], [sizes[c] for c in term])
                product = x[at] if product is None else product * x[at]
            return [total[0] if product is None else total[0] + product]

        out[outer] = b.fold([sizes[s] for s in summed], [b.scalar(0, type)], add)[0]
    return out
