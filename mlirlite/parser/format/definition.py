"""Assembly formats checked against the declaration of their class: every name is declared, every
operand is in the format."""

from __future__ import annotations

from typing import Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.definition import Op, OpMeta
from mlirlite.ir.fields import Field, PropertyField, _Operands, _Results
from mlirlite.ir.op_def import OpDef
from mlirlite.parser.format.assembly_format import (
    AttrDict,
    Custom,
    FormatError,
    FunctionalType,
    Group,
    Literal,
    OIList,
    Params,
    PropDict,
    Space,
    Struct,
    TypeOf,
    Variable,
    Whole,
    format_error,
    parse_format,
    spell,
    walk,
)


class OpFormat:
    """The format of an op class, with the declared field of every variable."""

    def __init__(self, cls: type[Op], text: str) -> None:
        self.cls = cls
        self.definition: OpDef = definition_of(cls)
        try:
            self.tree = parse_format(text)
        except FormatError as e:
            raise e.of(cls) from None
        d = self.definition
        fields: list[Field[Any]] = [*d.operands, *d.results, *d.regions, *d.successors]
        self.fields: dict[str, Field[Any]] = {f.name: f for f in fields}
        self.fields |= d.properties
        self.written: set[str] = set()
        """Names of the variables in the format, types and references aside."""
        self.wholes: set[str] = set()
        self.typed: set[str] = set()
        """Names of operands and results whose types are written."""
        self.typed_wholes: set[str] = set()
        """"operands", "results", when all their types are written together."""
        self._check()

    def error(self, message: str, element: Any = None) -> FormatError:
        """A FormatError that names the class and the directive."""
        where = f" in '{spell(element)}'" if element is not None else ""
        return format_error(self.cls, message + where)

    def field(self, name: str, element: Any) -> Field[Any]:
        """The declared field of a variable."""
        found = self.fields.get(name)
        if found is None:
            raise self.error(
                f"no operand, result, property, region or successor '${name}'", element
            )
        return found

    def _check(self) -> None:
        dictionaries = 0
        for element, kind in walk(self.tree):
            match element:
                case Variable(name):
                    field = self.field(name, element)
                    if kind == "type" or kind == "ref":
                        if kind == "type" and not isinstance(field, (_Operands, _Results)):
                            raise self.error("only operands and results have types", element)
                    elif isinstance(field, _Results):
                        raise self.error("results are not written, only their types are", element)
                    elif name in self.written:
                        raise self.error(f"'${name}' is bound twice", element)
                    else:
                        self.written.add(name)
                    if kind == "type":
                        self.typed.add(name)
                case Whole(kind=whole):
                    if kind == "type":
                        self.typed_wholes.add(whole)
                    elif kind != "ref":
                        self.wholes.add(whole)
                case AttrDict() | PropDict():
                    dictionaries += 1
                case Params() | Struct():
                    raise self.error("only types and attributes have parameters", element)
                case Group():
                    _check_group(self, element)
        if not dictionaries:
            raise self.error("'attr-dict' directive not found in the assembly format")
        for whole, declared in (
            ("operands", self.definition.operands),
            ("regions", self.definition.regions),
            ("successors", self.definition.successors),
        ):
            for i, field in enumerate(declared):
                if whole not in self.wholes and field.name not in self.written:
                    raise self.error(f"{whole[:-1]} #{i}, named '{field.name}', not found")


def _check_group(format: OpFormat, group: Group) -> None:
    first = next((e for e in group.then if not isinstance(e, Space)), None)
    if not isinstance(first, (Literal, Variable, Custom)):
        raise format.error(
            "first parsable element of an optional group must be a literal, a variable or custom",
            group,
        )
    if isinstance(first, Literal):
        return
    if isinstance(first, Variable):
        field = format.field(first.name, group)
        if isinstance(field, PropertyField):
            if not field.optional and field.default is None:
                raise format.error(
                    f"property '{field.name}' must be optional to begin an optional group", group
                )
        elif isinstance(field, _Operands) and field.arity.value == "one":
            raise format.error(
                f"operand '{field.name}' must be optional or variadic to begin an optional group",
                group,
            )


def op_format(cls: type[Op]) -> OpFormat:
    """The checked format of an op class; cached. FormatError when it is wrong."""
    formats = definition_of(cls).formats
    found = formats.get("format")
    if found is None:
        if cls.assembly_format is None:
            raise format_error(cls, "it has no assembly_format")
        found = formats["format"] = OpFormat(cls, cls.assembly_format)
    format: OpFormat = found
    return format


def definition_of(cls: type[Op]) -> OpDef:
    """The compiled declaration of an op class (on the class, a property of its metaclass)."""
    meta: OpMeta = cls
    return meta.definition


# Formats of types and attributes


class AttributeFormat:
    """The format of a type or attribute class."""

    def __init__(self, cls: type[Attribute], text: str) -> None:
        self.cls = cls
        try:
            self.tree = parse_format(text)
        except FormatError as e:
            raise e.of(cls) from None
        self.defaults: dict[str, Any] = cls._defaults
        for element, _ in walk(self.tree):
            if isinstance(element, Variable) and element.name not in cls.parameters:
                raise self.error(f"no parameter '${element.name}'", element)
            if isinstance(element, (AttrDict, PropDict, TypeOf, FunctionalType, Whole, OIList)):
                raise self.error("only operations have that", element)

    def error(self, message: str, element: Any = None) -> FormatError:
        """A FormatError that names the class and the directive."""
        where = f" in '{spell(element)}'" if element is not None else ""
        return format_error(self.cls, message + where)
