"""Operators of ai.onnx.ml on numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion.onnx_to_krnl.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.control_flow import while_
from mlirlite.conversion.onnx_to_krnl.elementwise import unary
from mlirlite.conversion.onnx_to_krnl.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.scalar import Scalar, compute_type, largest, least
from mlirlite.conversion.onnx_to_krnl.table import kernel
from mlirlite.ir.types import F32, I1, I64
from mlirlite.ir.values import Value


@unary("Binarizer")
def binarizer(b: KrnlBuilder, x: Scalar) -> Scalar:
    """1 above the threshold, 0 elsewhere."""
    limit = b.attr("threshold", 0.0)
    return (x > (limit if x.is_float else int(limit))).select(1, x.coerce(0))


@kernel("ArrayFeatureExtractor")
def array_feature_extractor(b: KrnlBuilder) -> Any:
    """Columns by their numbers."""
    x, columns = b.inputs(2)
    count = product(columns.shape)
    flat = b.view(columns, b.memref([count], columns.element), [count])
    rows = x.shape[:-1]
    out = b.output([*(rows or [1]), count])
    with b.loops(*out.shape) as (*row, i):
        place = b.wrap_index(flat[i].index(), x.shape[-1])
        place = b.index_max(0, b.index_min(place, x.shape[-1] - 1))
        out.store(x.load([*(row if rows else []), place]), [*row, i])
    return out


def _columns(b: KrnlBuilder, name: str, x: Buffer) -> Any:
    """An attribute with one number a column, or one for all, as a function of the column."""
    values = b.attr(name)
    if values is None:
        return None
    table = b.table(values, F32)
    return lambda i: table[i if len(values) != 1 else 0]


@kernel("Scaler")
def scaler(b: KrnlBuilder) -> Any:
    """(x - offset) * scale."""
    (x,) = b.inputs(1)
    out = b.output(x.shape)
    offset, scale = _columns(b, "offset", x), _columns(b, "scale", x)
    with b.loops(*x.shape) as i:
        value = x[i].cast(F32)
        value = value - offset(i[-1]) if offset else value
        out[i] = value * scale(i[-1]) if scale else value
    return out


@kernel("Normalizer")
def normalizer(b: KrnlBuilder) -> Any:
    """Rows divided by their largest element, sum of absolute values, or length."""
    (x,) = b.inputs(1)
    out = b.output(x.shape)
    kind = b.attr("norm", "MAX")
    with b.loops(*x.shape[:-1]) as row:

        def join(i: list[Ix], total: list[Scalar]) -> list[Scalar]:
            value = x[[*row, *i]].cast(F32)
            if kind == "MAX":
                return [total[0].max(value)]
            return [total[0] + (value.abs() if kind == "L1" else value * value)]

        start = least(F32) if kind == "MAX" else 0
        (norm,) = b.fold([x.shape[-1]], [b.scalar(start, F32)], join)
        norm = norm.sqrt() if kind == "L2" else norm
        norm = norm.eq(0).select(1, norm)
        with b.loops(x.shape[-1]) as i:
            out[[*row, *i]] = x[[*row, *i]].cast(F32) / norm
    return out


@kernel("LinearRegressor")
def linear_regressor(b: KrnlBuilder) -> Any:
    """x times the coefficients plus the intercepts."""
    (x,) = b.inputs(1)
    targets = b.attr("targets", 1)
    if b.attr("post_transform", "NONE") != "NONE":
        raise b.error(f"has the unsupported post_transform '{b.attr('post_transform')}'")
    coefficients = b.attr("coefficients")
    weights = b.table(coefficients, F32, targets, len(coefficients) // targets)
    shift = _columns(b, "intercepts", x)
    out = b.output([x.shape[0], targets])
    with b.loops(*out.shape) as (n, t):
        start = shift(t) if shift else b.scalar(0, F32)
        out[n, t] = b.fold(
            [x.shape[1]],
            [start],
            lambda i, v: [x[n, i[0]].cast(F32).multiply_add(weights[t, i[0]], v[0])],
        )[0]
    return out


_LESS_EQUAL, _LESS, _GREATER_EQUAL, _GREATER, _EQUAL, _NOT_EQUAL, _MEMBER = range(7)
_AVERAGE, _SUM, _MIN, _MAX = range(4)


@kernel("TreeEnsemble")
def tree_ensemble(b: KrnlBuilder) -> Any:
    """For each row a walk down each tree; the leaves' weights are joined by target."""
    (x,) = b.inputs(1)
    if b.attr("post_transform", 0):
        raise b.error(f"has the unsupported post_transform {b.attr('post_transform')}")
    type = compute_type(x.element)
    targets = b.attr("n_targets", 1)
    out = b.output([x.shape[0], targets])
    trees = _Trees(b, x)
    how = b.attr("aggregate_function", _SUM)
    starts = {_MIN: largest(type), _MAX: least(type)}
    with b.loops(*out.shape) as at:
        out[at] = starts.get(how, 0)
    with b.loops(x.shape[0], len(trees.roots)) as (n, tree):
        weight, target = trees.walk(n, tree)
        old = out[n, target]
        if how == _MIN:
            out[n, target] = old.min(weight)
        elif how == _MAX:
            out[n, target] = old.max(weight)
        else:
            out[n, target] = old + (weight / len(trees.roots) if how == _AVERAGE else weight)
    return out


