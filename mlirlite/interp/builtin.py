"""Evaluation of the ops of builtin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects import builtin
from mlirlite.interp.arith import reinterpret
from mlirlite.interp.descriptors import lowered, raised
from mlirlite.interp.machine import Machine, evaluate
from mlirlite.interp.values import POISON
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import FloatType, IntegerType
from mlirlite.support.diagnostics import DiagnosticError


@evaluate(builtin.UnrealizedConversionCastOp)
def run_cast(m: Machine, op: builtin.UnrealizedConversionCastOp) -> Any:
    """The same value as another type: of the llvm dialect, or of those above it."""
    sources, targets = ([v.type for v in values] for values in (op.operands, op.results))
    if len(sources) != 1 or len(targets) != 1:
        raise DiagnosticError(op.error("cannot be evaluated unless it casts one value to one"))
    value = m.raw(op.operands[0])
    low = [_is_low(types) for types in (sources, targets)]
    if _become_bits(sources[0], targets[0]) and value is not POISON:
        return reinterpret(value, sources[0], targets[0])
    if low[0] == low[1]:
        return value
    return lowered(m, value, sources[0]) if low[1] else raised(m, value, targets[0])


def _is_low(types: Sequence[Type]) -> bool:
    """Whether a type's values have the llvm dialect's representation; numbers have only one."""
    return types[0].name.startswith("llvm.")


def _become_bits(source: Type, target: Type) -> bool:
    """Whether a float becomes an integer of its bits, or the other way: narrow floats do."""
    if isinstance(source, IntegerType):
        source, target = target, source
    if not isinstance(source, FloatType) or not isinstance(target, IntegerType):
        return False
    return source.width == target.width
