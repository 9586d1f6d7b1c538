"""What CIRCT's dialect `seq` has in C++."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.ir.attributes import IntegerAttr, StringAttr, UnitAttr, dense_array
from mlirlite.ir.constants import constant
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.types import I1, I32, I64, IntegerType
from mlirlite.ods.hooks import behavior, directive, parser, printer, verifier


def _class(p: Any, name: str) -> Any:
    return p.context.type_class(f"seq.{name}")


@parser("!seq.hlmem")
def _parse_memory(p: Any) -> Any:
    p.expect("<")
    shape = p.dimension_list(trailing_x=True)
    type = p.type()
    p.expect(">")
    return _class(p, "hlmem")(tuple(shape), type)


@printer("!seq.hlmem")
def _print_memory(type: Any, p: Any) -> None:
    p.text(f"<{''.join(f'{size}x' for size in type.shape)}")
    p.type(type.elementType)
    p.text(">")


@verifier("!seq.hlmem")
def _verify_memory(type: Any) -> str | None:
    return None if type.shape else "shape must have at least one dimension."


@directive("OptionalTypeMatch", "seq")
class OptionalTypeMatch:
    """The type of an operand that may be missing is that of another value."""

    @staticmethod
    def parse(p: Any, state: Any, type: Any, operand: Any) -> Any:
        return type if operand else None

    @staticmethod
    def print(p: Any, op: Any, *values: Any) -> None:
        """Nothing is written."""


@directive("OptionalImmutableTypeMatch", "seq")
class OptionalImmutableTypeMatch:
    """As above, behind `!seq.immutable<…>`."""

    @staticmethod
    def parse(p: Any, state: Any, type: Any, operand: Any) -> Any:
        return _class(p, "immutable")(type) if operand else None

    @staticmethod
    def print(p: Any, op: Any, *values: Any) -> None:
        """Nothing is written."""


def _threshold(name: str, word: str) -> None:
    """`almost_full 2`: a number, and whether the op has the result that tells of it."""

    class Threshold:
        @staticmethod
        def parse(p: Any, state: Any) -> tuple[Any, Any]:
            if not p.optional_keyword(word):
                return None, None
            return constant(p.integer(), I64), I1

        @staticmethod
        def print(p: Any, op: Any, threshold: Any, type: Any) -> None:
            p.text(f"{word} {threshold.value}" if threshold is not None else "")

    Threshold.__qualname__ = name
    directive(name, "seq")(Threshold)


_threshold("FIFOAFThreshold", "almost_full")
_threshold("FIFOAEThreshold", "almost_empty")


@behavior("seq.compreg", "seq.compreg.ce", "seq.shiftreg", "seq.firmem", "seq.hlmem")
class NamedResult(AsmNames):
    """The result has the name that the op states."""

    __slots__ = ()

    def result_names(self: Any) -> Sequence[str]:
        name = self.properties.get("name")
        return [name.value if name is not None else ""]


def _addresses(type: Any) -> list[Any]:
    return [IntegerType((size - 1).bit_length()) for size in type.shape]


def _memory_type(p: Any) -> Any:
    p.expect(":")
    where = p.here()
    type = p.type()
    if getattr(type, "name", "") != "seq.hlmem":
        raise p.fail("invalid kind of type specified", where)
    return type


@parser("seq.read")
def _parse_read(p: Any, state: Any) -> None:
    """`seq.read %m[%a] rden %e : !seq.hlmem<4xi32>`"""
    operands = [p.operand(), *p.comma_list(p.operand, "[", "]")]
    sizes = [1, len(operands) - 1, 0]
    if p.optional_keyword("rden"):
        operands.append(p.operand())
        sizes[2] = 1
    p.op_attr_dict(state)
    type = _memory_type(p)
    types = [type, *_addresses(type), *[I1] * sizes[2]]
    state.operands = p.resolve_all(operands, types)
    state.properties["operandSegmentSizes"] = dense_array(I32, sizes)
    state.result_types = [type.elementType]


@printer("seq.read")
def _print_read(op: Any, p: Any) -> None:
    memory, *rest = op.operands
    enabled = op.properties["operandSegmentSizes"].value[2]
    p.text(" ")
    p.value(memory)
    p.text("[")
    p.values(rest[: len(rest) - enabled])
    p.text("]")
    if enabled:
        p.text(" rden ")
        p.value(rest[-1])
    p.attr_dict(op, ("operandSegmentSizes",))
    p.text(" : ")
    p.type(memory.type)


@parser("seq.write")
def _parse_write(p: Any, state: Any) -> None:
    """`seq.write %m[%a] %x wren %e : !seq.hlmem<4xi32>`"""
    operands = [p.operand(), *p.comma_list(p.operand, "[", "]"), p.operand()]
    if not p.optional_keyword("wren"):
        raise p.wrong_token("expected 'wren'")
    operands.append(p.operand())
    p.op_attr_dict(state)
    type = _memory_type(p)
    types = [type, *_addresses(type), type.elementType, I1]
    state.operands = p.resolve_all(operands, types)


@printer("seq.write")
def _print_write(op: Any, p: Any) -> None:
    memory, *addresses, value, enable = op.operands
    p.text(" ")
    p.value(memory)
    p.text("[")
    p.values(addresses)
    p.text("] ")
    p.value(value)
    p.text(" wren ")
    p.value(enable)
    p.attr_dict(op)
    p.text(" : ")
    p.type(memory.type)


def _width(type: Any) -> int:
    return type.width if isinstance(type, IntegerType) else 1


@behavior("seq.firreg")
class FirReg(NamedResult):
    """`seq.firreg %next clock %clk sym @s reset sync %r, %v preset 0 : i32`"""

    __slots__ = ()

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        where = p.here()
        operands = [p.operand()]
        if not p.optional_keyword("clock"):
            raise p.wrong_token("expected 'clock'")
        operands.append(p.operand())
        if p.optional_keyword("sym"):
            state.properties["inner_sym"] = p.body(p.context.attribute_class("hw.innerSym"))
        if p.optional_keyword("reset"):
            word = p.optional_keyword("async", "sync")
            if word is None:
                raise p.fail("invalid reset, expected 'sync' or 'async'", where)
            if word == "async":
                state.properties["isAsync"] = UnitAttr()
            operands.append(p.operand())
            p.expect(",")
            operands.append(p.operand())
        preset = None
        at = p.here()
        if p.optional_keyword("preset"):
            at = p.here()
            preset = p.optional_integer()
            if preset is None:
                raise p.fail("expected integer value", at)
            if preset < 0:
                raise p.fail("preset value must not be negative", at)
        p.op_attr_dict(state)
        p.expect(":")
        type = p.type()
        if preset is not None:
            width = _width(type)
            if preset >> width:
                raise p.fail("preset value too large", at)
            state.properties["preset"] = IntegerAttr(preset, IntegerType(width))
        if "name" not in state.properties and "name" not in state.attributes:
            own = next(iter(p.result_names), "")
            state.properties["name"] = StringAttr("" if own[:1].isdigit() else own)
        types = [type, _class(p, "clock")(), I1, type]
        state.operands = p.resolve_all(operands, types[: len(operands)])
        state.result_types = [type]

    def print(self: Any, p: Any) -> None:
        values = self.properties
        p.text(" ")
        p.value(self.operands[0])
        p.text(" clock ")
        p.value(self.operands[1])
        if values.get("inner_sym") is not None:
            p.text(" sym ")
            values["inner_sym"].print(p)
        if len(self.operands) == 4:
            p.text(f" reset {'async' if values.get('isAsync') is not None else 'sync'} ")
            p.values(self.operands[2:])
        preset = values.get("preset")
        if preset is not None:
            p.text(f" preset {preset.value % (1 << preset.type.width)}")
        hidden = ["inner_sym", "isAsync", "preset"]
        name = values["name"].value
        if not name or p.names[self.results[0]] == f"%{name}":
            hidden.append("name")
        p.attr_dict(self, hidden)
        p.text(" : ")
        p.type(self.operands[0].type)


@verifier("seq.firreg")
def _verify_register(op: Any) -> Any:
    if op.properties.get("isAsync") is not None and len(op.operands) != 4:
        return op.error("register with no reset cannot be async")
    preset = op.properties.get("preset")
    if preset is not None and preset.type.width != _width(op.results[0].type):
        return op.error("preset type width must match register type")
    return None
