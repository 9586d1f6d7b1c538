"""Behavior of ai.onnx.ml's operators and of those for training."""

from collections.abc import Iterator
from typing import Any

from mlirlite.dialects.onnx.math.elementwise import SameShape
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.requirements import (
    Broadcast,
    Equal,
    Requirement,
    at_least,
    has_sizes,
    is_number,
    positions_within,
    size_of,
)
from mlirlite.dialects.onnx.shapes import shape_of, tensor_type
from mlirlite.dialects.onnx.terms import Count, Integer, Size
from mlirlite.dialects.onnx.types import STRING
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import DYNAMIC, F32, I64, TensorType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


class Elementwise(SameShape, ops="Imputer Normalizer Scaler"):
    """Features to features, by numbers that each column has, or one for all."""

    def requirements(self) -> Iterator[Requirement]:
        x = size_of(self, 0)
        for name in ("offset", "scale", "imputed_value_floats", "imputed_value_int64s"):
            values = self.get(name)
            if x and values:
                what = f"the number of columns and that of entries in {name}"
                yield Broadcast(x[-1], Integer(len(values)), what, one_way=True)


class Labels(OnnxOp, ops="CategoryMapper LabelEncoder"):
    """Texts or numbers to others, by a table."""

    def infer(self) -> Inferred:
        element = self._element()
        return [tensor_type(shape_of(self.operands[0]), element)]

    def check(self) -> Diagnostic | None:
        numbers, texts = self.get("cats_int64s"), self.get("cats_strings")
        if numbers is not None and len(numbers) != len(texts or ()):
            return self.error("cats_int64 and cats_strings should have the same size")
        return None

    def _element(self) -> Type | None:
        source = self.operands[0].type
        if "cats_int64s" in self.schema.attributes or self.schema.version == 1:
            strings = isinstance(source, TensorType) and source.element_type is STRING
            return I64 if strings else STRING
        table: Any = self.get("values_tensor")
        if table is not None:
            element: Type = table.element_type
            return element
        kinds = (("values_strings", STRING), ("values_int64s", I64), ("values_floats", F32))
        return next((e for name, e in kinds if self.get(name) is not None), None)


class ArrayFeatureExtractor(OnnxOp, ops="ArrayFeatureExtractor"):
    """Columns, by their indices."""

    X: Value
    Y: Value

    def infer(self) -> Inferred:
        x, y = shape_of(self.X), shape_of(self.Y)
        if x is None or y is None:
            return [None]
        count = y[-1] if y else 1
        return [(1, count) if len(x) == 1 else (*x[:-1], count)]

    def requirements(self) -> Iterator[Requirement]:
        x = size_of(self, 0)
        if x:
            yield positions_within(1, x[-1], "Y")
            yield at_least(Count(1), 1, "the number of columns that are wanted")


class OneHotEncoder(OnnxOp, ops="OneHotEncoder"):
    """A new last dimension with one entry for each category."""

    X: Value

    def infer(self) -> Inferred:
        x = shape_of(self.X)
        categories = self.get("cats_int64s") or self.get("cats_strings") or ()
        return [None if x is None else (*x, len(categories))]

    def check(self) -> Diagnostic | None:
        element = getattr(self.X.type, "element_type", None)
        if element is STRING or element is I64:
            if element is STRING and self.get("cats_strings") is None:
                return self.error(
                    "input is not a tensor of float, int32, or double, "
                    "but no cats_strings attribute"
                )
        elif self.get("cats_int64s") is None:
            return self.error(
                "input is a tensor of float, int32, or double, but no cats_int64s attribute"
            )
        return None


class FeatureVectorizer(OnnxOp, ops="FeatureVectorizer"):
    """Joins features."""

    X: tuple[Value, ...]
    inputdimensions: tuple[int, ...] | None

    def infer(self) -> Inferred:
        shape = shape_of(self.X[0])
        width = DYNAMIC if self.inputdimensions is None else sum(self.inputdimensions)
        return [None if shape is None else (shape[0] if len(shape) > 1 else 1, width)]

    def requirements(self) -> Iterator[Requirement]:
        rows = [Size(i, 0) if len(shape_of(v) or ()) > 1 else 1 for i, v in enumerate(self.X)]
        for operand in range(1, len(rows)):
            if len(shape_of(self.X[operand]) or ()) > 1:
                yield from has_sizes(self, operand, [rows[0], None])


def _features(op: OnnxOp, rows: int) -> Iterator[Requirement]:
    """The model's tables have a fixed number of features; trees read theirs by index."""
    x = size_of(op, 0)
    if not x:
        return
    supports = op.get("support_vectors")
    if supports:
        rows = op.get("n_supports") or sum(op.get("vectors_per_class") or (1,))
    table = supports or op.get("coefficients")
    if table and rows:
        yield Equal(x[-1], Integer(len(table) // rows), "the features of X and those of the model")
    numbers = op.get("nodes_featureids")
    if numbers:
        yield at_least(x[-1], max(numbers) + 1, "the number of features")


class Regressor(OnnxOp, ops="LinearRegressor SVMRegressor TreeEnsembleRegressor TreeEnsemble"):
    """(N, features) to (N, targets)."""

    X: Value

    def infer(self) -> Inferred:
        x = shape_of(self.X)
        targets = self.get("targets", self.get("n_targets", 1))
        rows = DYNAMIC if x is None else x[0] if len(x) > 1 else 1
        return [(rows, targets)]

    def requirements(self) -> Iterator[Requirement]:
        return _features(self, self.get("targets", 1))


class Classifier(OnnxOp, ops="LinearClassifier SVMClassifier TreeEnsembleClassifier"):
    """(N, features) to labels (N) and scores (N, classes)."""

    X: Value

    def infer(self) -> Inferred:
        x = shape_of(self.X)
        rows = DYNAMIC if x is None else x[0] if len(x) > 1 else 1
        texts = self.get("classlabels_strings")
        labels = texts or self.get("classlabels_ints") or self.get("classlabels_int64s") or ()
        width = self._pairs() or len(labels) or DYNAMIC
        return [tensor_type((rows,), STRING if texts else I64), (rows, width)]

    def _pairs(self) -> int:
        """How many pairs of classes a support vector machine has scores for: with more than two
        classes, and without probabilities."""
        classes = len(self.get("vectors_per_class") or ())
        return classes * (classes - 1) // 2 if classes > 2 and not self.get("prob_a") else 0

    def requirements(self) -> Iterator[Requirement]:
        labels = self.get("classlabels_strings") or self.get("classlabels_ints") or ()
        return _features(self, len(self.get("intercepts") or labels or (1,)))


class Optimizer(OnnxOp, ops="Adagrad Adam Momentum"):
    """Training steps: new values in the shape of the old ones."""

    inputs: tuple[Value, ...]

    def infer(self) -> Inferred:
        states = len(self.results)
        groups = {"Adagrad": 3, "Adam": 4, "Momentum": 3}[self.schema.name]
        count = len(self.inputs) // groups
        kept = [v for i, v in enumerate(self.inputs) if not count <= i < 2 * count]
        return [v.type for v in kept] if states == len(kept) else None

    def requirements(self) -> Iterator[Requirement]:
        yield from is_number(self, 0, 1)
        groups = {"Adagrad": 3, "Adam": 4, "Momentum": 3}[self.schema.name]
        count = len(self.inputs) // groups
        for operand in range(2 + count, 2 + count * groups):
            sizes = size_of(self, 2 + (operand - 2) % count)
            if sizes is not None:
                yield from has_sizes(self, operand, sizes)
