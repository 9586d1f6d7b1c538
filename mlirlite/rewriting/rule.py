"""Declarative rules: a pattern as two expressions of op classes and variables.

x, y = variables("x y")
Add, Sub = terms(arith.AddIOp, arith.SubIOp)
sub_of_add = rule(Sub(Add(x, y), y), x, name="sub_of_add")     # (x + y) - y --> x
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FloatAttr, IntegerAttr
from mlirlite.ir.definition import Op, OpDef
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Commutative
from mlirlite.ir.types import FloatType, IndexType, IntegerType, ShapedType
from mlirlite.ir.values import Value
from mlirlite.rewriting.folding import constant_value, materialize
from mlirlite.rewriting.pattern import Pattern
from mlirlite.rewriting.rewriter import Rewriter


class Variable:
    """Stands for any operand or property; in several places of the left side, for the same one."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


class Constant(Variable):
    """Stands for an operand that is a constant. On the right side it is that operand again;
    functions get its attribute."""


@dataclass(frozen=True, slots=True)
class Term:
    """An op: its class, and what those of its fields are that the rule speaks of."""

    cls: type[Op]
    fields: tuple[tuple[str, Any], ...]
    inner: tuple[type[Op], ...]
    """The classes of the terms among the fields: without ops of them there is no match."""

    def __str__(self) -> str:
        return f"{self.cls.name}({', '.join(_shown(e) for _, e in self.fields)})"


Expression = Any
"""A Variable, a Term, a number, or on the right side a function of the variables."""
_Found = dict[Variable, Any]


def variables(names: str) -> tuple[Variable, ...]:
    """A variable for each name: `x, y = variables("x y")`."""
    return tuple(map(Variable, names.split()))


def constants(names: str) -> tuple[Constant, ...]:
    """A constant for each name: `a, b = constants("a b")`."""
    return tuple(map(Constant, names.split()))


def terms(*classes: type[Op]) -> tuple[Callable[..., Term], ...]:
    """For each op class a function that makes terms of it; its arguments are checked against the
    constructor's. TypeError when they do not fit."""
    return tuple(map(_maker, classes))


def _definition(cls: Any) -> OpDef:
    found: OpDef = cls.definition
    return found


def _maker(cls: type[Op]) -> Callable[..., Term]:
    def make(*arguments: Any, **keywords: Any) -> Term:
        try:
            bound = _definition(cls).signature.bind_partial(*arguments, **keywords).arguments
        except TypeError as e:
            raise TypeError(f"{cls.__name__}: {e}") from None
        inner = tuple(a.cls for a in bound.values() if isinstance(a, Term))
        return Term(cls, tuple(bound.items()), inner)

    return make


def rule(
    lhs: Term,
    rhs: Expression | tuple[Expression, ...],
    *,
    where: Callable[..., bool] | None = None,
    reason: str = "the condition does not hold",
    name: str = "",
    benefit: int = 1,
) -> Pattern:
    """The pattern that replaces what looks like `lhs` by `rhs`.

    On the left a number matches a constant or splat that is equal, and ops with the trait
    Commutative match with their operands in both orders. On the right it is a constant of the
    result's type. A function there, and `where`, take variables by the names of their parameters,
    constants as attributes, and `op` as the root; a function gives an attribute, a type, a value, a
    property, or None: then the rule does not apply. A tuple on the right has an expression for each
    result. TypeError when the right side has a variable that the left side has not.
    """
    results = rhs if isinstance(rhs, tuple) else (rhs,)
    known = {v.name: v for v in _variables(lhs)}
    for wanted in [*(n for r in results for n in _needed(r)), *_parameters(where)]:
        if wanted not in known and wanted != "op":
            raise TypeError(f"rule {lhs}: the left side has no variable '{wanted}'")
    equation = f"{lhs} --> {', '.join(map(_shown, results))}"

    def rewrite(op: Operation, rw: Rewriter) -> bool:
        if not _has_inner(lhs, op):  # the usual case, without a generator
            return rw.fail("looks different")
        refused = "looks different"
        for found in _match(lhs, op, {}):
            values = {n: _seen(v, found[v]) for n, v in known.items() if v in found} | {"op": op}
            if where is not None and not _call(where, values):
                refused = reason
                continue
            made = _Right(op, rw, found, values)
            if not all(map(made.prepare, results)):
                refused = "a part of the right side cannot be computed"
                continue
            rw.replace(
                op, [made.value(r, t) for r, t in zip(results, op.result_types, strict=True)]
            )
            return True
        return rw.fail(refused)

    rewrite.__doc__ = equation
    return Pattern(rewrite, (lhs.cls,), benefit, name or equation)


def _has_inner(term: Term, op: Operation) -> bool:
    """Whether there are ops of the classes that a term wants among the operands."""
    for cls in term.inner:
        for value in op.operands:
            if isinstance(value.defining_op, cls):
                break
        else:
            return False
    return True


def _match(term: Term, op: Operation | None, found: _Found) -> Iterator[_Found]:
    """The ways in which an op is what a term says."""
    if not isinstance(op, term.cls) or not _has_inner(term, op):
        return
    fields = term.fields
    orders = [[getattr(op, name) for name, _ in fields]]
    places = [i for i, value in enumerate(orders[0]) if isinstance(value, Value)]
    if len(places) == 2 and op.has_trait(Commutative):
        swapped = list(orders[0])
        a, b = places
        swapped[a], swapped[b] = swapped[b], swapped[a]
        orders.append(swapped)
    for order in orders:
        yield from _match_all([e for _, e in fields], order, found)


