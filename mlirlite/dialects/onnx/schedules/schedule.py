"""A schedule: how an op is computed, as data. Each algorithm is a subclass with its entries, when
it is legal, its default for a machine, and its search space.

    Winograd(tile=4, columns=6, blocks=2, rows=7, unroll=2)
    -->  {algorithm = "winograd", blocks = 2, columns = 6, rows = 7, tile = 4, unroll = 2}

The attribute `schedule` of an op is such an object, encoded. `--schedule-onnx` writes the default,
users and the tuner write others, and lowerings read the object, never the attribute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from math import prod
from typing import Any, ClassVar, Generic, Self, TypeVar

from mlirlite.dialects.onnx.constants import constant_of
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import DictionaryAttr, IntegerAttr, StringAttr, i64_attr
from mlirlite.ir.operation import Operation
from mlirlite.ir.optable import OpTable
from mlirlite.ir.types import NONE
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import did_you_mean
from mlirlite.support.machine import Machine
from mlirlite.support.tuning import CHOICES

OpT = TypeVar("OpT", bound=Operation)

SCHEDULE = "schedule"
"""The attribute of an op: a dictionary of integers and words. Besides the entries of its algorithm,
it may have tuning numbers, which then hold for this op (`Tuning`)."""
ALGORITHM = "algorithm"
"""The entry that names an algorithm, if it does not follow from types."""

Entries = Mapping[str, "int | str"]
"""A schedule in its written form."""
Allowed = range | tuple[int | str, ...]
"""The values of an entry."""


def entry(meaning: str, default: Any = 1) -> Any:
    """A field that is an entry of the attribute; `meaning` has its unit. None: may be left out."""
    return field(default=default, metadata={"meaning": meaning})


@dataclass(frozen=True)
class Schedule(Generic[OpT]):
    """How an op is computed. The type parameter is the class of the ops, if they have one."""

    algorithm: ClassVar[str] = ""
    """The entry `algorithm`, "" if there is none."""
    sums: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Pairs of entries whose product is how many sums stay in vector registers."""

    @classmethod
    def fits(cls, op: OpT) -> bool:
        """Whether an op may be computed like this, judging by its types and attributes."""
        raise NotImplementedError

    @classmethod
    def constants(cls, op: OpT) -> Sequence[Value]:
        """The operands of a legal op that must be constants, if present."""
        return ()

    @classmethod
    def default(cls, op: OpT, machine: Machine) -> Self | None:
        """The default for a legal op; None if another algorithm is preferred."""
        raise NotImplementedError

    @classmethod
    def legal(cls, op: OpT, machine: Machine, given: Entries) -> Mapping[str, Allowed]:
        """The valid values of each entry for a legal op, given the other entries."""
        raise NotImplementedError

    @classmethod
    def space(cls, op: OpT, machine: Machine) -> Iterator[Self]:
        """The search space for a legal op."""
        return iter(())

    def with_f16_weights(self, op: OpT) -> Self | None:
        """The same with constant f32 weights rounded to f16 when they are packed: half the memory
        traffic, one more instruction per vector, and less precision. None if there are no such
        weights."""
        return None

    def entries(self) -> dict[str, int | str]:
        """The schedule in its written form."""
        found: dict[str, int | str] = {ALGORITHM: self.algorithm} if self.algorithm else {}
        values = ((f.name, getattr(self, f.name)) for f in fields(self))
        return found | {name: value for name, value in values if value is not None}

    @classmethod
    def of(cls, entries: Entries) -> Self:
        """The schedule of entries. Unknown entries, and numbers that are not positive, are
        ignored."""
        return cls(**{f.name: entries[f.name] for f in fields(cls) if _is_for(f, entries)})


def _is_for(field: Field[Any], entries: Entries) -> bool:
    value = entries.get(field.name)
    return isinstance(value, str) or (isinstance(value, int) and value > 0)


algorithms: OpTable[Callable[[], Sequence[type[Schedule[Any]]]]] = OpTable("schedule")
"""The algorithms of an op, those that are preferred first. A plugin adds its own."""


