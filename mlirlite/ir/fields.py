"""Fields: the annotations that declare an op's operands, results, properties, regions and
successors.

Each is a descriptor, so that `op.lhs` is typed for editors and mypy. `Operand[SignlessInteger]`
names a constraint."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Generic,
    TypeVar,
    cast,
    get_args,
    get_origin,
    overload,
)

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    DenseArrayAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    enum_keywords,
)
from mlirlite.ir.block import Block, Region
from mlirlite.ir.constraints import ANY, SYMBOL_NAME, Constraint, IntegerElements, constraint_of
from mlirlite.ir.from_python import attribute_for
from mlirlite.ir.native_property import NativeProperty
from mlirlite.ir.region_constraints import RegionConstraint
from mlirlite.ir.types import F64, I1, I64, FloatType, IndexType, IntegerType, element_type_of
from mlirlite.ir.values import OpResult, Value
from mlirlite.support.diagnostics import did_you_mean

if TYPE_CHECKING:
    from mlirlite.ir.operation import Operation

    C_co = TypeVar("C_co", covariant=True, default=Any)
else:
    C_co = TypeVar("C_co", covariant=True)  # defaults are of Python 3.13

T_co = TypeVar("T_co", bound=Type, covariant=True)
R_co = TypeVar("R_co", covariant=True)


class Arity(enum.Enum):
    """How many operands, results or regions a field stands for."""

    ONE = "one"
    OPTIONAL = "optional"
    VARIADIC = "variadic"


class Field(Generic[R_co]):
    """Base of the descriptors. `name` is the declared (ODS) name; `attribute` the Python one, with
    a trailing underscore where the name is a keyword or one of Operation's own (`in_`,
    `operands_`)."""

    arity: Arity = Arity.ONE
    group: int
    """Position among the fields of the same kind."""
    fixed: int | None
    """Index in the op's tuple when no variable-length field precedes it; None otherwise."""

    def __init__(self, name: str, argument: Any = ...) -> None:
        if argument is ...:  # an author's call; declarations give both
            kind = type(self).__name__
            raise TypeError(f"a field is an annotation: write `x: {kind}[…]`, not `x = {kind}(…)`")
        self.attribute = name
        self.name = name.removesuffix("_")
        self.group = 0
        self.fixed = None
        self.prepare(argument)

    def prepare(self, argument: Any) -> None:
        """Read the annotation's argument."""

    @overload
    def __get__(self, op: None, owner: type[Any]) -> Field[R_co]: ...
    @overload
    def __get__(self, op: Operation, owner: type[Any]) -> R_co: ...
    def __get__(self, op: Operation | None, owner: type[Any]) -> R_co | Field[R_co]:
        return self if op is None else self.read(op)

    def read(self, op: Operation) -> R_co:
        """The field's value on an op."""
        raise NotImplementedError

    def __set__(self, op: Operation, value: Any) -> None:
        raise AttributeError(f"'{self.name}' of '{op.name}' cannot be assigned")


class ValueField(Field[R_co]):
    """Operands and results: a type constraint."""

    constraint: Constraint = ANY
    type_class: type[Attribute] = Type
    """The class of the type, if the annotation names one."""

    def prepare(self, argument: Any) -> None:
        self.constraint = constraint_of(argument)
        stated = get_args(argument)[0] if get_origin(argument) is Annotated else argument
        if isinstance(stated, type) and issubclass(stated, Attribute):
            self.type_class = stated


def _single(found: Sequence[Any]) -> Any:
    return found[0] if found else None


class _Operands(ValueField[R_co]):
    @overload
    def __get__(self, op: None, owner: type[Any]) -> Field[R_co]: ...
    @overload
    def __get__(self, op: Operation, owner: type[Any]) -> R_co: ...
    def __get__(self, op: Operation | None, owner: type[Any]) -> Any:
        if op is None:
            return self
        fixed = self.fixed  # the usual case of `read`, which shows in passes
        return self.read(op) if fixed is None else op._operands[fixed]

    def read(self, op: Operation) -> R_co:
        fixed = self.fixed
        if fixed is not None:
            return cast(R_co, op._operands[fixed])
        found = op.definition.operand_group(op, self.group)
        return cast(R_co, found if self.arity is Arity.VARIADIC else _single(found))

    def __set__(self, op: Operation, value: Any) -> None:
        """Replace the operand, or all operands of the field."""
        op.definition.set_operand_group(op, self.group, value)


class Operand(_Operands[Value[T_co]], Generic[T_co]):
    """One operand."""


class OptOperand(_Operands[Value[T_co] | None], Generic[T_co]):
    """An optional operand: None if it is missing."""

    arity = Arity.OPTIONAL


class VarOperand(_Operands[tuple[Value[T_co], ...]], Generic[T_co]):
    """Any number of operands."""

    arity = Arity.VARIADIC


