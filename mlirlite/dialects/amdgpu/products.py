"""What products of matrices, conversions and exchanges between lanes have to satisfy, in upstream's
words."""

from __future__ import annotations

import math
from typing import Any

from mlirlite.dialects.amdgpu.memory import problem
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr, UnitAttr
from mlirlite.ir.types import FloatType, IntegerType, VectorType
from mlirlite.ods.hooks import DataOp, verifier
from mlirlite.support.diagnostics import Diagnostic

Problem = Diagnostic | None

_WAVE = 64
"""The lanes that compute a product together."""
_F8, _F6 = ("f8E4M3FN", "f8E5M2"), ("f6E2M3FN", "f6E3M2FN")
_F4 = "f4E2M1FN"
_E8M0, _E4M3 = "f8E8M0FNU", "f8E4M3FN"


@verifier(
    "amdgpu.packed_trunc_2xfp8", "amdgpu.packed_stoch_round_fp8", "amdgpu.packed_scaled_trunc"
)
def _packed(op: DataOp) -> Problem:
    wrong = op.existing is not None and op.existing.type is not op.results[0].type
    return problem(op, "existing values must have same type as result" if wrong else None)


@verifier("amdgpu.scaled_ext_packed_matrix")
def _unpacked(op: DataOp) -> Problem:
    size, byte, lane = int(op.blockSize), int(op.firstScaleByte), int(op.firstScaleLane)
    is_f8 = op.source.type.element_type.width == 8
    found = None
    if not is_f8 and byte not in ((0, 1) if size == 16 else (0, 2)):
        other = 1 if size == 16 else 2
        found = f"blockSize of {size} can only have firstScaleByte be 0 or {other} for f4 and f6."
    elif is_f8 and size == 16 and (lane, byte) not in ((0, 0), (16, 2)):
        found = (
            "blockSize of 16 can only have (firstScaleLane, firstScaleByte) be (0, 0) or (16, 2) "
            "for f8."
        )
    return problem(op, found)


def _parts(type: Any) -> tuple[int, Any]:
    """The number of values of a type, and the type of each."""
    if isinstance(type, VectorType):
        return math.prod(type.shape), type.element_type
    return 1, type


def _is_float(type: Any, width: int) -> bool:
    return isinstance(type, FloatType) and type.width == width


@verifier("amdgpu.wmma")
def _wave_product(op: DataOp) -> Problem:
    a, b = op.sourceA.type, op.sourceB.type
    (a_size, a_element), (b_size, b_element) = _parts(a), _parts(b)
    is_float = isinstance(a_element, FloatType)
    into_float = isinstance(_parts(op.destC.type)[1], FloatType)
    found = None
    if a_size != b_size:
        found = f"source vectors have different lengths: '{a}' vs. '{b}'"
    elif is_float != into_float:
        kind = "float" if into_float else "int"
        found = f"expected {kind} sources with {kind} destination"
    elif not _is_float(a_element, 8) and a_element is not b_element:
        must = "source element types must match (except for fp8/bf8)"
        found = f"{must} but have '{a}' and '{b}'"
    elif is_float and op.clamp:
        found = "clamp flag is not supported for float types"
    elif is_float and (op.unsignedA or op.unsignedB):
        found = "unsigned flags are not supported for float types"
    return problem(op, found)


@verifier("amdgpu.scaled_wmma")
def _scaled_product(op: DataOp) -> Problem:
    return problem(op, _wrong_lengths(op) or _wrong_scales(op))


def _wrong_lengths(op: DataOp) -> str | None:
    (a, a_element), (b, b_element) = _parts(op.sourceA.type), _parts(op.sourceB.type)
    rows, into = int(op.m), _parts(op.destC.type)[0]
    wanted, a_wanted = (8, 64) if rows == 16 else (16, 128)
    if into != wanted:
        return f"expected output vector of length {wanted} but got {into}"
    if rows != 16 and _F4 not in (str(a_element), str(b_element)):
        return "32x16x128 only supports fp4 element types"
    case = f"for {16 if rows == 16 else 32}x16x128"
    for name, size, needed in (("A", a, a_wanted), ("B", b, 64)):
        if size != needed:
            return f"{case}, source{name} must have {needed} elements but got {size}"
    if rows != 16 and int(op.a_first_scale_lane):
        return f"{case}, a_first_scale_lane must be 0"
    return None


def _wrong_scales(op: DataOp) -> str | None:
    a, b = (str(_parts(v.type)[1]) for v in (op.sourceA, op.sourceB))
    scales = tuple(str(_parts(v.type)[1]) for v in (op.scaleA, op.scaleB))
    if not set(scales) <= {_E8M0, _E4M3}:
        return "scale operands must have f8 element types (E8M0FNU or E4M3FN)"
    wide = (*_F8, *_F6)
    if (
        scales == (_E8M0, _E8M0)
        or (scales == (_E8M0, _E4M3) and a in wide and b == _F4)
        or (scales == (_E4M3, _E8M0) and a == _F4 and b in wide)
        or (scales == (_E4M3, _E4M3) and a == b == _F4)
    ):
        return None
    return (
        f"invalid combination of matrix and scale types: sourceA='{a}', scaleA='{scales[0]}', "
        f"sourceB='{b}', scaleB='{scales[1]}'"
    )


