"""What constants, and constants that a program may be specialized by, have to satisfy."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.spirv.checks import plain
from mlirlite.dialects.spirv.composites import is_composite, part_of, size_of
from mlirlite.dialects.spirv.places import USABLE
from mlirlite.dialects.spirv.types import ArrayType, CooperativeMatrixType
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, FloatAttr, IntegerAttr
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.interfaces import SymbolUser
from mlirlite.ir.types import FloatType, IntegerType
from mlirlite.ods.hooks import DataOp, behavior, region_verifier, verifier
from mlirlite.support.diagnostics import Diagnostic

Problem = Diagnostic | None

_SPEC, _COMPOSITE = "spirv.SpecConstant", "spirv.SpecConstantComposite"
_CONSTANTS = ("spirv.Constant", "spirv.mlir.referenceof", "spirv.SpecConstantOperation")
_WIDTHS = (1, 8, 16, 32, 64)


def _problem(op: DataOp, message: str | None) -> Problem:
    found: Problem = None
    if message is not None:
        found = op.error(message)
    return found


@verifier("spirv.Constant")
def _constant(op: DataOp) -> Problem:
    return _problem(op, _wrong_value(op.properties["value"], op.results[0].type))


def _wrong_value(value: Attribute, type: Any) -> str | None:
    if isinstance(type, CooperativeMatrixType) and not getattr(value, "is_splat", False):
        must = "expected a splat dense attribute for cooperative matrix constant"
        return f"{must}, but found {value}"
    if isinstance(value, IntegerAttr | FloatAttr):
        if value.type is type:
            return None
        return f"result type ('{type}') does not match value type ('{value.type}')"
    if isinstance(value, DenseElementsAttr):
        return _wrong_elements(value.type, type)
    if not isinstance(value, ArrayAttr):
        return f"cannot have attribute: {value}"
    if not isinstance(type, ArrayType):
        return "must have spirv.array result type for array value"
    found = (_wrong_value(item, type.element_type) for item in value.value)
    return next((wrong for wrong in found if wrong), None)


def _wrong_elements(given: Any, type: Any) -> str | None:
    if given is type:
        return None
    if not isinstance(type, ArrayType):
        return (
            f"result or element type ('{type}') does not match value type ('{given}'), "
            "must be the same or spirv.array"
        )
    count, element = type.num_elements, type.element_type
    while isinstance(element, ArrayType):
        count, element = count * element.num_elements, element.element_type
    if not isinstance(element, IntegerType | FloatType):
        return "only support nested array result type"
    if given.element_type is not element:
        return (
            f"result element type ('{element}') does not match value element type "
            f"('{given.element_type}')"
        )
    if count != given.num_elements:
        return (
            f"result number of elements ({count}) does not match value number of elements "
            f"({given.num_elements})"
        )
    return None


@verifier("spirv.EXT.ConstantCompositeReplicate")
def _replicated(op: DataOp) -> Problem:
    value, type = _value_type(op.properties["value"]), op.results[0].type
    if value is None:
        return plain(op, "unknown value attribute type")
    if not is_composite(type):
        return plain(op, "result type is not a composite type")
    allowed = [part_of(type)]
    while is_composite(allowed[-1]):
        allowed.append(part_of(allowed[-1]))
    if value in allowed:
        return None
    words = " or ".join(f"'{one}'" for one in allowed)
    return plain(op, f"expected value attribute type {words}, but got: '{value}'")


def _value_type(value: Any) -> Any:
    """The type that an attribute's value has; an array of values is a `spirv.array`."""
    if isinstance(value, ArrayAttr):
        inner = _value_type(value.value[0]) if value.value else None
        return None if inner is None else ArrayType(len(value.value), inner)
    return getattr(value, "type", None)