class _Results(ValueField[R_co]):
    def read(self, op: Operation) -> R_co:
        fixed = self.fixed
        if fixed is not None:
            return cast(R_co, op._results[fixed])
        found = op.definition.result_group(op, self.group)
        return cast(R_co, found if self.arity is Arity.VARIADIC else _single(found))


class Result(_Results[OpResult[T_co]], Generic[T_co]):
    """One result."""


class OptResult(_Results[OpResult[T_co] | None], Generic[T_co]):
    """An optional result: None if it is missing."""

    arity = Arity.OPTIONAL


class VarResult(_Results[tuple[OpResult[T_co], ...]], Generic[T_co]):
    """Any number of results."""

    arity = Arity.VARIADIC


class _Regions(Field[R_co]):
    constraint: RegionConstraint | None = None

    def prepare(self, argument: Any) -> None:
        stated = getattr(argument, "__metadata__", ())
        self.constraint = next((c for c in stated if isinstance(c, RegionConstraint)), None)


class RegionField(_Regions[Region], Generic[C_co]):
    """One region. The argument is a constraint, or omitted: `body: RegionField[OneBlock]`."""

    def read(self, op: Operation) -> Region:
        return op._regions[self.group]


class VarRegion(_Regions[tuple[Region, ...]], Generic[C_co]):
    """All remaining regions; declared last. The argument is a constraint on each, or omitted."""

    arity = Arity.VARIADIC

    def read(self, op: Operation) -> tuple[Region, ...]:
        return op._regions[self.group :]


class Successor(Field[Block]):
    """One successor block."""

    def read(self, op: Operation) -> Block:
        return op._successors[self.group]


class VarSuccessor(Field[tuple[Block, ...]]):
    """All remaining successors; declared last."""

    arity = Arity.VARIADIC

    def read(self, op: Operation) -> tuple[Block, ...]:
        return op._successors[self.group :]


class PropertyField(Field[R_co]):
    """A property. Its argument is an attribute class, `int` (i64), `bool`, `float` (f64), `str`, a
    Python enum (an i64 integer that is written as a keyword), or `Annotated` of one of these with a
    type (another width: `Annotated[int, I32]`), a `Constraint`, or a `NativeProperty`, which needs
    nothing else."""

    optional = False
    default: Attribute | None = None
    """What a missing property means."""
    computed: Callable[[Any], Any] | None = None
    """Gives the value for a new op that is given none, of which the operands are there."""
    constraint: Constraint
    python: Any = None
    """int, bool, float, str or an enum class when the accessor converts; None when it returns the
    attribute."""
    type: Any = None
    """The type that the attribute must have, so that text can leave it out; None when it is free.
    For a dense array: the type of its elements."""
    attribute_class: type[Attribute] = Attribute
    """The class of the attribute."""
    names_symbol = False
    """Declared with SYMBOL_NAME."""
    native: NativeProperty | None = None
    """The kind of a property that upstream does not keep as an attribute."""

    @property
    def word(self) -> str:
        """Its name in messages."""
        return "attribute" if self.native is None else "property"

    def prepare(self, argument: Any) -> None:
        metadata: tuple[Any, ...] = ()
        if get_origin(argument) is Annotated:
            argument, *rest = get_args(argument)
            metadata = tuple(rest)
            self.names_symbol = SYMBOL_NAME in metadata
        stated = next((m for m in metadata if isinstance(m, Constraint)), None)
        width = next(
            (m for m in metadata if isinstance(m, (IndexType, IntegerType, FloatType))), None
        )
        if not isinstance(argument, type):
            raise TypeError(
                f"property '{self.name}': {argument!r} is not an attribute class, Python type "
                "or enum"
            )
        if isinstance(stated, NativeProperty):
            self.native = self.constraint = stated
            self.default = stated.default
            if issubclass(argument, Attribute):
                self.attribute_class = argument
        elif issubclass(argument, Attribute):
            self.type, self.attribute_class = width, argument
            self.constraint = stated or _attribute_constraint(argument, width)
        elif issubclass(argument, enum.Enum):
            self.python, self.type, self.attribute_class = argument, width or I64, IntegerAttr
            values = set(enum_keywords(argument).values())
            flags = issubclass(argument, enum.Flag)
            self.constraint = stated or Constraint(
                f"allowed {self.type.width}-bit signless integer cases: "
                f"{', '.join(map(str, sorted(values)))}",
                lambda a: (
                    isinstance(a, IntegerAttr)
                    and a.type is self.type
                    and (flags or a.value in values)
                ),
            )
        elif argument in _PYTHON:
            default_type, cls, summary = _PYTHON[argument]
            self.python, self.type, self.attribute_class = argument, width or default_type, cls
            if isinstance(width, IndexType):
                summary = "index attribute"
            elif width is not None:
                summary = f"{width.width}-bit signless integer attribute"
            self.constraint = stated or Constraint(
                summary,
                lambda a: (
                    isinstance(a, cls)
                    and (self.type is None or getattr(a, "type", None) is self.type)
                ),
            )
        else:
            raise TypeError(f"property '{self.name}': {argument.__name__} has no attribute")

    @property
    def is_symbol_name(self) -> bool:
        """True when the string is written `@name` in text."""
        return self.python is str and (self.name == "sym_name" or self.names_symbol)

    def stores(self, attribute: Attribute) -> bool:
        """True when an attribute is of the kind that the property holds, whether or not it
        satisfies the constraint: what upstream's storage classes distinguish."""
        if self.native is not None:
            return not self.native.misfit(attribute)
        cls, python = self.attribute_class, self.python
        if issubclass(cls, Type):
            return isinstance(attribute, Type)
        if not isinstance(attribute, cls):
            return self.constraint.matches(attribute)
        if isinstance(self.constraint, IntegerElements):
            element = element_type_of(attribute.type)
            return isinstance(element, (IntegerType, IndexType))
        narrow = issubclass(cls, (DenseArrayAttr, SymbolRefAttr))
        if (
            narrow
            or self.constraint.summary == _BOOL
            or (isinstance(python, type) and issubclass(python, enum.Enum))
        ):
            return self.constraint.matches(attribute)
        return True

    def encode(self, value: Any, of: Any = None) -> Attribute:
        """The attribute for a Python value (an attribute passes through); `type` is used where the
        property allows any type. TypeError when there is none."""
        if isinstance(value, Attribute):
            return value
        if self.native is not None:
            return self.native.encode(value)
        python = self.python
        if isinstance(python, type) and issubclass(python, enum.Enum):
            number = value if isinstance(value, (int, enum.Enum)) else _case(python, value)
            return cast(Attribute, IntegerAttr(int(python(number).value), self.type))
        if python is str:
            return cast(Attribute, StringAttr(value))
        if python is float:
            return cast(Attribute, FloatAttr(value, self.type))
        if python in (int, bool):
            return cast(Attribute, IntegerAttr(int(value), self.type))
        try:
            return attribute_for(
                value, self.attribute_class, self.constraint.matches, self.type, of
            )
        except TypeError as e:
            raise TypeError(f"property '{self.name}': {e}") from None

    def decode(self, attribute: Attribute) -> Any:
        """The Python value that the accessor returns."""
        if self.native is not None:
            return self.native.decode(attribute)
        python = self.python
        if python is None:
            return attribute
        value = attribute.value  # type: ignore[attr-defined]  # native ones have it
        return bool(value) if python is bool else python(value) if python is not int else value

    def read(self, op: Operation) -> R_co:
        attribute = op.properties.get(self.name)
        if attribute is None:
            attribute = self.default
            if attribute is None:
                if self.optional:
                    return cast(R_co, None)
                raise AttributeError(f"'{op.name}' op requires attribute '{self.name}'")
        return cast(R_co, self.decode(attribute))

    def __set__(self, op: Operation, value: Any) -> None:
        if value is None:
            op.properties.pop(self.name, None)
        else:
            op.properties[self.name] = self.encode(value)


