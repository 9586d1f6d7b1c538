"""Assembly formats of types and attributes, compiled to readers of the text after the mnemonic."""

from __future__ import annotations

import enum
import re
import sys
from collections.abc import Callable, Sequence
from types import NoneType as NoneClass, UnionType
from typing import Any, Union, get_args, get_origin

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import DenseArrayAttr, EnumAttr, enum_keywords
from mlirlite.ir.types import F64, IntegerType
from mlirlite.parser.format.assembly_format import (
    Code,
    Custom,
    Group,
    Literal,
    Params,
    Space,
    Struct,
    Variable,
    format_error,
)
from mlirlite.parser.format.definition import AttributeFormat
from mlirlite.parser.format.directives import find_directive
from mlirlite.parser.format.parameter_errors import explained
from mlirlite.parser.hooks.cursor import Cursor
from mlirlite.parser.hooks.enums import enum_value

_BODIES: dict[type, Callable[[Cursor], Attribute]] = {}


def attribute_hook(cls: type[Attribute]) -> Callable[[Cursor], Attribute]:
    """The reader of the text after the mnemonic of a type or attribute without a `parse` hook."""
    found = _BODIES.get(cls)
    if found is None:
        if cls.assembly_format is not None:
            found = _AttributeCompiler(AttributeFormat(cls, cls.assembly_format)).compile()
        elif issubclass(cls, EnumAttr):
            found = _case_reader(cls)
        elif not cls.parameters:
            found = _nothing(cls)
        else:
            raise format_error(cls, "it has parameters but no assembly_format and no parse hook")
        _BODIES[cls] = found
    return found


def has_syntax(cls: type[Attribute]) -> bool:
    """True for a class whose instances have more text than `dialect.name`."""
    return getattr(cls, "parse", None) is not None or cls.assembly_format is not None


def _nothing(cls: type[Attribute]) -> Callable[[Cursor], Attribute]:
    return lambda p: cls()


def _case_reader(cls: type[EnumAttr]) -> Callable[[Cursor], Attribute]:
    def case(p: Cursor) -> Attribute:
        return enum_value(p, cls)

    read_case = explained(cls, "value", case)

    def read(p: Cursor) -> Attribute:
        p.expect("<")
        found = read_case(p)
        p.expect(">")
        return found

    return read