@verifier(_SPEC)
def _spec_constant(op: DataOp) -> Problem:
    number, value = op.attributes.get("spec_id"), op.properties["default_value"]
    if number is not None and number.value < 0:
        return _problem(op, "SpecId cannot be negative")
    if not isinstance(value, IntegerAttr | FloatAttr):
        return _problem(op, "default value can only be a bool, integer, or float scalar")
    type = value.type
    allowed = isinstance(type, FloatType) and type.width in _WIDTHS
    allowed |= isinstance(type, IntegerType) and type.width in _WIDTHS
    return _problem(op, None if allowed else "default value bitwidth disallowed")


def _default_type(tables: Any, op: DataOp, name: Any) -> Any:
    """The type of a specialization constant that an op names; None if there is none."""
    target = tables.lookup(op, name)
    found = getattr(target, "name", "") == _SPEC
    return target.properties["default_value"].type if found else None


@behavior(_COMPOSITE)
class SpecComposite(SymbolUser):
    """A composite of specialization constants."""

    __slots__ = ()

    def verify_op(self: Any) -> Problem:
        type, given = self.properties["type"], self.properties["constituents"].value
        if not is_composite(type):
            return plain(self, f"result type must be a composite type, but provided '{type}'")
        if isinstance(type, CooperativeMatrixType):
            return plain(self, f"unsupported composite type  '{type}'")
        if size_of(type) == len(given):
            return None
        wrong = "has incorrect number of operands"
        return plain(self, f"{wrong}: expected {size_of(type)}, but provided {len(given)}")

    def verify_symbol_uses(self: Any, tables: Any) -> Problem:
        type = self.properties["type"]
        for i, name in enumerate(self.properties["constituents"].value):
            found, wanted = _default_type(tables, self, name), part_of(type, i)
            if found is not None and found is not wanted:
                wrong = "has incorrect types of operands"
                return plain(self, f"{wrong}: expected '{wanted}', but provided '{found}'")
        return None


@behavior("spirv.EXT.SpecConstantCompositeReplicate")
class SpecReplicated(SymbolUser):
    """A composite of one specialization constant."""

    __slots__ = ()

    def verify_op(self: Any) -> Problem:
        type = self.properties["type"]
        wrong = f"result type must be a composite type, but provided '{type}'"
        return None if is_composite(type) else plain(self, wrong)

    def verify_symbol_uses(self: Any, tables: Any) -> Problem:
        name, wanted = self.properties["constituent"], part_of(self.properties["type"])
        if tables.lookup(self, name) is None:
            return plain(self, "splat spec constant reference defining constituent not found")
        found = _default_type(tables, self, name)
        if found is None:
            return plain(self, "constituent is not a spec constant")
        wrong = f"constituent has incorrect type: expected '{wanted}', but provided '{found}'"
        return None if found is wanted else plain(self, wrong)


@behavior("spirv.mlir.referenceof")
class Reference(SymbolUser):
    """The value of a specialization constant."""

    __slots__ = ()

    def verify_symbol_uses(self: Any, tables: Any) -> Problem:
        name = self.properties["spec_const"]
        target = tables.lookup(self, name)
        type = _default_type(tables, self, name)
        if getattr(target, "name", "") == _COMPOSITE:
            type = target.properties["type"]
        if type is None:
            return _problem(
                self, "expected spirv.SpecConstant or spirv.SpecConstantComposite symbol"
            )
        wrong = "result type mismatch with the referenced specialization constant's type"
        return _problem(self, wrong if self.results[0].type is not type else None)


@region_verifier("spirv.SpecConstantOperation")
def _operation(op: DataOp) -> Problem:
    ops = list(op.regions[0].first.ops)
    if len(ops) != 2:
        return _problem(op, "expected exactly 2 nested ops")
    if not ops[0].has_trait(USABLE):
        return _problem(op, "invalid enclosed op")
    known = all(getattr(v.owner, "name", "") in _CONSTANTS for v in ops[0].operands)
    wrong = "invalid operand, must be defined by a constant operation"
    return _problem(op, None if known else wrong)