class Prop(PropertyField[C_co], Generic[C_co]):
    """A property that is required, or has the default that the declaration assigns."""


class OptProp(PropertyField["C_co | None"], Generic[C_co]):
    """An optional property: if missing, None or the default that the declaration assigns, which is
    not printed. `OptProp[UnitAttr]` is a flag."""

    optional = True


def default(value: object) -> Any:
    """A default in a declaration, `unroll: Prop[bool] = default(True)`: type checkers take it for
    the field."""
    return value


def _case(cases: type[enum.Enum], word: Any) -> enum.Enum:
    """The case of an enum by its name or its keyword in text. ValueError with the nearest."""
    known = cases.__members__
    if word in known:
        return known[word]
    keywords = enum_keywords(cases)
    if word in keywords:
        return cases(keywords[word])
    near = did_you_mean(str(word), [*known, *keywords])
    raise ValueError(f"{cases.__name__} has no case '{word}'{near}")


_BOOL = "bool attribute"
"""Upstream's own class for a flag; `Annotated[bool, I1]` is an integer of one bit there."""
_PYTHON: dict[type, tuple[Any, type[Attribute], str]] = {
    int: (I64, IntegerAttr, "64-bit signless integer attribute"),
    bool: (I1, IntegerAttr, _BOOL),
    float: (F64, FloatAttr, "64-bit float attribute"),
    str: (None, StringAttr, "string attribute"),
}


def _attribute_constraint(cls: type[Attribute], width: Any) -> Constraint:
    summary = cls.description or f"{cls.__name__}"
    if width is None:
        return Constraint(summary, lambda a: isinstance(a, cls))
    if issubclass(cls, DenseArrayAttr):
        word = width.keyword if isinstance(width, FloatType) else f"i{width.width}"
        return Constraint(
            f"{word} dense array attribute",
            lambda a: isinstance(a, cls) and a.element_type is width,
        )
    return Constraint(
        f"{width.width}-bit attribute",
        lambda a: isinstance(a, cls) and getattr(a, "type", None) is width,
    )
