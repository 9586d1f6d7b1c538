"""Assembly formats of types and attributes, compiled to printers of the text after the mnemonic."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mlirlite.ir.affine import AffineMap, IntegerSet
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import DenseArrayAttr, EnumAttr
from mlirlite.ir.types import F64
from mlirlite.parser.format.assembly_format import (
    Code,
    Custom,
    Group,
    Literal,
    Params,
    Ref,
    Space,
    Struct,
    Variable,
)
from mlirlite.parser.format.attributes import (
    is_stripped,
    parameter_annotations,
    parameter_of,
    struct_members,
)
from mlirlite.parser.format.definition import AttributeFormat
from mlirlite.parser.format.directives import find_directive
from mlirlite.printer.enums import flag_words
from mlirlite.printer.format_writer import Step, Writer, any_of, choice, constant, sequence
from mlirlite.printer.literals import float_text, keyword_or_string


def compile_attribute_printer(cls: type[Attribute]) -> Callable[[Any, Any], None]:
    """The function that prints the text after the mnemonic of a type or attribute of this class."""
    if cls.assembly_format is None:
        if issubclass(cls, EnumAttr):
            return _print_case
        raise TypeError(f"{cls.__name__} has no assembly_format")
    format = AttributeFormat(cls, cls.assembly_format)
    writer = Writer()
    _AttributeCompiler(format).elements(writer, format.tree)
    writer.flush()
    return sequence(writer.steps) if writer.steps else lambda a, p: None


def case_text(attribute: EnumAttr) -> str:
    """The keyword of an enum attribute's case, or those of its flags."""
    cls = type(attribute)
    words = flag_words(cls.cases, int(attribute.value))
    return cls.separator.join(map(keyword_or_string, words))


def _print_case(attribute: Any, p: Any) -> None:
    p.text(f"<{case_text(attribute)}>")


class _AttributeCompiler:
    def __init__(self, format: AttributeFormat) -> None:
        self.format = format
        self.annotations = parameter_annotations(format.cls)

    def elements(self, writer: Writer, elements: Sequence[Any]) -> None:
        for element in elements:
            self.element(writer, element)

    def element(self, writer: Writer, element: Any) -> None:
        match element:
            case Literal(text):
                writer.literal(text)
            case Space(text):
                writer.whitespace(text)
                writer.punctuation = True  # unlike ops: the space that is written is the only one
            case Variable(name, qualified):
                self.variable(writer, name, qualified)
            case Params():
                members = {name: Variable(name) for name in self.format.cls.parameters}
                self.listed(writer, members, named=False)
            case Struct():
                self.listed(writer, struct_members(element, self.format.cls), named=True)
            case Custom():
                writer.steps.append(self.custom(writer.before_value(), element))
            case Group():
                self.group(writer, element)
            case _:
                raise self.format.error("cannot stand here", element)

    def present(self, name: str) -> Callable[[Any], bool]:
        """A test whether a parameter differs from its default."""
        defaults = self.format.defaults
        if name not in defaults:
            return lambda a: True
        default = defaults[name]
        return lambda a: getattr(a, name) != default

    def variable(self, writer: Writer, name: str, qualified: bool) -> None:
        before = writer.before_value()
        write = self.parameter(name, qualified)
        if name not in self.format.defaults:
            writer.steps.append(_after(before, write))
            return
        bare = before.rstrip(" ")  # the space goes with the parameter
        if bare:
            writer.steps.append(constant(bare))
        step = _after(before[len(bare) :], write)
        writer.steps.append(choice(self.present(name), step, None))

    def parameter(self, name: str, qualified: bool = False) -> Step:
        """Prints one parameter."""
        if issubclass(self.format.cls, EnumAttr) and name == "value":
            return lambda a, p: p.text(case_text(a))
        full = qualified or not is_stripped(self.annotations.get(name))
        return lambda a, p: print_parameter(getattr(a, name), p, full)

    def listed(self, writer: Writer, members: Mapping[str, Any], named: bool) -> None:
        before = writer.before_value()
        writer.punctuation = True
        writer.space = False
        parts = [
            (
                name,
                self.present(parameter_of(e)),
                self.custom("", e)
                if isinstance(e, Custom)
                else self.parameter(e.name, e.qualified),
            )
            for name, e in members.items()
        ]
        blank = before.endswith(" ") and all(
            parameter_of(e) in self.format.defaults for e in members.values()
        )
        head = before[:-1] if blank else before

        def step(a: Any, p: Any) -> None:
            p.text(head)
            separate = False
            for name, present, write in parts:
                if not present(a):
                    continue
                p.text(", " if separate else " " if blank else "")
                separate = True
                if named:
                    p.text(f"{name} = ")
                write(a, p)

        writer.steps.append(step)

    def custom(self, before: str, element: Custom) -> Step:
        found = find_directive(element.name, self.format.cls.name.partition(".")[0])
        if found is None:
            raise self.format.error(f"no directive custom<{element.name}> is registered", element)
        write = found.print
        names = [(a.of if isinstance(a, Ref) else a) for a in element.arguments]

        def step(a: Any, p: Any) -> None:
            p.text(before)
            write(p, a, *[n.text if isinstance(n, Code) else getattr(a, n.name) for n in names])

        return step

    def group(self, writer: Writer, group: Group) -> None:
        anchor = group.anchor
        names = [v.name for v in _variables(anchor)]
        if not names:
            raise self.format.error("the anchor names no parameter", group)
        tests = [self.present(n) for n in names]
        inner = writer.nested()
        self.elements(inner, group.then)
        inner.flush()
        then = sequence(inner.steps)
        otherwise: Step | None = None
        if group.otherwise:
            other = Writer(inner.space, inner.punctuation)
            self.elements(other, group.otherwise)
            other.flush()
            otherwise, inner = sequence(other.steps), other
        writer.resume(inner)
        if group.inverted:
            writer.steps.append(choice(any_of(tests), otherwise, then))
        else:
            writer.steps.append(choice(any_of(tests), then, otherwise))


def _variables(element: Any) -> list[Variable]:
    match element:
        case Variable():
            return [element]
        case Custom(_, arguments):
            return [v for a in arguments for v in _variables(a)]
        case Struct(of):
            return [v for a in of for v in _variables(a)]
    return []


def _after(before: str, write: Step) -> Step:
    def step(a: Any, p: Any) -> None:
        p.text(before)
        write(a, p)

    return step


def print_parameter(value: Any, p: Any, full: bool = True) -> None:
    """Append a parameter: numbers and strings as literals, enums as keywords, tuples with commas;
    attributes without `#dialect.name` unless `full`."""
    if isinstance(value, DenseArrayAttr):
        p.text(f"[{', '.join(map(str, value.value))}]")
    elif isinstance(value, Attribute):
        if full:
            p.attribute(value)
        else:
            p.stripped(value)
    elif isinstance(value, enum.Enum):
        words = flag_words(type(value), value.value)
        p.text(getattr(type(value), "__separator__", "|").join(map(keyword_or_string, words)))
    elif isinstance(value, bool):
        p.text("true" if value else "false")
    elif isinstance(value, str):
        p.string(value)
    elif isinstance(value, (tuple, list)):
        for i, item in enumerate(value):
            if i:
                p.text(", ")
            print_parameter(item, p, full)
    elif isinstance(value, (AffineMap, IntegerSet)) or value is not None:
        p.text(float_text(value, F64.format) if type(value) is float else str(value))
