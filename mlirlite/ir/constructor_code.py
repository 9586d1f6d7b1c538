"""The text of an op class's constructor, made from its declaration.

It is straight-line code for each class: a loop over the fields, and binding arguments to them,
would take most of the time of making an op. Classes of the same form share the compiled code; the
differences are in the namespace in which `definition.py` runs it."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from functools import cache
from types import CodeType
from typing import NamedTuple


class Kind(enum.Enum):
    """What a parameter stands for."""

    OPERAND = "operand"
    PROPERTY = "property"
    REGION = "region"
    SUCCESSOR = "successor"


class Input(NamedTuple):
    """A parameter of the constructor: `attribute` is its name, `name` the declared one. `many`: a
    group, or all the rest. `default`: the property has a default; `computed`: it follows from the
    operands."""

    attribute: str
    name: str
    kind: Kind
    many: bool = False
    required: bool = True
    flag: bool = False
    default: bool = False
    computed: bool = False


class Form(NamedTuple):
    """All that the text depends on. `results` are parameters, too. `only`: there is a single
    result, whose type is `_exact`, or that of the operand of this name, or inferred ("")."""

    inputs: tuple[Input, ...]
    results: tuple[str, ...]
    sized: bool = False
    only: str | None = None


EXACT = "_exact"
"""The name of the fixed type of the only result."""


@cache
def constructor_code(form: Form) -> CodeType:
    """Code that defines `__init__`."""
    lines = [f"def __init__({', '.join(_parameters(form))}):"]
    lines += [f" {line}" for line in (*_given_types(form), *_parts(form), *_finished(form))]
    return compile("\n".join(lines), "<constructor>", "exec")


def positions(inputs: Sequence[Input]) -> tuple[list[Input], list[Input]]:
    """The parameters that may be given by position, and those by name only (required ones after
    optional ones)."""
    by_position: list[Input] = []
    by_name: list[Input] = []
    optional = False
    for i in inputs:
        optional = optional or not i.required
        (by_name if i.required and optional else by_position).append(i)
    return by_position, by_name


def _parameters(form: Form) -> list[str]:
    by_position, by_name = positions(form.inputs)
    words = ["self", *(i.attribute if i.required else f"{i.attribute}=None" for i in by_position)]
    words += ["*", *(i.attribute for i in by_name), *(f"{r}=None" for r in form.results)]
    return [*words, "loc=None", "attributes=None"]


def _given_types(form: Form) -> list[str]:
    if form.only is None:
        return []
    [result] = form.results
    return [f"if {result} is not None: {result} = _type({result})"]


def _parts(form: Form) -> list[str]:
    """Operands, properties, regions and successors."""
    operands = [i for i in form.inputs if i.kind is Kind.OPERAND]
    given = "".join(f"{i.attribute}, " for i in operands)
    lines = []
    for n, i in enumerate(operands):
        name, call = i.attribute, f"(_definition, {n}, {i.attribute}, ({given}))"
        if i.many:
            lines.append(f"{name} = _group{call}")
        else:
            lines.append(f"if {name}.__class__ is not _Result and not isinstance({name}, _Value):")
            lines.append(f" {name} = _operand{call}")
    lines.append(f"self._operands = {_tuple(operands)}")
    lines.append("self.properties = _properties = {}")
    of = form.results[0] if form.only is not None else "None"
    for i in form.inputs:
        if i.kind is Kind.PROPERTY:
            test = f"{i.attribute} is not None"
            if i.computed:
                found = f"_fields[{i.name!r}].computed(self)"
                lines.append(f"if {i.attribute} is None: {i.attribute} = {found}")
            lines.append(f"if {test} and {i.attribute} is not False:" if i.flag else f"if {test}:")
            value = f"_fields[{i.name!r}].encode({i.attribute}, {of})"
            lines.append(f" _properties[{i.name!r}] = {value}")
            if i.default:
                lines.append(f"else: _properties[{i.name!r}] = _defaults[{i.name!r}]")
    if form.sized:
        sizes = "".join(f"len({i.attribute}), " if i.many else "1, " for i in operands)
        lines.append(f"_properties['operandSegmentSizes'] = _sizes(({sizes}))")
    return lines


def _tuple(inputs: Sequence[Input]) -> str:
    return f"({''.join(f'*{i.attribute}, ' if i.many else f'{i.attribute}, ' for i in inputs)})"


def _finished(form: Form) -> list[str]:
    """The rest of the op, its results, and its insertion."""
    operands = [i for i in form.inputs if i.kind is Kind.OPERAND]
    regions = [i for i in form.inputs if i.kind is Kind.REGION]
    successors = [i for i in form.inputs if i.kind is Kind.SUCCESSOR]
    lines = []
    for i in (*regions, *successors):
        if i.many:
            lines.append(f"if {i.attribute} is None: {i.attribute} = ()")
        elif i.kind is Kind.REGION:
            lines.append(f"if {i.attribute} is None: {i.attribute} = _Region()")
    lines += [
        f"self._regions = {_tuple(regions)}",
        f"self._successors = {_tuple(successors)}",
        "self._attributes = attributes and _attributes(attributes)",
        "self._location = loc",
        "self._parent = self._next = self._prev = None",
        "self._order = 0",
    ]
    if regions:
        lines.append("for _region in self._regions: _region._parent = self")
    lines += _results(form)
    if any(i.many for i in operands):
        lines.append("for _value in self._operands: _value._add_user(self)")
    else:
        for i in operands:
            lines.append(f"if {i.attribute}._users is None: {i.attribute}._users = self")
            lines.append(f"else: {i.attribute}._add_user(self)")
    if successors:
        lines.append("for _block in self._successors: _block._add_user(self)")
    return [*lines, "_place = _here()", "if _place is not None: _place.insert(self)"]


def _results(form: Form) -> list[str]:
    if form.only is None:
        given = "".join(f"{r}, " for r in form.results)
        return [f"_make_results(self, _definition, ({given}))" if given else "self._results = ()"]
    [result] = form.results
    if form.only == "":
        found = f"_inferred(self, _definition, {result!r})"
    else:
        found = form.only if form.only == EXACT else f"{form.only}.type"
    return [
        f"if {result} is None: {result} = {found}",
        "_made = _new(_Result)",
        f"_made.type = {result}",
        "_made._users = None",
        "_made.owner = self",
        "_made.index = 0",
        "self._results = (_made,)",
    ]
