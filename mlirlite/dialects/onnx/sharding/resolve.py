"""An op's placement as the layouts of its operands and results, checked against its factors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mlirlite.dialects.onnx.shapes import shape_of
from mlirlite.dialects.onnx.sharding.factor import Factor
from mlirlite.dialects.onnx.sharding.factors import factors_of
from mlirlite.dialects.onnx.sharding.mesh import Layout, Mesh, as_layout, replicated
from mlirlite.dialects.onnx.sharding.placement import PlacementAttr, Sharding, placement
from mlirlite.ir.attribute import Type
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import DiagnosticError

Axes = tuple[str, ...]


@dataclass
class Resolved:
    """How an op is computed on a mesh: the layouts that its operands need, those that its results
    have right after it, and those that they get then. `joins` are the axes along which results are
    joined, and how. `split` has the axes of each factor."""

    operands: list[Layout]
    made: list[Layout]
    results: list[Layout]
    joins: list[tuple[str, str]] = field(default_factory=list)
    split: dict[Factor, Axes] = field(default_factory=dict)

    @property
    def is_whole(self) -> bool:
        """Whether every rank computes all of the op."""
        return not self.split


def rank_of(value: Value) -> int:
    """The number of dimensions that can be split: none without a known rank."""
    return len(shape_of(value) or ())


def whole(op: Operation) -> Resolved:
    """Every rank computes all of an op."""
    operands, results = ([replicated(rank_of(v)) for v in vs] for vs in (op.operands, op.results))
    return Resolved(operands, results, list(results))


def resolve(op: Operation, mesh: Mesh, first: int = 0) -> Resolved:
    """The layouts of an op on the mesh of its stage, whose first rank is `first`. DiagnosticError
    when its placement is not possible, with the reason."""
    found = placement(op)
    if found is None or not found.shardings:
        return whole(op)
    try:
        return _resolve(op, found, mesh, first)
    except ValueError as e:
        raise DiagnosticError(op.error(str(e))) from None


def _resolve(op: Operation, found: PlacementAttr, mesh: Mesh, first: int) -> Resolved:
    factors = factors_of(op)
    split: dict[Factor, Axes] = {}
    stated: dict[int, Layout] = {}
    for sharding in sorted(found.shardings, key=lambda s: s.kind):  # operands come first
        value = _value(op, sharding)
        if value is None:
            continue
        who = f"{sharding.kind} {sharding.which}"
        try:
            layout = as_layout(sharding, mesh, rank_of(value), first)
        except ValueError as e:
            raise ValueError(f"{who} {e}") from None
        which = int(sharding.which)
        if sharding.kind == "result":
            stated[which] = layout
        for dim, axes in enumerate(layout):
            axes = tuple(a for a in axes if a not in _joined(split)) if which in stated else axes
            if not axes:
                continue
            factor = _factor(factors, sharding.kind, which, dim)
            if factor is None:
                raise ValueError(
                    f"{who} is split along dimension {dim}, but this operator cannot be"
                )
            _assign(split, factor, axes, mesh, f"{who}, dimension {dim},")
    return resolved(op, split, stated)


def resolved(
    op: Operation, split: Mapping[Factor, Axes], stated: Mapping[int, Layout] | None = None
) -> Resolved:
    """The layouts of an op whose factors are split along axes of a mesh. `stated` are the layouts
    that results are to get."""
    result = whole(op)
    result.split = dict(split)
    for factor, axes in split.items():
        for places, layouts in ((factor.operands, result.operands), (factor.results, result.made)):
            for which, dim in places:
                layouts[which] = (*layouts[which][:dim], axes, *layouts[which][dim + 1 :])
        if factor.reduce:
            result.joins += [(axis, factor.reduce) for axis in axes]
    result.results = [(stated or {}).get(i, layout) for i, layout in enumerate(result.made)]
    return result


def _value(op: Operation, sharding: Sharding) -> Value | None:
    if isinstance(sharding.which, str):
        return None
    values: Sequence[Value] = op.operands if sharding.kind == "operand" else op.results
    if not 0 <= sharding.which < len(values):
        raise ValueError(f"has no {sharding.kind} {sharding.which}")
    return values[sharding.which]


def _joined(split: Mapping[Factor, Axes]) -> set[str]:
    """Axes along which results are joined: a result that is split along them is scattered."""
    return {a for factor, axes in split.items() if factor.reduce for a in axes}


def _factor(factors: Sequence[Factor], kind: str, which: int, dim: int) -> Factor | None:
    for factor in factors:
        places = factor.operands if kind == "operand" else factor.results
        if (which, dim) in places:
            return factor
    return None


def _assign(split: dict[Factor, Axes], factor: Factor, axes: Axes, mesh: Mesh, who: str) -> None:
    known = split.get(factor)
    if known == axes:
        return
    if known is not None:
        raise ValueError(f"{who} is split along {_text(axes)}, but others along {_text(known)}")
    taken = {a for others in split.values() for a in others} & set(axes)
    if taken:
        raise ValueError(f"{who} is split along {_text(tuple(taken))}, as another dimension is")
    shards = mesh.shards(axes)
    if not factor.allows(shards):
        raise ValueError(f"{who} has {factor.units} parts, which {shards} ranks cannot share")
    if factor.reduce == "mean" and factor.units is None:
        raise ValueError(f"{who} has an unknown size, and means of parts cannot be joined")
    split[factor] = axes


def _text(axes: Axes) -> str:
    return "x".join(axes) or "nothing"


def local_type(type: Type, layout: Layout, mesh: Mesh) -> Type:
    """The type of a rank's part of a tensor."""
    if not isinstance(type, RankedTensorType) or not any(layout):
        return type
    shape = tuple(
        size if size == DYNAMIC else size // mesh.shards(axes)
        for size, axes in zip(type.shape, layout, strict=True)
    )
    made: Type = RankedTensorType(shape, type.element_type, type.encoding)
    return made
