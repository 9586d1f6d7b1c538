"""Decision trees of ai.onnx.ml: one walk down each tree, for TreeEnsemble and the two older ops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from mlirlite.conversion.onnx_to_krnl.control.control_flow import while_
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar, largest, least
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.ml.checks import (
    require_entries,
    require_no_cycle,
    require_range,
)
from mlirlite.conversion.onnx_to_krnl.ml.scores import Labels, best, of_one, transformed
from mlirlite.ir.types import F32, I1, I64, FloatType
from mlirlite.ir.values import Value

_LESS_EQUAL, _LESS, _GREATER_EQUAL, _GREATER, _EQUAL, _NOT_EQUAL, _MEMBER = range(7)
_MODES = {
    "BRANCH_LEQ": _LESS_EQUAL,
    "BRANCH_LT": _LESS,
    "BRANCH_GTE": _GREATER_EQUAL,
    "BRANCH_GT": _GREATER,
    "BRANCH_EQ": _EQUAL,
    "BRANCH_NEQ": _NOT_EQUAL,
}
_AVERAGE, _SUM, _MIN, _MAX = range(4)
_JOINS = {"AVERAGE": _AVERAGE, "SUM": _SUM, "MIN": _MIN, "MAX": _MAX}


@dataclass(slots=True)
class Forest:
    """The nodes of all trees. A branch leads to a node, or to a leaf: its number and whether it is
    one. A leaf has a range of weights, one for each target."""

    roots: list[int] = field(default_factory=list)
    features: list[int] = field(default_factory=list)
    modes: list[int] = field(default_factory=list)
    splits: list[float] = field(default_factory=list)
    missing: list[int] = field(default_factory=list)
    no: list[tuple[int, bool]] = field(default_factory=list)
    yes: list[tuple[int, bool]] = field(default_factory=list)
    leaves: list[tuple[int, int]] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    members: list[float] = field(default_factory=list)

    @classmethod
    def of_ensemble(cls, b: KrnlBuilder) -> Forest:
        """The forest of a TreeEnsemble."""
        count = len(b.attr("nodes_featureids"))
        lists = ["nodes_truenodeids", "nodes_falsenodeids"]
        optional = ["nodes_trueleafs", "nodes_falseleafs", "nodes_missing_value_tracks_true"]
        require_entries(b, count, *lists, *(name for name in optional if b.attr(name)))

        def branch(side: str) -> list[tuple[int, bool]]:
            leafs = b.attr(f"nodes_{side}leafs") or [0] * count
            pairs = zip(b.attr(f"nodes_{side}nodeids"), leafs, strict=True)
            return [(place, bool(leaf)) for place, leaf in pairs]

        weights = [float(w) for w in b.attr("leaf_weights").values()]
        members = b.attr("membership_values")
        return cls(
            list(b.attr("tree_roots")),
            list(b.attr("nodes_featureids")),
            [int(m) for m in b.attr("nodes_modes").values()],
            [float(v) for v in b.attr("nodes_splits").values()],
            list(b.attr("nodes_missing_value_tracks_true") or [0] * count),
            branch("false"),
            branch("true"),
            [(i, i + 1) for i in range(len(weights))],
            list(b.attr("leaf_targetids")),
            weights,
            [float(v) for v in members.values()] if members is not None else [],
        )

    @classmethod
    def of_nodes(cls, b: KrnlBuilder, kind: str) -> Forest:
        """The forest of a TreeEnsembleRegressor (`target`) or -Classifier (`class`)."""

        def numbers(name: str) -> list[float]:
            tensor = b.attr(f"{name}_as_tensor")
            return [float(v) for v in (tensor.values() if tensor is not None else b.attr(name))]

        _require_lists(b, kind)
        trees, ids = list(b.attr("nodes_treeids")), list(b.attr("nodes_nodeids"))
        names = list(zip(trees, ids, strict=True))
        known = set(names)
        if len(known) < len(names):
            tree, node = next(n for n in names if names.count(n) > 1)
            raise b.error(f"has node {node} of tree {tree} more than once")
        features, values = b.attr("nodes_featureids"), numbers("nodes_values")
        modes = b.attr("nodes_modes")
        no, yes = b.attr("nodes_falsenodeids"), b.attr("nodes_truenodeids")
        missing = b.attr("nodes_missing_value_tracks_true") or [0] * len(ids)
        held: dict[tuple[int, int], list[tuple[int, float]]] = {}
        given = zip(
            b.attr(f"{kind}_treeids"),
            b.attr(f"{kind}_nodeids"),
            b.attr(f"{kind}_ids"),
            numbers(f"{kind}_weights"),
            strict=True,
        )
        for tree, node, target, weight in given:
            if (tree, node) not in known:
                raise b.error(f"has a weight of node {node} of tree {tree}, which is not there")
            held.setdefault((tree, node), []).append((target, weight))
        found = cls()
        places: dict[tuple[int, int], tuple[int, bool]] = {}
        for name, mode in zip(names, modes, strict=True):
            if mode == "LEAF":
                places[name] = len(found.leaves), True
                found.add_leaf(held.get(name, []))
            else:
                places[name] = sum(not leaf for _, leaf in places.values()), False
        inner = [i for i, mode in enumerate(modes) if mode != "LEAF"]
        for i in inner:
            if modes[i] not in _MODES:
                raise b.error(f"has the unknown mode '{modes[i]}' of a node")
            found.features.append(features[i])
            found.modes.append(_MODES[modes[i]])
            found.splits.append(values[i])
            found.missing.append(missing[i])
            for side, node in ((found.no, no[i]), (found.yes, yes[i])):
                if (trees[i], node) not in places:
                    raise b.error(
                        f"has a branch to node {node} of tree {trees[i]}, which is not there"
                    )
                side.append(places[trees[i], node])
        seen: set[int] = set()
        for name in names:  # the first node of a tree is its root
            if name[0] not in seen:
                seen.add(name[0])
                found.roots.append(found.root(places[name]))
        return found

    def check(self, b: KrnlBuilder) -> None:
        """Every walk ends at a leaf, and stays inside of the tables."""
        count = len(self.features)
        if not len(self.modes) == len(self.splits) == count:
            raise b.error(f"has {count} nodes, {len(self.modes)} modes, {len(self.splits)} splits")
        if len(self.targets) != len(self.weights):
            raise b.error(f"has {len(self.targets)} targets for {len(self.weights)} weights")
        require_range(b, self.roots, count, "has the root")
        require_range(b, self.modes, _MEMBER + 1, "has the mode of a node")
        if min(self.features, default=0) < 0:
            raise b.error(f"has the feature {min(self.features)}, expected 0 or more")
        branches = [*self.no, *self.yes]
        require_range(b, (n for n, leaf in branches if not leaf), count, "has a branch to node")
        leaves = [n for n, leaf in branches if leaf]
        require_range(b, leaves, len(self.leaves), "has a branch to leaf")
        require_no_cycle(
            b,
            [[n for n, leaf in sides if not leaf] for sides in zip(self.no, self.yes, strict=True)],
        )

    def add_leaf(self, entries: Sequence[tuple[int, float]]) -> None:
        """A leaf with weights of targets."""
        start = len(self.weights)
        self.leaves.append((start, start + len(entries)))
        self.targets += [t for t, _ in entries]
        self.weights += [w for _, w in entries]

    def root(self, place: tuple[int, bool]) -> int:
        """The root node; a tree of one leaf gets one whose branches both lead to it."""
        if not place[1]:
            return place[0]
        self.features.append(0)
        self.modes.append(_LESS_EQUAL)
        self.splits.append(0.0)
        self.missing.append(0)
        self.no.append(place)
        self.yes.append(place)
        return len(self.features) - 1


class Walk:
    """A forest as tables in the program."""

    def __init__(self, b: KrnlBuilder, x: Buffer, forest: Forest) -> None:
        self.b, self.x, self.forest = b, x, forest
        forest.check(b)
        self.type = type = compute_type(x.element)
        if not isinstance(type, FloatType):
            self.type = type = F32
        self.root = b.table(forest.roots, I64)
        self.feature = b.table(forest.features, I64)
        self.missing = b.table(forest.missing, I64)
        self.modes = b.table(forest.modes, I64)
        self.splits = b.table(forest.splits, type)
        self.branches = [
            (b.table([p for p, _ in side], I64), b.table([int(leaf) for _, leaf in side], I64))
            for side in (forest.no, forest.yes)
        ]
        self.starts = b.table([s for s, _ in forest.leaves], I64)
        self.ends = b.table([e for _, e in forest.leaves], I64)
        self.targets = b.table(forest.targets, I64)
        self.weights = b.table(forest.weights, type)
        self.uniform = len(set(forest.modes)) == 1
        if forest.members:
            self._members(forest)

    def _members(self, forest: Forest) -> None:
        """Ranges of each node in the list of set members, whose sets end with a NaN each."""
        ranges, at, values = [], 0, forest.members
        for mode in forest.modes:
            start = at
            if mode == _MEMBER:
                while at < len(values) and values[at] == values[at]:
                    at += 1
            ranges.append((start, at))
            at += mode == _MEMBER
        self.members = self.b.table(values, self.type)
        self.first = self.b.table([r[0] for r in ranges], I64)
        self.last = self.b.table([r[1] for r in ranges], I64)

    def leaf(self, n: Ix, tree: Ix) -> Ix:
        """The leaf that a row comes to."""
        b = self.b

        def step(_: Ix, values: list[Value]) -> tuple[Scalar, list[Value]]:
            node = b.index_of(values[0])
            right = self._test(n, node)
            (no, no_leaf), (yes, yes_leaf) = self.branches
            following = right.select(yes[node], no[node])
            leaf = right.select(yes_leaf[node], no_leaf[node])
            return leaf.eq(0), [b.value(following.index())]

        start = b.value(self.root[tree].index())
        return b.index_of(while_(b, None, b.scalar(1, I1), [start], step)[0])

    def _test(self, n: Ix, node: Ix) -> Scalar:
        value = self.x[n, self.feature[node].index()].cast(self.type)
        split, mode = self.splits[node], self.modes[node]
        tests = {
            _LESS_EQUAL: lambda: value <= split,
            _LESS: lambda: value < split,
            _GREATER_EQUAL: lambda: value >= split,
            _GREATER: lambda: value > split,
            _EQUAL: lambda: value.eq(split),
            _NOT_EQUAL: lambda: value.ne(split),
            _MEMBER: lambda: self._is_member(node, value),
        }
        used = sorted(set(self.forest.modes))
        result = tests[used[0]]()
        for code in used[1:]:
            result = mode.eq(code).select(tests[code](), result)
        if not any(self.forest.missing):
            return result
        return result | (value.is_nan() & self.missing[node].ne(0))

    def _is_member(self, node: Ix, value: Scalar) -> Scalar:
        b = self.b
        if not self.forest.members:
            return b.scalar(0, I1)
        bounds = self.first[node].index(), self.last[node].index()
        return b.fold(
            [bounds], [b.scalar(0, I1)], lambda i, found: [found[0] | self.members[i].eq(value)]
        )[0]

    def scores(self, out: Buffer, how: int, base: Sequence[float]) -> None:
        """out[row, target]: the combined weights of the leaves, plus the base values."""
        b, x = self.b, self.x
        targets = out.shape[1]
        if isinstance(targets, int):
            require_range(b, self.forest.targets, targets, "has a weight of target")
            if len(base) not in (0, 1, targets):
                raise b.error(f"has {len(base)} base values for {targets} targets")
        type = compute_type(out.element)
        trees = len(self.forest.roots)
        extreme = how in (_MIN, _MAX)
        begin = largest(type) if how == _MIN else least(type)
        with b.loops(*out.shape) as at:
            out[at] = begin if extreme else 0
        with b.loops(x.shape[0], trees) as (n, tree):
            leaf = self.leaf(n, tree)
            with b.loop(self.starts[leaf].index(), self.ends[leaf].index()) as place:
                weight = self.weights[place].cast(type)
                target = self.targets[place].index()
                old = out[n, target]
                if extreme:
                    out[n, target] = old.min(weight) if how == _MIN else old.max(weight)
                else:
                    out[n, target] = old + weight
        if how == _SUM and not base:
            return
        shift = b.table(base, type) if base else None
        with b.loops(*out.shape) as (n, t):
            value = out[n, t]
            if extreme:
                value = value.eq(begin).select(0, value)
            if how == _AVERAGE:
                value = value / trees
            if shift is not None:
                value = value + shift[t if len(base) > 1 else 0]
            out[n, t] = value


def _require_lists(b: KrnlBuilder, kind: str) -> None:
    """The lists of nodes have one length, and those of weights have one."""
    for prefix, names, numbers in (
        ("nodes", "featureids modes treeids truenodeids falsenodeids", "values"),
        (kind, "treeids ids", "weights"),
    ):
        count = len(b.attr(f"{prefix}_nodeids") or ())
        require_entries(b, count, *(f"{prefix}_{name}" for name in names.split()))
        tensor = b.attr(f"{prefix}_{numbers}_as_tensor")
        if tensor is None:
            require_entries(b, count, f"{prefix}_{numbers}")
        elif tensor.type.num_elements != count:
            raise b.error(f"has {tensor.type.num_elements} {prefix}_{numbers}, expected {count}")
    if b.attr("nodes_missing_value_tracks_true"):
        require_entries(b, len(b.attr("nodes_nodeids")), "nodes_missing_value_tracks_true")


def _rows(b: KrnlBuilder) -> Buffer:
    (x,) = b.inputs(1)
    return x if x.rank == 2 else b.view(x, b.memref([1, *x.shape], x.element), [1, *x.shape])


def _base(b: KrnlBuilder) -> list[float]:
    tensor = b.attr("base_values_as_tensor")
    return [
        float(v) for v in (tensor.values() if tensor is not None else b.attr("base_values") or ())
    ]


@kernel("TreeEnsemble")
def tree_ensemble(b: KrnlBuilder) -> Any:
    """For each row a walk down each tree; the leaves' weights are combined by target."""
    x = _rows(b)
    out = b.output([x.shape[0], b.attr("n_targets", 1)])
    Walk(b, x, Forest.of_ensemble(b)).scores(out, b.attr("aggregate_function", _SUM), ())
    return transformed(b, out)


