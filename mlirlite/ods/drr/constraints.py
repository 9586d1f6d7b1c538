"""What the leaves of patterns demand, constants that they name, and C++ expressions."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any

from mlirlite.ir.attributes import EnumAttr, IntegerAttr
from mlirlite.ir.types import IntegerType
from mlirlite.ods.cpp import Unknown, compiled
from mlirlite.ods.cpp_parts import Compiled, truth
from mlirlite.ods.data import RecordData
from mlirlite.ods.drr.names import PatternNames
from mlirlite.ods.predicates import expression

Check = Callable[[Any], bool]
_PLACES = re.compile(r"\$(?:_\w+|\d+)")


def places(text: str) -> set[str]:
    """The placeholders in an expression: `$_self`, `$0`."""
    return set(_PLACES.findall(text))


class Constraints:
    """Makes functions of constraints. Unknown if the C++ of one is not known."""

    def __init__(self, names: PatternNames) -> None:
        self.names = names
        self._checks: dict[str, Check] = {}

    def expression(self, text: str, variables: Collection[str] = ()) -> Compiled:
        """A C++ expression with placeholders."""
        known = {*places(text), *variables}
        return compiled(text.strip(), self.names, known)

    def leaf(self, record: RecordData) -> Check:
        """Whether a value's type, or an attribute, is what a leaf demands."""
        found = self._checks.get(record.name)
        if found is None:
            found = self._checks[record.name] = self._leaf(record)
        return found

    def _leaf(self, record: RecordData) -> Check:
        if record.is_a("ConstantAttr"):
            constant = self.constant(record)
            return lambda attribute: attribute is constant
        test = self.predicate(record)
        if record.is_a("TypeConstraint"):
            return lambda value: test({"$_self": value.type})
        if not record.is_a("AttrConstraint", "PropConstraint"):
            raise Unknown(f"'{record.name}' in a source pattern")
        return lambda attribute: test({"$_self": attribute})

    def predicate(self, record: RecordData) -> Callable[[dict[str, Any]], bool]:
        """The predicate of a constraint. Where C++ would fail (a cast, a missing method), it does
        not hold."""
        text = expression(record.record("predicate"))
        function = self.expression(text)

        def test(environment: dict[str, Any]) -> bool:
            try:
                return truth(function(environment))
            except (AttributeError, TypeError, IndexError):
                return False

        return test

    def constant(self, record: RecordData) -> Any:
        """The attribute that a `ConstantAttr` or a case of an enum stands for."""
        if record["attr"] is None:
            raise Unknown(f"the constant '{record.name}'")
        attr, value = record.record("attr"), record.text("value")
        enum = attr.record("enum") if attr.is_a("EnumAttr") else attr
        if enum.is_a("EnumInfo"):
            return self._case(attr, enum, int(self.expression(value)({})))
        call = attr.text("constBuilderCall")
        while not call and attr["baseAttr"] is not None:
            attr = attr.record("baseAttr")
            call = attr.text("constBuilderCall")
        if not call:
            raise Unknown(f"the constant '{record.name}'")
        return self.expression(call.replace("$0", value))({})

    def _case(self, attr: RecordData, enum: RecordData, value: int) -> Any:
        if attr.is_a("EnumAttr"):
            cls: Any = self.names.class_named(
                f"{attr.text('cppNamespace')}::{attr.text('cppClassName')}"
            )
            if cls is not None and issubclass(cls, EnumAttr):
                return cls(cls.cases(value))
            raise Unknown(f"the attribute '{attr.name}'")
        return IntegerAttr(value, IntegerType(enum["bitwidth"]))
