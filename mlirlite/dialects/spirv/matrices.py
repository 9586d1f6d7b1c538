"""What casts and products of vectors and matrices have to satisfy, in upstream's words."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.spirv.checks import plain
from mlirlite.dialects.spirv.types import CooperativeMatrixType, MatrixType, PointerType
from mlirlite.ir.types import FloatType, IntegerType, VectorType
from mlirlite.ods.hooks import DataOp, verifier
from mlirlite.support.diagnostics import Diagnostic

Problem = Diagnostic | None

_DOTS = tuple(
    f"spirv.{name}" for name in ("SDot", "SUDot", "UDot", "SDotAccSat", "SUDotAccSat", "UDotAccSat")
)
_ALIGNED = "Aligned"
_PACKED = 32


def _problem(op: DataOp, message: str | None) -> Problem:
    found: Problem = None
    if message is not None:
        found = op.error(message)
    return found


def _bits(type: Any) -> int:
    if isinstance(type, VectorType):
        return int(type.shape[0]) * _bits(type.element_type)
    return int(getattr(type, "width", 0))


@verifier("spirv.Bitcast")
def _bitcast(op: DataOp) -> Problem:
    source, result = op.operands[0].type, op.results[0].type
    if source is result:
        return plain(op, "result type must be different from operand type")
    kinds = [
        "pointer type" if isinstance(t, PointerType) else "non-pointer type"
        for t in (source, result)
    ]
    if kinds[0] != kinds[1]:
        return plain(op, f"unhandled bit cast conversion from {kinds[0]} to {kinds[1]}")
    if kinds[0] == "pointer type" or _bits(source) == _bits(result):
        return None
    widths = f"{_bits(result)} and operand type bitwidth {_bits(source)}"
    return _problem(op, f"mismatch in result type bitwidth {widths}")


@verifier("spirv.FConvert", "spirv.SConvert", "spirv.UConvert")
def _convert(op: DataOp) -> Problem:
    source, result = op.operands[0].type, op.results[0].type
    for kind in (VectorType, CooperativeMatrixType):
        if isinstance(source, kind):
            if not isinstance(result, kind):
                return _problem(op, "incompatible operand and result types")
            source, result = source.element_type, result.element_type
            break
    if getattr(source, "width", 0) != getattr(result, "width", 0):
        return None
    return _problem(
        op,
        "expected the different bit widths for operand type and result type, but provided "
        f"'{source}' and '{result}'",
    )


@verifier("spirv.VectorTimesScalar")
def _times_scalar(op: DataOp) -> Problem:
    vector, scalar = (value.type for value in op.operands)
    if vector is not op.results[0].type:
        return _problem(op, "vector operand and result type mismatch")
    wrong = "scalar operand and result element type match"
    return _problem(op, wrong if scalar is not vector.element_type else None)


def rows_of(matrix: MatrixType) -> int:
    """The number of rows of a matrix."""
    column: Any = matrix.column_type
    return int(column.shape[0])


@verifier("spirv.MatrixTimesVector")
def _times_vector(op: DataOp) -> Problem:
    matrix, vector, result = op.operands[0].type, op.operands[1].type, op.results[0].type
    found = None
    if matrix.num_columns != vector.shape[0]:
        sizes = f"({matrix.num_columns}) must match vector operand size ({vector.shape[0]})"
        found = f"matrix columns {sizes}"
    elif result.shape[0] != rows_of(matrix):
        sizes = f"({result.shape[0]}) must match the matrix rows ({rows_of(matrix)})"
        found = f"result size {sizes}"
    elif matrix.element_type is not result.element_type:
        found = "matrix and result element types must match"
    return _problem(op, found)


@verifier("spirv.VectorTimesMatrix")
def _vector_times(op: DataOp) -> Problem:
    vector, matrix, result = op.operands[0].type, op.operands[1].type, op.results[0].type
    found = None
    if rows_of(matrix) != vector.shape[0]:
        found = (
            "number of components in vector must equal the number of components in each column "
            "in matrix"
        )
    elif result.shape[0] != matrix.num_columns:
        found = "number of columns in matrix must equal the number of components in result"
    elif matrix.element_type is not result.element_type:
        found = (
            "matrix must be a matrix with the same component type as the component type in result"
        )
    return _problem(op, found)


@verifier("spirv.MatrixTimesMatrix")
def _product(op: DataOp) -> Problem:
    left, right, result = op.operands[0].type, op.operands[1].type, op.results[0].type
    same = "matrices' component type must be the same"
    if left.num_columns != rows_of(right):
        return plain(op, "left matrix columns' count must be equal to the right matrix rows' count")
    if right.num_columns != result.num_columns:
        return plain(op, "right and result matrices must have equal columns' count")
    if right.element_type is not result.element_type:
        return plain(op, f"right and result {same}")
    if left.element_type is not result.element_type:
        return plain(op, f"left and result {same}")
    if rows_of(left) != rows_of(result):
        return plain(op, "left and result matrices must have equal rows' count")
    return None


@verifier("spirv.GL.FrexpStruct")
def _split(op: DataOp) -> Problem:
    own, members = op.operands[0].type, op.results[0].type.members
    if len(members) != 2:
        return plain(op, "result type must be a struct type with two memebers")
    fraction, exponent = members
    if fraction is not own:
        return plain(
            op, "member zero of the resulting struct type must be the same type as the operand"
        )
    is_vector = isinstance(exponent, VectorType)
    element = exponent.element_type if is_vector else exponent
    if not isinstance(element, IntegerType) or element.width != 32:
        blank = "" if is_vector else " "  # upstream's words for vectors lack it
        return plain(
            op,
            f"member one of the resulting struct type must{blank}be a scalar or vector of 32 bit "
            "integer type",
        )
    if getattr(own, "shape", ()) == getattr(exponent, "shape", ()):
        return None
    return plain(
        op,
        "member one of the resulting struct type must have the same number of components as the "
        "operand type",
    )


@verifier("spirv.GL.Ldexp")
def _scale(op: DataOp) -> Problem:
    value, exponent = (v.type for v in op.operands)
    if isinstance(value, FloatType) != isinstance(exponent, IntegerType):
        return _problem(op, "operands must both be scalars or vectors")
    same = getattr(value, "shape", ()) == getattr(exponent, "shape", ())
    return _problem(op, None if same else "operands must have the same number of elements")


@verifier("spirv.KHR.CooperativeMatrixLoad", "spirv.KHR.CooperativeMatrixStore")
def _access(op: DataOp) -> Problem:
    pointee = op.pointer.type.pointee_type
    if not isinstance(pointee, IntegerType | FloatType | VectorType):
        must = "Pointer must point to a scalar or vector type"
        return _problem(op, f"{must} but provided '{pointee}'")
    access = op.properties.get("memory_operand")
    if access is None:
        return None
    flags = type(access.value)
    refused = "Available" if op.name.endswith("Load") else "Visible"
    if access.value & flags[f"MakePointer{refused}"]:
        return _problem(op, f"not compatible with memory operand 'MakePointer{refused}'")
    aligned, alignment = bool(access.value & flags[_ALIGNED]), op.properties.get("alignment")
    if aligned and alignment is None:
        return _problem(op, "missing value for the 'Aligned' memory operand")
    wrong = "found alignment attribute for non-'Aligned' memory operand"
    return _problem(op, wrong if alignment is not None and not aligned else None)


@verifier("spirv.KHR.CooperativeMatrixMulAdd")
def _multiply(op: DataOp) -> Problem:
    return _problem(op, _wrong_matrices(op, *(value.type for value in op.operands)))


def _wrong_matrices(op: DataOp, a: Any, b: Any, c: Any) -> str | None:
    for i, (matrix, use) in enumerate(((a, "MatrixA"), (b, "MatrixB"), (c, "MatrixAcc"))):
        if matrix.use != use:
            return f"operand #{i} must be of use '{use}'"
    if len({a.scope, b.scope, c.scope}) > 1:
        return "matrix scope mismatch"
    sizes = ("M", a.rows, c.rows), ("N", b.columns, c.columns), ("K", a.columns, b.rows)
    for name, first, second in sizes:
        if first != second:
            return f"matrix size mismatch on dimension '{name}'"
    integers = all(isinstance(m.element_type, IntegerType) for m in (a, b, c))
    if op.properties.get("matrix_operands") is not None and not integers:
        return "Matrix Operands require all matrix element types to be Integer Types"
    return None


@verifier(*_DOTS)
def _dot(op: DataOp) -> Problem:
    factor, result = op.operands[0].type, op.results[0].type
    form = op.properties.get("format")
    found = None
    if isinstance(factor, IntegerType) and form is None:
        found = "requires Packed Vector Format attribute for integer vector operands"
    elif isinstance(factor, IntegerType) and factor.width != _PACKED:
        found = (
            f"with specified Packed Vector Format ({form.value.name}) requires integer vector "
            "operands to be 32-bits wide"
        )
    elif not isinstance(factor, IntegerType) and form is not None:
        found = f"with invalid format attribute for vector operands of type '{factor}'"
    elif _bits(factor) > _bits(result):
        found = (
            f"result type has insufficient bit-width ({_bits(result)} bits) for the specified "
            f"vector operand type ({_bits(factor)} bits)"
        )
    return _problem(op, found)


@verifier("spirv.EXT.EmitMeshTasks")
def _tasks(op: DataOp) -> Problem:
    wrong = "payload must be a variable with a storage class of TaskPayloadWorkgroupEXT"
    payload = op.payload
    stored = payload is None or payload.type.storage_class == "TaskPayloadWorkgroupEXT"
    return _problem(op, None if stored else wrong)