def fitting(op: Operation) -> list[type[Schedule[Any]]]:
    """The algorithms that an op may be computed by."""
    return [a for a in _by_types(op) if all(map(_is_known, a.constants(op)))]


def _by_types(op: Operation) -> list[type[Schedule[Any]]]:
    known = algorithms.get(type(op))
    return [a for a in known() if a.fits(op)] if known is not None else []


def _is_known(value: Value) -> bool:
    return value.type is NONE or constant_of(value) is not None


def default_schedule(op: Operation, machine: Machine) -> Schedule[Any] | None:
    """The default schedule of an op on a machine; None if its lowering has nothing to choose."""
    defaults = (algorithm.default(op, machine) for algorithm in fitting(op))
    return next((found for found in defaults if found is not None), None)


def schedule_of(op: Operation) -> Schedule[Any] | None:
    """The schedule in an op's attribute; None without one, or if no algorithm fits it. Constants
    may be lowered already."""
    written = op.attribute(SCHEDULE)
    if not isinstance(written, DictionaryAttr):
        return None
    entries = as_entries(written)
    algorithm = _named(_by_types(op), entries)
    return None if algorithm is None else algorithm.of(entries)


def _named(
    candidates: Sequence[type[Schedule[Any]]], entries: Entries
) -> type[Schedule[Any]] | None:
    """The algorithm that entries name, or that needs no name."""
    name = entries.get(ALGORITHM, "")
    return next((a for a in candidates if a.algorithm == name), None)


def problem(op: Operation, machine: Machine, entries: Entries) -> str:
    """The error of a hand-written schedule for an op; "" if it is valid. Every op may have tuning
    numbers (`Tuning`); other entries are those of its algorithms, if it has any."""
    for name, value in entries.items():
        if value not in CHOICES.get(name, (value,)):
            return f'"{name}" is {_text(value)}; expected {_listed(CHOICES[name])}'
    entries = {name: value for name, value in entries.items() if name not in CHOICES}
    if type(op) not in algorithms:
        return ""
    candidates = fitting(op)
    if not candidates:
        return "it has no schedule to choose" if entries else ""
    algorithm = _named(candidates, entries) or candidates[-1]
    allowed = dict(algorithm.legal(op, machine, entries))
    if names := tuple(a.algorithm for a in candidates if a.algorithm):
        allowed[ALGORITHM] = names
    for name, value in entries.items():
        if name not in allowed:
            near = did_you_mean(name, allowed)
            known = ", ".join(f'"{n}"' for n in sorted(allowed))
            return f'there is no "{name}"{near or ";"} expected {known}'
        if value not in allowed[name]:
            return f'"{name}" is {_text(value)}; expected {_listed(allowed[name])}'
    optional = {f.name for f in fields(algorithm) if f.default is None} | {ALGORITHM}
    for name in sorted(allowed):
        if name not in entries and name not in optional:
            return f'"{name}" is missing; expected {_listed(allowed[name])}'
    for names in algorithm.sums:
        sizes = [int(entries[n]) for n in names]
        if prod(sizes) > machine.registers:
            room = f"{machine.registers} registers of {machine.name}"
            return f"{' x '.join(map(str, sizes))} sums do not fit into the {room}"
    return ""


def _text(value: int | str) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _listed(allowed: Allowed) -> str:
    if isinstance(allowed, range):
        return f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else str(allowed[0])
    *most, last = [_text(v) for v in allowed]
    return f"{', '.join(most)} or {last}" if most else last


def up_to(count: int) -> range:
    """1 to a count."""
    return range(1, max(count, 1) + 1)


def as_entries(written: Any) -> dict[str, int | str]:
    """The entries of a `schedule` attribute."""
    if not isinstance(written, DictionaryAttr):
        return {}
    return {n: a.value for n, a in written.entries if isinstance(a, (IntegerAttr, StringAttr))}


def as_attribute(entries: Entries) -> DictionaryAttr:
    """`{columns = 14 : i64}`."""
    found: list[tuple[str, Attribute]] = [
        (k, StringAttr(v) if isinstance(v, str) else i64_attr(v))
        for k, v in sorted(entries.items())
    ]
    made: DictionaryAttr = DictionaryAttr(tuple(found))
    return made