def _is_small(type: Any) -> bool:
    return isinstance(type, FloatType) and type.width in (4, 6, 8)


@verifier("amdgpu.mfma")
def _fused_product(op: DataOp) -> Problem:
    return problem(op, _wrong_sources(op) or _wrong_counts(op) or _wrong_flags(op))


def _wrong_sources(op: DataOp) -> str | None:
    a, b = op.sourceA.type, op.sourceB.type
    (size, element), (other_size, other) = _parts(a), _parts(b)
    if not _is_small(element):
        match = "expected both non-small-float source operand types to match exactly"
        return None if a is b else match
    if not _is_small(other):
        return "expected both source operands to have small-float elements if one does"
    if size != other_size:
        return "expected both small-float source vectors to have the same length"
    return None


def _wrong_counts(op: DataOp) -> str | None:
    size, element = _parts(op.sourceA.type)
    if isinstance(element, IntegerType) and element.width in (32, 64):
        size *= element.width // 8
    m, n, k, blocks = (int(getattr(op, name)) for name in ("m", "n", "k", "blocks"))
    sizes = ("source", size, m * k * blocks), ("result", _parts(op.destC.type)[0], m * n * blocks)
    for word, found, wanted in sizes:
        if found != wanted // _WAVE:
            return f"expected {wanted // _WAVE} {word} values for this operation but got {found}"
    return None


def _wrong_flags(op: DataOp) -> str | None:
    double = _is_float(_parts(op.destC.type)[1], 64)
    if double and op.properties["blgp"].value.name not in ("none", "none_"):
        return "double-precision ops do not support permuting lanes of B"
    if double and int(op.cbsz):
        return "double-precision ops do not support permuting lanes of A"
    if int(op.abid) >= 1 << int(op.cbsz):
        return "block ID for permuting A (abid) must be below 2 ** cbsz"
    if (op.negateA or op.negateB or op.negateC) and not double:
        return "negation flags only available for double-precision operations"
    return None


@verifier("amdgpu.sparse_mfma")
def _sparse_product(op: DataOp) -> Problem:
    return problem(op, _wrong_sparse(op))


def _wrong_sparse(op: DataOp) -> str | None:
    (few, sparse), (many, dense) = _parts(op.sourceA.type), _parts(op.sourceB.type)
    if many != 2 * few:
        return (
            "expected dense source operand to have exactly double "
            "the number of elements of the sparse source operand"
        )
    if sparse is not dense and not (_is_float(sparse, 8) and _is_float(dense, 8)):
        return "expected source operands to have the same element type"
    is_byte = getattr(sparse, "width", 0) == 8
    if int(op.cbsz) == 0 and int(op.abid) > (1 if is_byte else 3):
        which = "0 or 1 for 8-bit" if is_byte else "between 0 and 3 for 16-bit"
        return f"ABID must be {which} source data"
    index = op.sparseIdx.type
    wanted = "vector<2xi16>" if is_byte else "vector<4xi8>"
    if str(index) != wanted:
        bits = 8 if is_byte else 16
        return f"expected {wanted} sparse indices for {bits}-bit source data, but got '{index}'"
    m, n, k = int(op.m), int(op.n), int(op.k)
    into = _parts(op.destC.type)[0]
    for word, found, size in (("source", many, m * k), ("result", into, m * n)):
        if found != size // _WAVE:
            return f"expected {size // _WAVE} {word} values for this operation but got {found}"
    return None


@verifier("amdgpu.dpp")
def _exchange(op: DataOp) -> Problem:
    if _parts(op.src.type)[1].width > 64:
        return problem(op, "integer and floating point types larger than 64 bits are not supported")
    kind, argument = op.properties["kind"].value.name, op.properties.get("permArgument")
    return problem(op, _wrong_argument(kind, argument))


def _wrong_argument(kind: str, argument: Any) -> str | None:
    if kind == "quad_perm":
        if not isinstance(argument, ArrayAttr) or len(argument.value) != 4:
            return "quad_perm attribute must have exactly 4 elements"
        items: Any = argument.value
        if any(not 0 <= item.value <= 3 for item in items):
            return "Each element of quad_perm must be in the range [0, 3]"
        return None
    if kind in ("row_shl", "row_shr", "row_ror"):
        if argument is None:
            return f"Attribute '{kind}' value not specified"
        if isinstance(argument, IntegerAttr) and not 1 <= argument.value <= 15:
            return "Attribute value must be between 1 and 15"
        return None
    if argument is not None and not isinstance(argument, UnitAttr):
        return "Expected unit attribute for permArgument, but found non-trivial argument"
    return None


@verifier("amdgpu.permlane_swap")
def _swap(op: DataOp) -> Problem:
    wrong = int(op.row_length) not in (16, 32)
    return problem(op, "row_length attribute must either be 16 or 32." if wrong else None)
