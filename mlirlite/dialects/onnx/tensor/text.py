"""Behavior of operators on texts."""

from mlirlite.dialects.onnx.math.elementwise import SameShape
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.shapes import shape_of
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


class StringNormalizer(OnnxOp, ops="StringNormalizer"):
    """Texts in one case, without stop words."""

    X: Value

    def infer(self) -> Inferred:
        shape = shape_of(self.X)
        if shape is None:
            return [None]
        if self.get("stopwords"):
            return [(*shape[:-1], DYNAMIC)]
        return [shape]


class StringSplit(OnnxOp, ops="StringSplit"):
    """Pieces of texts in a new dimension, and their numbers."""

    X: Value

    def infer(self) -> Inferred:
        shape = shape_of(self.X)
        return [None if shape is None else (*shape, DYNAMIC), shape]


class RegexFullMatch(SameShape, ops="RegexFullMatch"):
    """Which texts match an expression."""


class TfIdfVectorizer(OnnxOp, ops="TfIdfVectorizer"):
    """Counts of n-grams."""

    X: Value
    ngram_counts: tuple[int, ...]
    ngram_indexes: tuple[int, ...]

    def check(self) -> Diagnostic | None:
        """The parts of the pool are in order, each has whole n-grams, and each of these has an
        index and, if there are weights, a weight."""
        pool = self.get("pool_int64s") or self.get("pool_strings") or ()
        ends = (*self.ngram_counts[1:], len(pool))
        grams = 0
        for size, (begin, end) in enumerate(zip(self.ngram_counts, ends, strict=False), 1):
            if not 0 <= begin <= end <= len(pool) or (end - begin) % size:
                return self.error(
                    f"ngram_counts are {list(self.ngram_counts)}: elements {begin} to {end} of a "
                    f"pool of {len(pool)} are no {size}-grams"
                )
            grams += (end - begin) // size
        for name in ("ngram_indexes", "weights"):
            numbers = self.get(name)
            if numbers is not None and len(numbers) != grams:
                return self.error(f"has {len(numbers)} {name} for {grams} n-grams in the pool")
        least = min(self.ngram_indexes, default=0)
        return self.error(f"ngram_indexes has {least}, which is negative") if least < 0 else None

    def infer(self) -> Inferred:
        shape = shape_of(self.X)
        if shape is None:
            return [None]
        return [(*shape[:-1], max(self.ngram_indexes, default=-1) + 1)]
