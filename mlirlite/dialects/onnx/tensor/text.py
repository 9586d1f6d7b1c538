"""Behavior of operators on texts."""

from mlirlite.dialects.onnx.math.elementwise import SameShape
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.shapes import shape_of
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value


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
    ngram_indexes: tuple[int, ...]

    def infer(self) -> Inferred:
        shape = shape_of(self.X)
        if shape is None:
            return [None]
        return [(*shape[:-1], max(self.ngram_indexes, default=-1) + 1)]
