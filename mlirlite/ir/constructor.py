"""Constructors of op classes: the code made from a declaration, and the functions that it calls in
unusual cases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import i32_array
from mlirlite.ir.block import Region
from mlirlite.ir.constructor_code import EXACT, Form, Input, Kind, constructor_code, positions
from mlirlite.ir.fields import (
    Arity,
    Field,
    PropertyField,
    RegionField,
    Successor,
    ValueField,
    VarRegion,
    VarSuccessor,
)
from mlirlite.ir.from_python import to_attribute, to_type
from mlirlite.ir.insertion import insertion_point
from mlirlite.ir.op_def import RESULT_SEGMENTS, OpDef
from mlirlite.ir.operation import Operation
from mlirlite.ir.operators import constant_of
from mlirlite.ir.traits import SameOperandsAndResultTypeTrait, Trait
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import OpResult, Value

if TYPE_CHECKING:
    import inspect


def form_of(definition: OpDef, default_inference: bool) -> Form:
    """What the constructor depends on. `default_inference`: result types follow from constraints
    and traits alone."""
    cls, results = definition.cls, definition.results
    only = None
    if len(results) == 1 and results[0].arity is Arity.ONE:
        operands = definition.operands
        first = next((t for t in cls.ordered_traits if type(t).infer is not Trait.infer), None)
        if default_inference and isinstance(results[0].constraint.exact, Type):
            only = EXACT
        elif (
            default_inference
            and isinstance(first, SameOperandsAndResultTypeTrait)
            and operands
            and operands[0].arity is Arity.ONE
        ):
            only = operands[0].attribute
        else:
            only = ""
    return Form(
        tuple(map(_input, definition.inputs)),
        tuple(f.attribute for f in results),
        definition.operand_sized,
        only,
    )


def _input(field: Field[Any]) -> Input:
    name, many = field.name, field.arity is not Arity.ONE
    if isinstance(field, PropertyField):
        default, computed = field.default is not None, field.computed is not None
        required = not (field.optional or default or computed)
        kind, optional = Kind.PROPERTY, field.optional
        return Input(field.attribute, name, kind, False, required, optional, default, computed)
    if isinstance(field, (RegionField, VarRegion)):
        many = isinstance(field, VarRegion)
        return Input(field.attribute, name, Kind.REGION, many, required=False)
    if isinstance(field, (Successor, VarSuccessor)):
        many = isinstance(field, VarSuccessor)
        return Input(field.attribute, name, Kind.SUCCESSOR, many, required=not many)
    return Input(field.attribute, name, Kind.OPERAND, many, required=not many)


@cache
def signature_of(form: Form) -> inspect.Signature:
    """The parameters that a caller gives."""
    import inspect  # late: programs do not need it

    both, keyword = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
    by_position, by_name = positions(form.inputs)
    empty = inspect.Parameter.empty
    parameters = [
        inspect.Parameter(i.attribute, both, default=empty if i.required else None)
        for i in by_position
    ]
    parameters += [inspect.Parameter(i.attribute, keyword) for i in by_name]
    parameters += [inspect.Parameter(r, keyword, default=None) for r in form.results]
    return inspect.Signature(parameters)


# What constructors call in unusual cases


def _operand(definition: OpDef, index: int, given: Any, others: Sequence[Any]) -> Value:
    """The value for an operand: itself, the result of an op, or a constant for a number."""
    if isinstance(given, Value):
        return given
    if isinstance(given, Operation):
        return given._as_value()
    field = definition.operands[index]
    who = f"{definition.cls.__name__}: operand '{field.name}'"
    if not isinstance(given, (bool, int, float, complex)):
        raise TypeError(f"{who} must be a value, got {type(given).__name__}")
    type_ = _type_of_number(definition, field, given, others)
    if type_ is None:
        raise TypeError(f"{who} must be a value, got {given!r}, whose type follows from nothing")
    if insertion_point() is None:
        raise TypeError(f"{who}: {given!r} is a new constant, which needs an insertion point")
    made: Value = constant_of(given, type_)
    return made


def _type_of_number(
    definition: OpDef, field: ValueField[Any], number: Any, others: Sequence[Any]
) -> Type | None:
    """The type of a number as an operand: the only allowed one, that of operands that must have the
    same type, or index."""
    exact = field.constraint.exact
    if isinstance(exact, Type):
        return exact
    for other, given in zip(definition.operands, others, strict=True):
        if isinstance(given, (Value, Operation)) and any(
            t.same_type(field.name, other.name) for t in definition.cls.ordered_traits
        ):
            return given._as_value().type
    counts = isinstance(number, int) and not isinstance(number, bool)
    return INDEX if counts and field.constraint.matches(INDEX) else None


def _group(definition: OpDef, index: int, given: Any, others: Sequence[Any]) -> tuple[Value, ...]:
    """The values for a group of operands."""
    if given is None:
        return ()
    if isinstance(given, (Value, Operation, bool, int, float, complex)):
        given = (given,)
    if not isinstance(given, Iterable):
        who = f"{definition.cls.__name__}: operands '{definition.operands[index].name}'"
        raise TypeError(f"{who} must be values, got {type(given).__name__}")
    return tuple([_operand(definition, index, one, others) for one in given])


def _make_results(op: Operation, definition: OpDef, given: Sequence[Any]) -> None:
    types, sizes = definition.result_types(given)
    op._results = ()
    if types is None:
        types = list(_inferred_types(op, definition))
    elif definition.result_sized:
        op.properties[RESULT_SEGMENTS] = i32_array(sizes)
    op._results = tuple([OpResult(t, op, i) for i, t in enumerate(types)])


def _inferred(op: Any, definition: OpDef, result: str) -> Type:  # an Op, which is above
    op._results = ()
    [found] = _inferred_types(op, definition)
    return found


class UnfitOperandsError(ValueError):
    """The operands of a new op admit no result. The text says why, after the name of the op."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(text)
        self.name = name


def _inferred_types(op: Any, definition: OpDef) -> Sequence[Type]:  # an Op, which is above
    try:
        inferred: Sequence[Type] | None = op.default_types()
    except ValueError as e:
        raise UnfitOperandsError(op.name, str(e)) from e
    if inferred is None:
        missing = ", ".join(f"'{f.attribute}'" for f in definition.results)
        raise TypeError(
            f"{definition.cls.__name__}: give the result types {missing}; they cannot be inferred"
        )
    return inferred


def _attributes(given: Mapping[str, Any]) -> dict[str, Attribute]:
    return {name: to_attribute(value) for name, value in given.items()}


_CALLED = {
    "_Region": Region,
    "_Result": OpResult,
    "_Value": Value,
    "_attributes": _attributes,
    "_group": _group,
    "_here": insertion_point,
    "_inferred": _inferred,
    "_make_results": _make_results,
    "_new": object.__new__,
    "_operand": _operand,
    "_sizes": i32_array,
    "_type": to_type,
}
"""The namespace of constructors, without the names of one class."""


def constructor(definition: OpDef, form: Form) -> Any:
    """The function that is `__init__` of the class."""
    fields = definition.properties
    namespace: dict[str, Any] = {
        **_CALLED,
        "_definition": definition,
        "_fields": fields,
        "_defaults": {name: f.default for name, f in fields.items()},
        EXACT: definition.results[0].constraint.exact if definition.results else None,
    }
    exec(constructor_code(form), namespace)
    made = namespace["__init__"]
    made.__qualname__ = definition.cls.__name__  # its name in errors
    return made
