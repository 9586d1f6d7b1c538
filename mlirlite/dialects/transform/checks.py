"""Checks that the ops of scripts share."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects._function import dictionaries_of
from mlirlite.dialects.transform.interfaces import TopLevel, consumes, effects_inside_out
from mlirlite.dialects.transform.types import KINDS, OpHandle
from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Block
from mlirlite.ir.interfaces import EffectKind, MemoryEffects
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, Severity, error

CONSUMED, READONLY = "transform.consumed", "transform.readonly"


def check_single_consumer(value: Value, head: Diagnostic) -> Diagnostic | None:
    """An error that begins with `head` when more than one use may consume the handle."""
    consumers = [use for use in value.uses if consumes(use.owner, value)]
    if len(consumers) < 2:
        return None
    head.message += " has more than one potential consumer"
    for use in consumers[:2]:
        head.note(f"used here as operand #{use.operand}", use.owner.where)
    return head


def check_top_level(op: Operation) -> Diagnostic | None:
    """The error of an op that a script may consist of."""
    if not op.regions:
        return _error(op, "expects at least one region")
    if not op.regions[0].has_one_block:
        return _error(op, "expects a single-block region")
    arguments = op.regions[0].entry.args
    if not arguments:
        return _error(op, "expects the entry block to have at least one argument")
    if not isinstance(arguments[0].type, OpHandle):
        return _error(
            op,
            "expects the first entry block argument to be of type implementing "
            "TransformHandleTypeInterface",
        )
    if op.operands and op.operands[0].type is not arguments[0].type:
        return _error(op, "expects the type of the block argument to match the type of the operand")
    for argument in arguments[1:]:
        if not isinstance(argument.type, KINDS):
            found = _error(
                op,
                "expects trailing entry block arguments to be of type implementing "
                "TransformHandleTypeInterface, TransformValueHandleTypeInterface or "
                "TransformParamTypeInterface",
            )
            return found.note(f"argument #{argument.index} does not")
    parent = op.parent_op
    while parent is not None and not isinstance(parent, TopLevel):
        parent = parent.parent_op
    if parent is not None and len(op.operands) != len(arguments):
        found = _error(op, "expects operands to be provided for a nested op")
        return found.note("nested in another possible top-level op", parent.where)
    return None


def _error(op: Operation, message: str) -> Diagnostic:
    return op.error(message)


def is_marked(sequence: Any, index: int, name: str) -> bool:
    """Whether an argument of a sequence has an attribute."""
    marks = dictionaries_of(sequence, "arg_attrs", len(sequence.signature().inputs))
    return index < len(marks) and name in dict(marks[index].entries)


def consumed_arguments(block: Block) -> set[int]:
    """The arguments of a block that its ops consume."""
    return {
        argument.index
        for op in block
        if isinstance(op, MemoryEffects)
        for effect in effects_inside_out(op)
        if effect.kind is EffectKind.FREE
        for argument in block.args
        if argument is effect.value
    }


# Messages of upstream's silenceable failures have no op name before them.


def check_annotations(sequence: Any, called: bool = False) -> Diagnostic | None:
    """The error of the marks on the arguments of a sequence. Those of sequences that are called or
    only declared must be marked."""
    external = sequence.is_declaration
    inside = set() if external else consumed_arguments(sequence.body.entry)
    for i in range(len(sequence.signature().inputs)):
        consumed, readonly = (is_marked(sequence, i, name) for name in (CONSUMED, READONLY))
        if consumed and readonly:
            return error(f"argument #{i} cannot be both readonly and consumed", sequence.where)
        if (external or called) and not consumed and not readonly:
            return error(
                "must provide consumed/readonly status for arguments of external or called ops",
                sequence.where,
            )
        if i in inside and readonly:
            return error(
                f"argument #{i} is consumed in the body but is not marked as such", sequence.where
            )
    return None


def unused_consumption(sequence: Any) -> Diagnostic | None:
    """A warning for an argument that is marked as consumed and is not."""
    inside = consumed_arguments(sequence.body.entry)
    for i in range(len(sequence.signature().inputs)):
        if is_marked(sequence, i, CONSUMED) and i not in inside:
            message = f"op argument #{i} is not consumed in the body but is marked as consumed"
            return Diagnostic(Severity.WARNING, message, sequence.where)
    return None


def check_yield(sequence: Any, types: Sequence[Type]) -> Diagnostic | None:
    """The error of the terminator of a sequence."""
    last = sequence.body.entry.last
    if last.name != "transform.yield":
        found = error("expected 'transform.yield' as terminator", sequence.where)
        return found.note("terminator", last.where)
    wrong = wrongly_yielded(last, types)
    return None if wrong is None else error(wrong, last.where)


def wrongly_yielded(last: Operation, types: Sequence[Type]) -> str | None:
    """The error of a terminator's values for results of these types."""
    if len(last.operands) != len(types):
        return "expected terminator to have as many operands as the parent op has results"
    for i, (operand, type) in enumerate(zip(last.operands, types, strict=True)):
        if operand.type is not type:
            return (
                f"the type of the terminator operand #{i} must match the type of the "
                f"corresponding parent op result ('{operand.type}' vs '{type}')"
            )
    return None