def _match_all(expressions: list[Any], values: list[Any], found: _Found) -> Iterator[_Found]:
    if not expressions:
        yield found
        return
    for more in _match_one(expressions[0], values[0], found):
        yield from _match_all(expressions[1:], values[1:], more)


def _match_one(expression: Any, value: Any, found: _Found) -> Iterator[_Found]:
    if isinstance(expression, Term):
        if isinstance(value, Value) and value.defining_op is not None:
            yield from _match(expression, value.defining_op, found)
    elif isinstance(expression, Constant) and constant_value(value) is None:
        return
    elif isinstance(expression, Variable):
        if expression not in found:
            yield found | {expression: value}
        elif found[expression] is value or (
            not isinstance(value, Value) and found[expression] == value
        ):
            yield found
    elif isinstance(value, Value):
        if _is_number(constant_value(value), expression):
            yield found
    elif value == expression:
        yield found


def _is_number(attribute: Attribute | None, number: Any) -> bool:
    """Whether a constant, or every element of a splat, is a number; integers are compared as bits,
    so that -1 is all ones."""
    if isinstance(attribute, DenseElementsAttr):
        if not attribute.is_splat:
            return False
        value, type = attribute.splat_value(), attribute.type.element_type
    elif isinstance(attribute, (IntegerAttr, FloatAttr)):
        value, type = attribute.value, attribute.type
    else:
        return False
    if isinstance(type, IntegerType):
        mask = (1 << type.width) - 1
        return isinstance(number, int) and (int(value) ^ number) & mask == 0
    return bool(value == number)


class _Right:
    """The right side of a rule for one match: functions are called first, then ops are made."""

    def __init__(self, op: Operation, rw: Rewriter, found: _Found, values: dict[str, Any]) -> None:
        self.op, self.rw, self.found, self.values = op, rw, found, values
        self.computed: dict[int, Any] = {}

    def prepare(self, expression: Expression, operand: bool = True) -> bool:
        """Call the functions in an expression; False when one gave nothing, or when there is no
        constant of the result's type for a number that is an operand."""
        if isinstance(expression, Term):
            operands = {f.attribute for f in _definition(expression.cls).operands}
            return all(self.prepare(e, name in operands) for name, e in expression.fields)
        if _is_function(expression):
            got = self.computed[id(expression)] = _call(expression, self.values)
            return got is not None
        if operand and not isinstance(expression, Variable):
            type = self.op.result_types[0]
            return not isinstance(type, ShapedType) or type.has_static_shape
        return True

    def value(self, expression: Expression, type: Type | None) -> Any:
        """The value (or property) that an expression stands for; `type` is that of a constant."""
        if isinstance(expression, Variable):
            return self.found[expression]
        if isinstance(expression, Term):
            return self._make(expression, type)
        got = self.computed[id(expression)] if _is_function(expression) else expression
        if isinstance(got, Value):
            return got
        if not isinstance(got, Attribute):
            if type is None:
                return got
            got = _number(got, type)
        own = getattr(got, "type", type)
        made = materialize(self.op, got, own) if own is not None else None
        if made is None:
            raise ValueError(f"the dialect of '{self.op.name}' has no constant for {got}")
        return self.rw.insert(made).results[0]

    def _make(self, term: Term, type: Type | None) -> Value:
        operands = {f.attribute for f in _definition(term.cls).operands}
        operand_type = type if type is not None else self.op.result_types[0]
        arguments = {
            name: self.value(e, operand_type) if name in operands else self._property(e)
            for name, e in term.fields
        }
        made: Operation = self.rw.insert(term.cls(**arguments))
        return made.results[0]

    def _property(self, expression: Expression) -> Any:
        if isinstance(expression, Variable):
            return self.found[expression]
        return self.computed[id(expression)] if _is_function(expression) else expression


def _number(number: Any, type: Type) -> Attribute:
    """The constant of a type that a number is."""
    made: Attribute
    if isinstance(type, ShapedType):
        made = DenseElementsAttr.of(type, number)
    elif isinstance(type, FloatType):
        made = FloatAttr(float(number), type)
    elif isinstance(type, (IntegerType, IndexType)):
        made = IntegerAttr(int(number), type)
    else:
        raise ValueError(f"there is no constant {number} of type {type}")
    return made


def _seen(variable: Variable, value: Any) -> Any:
    return constant_value(value) if isinstance(variable, Constant) else value


def _call(function: Callable[..., Any], values: dict[str, Any]) -> Any:
    return function(**{name: values[name] for name in _parameters(function)})


def _is_function(expression: Any) -> bool:
    return inspect.isfunction(expression)


def _parameters(function: Callable[..., Any] | None) -> list[str]:
    return [] if function is None else list(inspect.signature(function).parameters)


def _variables(expression: Expression) -> Iterator[Variable]:
    if isinstance(expression, Variable):
        yield expression
    elif isinstance(expression, Term):
        for _, inner in expression.fields:
            yield from _variables(inner)


def _needed(expression: Expression) -> Iterator[str]:
    """Names of the variables that an expression of the right side needs."""
    yield from (v.name for v in _variables(expression))
    if _is_function(expression):
        yield from _parameters(expression)
    elif isinstance(expression, Term):
        for _, inner in expression.fields:
            if not isinstance(inner, Variable):
                yield from _needed(inner)


def _shown(expression: Expression) -> str:
    if _is_function(expression):
        return f"f({', '.join(_parameters(expression))})"
    return str(expression)
