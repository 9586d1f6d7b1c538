"""Rules of linear algebra: LAPACK's factors by the loops that StableHLO's rules share.

Matrices have all dimensions before the last two in one. Which matrix torch factors, the given one
or its transpose, is kept: gradients use the factors."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import torch

from mlirlite.conversion.stablehlo_to_onnx.complex_numbers import Complex, absolute, chosen, sign
from mlirlite.conversion.stablehlo_to_onnx.linear.factors import (
    cholesky,
    exchanged,
    lu,
    orthogonal,
    reflected,
    reflections,
    triangular,
)
from mlirlite.conversion.stablehlo_to_onnx.linear.matrices import (
    adjoint,
    batched,
    columns,
    identity,
    loop,
    most,
    pick,
    product,
    rows,
    total,
    zeros_like,
)
from mlirlite.conversion.stablehlo_to_onnx.linear.rotations import hermitian, singular
from mlirlite.ir.types import F64, I32, I64
from mlirlite.torch.builder import Builder
from mlirlite.torch.pairs import lender, lent, pair, part_of, part_type, returned
from mlirlite.torch.table import COMPLEX, Rule, add
from mlirlite.torch.types import Unsupported

Made = Callable[..., Sequence[Any]]


def matrices(made: Made, *, empty: Sequence[float] = ()) -> Rule:
    """A rule by `made(b, x, *rest)`, which gets tensors as the shared formulas have them, and gives
    what is brought into the shapes of the results. `empty` are the results for matrices without
    elements, of those that have some."""

    def rule(b: Builder, x: Any, *rest: Any) -> Any:
        several = isinstance(b.result, (list, tuple))
        fakes = list(b.result) if several else [b.result]
        if 0 in x.shape:
            numbers = [*empty, *[None] * len(fakes)]
            found = [_empty(b, fake, n) for fake, n in zip(fakes, numbers, strict=False)]
        else:
            given = [lent(v) for v in rest]
            values = made(lender(b), lent(x), *given, *_layout(b, made))
            found = [_shaped(b, v, fake) for v, fake in zip(values, fakes, strict=True)]
        return found if several else found[0]

    return rule


def _layout(b: Builder, made: Made) -> list[bool]:
    """Whether torch factors the transpose, for those that ask."""
    if made not in _ASKING:
        return []
    fake = b.given[0]
    return [bool(fake.is_contiguous() and not fake.dtype.is_complex)]


def _empty(b: Builder, fake: Any, number: float | None) -> Any:
    if fake.numel() and fake.dtype.is_floating_point and number is None:
        raise Unsupported("matrices without elements")
    value = b.filled(number or 0, fake.shape, part_of(fake).dtype)
    return pair(b, value, value.dtype) if fake.dtype.is_complex else value


def _shaped(b: Builder, value: Any, fake: Any) -> Any:
    if value is None:
        return _empty(b, fake, 0)
    found = returned(b, value.reshape(tuple(fake.shape)))
    if fake.dtype.is_complex:
        return pair(b, found, part_type(fake.dtype))
    return found.to(fake.dtype)


def _together(*values: Any) -> list[Any]:
    """Matrices with the same dimensions before the last two, those in one."""
    outer = torch.broadcast_shapes(*[v.shape[:-2] for v in values])
    return [batched(v.expand([*outer, *v.shape[-2:]]), 2) for v in values]


# Cholesky's factor


def _cholesky(b: Any, a: Any, upper: bool = False, *_: Any) -> Sequence[Any]:
    source = batched(a, 2)
    found, failed = cholesky(b, adjoint(source) if upper else source)
    return [adjoint(found) if upper else found, failed]


def _cholesky_alone(b: Any, a: Any, upper: bool = False) -> Sequence[Any]:
    factor, failed = _cholesky(b, a, upper)
    _require_factors(b, failed)
    return [factor]


def _cholesky_solve(b: Any, x: Any, factor: Any, upper: bool = False) -> Sequence[Any]:
    x, factor = _together(x, factor)
    lower = adjoint(factor) if upper else factor
    return [triangular(b, adjoint(lower), triangular(b, lower, x, True, False), False, False)]


def _cholesky_inverse(b: Any, factor: Any, upper: bool = False) -> Sequence[Any]:
    whole = batched(factor, 2)
    return _cholesky_solve(b, identity(whole, whole.shape[1]), whole, upper)


# LU


def _lu_factor(b: Any, a: Any, pivot: bool = True, *_: Any) -> Sequence[Any]:
    if not pivot:
        raise Unsupported("factors without pivots")
    return lu(b, batched(a, 2))


def _halves(b: Any, packed: Any) -> tuple[Any, Any]:
    """The lower factor, with ones on its diagonal, and the upper one."""
    _, height, width = packed.shape
    small = min(height, width)
    left, right = packed.slice(2, 0, small), packed.slice(1, 0, small)
    row, column = rows(b, height), columns(b, small)
    lower = chosen(row > column, left, row.equal(column).to(left.element) + zeros_like(_re(left)))
    upper = chosen(rows(b, small) <= columns(b, width), right, 0.0)
    return lower, upper


def _re(x: Any) -> Any:
    return x.re if isinstance(x, Complex) else x


def _unpacked(
    b: Any, packed: Any, pivots: Any, data: bool = True, permutation: bool = True
) -> Sequence[Any]:
    packed, pivots = batched(packed, 2), batched(pivots, 1)
    order = exchanged(b, identity(packed, packed.shape[1]), pivots, True)
    lower, upper = _halves(b, packed)
    return [order if permutation else None, *((lower, upper) if data else (None, None))]


def _lu(b: Any, a: Any, pivot: bool = True) -> Sequence[Any]:
    packed, pivots, _ = _lu_factor(b, a, pivot)
    return _unpacked(b, packed, pivots)


def _solved(b: Any, packed: Any, pivots: Any, x: Any, turned: bool, conjugated: bool = True) -> Any:
    """The solution of a system with the factored matrix, or with its adjoint."""
    if not turned:
        x = triangular(b, packed, exchanged(b, x, pivots), True, True)
        return triangular(b, packed, x, False, False)
    over = adjoint(packed) if conjugated else packed.transpose([0, 2, 1])
    x = triangular(b, over, triangular(b, over, x, True, False), False, True)
    return exchanged(b, x, pivots, True)


def _lu_solve(
    b: Any, packed: Any, pivots: Any, x: Any, left: bool = True, turned: bool = False
) -> Sequence[Any]:
    outer = torch.broadcast_shapes(packed.shape[:-2], x.shape[:-2])
    size = pivots.shape[-1]
    pivots = batched(pivots.expand([*outer, size]), 1)
    packed, x = (batched(v.expand([*outer, *v.shape[-2:]]), 2) for v in (packed, x))
    if left:
        return [_solved(b, packed, pivots, x, turned)]
    return [adjoint(_solved(b, packed, pivots, adjoint(x), not turned))]


def _solve(b: Any, a: Any, x: Any, left: bool, check: bool = False) -> Sequence[Any]:
    size = a.shape[-1]
    vector = len(x.shape) == 1 or (len(a.shape) - 1 == len(x.shape) and x.shape == a.shape[:-1])
    packed, pivots, failed = lu(b, batched(a, 2))
    if vector:
        x = x.reshape([*x.shape, 1])
    over = packed.reshape([*a.shape[:-2], size, size])
    [found] = _lu_solve(b, over, pivots.reshape([*a.shape[:-2], size]), x, left or vector)
    return [found, packed, pivots, failed]


def _source(a: Any, turned: bool) -> Any:
    source = batched(a, 2)
    return source.transpose([0, 2, 1]) if turned else source


def _inverse(b: Any, a: Any, check: bool = False) -> Sequence[Any]:
    source = batched(a, 2)
    packed, pivots, failed = lu(b, source)
    one = identity(source, source.shape[1])
    return [_solved(b, packed, pivots, one, False), failed]


def _diagonal(b: Any, a: Any) -> Any:
    """The numbers on the diagonals, as rows."""
    size = a.shape[1]
    return total(chosen(rows(b, size).equal(columns(b, size)), a, 0.0), 1)


def _multiplied(b: Any, x: Any) -> Any:
    """The product of each row."""
    count, _, size = x.shape
    if not isinstance(x, Complex):
        return x("ReduceProd", b.integers(2), keepdims=1)
    one = x.like(1.0).expand([count, 1, 1])
    return loop(b, size, [one], lambda k, values: [values[0] * pick(x, 2, k)])[0]


def _parity(b: Any, pivots: Any, like: Any) -> Any:
    """-1 for an odd number of exchanges, else 1."""
    count, size = pivots.shape
    moved = ~pivots.equal((b.counts(size) + 1).to(I32).reshape([1, size]))
    each = moved.where(_re(like).like(-1.0), _re(like).like(1.0))
    return each("ReduceProd", b.integers(1), keepdims=1).reshape([count, 1, 1])


def _det(b: Any, a: Any, turned: bool) -> Sequence[Any]:
    packed, pivots, _ = lu(b, _source(a, turned))
    found = _multiplied(b, _diagonal(b, packed)) * _parity(b, pivots, packed)
    return [found, packed, pivots]


def _slogdet(b: Any, a: Any, turned: bool) -> Sequence[Any]:
    packed, pivots, _ = lu(b, _source(a, turned))
    line = _diagonal(b, packed)
    is_pair = isinstance(line, Complex)
    size = absolute(line) if is_pair else line("Abs")
    turn = _multiplied(b, sign(line) if is_pair else line("Sign")) * _parity(b, pivots, packed)
    return [turn, total(size("Log"), 2), packed, pivots]


# Reflections


def _qr(b: Any, a: Any, mode: str = "reduced") -> Sequence[Any]:
    source = batched(a, 2)
    _, height, width = source.shape
    small = min(height, width)
    if mode == "complete":
        return orthogonal(b, source)
    packed, factors, _ = reflections(b, source)
    upper = chosen(rows(b, height) <= columns(b, width), packed, 0.0).slice(1, 0, small)
    return [None if mode == "r" else reflected(b, packed, factors, small), upper]


def _geqrf(b: Any, a: Any) -> Sequence[Any]:
    return reflections(b, batched(a, 2))[:2]


def _basis(b: Any, a: Any, factors: Any) -> Sequence[Any]:
    return [reflected(b, batched(a, 2), batched(factors, 1), a.shape[-1])]


def _ormqr(
    b: Any, a: Any, factors: Any, x: Any, left: bool = True, turned: bool = False
) -> Sequence[Any]:
    q = reflected(b, batched(a, 2), batched(factors, 1), a.shape[-2])
    q, x = adjoint(q) if turned else q, batched(x, 2)
    return [product(q, x) if left else product(x, q)]


# Rotations


def _svd(
    b: Any, a: Any, whole: bool = False, vectors: bool = True, driver: Any = None
) -> Sequence[Any]:
    source = batched(a, 2)
    u, s, v = singular(b, source)
    if not vectors:
        return [None, s, None]
    small = min(source.shape[1:])
    if not whole:
        u, v = u.slice(2, 0, small), v.slice(2, 0, small)
    return [u, s, adjoint(v)]


def _eigh(b: Any, a: Any, half: str = "L", vectors: bool = True) -> Sequence[Any]:
    source = batched(a, 2)
    values, found = hermitian(b, adjoint(source) if half == "U" else source)
    return [values, found if vectors else None]


def _pinv(
    b: Any, a: Any, absolute: Any = None, relative: Any = None, symmetric: bool = False
) -> Sequence[Any]:
    source = batched(a, 2)
    count, height, width = source.shape
    small = min(height, width)
    if symmetric:
        values, u = hermitian(b, source)
        signed = values.reshape([count, 1, small])
        s, v = signed("Abs"), u
    else:
        u, s, v = singular(b, source)
        signed = s = s.reshape([count, 1, small])
        u, v = u.slice(2, 0, small), v.slice(2, 0, small)
    least = s.like(0.0)
    if absolute is not None:
        least = _of_each(absolute).to(s.element)
    if relative is not None:
        factor: Any = _of_each(relative).to(s.element)
    else:
        usual = s.like(max(height, width) * (2.0**-23 if s.width == 32 else 2.0**-52))
        factor = usual if absolute is None else (least > 0).where(0.0, usual)
    bound = b("Max", [(most(s, 2) * factor), least])
    inverse = (s > bound).where(signed("Reciprocal"), 0.0)
    return [product(v * inverse, adjoint(u))]


def _of_each(x: Any) -> Any:
    return x.reshape([-1, 1, 1]) if x.rank else x


# Others


def _triangular(
    b: Any, a: Any, x: Any, upper: bool, left: bool = True, unit: bool = False
) -> Sequence[Any]:
    a, x = _together(a, x)
    if left:
        return [triangular(b, a, x, not upper, unit)]
    turned = triangular(b, a.transpose([0, 2, 1]), x.transpose([0, 2, 1]), upper, unit)
    return [turned.transpose([0, 2, 1])]


def _triangular_solve(
    b: Any, x: Any, a: Any, upper: bool = True, turned: bool = False, unit: bool = False
) -> Sequence[Any]:
    a, x = _together(a, x)
    used, lower = (adjoint(a), upper) if turned else (a, not upper)
    return [triangular(b, used, x, lower, unit), a]


def _matrix_exp(b: Any, a: Any) -> Sequence[Any]:
    """Taylor's sum of the matrix by a power of 2, and squares; in double precision, since small
    elements come from large ones."""
    source = _widened(batched(a, 2))
    size = absolute(source) if isinstance(source, Complex) else source("Abs")
    norm = most(most(total(size, 1), 2), 0)
    halvings = (norm("Log") * (1 / math.log(2)) + 2.0)("Ceil")
    halvings = b("Min", [b("Max", [halvings, halvings.like(0.0)]), halvings.like(60.0)])
    small = source * (halvings * -math.log(2))("Exp").reshape([1, 1, 1])
    one = identity(source, source.shape[1])
    found = one
    for k in range(18, 0, -1):
        found = one + product(small, found) * (1 / k)
    count = halvings.reshape([]).to(I64)
    return loop(b, count, [found], lambda k, values: [product(values[0], values[0])])


def _widened(x: Any) -> Any:
    return x.each(lambda part: part.to(F64)) if isinstance(x, Complex) else x.to(F64)


def _check(b: Builder, info: Any, *_: Any) -> list[Any]:
    _require_factors(lender(b), lent(info))
    return []


def _require_factors(b: Any, info: Any) -> None:
    """A run whose matrix has no factors, or no solution, ends."""
    own = Builder(b.block)
    own.location = b.location
    fine = info.equal(0).to(I32)
    if fine.rank:
        fine = fine("ReduceMin", None, keepdims=0)
    own.require("torch.factors", returned(own, [fine]))


_ASKING = (_det, _slogdet)

RULES: dict[str, Rule] = {
    "cholesky": matrices(_cholesky_alone),
    "cholesky_inverse": matrices(_cholesky_inverse),
    "cholesky_solve": matrices(_cholesky_solve),
    "geqrf": matrices(_geqrf),
    "linalg_cholesky_ex": matrices(_cholesky),
    "linalg_householder_product": matrices(_basis),
    "linalg_inv_ex": matrices(_inverse),
    "linalg_lu": matrices(_lu),
    "linalg_lu_factor_ex": matrices(_lu_factor),
    "linalg_lu_solve": matrices(_lu_solve),
    "linalg_matrix_exp": matrices(_matrix_exp),
    "linalg_pinv.atol_rtol_tensor": matrices(_pinv),
    "linalg_qr": matrices(_qr),
    "linalg_solve_triangular": matrices(_triangular),
    "lu_unpack": matrices(_unpacked),
    "ormqr": matrices(_ormqr),
    "triangular_solve": matrices(_triangular_solve),
    "_linalg_check_errors": _check,
    "_linalg_det": matrices(_det, empty=(1,)),
    "_linalg_eigh": matrices(_eigh),
    "_linalg_slogdet": matrices(_slogdet, empty=(1, 0)),
    "_linalg_solve_ex": matrices(_solve),
    "_linalg_svd": matrices(_svd),
}
add(RULES)
COMPLEX.update({name.partition(".")[0]: rule for name, rule in RULES.items()})
