"""Assembly formats as printers: a format's tree becomes a list of small functions, each with the text that goes before it."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.ir.affine import AffineMap, IntegerSet
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import DenseArrayAttr, EnumAttr, StringAttr, UnitAttr
from mlirlite.ir.definition import OPERAND_SEGMENTS, RESULT_SEGMENTS, Op
from mlirlite.ir.fields import (
    Arity,
    Field,
    PropertyField,
    RegionField,
    Successor,
    ValueField,
    VarRegion,
    VarSuccessor,
    _Operands,
)
from mlirlite.ir.traits import SingleBlockImplicitTerminator
from mlirlite.parser.assembly_format import (
    AttrDict,
    AttributeFormat,
    Code,
    Custom,
    FunctionalType,
    Group,
    Literal,
    OIList,
    OpFormat,
    Params,
    PropDict,
    Ref,
    Space,
    Struct,
    TypeOf,
    Variable,
    Whole,
    op_format,
)
from mlirlite.parser.directives import find_directive, type_of
from mlirlite.printer.literals import keyword_or_string, quoted

Step = Callable[[Any, Any], None]
"""`step(op, p)`: append a part of an op's text."""
Getter = Callable[[Any], Any]
"""What a variable stands for on an op."""

_NO_SPACE_AFTER = ("<", "(", "{", "[")


class _Writer:
    """Steps in the making. `text` waits to be put before the next step; the two flags are upstream's rule for spaces."""

    def __init__(self, space: bool = True, punctuation: bool = False) -> None:
        self.steps: list[Step] = []
        self.text = ""
        self.space = space
        self.punctuation = punctuation

    def literal(self, text: str) -> None:
        """A literal, with a space before it where upstream puts one."""
        if self.space and _space_before(text, self.punctuation):
            self.text += " "
        self.text += text
        self.space = text not in _NO_SPACE_AFTER
        self.punctuation = not (text[0] == "_" or text[0].isalpha())

    def whitespace(self, text: str) -> None:
        """A space, or none, where the format says so."""
        if text == "\n":
            self.add(lambda op, p: p.newline())
            return
        self.text += text
        self.punctuation = not text
        self.space = False

    def before_value(self) -> str:
        """The text to put before a variable; it includes what waits."""
        if self.space or not self.punctuation:
            self.text += " "
        self.punctuation = False
        self.space = True
        text, self.text = self.text, ""
        return text

    def add(self, step: Step) -> None:
        """A step that brings its own text before it."""
        self.flush()
        self.steps.append(step)

    def flush(self) -> None:
        """Make a step of the text that waits."""
        if self.text:
            self.steps.append(_constant(self.text))
            self.text = ""

    def nested(self) -> _Writer:
        """A writer for a group: it goes on where this one is."""
        self.flush()
        return _Writer(self.space, self.punctuation)

    def resume(self, other: _Writer) -> None:
        """Go on where a group ended."""
        other.flush()
        self.space, self.punctuation = other.space, other.punctuation


def _space_before(text: str, after_punctuation: bool) -> bool:
    if len(text) != 1 and text != "->":
        return True
    return text[0] not in (">)}]," if after_punctuation else "<>(){}[],")


def _constant(text: str) -> Step:
    return lambda op, p: p.text(text)


def _sequence(steps: Sequence[Step]) -> Step:
    """One function that runs the steps."""
    if len(steps) == 1:
        return steps[0]
    if len(steps) == 2:
        first, second = steps

        def two(op: Any, p: Any) -> None:
            first(op, p)
            second(op, p)

        return two
    if len(steps) == 4:
        a, b, c, d = steps

        def four(op: Any, p: Any) -> None:
            a(op, p)
            b(op, p)
            c(op, p)
            d(op, p)

        return four

    def run(op: Any, p: Any) -> None:
        for step in steps:
            step(op, p)

    return run


# Operations


def compile_printer(cls: type[Op]) -> Step:
    """The function that prints what follows the name of an op of this class. FormatError when the format is wrong."""
    return _OpCompiler(op_format(cls)).compile()


