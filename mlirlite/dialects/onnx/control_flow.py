"""Behaviour of operators with subgraphs. A subgraph is a region that ends in onnx.Yield and may use
values from outside."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.onnx.constants import known_ints, scalar_of
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.shapes import axis_in, join, refine, shape_of
from mlirlite.dialects.onnx.types import OptType, SeqType, spelling
from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Region
from mlirlite.ir.interfaces import InferShape
from mlirlite.ir.types import DYNAMIC, I1, I64, RankedTensorType, TensorType, UnrankedTensorType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


def yielded(region: Region) -> tuple[Value, ...]:
    """The values that a subgraph gives; empty when it has no terminator yet."""
    block = region.first
    last = block.last if block is not None else None
    return last.operands if last is not None and last.name == "onnx.Yield" else ()


def common_type(first: Type, second: Type) -> Type | None:
    """The sharpest type that both fit into; None when they have nothing in common."""
    if first is second:
        return first
    if isinstance(first, TensorType) and isinstance(second, TensorType):
        if first.element_type is not second.element_type:
            return None
        if not isinstance(first, RankedTensorType) or not isinstance(second, RankedTensorType):
            return UnrankedTensorType(first.element_type)
        shape = join(first.shape, second.shape)
        if shape is None:
            return UnrankedTensorType(first.element_type)
        return RankedTensorType(shape, first.element_type)
    for cls in (SeqType, OptType):
        if isinstance(first, cls) and isinstance(second, cls):
            inner = common_type(first.element_type, second.element_type)
            return None if inner is None else cls(inner)
    return None


def _kind_of(type: Type) -> str:
    """How ONNX writes the type without shapes."""
    return spelling(type) or str(type)


def _sharper(first: Type, second: Type) -> Type:
    """The one that says more about a state, whose shape does not change; the first in doubt."""
    known = isinstance(second, RankedTensorType) and not isinstance(first, RankedTensorType)
    if isinstance(first, RankedTensorType) and isinstance(second, RankedTensorType):
        known = second.num_dynamic_dims < first.num_dynamic_dims
    return second if known else first


def slice_type(type: Type, axis: int) -> Type:
    """What a tensor's slices along an axis are."""
    if not isinstance(type, RankedTensorType) or not type.rank:
        return type
    at = axis_in(axis, type.rank, "scan_input_axes")
    return RankedTensorType((*type.shape[:at], *type.shape[at + 1 :]), type.element_type)


def _check_subgraph(op: OnnxOp, name: str, region: Region, results: int) -> Diagnostic | None:
    block = region.first
    if block is None or block.last is None or block.last.name != "onnx.Yield":
        return op.error(f"expects subgraph '{name}' to end with onnx.Yield")
    count = len(block.last.operands)
    if count != results:
        return op.error(f"subgraph '{name}' gives {count} values, expected {results}")
    return None


_ROUNDS = 4
"""How often the types of carried values may become less sharp until they are given up."""


def _types_assuming(
    body: Region, arguments: Sequence[Value], types: Sequence[Type]
) -> list[Type] | None:
    """What a body would yield if its arguments had these types; None when that contradicts what is
    known. The body stays as it is."""
    before: list[tuple[Value, Type]] = []

    def assume(value: Value, type: Type) -> None:
        before.append((value, value.type))
        value.type = sharper(value.type, type)

    try:
        for argument, type in zip(arguments, types, strict=True):
            assume(argument, type)
        for block in body:
            for op in block:
                if isinstance(op, InferShape):
                    for result, type in zip(op.results, op.infer_shapes(), strict=True):
                        assume(result, type)
        return [v.type for v in yielded(body)]
    except ValueError:
        return None
    finally:
        for value, type in reversed(before):
            value.type = type


def sharper(first: Type, second: Type) -> Type:
    """What both say of one value; of types other than tensors the second. ValueError when they
    contradict."""
    if not isinstance(first, TensorType) or not isinstance(second, TensorType):
        return second
    shapes = (t.shape if isinstance(t, RankedTensorType) else None for t in (first, second))
    shape = refine(*shapes)
    return second if shape is None else RankedTensorType(shape, second.element_type)


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


class Loop(OnnxOp, ops="Loop"):
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
            element = value.type.element_type  # type: ignore[attr-defined]
            types.append(
                UnrankedTensorType(element)
                if shape is None
                else RankedTensorType((count, *shape), element)
            )
        return types

    def infer_argument_types(self) -> Sequence[tuple[Value, Type]]:
        """The number of the iteration and the condition are scalars. A carried value has the type
        of the initial one if the body, given that, gives it again; or what both have in common."""
        arguments = self.body.entry.args if self.body.first is not None else []
        if len(arguments) != 2 + len(self.v_initial):
            return ()
        assumed: list[Type] = [RankedTensorType((), I64), RankedTensorType((), I1)]
        assumed += [v.type for v in self.v_initial]
        for _ in range(_ROUNDS):
            given = _types_assuming(self.body, arguments, assumed)
            if given is None:
                break
            joined = [common_type(a, g) for a, g in zip(assumed[2:], given[1:], strict=False)]
            if None in joined:
                break
            if all(a is j for a, j in zip(assumed[2:], joined, strict=True)):
                return list(zip(arguments, assumed, strict=True))
            assumed[2:] = [j for j in joined if j is not None]
        return list(zip(arguments[:2], assumed, strict=False))

    def _runs_to_the_end(self) -> bool:
        """Whether the condition is true at the start and handed on, or constant, in the body."""
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
        return _check_subgraph(self, "body", self.body, len(self.results) + 1)


class Scan(OnnxOp, ops="Scan"):
    """A subgraph of (state…, slices…) run along an axis, that gives (state…, slices…)."""

    initial_state_and_scan_inputs: tuple[Value, ...]
    body: Region
    num_scan_inputs: int

    def infer(self) -> Inferred:
        values = yielded(self.body)
        states = len(self.initial_state_and_scan_inputs) - self.num_scan_inputs
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
        for initial, value in zip(inputs[:states], values[:states], strict=True):
            types.append(initial.type if batched else _sharper(initial.type, value.type))
        batch, length = self._extents(inputs[states:], batched)
        axes = self.get("scan_output_axes") or (0,) * (len(values) - states)
        for value, axis in zip(values[states:], axes, strict=True):
            shape = shape_of(value)
            element = value.type.element_type  # type: ignore[attr-defined]
            if shape is None:
                types.append(UnrankedTensorType(element))
                continue
            axis = axis_in(axis, len(shape) + 1, "scan_output_axes")
            whole = (*shape[:axis], length, *shape[axis:])
            types.append(RankedTensorType((batch, *whole) if batched else whole, element))
        return types

    def infer_argument_types(self) -> Sequence[tuple[Value, Type]]:
        """States have the types of their initial values, slices miss the axis they are cut at."""
        arguments = self.body.entry.args if self.body.first is not None else ()
        inputs = self.initial_state_and_scan_inputs
        if len(arguments) != len(inputs) or self.schema.version == 8:
            return ()
        states = len(inputs) - self.num_scan_inputs
        axes = self.get("scan_input_axes") or (0,) * self.num_scan_inputs
        types = [v.type for v in inputs[:states]]
        for value, axis in zip(inputs[states:], axes, strict=True):
            types.append(slice_type(value.type, axis))
        return list(zip(arguments, types, strict=True))

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
        return _check_subgraph(self, "body", self.body, len(self.results))
