"""The syntax of omp's clauses: `custom<…>` of the ops' assembly formats."""

from typing import TYPE_CHECKING, Any, ClassVar

from mlirlite.dialects.omp.enums import (
    HINTS,
    OrderKind,
    OrderKindAttr,
    OrderModifier,
    OrderModifierAttr,
    ProcBindKindAttr,
    ScheduleKind,
    ScheduleKindAttr,
    ScheduleModifier,
    ScheduleModifierAttr,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UNIT, ArrayAttr, EnumAttr, IntegerAttr, SymbolRefAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I64
from mlirlite.parser import directive

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


def one_of(p: "OpParser", cases: Any, message: str) -> Any:
    """A keyword of an enum; `message` about another one has `{}` for it."""
    where = p.here()
    word = p.keyword()
    if word not in cases.__members__:
        raise p.error(message.format(word), where)
    return cases[word]


class Keyword:
    """Base of clauses that are a case of an enum, as its keyword."""

    attribute: ClassVar[type[EnumAttr]]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState", *given: Any) -> Any:
        return cls.attribute(one_of(p, cls.attribute.cases, "invalid clause value: '{}'"))

    @classmethod
    def print(cls, p: "Printer", op: Operation, *values: Any) -> None:
        p.text(values[0].value.name)


@directive("ProcBind", "omp")
class ProcBind(Keyword):
    """`close`."""

    attribute = ProcBindKindAttr


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
        return OrderKindAttr(one_of(p, OrderKind, "invalid clause value: '{}'")), modifier

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        kind, modifier = values
        if modifier is not None:
            p.text(OrderModifier(modifier.value).name + ":")
        p.text(OrderKind(kind.value).name)


@directive("ScheduleClause", "omp")
class ScheduleClause:
    """`dynamic = %n : i32, monotonic, simd`."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        kind = one_of(p, ScheduleKind, " expected schedule kind")
        chunk = type = None
        if kind.value <= ScheduleKind.guided and p.accept("="):
            chunk = p.operand()
            p.expect(":")
            type = p.type()
        words = []
        while p.accept(","):
            words.append(one_of(p, ScheduleModifier, " unknown modifier type: {}").name)
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
    def print(p: "Printer", op: Operation, *values: Any) -> None:
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
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        variables, _, allocators, _ = values
        for i, (variable, allocator) in enumerate(zip(variables, allocators, strict=True)):
            if i:
                p.text(", ")
            for value, after in ((allocator, " -> "), (variable, "")):
                p.value(value)
                p.text(" : ")
                p.type(value.type)
                p.text(after)


ALLOCATE = (
    "`allocate` `(` custom<AllocateAndAllocator>($allocate_vars, type($allocate_vars), "
    "$allocator_vars, type($allocator_vars)) `)`"
)


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
    def print(p: "Printer", op: Operation, *values: Any) -> None:
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
            symbols.append(symbol(p))
            p.expect(":")
            types.append(p.type())

        p.comma_list(one)
        return variables, types, ArrayAttr(tuple(symbols))

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
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
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        bits = values[0].value
        p.text(", ".join(h for i, h in enumerate(HINTS) if bits >> i & 1) or "none")


def symbol(p: "OpParser") -> SymbolRefAttr:
    """`@name`; an error at any other attribute."""
    where = p.here()
    found = p.attribute()
    if not isinstance(found, SymbolRefAttr):
        raise p.error("expected a symbol reference", where)
    return found
