"""What the schedule of an op says of how it is computed."""

from __future__ import annotations

from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.dialects.onnx.transforms.schedule_onnx import SCHEDULE
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import DictionaryAttr, IntegerAttr, StringAttr
from mlirlite.ir.types import F16, F32


def stated(b: KrnlBuilder, name: str) -> int | str | None:
    """An entry of the op's schedule."""
    schedule = b.op.attribute(SCHEDULE)
    found = schedule.get(name) if isinstance(schedule, DictionaryAttr) else None
    return found.value if isinstance(found, (IntegerAttr, StringAttr)) else None


def schedule_of(b: KrnlBuilder, name: str, default: int) -> int:
    """A number of the op's schedule, if it is above zero."""
    found = stated(b, name)
    return found if isinstance(found, int) and found > 0 else default


def algorithm_of(b: KrnlBuilder) -> str:
    """The algorithm that the op's schedule names; "" for the plain one."""
    found = stated(b, "algorithm")
    return found if isinstance(found, str) else ""


def weights_of(b: KrnlBuilder, element: Type) -> Type:
    """The type that constant weights are stored in: their own, or f16 for f32 where the op's
    schedule says so. Products and sums stay as they are."""
    name = stated(b, "weights")
    if name is None:
        return element
    if name != "f16" or element is not F32:
        raise b.error(f'has a schedule with weights "{name}"; expected "f16", of f32')
    return F16