@kernel("TreeEnsembleRegressor", "TreeEnsembleRegressorV3", "TreeEnsembleRegressorV1")
def tree_ensemble_regressor(b: KrnlBuilder) -> Any:
    """As TreeEnsemble, plus base values."""
    x = _rows(b)
    out = b.output([x.shape[0], b.attr("n_targets", 1)])
    how = _JOINS.get(b.attr("aggregate_function", "SUM"))
    if how is None:
        raise b.error(f"has the unknown aggregate_function '{b.attr('aggregate_function')}'")
    Walk(b, x, Forest.of_nodes(b, "target")).scores(out, how, _base(b))
    return transformed(b, out)


@kernel("TreeEnsembleClassifier", "TreeEnsembleClassifierV3", "TreeEnsembleClassifierV1")
def tree_ensemble_classifier(b: KrnlBuilder) -> Any:
    """Scores of classes are the sums of weights. If only one of two classes has weights, a
    threshold decides: 0.5 if no weight is negative, else 0."""
    x = _rows(b)
    known = Labels(b)
    forest = Forest.of_nodes(b, "class")
    base = _base(b)
    labels = b.output([x.shape[0]], 0)
    scores = b.output([x.shape[0], known.count], 1)
    walk = Walk(b, x, forest)
    only = set(forest.targets) if known.count == 2 else set()
    limit = 0.5 if all(w >= 0 for w in forest.weights) else 0.0
    if only != {0}:
        walk.scores(scores, _SUM, base)
        with b.loops(x.shape[0]) as (n,):
            if only == {1}:
                place = b.index_select(scores[n, 1] > limit, 1, 0)
            else:
                place = best(b, scores, n)
            known.put(labels, n, place)
        return [labels, transformed(b, scores)]
    single = b.alloc([x.shape[0], 1], F32)
    walk.scores(single, _SUM, base[-1:])
    with b.loops(x.shape[0]) as (n,):
        known.put(labels, n, b.index_select(single[n, 0] > limit, 1, 0))
    of_one(b, single, scores, signed=not limit)
    return [labels, scores]
