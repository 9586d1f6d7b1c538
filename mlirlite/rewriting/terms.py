"""The expressions of rules: variables, constants, ops as terms, and computations on them. All of it
is data: rules are compiled, printed and checked from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from types import FunctionType
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constants import operate
from mlirlite.ir.constructor_code import Form, Kind, positions
from mlirlite.ir.definition import Op
from mlirlite.ir.op_def import OpDef
from mlirlite.ir.optable import check_class, check_function
from mlirlite.support.record import Record, replace


class Expression:
    """An expression that supports operators: `a + b`, `f & g`."""

    def __add__(self, other: Expression) -> Call:
        return _infix("+", self, other)

    def __sub__(self, other: Expression) -> Call:
        return _infix("-", self, other)

    def __mul__(self, other: Expression) -> Call:
        return _infix("*", self, other)

    def __and__(self, other: Expression) -> Call:
        return _infix("&", self, other)

    def __or__(self, other: Expression) -> Call:
        return _infix("|", self, other)

    def __xor__(self, other: Expression) -> Call:
        return _infix("^", self, other)


class Variable(Expression):
    """Stands for any operand, property, or result type; all its occurrences on the left stand for
    the same one."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


class Constant(Variable):
    """Stands for an operand that is a constant. On the right side it is that operand again;
    functions get its attribute."""


OP = Variable("op")
"""The root of the left side."""
UNUSED = Variable("unused")
"""On the left side: an unused result."""


class Number(Expression):
    """A number that depends on the type: `highest = Number("smax", lambda type: …)`."""

    def __init__(self, name: str, of: Callable[[Type], Any]) -> None:
        self.name = name
        self.of = of

    def __str__(self) -> str:
        return self.name


class Call(Expression):
    """A function of variables, or an operator between them. It takes values, types, properties, and
    the attributes of constants. It returns an attribute, a type, a value, a property, or None: then
    the rule does not apply. A condition returns a truth value."""

    def __init__(
        self, function: Callable[..., Any], arguments: tuple[Any, ...], operator: str = ""
    ) -> None:
        self.function = function
        self.arguments = arguments
        self.operator = operator

    def __str__(self) -> str:
        if self.operator:
            nested = (isinstance(a, Call) and a.operator for a in self.arguments)
            a, b = (f"({a})" if n else str(a) for a, n in zip(self.arguments, nested, strict=True))
            return f"{a} {self.operator} {b}"
        shown = [shown_as(a) for a in self.arguments]
        name = self.function.__name__
        return f"{'f' if name == '<lambda>' else name.strip('_')}({', '.join(shown)})"


def _infix(symbol: str, left: Expression, right: Expression) -> Call:
    return Call(lambda a, b: operate(symbol, a, b), (left, right), symbol)


def computed(function: Callable[..., Any]) -> Callable[..., Call]:
    """Decorator: calling the function with expressions makes a part of a rule, for the right side
    or the condition."""
    check_function(function, "that computes a part of a rule")

    def make(*arguments: Any) -> Call:
        return Call(function, arguments)

    make.__name__ = function.__name__
    make.__doc__ = function.__doc__
    return make


def as_expression(given: Any, known: dict[str, Variable]) -> Any:
    """A function becomes a call with the variables that its parameters name; anything else stays as
    it is."""
    if not isinstance(given, FunctionType):
        return given
    code = given.__code__
    names = code.co_varnames[: code.co_argcount]
    return Call(given, tuple(known.get(n) or Variable(n) for n in names))


class Term(Record):
    """An op: its class, and expressions for the fields that the rule mentions, by the names of the
    constructor's parameters."""

    cls: type[Op]
    fields: tuple[tuple[str, Any], ...]
    result: Variable | None = None
    """The variable that stands for its result."""

    def __str__(self) -> str:
        shown = [shown_as(e, f"{n}=" * self._by_name(n)) for n, e in self.fields]
        named = f"{self.result} = " if self.result else ""
        return f"{named}{self.cls.name}({', '.join(shown)})"

    def _by_name(self, name: str) -> bool:
        return any(name == f.attribute for f in definition(self.cls).results)

    def named(self, result: Variable) -> Term:
        """The same op, whose result has a name."""
        return replace(self, result=result)

    def with_fields(self, fields: Any) -> Term:
        """The same op with other expressions."""
        return replace(self, fields=tuple(fields))


def shown_as(expression: Any, prefix: str = "") -> str:
    """An expression as people read it."""
    if isinstance(expression, list):
        return f"{prefix}[{', '.join(map(shown_as, expression))}]"
    name = getattr(expression, "name", "")
    return prefix + (name if name and not isinstance(expression, Expression) else str(expression))


def variables(names: str) -> tuple[Variable, ...]:
    """A variable for each name: `x, y = variables("x y")`."""
    return tuple(map(Variable, names.split()))


def constants(names: str) -> tuple[Constant, ...]:
    """A constant for each name: `a, b = constants("a b")`."""
    return tuple(map(Constant, names.split()))


def terms(*classes: type[Op]) -> tuple[Callable[..., Term], ...]:
    """For each op class a function that makes terms of it; its arguments are checked against the
    constructor's parameters. TypeError when they do not fit."""
    return tuple(map(_maker, classes))


def definition(cls: Any) -> OpDef:
    """The declaration of an op class."""
    found: OpDef = cls.definition
    return found


@cache
def _form(cls: Any) -> Form:
    found: Form = cls.form
    return found


def _maker(cls: type[Op]) -> Callable[..., Term]:
    check_class(cls, use="an op, as in terms(MyOp)")

    def make(*arguments: Any, **keywords: Any) -> Term:
        form = _form(cls)
        names = [i.attribute for i in positions(form.inputs)[0]]
        if len(arguments) > len(names):
            raise TypeError(f"{cls.__name__}: too many positional arguments")
        given = dict(zip(names, arguments, strict=False))
        known = {*(i.attribute for i in form.inputs), *form.results} - given.keys()
        for name in keywords:
            if name not in known:
                raise TypeError(f"{cls.__name__}: got an unexpected keyword argument '{name}'")
        given |= keywords
        operands = {i.attribute for i in form.inputs if i.kind is Kind.OPERAND}
        for name, expression in given.items():
            if isinstance(expression, (Term, list)) and name not in operands:
                raise TypeError(
                    f"{cls.__name__}: '{name}' is not an operand; it cannot be {expression}"
                )
        left = [
            i.attribute
            for i in form.inputs
            if i.required and i.attribute in operands - given.keys()
        ]
        if left:
            raise TypeError(f"{cls.__name__}: the operand '{left[0]}' is missing")
        return Term(cls, tuple(given.items()))

    return make


def variables_in(expression: Any) -> Iterator[Variable]:
    """The variables of an expression, in order."""
    if isinstance(expression, Variable):
        yield expression
    elif isinstance(expression, Term):
        for _, inner in (*expression.fields, ("", expression.result)):
            yield from variables_in(inner)
    elif isinstance(expression, (Call, list)):
        for inner in expression if isinstance(expression, list) else expression.arguments:
            yield from variables_in(inner)


def is_number(expression: Any) -> bool:
    """Whether an expression in an operand position is a known number."""
    return isinstance(expression, (int, float, complex, Number))


def is_attribute(value: Any) -> bool:
    """Whether a function returned an attribute that is not a type."""
    return isinstance(value, Attribute) and not isinstance(value, Type)
