"""Which types C has here, and what ops have to satisfy, in upstream's words."""

from __future__ import annotations

import re
from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import ArrayAttr, FloatAttr, IntegerAttr, StringAttr
from mlirlite.ir.interfaces import SymbolUser
from mlirlite.ir.types import (
    DYNAMIC,
    FloatType,
    IndexType,
    IntegerType,
    TensorType,
    TupleType,
)
from mlirlite.ir.values import BlockArgument
from mlirlite.ods.hooks import DataOp, behavior, function, verifier
from mlirlite.support.diagnostics import Diagnostic, error

Problem = Diagnostic | None

_WIDE = ("emitc.ssize_t", "emitc.size_t", "emitc.ptrdiff_t")
_WIDTHS = (1, 8, 16, 32, 64)
_FLOATS = ("f16", "bf16", "f32", "f64")


@function("isPointerWideType")
def is_wide(type: Any) -> bool:
    """Whether a type is as wide as a pointer, and none."""
    return type.name in _WIDE


@function("isSupportedIntegerType")
def is_integer(type: Any) -> bool:
    """Whether C has an integer of this width."""
    return isinstance(type, IntegerType) and type.width in _WIDTHS


@function("isSupportedFloatType")
def is_float(type: Any) -> bool:
    """Whether C has this type of floating-point numbers."""
    return isinstance(type, FloatType) and type.keyword in _FLOATS


@function("isIntegerIndexOrOpaqueType")
def is_index_like(type: Any) -> bool:
    """Whether a value of the type may count something."""
    named = type.name == "emitc.opaque" or is_wide(type)
    return isinstance(type, IndexType) or named or is_integer(type)


@function("isSupportedEmitCType")
def is_supported(type: Any) -> bool:
    """Whether a variable may have the type."""
    if type.name == "emitc.ptr":
        return is_supported(type.pointee)
    if type.name == "emitc.array":
        return _is_element(type.elementType)
    if isinstance(type, TensorType):
        return type.has_rank and DYNAMIC not in type.shape and _is_element(type.element_type)
    if isinstance(type, TupleType):
        return all(map(_is_element, type.types))
    return is_index_like(type) or is_float(type)


def _is_element(type: Any) -> bool:
    return type.name != "emitc.array" and is_supported(type)


def _is_pointer(type: Any) -> bool:
    return bool(type.name == "emitc.ptr")


def _is_offset(type: Any) -> bool:
    return isinstance(type, IntegerType) or type.name == "emitc.opaque"


@behavior("!emitc.lvalue")
class LValue:
    """A place that can be assigned to."""

    def verify(self: Any) -> None:
        type = self.valueType
        if not is_supported(type):
            raise ValueError(f"!emitc.lvalue must wrap supported emitc type, but got '{type}'")
        if type.name == "emitc.array":
            raise ValueError("!emitc.lvalue cannot wrap !emitc.array type")


@behavior("!emitc.ptr")
class Pointer:
    """A pointer."""

    def verify(self: Any) -> None:
        if self.pointee.name == "emitc.lvalue":
            raise ValueError("pointers to lvalues are not allowed")


@verifier("emitc.constant", "emitc.variable")
def _initialized(op: DataOp) -> Problem:
    found: Problem = None
    value, result = op.properties["value"], op.results[0].type
    result = getattr(result, "valueType", result)
    type = getattr(value, "type", None)
    if value.name == "emitc.opaque":
        if op.name == "emitc.constant" and not value.value:
            found = op.error("value must not be empty")
    elif isinstance(value, StringAttr):
        found = op.error("string attributes are not supported, use #emitc.opaque instead")
    elif type is not result and not (is_wide(result) and isinstance(type, IndexType)):
        found = op.error(
            f"requires attribute to either be an #emitc.opaque attribute or it's type ('{type}') "
            f"to match the op's result type ('{result}')"
        )
    return found


@verifier("emitc.add")
def _add(op: DataOp) -> Problem:
    found: Problem = None
    a, b = op.lhs.type, op.rhs.type
    if _is_pointer(a) and _is_pointer(b):
        found = op.error("requires that at most one operand is a pointer")
    elif (_is_pointer(a) and not _is_offset(b)) or (_is_pointer(b) and not _is_offset(a)):
        found = op.error(
            "requires that one operand is an integer or of opaque type if the other is a pointer"
        )
    return found


@verifier("emitc.sub")
def _sub(op: DataOp) -> Problem:
    a, b, result = op.lhs.type, op.rhs.type, op.results[0].type
    words = ""
    if not _is_pointer(a):
        words = "rhs can only be a pointer if lhs is a pointer" if _is_pointer(b) else ""
    elif not _is_pointer(b) and not _is_offset(b):
        words = "requires that rhs is an integer, pointer or of opaque type if lhs is a pointer"
    elif _is_pointer(b) and not _is_offset(result) and result.name != "emitc.ptrdiff_t":
        words = (
            "requires that the result is an integer, ptrdiff_t or of opaque type if lhs and rhs "
            "are pointers"
        )
    found: Problem = op.error(words) if words else None
    return found


