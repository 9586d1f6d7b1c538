"""What CIRCT's dialect `hw` has in C++: types that nest without a prefix, modules with ports."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from types import new_class
from typing import Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, DictionaryAttr, IntegerAttr, StringAttr, SymbolRefAttr
from mlirlite.ir.block import Region
from mlirlite.ir.constants import constant
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.types import I1, I32, I64, IntegerType, Signedness
from mlirlite.ods.hooks import behavior, directive, function, inference, parser, printer
from mlirlite.printer.literals import keyword_or_string

# Types

_NESTED = ("array", "inout", "uarray", "struct", "typealias", "int", "enum", "union")
_DIRECTIONS = {"in": "input", "out": "output", "inout": "inout"}


def _class(p: Any, name: str) -> Any:
    return p.context.type_class(f"hw.{name}")


def _element(p: Any) -> Any:
    """A type, which needs no `!hw.` if it is one of this dialect."""
    word = next((w for w in _NESTED if p.peek(w)), None)
    if word is None:
        return p.type()
    p.keyword()
    return p.body(_class(p, word))


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
    return IntegerType(width.value) if isinstance(width, IntegerAttr) else _class(p, "int")(width)


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
        return _class(p, name)(fields)

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
    return _class(p, "enum")(ArrayAttr(tuple(map(StringAttr, p.comma_list(p.keyword, "<", ">")))))


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
    return _class(p, "typealias")(name, inner, canonical(inner))


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

    return _class(p, "modty")(tuple(p.comma_list(port, "<", ">")))


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


# Attributes


def _print_parameter(attribute: Any, p: Any) -> None:
    p.text(": ")
    p.type(attribute.type)
    if attribute.value is not None:
        p.text(" = ")
        p.attribute_without_type(attribute.value)


@parser("#hw.param.decl")
def _parse_declaration(p: Any) -> Any:
    p.expect("<")
    name = StringAttr(p.string())
    p.expect(":")
    type = p.type()
    value = p.attribute(type) if p.accept("=") else None
    p.expect(">")
    return p.context.attribute_class("hw.param.decl")(name, type, value)


@printer("#hw.param.decl")
def _print_declaration(attribute: Any, p: Any) -> None:
    p.text("<")
    p.attribute(attribute.name_)
    _print_parameter(attribute, p)
    p.text(">")


def _named(name: str, field: str) -> None:
    """`#hw.param.decl.ref<"N"> : i32`"""

    @parser(f"#hw.{name}")
    def _parse(p: Any) -> Any:
        p.expect("<")
        text = StringAttr(p.string())
        p.expect(">")
        type = p.given_type
        if type is None:
            p.expect(":")
            type = p.type()
        return p.context.attribute_class(f"hw.{name}")(text, type)

    @printer(f"#hw.{name}")
    def _print(attribute: Any, p: Any) -> None:
        p.text("<")
        p.attribute(getattr(attribute, field))
        p.text(">")


_named("param.decl.ref", "name_")
_named("param.verbatim", "value")

_OPCODES = (
    *("add", "mul", "and", "or", "xor", "shl", "shru", "shrs", "divu", "divs", "modu", "mods"),
    *("clog2", "str.concat"),
)


def _expression(word: str) -> type[Attribute]:
    """The reader of `#hw.param.expr.add<…>`, which is a `#hw.param.expr`."""

    def parse(p: Any) -> Any:
        cls = p.context.attribute_class("hw.param.expr")
        p.expect("<")
        first = p.attribute(p.given_type or I64)
        rest = [first]
        while p.accept(","):
            rest.append(p.attribute(first.type))
        p.expect(">")
        return cls(word, tuple(rest), first.type)

    namespace = {"parse": classmethod(lambda cls, p: parse(p)), "print": lambda self, p: None}
    name = {"name": f"hw.param.expr.{word}"}
    return new_class(f"Param_{word}", (Attribute,), name, lambda ns: ns.update(namespace))


globals().update((f"_expression_{word}", _expression(word)) for word in _OPCODES)


@printer("#hw.param.expr")
def _print_expression(attribute: Any, p: Any) -> None:
    p.text(f".{attribute.opcode}<")
    for number, operand in enumerate(attribute.operands):
        p.text(", " if number else "")
        p.attribute_without_type(operand)
    p.text(">")


# Modules


def parse_parameters(p: Any) -> ArrayAttr:
    """`<N: i32 = 4>`, if there are any."""

    def one() -> Any:
        name = StringAttr(p.keyword_or_string())
        p.expect(":")
        type = p.type()
        value = p.attribute(type) if p.accept("=") else None
        return p.context.attribute_class("hw.param.decl")(name, type, value)

    return ArrayAttr(tuple(p.comma_list(one, "<", ">"))) if p.peek("<") else ArrayAttr(())


def print_parameters(parameters: Any, p: Any) -> None:
    """As they are read."""
    for number, parameter in enumerate(parameters.value):
        p.text(f"{', ' if number else '<'}{parameter.name_.value}")
        _print_parameter(parameter, p)
    p.text(">" if parameters.value else "")


def _ports(op: Any) -> Any:
    return op.properties["module_type"].ports


@behavior("hw.module", "hw.module.extern", "hw.module.generated")
class ModuleSyntax(AsmNames):
    """`hw.module @m(in %a : i1, out b : i2) {…}`"""

    __slots__ = ()

    def block_argument_names(self: Any, block: Any) -> list[str]:
        return [name for name, _, direction in _ports(self) if direction != "output"]

    @staticmethod
    def parse(p: Any, state: Any) -> Generator[Any, Any, None]:
        if word := p.optional_keyword("public", "private", "nested"):
            state.attributes["sym_visibility"] = StringAttr(word)
        state.properties["sym_name"] = StringAttr(p.symbol_name())
        kind = p.op_class.name
        if kind == "hw.module.generated":
            p.expect(",")
            state.properties["generatorKind"] = p.attribute()
        state.properties["parameters"] = parse_parameters(p)
        arguments: list[Any] = []
        ports: list[Any] = []
        attributes: list[Any] = []

        def port() -> None:
            where = p.here()
            word = p.keyword()
            if word not in _DIRECTIONS:
                raise p.fail(f"unknown port direction '{word}'", where)
            if word == "out":
                name = p.keyword_or_string()
                p.expect(":")
                type = p.type()
                attributes.append(DictionaryAttr(p.optional_attr_dict()))
                p.optional_trailing_location()
            else:
                argument = p.argument(type="none")
                name = p.optional_keyword_or_string()
                name = argument.name.removeprefix("%") if name is None else name
                p.expect(":")
                type = p.type()
                attributes.append(DictionaryAttr(p.optional_attr_dict()))
                inner = _class(p, "inout")(type) if word == "inout" else type
                arguments.append(
                    argument._replace(type=inner, location=p.optional_trailing_location())
                )
            ports.append((name, type, _DIRECTIONS[word]))

        p.comma_list(port, "(", ")", " in port list")
        p.op_attr_dict(state, keyword=True)
        state.properties["module_type"] = _class(p, "modty")(tuple(ports))
        if any(a.to_dict() for a in attributes):
            state.properties["per_port_attrs"] = ArrayAttr(tuple(attributes))
        if kind == "hw.module":
            region = yield p.region(arguments)
            p.ensure_terminator(region, p.context.op_class("hw.output"), state.location)
            state.regions.append(region)
        else:
            state.regions.append(Region())

    def print(self: Any, p: Any) -> None:
        values = self.properties
        visibility = self.attributes.get("sym_visibility")
        p.text(" " if visibility is None else f" {visibility.value} ")
        p.symbol_name(values["sym_name"].value)
        if "generatorKind" in values:
            p.text(", ")
            p.attribute(values["generatorKind"])
        print_parameters(values["parameters"], p)
        entry = self.regions[0].first if self.regions else None
        arguments = iter(entry.args) if entry is not None else iter(())
        attributes = values.get("per_port_attrs")
        p.text("(")
        words = {long: short for short, long in _DIRECTIONS.items()}
        for number, (name, type, direction) in enumerate(_ports(self)):
            p.text(f"{', ' if number else ''}{words[direction]} ")
            if direction == "output":
                p.text(keyword_or_string(name))
            elif entry is None:
                p.text(f"%{name}")
            else:
                own = p.names[next(arguments)]
                p.text(own if own[1:] == name else f"{own} {keyword_or_string(name)}")
            p.text(" : ")
            p.type(type)
            if attributes is not None and attributes.value[number].to_dict():
                p.text(" ")
                p.attribute(attributes.value[number])
        p.text(")")
        hidden = ["sym_name", "sym_visibility", "module_type", "per_port_attrs", "parameters"]
        hidden += ["result_locs", "port_locs", "generatorKind"]
        if not getattr(values.get("comment"), "value", None):
            hidden.append("comment")
        p.attr_dict_with_keyword(self, hidden)
        if entry is not None:
            p.text(" ")
            p.region(self.regions[0], print_entry_args=False)


@behavior("hw.instance")
class InstanceSyntax(AsmNames):
    """`hw.instance "x" sym @s @m<N: i32 = 1>(a: %a: i1) -> (b: i2)`"""

    __slots__ = ()

    def result_names(self: Any) -> Sequence[str]:
        own = self.properties["instanceName"].value
        return [f"{own}.{n.value}" for n in self.properties["resultNames"].value]

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        state.properties["instanceName"] = StringAttr(p.string())
        if p.optional_keyword("sym"):
            state.properties["inner_sym"] = p.body(p.context.attribute_class("hw.innerSym"))
        state.properties["moduleName"] = SymbolRefAttr(p.symbol_name())
        state.properties["parameters"] = parse_parameters(p)
        names: list[Any] = []
        types: list[Any] = []

        def given() -> Any:
            names.append(StringAttr(p.keyword_or_string()))
            p.expect(":")
            operand = p.operand()
            p.expect(":")
            types.append(p.type())
            return operand

        def result() -> Any:
            results.append(StringAttr(p.keyword_or_string()))
            p.expect(":")
            return p.type()

        results: list[Any] = []
        operands = p.comma_list(given, "(", ")")
        state.operands = p.resolve_all(operands, types)
        p.expect("->")
        state.result_types = p.comma_list(result, "(", ")")
        p.op_attr_dict(state)
        state.properties["argNames"] = ArrayAttr(tuple(names))
        state.properties["resultNames"] = ArrayAttr(tuple(results))

    def print(self: Any, p: Any) -> None:
        values = self.properties
        p.text(" ")
        p.attribute(values["instanceName"])
        if values.get("inner_sym") is not None:
            p.text(" sym ")
            values["inner_sym"].print(p)
        p.text(" ")
        p.attribute(values["moduleName"])
        print_parameters(values["parameters"], p)
        p.text("(")
        names = values["argNames"].value
        for number, (name, value) in enumerate(zip(names, self.operands, strict=False)):
            p.text(f"{', ' if number else ''}{keyword_or_string(name.value)}: {p.names[value]}: ")
            p.type(value.type)
        p.text(") -> (")
        names = values["resultNames"].value
        for number, (name, value) in enumerate(zip(names, self.results, strict=False)):
            p.text(f"{', ' if number else ''}{keyword_or_string(name.value)}: ")
            p.type(value.type)
        p.text(")")
        hidden = ("instanceName", "inner_sym", "moduleName", "argNames", "resultNames")
        p.attr_dict(self, (*hidden, "parameters"))


@behavior("hw.constant")
class ConstantSyntax(AsmNames):
    """`hw.constant 4 : i8`, `hw.constant true`"""

    __slots__ = ()

    def result_names(self: Any) -> Sequence[str]:
        value = self.properties["value"]
        if value.type is I1:
            return ["true" if value.value else "false"]
        return [f"c{value.value}_{value.type}"]

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        where = p.here()
        value = p.attribute()
        if not isinstance(value, IntegerAttr):
            raise p.fail("invalid kind of attribute specified", where)
        state.properties["value"] = value
        p.op_attr_dict(state)
        state.result_types = [value.type]

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.attribute(self.properties["value"])
        p.attr_dict(self, ("value",))


@inference("hw.constant")
def _infer_constant(op: Any) -> list[Any]:
    return [op.properties["value"].type]


# Ops on arrays, structs and unions


def _bits_for(count: int) -> IntegerType:
    return IntegerType(max(count - 1, 0).bit_length())


@directive("SliceTypes", "hw")
class SliceTypes:
    """The type of an array; that of an index follows from its size."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, Any]:
        where = p.here()
        type = p.type()
        if not is_hw(type, "array"):
            raise p.fail("Expected !hw.array type", where)
        return type, _bits_for(canonical(type).sizeAttr.value)

    @staticmethod
    def print(p: Any, op: Any, type: Any, index: Any) -> None:
        p.type(type)


