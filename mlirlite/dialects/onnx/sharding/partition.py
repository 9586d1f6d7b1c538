"""The program of one rank, from a function whose ops have placements: local shapes, slices of
weights, and collectives where layouts change."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.additional import ConstantOp
from mlirlite.dialects.onnx.constants import array_from
from mlirlite.dialects.onnx.evaluate import elements_from
from mlirlite.dialects.onnx.nn.conv import Conv
from mlirlite.dialects.onnx.nn.pool import Pool
from mlirlite.dialects.onnx.shapes import shape_of
from mlirlite.dialects.onnx.sharding.collectives import CollectiveOp
from mlirlite.dialects.onnx.sharding.factor import Factor
from mlirlite.dialects.onnx.sharding.halo import Halo
from mlirlite.dialects.onnx.sharding.mesh import Layout, Mesh, replicated
from mlirlite.dialects.onnx.sharding.placement import PLACEMENTS, placement
from mlirlite.dialects.onnx.sharding.resolve import (
    Resolved,
    local_type,
    rank_of,
    resolve,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr, StringAttr, UnitAttr, i64_attr
from mlirlite.ir.block import Block
from mlirlite.ir.dense import DenseElementsAttr, ElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, I64, NONE, RankedTensorType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.tuning import Fixed

GATHERED: Fixed[int] = 4096
"""Constants of at least this many elements are weights that can be gathered when they are used."""


def stages_of(block: Block, mesh: Mesh) -> dict[Operation, int]:
    """The stage of the pipeline of each op: the stated one, else the last one of its operands.
    DiagnosticError for an op that needs a later stage's result."""
    found: dict[Operation, int] = {}
    for op in block:
        before = [found[v.defining_op] for v in used_values(op) if v.defining_op in found]
        stated = placement(op)
        stage = stated.stage if stated is not None else None
        if stage is None:
            stage = max(before, default=0)
        if not max(before, default=0) <= stage < mesh.stages:
            raise DiagnosticError(
                op.error(
                    f"is in stage {stage}, expected {max(before, default=0)} to {mesh.stages - 1}"
                )
            )
        if not isinstance(op, ConstantOp):  # every stage has its own
            found[op] = stage
    return found


def used_values(op: Operation) -> list[Value]:
    """The values from outside that an op and its regions use."""
    if not op.regions:
        return list(op.operands)
    inside: set[Value] = {v for o in op.walk() for v in o.results}
    inside |= {a for o in op.walk() for r in o.regions for b in r for a in b.args}
    used = dict.fromkeys(v for o in op.walk() for v in o.operands)
    return [v for v in used if v not in inside]


