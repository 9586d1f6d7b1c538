"""TfIdfVectorizer over integers and texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion.onnx_to_krnl.control.lookup import Keys
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.dialects import krnl
from mlirlite.ir.types import F32, I64


@kernel("TfIdfVectorizer")
def tf_idf(b: KrnlBuilder) -> Any:
    """How often each n-gram of the pool occurs in a row, with gaps of up to max_skip_count."""
    (x,) = b.inputs(1)
    pool, starts, targets = b.attr("pool_int64s"), b.attr("ngram_counts"), b.attr("ngram_indexes")
    if pool is None:
        words = list(b.attr("pool_strings") or ())
        x, pool = _numbered(b, x, words)
    rows = x.shape[:-1]
    out = b.output([*rows, max(targets, default=-1) + 1])
    mode, weights = b.attr("mode"), b.attr("weights")
    factors = [1.0] * len(targets) if weights is None else list(weights)
    with b.loops(*out.shape) as i:
        out[i] = 0
    ends = [*starts[1:], len(pool)]
    first = 0
    for size, (begin, end) in enumerate(zip(starts, ends, strict=True), start=1):
        count = (end - begin) // size
        names = slice(first, first + count)
        first += count
        if not count or not b.attr("min_gram_length") <= size <= b.attr("max_gram_length"):
            continue
        grams = b.table(pool[begin:end], I64, count, size)
        places = b.table(targets[names], I64)
        factor = b.table(factors[names], F32)
        skips = b.attr("max_skip_count") + 1 if size > 1 else 1
        with b.loops(*rows, count) as (*row, gram):
            entry = [grams[gram, k] for k in range(size)]
            frequency = _occurrences(b, x, row, entry, skips)
            if mode == "IDF":
                frequency = frequency.min(1)
            if mode != "TF":
                frequency = frequency * factor[gram]
            out[[*row, places[gram].index()]] = frequency
    return out


def _numbered(b: KrnlBuilder, x: Buffer, words: Sequence[str]) -> tuple[Buffer, list[int]]:
    """Texts, and the pool, as numbers of the pool's words; any other text is -1."""
    table = Keys(b, words, krnl.STRING)
    numbers = b.table(table.order or [0], I64)
    out = b.alloc(x.shape, I64)
    with b.loops(*x.shape) as i:
        found, place = table.find(x[i])
        out[i] = found.select(numbers[place], -1)
    first = {word: place for place, word in reversed([*enumerate(words)])}
    return out, [first[word] for word in words]


def _occurrences(
    b: KrnlBuilder, x: Buffer, row: list[Ix], entry: list[Scalar], skips: int
) -> Scalar:
    """How often an n-gram occurs in a row, with all gaps. Windows that end outside do not count."""
    length = x.shape[-1]

    def hit(i: list[Ix], total: list[Scalar]) -> list[Scalar]:
        gap, start = i
        end = start + (gap + 1) * (len(entry) - 1)
        found = b.test("slt", end, length)
        for k, wanted in enumerate(entry):
            at = b.index_min(start + (gap + 1) * k, length - 1)
            found = found & x[[*row, at]].cast(I64).eq(wanted)
        return [total[0] + found.cast(F32)]

    return b.fold([skips, length], [b.scalar(0, F32)], hit)[0]
