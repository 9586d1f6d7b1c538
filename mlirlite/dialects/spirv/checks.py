"""What atomic, group, pointer and matrix ops have to satisfy, in upstream's words."""

from __future__ import annotations

from typing import Any

from mlirlite.ir.types import FloatType, IntegerType, Signedness, VectorType
from mlirlite.ods.hooks import DataOp, verifier
from mlirlite.rewriting.folding import constant_value
from mlirlite.support.diagnostics import Diagnostic, error

Problem = Diagnostic | None

_GROUPS = "Workgroup", "Subgroup"
_ARITHMETIC = tuple(
    f"spirv.GroupNonUniform{name}"
    for name in (
        *("BitwiseAnd", "BitwiseOr", "BitwiseXor", "FAdd", "FMax", "FMin", "FMul", "IAdd"),
        *("IMul", "LogicalAnd", "LogicalOr", "LogicalXor", "SMax", "SMin", "UMax", "UMin"),
    )
)
_VOTES = tuple(
    f"spirv.GroupNonUniform{name}"
    for name in (*("Ballot", "BallotFindLSB", "BallotFindMSB", "Elect"),)
)
_SHUFFLES = tuple(f"spirv.GroupNonUniformShuffle{name}" for name in ("", "Down", "Up", "Xor"))
_ATOMICS = (
    *("AtomicAnd", "AtomicIAdd", "AtomicIDecrement", "AtomicIIncrement", "AtomicISub"),
    *("AtomicOr", "AtomicSMax", "AtomicSMin", "AtomicUMax", "AtomicUMin", "AtomicXor"),
    "EXT.AtomicFAdd",
)
_ORDERS = ("Acquire", "Release", "AcquireRelease", "SequentiallyConsistent")
_MOVABLE = ("Workgroup", "CrossWorkgroup", "Function")


def plain(op: DataOp, message: str) -> Diagnostic:
    """An error at an op that does not begin with its name."""
    return error(message, op.where)


def _case(op: DataOp, name: str) -> str:
    """The name of an enum's case that a property has."""
    value = op.properties[name].value
    return value.name or ""


def _scope(op: DataOp) -> Problem:
    found: Problem = None
    if _case(op, "execution_scope") not in _GROUPS:
        found = op.error("execution scope must be 'Workgroup' or 'Subgroup'")
    return found


@verifier(*_VOTES)
def _vote(op: DataOp) -> Problem:
    return _scope(op)


@verifier("spirv.GroupBroadcast")
def _broadcast(op: DataOp) -> Problem:
    found = _scope(op)
    type = op.localid.type
    if found is None and isinstance(type, VectorType) and type.shape[0] not in (2, 3):
        found = op.error(
            "localid is a vector and can be with only  2 or 3 components, actual number is "
            f"{type.shape[0]}"
        )
    return found


@verifier("spirv.GroupNonUniformBroadcast")
def _broadcast_constant(op: DataOp) -> Problem:
    found = _scope(op)
    owner = getattr(op.id.owner, "name", "")
    if found is None and owner not in ("spirv.Constant", "spirv.mlir.referenceof"):
        found = op.error("id must be the result of a constant op")
    return found


@verifier("spirv.GroupNonUniformRotateKHR")
def _rotate(op: DataOp) -> Problem:
    found = _scope(op)
    if found is None and op.cluster_size is not None:
        found = _cluster(op, op.cluster_size)
    return found


@verifier(*_SHUFFLES)
def _shuffle(op: DataOp) -> Problem:
    found = _scope(op)
    type = op.operands[-1].type
    if found is None and getattr(type, "signedness", None) is Signedness.SIGNED:
        found = op.error("second operand must be a singless/unsigned integer")
    return found


@verifier(*_ARITHMETIC)
def _arithmetic(op: DataOp) -> Problem:
    found = _scope(op)
    if found is not None:
        return found
    if len(op.operands) == 1:
        if _case(op, "group_operation") == "ClusteredReduce":
            found = op.error(
                "cluster size operand must be provided for 'ClusteredReduce' group operation"
            )
        return found
    return _cluster(op, op.operands[1])


def _cluster(op: DataOp, value: Any) -> Problem:
    found: Problem = None
    size = getattr(constant_value(value), "value", None)
    if size is None:
        found = op.error("cluster size operand must come from a constant op")
    elif size <= 0 or size & (size - 1):
        found = op.error("cluster size operand must be a power of two")
    return found