class Partition:
    """Writes the block of one rank."""

    def __init__(self, source: Block, mesh: Mesh, rank: int, gather_weights: bool = False) -> None:
        self.gather_weights = gather_weights
        self.source, self.whole_mesh, self.rank = source, mesh, rank
        self.mesh = mesh.stage
        self.stage, self.inner = divmod(rank, self.mesh.size)
        self.stages = stages_of(source, mesh)
        self.block = Block()
        self.known: dict[tuple[Value, Layout], Value] = {}
        self.layouts: dict[Value, Layout] = {}
        self.location: Any = None

    def run(self) -> Block:
        """The rank's block."""
        for argument in self.source.args:
            made = self.block.add_argument(argument.type, argument.location)
            layout = replicated(rank_of(argument))
            self.layouts[argument], self.known[argument, layout] = layout, made
        for op in self.source:
            self.location = op.location
            if isinstance(op, ConstantOp):
                continue
            if op is self.source.last:
                self._end(op)
            else:
                self._op(op)
        return self.block

    # Ops

    def _op(self, op: Operation) -> None:
        stage = self.stages[op]
        how = resolve(op, self.mesh, stage * self.mesh.size)
        for result, layout in zip(op.results, how.results, strict=True):
            self.layouts[result] = layout
        if stage == self.stage:
            self._local(op, how)
        self._hand_over(op, stage)

    def _local(self, op: Operation, how: Resolved) -> None:
        if op.regions:
            values = {v: self.get(v, replicated(rank_of(v))) for v in used_values(op)}
            copy = op.clone(values)
            copy.attributes.pop(PLACEMENTS, None)
            self.block.append(copy)
            self._know(op.results, copy.results, how.results)
            return
        operands = [self.get(v, lay) for v, lay in zip(op.operands, how.operands, strict=True)]
        properties = dict(op.properties)
        for factor, axes in how.split.items():
            self._adjust(op, factor, axes, operands, properties)
            if factor.halo is not None and isinstance(op, (Conv, Pool)):
                self._neighbors(op, factor, factor.halo, axes, operands, properties)
        types = [
            local_type(r.type, m, self.mesh) for r, m in zip(op.results, how.made, strict=True)
        ]
        if not how.is_whole and op.name in ("onnx.Reshape", "onnx.Expand"):
            operands[1] = self._sizes(types[0])
        attributes = {k: a for k, a in op.attributes.items() if k != PLACEMENTS}
        copy = type(op).create(operands, types, properties, attributes, location=op.location)
        self.block.append(copy)
        found = [
            self._joined(r, made, wanted, how.joins)
            for r, made, wanted in zip(copy.results, how.made, how.results, strict=True)
        ]
        self._know(op.results, found, how.results)

    def _adjust(
        self,
        op: Operation,
        factor: Factor,
        axes: Sequence[str],
        operands: list[Value],
        properties: dict[str, Attribute],
    ) -> None:
        for name in factor.counts:
            old = properties.get(name)
            if isinstance(old, IntegerAttr):
                properties[name] = IntegerAttr(old.value // self.mesh.shards(axes), old.type)
        if factor.once is not None and self.mesh.shard(axes, self.inner):
            operands[factor.once] = self._append(onnx.NoValueOp(value=UnitAttr()))

    def _neighbors(
        self,
        op: Conv | Pool,
        factor: Factor,
        halo: Halo,
        axes: Sequence[str],
        operands: list[Value],
        properties: dict[str, Attribute],
    ) -> None:
        """Get what a window needs of the neighbors' elements, and pad at the ends of the whole
        only."""
        if len(axes) != 1:
            raise DiagnosticError(op.error("has windows over a dimension split along two axes"))
        ranks, [(_, dim)] = self._ranks(axes[0]), factor.operands
        last, which = len(ranks) - 1, self.mesh.shard(axes, self.inner)
        needs = [halo.needs(shard, len(ranks)) for shard in range(len(ranks))]
        before, after = needs[which]
        window, at = op.window(), dim - 2
        begins, ends = (window.begins, window.ends) if window is not None else ((), ())
        pads = [*begins, *ends]
        pads[at] = max(0, before) if which == 0 else 0
        pads[at + len(begins)] = max(0, after) if which == last else 0
        properties["pads"] = ArrayAttr(tuple(map(i64_attr, pads)))
        if "auto_pad" in properties:
            properties["auto_pad"] = StringAttr("NOTSET")
        value = operands[0]
        if any(n > 0 for n in (*(b for b, _ in needs[1:]), *(a for _, a in needs[:-1]))):
            amounts = [
                max(0, before) if which else 0,
                max(0, after) if which < last else 0,
                max(0, needs[which - 1][1]) if which else 0,
                max(0, needs[which + 1][0]) if which < last else 0,
            ]
            shape = list(shape_of(value) or ())
            shape[dim] += amounts[0] + amounts[1]
            value = self._collective("halo", value, ranks, shape, dim, halo=amounts)
        operands[0] = self._cropped(value, dim, min(0, before), min(0, after), halo.stride)

    def _cropped(self, value: Value, dim: int, before: int, after: int, stride: int) -> Value:
        """A value without elements at its ends, given as negative numbers; those at its end can
        stay where they are too few for another step of a window."""
        after = after if after <= -stride else 0
        if not before and not after:
            return value
        shape = shape_of(value) or ()
        type = RankedTensorType(
            (*shape[:dim], shape[dim] + before + after, *shape[dim + 1 :]),
            element_type_of(value.type),
        )
        bounds = map(self._integers, ([-before], [shape[dim] + after], [dim], [1]))
        return self._append(onnx.SliceOp.create([value, *bounds], [type], location=self.location))

    def _joined(
        self, value: Value, made: Layout, wanted: Layout, joins: Sequence[tuple[str, str]]
    ) -> Value:
        """A result, joined along axes and laid out as wanted."""
        for axis, reduce in joins:
            ranks = self._ranks(axis)
            dim = next((d for d, axes in enumerate(wanted) if axes[-1:] == (axis,)), None)
            scatters = dim is not None and wanted[dim] == (*made[dim], axis)
            kind = "sum" if reduce == "mean" else reduce
            if scatters and dim is not None:
                made = (*made[:dim], wanted[dim], *made[dim + 1 :])
                shape = list(shape_of(value) or ())
                if shape[dim] != DYNAMIC:
                    shape[dim] //= len(ranks)
                value = self._collective("reduce_scatter", value, ranks, shape, dim, kind)
            else:
                value = self._collective("all_reduce", value, ranks, shape_of(value), None, kind)
            if reduce == "mean":
                value = self._append(onnx.MulOp(value, self._number(1 / len(ranks), value)))
        return self._move(value, made, wanted)

    def _know(
        self, values: Sequence[Value], found: Sequence[Value], layouts: Sequence[Layout]
    ) -> None:
        for value, local, layout in zip(values, found, layouts, strict=True):
            self.known[value, layout] = local

    def _end(self, op: Operation) -> None:
        """Every rank returns the whole results."""
        found = [self.get(v, replicated(rank_of(v))) for v in op.operands]
        self.block.append(type(op).create(found, location=op.location))

    # Stages

    def _hand_over(self, op: Operation, stage: int) -> None:
        """Send results to the stages that use them."""
        for result in op.results:
            if result.type is NONE:
                continue
            users: set[int] = set()
            for user in result.users:
                top = user
                while top.parent is not self.source and top.parent_op is not None:
                    top = top.parent_op
                if top is self.source.last:
                    users.update(range(self.whole_mesh.stages))
                else:
                    users.add(self.stages[top])
            layout = self.layouts[result]
            for other in sorted(users - {stage}):
                if stage == self.stage:
                    peer = other * self.mesh.size + self.inner
                    self._collective("send", self.known[result, layout], (peer,), None)
                elif other == self.stage:
                    peer = stage * self.mesh.size + self.inner
                    type = local_type(result.type, layout, self.mesh)
                    received = self._collective("receive", None, (peer,), None, type=type)
                    self.known[result, layout] = received

    # Layouts

    def get(self, value: Value, layout: Layout) -> Value:
        """A value in a layout."""
        found = self.known.get((value, layout))
        if found is not None:
            return found
        maker = value.defining_op
        if isinstance(maker, ConstantOp):
            found = self._constant(maker, layout)
        elif value.type is NONE:
            found = self._append(onnx.NoValueOp(value=UnitAttr()))
        else:
            have = self.layouts[value]
            found = self._move(self.known[value, have], have, layout)
        self.known[value, layout] = found
        return found

    def _move(self, value: Value, have: Layout, want: Layout) -> Value:
        """Gather what is split otherwise than wanted, then keep this rank's part."""
        kept: list[tuple[str, ...]] = []
        for dim, (old, new) in enumerate(zip(have, want, strict=True)):
            common = 0
            while common < min(len(old), len(new)) and old[common] == new[common]:
                common += 1
            kept.append(old[:common])
            for axis in reversed(old[common:]):
                ranks = self._ranks(axis)
                shape = list(shape_of(value) or ())
                if shape[dim] != DYNAMIC:
                    shape[dim] *= len(ranks)
                value = self._collective("all_gather", value, ranks, shape, dim)
        for dim, (old, new) in enumerate(zip(kept, want, strict=True)):
            if new != old:
                value = self._part(value, dim, new[len(old) :])
        return value

    def _part(self, value: Value, dim: int, axes: tuple[str, ...]) -> Value:
        """This rank's part of a dimension."""
        shards, which = self.mesh.shards(axes), self.mesh.shard(axes, self.inner)
        shape = shape_of(value) or ()
        if shape[dim] == DYNAMIC:
            pieces = onnx.SplitOp.create(
                (value, self._append(onnx.NoValueOp(value=UnitAttr()))),
                [value.type] * shards,
                {
                    "axis": onnx.SplitOp.axis.encode(dim),
                    "num_outputs": onnx.SplitOp.num_outputs.encode(shards),
                },
                location=self.location,
            )
            self.block.append(pieces)
            piece: Value = pieces.results[which]
            return piece
        size = shape[dim] // shards
        bounds = [[which * size], [(which + 1) * size], [dim], [1]]
        type = RankedTensorType(
            (*shape[:dim], size, *shape[dim + 1 :]), element_type_of(value.type)
        )
        operands = [value, *map(self._integers, bounds)]
        return self._append(onnx.SliceOp.create(operands, [type], location=self.location))

    def _ranks(self, axis: str) -> tuple[int, ...]:
        """The ranks of all on this rank's line along an axis."""
        first = self.stage * self.mesh.size
        return tuple(first + r for r in self.mesh.along(self.inner, axis))

    def _collective(
        self,
        kind: str,
        value: Value | None,
        ranks: Sequence[int],
        shape: Sequence[int] | None,
        axis: int | None = None,
        reduce: str | None = None,
        type: Type | None = None,
        halo: Sequence[int] = (),
    ) -> Any:
        properties: dict[str, Attribute] = {
            "kind": StringAttr(kind),
            "ranks": ArrayAttr(tuple(map(i64_attr, ranks))),
        }
        if axis is not None:
            properties["axis"] = i64_attr(axis)
        if reduce is not None:
            properties["reduce"] = StringAttr(reduce)
        if halo:
            properties["halo"] = ArrayAttr(tuple(map(i64_attr, halo)))
        if value is not None and shape is not None:
            type = RankedTensorType(tuple(shape), element_type_of(value.type))
        op = CollectiveOp.create(
            [value] if value is not None else [],
            [type] if type is not None else [],
            properties,
            location=self.location,
        )
        self.block.append(op)
        return op.results[0] if op.results else None

    # Constants

    def _append(self, op: Operation) -> Value:
        self.block.append(op)
        result: Value = op.results[0]
        return result

    def _literal(self, elements: ElementsAttr) -> Value:
        made: Operation = ConstantOp(value=elements, output=elements.type, loc=self.location)
        return self._append(made)

    def _integers(self, numbers: Sequence[int]) -> Value:
        return self._literal(
            DenseElementsAttr.of(RankedTensorType((len(numbers),), I64), list(numbers))
        )

    def _number(self, number: float, like: Value) -> Value:
        return self._literal(
            DenseElementsAttr.of(RankedTensorType((), element_type_of(like.type)), number)
        )

    def _sizes(self, type: Any) -> Value:
        """The operand of Reshape and Expand for a local type, of which at most one size is
        unknown."""
        return self._integers([-1 if d == DYNAMIC else d for d in type.shape])

    def _constant(self, op: ConstantOp, layout: Layout) -> Value:
        elements = op.elements()
        if elements is None:
            raise DiagnosticError(op.error("has no value"))
        axis, dim = self._gathered(elements, layout) if self.gather_weights else ("", 0)
        if axis:
            part = (*layout[:dim], (*layout[dim], axis), *layout[dim + 1 :])
            here = self._literal(self._slice(elements, part))
            shape = shape_of(here) or ()
            ranks = self._ranks(axis)
            whole = (*shape[:dim], shape[dim] * len(ranks), *shape[dim + 1 :])
            gathered: Value = self._collective("all_gather", here, ranks, whole, dim)
            return gathered
        if any(layout):
            elements = self._slice(elements, layout)
        copy = ConstantOp(value=elements, output=elements.type, loc=op.location)
        return self._append(copy)

    def _gathered(self, elements: ElementsAttr, layout: Layout) -> tuple[str, int]:
        """The axis along which a weight is kept in parts until it is used, and its dimension; ""
        for small ones, and where no axis that does not split it already divides a dimension."""
        type = local_type(elements.type, layout, self.mesh)
        if not isinstance(type, RankedTensorType) or prod(type.shape) < GATHERED:
            return "", 0
        used = {a for axes in layout for a in axes}
        for axis, size in self.mesh.axes:
            for dim, count in enumerate(type.shape):
                if size > 1 and axis not in used and count % size == 0:
                    return axis, dim
        return "", 0

    def _slice(self, elements: ElementsAttr, layout: Layout) -> ElementsAttr:
        """This rank's part of a constant: a view where it is contiguous, else a copy."""
        import numpy as np

        type = local_type(elements.type, layout, self.mesh)
        assert isinstance(type, RankedTensorType)
        cuts = tuple(
            slice(which * size, (which + 1) * size)
            for size, axes in zip(type.shape, layout, strict=True)
            for which in [self.mesh.shard(axes, self.inner)]
        )
        array = np.ascontiguousarray(array_from(elements)[cuts])
        return elements_from(np, array, type)


def partitioned(source: Block, mesh: Mesh, rank: int, gather_weights: bool = False) -> Block:
    """The block of a rank. With `gather_weights` each rank has a part of the weights that all use,
    which are gathered before an operator uses them. DiagnosticError where a placement is not
    possible."""
    return Partition(source, mesh, rank, gather_weights).run()