class _AttributeCompiler:
    """Makes the reader of one type or attribute class. Steps take the cursor and a dict of
    parameters."""

    def __init__(self, format: AttributeFormat) -> None:
        self.format = format
        self.cls = format.cls
        kinds = parameter_kinds(format.cls)
        self.kinds = {n: explained(format.cls, n, read) for n, read in kinds.items()}

    def compile(self) -> Callable[[Cursor], Attribute]:
        run = self.sequence(self.format.tree)
        cls = self.cls
        required = [n for n in cls.parameters if n not in self.format.defaults]

        def read(p: Cursor) -> Attribute:
            values: dict[str, Any] = {}
            start = p.pos
            run(p, values)
            for name in required:
                if name not in values:
                    raise p.error(f"struct is missing required parameter: {name}", p.span(start))
            try:
                return cls(**values)
            except ValueError as e:
                raise p.error(str(e), p.span(start)) from None

        return read

    def sequence(self, elements: Sequence[Any]) -> Callable[[Cursor, dict[str, Any]], None]:
        steps = [self.step(e) for e in elements if not isinstance(e, Space)]

        def run(p: Cursor, values: dict[str, Any]) -> None:
            for step in steps:
                step(p, values)

        return run

    def step(self, element: Any) -> Callable[[Cursor, dict[str, Any]], Any]:
        match element:
            case Literal(text):
                return lambda p, values: p.expect(text)
            case Variable(name):
                return self.variable(name)
            case Params():
                return self.listed([self.variable(n) for n in self.cls.parameters])
            case Struct():
                return self.struct(element)
            case Custom():
                return self.custom(element)
            case Group():
                return self.group(element)
        raise self.format.error("cannot stand here", element)

    def variable(self, name: str) -> Callable[[Cursor, dict[str, Any]], None]:
        read = self.kinds[name]

        def step(p: Cursor, values: dict[str, Any]) -> None:
            values[name] = read(p)

        return step

    @staticmethod
    def listed(
        steps: Sequence[Callable[[Cursor, dict[str, Any]], None]],
    ) -> Callable[[Cursor, dict[str, Any]], None]:
        def step(p: Cursor, values: dict[str, Any]) -> None:
            for i, one in enumerate(steps):
                if i:
                    p.expect(",")
                one(p, values)

        return step

    def struct(self, element: Struct) -> Callable[[Cursor, dict[str, Any]], None]:
        given = struct_members(element, self.cls)
        members = {name: self.step(e) for name, e in given.items()}
        required = {
            n: p for n, e in given.items() if (p := parameter_of(e)) not in self.format.defaults
        }

        def step(p: Cursor, values: dict[str, Any]) -> None:
            if not required and p.optional_keyword(*members) is None:
                return
            if not required:
                # step back: the keyword is read in the loop
                p.pos = _back(p)
            seen = set()
            while True:
                here = p.here()
                with p.then("expected a parameter name in struct", here):
                    word = p.keyword()
                if word in seen or word not in members:
                    raise p.error(f"duplicate or unknown struct parameter name: {word}", here)
                seen.add(word)
                p.expect("=")
                members[word](p, values)
                if not p.accept(","):
                    break
            for name, parameter in required.items():
                if parameter not in values:
                    raise p.error(f"struct is missing required parameter: {name}")

        return step

    def custom(self, element: Custom) -> Callable[[Cursor, dict[str, Any]], Any]:
        found = find_directive(element.name, self.cls.name.partition(".")[0])
        if found is None:
            raise self.format.error(f"no directive custom<{element.name}> is registered", element)
        parse = found.parse
        names = [a.name for a in element.arguments if isinstance(a, Variable)]
        given = [a for a in element.arguments if not isinstance(a, Variable)]

        def step(p: Cursor, values: dict[str, Any]) -> bool:
            extra = [g.text if isinstance(g, Code) else values.get(g.of.name) for g in given]
            result = parse(p, values, *extra)
            if result is None:
                if len(names) == 1 and names[0] not in self.format.defaults:
                    values[names[0]] = None
                return False
            results = (result,) if len(names) == 1 else result
            values.update(zip(names, results, strict=True))
            return True

        return step

    def group(self, group: Group) -> Callable[[Cursor, dict[str, Any]], None]:
        then = [e for e in group.then if not isinstance(e, Space)]
        first = then[0]
        rest = self.sequence(then[1:])
        otherwise = self.sequence(group.otherwise)
        guard: Callable[[Cursor, dict[str, Any]], Any]
        if isinstance(first, Literal):
            text = first.text

            def literal(p: Cursor, values: dict[str, Any]) -> Any:
                return p.accept(text)

            guard = literal
        elif isinstance(first, Custom):
            guard = self.custom(first)
        elif isinstance(first, Variable):
            name, read = first.name, self.kinds[first.name]
            optional = optional_reader(self.cls, name)

            def variable(p: Cursor, values: dict[str, Any]) -> Any:
                if optional is not None:
                    found = optional(p)
                    if found is None:
                        return False
                    values[name] = found
                    return True
                if p.peek(">") or p.at_end:
                    return False
                values[name] = read(p)
                return True

            guard = variable
        elif isinstance(first, Struct):
            read_struct = self.struct(first)

            def struct(p: Cursor, values: dict[str, Any]) -> Any:
                before = p.pos
                read_struct(p, values)
                return p.pos != before

            guard = struct
        else:
            raise self.format.error("cannot begin an optional group", first)

        def step(p: Cursor, values: dict[str, Any]) -> None:
            if guard(p, values):
                rest(p, values)
            else:
                otherwise(p, values)

        return step


def parameter_of(element: Any) -> str:
    """The parameter of an element of a `struct(…)`."""
    return str((element.arguments[0] if isinstance(element, Custom) else element).name)


def struct_members(struct: Struct, cls: type[Attribute]) -> dict[str, Any]:
    """The elements of a `struct(…)` by the names before them. A parameter `name` is called `name_`
    in Python."""
    found: dict[str, Any] = {}
    for element in struct.of:
        if isinstance(element, Params):
            found |= {name.rstrip("_"): Variable(name) for name in cls.parameters}
        else:
            found[parameter_of(element).rstrip("_")] = element
    return found


def _back(p: Cursor) -> int:
    """Where the keyword that was just read began."""
    text, pos = p.text, p.pos
    before = text[:pos].rstrip()
    word = re.search(r"[\w$.]*\Z", before)
    return word.start() if word else pos


# Parameters of types and attributes


def parameter_kinds(cls: type[Attribute]) -> dict[str, Callable[[Cursor], Any]]:
    """A reader for each parameter, by its annotation."""
    annotations = parameter_annotations(cls)
    return {name: _parameter_reader(cls, name, annotations[name]) for name in cls.parameters}


