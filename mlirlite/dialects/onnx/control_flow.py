"""Behavior of operators with subgraphs. A subgraph is a region that ends in onnx.Yield and may use
outside values."""

from collections.abc import Iterator, Sequence
from typing import Any

from mlirlite.dialects.onnx.constants import known_ints, scalar_of
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.region_types import Repeats, carried_types, common_type, yielded
from mlirlite.dialects.onnx.requirements import Between, Equal, Requirement, at_least
from mlirlite.dialects.onnx.shapes import axis_in, rank_of, shape_of
from mlirlite.dialects.onnx.terms import Count, Size, term
from mlirlite.dialects.onnx.types import OptType, spelling
from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Region
from mlirlite.ir.types import (
    DYNAMIC,
    I1,
    I64,
    RankedTensorType,
    UnrankedTensorType,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


def _kind_of(type: Type) -> str:
    """How ONNX writes the type without shapes."""
    return spelling(type) or str(type)


def _one_element(stated: Type, element: Type) -> Type:
    """A scalar; a tensor of one element if so declared, as exporters write it."""
    listed = isinstance(stated, RankedTensorType) and stated.rank == 1
    made: Type = RankedTensorType((1,) if listed else (), element)
    return made


def slice_type(type: Type, axis: int) -> Type:
    """The type of a tensor's slices along an axis."""
    if not isinstance(type, RankedTensorType) or not type.rank:
        return type
    at = axis_in(axis, type.rank, "scan_input_axes")
    return RankedTensorType((*type.shape[:at], *type.shape[at + 1 :]), type.element_type)


def _batch_of(type: Type, size: int) -> Type:
    """This many tensors of a type, concatenated."""
    if not isinstance(type, RankedTensorType):
        return type
    return RankedTensorType((size, *type.shape), type.element_type)


def _check_subgraph(op: OnnxOp, name: str, region: Region, results: int) -> Diagnostic | None:
    block = region.first
    if block is None or block.last is None or block.last.name != "onnx.Yield":
        return op.error(f"expects subgraph '{name}' to end with onnx.Yield")
    count = len(block.last.operands)
    if count != results:
        return op.error(f"subgraph '{name}' gives {count} values, expected {results}")
    return None


def _check_kinds(op: Repeats, region: Region) -> Diagnostic | None:
    """The values for the inputs of a repeated subgraph, from outside or from the previous
    iteration, have their kind."""
    arguments, values = region.entry.args, yielded(region)
    given = [(a, t, "gets") for a, t in zip(arguments, op.entry_types(), strict=False)]
    given += [(arguments[i], values[k].type, "then gets") for i, k in op.carried()]
    for argument, type, gets in given:
        if _kind_of(_present(type)) != _kind_of(_present(argument.type)):
            return op.error(
                f"input #{argument.index + 1} of subgraph 'body' is '{argument.type}', "
                f"but {gets} '{type}'"
            )
    return None


def _present(type: Type) -> Type:
    """The type of an optional's value."""
    return type.element_type if isinstance(type, OptType) else type


class If(OnnxOp, ops="If"):
    """One of two subgraphs."""

    cond: Value
    then_branch: Region
    else_branch: Region

    def taken(self) -> Region | None:
        """The branch that is taken, when the condition is known."""
        known = known_ints(self.cond)
        if known is None or len(known) != 1 or known[0] == DYNAMIC:
            return None
        return self.then_branch if known[0] else self.else_branch

    def requirements(self) -> Iterator[Requirement]:
        yield Between(Count(0), term(1), term(1), "the number of elements of the condition")

    def infer(self) -> Inferred:
        taken = self.taken()
        if taken is not None:
            return [v.type for v in yielded(taken)] or None
        first, second = yielded(self.then_branch), yielded(self.else_branch)
        if not first or len(first) != len(second):
            return None
        return [common_type(a.type, b.type) for a, b in zip(first, second, strict=True)]

    def check(self) -> Diagnostic | None:
        count = len(self.results)
        for name in ("then", "else"):
            region = self.get(f"{name}_branch")
            block = region.first
            if block is None or block.last is None or block.last.name != "onnx.Yield":
                return self.error(f"expects subgraph '{name}_branch' to end with onnx.Yield")
            values = yielded(region)
            if len(values) != count:
                return self.error(
                    f"{name} branch #results={len(values)} differ from if #results={count}"
                )
            for index, (value, result) in enumerate(zip(values, self.results, strict=True), 1):
                if _kind_of(value.type) != _kind_of(result.type):
                    return self.error(
                        f"{name} branch disagrees on result type #{index} of {count}: "
                        f"'{value.type}' is not '{result.type}'"
                    )
        return None


class Loop(OnnxOp, Repeats, ops="Loop"):
    """A subgraph of (iteration, condition, carried…) that gives (condition, carried…, scanned…)."""

    M: Value | None
    cond: Value | None
    v_initial: tuple[Value, ...]
    body: Region

    def infer(self) -> Inferred:
        values = yielded(self.body)[1:]
        carried = len(self.v_initial)
        if len(values) < carried:
            return None
        types: list[Any] = []
        for initial, value in zip(self.v_initial, values[:carried], strict=True):
            types.append(common_type(initial.type, value.type))
        trips = scalar_of(self.M) if self.M is not None else None
        sure = trips is not None and self._runs_to_the_end()
        for value in values[carried:]:
            shape = shape_of(value)
            count = max(0, int(trips)) if sure and trips is not None else DYNAMIC
            element = element_type_of(value.type)
            types.append(
                UnrankedTensorType(element)
                if shape is None
                else RankedTensorType((count, *shape), element)
            )
        return types

    def entry_types(self) -> Sequence[Type]:
        """The number of the iteration and the condition have one element; then the initial
        values."""
        arguments = self.body.entry.args if self.body.first is not None else ()
        if len(arguments) != 2 + len(self.v_initial):
            return ()
        single = [_one_element(a.type, t) for a, t in zip(arguments, (I64, I1), strict=False)]
        return [*single, *(v.type for v in self.v_initial)]

    def carried(self) -> Sequence[tuple[int, int]]:
        return [(2 + i, 1 + i) for i in range(len(self.v_initial))]

    def infer_argument_types(self) -> Sequence[tuple[Value, Type]]:
        """A carried value has the type of the initial one if the body, given that, yields it again;
        else the common type of all iterations."""
        return carried_types(self)

    def requirements(self) -> Iterator[Requirement]:
        for operand, what in ((0, "the trip count"), (1, "the condition")):
            if rank_of(self.operands[operand]) is not None:
                yield Between(Count(operand), term(1), term(1), f"the number of elements of {what}")

    def _runs_to_the_end(self) -> bool:
        """Whether the condition is true at the start and passed on, or constant, in the body."""
        if self.cond is not None and scalar_of(self.cond) != 1:
            return False
        condition = yielded(self.body)[0]
        definer = condition.defining_op
        while definer is not None and definer.name == "onnx.Identity":
            condition = definer.operands[0]
            definer = condition.defining_op
        return scalar_of(condition) == 1 or condition is self.body.entry.args[1]

    def check(self) -> Diagnostic | None:
        wanted = 2 + len(self.v_initial)
        count = len(self.body.entry.args) if self.body.first is not None else 0
        if count != wanted:
            return self.error(f"subgraph 'body' has {count} inputs, expected {wanted}")
        wrong = _check_subgraph(self, "body", self.body, len(self.results) + 1)
        return wrong or self._check_condition() or _check_kinds(self, self.body)

    def _check_condition(self) -> Diagnostic | None:
        type = yielded(self.body)[0].type
        if element_type_of(type) is not I1:
            return self.error(f"subgraph 'body' gives '{type}' as condition, expected booleans")
        return None


class Scan(OnnxOp, Repeats, ops="Scan"):
    """A subgraph of (state…, slices…) run along an axis, that gives (state…, slices…)."""

    initial_state_and_scan_inputs: tuple[Value, ...]
    body: Region
    num_scan_inputs: int

    def infer(self) -> Inferred:
        values = yielded(self.body)
        states = len(self.initial_state_and_scan_inputs) - self.num_scan_inputs
        if self.num_scan_inputs < 1:
            raise ValueError(f"has num_scan_inputs = {self.num_scan_inputs}, expected at least 1")
        if states < 0:
            raise ValueError(
                f"has num_scan_inputs = {self.num_scan_inputs}, but only "
                f"{len(self.initial_state_and_scan_inputs)} inputs"
            )
        if len(values) < states:
            return None
        batched = self.schema.version == 8  # a leading batch dimension everywhere
        types: list[Any] = []
        inputs = self.initial_state_and_scan_inputs
        batch, length = self._extents(inputs[states:], batched)
        for initial, value in zip(inputs[:states], values[:states], strict=True):
            last = _batch_of(value.type, batch) if batched else value.type
            types.append(common_type(initial.type, last))
        axes = self.get("scan_output_axes") or (0,) * (len(values) - states)
        for value, axis in zip(values[states:], axes, strict=True):
            shape = shape_of(value)
            element = element_type_of(value.type)
            if shape is None:
                types.append(UnrankedTensorType(element))
                continue
            axis = axis_in(axis, len(shape) + 1, "scan_output_axes")
            whole = (*shape[:axis], length, *shape[axis:])
            types.append(RankedTensorType((batch, *whole) if batched else whole, element))
        return types

    def entry_types(self) -> Sequence[Type]:
        """States have the types of their initial values, slices lack the axis of slicing; both lack
        the batch."""
        arguments = self.body.entry.args if self.body.first is not None else ()
        inputs = self.initial_state_and_scan_inputs
        states = len(inputs) - self.num_scan_inputs
        if len(arguments) != len(inputs) or states < 0:
            return ()
        types = [v.type for v in inputs]
        if self.schema.version == 8:
            types = [slice_type(t, 0) for t in types]
        axes = self.get("scan_input_axes") or (0,) * self.num_scan_inputs
        for index, axis in zip(range(states, len(inputs)), axes, strict=True):
            types[index] = slice_type(types[index], axis)
        return types

    def carried(self) -> Sequence[tuple[int, int]]:
        states = len(self.initial_state_and_scan_inputs) - self.num_scan_inputs
        return [(i, i) for i in range(states)]

    def infer_argument_types(self) -> Sequence[tuple[Value, Type]]:
        """A state has the type of the initial one, or the common type of all iterations."""
        return carried_types(self)

    def _extents(self, scanned: Sequence[Value], batched: bool) -> tuple[int, int]:
        axes = self.get("scan_input_axes") or (0,) * len(scanned)
        batch = length = DYNAMIC
        for value, axis in zip(scanned, axes, strict=True):
            shape = shape_of(value)
            if shape is None:
                continue
            position = 1 if batched else axis_in(axis, len(shape), "scan_input_axes")
            length = shape[position] if length == DYNAMIC else length
            batch = shape[0] if batched and batch == DYNAMIC else batch
        return batch, length

    def check(self) -> Diagnostic | None:
        wanted = len(self.initial_state_and_scan_inputs)
        count = len(self.body.entry.args) if self.body.first is not None else 0
        if count != wanted:
            return self.error(f"subgraph 'body' has {count} inputs, expected {wanted}")
        wrong = _check_subgraph(self, "body", self.body, len(self.results))
        return wrong or _check_kinds(self, self.body)

    def requirements(self) -> Iterator[Requirement]:
        """All scan inputs have one length; version 8 has one batch everywhere."""
        inputs = self.initial_state_and_scan_inputs
        first = len(self.operands) - len(inputs)
        batched = self.schema.version == 8
        if batched:
            batches = [Size(i, 0) for i in range(first, len(self.operands)) if _has_rank(self, i)]
            yield from _all_equal(batches, "the batch of the first input and of another")
        scanned = range(len(self.operands) - self.num_scan_inputs, len(self.operands))
        axes = self.get("scan_input_axes") or (0,) * len(scanned)
        lengths = [
            Size(i, 1 if batched else axis_in(axis, rank, "scan_input_axes"))
            for i, axis in zip(scanned, axes, strict=True)
            if (rank := rank_of(self.operands[i])) is not None
        ]
        yield from _all_equal(lengths, "the lengths of the first scan input and of another")
        if lengths and self._sizes_are_open():
            what = "the number of iterations, from which the size of an output follows,"
            yield at_least(lengths[0], 1, what)

    def _sizes_are_open(self) -> bool:
        """Whether sizes of scan outputs are known from an iteration only."""
        if self.body.first is None:
            return False
        states = len(self.initial_state_and_scan_inputs) - self.num_scan_inputs
        return any(DYNAMIC in (shape_of(v) or ()) for v in yielded(self.body)[states:])


def _has_rank(op: OnnxOp, operand: int) -> bool:
    return bool(rank_of(op.operands[operand]))


def _all_equal(sizes: Sequence[Size], what: str) -> Iterator[Requirement]:
    for size in sizes[1:]:
        yield Equal(sizes[0], size, what)
