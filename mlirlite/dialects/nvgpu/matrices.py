"""What products of matrices have to satisfy, in upstream's words."""

from __future__ import annotations

import math
from typing import Any

from mlirlite.dialects.nvgpu.transfers import plain
from mlirlite.ods.hooks import DataOp, verifier
from mlirlite.support.diagnostics import Diagnostic

Problem = Diagnostic | None

_WARP = 32
_GROUP_ROWS = 64
_INPUTS = ("f32", "bf16", "f16", "i8", "i4")
_FLOAT8 = ("f8E5M2", "f8E4M3FN")
_FLOATS = ("bf16", "f16", "f32", "tf32", *_FLOAT8)
_COLUMNS = range(8, 257, 8)
_INTEGER_COLUMNS = (8, 16, 24, 32, 48, *range(64, 257, 16))


def _problem(op: DataOp, message: str | None) -> Problem:
    found: Problem = None
    if message is not None:
        found = op.error(message)
    return found


@verifier("nvgpu.mma.sync", "nvgpu.mma.sp.sync")
def _product(op: DataOp) -> Problem:
    sparse = op.name == "nvgpu.mma.sp.sync"
    if sparse and int(op.sparsitySelector) > 1:
        return _problem(op, "sparsity selector should be 0 or 1")
    element = op.matrixA.type.element_type
    if sparse and str(element) == "f64":
        return plain(op, "f64 is not supported for sparse mode")
    if str(element) not in (*_INPUTS, "f64"):
        return plain(
            op,
            "expected input data type (i4,i8,f16,bf16,tf32,f64) supported by " + op.name,
        )
    types = [op.matrixA.type, op.matrixB.type, op.matrixC.type]
    for name, type in zip("ABC", types, strict=True):
        if len(type.shape) != 2:
            return plain(op, f"matrix{name} must be 2 dimensional vector")
    m, n, k = (item.value for item in op.properties["mmaShape"].value)
    found = _wrong_sizes(types, (m, n, k), sparse)
    if found is None and op.tf32Enabled and str(element) != "f32":
        found = "expected tf32 tensor cores only for F32 operands"
    return _problem(op, found or _wrong_shapes(types, (m, n, k), sparse))


def _wrong_sizes(types: list[Any], sizes: tuple[int, ...], sparse: bool) -> str | None:
    m, n, k = sizes
    for name, type, size in zip("ABC", types, (m * k, k * n, m * n), strict=True):
        factor = 2 if sparse and name == "A" else 1
        if math.prod(type.shape) * _WARP != size // factor:
            return f"expected {size} warp-wide matrix {name} elements"
    return None


def _wrong_shapes(types: list[Any], sizes: tuple[int, ...], sparse: bool) -> str | None:
    element = types[0].element_type
    depth, width = (4, 1) if element.width == 64 else (128 // element.width, 32 // element.width)
    rows, columns, steps = sizes[0] // 8, sizes[1] // 8, sizes[2] // depth
    tiles = ((rows * steps, width), (steps * columns, width), (rows * columns, 2))
    for name, type, (count, own) in zip("ABC", types, tiles, strict=True):
        factor = 2 if sparse and name == "A" else 1
        if tuple(type.shape) != (count // factor, own):
            return f"expected matrix {name} to be shaped ({count} x {own})"
    return None


def _is_allowed(d: str, a: str, b: str) -> bool:
    """Whether the hardware adds products of types `a` and `b` to `d`."""
    if {a, b} <= set(_FLOAT8) or (a == b and a in ("f16", "bf16")):
        return d in ("f32", "f16")
    return (d, a, b) in (("f32", "tf32", "tf32"), ("i32", "i16", "i16"), ("i32", "i1", "i1"))


def _has_columns(count: int, element: str) -> bool:
    """Whether the hardware multiplies by a matrix of that many columns."""
    if element in _FLOATS:
        return count in _COLUMNS
    return element in ("i8", "i1") and count in _INTEGER_COLUMNS


@verifier("nvgpu.warpgroup.mma")
def _group_product(op: DataOp) -> Problem:
    if op.transposeA and not op.transposeB:
        return _problem(
            op,
            "supports non-transpose A (Row Major) "
            "and transpose B (Column Major) for the time being ",
        )
    a, b = op.descriptorA.type.tensor, op.descriptorB.type.tensor
    c, d = op.matrixC.type.fragmented, op.matrixD.type.fragmented
    return _problem(op, _wrong_group(a, b, c, d))


def _wrong_group(a: Any, b: Any, c: Any, d: Any) -> str | None:
    if c is not d:
        return "type of matrix C and matrix D must be the same"
    if any(len(type.shape) != 2 for type in (a, b, c, d)):
        return "has matrices A, B, C and D, they must be 2 dimensional"
    if a.shape[1] != b.shape[0]:
        return f"2nd dim matrix-A ({a.shape[1]})!= 1st dim matrix-B ({b.shape[0]} )"
    if a.shape[0] != c.shape[0]:
        return f"1st dim matrix-A ( {a.shape[0]} )!= 1st dim matrix-C ( {c.shape[0]} )"
    if b.shape[1] != c.shape[1]:
        return f"2nd dim matrix-B ( {b.shape[1]} ) != 2nd dim matrix-C ( {c.shape[1]} )"
    into, left, right = (str(type.element_type) for type in (c, a, b))
    sum_ = f"'{into}' += '{left}' * '{right}', it is not supported"
    if not _is_allowed(into, left, right):
        return f"{sum_}."
    if not _has_columns(b.shape[1], left):
        return f"has input type '{b}' n is set to {b.shape[1]}, it is not supported"
    if into != "f32" and left not in ("f16", "bf16"):
        return f"hit a limitation: {sum_} yet"
    return None


@verifier("nvgpu.warpgroup.mma.store")
def _group_store(op: DataOp) -> Problem:
    vector, memref = op.matrixD.type.fragmented, op.dstMemref.type
    if str(vector.element_type) != "f32":
        return _problem(op, "hit a limitation: only f32 results for the time being")
    if tuple(vector.shape[:2]) != tuple(memref.shape[:2]):
        rows, columns = memref.shape[:2]
        return _problem(
            op,
            f"results ['{vector}'][{vector.shape[1]}] values. However, destination "
            f"memref[{rows}][{columns}]  does not have same size as results",
        )
    return None


@verifier("nvgpu.warpgroup.mma.init.accumulator")
def _group_start(op: DataOp) -> Problem:
    type = op.matrixC.type.fragmented
    rows, columns = type.shape[:2]
    if rows % _GROUP_ROWS == 0 and _has_columns(columns, str(type.element_type)):
        return None
    return _problem(
        op,
        f"has type '{type}'. It does not fit into warp-group level (wgmma) matrix "
        "multiplication instruction (or not supported yet)",
    )


@verifier("nvgpu.rcp")
def _reciprocal(op: DataOp) -> Problem:
    rounding = op.properties["rounding"]
    if rounding.value.name == "APPROX" and op.ftz:
        return None
    return _problem(op, f"has a limitation. {rounding} or non-ftz is not supported yet.")
