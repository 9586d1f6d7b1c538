"""Lists of numbers where each is a constant or a value: `[0, %n, 4]` is `static = [0, ?, 4]` and
`dynamic = [%n]`."""

from collections.abc import Iterable, Sequence

from mlirlite.ir.attributes import DenseArrayAttr, IntegerAttr, i64_array
from mlirlite.ir.traits import ConstantLike
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value

Mixed = int | Value


def merge(static: Iterable[int], dynamic: Sequence[Value]) -> list[Mixed]:
    """One list, with values in place of the dynamic entries."""
    rest = iter(dynamic)
    return [next(rest) if s == DYNAMIC else s for s in static]


def split(mixed: Iterable[Mixed]) -> tuple[DenseArrayAttr, list[Value]]:
    """The static array, with DYNAMIC for values, and the values."""
    entries = list(mixed)
    dynamic = [m for m in entries if isinstance(m, Value)]
    return i64_array(DYNAMIC if isinstance(m, Value) else m for m in entries), dynamic


def number_of(entry: Mixed) -> int | None:
    """The number of an entry: itself, or that of a constant; None for any other value."""
    return entry if isinstance(entry, int) else constant_number(entry)


def constant_number(value: Value) -> int | None:
    """The number of an integer or index constant; None for any other value."""
    op = value.defining_op
    if op is None or not op.has_trait(ConstantLike):
        return None
    found = op.properties.get("value")
    return found.value if isinstance(found, IntegerAttr) else None
