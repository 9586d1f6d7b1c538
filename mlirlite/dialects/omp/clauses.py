"""The syntax of omp's clauses: `custom<…>` of the ops' assembly formats."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects.omp.enums import (
    HINTS,
    OrderKind,
    OrderKindAttr,
    OrderModifier,
    OrderModifierAttr,
    ProcBindKind,
    ProcBindKindAttr,
    ReductionModifier,
    ReductionModifierAttr,
    ScheduleKind,
    ScheduleKindAttr,
    ScheduleModifier,
    ScheduleModifierAttr,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import (
    UNIT,
    ArrayAttr,
    DenseArrayAttr,
    IntegerAttr,
    SymbolRefAttr,
    dense_array,
)
from mlirlite.ir.block import Region
from mlirlite.ir.types import I1, I64
from mlirlite.ir.values import Value
from mlirlite.parser.directives import directive

if TYPE_CHECKING:
    from mlirlite.parser.op_parser import OpParser, OpState


def _one_of(p: "OpParser", cases: Any, message: str) -> Any:
    """A keyword of an enum; `message` about another one has `{}` for it."""
    where = p.here()
    word = p.keyword()
    if word not in cases.__members__:
        raise p.error(message.format(word), where)
    return cases[word]


@directive("ProcBind", "omp")
class ProcBind:
    """`close`."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        return ProcBindKindAttr(_one_of(p, ProcBindKind, "invalid clause value: '{}'"))

    @staticmethod
    def print(p: Any, op: Any, *values: Any) -> None:
        p.text(ProcBindKind(values[0].value).name)


@directive("OrderClause", "omp")
class OrderClause:
    """`reproducible:concurrent`."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        modifier = None
        word = p.optional_keyword(*OrderModifier.__members__)
        if word is not None:
            modifier = OrderModifierAttr(OrderModifier[word])
            p.expect(":")
        return OrderKindAttr(_one_of(p, OrderKind, "invalid clause value: '{}'")), modifier

    @staticmethod
    def print(p: Any, op: Any, *values: Any) -> None:
        kind, modifier = values
        if modifier is not None:
            p.text(OrderModifier(modifier.value).name + ":")
        p.text(OrderKind(kind.value).name)


@directive("ScheduleClause", "omp")
class ScheduleClause:
    """`dynamic = %n : i32, monotonic, simd`."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        kind = _one_of(p, ScheduleKind, " expected schedule kind")
        chunk = type = None
        if kind.value <= ScheduleKind.guided and p.accept("="):
            chunk = p.operand()
            p.expect(":")
            type = p.type()
        words = []
        while p.accept(","):
            words.append(_one_of(p, ScheduleModifier, " unknown modifier type: {}").name)
        if len(words) > 2:
            raise p.error(" unexpected modifier(s)")
        if len(words) == 2 and (words[0] == "simd" or words[1] != "simd"):
            raise p.error(" incorrect modifier order")
        modifier = simd = None
        if words:
            simd = UNIT if "simd" in words else None
            first = "none" if words[0] == "simd" else words[0]
            modifier = ScheduleModifierAttr(ScheduleModifier[first])
        return ScheduleKindAttr(kind), modifier, simd, chunk, type

    @staticmethod
    def print(p: Any, op: Any, *values: Any) -> None:
        kind, modifier, simd, chunk, type = values
        p.text(ScheduleKind(kind.value).name)
        if chunk is not None:
            p.text(" = ")
            p.value(chunk)
            p.text(" : ")
            p.type(type)
        if modifier is not None and modifier.value is not ScheduleModifier.none:
            p.text(f", {ScheduleModifier(modifier.value).name}")
        if simd is not None:
            p.text(", simd")


@directive("AllocateAndAllocator", "omp")
class AllocateAndAllocator:
    """`%allocator : i64 -> %variable : memref<i32>`, any number of them."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        variables: list[Any] = []
        types: list[Type] = []
        allocators: list[Any] = []
        allocator_types: list[Type] = []

        def one() -> None:
            allocators.append(p.operand())
            p.expect(":")
            allocator_types.append(p.type())
            p.expect("->")
            variables.append(p.operand())
            p.expect(":")
            types.append(p.type())

        p.comma_list(one)
        return variables, types, allocators, allocator_types

    @staticmethod
    def print(p: Any, op: Any, *values: Any) -> None:
        variables, _, allocators, _ = values
        for i, (variable, allocator) in enumerate(zip(variables, allocators, strict=True)):
            if i:
                p.text(", ")
            for value, after in ((allocator, " -> "), (variable, "")):
                p.value(value)
                p.text(" : ")
                p.type(value.type)
                p.text(after)


@directive("LinearClause", "omp")
class LinearClause:
    """`%variable = %step : type`, any number of them; the type is the variable's, steps are
    i32."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        variables: list[Any] = []
        types: list[Type] = []
        steps: list[Any] = []

        def one() -> None:
            variables.append(p.operand())
            p.expect("=")
            steps.append(p.operand())
            p.expect(":")
            types.append(p.type())

        p.comma_list(one)
        return variables, types, steps

    @staticmethod
    def print(p: Any, op: Any, *values: Any) -> None:
        variables, _, steps = values
        for i, (variable, step) in enumerate(zip(variables, steps, strict=True)):
            p.text(", " if i else "")
            p.value(variable)
            p.text(" = ")
            p.value(step)
            p.text(" : ")
            p.type(variable.type)