@verifier("emitc.apply")
def _apply(op: DataOp) -> Problem:
    sign, operand = op.applicableOperator, op.operands[0].type
    words = ""
    if not sign:
        words = "applicable operator must not be empty"
    elif sign not in ("&", "*"):
        words = "applicable operator is illegal"
    elif sign == "&" and operand.name != "emitc.lvalue":
        words = "operand type must be an lvalue when applying `&`"
    elif sign == "&" and not _is_pointer(op.results[0].type):
        words = "result type must be a pointer when applying `&`"
    elif sign == "*" and not _is_pointer(operand):
        words = "operand type must be a pointer when applying `*`"
    found: Problem = op.error(words) if words else None
    return found


@verifier("emitc.assign")
def _assign(op: DataOp) -> Problem:
    found: Problem = None
    value, variable = op.value.type, op.var.type.valueType
    if isinstance(op.var, BlockArgument):
        found = op.error("cannot assign to block argument")
    elif value is not variable:
        found = op.error(
            f"requires value's type ('{value}') to match variable's type ('{variable}')"
        )
    return found


def _is_castable(type: Any) -> bool:
    return is_index_like(type) or is_float(type) or _is_pointer(type)


@verifier("emitc.cast")
def _cast(op: DataOp) -> Problem:
    found: Problem = None
    source, dest = op.operands[0].type, op.results[0].type
    if source.name == "emitc.array":
        fits = (
            _is_pointer(dest)
            and source.elementType is dest.pointee
            and len(source.shape) == 1
            and source.shape[0] >= 1
        )
    else:
        fits = _is_castable(source) and _is_castable(dest)
    if not fits:
        found = op.error(f"operand type '{source}' and result type '{dest}' are cast incompatible")
    return found


@verifier("emitc.subscript")
def _subscript(op: DataOp) -> Problem:
    type, indices = op.value.type, [v.type for v in op.indices]
    if type.name == "emitc.array":
        return _subscript_of(op, "array", type.elementType, indices, len(type.shape))
    if _is_pointer(type):
        return _subscript_of(op, "pointer", type.pointee, indices, 1)
    return None


def _subscript_of(op: DataOp, kind: str, element: Any, indices: list[Any], rank: int) -> Problem:
    found: Problem = None
    result = op.results[0].type.valueType
    is_array = kind == "array"
    if len(indices) != rank:
        words = (
            f"number of indices ({len(indices)}) to match the rank of the array type ({rank})"
            if is_array
            else f"one index operand, but got {len(indices)}"
        )
        found = op.error(f"on {kind} operand requires {words}")
        return found
    for i, index in enumerate(indices):
        if not is_index_like(index):
            which = f" {i}" if is_array else ""
            found = op.error(
                f"on {kind} operand requires index operand{which} to be integer-like, but got "
                f"'{index}'"
            )
            return found
    if element is not result:
        name = "element" if is_array else "pointee"
        found = op.error(
            f"on {kind} operand requires {name} type ('{element}') and result type ('{result}') "
            "to match"
        )
    return found


@verifier("emitc.return")
def _return(op: DataOp) -> Problem:
    found: Problem = None
    outer = op.parent_op
    if outer is None or outer.name != "emitc.func":
        return None
    results, operands = outer.function_type.results, op.operands
    if len(operands) != len(results):
        found = op.error(
            f"has {len(operands)} operands, but enclosing function (@{outer.sym_name}) returns "
            f"{len(results)}"
        )
    elif results and operands[0].type is not results[0]:
        found = error(
            f"type of the return operand ('{operands[0].type}') doesn't match function result "
            f"type ('{results[0]}') in function @{outer.sym_name}",
            op.where,
        )
    return found


@verifier("emitc.call_opaque")
def _call(op: DataOp) -> Problem:
    found: Problem = None
    args = op.properties.get("args") or ()
    indices = [a.value for a in args if isinstance(getattr(a, "type", None), IndexType)]
    if not op.callee:
        found = op.error("callee must not be empty")
    elif any(not 0 <= index < len(op.operands) for index in indices):
        found = op.error("index argument is out of range")
    elif any(isinstance(a, ArrayAttr) for a in args):
        found = op.error("array argument has no type")
    elif not all(_is_template_argument(a) for a in op.properties.get("template_args") or ()):
        found = op.error("template argument has invalid type")
    elif any(result.type.name == "emitc.array" for result in op.results):
        found = op.error("cannot return array type")
    return found


def _is_template_argument(attribute: Any) -> bool:
    kinds = Type | IntegerAttr | FloatAttr
    return isinstance(attribute, kinds) or bool(attribute.name == "emitc.opaque")


@verifier("emitc.verbatim")
def _verbatim(op: DataOp) -> Problem:
    found: Problem = None
    text, count = str(op.value), 0
    if not op.fmtArgs:
        return found
    for mark in _BRACE.finditer(text):
        if mark[1] is None:
            end = " at end of string" if mark.end() == len(text) else ""
            found = op.error(f"expected '}}' after unescaped '{{'{end}")
            return found
        count += mark[1] == "}"
    if count != len(op.fmtArgs):
        found = op.error("requires operands for each placeholder in the format string")
    return found


_BRACE = re.compile(r"\{([{}])?")


@behavior("emitc.declare_func")
class Declaration(SymbolUser):
    """A declaration of a function that the module has."""

    __slots__ = ()

    def verify_symbol_uses(self: Any, tables: Any) -> Problem:
        found: Problem = None
        name = self.properties["sym_name"]
        root = getattr(name, "root", name)
        if getattr(tables.lookup(self, name), "name", "") != "emitc.func":
            found = self.error(f"'{root}' does not reference a valid function")
        return found
