"""TypeConverter: how types of one level are represented on the next, one to one or one to many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.builder import Builder
from mlirlite.ir.optable import check_class, check_function
from mlirlite.ir.parts import bottom_up
from mlirlite.ir.types import FunctionType
from mlirlite.ir.values import Value
from mlirlite.rewriting.casts import make_cast
from mlirlite.support.mistakes import DeclarationError, written_at

TypeRule = Callable[..., "Type | Sequence[Type] | None"]
Materialization = Callable[[Builder, Sequence[Value], Sequence[Type]], "Sequence[Value] | None"]


class NoCounterpart(ValueError):
    """A type has no counterpart, or none where one is needed: a lowering does not apply to it."""


class TypeConverter:
    """Rules by type class:

        types = TypeConverter()

        @types(IndexType)
        def index(type: IndexType, types: TypeConverter) -> Type:
            return I64

    A rule returns the new type, several types, or None: this type has no counterpart.
    `NotImplemented` passes on to the previous rule for the same class, then to those of base
    classes. A type without a rule stays as it is.
    """

    def __init__(self, base: TypeConverter | None = None) -> None:
        self._rules: dict[type, list[TypeRule]] = {}
        if base is not None:
            self._rules = {cls: list(rules) for cls, rules in base._rules.items()}
        self._converted = bottom_up(self._apply)
        self._materializations: list[Materialization] = (
            list(base._materializations) if base is not None else []
        )

    def __call__(self, *classes: type[Type]) -> Callable[[TypeRule], TypeRule]:
        """Decorator: the rule for these classes of types; the latest one is tried first. TypeError
        for anything but classes of types."""
        for cls in classes:
            check_class(cls, Type, "types, as in @types(MyType)")

        def register(rule: TypeRule) -> TypeRule:
            check_function(rule, "that converts types")
            for cls in classes:
                self._rules.setdefault(cls, []).insert(0, rule)
            self._converted = bottom_up(self._apply)
            return rule

        return register

    def materialization(self, function: Materialization) -> Materialization:
        """Decorator: how values become values of other types, where a cast op would be too weak.
        The function inserts ops and returns one value per type, or None where it does not apply;
        the latest one is tried first."""
        check_function(function, "that makes values of other types")
        self._materializations.insert(0, function)
        return function

    def convert_to_many(self, type: Type) -> tuple[Type, ...]:
        """The types that stand for a type. NoCounterpart when there is none."""
        found = self._converted(type)
        if found is None:
            raise NoCounterpart(f"type '{type}' has no counterpart")
        return found

    def _apply(self, type: Type) -> tuple[Type, ...] | None:
        for cls in type.__class__.__mro__:
            for rule in self._rules.get(cls, ()):
                found: Any = rule(type, self)
                if found is None:
                    return None
                if isinstance(found, Type):
                    return (found,)
                if found is not NotImplemented:
                    return _types_of(found, type, rule)
        return (type,)

    def convert(self, type: Type) -> Type:
        """The one type that stands for a type. NoCounterpart when there is none, or several."""
        found = self.convert_to_many(type)
        if len(found) != 1:
            raise NoCounterpart(f"type '{type}' becomes {len(found)} types, expected one")
        return found[0]

    def convert_all(self, types: Iterable[Type]) -> list[Type]:
        """The types that stand for several, in one list."""
        return [new for type in types for new in self.convert_to_many(type)]

    def is_legal(self, *types: Type) -> bool:
        """True when all these types stay as they are."""
        try:
            return all(self.convert_to_many(t) == (t,) for t in types)
        except NoCounterpart:
            return False

    def convert_signature(self, type: FunctionType) -> FunctionType:
        """The function type with inputs and results converted."""
        result: FunctionType = FunctionType(
            tuple(self.convert_all(type.inputs)), tuple(self.convert_all(type.results))
        )
        return result

    def materialize(
        self, rw: Builder, values: Sequence[Value], types: Sequence[Type]
    ) -> Sequence[Value]:
        """The values as values of other types, by ops inserted at the builder's position; by
        default an unrealized cast."""
        for function in self._materializations:
            found = function(rw, values, types)
            if found is not None:
                return found
        return rw.insert(make_cast(values, types, rw.location)).results


def _types_of(found: Any, type: Type, rule: TypeRule) -> tuple[Type, ...]:
    """The types that a rule returned. DeclarationError when they are none."""
    types = tuple(found) if isinstance(found, (list, tuple)) else (None,)
    if not all(isinstance(each, Type) for each in types):
        raise DeclarationError(
            f"the rule for type '{type}' returned {found!r}, expected a type, a sequence of types, "
            "or None if it has no counterpart",
            written_at(rule),
        )
    return types