@directive("Copyprivate", "omp")
class Copyprivate:
    """`%variable -> @copy : memref<i32>`, any number of them."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        variables: list[Any] = []
        types: list[Type] = []
        symbols: list[Any] = []

        def one() -> None:
            variables.append(p.operand())
            p.expect("->")
            symbols.append(_symbol(p))
            p.expect(":")
            types.append(p.type())

        p.comma_list(one)
        return variables, types, ArrayAttr(tuple(symbols))

    @staticmethod
    def print(p: Any, op: Any, *values: Any) -> None:
        variables, _, symbols = values
        for i, (variable, symbol) in enumerate(zip(variables, symbols, strict=True)):
            p.text(", " if i else "")
            p.value(variable)
            p.text(" -> ")
            p.attribute(symbol)
            p.text(" : ")
            p.type(variable.type)


@directive("SynchronizationHint", "omp")
class SynchronizationHint:
    """`contended, speculative`, or `none`."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        if p.accept("none"):
            return IntegerAttr(0, I64)
        bits = 0

        def one() -> None:
            nonlocal bits
            where = p.here()
            word = p.keyword()
            if word not in HINTS:
                raise p.error(f"{word} is not a valid hint", where)
            bits |= 1 << HINTS.index(word)

        p.comma_list(one)
        return IntegerAttr(bits, I64)

    @staticmethod
    def print(p: Any, op: Any, *values: Any) -> None:
        bits = values[0].value
        p.text(", ".join(h for i, h in enumerate(HINTS) if bits >> i & 1) or "none")


def _symbol(p: "OpParser") -> SymbolRefAttr:
    where = p.here()
    found = p.attribute()
    if not isinstance(found, SymbolRefAttr):
        raise p.error("expected a symbol reference", where)
    return found


def _parse_mapped(p: "OpParser", *, by_reference: bool) -> tuple[list[Any], ...]:
    """`(byref @symbol %a -> %b, … : type, …)` after a clause's word: operands, their types, the
    names of the region's arguments, symbols, and which are by reference."""
    operands: list[Any] = []
    arguments: list[Any] = []
    symbols: list[Any] = []
    flags: list[int] = []

    def one() -> None:
        flags.append(int(by_reference and p.accept("byref")))
        symbols.append(_symbol(p))
        operands.append(p.operand())
        p.expect("->")
        arguments.append(p.argument("none"))

    p.comma_list(one)
    p.expect(":")
    types = p.type_list()
    p.expect(")")
    if len(types) != len(operands):
        raise p.error(f"expected {len(operands)} types, got {len(types)}")
    arguments = [a._replace(type=t) for a, t in zip(arguments, types, strict=True)]
    return operands, types, arguments, symbols, flags


def _print_mapped(
    p: Any, values: Sequence[Value], arguments: Sequence[Value], symbols: Any, flags: Any
) -> None:
    for i, (value, argument, symbol) in enumerate(zip(values, arguments, symbols, strict=True)):
        p.text(", " if i else "")
        p.text("byref " if flags and flags[i] else "")
        p.attribute(symbol)
        p.text(" ")
        p.value(value)
        p.text(" -> ")
        p.value(argument)
    p.text(" : ")
    p.types([v.type for v in values])
    p.text(") ")


class _Region:
    """`private(…) reduction(…) { … }`: the clauses give the region its arguments."""

    reductions = True

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState", *given: Any) -> Generator[Any, Any, Any]:
        found: list[Any] = []
        arguments: list[Any] = []
        private: tuple[Any, ...] = ([], [], None, None)
        if p.accept("private"):
            p.expect("(")
            operands, types, names, symbols, _ = _parse_mapped(p, by_reference=False)
            arguments += names
            barrier = UNIT if p.accept("private_barrier") else None
            private = (operands, types, ArrayAttr(tuple(symbols)), barrier)
        found += private
        if cls.reductions:
            reduction: tuple[Any, ...] = (None, [], [], None, None)
            if p.accept("reduction"):
                p.expect("(")
                modifier = None
                if p.accept("mod"):
                    p.expect(":")
                    kind = _one_of(p, ReductionModifier, "invalid clause value: '{}'")
                    modifier = ReductionModifierAttr(kind)
                    p.expect(",")
                operands, types, names, symbols, flags = _parse_mapped(p, by_reference=True)
                arguments += names
                by_reference = dense_array(I1, flags)
                reduction = (modifier, operands, types, by_reference, ArrayAttr(tuple(symbols)))
            found += reduction
        region = yield p.region(arguments)
        return (region, *found)

    @classmethod
    def print(cls, p: Any, op: Any, *values: Any) -> None:
        region: Region = values[0]
        variables, _, symbols, barrier = values[1:5]
        arguments = list(region.entry.args) if not region.empty else []
        if variables:
            p.text("private(")
            _print_mapped(p, variables, arguments[: len(variables)], symbols, None)
            p.text("private_barrier " if barrier is not None else "")
            arguments = arguments[len(variables) :]
        if cls.reductions:
            modifier, variables, _, by_reference, symbols = values[5:]
            if variables:
                p.text("reduction(")
                if modifier is not None:
                    p.text(f"mod:{ReductionModifier(modifier.value).name}, ")
                flags = by_reference.value if isinstance(by_reference, DenseArrayAttr) else None
                _print_mapped(p, variables, arguments, symbols, flags)
        p.region(region, print_entry_args=False)


@directive("PrivateReductionRegion", "omp")
class PrivateReductionRegion(_Region):
    """`private(@x %a -> %b : t) reduction(byref @add %c -> %d : t) { … }`."""


@directive("PrivateRegion", "omp")
class PrivateRegion(_Region):
    """`private(@x %a -> %b : t) { … }`."""

    reductions = False
