"""Assembly formats as printers: a format's tree becomes a list of small functions, each with the
text before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    Arity,
    PropertyField,
    RegionField,
    Successor,
    ValueField,
    VarRegion,
    VarSuccessor,
    _Operands,
)
from mlirlite.ir.op_def import OPERAND_SEGMENTS, RESULT_SEGMENTS
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import SingleBlockImplicitTerminator
from mlirlite.parser.format.assembly_format import (
    AttrDict,
    Code,
    Custom,
    FunctionalType,
    Group,
    Literal,
    OIList,
    PropDict,
    Ref,
    Space,
    TypeOf,
    Variable,
    Whole,
)
from mlirlite.parser.format.definition import OpFormat, op_format
from mlirlite.parser.format.directives import find_directive, type_of
from mlirlite.printer.format_properties import property_printer
from mlirlite.printer.format_steps import (
    WHOLES,
    Getter,
    functional_step,
    getter_of,
    is_unit,
    operand_step,
    operand_type_step,
    operands_step,
    optional_step,
    optional_type_step,
    property_presence,
    property_step,
    result_type_step,
    says_nothing,
    stripped_type_step,
    successors_step,
    types_step,
)
from mlirlite.printer.format_writer import Step, Writer, any_of, choice, sequence


def compile_printer(cls: type[Op]) -> Step:
    """The function that prints the text after the name of an op of this class. FormatError when the
    format is wrong."""
    return _OpCompiler(op_format(cls)).compile()


class _OpCompiler:
    def __init__(self, format: OpFormat) -> None:
        self.format = format
        self.definition = format.definition
        self.implicit = format.cls.has_trait(SingleBlockImplicitTerminator)

    def compile(self) -> Step:
        writer = Writer()
        self.elements(writer, self.format.tree)
        writer.flush()
        return sequence(writer.steps)

    def elements(self, writer: Writer, elements: Sequence[Any]) -> None:
        for element in elements:
            self.element(writer, element)

    def element(self, writer: Writer, element: Any) -> None:
        match element:
            case Literal(text):
                writer.literal(text)
            case Space(text):
                writer.whitespace(text)
            case Group():
                self.group(writer, element)
            case OIList():
                self.oilist(writer, element)
            case AttrDict():
                writer.add(self.attr_dict(element))
                writer.punctuation = False
            case PropDict():
                writer.add(self.prop_dict())
                writer.punctuation = False
            case Variable():
                writer.steps.append(self.variable(writer.before_value(), element))
            case Whole(kind):
                before = writer.before_value()
                if kind == "regions":
                    step = self.regions(before, lambda op: op.regions)
                else:
                    step = WHOLES[kind](before)
                writer.steps.append(step)
            case TypeOf(of):
                writer.steps.append(self.types(writer.before_value(), of, element))
            case FunctionalType(inputs, results):
                take, give = self.getter(inputs, element), self.getter(results, element)
                writer.steps.append(functional_step(writer.before_value(), take, give))
            case Custom():
                writer.steps.append(self.custom(writer.before_value(), element))
            case _:
                raise self.format.error("cannot stand here", element)

    # Variables

    def getter(self, element: Any, where: Any) -> Getter:
        """The function that returns the values, regions … of an element."""
        match element:
            case Whole(kind):
                return lambda op: getattr(op, kind)
            case Variable(name):
                return getter_of(self.format.field(name, where))
            case TypeOf(of):
                inner = self.getter(of, where)
                return lambda op: type_of(inner(op))
            case Ref(of):
                return self.getter(of, where)
            case Code(text):
                return lambda op: text
            case AttrDict() | PropDict():
                return lambda op: op.attributes
        raise self.format.error("cannot be an argument", element)

    def variable(self, before: str, element: Variable) -> Step:
        field = self.format.field(element.name, element)
        get = getter_of(field)
        if isinstance(field, PropertyField):
            return property_step(before, field, get, property_printer(field, element.qualified))
        if isinstance(field, _Operands):
            if field.fixed is not None:
                return operand_step(before, field.fixed)
            return (
                operands_step(before, get)
                if field.arity is Arity.VARIADIC
                else optional_step(before, get)
            )
        if isinstance(field, RegionField):
            return self.region(before, get)
        if isinstance(field, VarRegion):
            return self.regions(before, get)
        if isinstance(field, (Successor, VarSuccessor)):
            return successors_step(before, get, isinstance(field, VarSuccessor))
        raise self.format.error("results are not written", element)

    def types(self, before: str, of: Any, element: TypeOf) -> Step:
        get = self.getter(of, element)
        if isinstance(of, Variable):
            field = self.format.field(of.name, element)
            if isinstance(field, ValueField) and field.fixed is not None:
                if field.type_class.name and not element.qualified:
                    return stripped_type_step(before, get, field.type_class)
                take = operand_type_step if isinstance(field, _Operands) else result_type_step
                return take(before, field.fixed)
            if field.arity is not Arity.VARIADIC:
                return optional_type_step(before, get)
        return types_step(before, get)

    def region(self, before: str, get: Getter) -> Step:
        if not self.implicit:

            def plain(op: Operation, p: Any) -> None:
                p.text(before)
                p.region(get(op))

            return plain

        def step(op: Operation, p: Any) -> None:
            p.text(before)
            region = get(op)
            p.region(region, print_terminators=not says_nothing(region))

        return step

    def regions(self, before: str, get: Getter) -> Step:
        implicit = self.implicit

        def step(op: Operation, p: Any) -> None:
            p.text(before)
            for i, region in enumerate(get(op)):
                if i:
                    p.text(", ")
                p.region(region, print_terminators=not (implicit and says_nothing(region)))

        return step

    def custom(self, before: str, element: Custom) -> Step:
        found = find_directive(element.name, self.format.cls.name.partition(".")[0])
        if found is None:
            raise self.format.error(f"no directive custom<{element.name}> is registered", element)
        write = found.print
        getters = [self.getter(a, element) for a in element.arguments]

        def step(op: Operation, p: Any) -> None:
            p.text(before)
            write(p, op, *[get(op) for get in getters])

        return step

    # Dictionaries

    def attr_dict(self, element: AttrDict) -> Step:
        format, definition = self.format, self.definition
        elided = set(format.written)
        if definition.operand_sized and "operands" not in format.wholes:
            elided.add(OPERAND_SEGMENTS)
        if definition.result_sized and "results" not in format.typed_wholes:
            elided.add(RESULT_SEGMENTS)
        visible = {n: f for n, f in definition.properties.items() if n not in elided}
        sized = (definition.operand_sized and OPERAND_SEGMENTS not in elided) or (
            definition.result_sized and RESULT_SEGMENTS not in elided
        )
        if any(isinstance(e, PropDict) for e in format.tree):
            elided.update(definition.properties, (OPERAND_SEGMENTS, RESULT_SEGMENTS))
            visible, sized = {}, False
        defaults = [(n, f.default) for n, f in visible.items() if f.default is not None]
        keyword = element.keyword
        hidden = frozenset(elided)

        def step(op: Operation, p: Any) -> None:
            if not op._attributes and not (visible or sized):
                return
            names: Any = hidden
            if defaults:
                properties = op.properties
                names = {*hidden, *(n for n, d in defaults if properties.get(n) == d)}
            if keyword:
                p.attr_dict_with_keyword(op, names)
            else:
                p.attr_dict(op, names)

        return step

    def prop_dict(self) -> Step:
        hidden = set(self.format.written)
        if "operands" not in self.format.wholes:
            hidden.add(OPERAND_SEGMENTS)
        hidden.add(RESULT_SEGMENTS)

        def step(op: Operation, p: Any) -> None:
            entries = {n: a for n, a in op.properties.items() if n not in hidden}
            p.text(" ")  # upstream prints it in any case
            if entries:
                p.text("<")
                p.dictionary(entries)
                p.text(">")

        return step

    # Groups

    def group(self, writer: Writer, group: Group) -> None:
        anchor = group.anchor
        present = self.presence(anchor, group)
        skip = self.elided_anchor(group)
        inner = writer.nested()
        self.elements(inner, _without(group.then, skip))
        inner.flush()
        then = sequence(inner.steps)
        otherwise: Step | None = None
        if group.otherwise:
            other = Writer(inner.space, inner.punctuation)
            self.elements(other, _without(group.otherwise, skip))
            other.flush()
            otherwise = sequence(other.steps)
            inner = other
        writer.resume(inner)
        if group.inverted:
            writer.steps.append(choice(present, otherwise, then))
        else:
            writer.steps.append(choice(present, then, otherwise))

    def elided_anchor(self, group: Group) -> Any:
        """The anchor, if its presence is all its information: a unit property that does not begin
        its group."""
        anchor = group.anchor
        if not isinstance(anchor, Variable):
            return None
        field = self.format.field(anchor.name, group)
        if not (isinstance(field, PropertyField) and is_unit(field)):
            return None
        firsts = [group.then[0], *group.otherwise[:1]]
        return None if any(f == anchor for f in firsts) else anchor

    def presence(self, anchor: Any, where: Any) -> Callable[[Any], Any]:
        """A test whether an anchor is present."""
        match anchor:
            case Variable(name):
                field = self.format.field(name, where)
                if isinstance(field, PropertyField):
                    return property_presence(field)
                get = getter_of(field)
                if isinstance(field, RegionField):
                    return lambda op: get(op).first is not None
                return get
            case TypeOf(of) | FunctionalType(of, _) | Ref(of):
                return self.presence(of, where)
            case Whole(kind):
                return lambda op: getattr(op, kind)
            case Custom(_, arguments):
                tests = [
                    self.presence(a, where) for a in arguments if not isinstance(a, (Code, Ref))
                ]
                return lambda op: any(test(op) for test in tests)
        raise self.format.error("cannot be an anchor", anchor)

    def oilist(self, writer: Writer, element: OIList) -> None:
        for literal, elements in element.clauses:
            tests = [
                self.presence(e, element) for e in elements if isinstance(e, (Variable, Custom))
            ]
            inner = writer.nested()
            inner.literal(literal.text)
            unit = (
                len(elements) == 1
                and isinstance(elements[0], Variable)
                and isinstance(field := self.format.field(elements[0].name, element), PropertyField)
                and is_unit(field)
            )
            if not unit:
                self.elements(inner, elements)
            inner.flush()
            writer.resume(inner)
            writer.steps.append(choice(any_of(tests), sequence(inner.steps), None))


def _without(elements: Sequence[Any], skip: Any) -> list[Any]:
    return [e for e in elements if not (type(e) is type(skip) and e == skip)]