@directive("ArrayConcatTypes", "hw")
class ArrayConcatTypes:
    """The types of arrays; the result has the sum of their sizes."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[list[Any], Any]:
        where = p.here()
        types = p.type_list()
        if not all(is_hw(type, "array") for type in types):
            raise p.fail("Expected !hw.array type", where)
        arrays = [canonical(type) for type in types]
        size = constant(sum(a.sizeAttr.value for a in arrays), I64)
        return types, _class(p, "array")(arrays[0].elementType, size)

    @staticmethod
    def print(p: Any, op: Any, types: Any, result: Any) -> None:
        p.types(types)


@directive("ParamValue", "hw")
class ParamValue:
    """`i32 = #hw.param.decl.ref<"N">`"""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, Any]:
        type = p.type()
        p.expect("=")
        return p.attribute(type), type

    @staticmethod
    def print(p: Any, op: Any, value: Any, type: Any) -> None:
        p.type(type)
        p.text(" = ")
        p.attribute_without_type(value)


@directive("ImplicitSSAName", "hw")
@directive("ImplicitSSAName", "seq")
class ImplicitSSAName:
    """`name "x"`, where the name in text is another one."""

    @staticmethod
    def parse(p: Any, state: Any) -> Any:
        if p.optional_keyword("name"):
            return StringAttr(p.string())
        own = next(iter(p.result_names), "")
        return StringAttr("" if own[:1].isdigit() else own)

    @staticmethod
    def print(p: Any, op: Any, name: Any) -> None:
        own = p.names[op.results[0]][1:]
        if name is not None and own != name.value and (name.value or not own[:1].isdigit()):
            p.text(f' name "{name.value}"')


@behavior("hw.wire")
class NamedResult(AsmNames):
    """The result has the name that the op states."""

    __slots__ = ()

    def result_names(self: Any) -> Sequence[str]:
        name = self.properties.get("name")
        return [name.value if name is not None else ""]


@parser("hw.array_create")
def _parse_create(p: Any, state: Any) -> None:
    where = p.here()
    operands = p.operand_list()
    p.op_attr_dict(state)
    p.expect(":")
    element = p.type()
    if not operands:
        raise p.fail("Cannot construct an array of length 0", where)
    state.operands = p.resolve_all(operands, [element] * len(operands))
    if p.accept("->"):
        state.result_types = [p.type()]
    else:
        state.result_types = [_class(p, "array")(element, constant(len(operands), I64))]


@printer("hw.array_create")
def _print_create(op: Any, p: Any) -> None:
    p.text(" ")
    p.values(op.operands)
    p.attr_dict(op)
    p.text(" : ")
    element, result = op.operands[0].type, op.results[0].type
    p.type(element)
    plain = getattr(result, "name", "") == "hw.array" and result.elementType is element
    if not plain or result.sizeAttr is not constant(len(op.operands), I64):
        p.text(" -> ")
        p.type(result)


def _aggregate(p: Any, where: Any, kind: str, message: str) -> tuple[Any, Any]:
    """A type that is read, and what it stands for."""
    type = p.type()
    if not is_hw(type, kind):
        raise p.fail(message, where)
    return type, canonical(type)


def _index(p: Any, where: Any, type: Any, name: str, message: str) -> int:
    names = [field[0] for field in type.elements]
    if name not in names:
        raise p.fail(message, where)
    return names.index(name)


@parser("hw.struct_create")
def _parse_struct(p: Any, state: Any) -> None:
    where = p.here()
    operands = p.comma_list(p.operand, "(", ")")
    p.op_attr_dict(state)
    p.expect(":")
    type, struct = _aggregate(p, where, "struct", "expected !hw.struct type or alias")
    state.operands = p.resolve_all(operands, [field[1] for field in struct.elements])
    state.result_types = [type]


@printer("hw.struct_create")
def _print_struct(op: Any, p: Any) -> None:
    p.text(" (")
    p.values(op.operands)
    p.text(")")
    p.attr_dict(op)
    p.text(" : ")
    p.type(op.results[0].type)


@parser("hw.struct_explode")
def _parse_explode(p: Any, state: Any) -> None:
    where = p.here()
    operand = p.operand()
    p.op_attr_dict(state)
    p.expect(":")
    type, struct = _aggregate(p, where, "struct", "invalid kind of type specified")
    state.operands = [p.resolve(operand, type)]
    state.result_types = [field[1] for field in struct.elements]


@printer("hw.struct_explode")
def _print_explode(op: Any, p: Any) -> None:
    p.text(" ")
    p.values(op.operands)
    p.attr_dict(op)
    p.text(" : ")
    p.type(op.operands[0].type)


@behavior("hw.struct_explode")
class FieldNames(AsmNames):
    """Results have the names of the fields."""

    __slots__ = ()

    def result_names(self: Any) -> Sequence[str]:
        return [field[0] for field in canonical(self.operands[0].type).elements]


def _access(op: str, kind: str, with_value: bool) -> None:
    """`hw.struct_extract %s["a"] : !hw.struct<a: i1>`; with a new value, `%s["a"], %v`."""

    @parser(op)
    def _parse(p: Any, state: Any) -> None:
        where = p.here()
        operands = [p.operand()]
        p.expect("[")
        name = p.string()
        p.expect("]")
        if with_value:
            p.expect(",")
            operands.append(p.operand())
        p.op_attr_dict(state)
        p.expect(":")
        type, found = _aggregate(p, where, kind, "invalid kind of type specified")
        missing = f"field name '{name}' not found in aggregate type"
        index = _index(p, where, found, name, missing)
        inner = found.elements[index][1]
        state.properties["fieldIndex"] = constant(index, I32)
        state.operands = p.resolve_all(operands, [type, inner][: len(operands)])
        state.result_types = [type if with_value else inner]

    @printer(op)
    def _print(op: Any, p: Any) -> None:
        p.text(" ")
        p.value(op.operands[0])
        type = op.operands[0].type
        p.text(f'["{canonical(type).elements[op.properties["fieldIndex"].value][0]}"]')
        if with_value:
            p.text(", ")
            p.value(op.operands[1])
        p.attr_dict(op, ("fieldIndex",))
        p.text(" : ")
        p.type(type)


_access("hw.struct_extract", "struct", with_value=False)
_access("hw.struct_inject", "struct", with_value=True)
_access("hw.union_extract", "union", with_value=False)


@parser("hw.union_create")
def _parse_union(p: Any, state: Any) -> None:
    where = p.here()
    name = p.string()
    p.expect(",")
    operand = p.operand()
    p.op_attr_dict(state)
    p.expect(":")
    type, union = _aggregate(p, where, "union", "expected !hw.union type or alias")
    index = _index(p, where, union, name, f"cannot find union field '{name}'")
    state.properties["fieldIndex"] = constant(index, I32)
    state.operands = [p.resolve(operand, union.elements[index][1])]
    state.result_types = [type]


@printer("hw.union_create")
def _print_union(op: Any, p: Any) -> None:
    type = op.results[0].type
    p.text(f' "{canonical(type).elements[op.properties["fieldIndex"].value][0]}", ')
    p.value(op.operands[0])
    p.attr_dict(op, ("fieldIndex",))
    p.text(" : ")
    p.type(type)


@inference("hw.union_extract", "hw.struct_extract")
def _infer_extract(op: Any) -> list[Any]:
    fields = canonical(op.operands[0].type).elements
    return [fields[op.properties["fieldIndex"].value][1]]


# Enums, paths and symbols inside modules


@parser("#hw.enum.field")
def _parse_field(p: Any) -> Any:
    p.expect("<")
    name = StringAttr(p.keyword())
    p.expect(",")
    type = p.type()
    p.expect(">")
    return p.context.attribute_class("hw.enum.field")(name, type)


@printer("#hw.enum.field")
def _print_field(attribute: Any, p: Any) -> None:
    p.text(f"<{attribute.field.value}, ")
    p.type(attribute.type)
    p.text(">")


@behavior("hw.enum.constant")
class EnumConstant(AsmNames):
    """`hw.enum.constant A : !hw.enum<A, B>`"""

    __slots__ = ()

    def result_names(self: Any) -> Sequence[str]:
        return [self.properties["field"].field.value]

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        where = p.here()
        name = p.keyword()
        p.expect(":")
        type = p.type()
        if not is_hw(type, "enum"):
            raise p.fail("expected enum type", where)
        if name not in [case.value for case in canonical(type).fields.value]:
            raise p.fail(
                f"enum value '{name}' is not a member of enum type '{canonical(type)}'", where
            )
        cls = p.context.attribute_class("hw.enum.field")
        state.properties["field"] = cls(StringAttr(name), type)
        state.result_types = [type]

    def print(self: Any, p: Any) -> None:
        field = self.properties["field"]
        p.text(f" {field.field.value} : ")
        p.type(field.type)


@parser("#hw.innerNameRef")
def _parse_reference(p: Any) -> Any:
    p.expect("<")
    module = p.symbol_name()
    p.expect("::")
    name = p.symbol_name()
    p.expect(">")
    cls = p.context.attribute_class("hw.innerNameRef")
    return cls(SymbolRefAttr(module), StringAttr(name))


def _print_reference(attribute: Any, p: Any) -> None:
    p.attribute(attribute.moduleRef)
    p.text("::")
    p.symbol_name(attribute.name_.value)


@printer("#hw.innerNameRef")
def _print_inner(attribute: Any, p: Any) -> None:
    p.text("<")
    _print_reference(attribute, p)
    p.text(">")


@parser("#hw.innerSymProps")
def _parse_properties(p: Any) -> Any:
    p.expect("<")
    name = StringAttr(p.symbol_name())
    p.expect(",")
    number = p.integer()
    p.expect(",")
    word = p.optional_keyword("public", "private", "nested")
    if word is None:
        raise p.wrong_token("expected 'public', 'private', or 'nested'")
    p.expect(">")
    return p.context.attribute_class("hw.innerSymProps")(name, number, StringAttr(word))


@printer("#hw.innerSymProps")
def _print_properties(attribute: Any, p: Any) -> None:
    name, word = attribute.name_.value, attribute.sym_visibility.value
    p.text(f"<@{name},{attribute.fieldID},{word}>")


@parser("#hw.innerSym")
def _parse_symbol(p: Any) -> Any:
    cls = p.context.attribute_class("hw.innerSymProps")
    name = p.optional_symbol_name()
    if name is not None:
        found = [cls(StringAttr(name), 0, StringAttr("public"))]
    else:
        found = p.comma_list(lambda: p.body(cls), "[", "]")
    found.sort(key=lambda one: one.fieldID)
    return p.context.attribute_class("hw.innerSym")(tuple(found))


@printer("#hw.innerSym")
def _print_symbol(attribute: Any, p: Any) -> None:
    first, *rest = attribute.props
    if not rest and first.sym_visibility.value == "public" and first.fieldID == 0:
        p.symbol_name(first.name_.value)
        return
    p.text("[")
    for number, one in enumerate(attribute.props):
        p.text(", " if number else "")
        _print_properties(one, p)
    p.text("]")


@parser("hw.hierpath")
def _parse_path(p: Any, state: Any) -> None:
    """`hw.hierpath @p [@A::@b, @C]`"""
    if word := p.optional_keyword("public", "private", "nested"):
        state.attributes["sym_visibility"] = StringAttr(word)
    state.properties["sym_name"] = StringAttr(p.symbol_name())
    cls = p.context.attribute_class("hw.innerNameRef")

    def one() -> Any:
        module = p.symbol_name()
        if p.accept("::"):
            return cls(SymbolRefAttr(module), StringAttr(p.symbol_name()))
        return SymbolRefAttr(module)

    state.properties["namepath"] = ArrayAttr(tuple(p.comma_list(one, "[", "]")))
    p.op_attr_dict(state)


@printer("hw.hierpath")
def _print_path(op: Any, p: Any) -> None:
    values = op.properties
    visibility = op.attributes.get("sym_visibility")
    p.text(" " if visibility is None else f" {visibility.value} ")
    p.symbol_name(values["sym_name"].value)
    p.text(" [")
    for number, one in enumerate(values["namepath"].value):
        p.text(", " if number else "")
        p.attribute(one) if isinstance(one, SymbolRefAttr) else _print_reference(one, p)
    p.text("]")
    p.attr_dict(op, ("sym_name", "sym_visibility", "namepath"))


@parser("#hw.output_file")
def _parse_output_file(p: Any) -> Any:
    p.expect("<")
    name = StringAttr(p.string())
    flags = {"excludeFromFileList": 0, "includeReplicatedOps": 0}
    while p.accept(","):
        flags[p.optional_keyword(*flags) or p.keyword()] = 1
    p.expect(">")
    return p.context.attribute_class("hw.output_file")(
        name, *(constant(flag, I1) for flag in list(flags.values())[:2])
    )


@printer("#hw.output_file")
def _print_output_file(attribute: Any, p: Any) -> None:
    p.text("<")
    p.attribute(attribute.filename)
    p.text(", excludeFromFileList" if attribute.excludeFromFilelist.value else "")
    p.text(", includeReplicatedOps" if attribute.includeReplicatedOps.value else "")
    p.text(">")
