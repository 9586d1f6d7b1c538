"""The syntax of constants and comparisons of solvers' values, and types that upstream infers in
C++."""

from __future__ import annotations

from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.context import builtin_dialect
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.types import IntegerType, Signedness
from mlirlite.ods.hooks import behavior, function, inference
from mlirlite.support.diagnostics import Diagnostic


def _type(name: str) -> Any:
    dialect = builtin_dialect("smt")
    return dialect.type_class(name) if dialect is not None else None


@behavior("smt.eq", "smt.distinct")
class ComparisonSyntax:
    """`%0 = smt.eq %a, %b : !smt.int`."""

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        operands = p.operand_list()
        p.op_attr_dict(state)
        p.expect(":")
        type = p.type()
        state.operands += p.resolve_all(operands, type)
        state.result_types.append(_type("smt.bool")())

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.values(self.operands)
        p.attr_dict(self)
        p.text(" : ")
        p.type(self.operands[0].type)

    def verify_op(self: Any) -> Diagnostic | None:
        if len(self.operands) > 1:
            return None
        found: Diagnostic = self.error(
            f"'inputs' must have at least size 2, but got {len(self.operands)}"
        )
        return found


class _Named(AsmNames):
    """A constant is named after its value."""

    __slots__ = ()

    def result_names(self: Any) -> list[str]:
        value = self.properties["value"]
        if isinstance(value, IntegerAttr):
            return [f"c{_signed(value)}"]
        return [f"c{value.value}_bv{value.width}"]


@behavior("smt.bv.constant")
class BitVectorSyntax(_Named):
    """`smt.bv.constant #smt.bv<5> : !smt.bv<32>`."""

    __slots__ = ()

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        value = p.attribute()
        state.properties["value"] = value
        p.op_attr_dict(state)
        state.result_types.append(getattr(value, "type", None) or _type("smt.bool")())

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.attribute(self.properties["value"])
        p.attr_dict(self, ("value",))


@behavior("smt.int.constant")
class IntegerSyntax(_Named):
    """`smt.int.constant -42`."""

    __slots__ = ()

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        value = p.integer()
        width = _width_of(value)
        type = IntegerType(width, Signedness.UNSIGNED)
        state.properties["value"] = IntegerAttr(value % (1 << width), type)
        p.op_attr_dict(state)
        state.result_types.append(_type("smt.int")())

    def print(self: Any, p: Any) -> None:
        p.text(f" {_signed(self.properties['value'])}")
        p.attr_dict(self, ("value",))


def _width_of(value: int) -> int:
    """The bits of a number in upstream's parser: four for each digit, twice as many if the number
    would have a sign."""
    width = 4 * len(str(abs(value))) if value else 64
    return 2 * width if abs(value) >> width - 1 else width


def _signed(value: IntegerAttr) -> int:
    """The bits of a value as a signed number."""
    number: int = value.value
    width = getattr(value.type, "width", 64)
    return number - (number >> width - 1 << width)


@behavior("smt.declare_fun")
class DeclaredNames(AsmNames):
    """A function is named as it says."""

    __slots__ = ()

    def result_names(self: Any) -> list[str]:
        return [self.namePrefix or ""]


@behavior("smt.constant")
class TruthNames(AsmNames):
    """A truth value."""

    __slots__ = ()

    def result_names(self: Any) -> list[str]:
        return ["true" if self.value else "false"]


@behavior("smt.bv.repeat")
class RepeatSyntax:
    """`smt.bv.repeat 5 times %x : !smt.bv<4>`."""

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        where = p.here()
        count = p.integer()
        p.expect("times")
        if count <= 0:
            raise p.error("integer must be positive", where)
        at = p.here()
        operand = p.operand()
        p.op_attr_dict(state)
        p.expect(":")
        type = p.type()
        state.operands.append(p.resolve(operand, type))
        if type.name != "smt.bv":
            raise p.error("input must have bit-vector type", at)
        if count.bit_length() > 63:
            raise p.error("integer must fit into 63 bits", where)
        if (type.width * count).bit_length() > 63:
            raise p.error(
                "result bit-width (provided integer times bit-width of the input type) must fit "
                "into 63 bits",
                where,
            )
        state.result_types.append(_type("smt.bv")(type.width * count))

    def print(self: Any, p: Any) -> None:
        operand = self.operands[0]
        p.text(f" {self.results[0].type.width // operand.type.width} times ")
        p.value(operand)
        p.attr_dict(self)
        p.text(" : ")
        p.type(operand.type)


@function("isAnyNonFuncSMTValueType")
def is_value(type: Any) -> bool:
    """Whether a type is of values that are not functions."""
    return type.name in _VALUES


@function("isAnySMTValueType")
def is_any_value(type: Any) -> bool:
    """Whether a type is of values, functions included."""
    return type.name in (*_VALUES, "smt.func")


_VALUES = ("smt.bool", "smt.bv", "smt.int", "smt.array", "smt.sort")


@inference("smt.bv.concat")
def concatenated(op: Any) -> list[Type]:  # its class is made of data
    """As wide as both."""
    widths = [operand.type.width for operand in op.operands]
    return [_type("smt.bv")(sum(widths))]
