"""What ops on parts of composites and pointers to parts have to satisfy, in upstream's words."""

from __future__ import annotations

import math
from typing import Any

from mlirlite.dialects.spirv.checks import plain
from mlirlite.dialects.spirv.types import (
    ArrayType,
    CooperativeMatrixType,
    MatrixType,
    PointerType,
    RuntimeArrayType,
    StructType,
    TensorArmType,
)
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.types import FloatType, IntegerType, VectorType
from mlirlite.ods.hooks import DataOp, verifier
from mlirlite.support.diagnostics import Diagnostic

Problem = Diagnostic | None

_UNSIZED = (CooperativeMatrixType, RuntimeArrayType)
_COMPOSITES = (*_UNSIZED, ArrayType, MatrixType, StructType, TensorArmType, VectorType)
_ANY = 0xFFFFFFFF
"""A selector that leaves a component undefined."""


def is_composite(type: Any) -> bool:
    """Whether a type has parts."""
    return isinstance(type, _COMPOSITES)


def size_of(type: Any) -> int | None:
    """The number of parts of a composite; None if the program does not say it."""
    if isinstance(type, _UNSIZED):
        return None
    if isinstance(type, StructType):
        return len(type.members)
    if isinstance(type, MatrixType):
        return type.num_columns
    return type.num_elements if isinstance(type, ArrayType) else math.prod(type.shape)


def part_of(type: Any, index: int = 0) -> Any:
    """The type of a part of a composite."""
    if isinstance(type, StructType):
        return type.members[index]
    return type.column_type if isinstance(type, MatrixType) else type.element_type


def element_at(type: Any, indices: list[int]) -> Any:
    """The type of a part of parts. ValueError, in upstream's words, if there is none."""
    if not indices:
        raise ValueError("expected at least one index for spirv.CompositeExtract")
    for index in indices:
        if not is_composite(type):
            raise ValueError(f"cannot extract from non-composite type '{type}' with index {index}")
        size = size_of(type)
        if size is not None and not 0 <= index < size:
            raise ValueError(f"index {index} out of bounds for '{type}'")
        type = part_of(type, index)
    return type


def _at_indices(op: DataOp, type: Any) -> tuple[Any, Problem]:
    """The type of a part that `indices` names, or an error."""
    indices = [item.value for item in op.properties["indices"].value]
    try:
        return element_at(type, indices), None
    except ValueError as e:
        return None, plain(op, str(e))


def _problem(op: DataOp, message: str | None) -> Problem:
    found: Problem = None
    if message is not None:
        found = op.error(message)
    return found


@verifier("spirv.CompositeExtract")
def _extract(op: DataOp) -> Problem:
    wanted, found = _at_indices(op, op.operands[0].type)
    type = op.results[0].type
    if found is None and wanted is not type:
        return _problem(op, f"invalid result type: expected '{wanted}' but provided '{type}'")
    return found


@verifier("spirv.CompositeInsert")
def _insert(op: DataOp) -> Problem:
    part, composite = (value.type for value in op.operands)
    result = op.results[0].type
    wanted, found = _at_indices(op, composite)
    if found is None and wanted is not part:
        found = _problem(op, f"object operand type should be '{wanted}', but found '{part}'")
    if found is None and composite is not result:
        must = "result type should be the same as the composite type"
        found = _problem(op, f"{must}, but found '{composite}' vs '{result}'")
    return found


@verifier("spirv.CompositeConstruct")
def _construct(op: DataOp) -> Problem:
    return _problem(op, _wrong_parts([v.type for v in op.operands], op.results[0].type))


def _wrong_parts(given: list[Any], type: Any) -> str | None:
    matrix = isinstance(type, CooperativeMatrixType)
    if matrix and len(given) != 1:
        return f"has incorrect number of operands: expected 1, but provided {len(given)}"
    size = 1 if matrix else size_of(type)
    if size == len(given):
        for i, own in enumerate(given):
            if own is not part_of(type, i):
                wanted = f"expected operand type '{part_of(type, i)}'"
                return f"operand type mismatch: {wanted}, but provided '{own}'"
        return None
    if not isinstance(type, VectorType):
        return (
            "expected to return a vector or cooperative matrix when the number of "
            "constituents is less than what the result needs"
        )
    return _wrong_vectors(given, type)


def _wrong_vectors(given: list[Any], type: VectorType) -> str | None:
    count = 0
    for own in given:
        if not isinstance(own, VectorType | IntegerType | FloatType):
            must = "expected operand to have a scalar or vector type"
            return f"operand type mismatch: {must}, but provided '{own}'"
        element = own.element_type if isinstance(own, VectorType) else own
        count += own.shape[0] if isinstance(own, VectorType) else 1
        if element is not type.element_type:
            must = f"expected to be '{type.element_type}'"
            return f"operand element type mismatch: {must}, but provided '{element}'"
    if count == type.shape[0]:
        return None
    return f"has incorrect number of operands: expected {type.shape[0]}, but provided {count}"


@verifier("spirv.VectorShuffle")
def _shuffle(op: DataOp) -> Problem:
    components = [item.value for item in op.properties["components"].value]
    size = op.results[0].type.shape[0]
    if size != len(components):
        return _problem(
            op,
            f"result type element count ({size}) mismatch with the number of component "
            f"selectors ({len(components)})",
        )
    total = sum(value.type.shape[0] for value in op.operands)
    for selector in components:
        number = selector & _ANY
        if number >= total and number != _ANY:
            must = f"expected to be in [0, {total}) or 0xffffffff"
            return _problem(op, f"component selector {number} out of range: {must}")
    return None


@verifier("spirv.AccessChain", "spirv.InBoundsPtrAccessChain", "spirv.PtrAccessChain")
def _access(op: DataOp) -> Problem:
    base, result = op.base_ptr.type, op.results[0].type
    try:
        wanted = PointerType(_reached(base.pointee_type, op.indices), base.storage_class)
    except ValueError as e:
        return plain(op, f"'spirv.AccessChain' op {e}")
    except _NoConstant as e:
        must = "index must be an integer spirv.Constant to access element of spirv.struct"
        return plain(op, f"'spirv.AccessChain' {must}, but provided {e}")
    if wanted is not result:
        return _problem(op, f"invalid result type: expected '{wanted}', but provided '{result}'")
    return None


class _NoConstant(Exception):
    """An index into a structure is the result of the op that this names."""


def _reached(type: Any, indices: Any) -> Any:
    """The type of the part that indices lead to. ValueError if there is none."""
    index = 0
    for value in indices:
        if not is_composite(type):
            raise ValueError(f"cannot extract from non-composite type '{type}' with index {index}")
        index = 0
        if isinstance(type, StructType):
            index = _constant_index(value)
            if not 0 <= index < len(type.members):
                raise ValueError(f"index {index} out of bounds for '{type}'")
        type = part_of(type, index)
    return type


def _constant_index(value: Any) -> int:
    owner = getattr(value.owner, "name", None)
    if owner is None:
        raise ValueError(
            "index must be an integer spirv.Constant to access element of spirv.struct"
        )
    constant = value.owner.properties.get("value") if owner == "spirv.Constant" else None
    if not isinstance(constant, IntegerAttr):
        raise _NoConstant(owner)
    return int(constant.value)
