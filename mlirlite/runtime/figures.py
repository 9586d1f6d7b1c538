"""The tuning numbers of a machine (`mlirlite/support/tuning.py`) that an operator's code depends
on."""

from __future__ import annotations

from collections.abc import Iterable

from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.schedules.schedule import Entries
from mlirlite.dialects.onnx.transforms.fuse_elementwise_onnx import FUSED
from mlirlite.ir.attribute import Type
from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import ConstantLike
from mlirlite.ir.types import NONE, FloatType, IntegerType, RankedTensorType
from mlirlite.printer import PrintingFlags, print_op
from mlirlite.runtime.compiler import Stage, run_stages
from mlirlite.runtime.kernel import alone
from mlirlite.support.tuning import CHOICES

_BRIEF = PrintingFlags(elide_elements_larger=16, elide_resources_larger=16)


def has_figures(op: Operation) -> bool:
    """True for operators on numbers that are computed separately, so that they can be timed."""
    return (
        isinstance(op, OnnxOp)
        and bool(op.operands)
        and FUSED not in op.attributes
        and not op.regions
        and not op.has_trait(ConstantLike)
        and all(_is_of_numbers(v.type) for v in (*op.operands, *op.results))
    )


def _is_of_numbers(type: Type) -> bool:
    return type is NONE or (
        isinstance(type, RankedTensorType)
        and isinstance(type.element_type, (FloatType, IntegerType))
    )


def figures_of(
    op: Operation, schedule: Entries, convert: Stage, names: Iterable[str] = CHOICES
) -> dict[str, list[int]]:
    """The tuning numbers that an operator's code depends on, with their choices: the least or the
    largest one changes it.
    `convert` is the stage that lowers it."""

    def code(figures: Entries) -> str:
        context = Context()
        module = alone(op, {**schedule, **figures}, context)
        run_stages(module, context, [convert])
        return print_op(module, _BRIEF)

    usual = code({})
    found = {}
    for name in names:
        choices = CHOICES[name]
        if any(code({name: end}) != usual for end in (min(choices), max(choices))):
            found[name] = [n for n in choices if code({name: n}) != usual]
    return found
