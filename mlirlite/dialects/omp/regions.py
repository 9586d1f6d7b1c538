"""Clauses that give an op's region its arguments: `map_entries(%a -> %b : t) private(…) { … }`."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from mlirlite.dialects.omp.clauses import one_of, symbol
from mlirlite.dialects.omp.enums import ReductionModifier, ReductionModifierAttr
from mlirlite.ir.attributes import UNIT, ArrayAttr, DenseArrayAttr, dense_array, i64_array
from mlirlite.ir.block import Region
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I1
from mlirlite.ir.values import Value
from mlirlite.parser import directive

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


class _Clause(NamedTuple):
    """One clause: its keyword, and the parts of its entries besides operand and argument."""

    word: str
    symbols: bool = False
    by_reference: bool = False
    modifier: bool = False
    barrier: bool = False
    maps: bool = False

    def parse(self, p: "OpParser", arguments: list[Any]) -> tuple[Any, ...]:
        """The operands of the clause; none if it is absent."""
        if not p.accept(self.word):
            return self._result([], [], None, None, None, None, None)
        p.expect("(")
        modifier = None
        if self.modifier and p.accept("mod"):
            p.expect(":")
            kind = one_of(p, ReductionModifier, "invalid clause value: '{}'")
            modifier = ReductionModifierAttr(kind)
            p.expect(",")
        operands: list[Any] = []
        names: list[Any] = []
        symbols: list[Any] = []
        flags: list[int] = []
        maps: list[int] = []

        def one() -> None:
            flags.append(int(self.by_reference and p.accept("byref")))
            if self.symbols:
                symbols.append(symbol(p))
            operands.append(p.operand())
            p.expect("->")
            names.append(p.argument("none"))
            index = -1
            if self.maps and p.accept("["):
                p.expect("map_idx")
                p.expect("=")
                index = p.integer()
                p.expect("]")
            maps.append(index)

        p.comma_list(one)
        p.expect(":")
        types = p.type_list()
        p.expect(")")
        if len(types) != len(operands):
            raise p.error(f"expected {len(operands)} types, got {len(types)}")
        arguments += [a._replace(type=t) for a, t in zip(names, types, strict=True)]
        barrier = UNIT if self.barrier and p.accept("private_barrier") else None
        indices = i64_array(maps) if any(i >= 0 for i in maps) else None
        return self._result(
            operands,
            types,
            ArrayAttr(tuple(symbols)),
            dense_array(I1, flags),
            modifier,
            barrier,
            indices,
        )

    def _result(
        self,
        operands: Any,
        types: Any,
        symbols: Any,
        flags: Any,
        modifier: Any,
        barrier: Any,
        maps: Any,
    ) -> tuple[Any, ...]:
        head = (modifier,) if self.modifier else ()
        middle = (flags,) if self.by_reference else ()
        tail = (symbols,) if self.symbols else ()
        if self.barrier:
            tail += (barrier,)
        if self.maps:
            tail += (maps,)
        return (*head, operands, types, *middle, *tail)

    @property
    def width(self) -> int:
        """How many values the clause has."""
        flags = (self.modifier, self.by_reference, self.symbols, self.barrier, self.maps)
        return 2 + sum(flags)

    def print(self, p: Any, values: Sequence[Any], arguments: Sequence[Value]) -> None:
        """As `parse` reads it."""
        rest = iter(values)
        modifier = next(rest) if self.modifier else None
        operands: Sequence[Value] = next(rest)
        next(rest)
        flags = next(rest) if self.by_reference else None
        symbols = next(rest) if self.symbols else None
        barrier = next(rest) if self.barrier else None
        maps = next(rest) if self.maps else None
        if not operands:
            return
        p.text(f"{self.word}(")
        if modifier is not None:
            p.text(f"mod: {ReductionModifier(modifier.value).name}, ")
        for i, (operand, argument) in enumerate(zip(operands, arguments, strict=False)):
            p.text(", " if i else "")
            if isinstance(flags, DenseArrayAttr) and flags.value[i]:
                p.text("byref ")
            if symbols is not None:
                p.attribute(symbols.value[i])
                p.text(" ")
            p.value(operand)
            p.text(" -> ")
            p.value(argument)
            if maps is not None and maps.value[i] != -1:
                p.text(f" [map_idx={maps.value[i]}]")
        p.text(" : ")
        p.types([v.type for v in operands])
        p.text(") ")
        if barrier is not None:
            p.text("private_barrier ")


_DEVICE_ADDRESS = _Clause("has_device_addr")
_HOST_EVAL = _Clause("host_eval")
_IN_REDUCTION = _Clause("in_reduction", symbols=True, by_reference=True)
_MAP = _Clause("map_entries")
_PRIVATE = _Clause("private", symbols=True, barrier=True)
_PRIVATE_MAPS = _PRIVATE._replace(maps=True)
_REDUCTION = _Clause("reduction", symbols=True, by_reference=True, modifier=True)
_TASK_REDUCTION = _Clause("task_reduction", symbols=True, by_reference=True)
_USE_ADDRESS = _Clause("use_device_addr")
_USE_POINTER = _Clause("use_device_ptr")


class _Region:
    """A region and the clauses before it, whose entries become its arguments in that order."""

    clauses: ClassVar[tuple[_Clause, ...]] = ()

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState", *given: Any) -> Generator[Any, Any, Any]:
        found: list[Any] = []
        arguments: list[Any] = []
        for clause in cls.clauses:
            with p.then(f"invalid `{clause.word}` format"):
                found += clause.parse(p, arguments)
        region = yield p.region(arguments)
        return (region, *found)

    @classmethod
    def print(cls, p: "Printer", op: Operation, *values: Any) -> None:
        region: Region = values[0]
        arguments = list(region.entry.args) if not region.empty else []
        start = 1
        for clause in cls.clauses:
            part = values[start : start + clause.width]
            start += clause.width
            count = len(part[1] if clause.modifier else part[0])
            clause.print(p, part, arguments[:count])
            arguments = arguments[count:]
        p.region(region, print_entry_args=False)


# Formats that several ops have.
PRIVATE_REGION = (
    "custom<PrivateRegion>($region, $private_vars, type($private_vars), $private_syms, "
    "$private_needs_barrier)"
)
PRIVATE_REDUCTION_REGION = (
    "custom<PrivateReductionRegion>($region, $private_vars, type($private_vars), $private_syms, "
    "$private_needs_barrier, $reduction_mod, $reduction_vars, type($reduction_vars), "
    "$reduction_byref, $reduction_syms)"
)


@directive("PrivateReductionRegion", "omp")
class PrivateReductionRegion(_Region):
    """`private(@x %a -> %b : t) reduction(byref @add %c -> %d : t) { … }`."""

    clauses = (_PRIVATE, _REDUCTION)


@directive("PrivateRegion", "omp")
class PrivateRegion(_Region):
    """`private(@x %a -> %b : t) { … }`."""

    clauses = (_PRIVATE,)


@directive("InReductionPrivateRegion", "omp")
class InReductionPrivateRegion(_Region):
    """`in_reduction(…) private(…) { … }`."""

    clauses = (_IN_REDUCTION, _PRIVATE)


@directive("InReductionPrivateReductionRegion", "omp")
class InReductionPrivateReductionRegion(_Region):
    """`in_reduction(…) private(…) reduction(…) { … }`."""

    clauses = (_IN_REDUCTION, _PRIVATE, _REDUCTION)


@directive("TaskReductionRegion", "omp")
class TaskReductionRegion(_Region):
    """`task_reduction(@add %a -> %b : t) { … }`."""

    clauses = (_TASK_REDUCTION,)


@directive("TargetOpRegion", "omp")
class TargetOpRegion(_Region):
    """`has_device_addr(…) host_eval(…) in_reduction(…) map_entries(…) private(…) { … }`."""

    clauses = (_DEVICE_ADDRESS, _HOST_EVAL, _IN_REDUCTION, _MAP, _PRIVATE_MAPS)


@directive("UseDeviceAddrUseDevicePtrRegion", "omp")
class UseDeviceAddrUseDevicePtrRegion(_Region):
    """`use_device_addr(%a -> %b : t) use_device_ptr(…) { … }`."""

    clauses = (_USE_ADDRESS, _USE_POINTER)
