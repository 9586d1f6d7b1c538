"""Rules of linear algebra: StableHLO's own ops, and calls of LAPACK that JAX makes on CPUs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.conversion.stablehlo_to_onnx.builder import Builder, Refused, Tensor, rule
from mlirlite.conversion.stablehlo_to_onnx.complex_numbers import Complex, chosen
from mlirlite.conversion.stablehlo_to_onnx.linear.factors import (
    cholesky,
    exchanged,
    lu,
    reflected,
    reflections,
    triangular,
)
from mlirlite.conversion.stablehlo_to_onnx.linear.matrices import (
    adjoint,
    batched,
    columns,
    conj,
    rows,
)
from mlirlite.conversion.stablehlo_to_onnx.linear.rotations import hermitian, singular
from mlirlite.conversion.stablehlo_to_onnx.special import CALLS, Call
from mlirlite.ir.attributes import DictionaryAttr, IntegerAttr
from mlirlite.ir.types import I32
from mlirlite.ods.hooks import DataOp


def _shaped(values: Sequence[Any], op: DataOp) -> list[Any]:
    """Results in the shapes that the op has."""
    return [v.reshape(r.type.shape) for v, r in zip(values, op.results, strict=True)]


@rule("cholesky")
def run_cholesky(b: Builder, op: DataOp, a: Any) -> Any:
    """The triangular factor of one half."""
    if 0 in a.shape:
        return a
    lower = "lower" in op.properties and bool(op.properties["lower"].value)
    source = batched(a, 2)
    found, _ = cholesky(b, source if lower else adjoint(source))
    return (found if lower else adjoint(found)).reshape(a.shape)


@rule("triangular_solve")
def run_triangular_solve(b: Builder, op: DataOp, a: Any, x: Any) -> Any:
    """The solution of a system with a triangular matrix."""
    p = op.properties
    kind = p["transpose_a"].value.name
    transposed, conjugated = kind in ("TRANSPOSE", "ADJOINT"), kind == "ADJOINT"
    flags = [bool(p[name].value) for name in ("left_side", "lower", "unit_diagonal")]
    left, lower, unit = flags
    return _solved(b, a, x, left, lower, transposed, conjugated, unit)


def _solved(
    b: Builder,
    a: Any,
    x: Any,
    left: bool,
    lower: bool,
    transposed: bool,
    conjugated: bool,
    unit: bool,
) -> Any:
    if 0 in x.shape:
        return x
    a, right = batched(a, 2), batched(x, 2)
    if conjugated:
        a = conj(a)
    if transposed == left:
        a, lower = a.transpose([0, 2, 1]), not lower
    if not left:
        right = right.transpose([0, 2, 1])
    found = triangular(b, a, right, lower, unit)
    return (found if left else found.transpose([0, 2, 1])).reshape(x.shape)


# Calls of LAPACK


def _options(op: DataOp) -> dict[str, str]:
    """The letters that say what a call of LAPACK does."""
    found = op.attributes.get("mhlo.backend_config", op.properties.get("backend_config"))
    if not isinstance(found, DictionaryAttr):
        return {}
    return {k: chr(v.value) for k, v in found.entries if isinstance(v, IntegerAttr)}


def _call(*names: str) -> Callable[[Call], Call]:
    """Registers a call for each type of elements that it has."""

    def register(function: Call) -> Call:
        for name in names:
            CALLS[f"lapack_{name}_ffi"] = function
        return function

    return register


@_call("spotrf", "dpotrf", "cpotrf", "zpotrf")
def potrf(b: Builder, op: DataOp, a: Any) -> list[Any]:
    """Cholesky's factor."""
    lower = _options(op).get("uplo") != "U"
    source = batched(a, 2)
    found, failed = cholesky(b, source if lower else adjoint(source))
    return _shaped([found if lower else adjoint(found), failed], op)


@_call("strsm", "dtrsm", "ctrsm", "ztrsm")
def trsm(b: Builder, op: DataOp, a: Any, x: Any) -> list[Any]:
    """A triangular system."""
    o = _options(op)
    kind = o.get("trans_x", "N")
    left, lower, unit = o.get("side") == "L", o.get("uplo") == "L", o.get("diag") == "U"
    return [_solved(b, a, x, left, lower, kind in "TC", kind == "C", unit)]