def _orders(op: DataOp, name: str) -> Problem:
    value = op.properties[name].value
    cases = type(value)
    if sum(bool(int(value) & int(cases[order])) for order in _ORDERS) < 2:
        return None
    return plain(
        op,
        "expected at most one of these four memory constraints to be set: `Acquire`, `Release`,"
        "`AcquireRelease` or `SequentiallyConsistent`",
    )


@verifier(*(f"spirv.{name}" for name in _ATOMICS))
def _atomic(op: DataOp) -> Problem:
    found: Problem = None
    is_float = op.name == "spirv.EXT.AtomicFAdd"
    word = "float" if is_float else "integer"
    pointee = op.operands[0].type.pointee_type
    if not isinstance(pointee, FloatType if is_float else IntegerType):
        found = op.error(f"pointer operand must point to an {word} value, found '{pointee}'")
    return found or _orders(op, "semantics")


@verifier("spirv.ControlBarrier", "spirv.MemoryBarrier")
def _barrier(op: DataOp) -> Problem:
    return _orders(op, "memory_semantics")


@verifier("spirv.IAddCarry", "spirv.ISubBorrow", "spirv.SMulExtended", "spirv.UMulExtended")
def _extended(op: DataOp) -> Problem:
    found: Problem = None
    members = op.results[0].type.members
    if len(members) != 2:
        found = op.error("expected result struct type containing two members")
    elif len({*members, *(v.type for v in op.operands)}) != 1:
        found = op.error("expected all operand types and struct member types are the same")
    return found


def _addressing(op: DataOp) -> str:
    outer = op.parent_op
    while outer is not None and outer.name != "spirv.module":
        outer = outer.parent_op
    return "" if outer is None else _case(outer, "addressing_model")


@verifier("spirv.ConvertPtrToU", "spirv.ConvertUToPtr")
def _convert(op: DataOp) -> Problem:
    to_number = op.name == "spirv.ConvertPtrToU"
    source, dest = op.operands[0].type, op.results[0].type
    pointer = source if to_number else dest
    model = _addressing(op)
    stored = pointer.storage_class == "PhysicalStorageBuffer"
    if model == "Logical" or (model == "PhysicalStorageBuffer64" and not stored):
        return plain(op, f"{'operand' if to_number else 'result'} must be a physical pointer")
    return None


@verifier("spirv.PtrCastToGeneric", "spirv.GenericCastToPtr", "spirv.GenericCastToPtrExplicit")
def _generic(op: DataOp) -> Problem:
    found: Problem = None
    source, dest = op.operands[0].type, op.results[0].type
    if op.name == "spirv.PtrCastToGeneric":
        if source.storage_class not in _MOVABLE:
            return plain(
                op,
                "pointer must point to the Workgroup, CrossWorkgroup, or Function Storage Class",
            )
        if dest.storage_class != "Generic":
            return plain(op, "result type must be of storage class Generic")
    elif source.storage_class != "Generic":
        return plain(op, "pointer type must be of storage class Generic")
    elif dest.storage_class not in _MOVABLE:
        return plain(
            op, "result must point to the Workgroup, CrossWorkgroup, or Function Storage Class"
        )
    if source.pointee_type is not dest.pointee_type:
        found = op.error(
            "pointer operand's pointee type must have the same as the op result type, but found "
            f"'{source.pointee_type}' vs '{dest.pointee_type}'"
        )
    return found


@verifier("spirv.MatrixTimesScalar")
def _times_scalar(op: DataOp) -> Problem:
    found: Problem = None
    if op.operands[1].type is not op.operands[0].type.element_type:
        found = op.error("input matrix components' type and scaling value must have the same type")
    return found


def _rows(matrix: Any) -> int:
    column = matrix.column_type
    return int(column.shape[0]) if isinstance(column, VectorType) else 1


@verifier("spirv.Transpose")
def _transpose(op: DataOp) -> Problem:
    source, dest = op.operands[0].type, op.results[0].type
    if _rows(source) != dest.num_columns:
        return plain(op, "input matrix rows count must be equal to output matrix columns count")
    if source.num_columns != _rows(dest):
        return plain(op, "input matrix columns count must be equal to output matrix rows count")
    if source.element_type is not dest.element_type:
        return plain(op, "input and output matrices must have the same component type")
    return None
