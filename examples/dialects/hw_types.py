"""Types of `hw`, which nest without a prefix, and what predicates ask of them."""

from __future__ import annotations

from typing import Any

from mlirlite.ir.attributes import ArrayAttr, IntegerAttr, StringAttr
from mlirlite.ir.constants import constant
from mlirlite.ir.types import I32, I64, IntegerType, Signedness
from mlirlite.ods.hooks import directive, function, parser, printer
from mlirlite.printer.literals import keyword_or_string

_NESTED = ("array", "inout", "uarray", "struct", "typealias", "int", "enum", "union")


def class_of(p: Any, name: str) -> Any:
    """The class of a type of this dialect."""
    return p.context.type_class(f"hw.{name}")


def _element(p: Any) -> Any:
    """A type, which needs no `!hw.` if it is one of this dialect."""
    word = next((w for w in _NESTED if p.peek(w)), None)
    if word is None:
        return p.type()
    p.keyword()
    return p.body(class_of(p, word))


def _print_element(type: Any, p: Any) -> None:
    if getattr(type, "name", "") in [f"hw.{word}" for word in _NESTED]:
        p.text(str(type).removeprefix("!hw."))
    else:
        p.type(type)


@directive("HWElementType", "hw")
class HWElementType:
    """The type inside another one."""

    @staticmethod
    def parse(p: Any, state: Any) -> Any:
        return _element(p)

    @staticmethod
    def print(p: Any, owner: Any, type: Any) -> None:
        _print_element(type, p)


@directive("HWArray", "hw")
class HWArray:
    """`4xi8`: a size, which may be a parameter, and a type."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, Any]:
        size = p.optional_integer()
        found = constant(size, I64) if size is not None else p.attribute(I64)
        p.pos = p.skip(p.pos)
        if not p.text.startswith("x", p.pos):
            raise p.wrong_token("expected 'x'")
        p.pos = p.skip(p.pos + 1)  # "x" and the type after it may be one word
        return found, _element(p)

    @staticmethod
    def print(p: Any, owner: Any, size: Any, type: Any) -> None:
        p.attribute_without_type(size)
        p.text("x")
        _print_element(type, p)


@parser("!hw.int")
def _parse_int(p: Any) -> Any:
    p.expect("<")
    width = p.attribute(I32)
    p.expect(">")
    return IntegerType(width.value) if isinstance(width, IntegerAttr) else class_of(p, "int")(width)


@printer("!hw.int")
def _print_int(type: Any, p: Any) -> None:
    p.text("<")
    p.attribute_without_type(type.width)
    p.text(">")


def _fields(name: str, with_offset: bool) -> None:
    """`!hw.struct<a: i1, b: i2>`; a field of a union may have an offset."""

    @parser(f"!hw.{name}")
    def _parse(p: Any) -> Any:
        def field() -> tuple[Any, ...]:
            own = p.keyword_or_string()
            p.expect(":")
            type = _element(p)
            offset = p.integer() if with_offset and p.optional_keyword("offset") else 0
            return (own, type, offset) if with_offset else (own, type)

        where = p.here()
        fields = tuple(p.comma_list(field, "<", ">"))
        names = [f[0] for f in fields]
        twice = next((n for n in names if names.count(n) > 1), None)
        if twice is not None:
            raise p.fail(f"duplicate field name '{twice}' in hw.{name} type", where)
        return class_of(p, name)(fields)

    @printer(f"!hw.{name}")
    def _print(type: Any, p: Any) -> None:
        p.text("<")
        for number, (own, inner, *offset) in enumerate(type.elements):
            p.text(f"{', ' if number else ''}{keyword_or_string(own)}: ")
            _print_element(inner, p)
            p.text(f" offset {offset[0]}" if offset and offset[0] else "")
        p.text(">")


_fields("struct", with_offset=False)
_fields("union", with_offset=True)


@parser("!hw.enum")
def _parse_enum(p: Any) -> Any:
    return class_of(p, "enum")(ArrayAttr(tuple(map(StringAttr, p.comma_list(p.keyword, "<", ">")))))


@printer("!hw.enum")
def _print_enum(type: Any, p: Any) -> None:
    p.text(f"<{', '.join(case.value for case in type.fields.value)}>")


@parser("!hw.typealias")
def _parse_alias(p: Any) -> Any:
    p.expect("<")
    name = p.attribute()
    p.expect(",")
    inner = _element(p)
    p.expect(">")
    return class_of(p, "typealias")(name, inner, canonical(inner))


@printer("!hw.typealias")
def _print_alias(type: Any, p: Any) -> None:
    p.text("<")
    p.attribute(type.ref)
    p.text(", ")
    _print_element(type.innerType, p)
    p.text(">")


@parser("!hw.modty")
def _parse_module_type(p: Any) -> Any:
    def port() -> tuple[str, Any, str]:
        direction = p.keyword()
        name = p.keyword_or_string()
        p.expect(":")
        return name, p.type(), direction

    return class_of(p, "modty")(tuple(p.comma_list(port, "<", ">")))


@printer("!hw.modty")
def _print_module_type(type: Any, p: Any) -> None:
    p.text("<")
    for number, (name, inner, direction) in enumerate(type.ports):
        p.text(f"{', ' if number else ''}{direction} {keyword_or_string(name)} : ")
        p.type(inner)
    p.text(">")


def canonical(type: Any) -> Any:
    """A type without the alias that names it."""
    while getattr(type, "name", "") == "hw.typealias":
        type = type.innerType
    return type


def is_hw(type: Any, *names: str) -> bool:
    """Whether a type is one of these, behind its aliases."""
    return getattr(canonical(type), "name", "") in [f"hw.{name}" for name in names]


def _has_inout(type: Any) -> bool:
    type = canonical(type)
    if is_hw(type, "array", "uarray"):
        return _has_inout(type.elementType)
    if is_hw(type, "struct", "union"):
        return any(_has_inout(field[1]) for field in type.elements)
    return is_hw(type, "inout")


@function("isHWIntegerType")
def is_integer(type: Any) -> bool:
    """Whether a type is a number of bits."""
    type = canonical(type)
    return is_hw(type, "int") or (
        isinstance(type, IntegerType) and type.signedness is Signedness.SIGNLESS
    )


@function("isHWValueType")
def is_value(type: Any) -> bool:
    """Whether a wire may have a type."""
    type = canonical(type)
    if is_hw(type, "array", "uarray"):
        return is_value(type.elementType)
    if is_hw(type, "struct", "union"):
        return all(is_value(field[1]) for field in type.elements)
    return isinstance(type, IntegerType) or is_hw(type, "int", "enum")


function("hasHWInOutType")(_has_inout)


@function("type_isa")
def _is_one(test: Any, type: Any) -> bool:
    return bool(test(canonical(type)))


@function("type_cast")
def _cast(test: Any, type: Any) -> Any:
    return canonical(type)
