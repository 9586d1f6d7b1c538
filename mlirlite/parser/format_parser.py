"""Assembly formats as parsers: a format's tree becomes a list of small functions over an OpParser;
the last ones (format_types.py) make operands and result types out of what the others read."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.constraints import TypeInterface
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
from mlirlite.ir.traits import (
    SingleBlock,
    SingleBlockImplicitTerminator,
)
from mlirlite.ir.types import FunctionType
from mlirlite.parser import tokens
from mlirlite.parser.assembly_format import (
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
from mlirlite.parser.directives import find_directive
from mlirlite.parser.format_definition import OpFormat, definition_of, op_format
from mlirlite.parser.format_properties import attribute_reader, property_step
from mlirlite.parser.format_steps import (
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
from mlirlite.parser.format_types import Finish
from mlirlite.parser.op_parser import OpParser, OpState
from mlirlite.support.source import SourceSpan


def parse_hook(cls: type[Op]) -> Hook:
    """The parse hook that an op class's assembly format stands for; made once. FormatError when the
    format is wrong."""
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
        traits = self.cls.traits
        self.implicit = next(
            (t for t in traits if isinstance(t, SingleBlockImplicitTerminator)), None
        )
        self.single = any(isinstance(t, SingleBlock) for t in traits)

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
                    slot = self.layout.slot
                    return two_operands_step(slot("use", first), text, slot("use", second))
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
        elif isinstance(field, _Operands):
            slot = self.layout.slot("use", field.name)
            steps.add(OPERANDS[field.arity](slot))
        elif isinstance(field, RegionField):
            steps.add(self.region(self.layout.slot("region", field.name)), True)
        elif isinstance(field, VarRegion):
            steps.add(self.regions(self.layout.slot("region", field.name)), True)
        elif isinstance(field, Successor):
            steps.add(successor_step(self.layout.slot("successor", field.name)))
        elif isinstance(field, VarSuccessor):
            steps.add(successors_step(self.layout.slot("successor", field.name)))

    def whole(self, steps: Steps, kind: str, element: Whole) -> None:
        if kind == "operands":
            steps.add(operands_step(self.layout.slot("whole", "uses")))
        elif kind == "regions":
            steps.add(self.regions(self.layout.slot("whole", "regions")), True)
        elif kind == "successors":
            steps.add(successors_step(self.layout.slot("whole", "successors")))
        else:
            raise self.format.error("results are not written, only their types are", element)

    def type_slot(self, of: Any, element: Any) -> tuple[int, Arity]:
        """Where the types of a variable go, and how many there are."""
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
            if cls is not Type and not element.qualified:  # qualified: the verifier looks at it
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

    # Regions

    def ensured(self, p: OpParser, state: OpState, region: Region) -> Region:
        """The region, with what its traits imply."""
        if self.implicit is not None:
            terminator = p.context.op_class(self.implicit.terminator)
            if terminator is None:
                raise self.format.error(f"no operation '{self.implicit.terminator}'")
            p.ensure_terminator(region, terminator, state.location)
        elif self.single and region.first is None:
            region.append(Block())
        return region

    def region(self, slot: int) -> Step:
        def step(p: OpParser, state: OpState, frame: Frame) -> Generator[Any, Any, None]:
            frame[slot] = self.ensured(p, state, (yield p.region()))

        return step

    def regions(self, slot: int) -> Step:
        def step(p: OpParser, state: OpState, frame: Frame) -> Generator[Any, Any, None]:
            found = []
            region = yield p.optional_region()
            while region is not None:
                found.append(self.ensured(p, state, region))
                if not p.accept(","):
                    break
                region = yield p.region()
            frame[slot] = found

        return step

    # Custom directives

    def custom(self, steps: Steps, element: Custom) -> None:
        read, suspends = self.custom_step(element)
        steps.add(read, suspends)

    def custom_step(self, element: Custom) -> tuple[Step, bool]:
        """The step; it returns False when the directive's `parse` gave None (nothing there)."""
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
        """What `ref(…)` hands to a directive: what was read for a variable."""
        match of:
            case Variable(name):
                field = self.format.field(name, element)
                if isinstance(field, PropertyField):
                    default = field.default
                    return lambda frame, state: state.properties.get(name, default)
                kind = (
                    "use"
                    if isinstance(field, _Operands)
                    else "region"
                    if isinstance(field, (RegionField, VarRegion))
                    else "successor"
                )
                return from_slot(self.layout.slot(kind, name))
            case TypeOf(inner):
                return from_slot(self.type_slot(inner, element)[0])
            case AttrDict() | PropDict():
                return lambda frame, state: state.attributes
        raise self.format.error("cannot be referred to", element)

    def store(self, argument: Any, element: Any) -> Callable[[OpState, Frame, Any], None]:
        """Where a directive's value for an argument goes."""
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
                for kind, classes in (
                    ("use", _Operands),
                    ("region", (RegionField, VarRegion)),
                    ("successor", (Successor, VarSuccessor)),
                ):
                    if isinstance(field, classes):
                        return store_in(self.layout.slot(kind, name))
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
        guard, guard_suspends = self.guard(then[0], group)
        yes, no = Steps(), Steps()
        if skip is not None:
            flags = no if group.inverted else yes
            flags.add(set_unit_step(skip.name))
        outer, self.in_group = self.in_group, True
        self.elements(yes, [e for e in then[1:] if not _same(e, skip)])
        self.elements(no, [e for e in otherwise if not _same(e, skip)])
        self.in_group = outer
        on, on_suspends = yes.joined()
        off, off_suspends = no.joined()
        if not (guard_suspends or on_suspends or off_suspends):

            def step(p: OpParser, state: OpState, frame: Frame) -> None:
                if guard(p, state, frame):
                    on(p, state, frame)
                else:
                    off(p, state, frame)

            steps.add(step)
            return

        def go(p: OpParser, state: OpState, frame: Frame) -> Generator[Any, Any, None]:
            if guard_suspends:
                present = yield from guard(p, state, frame)
            else:
                present = guard(p, state, frame)
            branch, suspends = (on, on_suspends) if present else (off, off_suspends)
            if suspends:
                yield from branch(p, state, frame)
            else:
                branch(p, state, frame)

        steps.add(go, True)

    def flag(self, group: Group) -> Variable | None:
        """The unit property that the group's presence sets, when it is not spelled itself."""
        anchor = group.anchor
        if not isinstance(anchor, Variable):
            return None
        field = self.format.field(anchor.name, group)
        if not (isinstance(field, PropertyField) and issubclass(field.attribute_class, UnitAttr)):
            return None
        firsts = [group.then[0], *group.otherwise[:1]]
        return None if any(_same(f, anchor) for f in firsts) else anchor

    def guard(self, first: Any, group: Group) -> tuple[Step, bool]:
        """Reads a group's first element if it is there, and says whether it was."""
        if isinstance(first, Literal):
            match = tokens.literal(first.text)

            def literal(p: OpParser, state: OpState, frame: Frame) -> bool:
                m = match(p.text, p.pos)
                if m is None:
                    return False
                p.pos = m.end()
                return True

            return literal, False
        if isinstance(first, Custom):
            return self.custom_step(first)
        field = self.format.field(first.name, group)
        if isinstance(field, PropertyField):
            read = attribute_reader(field, optional=True, qualified=first.qualified)
            name = field.name

            def attribute(p: OpParser, state: OpState, frame: Frame) -> bool:
                found = read(p)
                if found is None:
                    return False
                state.properties[name] = found
                return True

            return attribute, False
        if isinstance(field, _Operands):
            slot = self.layout.slot("use", field.name)
            step = OPERANDS[field.arity](slot)

            def operands(p: OpParser, state: OpState, frame: Frame) -> bool:
                step(p, state, frame)
                return bool(frame[slot])

            return operands, False
        if isinstance(field, RegionField):
            slot = self.layout.slot("region", field.name)

            def region(p: OpParser, state: OpState, frame: Frame) -> Generator[Any, Any, bool]:
                found = yield p.optional_region()
                frame[slot] = found
                if found is None or found.first is None:
                    return False
                self.ensured(p, state, found)
                return True

            return region, True
        if isinstance(field, VarRegion):
            slot = self.layout.slot("region", field.name)
            read_regions = self.regions(slot)

            def regions(p: OpParser, state: OpState, frame: Frame) -> Generator[Any, Any, bool]:
                yield from read_regions(p, state, frame)
                return bool(frame[slot])

            return regions, True
        slot = self.layout.slot("successor", field.name)
        successors = successors_step(slot)

        def blocks(p: OpParser, state: OpState, frame: Frame) -> bool:
            successors(p, state, frame)
            return bool(frame[slot])

        return blocks, False

    def oilist(self, steps: Steps, element: OIList) -> None:
        clauses: dict[str, tuple[Step, bool]] = {}
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
        suspends = any(s for _, s in clauses.values())
        words = list(clauses)

        def clause(p: OpParser, state: OpState, seen: set[str]) -> Step | None:
            word = next((w for w in words if p.accept(w)), None)
            if word is None:
                return None
            if word in seen:
                where = state.location if isinstance(state.location, SourceSpan) else None
                raise p.error(
                    f"`{word}` clause can appear at most once in the expansion of the oilist "
                    "directive",
                    where,
                )
            seen.add(word)
            return clauses[word][0]

        if not suspends:

            def step(p: OpParser, state: OpState, frame: Frame) -> None:
                seen: set[str] = set()
                while (read := clause(p, state, seen)) is not None:
                    read(p, state, frame)

            steps.add(step)
            return

        def go(p: OpParser, state: OpState, frame: Frame) -> Generator[Any, Any, None]:
            seen: set[str] = set()
            while (read := clause(p, state, seen)) is not None:
                found = read(p, state, frame)
                if found is not None:
                    yield from found

        steps.add(go, True)


def _is_generator(function: Any) -> bool:
    code = getattr(function, "__code__", None)
    return code is not None and bool(code.co_flags & 0x20)


def _same(element: Any, other: Any) -> bool:
    return type(element) is type(other) and element == other