@_call("sgetrf", "dgetrf", "cgetrf", "zgetrf")
def getrf(b: Builder, op: DataOp, a: Any) -> list[Any]:
    """LU with pivots."""
    return _shaped(lu(b, batched(a, 2)), op)


@_call("sgeqrf", "dgeqrf", "cgeqrf", "zgeqrf")
def geqrf(b: Builder, op: DataOp, a: Any) -> list[Any]:
    """QR by reflections."""
    packed, factors, _ = reflections(b, batched(a, 2))
    return _shaped([packed, factors], op)


@_call("sgeqp3", "dgeqp3", "cgeqp3", "zgeqp3")
def geqp3(b: Builder, op: DataOp, a: Any, chosen_first: Tensor) -> list[Any]:
    """QR by reflections, the longest column first."""
    source = op.operands[1].defining_op
    if source is not None and source.name == "stablehlo.broadcast_in_dim":
        chosen_first = b.values[source.operands[0]]
    if chosen_first.splat() != 0:
        raise Refused("columns that come first")
    packed, factors, order = reflections(b, batched(a, 2), pivoted=True)
    return _shaped([packed, order, factors], op)


@_call("sorgqr", "dorgqr", "cungqr", "zungqr")
def orgqr(b: Builder, op: DataOp, a: Any, factors: Any) -> list[Any]:
    """The product of reflections."""
    made = reflected(b, batched(a, 2), batched(factors, 1), a.shape[-1])
    return _shaped([made], op)


@_call("ssyevd", "dsyevd", "cheevd", "zheevd")
def syevd(b: Builder, op: DataOp, a: Any) -> list[Any]:
    """Eigenvalues of a Hermitian matrix."""
    source = batched(a, 2)
    if _options(op).get("uplo") == "U":
        source = adjoint(source)
    values, vectors = hermitian(b, source)
    return _shaped([vectors, values, _fine(b, source)], op)


@_call("sgesdd", "dgesdd", "cgesdd", "zgesdd")
def gesdd(b: Builder, op: DataOp, a: Any) -> list[Any]:
    """Singular values."""
    source = batched(a, 2)
    u, s, v = singular(b, source)
    small = min(source.shape[1:])
    mode = _options(op).get("mode", "A")
    right = adjoint(v)
    if mode == "N":
        return _shaped([source, s, *_unused(b, op), _fine(b, source)], op)
    if mode == "S":
        u, right = u.slice(2, 0, small), right.slice(1, 0, small)
    return _shaped([source, s, u, right, _fine(b, source)], op)


def _unused(b: Builder, op: DataOp) -> list[Any]:
    """Zeros for results that a call does not make."""
    found = []
    for result in op.results[2:4]:
        type: Any = result.type
        element = type.element_type
        inner = getattr(element, "element_type", element)
        zero = b.number(0.0, inner).expand(type.shape)
        found.append(zero if inner is element else Complex(zero, zero))
    return found


def _fine(b: Builder, a: Any) -> Tensor:
    """That each of the matrices is done."""
    return b.number(0, I32).expand([a.shape[0]])


@_call("sgtsv", "dgtsv", "cgtsv", "zgtsv")
def gtsv(b: Builder, op: DataOp, low: Any, middle: Any, high: Any, x: Any) -> list[Any]:
    """A system with three diagonals, by LU with pivots of the whole matrix."""
    *_, size, _ = x.shape
    right = batched(x, 2)
    row, column = rows(b, size), columns(b, size)
    whole: Any = None
    for values, shift in ((low, -1), (middle, 0), (high, 1)):
        line = batched(values, 1)
        count = line.shape[0]
        line = line.reshape([count, size, 1])
        part = chosen((row + shift).equal(column), line, 0.0)
        whole = part if whole is None else whole + part
    packed, pivots, failed = lu(b, whole)
    for_rows = exchanged(b, right, pivots)
    found = triangular(b, packed, for_rows, True, True)
    found = triangular(b, packed, found, False, False)
    return _shaped([low, middle, high, found, failed], op)
