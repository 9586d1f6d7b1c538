"""The small functions of a compiled format: each reads one thing and stores it in a slot of the
frame."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UNIT, StringAttr
from mlirlite.ir.constraints import TypeInterface
from mlirlite.ir.fields import Arity
from mlirlite.ir.types import NONE
from mlirlite.ir.values import Value
from mlirlite.parser.format.attributes import has_syntax
from mlirlite.parser.format.definition import OpFormat
from mlirlite.parser.hooks.inherent import inherent_of
from mlirlite.parser.hooks.op_parser import OpParser, OpState
from mlirlite.parser.text import tokens
from mlirlite.parser.text.operands import UnresolvedOperand
from mlirlite.support.diagnostics import did_you_mean
from mlirlite.support.source import SourceSpan

Frame = list[Any]
"""What was read so far: operands and types, before they become values."""
Step = Callable[[OpParser, OpState, Frame], Any]
Getter = Callable[[Frame, OpState], Any]
Hook = Callable[[OpParser, OpState], Generator[Any, Any, None] | None]

_plain_use = re.compile(rf"(%{tokens.SUFFIX}){tokens.SPACE}(?!#)", re.ASCII).match


class Layout:
    """The slots in the frame of an op class. `blank` is the initial frame; `read` has the slots for
    what is read of a field: an operand's uses, a region, a successor."""

    def __init__(self, format: OpFormat) -> None:
        d = format.definition
        self.slots: dict[tuple[str, str], int] = {}
        for kind, fields in (
            ("use", d.operands),
            ("type", (*d.operands, *d.results)),
            ("region", d.regions),
            ("successor", d.successors),
        ):
            for field in fields:
                self.slots[kind, field.name] = len(self.slots)
        for whole in ("uses", "operands", "results", "regions", "successors"):
            self.slots["whole", whole] = len(self.slots)
        self.blank: Frame = [None] * len(self.slots)
        self.read: dict[str, int] = {}
        for (kind, name), slot in self.slots.items():
            if kind in ("use", "region", "successor"):
                self.read[name] = slot
                if format.fields[name].arity is not Arity.ONE:
                    self.blank[slot] = ()

    def slot(self, kind: str, name: str) -> int:
        """The slot for the uses or types of an operand, the types of a result, a region or a
        successor; kind "whole": that of a directive such as `operands`."""
        return self.slots[kind, name]


