"""--update-in-place-onnx: marks updates that are made in the memory of a loop's value.

Loop(x) { ^(a): yield ScatterND(a, …) }, where nothing reads a later  -->  the op has `in_place`

A loop owns the values that it carries, and an update of a few elements would copy all of them in
each iteration. So an op is marked if its data is a carried value, its result is that value in the
next iteration and is not used otherwise, and what else reads the value comes before it and makes a
buffer of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from mlirlite.dialects.onnx.region_types import Repeats, yielded
from mlirlite.ir.attributes import UNIT
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass

IN_PLACE = "in_place"
"""The attribute of an op whose result is in the memory of its first operand."""

_OF_SHAPES = frozenset(("onnx.Dim", "onnx.Require", "onnx.Shape", "onnx.Size"))
"""Operators that read sizes, and no elements."""
_UPDATES = frozenset({"onnx.ScatterElements", "onnx.ScatterND"})
# fmt: off
_FRESH = frozenset((
    "Add", "And", "Concat", "ConcatFromSequence", "Conv", "Div", "Equal", "Erf", "Exp", "Gather",
    "Gemm", "Greater", "Less", "Log", "MatMul", "Max", "Min", "Mul", "Neg", "Not", "Or", "Pow",
    "ReduceMax", "ReduceMean", "ReduceSum", "Relu", "ScatterElements", "ScatterND",
    "SequenceConstruct", "SequenceErase", "SequenceInsert", "Sigmoid", "Softmax", "Sqrt", "Sub",
    "Sum", "Tanh", "Where",
))
# fmt: on


@compiler_pass("update-in-place-onnx", anchor="func.func")
def update_in_place_onnx(function: Operation, state: PassState) -> None:
    """Mark updates of values that a loop carries for writing into their memory.

    The result of a marked op is in the buffer of its first operand, which nothing reads later.
    """
    marked = 0
    for op in function.walk():
        if isinstance(op, Repeats):
            for update in _updates(op):
                update.attributes[IN_PLACE] = UNIT
                marked += 1
    state.count("updates in place", marked)


def makes_a_buffer(op: Operation) -> bool:
    """Whether an operator always makes a new buffer for its result."""
    return op.name.removeprefix("onnx.") in _FRESH and IN_PLACE not in op.attributes


def _updates(loop: Repeats) -> Iterator[Operation]:
    [region] = loop.regions
    arguments, values = region.entry.args, yielded(region)
    for argument, value in loop.carried():
        if value < len(values) and argument < len(arguments):
            op = values[value].defining_op
            if op is not None and _is_update(op, arguments[argument]):
                yield op


def _is_update(op: Operation, carried: Value) -> bool:
    return (
        op.name in _UPDATES
        and op.operands[0] is carried
        and op.results[0].type is carried.type
        and op.results[0].num_uses == 1
        and op.parent is carried.parent_block
        and all(user is op or _reads_before(user, op) for user in carried.users)
        and sum(v is carried for v in op.operands) == 1
    )


def _reads_before(user: Operation, op: Operation) -> bool:
    if user.name in _OF_SHAPES:
        return True
    return user.parent is op.parent and makes_a_buffer(user) and user.is_before_in_block(op)
