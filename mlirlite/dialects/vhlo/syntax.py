"""The syntax of functions and attributes that VHLO writes in C++."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from mlirlite.dialects.stablehlo.numbers import read_sizes, read_struct, sizes_text
from mlirlite.dialects.vhlo.types import FROM_VHLO, TO_VHLO, is_of_vhlo
from mlirlite.ir.attributes import FloatAttr
from mlirlite.ir.parts import parts
from mlirlite.ir.types import DYNAMIC, F64, FloatType
from mlirlite.ods.hooks import directive, parser, printer, verifier
from mlirlite.printer.literals import float_text, quoted


def _made_of_vhlo(name: str, words: str) -> None:
    @verifier(name)
    def _(entity: Any) -> str | None:
        return None if all(is_of_vhlo(part) for part in parts(entity)) else words


for _name in ("complex_v1", "quant_v1", "quant_per_axis_v1", "unranked_tensor_v1", "buffer_v1"):
    _made_of_vhlo(f"!vhlo.{_name}", "expected VHLO type")
for _name in ("func_v1", "tuple_v1", "future_v1"):
    _made_of_vhlo(f"!vhlo.{_name}", "expected VHLO types")
_made_of_vhlo("#vhlo.result_accuracy_v1", "expected VHLO result accuracy mode")


@verifier("#vhlo.dict_v1")
def _has_keys(attribute: Any) -> str | None:
    keys = [key for key, _ in attribute.value]
    return None if all(map(is_of_vhlo, keys)) else "expected VHLO key attribute"


@directive("FunctionBody", "vhlo")
class FunctionBody:
    """`@f(%arg0: !vhlo.…) -> (!vhlo.…) {…}`: a name, a region and a type."""

    @staticmethod
    def parse(p: Any, state: Any) -> Generator[Any, Any, Any]:
        context = p.context
        name = context.attribute_class("vhlo.string_v1")(p.symbol_name())
        arguments = p.argument_list("(", ")")
        results: list[Any] = []
        if p.accept("->"):
            results = p.comma_list(p.type, "(", ")")
        region = yield p.region(arguments)
        function = context.type_class("vhlo.func_v1")
        type = function(tuple(a.type for a in arguments), tuple(results))
        return name, region, context.attribute_class("vhlo.type_v1")(type)

    @staticmethod
    def print(p: Any, owner: Any, name: Any, region: Any, type: Any) -> None:
        p.symbol_name(name.value)
        p.text("(")
        for number, argument in enumerate(region.entry.args):
            p.text(", " if number else "")
            p.block_argument(argument)
        p.text(") -> (")
        p.types(type.value.outputs)
        p.text(") ")
        p.region(region, print_entry_args=False)


def _of_builtin(name: str) -> None:
    """`#vhlo.integer_v1<1 : i64>`: the type in VHLO, and an attribute of builtin."""

    @parser(f"#vhlo.{name}")
    def _parse(p: Any) -> Any:
        p.expect("<")
        found = p.attribute()
        p.expect(">")
        return p.context.attribute_class(f"vhlo.{name}")(TO_VHLO.convert(found.type), found)

    @printer(f"#vhlo.{name}")
    def _print(attribute: Any, p: Any) -> None:
        p.text("<")
        p.attribute(getattr(attribute, type(attribute).parameters[1]))
        p.text(">")


for _name in ("integer_v1", "tensor_v1"):
    _of_builtin(_name)


@parser("#vhlo.float_v1")
def _parse_float(p: Any) -> Any:
    """`<1.5 : !vhlo.f32_v1>`: the type in VHLO, and an attribute of builtin."""
    p.expect("<")
    value = p.float_literal()
    p.expect(":")
    type = p.type()
    p.expect(">")
    stored = FROM_VHLO.convert(type)
    if not isinstance(stored, FloatType):
        raise p.fail(f"expected a type of floats of VHLO, found {type}", p.here())
    number = FloatAttr(value, stored)
    return p.context.attribute_class("vhlo.float_v1")(type, number)


@printer("#vhlo.float_v1")
def _print_float(attribute: Any, p: Any) -> None:
    p.text("<")
    p.float(attribute.value.value, attribute.value.type)
    p.text(" : ")
    p.type(attribute.type)
    p.text(">")


def _of_sizes(name: str) -> None:
    """`<bounds = [16, ?], operandIndex = 0>`: lists of sizes, and numbers."""

    @parser(f"#vhlo.{name}")
    def _parse(p: Any) -> Any:
        cls = p.context.attribute_class(f"vhlo.{name}")
        readers: dict[str, Any] = {
            parameter: p.integer if parameter == "operandIndex" else lambda: read_sizes(p)
            for parameter in cls.parameters
        }
        p.expect("<")
        found = read_struct(p, readers)
        missing = next((n for n in cls.parameters if n not in found), None)
        if missing is not None:
            raise p.wrong_token(f"struct is missing required parameter: {missing}")
        return cls(*(found[n] for n in cls.parameters))

    @printer(f"#vhlo.{name}")
    def _print(attribute: Any, p: Any) -> None:
        given = ((n, getattr(attribute, n)) for n in type(attribute).parameters)
        texts = (f"{n} = {v if isinstance(v, int) else f'[{sizes_text(v)}]'}" for n, v in given)
        p.text(f"<{', '.join(texts)}>")


for _name in ("type_extensions_v1", "output_operand_alias_v1"):
    _of_sizes(_name)


@parser("!vhlo.quant_per_axis_v1")
def _parse_quantized(p: Any) -> Any:
    """`<!vhlo.i8_v1:!vhlo.f32_v1, 0, [1.0, 2.0], [3, 4], -128:127, 1>`."""
    p.expect("<")
    storage = p.type()
    p.expect(":")
    expressed = p.type()
    p.expect(",")
    axis = p.integer()
    p.expect(",")
    scales = p.comma_list(p.float_literal, "[", "]")
    p.expect(",")
    zeros = p.comma_list(p.integer, "[", "]")
    p.expect(",")
    low = p.integer()
    p.expect(":")
    high = p.integer()
    p.expect(",")
    flags = p.integer()
    p.expect(">")
    cls = p.context.type_class("vhlo.quant_per_axis_v1")
    return cls(flags, storage, expressed, axis, tuple(scales), tuple(zeros), low, high)


@printer("!vhlo.quant_per_axis_v1")
def _print_quantized(type: Any, p: Any) -> None:
    p.text("<")
    p.type(type.storageType)
    p.text(":")
    p.type(type.expressedType)
    scales = ", ".join(float_text(scale, F64.format) for scale in type.scales)
    zeros = ", ".join(map(str, type.zeroPoints))
    limits = f"{type.storageTypeMin}:{type.storageTypeMax}"
    p.text(f", {type.quantizedDimension}, [{scales}], [{zeros}], {limits}, {type.flags}>")


@directive("Shape", "vhlo")
class Shape:
    """`4x?x`"""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[int, ...]:
        return tuple(p.dimension_list(trailing_x=True))

    @staticmethod
    def print(p: Any, owner: Any, shape: Any) -> None:
        p.text("".join("?x" if size == DYNAMIC else f"{size}x" for size in shape))


@directive("Encoding", "vhlo")
class Encoding:
    """`, #vhlo.type_extensions_v1<…>`, if there is one."""

    @staticmethod
    def parse(p: Any, state: Any) -> Any:
        return p.attribute() if p.accept(",") else None

    @staticmethod
    def print(p: Any, owner: Any, encoding: Any) -> None:
        if encoding is not None:
            p.text(", ")
            p.attribute(encoding)


@directive("AttributeArray", "vhlo")
class AttributeArray:
    """`[#vhlo.…, #vhlo.…]`"""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, ...]:
        return tuple(p.comma_list(p.attribute, "[", "]"))

    @staticmethod
    def print(p: Any, owner: Any, values: Any) -> None:
        p.text("[")
        for number, value in enumerate(values):
            p.text(", " if number else "")
            p.attribute(value)
        p.text("]")


@directive("AttributeDictionary", "vhlo")
class AttributeDictionary:
    """`{#vhlo.string_v1<"a"> = #vhlo.…}`"""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, ...]:
        def entry() -> tuple[Any, Any]:
            name = p.attribute()
            p.expect("=")
            return name, p.attribute()

        return tuple(p.comma_list(entry, "{", "}"))

    @staticmethod
    def print(p: Any, owner: Any, entries: Any) -> None:
        p.text("{")
        for number, (name, value) in enumerate(entries):
            p.text(", " if number else "")
            p.attribute(name)
            p.text(" = ")
            p.attribute(value)
        p.text("}")


@directive("EscapedString", "vhlo")
class EscapedString:
    """`"text"`"""

    @staticmethod
    def parse(p: Any, state: Any) -> str:
        return str(p.string())

    @staticmethod
    def print(p: Any, owner: Any, text: str) -> None:
        p.text(quoted(text))


@directive("TypeArray", "vhlo")
class TypeArray:
    """`!vhlo.f32_v1, !vhlo.f32_v1`; `()` if there are none."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, ...]:
        if p.accept("("):
            p.expect(")")
            return ()
        return tuple(p.comma_list(p.type))

    @staticmethod
    def print(p: Any, owner: Any, types: Any) -> None:
        if types:
            p.types(types)
        else:
            p.text("()")