class Steps:
    """Collects steps; `suspends` tells which are generators, because they read regions."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.suspends: list[bool] = []

    def add(self, step: Step, suspends: bool = False) -> None:
        """Add a step."""
        self.steps.append(step)
        self.suspends.append(suspends)

    def joined(self) -> tuple[Step, bool]:
        """One step that does all of them."""
        steps = tuple(self.steps)
        if not any(self.suspends):
            if len(steps) == 1:
                return steps[0], False

            def run(p: OpParser, state: OpState, frame: Frame) -> None:
                for step in steps:
                    step(p, state, frame)

            return run, False
        pairs = tuple(zip(steps, self.suspends, strict=True))

        def go(p: OpParser, state: OpState, frame: Frame) -> Generator[Any, Any, None]:
            for step, suspends in pairs:
                if suspends:
                    yield from step(p, state, frame)
                else:
                    step(p, state, frame)

        return go, True


# Getters


def from_slot(slot: int) -> Getter:
    """The value in a slot."""
    return lambda frame, state: frame[slot]


def constant(value: Any) -> Getter:
    """A constant value."""
    return lambda frame, state: value


def first_of(get: Getter) -> Getter:
    """The first of several types."""

    def first(frame: Frame, state: OpState) -> Any:
        found = get(frame, state)
        if isinstance(found, (list, tuple)):
            return found[0] if found else None
        return found

    return first


def property_type(name: str) -> Getter:
    """The type of a property that was read."""

    def type_of(frame: Frame, state: OpState) -> Any:
        attribute = state.properties.get(name)
        found = getattr(attribute, "type", None)
        return NONE if found is None and isinstance(attribute, StringAttr) else found

    return type_of


def store_in(slot: int) -> Callable[[OpState, Frame, Any], None]:
    """Puts a value into a slot."""

    def store(state: OpState, frame: Frame, value: Any) -> None:
        frame[slot] = value

    return store


# Operands. A plain use is kept as (name, offset); it becomes an UnresolvedOperand only in unusual
# cases.


def unresolved(p: OpParser, use: Any) -> UnresolvedOperand:
    """A use in the form that OpParser resolves."""
    if type(use) is tuple:
        name, start = use
        return UnresolvedOperand(name, 0, SourceSpan(p.source, start, start + len(name)))
    found: UnresolvedOperand = use
    return found


def given_value(p: OpParser, given: Any) -> Any:
    """What was read, in the form that `ref(…)` passes to a directive: operands are
    UnresolvedOperand."""
    if type(given) is tuple and len(given) == 2 and type(given[1]) is int:
        return unresolved(p, given)
    if isinstance(given, list):
        return [given_value(p, g) for g in given]
    return given


def resolve(p: OpParser, state: OpState, use: Any, type_: Any) -> Value:
    """The value of a use, which must have this type."""
    if type(use) is tuple:
        value = p.values.known.get(use[0])
        if value is not None and value.type is type_:
            return value
    if not isinstance(type_, Type):
        found = resolve_all(p, state, [use], type_ or ())
        return found[0]
    return p.resolve(unresolved(p, use), type_)


def uses_of(given: Any) -> Sequence[Any]:
    """The uses of one operand field, as a sequence."""
    if not given:
        return ()
    if isinstance(given, tuple):
        return (given,)
    uses: Sequence[Any] = given
    return uses


def count_of(given: Any) -> int:
    """How many uses an operand field has."""
    return len(uses_of(given))


def resolve_all(p: OpParser, state: OpState, uses: Sequence[Any], types: Any) -> list[Value]:
    """The values of uses: one type each, or one for all."""
    if isinstance(types, Type):
        return [resolve(p, state, use, types) for use in uses]
    types = types or ()
    if len(uses) != len(types):
        message = (
            f"number of operands and types do not match: got {len(uses)} operands and "
            f"{len(types)} types"
        )
        if uses:
            raise p.error(message, unresolved(p, uses[0]).span)
        raise p.error_at_op(message, state, p.pos)
    return [resolve(p, state, u, t) for u, t in zip(uses, types, strict=True)]


def _operand(slot: int) -> Step:
    def step(p: OpParser, state: OpState, frame: Frame) -> None:
        m = _plain_use(p.text, p.pos)
        if m is None:
            frame[slot] = p.operand()
            return
        frame[slot] = m[1], p.pos
        p.pos = m.end()

    return step


def two_operands_step(first: int, text: str, second: int) -> Step:
    """Two single operands with a literal between, read at once in the usual case."""
    match = re.compile(
        rf"(%{tokens.SUFFIX}){tokens.SPACE}{re.escape(text)}{tokens.SPACE}"
        rf"(%{tokens.SUFFIX}){tokens.SPACE}(?!#)",
        re.ASCII,
    ).match
    one_by_one = (_operand(first), literal_step(text), _operand(second))

    def step(p: OpParser, state: OpState, frame: Frame) -> None:
        m = match(p.text, p.pos)
        if m is None:
            for each in one_by_one:
                each(p, state, frame)
            return
        frame[first] = m[1], p.pos
        frame[second] = m[2], m.start(2)
        p.pos = m.end()

    return step


def _optional_operand(slot: int) -> Step:
    def step(p: OpParser, state: OpState, frame: Frame) -> None:
        if p.text.startswith("%", p.pos):
            frame[slot] = [p.operand()]

    return step


def operands_step(slot: int) -> Step:
    """Any number of operands with commas between."""
    comma = tokens.literal(",")

    def step(p: OpParser, state: OpState, frame: Frame) -> None:
        text = p.text
        if not text.startswith("%", p.pos):
            return
        found: list[Any] = []
        while True:
            m = _plain_use(text, p.pos)
            if m is None:
                found.append(p.operand())
                pos = p.pos
            else:
                found.append((m[1], p.pos))
                pos = m.end()
            more = comma(text, pos)
            if more is None:
                p.pos = pos
                break
            p.pos = more.end()
        frame[slot] = found

    return step


OPERANDS: dict[Arity, Callable[[int], Step]] = {
    Arity.ONE: _operand,
    Arity.OPTIONAL: _optional_operand,
    Arity.VARIADIC: operands_step,
}


# Types


def _one_type(slot: int) -> Step:
    def step(p: OpParser, state: OpState, frame: Frame) -> None:
        frame[slot] = p.type()

    return step


def _optional_type(slot: int) -> Step:
    def step(p: OpParser, state: OpState, frame: Frame) -> None:
        found = p.optional_type()
        frame[slot] = [] if found is None else [found]

    return step


def _type_list(slot: int) -> Step:
    comma = tokens.literal(",")

    def step(p: OpParser, state: OpState, frame: Frame) -> None:
        found = [p.type()]
        while (m := comma(p.text, p.pos)) is not None:
            p.pos = m.end()
            found.append(p.type())
        frame[slot] = found

    return step


TYPES: dict[Arity, Callable[[int], Step]] = {
    Arity.ONE: _one_type,
    Arity.OPTIONAL: _optional_type,
    Arity.VARIADIC: _type_list,
}


# Literals, dictionaries, successors


def literal_step(text: str) -> Step:
    """A keyword or punctuation."""
    match = tokens.literal(text)

    def step(p: OpParser, state: OpState, frame: Frame) -> None:
        m = match(p.text, p.pos)
        if m is None:
            p.expect(text)
            return
        p.pos = m.end()

    return step


def attr_dict_step(keyword: bool) -> Step:
    """The attribute dictionary, if present."""

    def plain(p: OpParser, state: OpState, frame: Frame) -> None:
        if p.text.startswith("{", p.pos):
            p.op_attr_dict(state, checked=True)

    def with_keyword(p: OpParser, state: OpState, frame: Frame) -> None:
        p.op_attr_dict(state, keyword=True, checked=True)

    return with_keyword if keyword else plain


def prop_dict_step(p: OpParser, state: OpState, frame: Frame) -> None:
    """`<{…}>`: properties that the format does not spell, if present."""
    if not p.accept("<"):
        return
    start = p.pos
    entries = p.attr_dict()
    inherent = inherent_of(p.op_class)
    for name in entries:
        if name not in inherent.names:
            message = f"unknown key '\"{name}\"' when parsing properties dictionary"
            hint = did_you_mean(name, inherent.names)
            raise p.error_at_op(message + hint, state, start)
    problem = inherent.misfit(entries)
    if problem:
        raise p.error_at_op(problem, state, start)
    state.properties.update(entries)
    p.expect(">")


def successor_step(slot: int) -> Step:
    """One successor."""

    def step(p: OpParser, state: OpState, frame: Frame) -> None:
        frame[slot] = p.successor()

    return step


def successors_step(slot: int) -> Step:
    """Any number of successors with commas between."""

    def step(p: OpParser, state: OpState, frame: Frame) -> None:
        if p.text.startswith("^", p.pos):
            frame[slot] = p.comma_list(p.successor)

    return step


def set_unit_step(name: str) -> Step:
    """Set a flag."""

    def step(p: OpParser, state: OpState, frame: Frame) -> None:
        state.properties[name] = UNIT

    return step


def class_type_step(slot: int, cls: Any) -> Step:
    """A type of one class; one of the dialect itself may leave out `!dialect.name`."""
    bare = bool(cls.name) and has_syntax(cls)

    def step(p: OpParser, state: OpState, frame: Frame) -> None:
        if bare and not p.text.startswith("!", p.pos):
            frame[slot] = p.body(cls)
        else:
            frame[slot] = p.type_of(cls)

    return step


def interface_type_step(slot: int, interface: TypeInterface) -> Step:
    """A type that has an interface."""

    def step(p: OpParser, state: OpState, frame: Frame) -> None:
        here = p.here()
        frame[slot] = p.type()
        if not interface.matches(frame[slot]):
            raise p.error("invalid kind of type specified", here)

    return step