class _Trees:
    """The nodes of all trees as tables."""

    def __init__(self, b: KrnlBuilder, x: Buffer) -> None:
        self.b, self.x = b, x
        self.type = type = compute_type(x.element)
        self.roots = b.attr("tree_roots")
        count = len(b.attr("nodes_featureids"))

        def ints(name: str) -> Buffer:
            return b.table(b.attr(name) or [0] * count, I64)

        self.root = ints("tree_roots")
        self.feature = ints("nodes_featureids")
        self.missing = ints("nodes_missing_value_tracks_true")
        self.branches = [
            (ints(f"nodes_{side}nodeids"), ints(f"nodes_{side}leafs")) for side in ("false", "true")
        ]
        self.targets = ints("leaf_targetids")
        self.weights = b.table(b.attr("leaf_weights").values(), type)
        modes = [int(m) for m in b.attr("nodes_modes").values()]
        self.modes = b.table(modes, I64)
        self.splits = b.table(b.attr("nodes_splits").values(), type)
        self._members(b, modes, type)

    def _members(self, b: KrnlBuilder, modes: Sequence[int], type: Any) -> None:
        """Ranges of each node in the list of set members, whose sets end with a NaN each."""
        given = b.attr("membership_values")
        values = [float(v) for v in given.values()] if given is not None else []
        ranges = []
        at = 0
        for mode in modes:
            start = at
            if mode == _MEMBER:
                while at < len(values) and values[at] == values[at]:
                    at += 1
                ranges.append((start, at))
                at += 1
            else:
                ranges.append((start, start))
        self.has_members = bool(values)
        if values:
            self.members = b.table(values, type)
            self.first = b.table([r[0] for r in ranges], I64)
            self.last = b.table([r[1] for r in ranges], I64)

    def walk(self, n: Ix, tree: Ix) -> tuple[Scalar, Ix]:
        """The weight and target of the leaf that a row comes to."""
        b = self.b

        def step(_: Ix, values: list[Value]) -> tuple[Scalar, list[Value]]:
            node = b.index_of(values[0])
            right = self._test(n, node)
            (no, no_leaf), (yes, yes_leaf) = self.branches
            following = right.select(yes[node], no[node])
            leaf = right.select(yes_leaf[node], no_leaf[node])
            return leaf.eq(0), [b.value(following.index())]

        start = b.value(self.root[tree].index())
        (leaf,) = while_(b, None, b.scalar(1, I1), [start], step)
        place = b.index_of(leaf)
        return self.weights[place], self.targets[place].index()

    def _test(self, n: Ix, node: Ix) -> Scalar:
        b = self.b
        value = self.x[n, self.feature[node].index()]
        split, mode = self.splits[node], self.modes[node]
        result = value <= split
        for code, other in (
            (_LESS, value < split),
            (_GREATER_EQUAL, value >= split),
            (_GREATER, value > split),
            (_EQUAL, value.eq(split)),
            (_NOT_EQUAL, value.ne(split)),
        ):
            result = mode.eq(code).select(other, result)
        if self.has_members:
            bounds = self.first[node].index(), self.last[node].index()
            (member,) = b.fold(
                [bounds],
                [b.scalar(0, I1)],
                lambda i, found: [found[0] | self.members[i].eq(value)],
            )
            result = mode.eq(_MEMBER).select(member, result)
        return result | (value.is_nan() & self.missing[node].ne(0))
