"""What an author's `parse` hook has put into an `OpState` is checked before an op is made of it."""

from __future__ import annotations

from reprlib import repr as shortened

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.block import Block, Region
from mlirlite.ir.constraint_errors import check_counts
from mlirlite.ir.definition import Op
from mlirlite.ir.values import Value
from mlirlite.parser.hooks.op_parser import OpState
from mlirlite.support.diagnostics import DiagnosticError, error
from mlirlite.support.mistakes import DeclarationError, written_at

_PARTS = {
    "operands": (Value, "values, as of p.resolve(…)"),
    "result_types": (Type, "types"),
    "regions": (Region, "regions, as of `yield p.region()`"),
    "successors": (Block, "blocks"),
}


def check_parts(cls: type[Op], state: OpState) -> None:
    """DeclarationError when a part is of another kind than it must be."""
    for name, (kind, expected) in _PARTS.items():
        for found in getattr(state, name):
            if not isinstance(found, kind):
                raise _wrong(cls, state, name, found, expected)
    for name in ("properties", "attributes"):
        for key, found in getattr(state, name).items():
            if not isinstance(key, str) or not isinstance(found, Attribute):
                raise _wrong(cls, state, f"{name}[{key!r}]", found, "attributes by name")


def check_declared(op: Op) -> None:
    """DiagnosticError when an op has more or fewer parts than its class declares, with the place of
    the hook that has read them."""
    definition = op.definition
    problem = check_counts(op, definition)
    if problem is None:
        try:
            definition.operand_segments(op)
            definition.result_segments(op)
        except ValueError as e:
            problem = op.error(str(e))
    if problem is not None:
        raise DiagnosticError(problem.hint("read here", written_at(getattr(op, "parse", None))))


def _wrong(
    cls: type[Op], state: OpState, name: str, found: object, expected: str
) -> DeclarationError:
    text = f"put {shortened(found)} into state.{name}, which takes {expected}"
    hook = written_at(getattr(cls, "parse", None))
    problem = error(f"`parse` of '{cls.name}' {text}", hook).hint("met here", state.location)
    return DeclarationError(problem)
