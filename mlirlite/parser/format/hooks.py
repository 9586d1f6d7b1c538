"""Assembly formats as parsers: a format's tree becomes a list of small functions over an OpParser;
the last ones (types.py) make operands and result types from what the others read."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.constraints import TypeInterface
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    Arity,
    PropertyField,
    RegionField,
    Successor,
    ValueField,
    VarRegion,
    _Operands,
)
from mlirlite.ir.types import FunctionType
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
from mlirlite.parser.format.definition import OpFormat, definition_of, op_format
from mlirlite.parser.format.directives import find_directive
from mlirlite.parser.format.groups import (
    Suspending,
    filling_guard,
    group_step,
    literal_guard,
    oilist_step,
    property_guard,
)
from mlirlite.parser.format.properties import property_step
from mlirlite.parser.format.regions import RegionSteps
from mlirlite.parser.format.steps import (
    OPERANDS,
    TYPES,
    Frame,
    Getter,
    Hook,
    Layout,
    Step,
    Steps,
    attr_dict_step,
    class_type_step,
    constant,
    from_slot,
    given_value,
    interface_type_step,
    literal_step,
    operands_step,
    prop_dict_step,
    set_unit_step,
    store_in,
    successor_step,
    successors_step,
    two_operands_step,
)
from mlirlite.parser.format.types import Finish
from mlirlite.parser.hooks.op_parser import OpParser, OpState


def parse_hook(cls: type[Op]) -> Hook:
    """The parse hook for an op class's assembly format; cached. FormatError when the format is
    wrong."""
    formats = definition_of(cls).formats
    found: Hook | None = formats.get("parse")
    if found is None:
        found = formats["parse"] = _OpCompiler(op_format(cls)).compile()
    return found


class _OpCompiler:
    """Makes the hook of one op class."""

    def __init__(self, format: OpFormat) -> None:
        self.format = format
        self.cls = format.cls
        self.definition = format.definition
        self.dialect = self.cls.name.partition(".")[0]
        self.layout = Layout(format)
        self.in_group = False
        self.regions = RegionSteps(format)

    def compile(self) -> Hook:
        steps = Steps()
        self.elements(steps, self.format.tree)
        Finish(self.format, self.layout).add(steps)
        blank = self.layout.blank
        if not any(steps.suspends):
            plain = tuple(steps.steps)

            def parse(p: OpParser, state: OpState) -> None:
                frame = blank.copy()
                for step in plain:
                    step(p, state, frame)

            return parse
        joined, _ = steps.joined()
        return lambda p, state: joined(p, state, blank.copy())

    # Elements

    def elements(self, steps: Steps, elements: Sequence[Any]) -> None:
        todo = [e for e in elements if not isinstance(e, Space)]
        while todo:
            pair = self.two_operands(todo[:3])
            if pair is not None:
                steps.add(pair)
                del todo[:3]
            else:
                self.element(steps, todo.pop(0))

    def two_operands(self, elements: Sequence[Any]) -> Step | None:
        """A step for `$a `,` $b` when both are single operands."""
        match elements:
            case [Variable(first), Literal(text), Variable(second)]:
                fields = [self.format.fields.get(name) for name in (first, second)]
                if all(isinstance(f, _Operands) and f.arity is Arity.ONE for f in fields):
                    read = self.layout.read
                    return two_operands_step(read[first], text, read[second])
        return None

    def element(self, steps: Steps, element: Any) -> None:
        match element:
            case Literal(text):
                steps.add(literal_step(text))
            case Variable():
                self.variable(steps, element)
            case AttrDict(keyword):
                steps.add(attr_dict_step(keyword))
            case PropDict():
                steps.add(prop_dict_step)
            case TypeOf(of):
                steps.add(self.types(of, element))
            case FunctionalType(inputs, results):
                steps.add(self.functional(inputs, results, element))
            case Whole(kind):
                self.whole(steps, kind, element)
            case Custom():
                self.custom(steps, element)
            case Group():
                self.group(steps, element)
            case OIList():
                self.oilist(steps, element)
            case _:
                raise self.format.error("cannot stand here", element)

    def variable(self, steps: Steps, element: Variable) -> None:
        field = self.format.field(element.name, element)
        if isinstance(field, PropertyField):
            required = self.in_group and field.attribute_class is not UnitAttr
            steps.add(property_step(field, element.qualified, required=required))
            return
        slot = self.layout.read[field.name]
        if isinstance(field, _Operands):
            steps.add(OPERANDS[field.arity](slot))
        elif isinstance(field, RegionField):
            steps.add(self.regions.one(slot), True)
        elif isinstance(field, VarRegion):
            steps.add(self.regions.several(slot), True)
        elif isinstance(field, Successor):
            steps.add(successor_step(slot))
        else:
            steps.add(successors_step(slot))

    def whole(self, steps: Steps, kind: str, element: Whole) -> None:
        if kind == "operands":
            steps.add(operands_step(self.layout.slot("whole", "uses")))
        elif kind == "regions":
            steps.add(self.regions.several(self.layout.slot("whole", "regions")), True)
        elif kind == "successors":
            steps.add(successors_step(self.layout.slot("whole", "successors")))
        else:
            raise self.format.error("results are not written, only their types are", element)

    def type_slot(self, of: Any, element: Any) -> tuple[int, Arity]:
        """The slot for the types of a variable, and how many there are."""
        if isinstance(of, Whole):
            return self.layout.slot("whole", of.kind), Arity.VARIADIC
        if isinstance(of, Variable):
            return self.layout.slot("type", of.name), self.format.field(of.name, element).arity
        raise self.format.error("only variables, operands and results have types", element)

    def types(self, of: Any, element: Any) -> Step:
        slot, arity = self.type_slot(of, element)
        if arity is Arity.ONE and isinstance(of, Variable):
            field = self.format.field(of.name, element)
            cls = field.type_class if isinstance(field, ValueField) else Type
            if isinstance(field, ValueField) and isinstance(field.constraint, TypeInterface):
                return interface_type_step(slot, field.constraint)
            if cls is not Type and not element.qualified:  # qualified: the verifier checks it
                return class_type_step(slot, cls)
        return TYPES[arity](slot)

    def functional(self, inputs: Any, results: Any, element: Any) -> Step:
        take, _ = self.type_slot(inputs, element)
        give, _ = self.type_slot(results, element)

        def step(p: OpParser, state: OpState, frame: Frame) -> None:
            if p.text.startswith("(", p.pos):
                frame[take], frame[give] = p.signature()
                return
            here = p.here()
            found = p.type()
            if not isinstance(found, FunctionType):
                raise p.error(
                    "invalid kind of type specified: expected builtin.function, but found "
                    f"'{found}'",
                    here,
                )
            frame[take], frame[give] = found.inputs, found.results

        return step

    # Custom directives

    def custom(self, steps: Steps, element: Custom) -> None:
        read, suspends = self.custom_step(element)
        steps.add(read, suspends)

    def custom_step(self, element: Custom) -> Suspending:
        """The step; it returns False when the directive's `parse` returned None (absent)."""
        found = find_directive(element.name, self.dialect)
        if found is None:
            raise self.format.error(f"no directive custom<{element.name}> is registered", element)
        parse = found.parse
        given: list[Getter] = []
        stores: list[Callable[[OpState, Frame, Any], None]] = []
        for argument in element.arguments:
            if isinstance(argument, Ref):
                given.append(self.reference(argument.of, element))
            elif isinstance(argument, Code):
                given.append(constant(argument.text))
            else:
                stores.append(self.store(argument, element))
        store_one = stores[0] if len(stores) == 1 else None

        def put(state: OpState, frame: Frame, found: Any) -> bool:
            if store_one is not None:
                store_one(state, frame, found)
            elif stores:
                if found is None:
                    return False
                for store, value in zip(stores, found, strict=True):
                    store(state, frame, value)
            return found is not None

        if _is_generator(parse):

            def go(p: OpParser, state: OpState, frame: Frame) -> Generator[Any, Any, bool]:
                found = yield from parse(
                    p, state, *[given_value(p, g(frame, state)) for g in given]
                )
                return put(state, frame, found)

            return go, True

        def step(p: OpParser, state: OpState, frame: Frame) -> bool:
            return put(
                state, frame, parse(p, state, *[given_value(p, g(frame, state)) for g in given])
            )

        return step, False

    def reference(self, of: Any, element: Any) -> Getter:
        """The argument for `ref(…)`: what was read for a variable."""
        match of:
            case Variable(name):
                field = self.format.field(name, element)
                if isinstance(field, PropertyField):
                    default = field.default
                    return lambda frame, state: state.properties.get(name, default)
                if name in self.layout.read:
                    return from_slot(self.layout.read[name])
            case TypeOf(inner):
                return from_slot(self.type_slot(inner, element)[0])
            case AttrDict() | PropDict():
                return lambda frame, state: state.attributes
        raise self.format.error("cannot be referred to", element)

    def store(self, argument: Any, element: Any) -> Callable[[OpState, Frame, Any], None]:
        """The slot for a directive's value."""
        match argument:
            case TypeOf(of):
                return store_in(self.type_slot(of, element)[0])
            case Variable(name):
                field = self.format.field(name, element)
                if isinstance(field, PropertyField):

                    def put(state: OpState, frame: Frame, value: Any) -> None:
                        if value is not None:
                            state.properties[name] = field.encode(value)

                    return put
                if name in self.layout.read:
                    return store_in(self.layout.read[name])
            case AttrDict() | PropDict():

                def update(state: OpState, frame: Frame, value: Any) -> None:
                    state.attributes.update(value or {})

                return update
        raise self.format.error("cannot be an argument of custom<…>", element)

    # Groups

    def group(self, steps: Steps, group: Group) -> None:
        skip = self.flag(group)
        then = [e for e in group.then if not isinstance(e, Space)]
        otherwise = [e for e in group.otherwise if not isinstance(e, Space)]
        guard = self.guard(then[0], group)
        yes, no = Steps(), Steps()
        if skip is not None:
            flags = no if group.inverted else yes
            flags.add(set_unit_step(skip.name))
        outer, self.in_group = self.in_group, True
        self.elements(yes, [e for e in then[1:] if not _same(e, skip)])
        self.elements(no, [e for e in otherwise if not _same(e, skip)])
        self.in_group = outer
        steps.add(*group_step(guard, yes.joined(), no.joined()))

    def flag(self, group: Group) -> Variable | None:
        """The unit property that the group's presence sets, when the group does not spell it."""
        anchor = group.anchor
        if not isinstance(anchor, Variable):
            return None
        field = self.format.field(anchor.name, group)
        if not (isinstance(field, PropertyField) and issubclass(field.attribute_class, UnitAttr)):
            return None
        firsts = [group.then[0], *group.otherwise[:1]]
        return None if any(_same(f, anchor) for f in firsts) else anchor

    def guard(self, first: Any, group: Group) -> Suspending:
        """Reads a group's first element if it is present, and returns whether it was."""
        if isinstance(first, Literal):
            return literal_guard(first.text), False
        if isinstance(first, Custom):
            return self.custom_step(first)
        field = self.format.field(first.name, group)
        if isinstance(field, PropertyField):
            return property_guard(field, first.qualified), False
        slot = self.layout.read[field.name]
        if isinstance(field, _Operands):
            return filling_guard(OPERANDS[field.arity](slot), slot), False
        if isinstance(field, RegionField):
            return self.regions.optional(slot), True
        if isinstance(field, VarRegion):
            return self.regions.several(slot), True
        return filling_guard(successors_step(slot), slot), False

    def oilist(self, steps: Steps, element: OIList) -> None:
        clauses: dict[str, Suspending] = {}
        for literal, elements in element.clauses:
            inner = Steps()
            field = (
                self.format.field(elements[0].name, element)
                if len(elements) == 1 and isinstance(elements[0], Variable)
                else None
            )
            if isinstance(field, PropertyField) and issubclass(field.attribute_class, UnitAttr):
                inner.add(set_unit_step(field.name))
            else:
                self.elements(inner, elements)
            clauses[literal.text] = inner.joined()
        steps.add(*oilist_step(clauses))


def _is_generator(function: Any) -> bool:
    code = getattr(function, "__code__", None)
    return code is not None and bool(code.co_flags & 0x20)


def _same(element: Any, other: Any) -> bool:
    return type(element) is type(other) and element == other