class _OpCompiler:
    def __init__(self, format: OpFormat) -> None:
        self.format = format
        self.definition = format.definition
        self.implicit = format.cls.has_trait(SingleBlockImplicitTerminator)

    def compile(self) -> Step:
        writer = _Writer()
        self.elements(writer, self.format.tree)
        writer.flush()
        return _sequence(writer.steps)

    def elements(self, writer: _Writer, elements: Sequence[Any], skip: Any = None) -> None:
        for element in elements:
            if skip is None or element is not skip:
                self.element(writer, element)

    def element(self, writer: _Writer, element: Any) -> None:
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
                writer.steps.append(_WHOLES[kind](writer.before_value()))
            case TypeOf(of):
                writer.steps.append(self.types(writer.before_value(), of, element))
            case FunctionalType(inputs, results):
                take, give = self.getter(inputs, element), self.getter(results, element)
                writer.steps.append(_functional(writer.before_value(), take, give))
            case Custom():
                writer.steps.append(self.custom(writer.before_value(), element))
            case _:
                raise self.format.error("cannot stand here", element)

    # Variables

    def getter(self, element: Any, where: Any) -> Getter:
        """What gives the values, regions … that an element stands for."""
        match element:
            case Whole(kind):
                return lambda op: getattr(op, kind)
            case Variable(name):
                return _getter(self.format.field(name, where))
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
        get = _getter(field)
        if isinstance(field, PropertyField):
            return _property_step(before, field, get, property_printer(field, element.qualified))
        if isinstance(field, _Operands):
            if field.fixed is not None:
                return _operand(before, field.fixed)
            return _operands(before, get) if field.arity is Arity.VARIADIC else _optional(before, get)
        if isinstance(field, RegionField):
            return self.region(before, get)
        if isinstance(field, VarRegion):
            return self.regions(before, get)
        if isinstance(field, (Successor, VarSuccessor)):
            return _successors(before, get, isinstance(field, VarSuccessor))
        raise self.format.error("results are not written", element)

    def types(self, before: str, of: Any, element: TypeOf) -> Step:
        get = self.getter(of, element)
        if isinstance(of, Variable):
            field = self.format.field(of.name, element)
            if isinstance(field, ValueField) and field.fixed is not None:
                take = _operand_type if isinstance(field, _Operands) else _result_type
                return take(before, field.fixed)
            if field.arity is not Arity.VARIADIC:
                return _optional_type(before, get)
        return _types(before, get)

    def region(self, before: str, get: Getter) -> Step:
        if not self.implicit:

            def plain(op: Any, p: Any) -> None:
                p.text(before)
                p.region(get(op))

            return plain

        def step(op: Any, p: Any) -> None:
            p.text(before)
            region = get(op)
            p.region(region, print_terminators=not _says_nothing(region))

        return step

    def regions(self, before: str, get: Getter) -> Step:
        implicit = self.implicit

        def step(op: Any, p: Any) -> None:
            p.text(before)
            for i, region in enumerate(get(op)):
                if i:
                    p.text(", ")
                p.region(region, print_terminators=not (implicit and _says_nothing(region)))

        return step

    def custom(self, before: str, element: Custom) -> Step:
        found = find_directive(element.name, self.format.cls.name.partition(".")[0])
        if found is None:
            raise self.format.error(f"no directive custom<{element.name}> is registered", element)
        write = found.print
        getters = [self.getter(a, element) for a in element.arguments]

        def step(op: Any, p: Any) -> None:
            p.text(before)
            write(p, op, *[get(op) for get in getters])

        return step

    # Dictionaries

    def attr_dict(self, element: AttrDict) -> Step:
        format, definition = self.format, self.definition
        elided = set(format.written)
        if definition.operand_sized and "operands" not in format.wholes:
            elided.add(OPERAND_SEGMENTS)
        if definition.result_sized and "results" not in format.typed:
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

        def step(op: Any, p: Any) -> None:
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

        def step(op: Any, p: Any) -> None:
            entries = {n: a for n, a in op.properties.items() if n not in hidden}
            if entries:
                p.text(" <")
                p.dictionary(entries)
                p.text(">")

        return step

    # Groups

    def group(self, writer: _Writer, group: Group) -> None:
        anchor = group.anchor
        present = self.presence(anchor, group)
        skip = self.elided_anchor(group)
        inner = writer.nested()
        self.elements(inner, [e for e in group.then if e != skip or type(e) is not type(skip)])
        inner.flush()
        then = _sequence(inner.steps)
        otherwise: Step | None = None
        if group.otherwise:
            other = _Writer(inner.space, inner.punctuation)
            self.elements(other, [e for e in group.otherwise if e != skip])
            other.flush()
            otherwise = _sequence(other.steps)
            inner = other
        writer.resume(inner)
        if group.inverted:
            writer.steps.append(_choice(present, otherwise, then))
        else:
            writer.steps.append(_choice(present, then, otherwise))
        if group.inverted:  # `then` is printed when the anchor, in the other group, is absent
            return

    def elided_anchor(self, group: Group) -> Any:
        """The anchor, when its presence says it all: a unit property that does not begin its group."""
        anchor = group.anchor
        if not isinstance(anchor, Variable):
            return None
        field = self.format.field(anchor.name, group)
        if not (isinstance(field, PropertyField) and is_unit(field)):
            return None
        firsts = [group.then[0], *group.otherwise[:1]]
        return None if any(f == anchor for f in firsts) else anchor

    def presence(self, anchor: Any, where: Any) -> Callable[[Any], Any]:
        """A test whether an anchor is there."""
        match anchor:
            case Variable(name):
                field = self.format.field(name, where)
                if isinstance(field, PropertyField):
                    return _property_presence(field)
                get = _getter(field)
                if isinstance(field, RegionField):
                    return lambda op: get(op).first is not None
                return get
            case TypeOf(of) | FunctionalType(of, _) | Ref(of):
                return self.presence(of, where)
            case Whole(kind):
                return lambda op: getattr(op, kind)
            case Custom(_, arguments):
                tests = [self.presence(a, where) for a in arguments if not isinstance(a, (Code, Ref))]
                return lambda op: any(test(op) for test in tests)
        raise self.format.error("cannot be an anchor", anchor)

    def oilist(self, writer: _Writer, element: OIList) -> None:
        for literal, elements in element.clauses:
            tests = [
                self.presence(e, element)
                for e in elements
                if isinstance(e, (Variable, Custom))
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
            writer.steps.append(_choice(_any_of(tests), _sequence(inner.steps), None))


def _any_of(tests: Sequence[Callable[[Any], Any]]) -> Callable[[Any], Any]:
    return tests[0] if len(tests) == 1 else lambda op: any(test(op) for test in tests)


def _choice(test: Callable[[Any], Any], yes: Step | None, no: Step | None) -> Step:
    def step(op: Any, p: Any) -> None:
        if test(op):
            if yes is not None:
                yes(op, p)
        elif no is not None:
            no(op, p)

    return step


def _says_nothing(region: Any) -> bool:
    """True when the terminator of the first block carries nothing, so that text may leave it out."""
    last = region.first.last if region.first is not None else None
    return last is not None and not (
        last.operands or last.results or last.properties or last._attributes
    )


def _getter(field: Field[Any]) -> Getter:
    if isinstance(field, PropertyField):
        name, default = field.name, field.default
        return lambda op: op.properties.get(name, default)
    return field.read


def is_unit(field: PropertyField[Any]) -> bool:
    """True for a flag."""
    return issubclass(field.attribute_class, UnitAttr)


def _property_presence(field: PropertyField[Any]) -> Callable[[Any], Any]:
    name, default = field.name, field.default
    if default is None:
        return lambda op: name in op.properties
    return lambda op: op.properties.get(name, default) != default


# Steps. `before` is the text that goes before; each is one call of p.text where possible.


def _operand(before: str, index: int) -> Step:
    return lambda op, p: p.text(before + p.names[op.operands[index]])


def _operands(before: str, get: Getter) -> Step:
    def step(op: Any, p: Any) -> None:
        names = p.names
        p.text(before + ", ".join([names[v] for v in get(op)]))

    return step


def _optional(before: str, get: Getter) -> Step:
    def step(op: Any, p: Any) -> None:
        value = get(op)
        p.text(before if value is None else before + p.names[value])

    return step


def _operand_type(before: str, index: int) -> Step:
    def step(op: Any, p: Any) -> None:
        p.text(before)
        p.type(op.operands[index].type)

    return step


def _result_type(before: str, index: int) -> Step:
    def step(op: Any, p: Any) -> None:
        p.text(before)
        p.type(op.results[index].type)

    return step


def _optional_type(before: str, get: Getter) -> Step:
    def step(op: Any, p: Any) -> None:
        p.text(before)
        value = get(op)
        if value is not None:
            p.type(value.type)

    return step


def _types(before: str, get: Getter) -> Step:
    def step(op: Any, p: Any) -> None:
        p.text(before)
        p.types([v.type for v in get(op)])

    return step


def _functional(before: str, take: Getter, give: Getter) -> Step:
    def step(op: Any, p: Any) -> None:
        p.text(before)
        p.functional_type(_sequence_of(take(op)), _sequence_of(give(op)))

    return step


def _sequence_of(value: Any) -> Sequence[Any]:
    if value is None:
        return ()
    return value if isinstance(value, (tuple, list)) else (value,)


def _successors(before: str, get: Getter, several: bool) -> Step:
    def step(op: Any, p: Any) -> None:
        p.text(before)
        for i, block in enumerate(get(op) if several else (get(op),)):
            if i:
                p.text(", ")
            p.successor(block)

    return step


def _property_step(
    before: str, field: PropertyField[Any], get: Getter, write: Callable[[Any, Any], None]
) -> Step:
    def step(op: Any, p: Any) -> None:
        p.text(before)
        attribute = get(op)
        if attribute is not None:
            write(attribute, p)

    return step


_WHOLES: dict[str, Callable[[str], Step]] = {
    "operands": lambda before: _operands(before, lambda op: op.operands),
    "results": lambda before: _operands(before, lambda op: op.results),
    "successors": lambda before: _successors(before, lambda op: op.successors, True),
    "regions": lambda before: _all_regions(before),
}


def _all_regions(before: str) -> Step:
    def step(op: Any, p: Any) -> None:
        p.text(before)
        for i, region in enumerate(op.regions):
            if i:
                p.text(", ")
            p.region(region)

    return step


def property_printer(
    field: PropertyField[Any], qualified: bool = False
) -> Callable[[Any, Any], None]:
    """How a property stands in an op's text: a keyword for an enum's case, `@x` for a symbol's name, without its type where that is
    known, without `#dialect.name` where the class is."""
    cls = field.attribute_class
    python = field.python
    if isinstance(python, type) and issubclass(python, enum.Enum):
        return _enum_printer(python)
    if issubclass(cls, StringAttr) and python is str:
        if field.name == "sym_name":
            return lambda a, p: p.symbol_name(a.value)
        return lambda a, p: p.text(quoted(a.value))
    if issubclass(cls, DenseArrayAttr):
        return lambda a, p: p.stripped(a) if field.type is not None and not qualified else p.attribute(a)
    if field.type is not None:
        return lambda a, p: p.attribute_without_type(a)
    if cls.name and not issubclass(cls, Type) and not qualified:
        return lambda a, p: p.stripped(a)
    return lambda a, p: p.attribute(a)


def _enum_printer(cases: type[enum.Enum]) -> Callable[[Any, Any], None]:
    from mlirlite.ir.attributes import enum_keywords

    words = {number: keyword_or_string(word) for word, number in enum_keywords(cases).items()}
    separator = getattr(cases, "__separator__", "|")

    def write(attribute: Any, p: Any) -> None:
        value = attribute.value
        word = words.get(value)
        if word is None:
            word = quoted(separator.join(flag_words(cases, value)))
        p.text(word)

    return write


def flag_words(cases: Any, value: int) -> list[str]:
    """The keywords of the flags in a value: the largest groups first where they fit whole, in the order of declaration."""
    from mlirlite.ir.attributes import enum_keywords

    words = enum_keywords(cases)
    exact = [word for word, number in words.items() if number == value]
    if exact:
        return exact[:1]
    return [
        word
        for word, number in words.items()
        if number and value & number == number and number & (number - 1) == 0
    ]


# Types and attributes


def compile_attribute_printer(cls: type[Attribute]) -> Callable[[Any, Any], None]:
    """The function that prints what follows the mnemonic of a type or attribute of this class."""
    if cls.assembly_format is None:
        if issubclass(cls, EnumAttr):
            return _print_case
        raise TypeError(f"{cls.__name__} has no assembly_format")
    format = AttributeFormat(cls, cls.assembly_format)
    writer = _Writer()
    _AttributeCompiler(format).elements(writer, format.tree)
    writer.flush()
    return _sequence(writer.steps) if writer.steps else lambda a, p: None


def case_text(attribute: EnumAttr) -> str:
    """The keyword of an enum attribute's case, or those of its flags."""
    cls = type(attribute)
    words = flag_words(cls.cases, int(attribute.value))
    separator = cls.separator if cls.separator.endswith(" ") or cls.separator == "|" else cls.separator + " "
    return separator.join(map(keyword_or_string, words))


def _print_case(attribute: Any, p: Any) -> None:
    p.text(f"<{case_text(attribute)}>")


class _AttributeCompiler:
    def __init__(self, format: AttributeFormat) -> None:
        self.format = format

    def elements(self, writer: _Writer, elements: Sequence[Any]) -> None:
        for element in elements:
            self.element(writer, element)

    def element(self, writer: _Writer, element: Any) -> None:
        match element:
            case Literal(text):
                writer.literal(text)
            case Space(text):
                writer.whitespace(text)
            case Variable(name, qualified):
                self.variable(writer, name, qualified)
            case Params():
                self.listed(writer, self.format.cls.parameters, named=False)
            case Struct(of):
                names = [v.name for v in of if isinstance(v, Variable)]
                if len(of) == 1 and isinstance(of[0], Params):
                    names = list(self.format.cls.parameters)
                self.listed(writer, names, named=True)
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

    def variable(self, writer: _Writer, name: str, qualified: bool) -> None:
        optional = name in self.format.defaults
        before = writer.before_value()
        if not optional:
            writer.steps.append(_parameter(before, name, qualified))
            return
        gap = len(before) - len(before.rstrip(" "))
        if before[: len(before) - gap]:
            writer.steps.append(_constant(before[: len(before) - gap]))
        step = _parameter(before[len(before) - gap :], name, qualified)
        writer.steps.append(_choice(self.present(name), step, None))

    def listed(self, writer: _Writer, names: Sequence[str], named: bool) -> None:
        before = writer.before_value()
        writer.punctuation = True
        writer.space = False
        tests = [(name, self.present(name)) for name in names]
        blank = before.endswith(" ") and all(n in self.format.defaults for n in names)
        head = before[:-1] if blank else before

        def step(a: Any, p: Any) -> None:
            p.text(head)
            separate = False
            for name, present in tests:
                if not present(a):
                    continue
                p.text(", " if separate else " " if blank else "")
                separate = True
                if named:
                    p.text(f"{name} = ")
                print_parameter(getattr(a, name), p)

        writer.steps.append(step)

    def custom(self, before: str, element: Custom) -> Step:
        found = find_directive(element.name, self.format.cls.name.partition(".")[0])
        if found is None:
            raise self.format.error(f"no directive custom<{element.name}> is registered", element)
        write = found.print
        names = [
            (a.of if isinstance(a, Ref) else a)
            for a in element.arguments
        ]

        def step(a: Any, p: Any) -> None:
            p.text(before)
            write(p, a, *[n.text if isinstance(n, Code) else getattr(a, n.name) for n in names])

        return step

    def group(self, writer: _Writer, group: Group) -> None:
        anchor = group.anchor
        names = [v.name for v in _variables(anchor)]
        if not names:
            raise self.format.error("the anchor names no parameter", group)
        tests = [self.present(n) for n in names]
        inner = writer.nested()
        self.elements(inner, group.then)
        inner.flush()
        then = _sequence(inner.steps)
        otherwise: Step | None = None
        if group.otherwise:
            other = _Writer(inner.space, inner.punctuation)
            self.elements(other, group.otherwise)
            other.flush()
            otherwise, inner = _sequence(other.steps), other
        writer.resume(inner)
        if group.inverted:
            writer.steps.append(_choice(_any_of(tests), otherwise, then))
        else:
            writer.steps.append(_choice(_any_of(tests), then, otherwise))


def _variables(element: Any) -> list[Variable]:
    match element:
        case Variable():
            return [element]
        case Custom(_, arguments):
            return [v for a in arguments for v in _variables(a)]
        case Struct(of):
            return [v for a in of for v in _variables(a)]
    return []


def _parameter(before: str, name: str, qualified: bool) -> Step:
    def step(a: Any, p: Any) -> None:
        p.text(before)
        print_parameter(getattr(a, name), p, qualified)

    return step


def print_parameter(value: Any, p: Any, qualified: bool = False) -> None:
    """Append a parameter: attributes stripped, numbers and strings as literals, enums as keywords, tuples with commas."""
    if isinstance(value, Attribute):
        if qualified:
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
            print_parameter(item, p, qualified)
    elif isinstance(value, (AffineMap, IntegerSet)):
        p.text(str(value))
    elif value is not None:
        p.text(str(value))