def parameter_annotations(cls: type[Attribute]) -> dict[str, Any]:
    """The declared type of each parameter."""
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        module = sys.modules.get(base.__module__)
        for name, annotation in vars(base).get("__annotations__", {}).items():
            if name in cls.parameters:
                found[name] = (
                    eval(annotation, dict(vars(module)) if module is not None else {})
                    if isinstance(annotation, str)
                    else annotation
                )
    return found


def _parameter_reader(cls: type[Attribute], name: str, annotation: Any) -> Callable[[Cursor], Any]:
    if issubclass(cls, EnumAttr) and name == "value":
        return lambda p: enum_value(p, cls).value
    origin, arguments = get_origin(annotation), get_args(annotation)
    if hasattr(annotation, "__metadata__"):
        element = annotation.__metadata__[0]
        if arguments[0] is DenseArrayAttr and isinstance(element, IntegerType):
            return _dense_reader(element)
        return _parameter_reader(cls, name, arguments[0])
    if origin is UnionType or origin is Union:
        inner = next(a for a in arguments if a is not NoneClass)
        return _parameter_reader(cls, name, inner)
    if origin is tuple or origin is Sequence or origin is list:
        item = _parameter_reader(cls, name, arguments[0] if arguments else Attribute)
        return lambda p: tuple(p.comma_list(lambda: item(p)))
    if annotation is bool:
        return _read_bool
    if annotation is int:
        return lambda p: p.integer()
    if annotation is float:
        return lambda p: p.attribute(F64).value  # type: ignore[attr-defined]  # a float
    if annotation is str:
        return lambda p: p.keyword_or_string()
    if isinstance(annotation, type):
        if issubclass(annotation, enum.Enum):
            return _enum_parameter(annotation)
        if issubclass(annotation, Attribute):
            return _attribute_parameter(annotation)
        if annotation.__name__ == "AffineMap":
            return lambda p: p.affine_map()
    raise format_error(cls, f"no syntax is known for parameter '{name}' of {annotation!r}")


def optional_reader(cls: type[Attribute], name: str) -> Callable[[Cursor], Any] | None:
    """A reader that returns None for a missing parameter, if its kind can be recognized."""
    annotation = parameter_annotations(cls).get(name)
    arguments = getattr(annotation, "__args__", ())
    if arguments:
        annotation = next((a for a in arguments if a is not type(None)), None)
    if annotation is int and not issubclass(cls, EnumAttr):
        return lambda p: p.optional_integer()
    if annotation is str:
        return lambda p: p.optional_keyword_or_string()
    if annotation is Type:
        return lambda p: p.optional_type()
    if annotation is Attribute:
        return lambda p: p.optional_attribute()
    return None


def is_stripped(annotation: Any) -> bool:
    """True for a parameter of one dialect class (or of several of them): it is written without
    `#dialect.name`."""
    if isinstance(annotation, type) and issubclass(annotation, Attribute):
        return bool(annotation.name)
    return any(map(is_stripped, getattr(annotation, "__args__", ())))


def _read_bool(p: Cursor) -> bool:
    word = p.optional_keyword("true", "false")
    if word is None:
        raise p.error("expected 'true' or 'false'")
    return word == "true"


def _dense_reader(element: IntegerType) -> Callable[[Cursor], Any]:
    """A dense array without its element type: `[1, 2]`."""

    def read(p: Cursor) -> Any:
        if not p.peek("["):
            return _attribute_parameter(DenseArrayAttr)(p)
        return DenseArrayAttr(element, tuple(p.comma_list(p.integer, "[", "]")))

    return read


def _enum_parameter(cases: type[enum.Enum]) -> Callable[[Cursor], Any]:
    words = enum_keywords(cases)
    separator = getattr(cases, "__separator__", "|").strip()
    flags = issubclass(cases, enum.Flag)

    def read(p: Cursor) -> Any:
        value = 0
        while True:
            here = p.here()
            word = p.optional_keyword_or_string()
            if word not in words:
                raise p.error(f"expected {cases.__name__} to be one of: {', '.join(words)}", here)
            number = words[word]
            if not flags:
                return cases(number)
            value |= number
            if not p.accept(separator):
                return cases(value)

    return read


def _attribute_parameter(cls: type[Attribute]) -> Callable[[Cursor], Any]:
    sigil = "!" if issubclass(cls, Type) else "#"

    def read(p: Cursor) -> Any:
        here = p.pos
        if cls.name and not p.text.startswith(sigil, here):
            return p.body(cls)
        found: Attribute = p.type() if sigil == "!" else p.attribute()
        if not isinstance(found, cls):
            raise p.error("invalid kind of attribute specified", p.span(here))
        return found

    return read
