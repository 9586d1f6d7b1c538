"""Rules of ops that have to do with complex numbers: by parts where each part of the result depends
on the same part of the operands, else by formulas."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

import torch

import mlirlite.conversion.stablehlo_to_onnx.complex_numbers as cn
from mlirlite.conversion.stablehlo_to_onnx.complex_numbers import Complex
from mlirlite.conversion.stablehlo_to_onnx.pairs import mirrored, transformed
from mlirlite.torch.builder import Builder, Tensor
from mlirlite.torch.pairs import (
    Pair,
    from_last,
    is_complex,
    lent,
    pair,
    part_of,
    part_type,
    returned,
    to_last,
)
from mlirlite.torch.table import COMPLEX, Rule, bound, rule_for
from mlirlite.torch.types import Unsupported

# fmt: off
BY_PARTS: dict[str, tuple[int, ...]] = dict.fromkeys((
    "alias", "as_strided", "clone", "cumsum", "detach", "diagonal", "diagonal_copy", "empty",
    "empty_like", "empty_permuted", "empty_strided", "expand", "flip", "gather", "index",
    "index_select", "lift_fresh_copy", "mean", "neg", "new_empty", "new_zeros", "permute", "repeat",
    "reshape", "roll", "rot90", "select", "slice", "split", "split_with_sizes", "squeeze", "sum",
    "t", "transpose", "tril", "triu", "unbind", "unfold", "unsqueeze", "view", "zeros",
    "zeros_like", "_reshape_alias", "_unsafe_index", "_unsafe_view",
), ()) | {
    "add": (0, 1), "as_strided_scatter": (0, 1), "cat": (0,), "constant_pad_nd": (0, 2),
    "copy": (0, 1), "diagonal_scatter": (0, 1), "fill": (0, 1), "full": (1,), "full_like": (0, 1),
    "index_put": (0, 2), "new_full": (0, 2), "scatter": (0, 3), "scatter_add": (0, 3),
    "stack": (0,), "sub": (0, 1), "where": (1, 2), "_unsafe_index_put": (0, 2),
    "reflection_pad1d": (0,), "reflection_pad2d": (0,), "new_ones": (), "scalar_tensor": (0,),
}
"""Ops by parts, and which of their arguments count as complex even if their elements are real."""
# fmt: on


def call_complex(b: Builder, target: Any, args: Any, kwargs: Any) -> Any:
    """What an op with complex operands or results does. Unsupported if there is no rule."""
    packet = target._schema.name.partition("::")[2]
    given = bound(target, args, kwargs)
    if packet in COMPLEX:
        return COMPLEX[packet](b, *given)
    rule = rule_for(target)
    if rule is None:
        raise Unsupported("no rule")
    if packet not in BY_PARTS:
        raise Unsupported("no rule for complex numbers")
    return _by_parts(b, rule, given, BY_PARTS[packet])


def _by_parts(b: Builder, rule: Rule, given: Sequence[Any], values: Sequence[int]) -> Any:
    whole, fakes = b.result, b.given
    one = whole[0] if isinstance(whole, (list, tuple)) else whole
    if not one.dtype.is_complex:
        raise Unsupported("a real number of complex ones")
    dtype = part_type(one.dtype)
    promoted = [_promoted(b, v, dtype) if i in values else v for i, v in enumerate(given)]
    b.result, b.given = part_of(whole), part_of(list(fakes))
    try:
        re, im = (rule(b, *[_part(v, name) for v in promoted]) for name in ("re", "im"))
    finally:
        b.result, b.given = whole, fakes
    if isinstance(re, (list, tuple)):
        return [Pair(x, y) for x, y in zip(re, im, strict=True)]
    return Pair(re, im)


def _promoted(b: Builder, value: Any, dtype: torch.dtype) -> Any:
    if isinstance(value, (list, tuple)):
        return [_promoted(b, v, dtype) for v in value]
    return (
        pair(b, value, dtype) if isinstance(value, (Tensor, Pair, complex, float, int)) else value
    )


def _part(value: Any, name: str) -> Any:
    if isinstance(value, (list, tuple)):
        return [_part(v, name) for v in value]
    return getattr(value, name) if isinstance(value, Pair) else value


# Formulas


def _dtype(b: Builder) -> torch.dtype:
    """The type of the parts with which the current op computes."""
    found = [t for t in (b.result, *b.given) if is_complex(t) and isinstance(t, torch.Tensor)]
    return max((part_type(t.dtype) for t in found), key=lambda d: d.itemsize)


def formula(made: Callable[..., Any]) -> Rule:
    """A shared formula of complex numbers."""

    def rule(b: Builder, *xs: Any) -> Any:
        dtype = _dtype(b)
        found = returned(b, made(*[lent(pair(b, x, dtype)) for x in xs]))
        if isinstance(found, Tensor):
            return found.to(b.dtype)
        return found

    return rule


def _mul(b: Builder, x: Any, y: Any) -> Pair:
    dtype = _dtype(b)
    if not is_complex(x):
        x, y = y, x
    left = lent(pair(b, x, dtype))
    right = pair(b, y, dtype) if is_complex(y) else b.operand(y, dtype)
    found: Pair = returned(b, left * lent(right))
    return found


def _div(b: Builder, x: Any, y: Any) -> Pair:
    dtype = _dtype(b)
    left = lent(pair(b, x, dtype))
    right = pair(b, y, dtype) if is_complex(y) else b.operand(y, dtype)
    found: Pair = returned(b, left / lent(right))
    return found


def _scaled(b: Builder, x: Any, factor: Any) -> Any:
    return x if factor == 1 else _mul(b, x, factor)


def _sum_of(sign: int) -> Rule:
    def rule(b: Builder, x: Any, y: Any, alpha: Any = 1) -> Pair:
        dtype = _dtype(b)
        left, right = pair(b, x, dtype), pair(b, _scaled(b, y, sign * alpha), dtype)
        return Pair(left.re + right.re, left.im + right.im)

    return rule


def _product(b: Builder, x: Any, y: Any) -> Pair:
    dtype = _dtype(b)
    x, y = pair(b, x, dtype), pair(b, y, dtype)
    re = x.re("MatMul", y.re) - x.im("MatMul", y.im)
    return Pair(re, x.re("MatMul", y.im) + x.im("MatMul", y.re))


def _added(b: Builder, x: Any, left: Any, right: Any, beta: Any = 1, alpha: Any = 1) -> Pair:
    found = _scaled(b, _product(b, left, right), alpha)
    added: Pair = found if beta == 0 else _sum_of(1)(b, found, _scaled(b, x, beta))
    return added


def _pow(b: Builder, x: Any, y: Any) -> Pair:
    dtype = _dtype(b)
    base = lent(pair(b, x, dtype))
    if y == 2:
        return Pair(*(returned(b, v) for v in ((base * base).re, (base * base).im)))
    found: Pair = returned(b, cn.power(base, lent(pair(b, y, dtype))))
    return found


def _equal(b: Builder, x: Any, y: Any) -> Tensor:
    dtype = _dtype(b)
    x, y = pair(b, x, dtype), pair(b, y, dtype)
    found: Tensor = x.re.equal(y.re) & x.im.equal(y.im)
    return found


def _converted(b: Builder, x: Any) -> Any:
    if b.dtype.is_complex:
        return pair(b, x, part_type(b.dtype))
    if b.dtype is torch.bool:
        return x.re.to(torch.bool) | x.im.to(torch.bool)
    return x.re.to(b.dtype)


def _conj(b: Builder, x: Any) -> Any:
    return Pair(x.re, -x.im) if isinstance(x, Pair) else x


def _ones(b: Builder, *_: Any) -> Pair:
    dtype = part_type(b.dtype)
    return Pair(b.filled(1, b.shape, dtype), b.filled(0, b.shape, dtype))


def _polar(b: Builder, size: Tensor, angle: Tensor) -> Pair:
    size = size.expand(b.shape)
    return Pair(size * angle("Cos"), size * angle("Sin"))


def _logarithm(base: float) -> Callable[[Complex], Complex]:
    return lambda z: cn.log(z).each(lambda part: part * (1 / base))


def _angle(b: Builder, x: Pair) -> Tensor:
    found: Tensor = returned(b, cn.log(lent(x)).im)
    return found


def _prod(b: Builder, x: Any, dim: int, keep: bool = False) -> Pair:
    axis = dim % x.rank
    size = x.re.static[axis]
    if not 0 < size <= 64:
        raise Unsupported("a product of many complex numbers")
    one = [lent(x).slice(axis, k, k + 1) for k in range(size)]
    found: Pair = returned(b, reduce(operator.mul, one))
    return found.each(lambda part: part.reshape(b.shape))


# Fourier transforms


def _scale(shape: Sequence[int], dims: Sequence[int], mode: int, inverse: bool) -> float:
    """What onnx's transforms are multiplied by: theirs of the inverse are divided by the length."""
    count = float(math.prod(shape[d] for d in dims))
    wanted: float = (1.0, count**-0.5, 1 / count)[mode]
    return wanted * count if inverse else wanted


def _along(z: Complex, dims: Sequence[int], inverse: bool) -> Complex:
    for d in dims:
        order = [*(i for i in range(z.rank) if i != d), d]
        z = transformed(z.transpose(order), z.rank - 1, inverse)
        z = z.transpose([order.index(i) for i in range(z.rank)])
    return z


def _times(z: Complex, factor: float) -> Complex:
    return z if factor == 1 else z.each(lambda part: part * factor)


def _c2c(b: Builder, x: Any, dims: Sequence[int], mode: int, forward: bool) -> Pair:
    z: Complex = lent(pair(b, x, part_type(b.dtype)))
    dims = [d % z.rank for d in dims]
    z = _along(z, dims, not forward)
    found: Pair = returned(b, _times(z, _scale(z.shape, dims, mode, not forward)))
    return found


def _r2c(b: Builder, x: Tensor, dims: Sequence[int], mode: int, onesided: bool) -> Pair:
    z: Complex = lent(pair(b, x, part_type(b.dtype)))
    dims = [d % z.rank for d in dims]
    shape, last = z.shape, dims[-1]
    z = _along(z, [last], False)
    if onesided:
        z = z.slice(last, 0, shape[last] // 2 + 1)
    z = _along(z, dims[:-1], False)
    found: Pair = returned(b, _times(z, _scale(shape, dims, mode, False)))
    return found


def _c2r(b: Builder, x: Pair, dims: Sequence[int], mode: int, length: int) -> Tensor:
    z: Complex = lent(x)
    dims = [d % z.rank for d in dims]
    last = dims[-1]
    z = _along(z, dims[:-1], True)
    order = [*(i for i in range(z.rank) if i != last), last]
    z = mirrored(z.transpose(order), length).transpose([order.index(i) for i in range(z.rank)])
    z = _along(z, [last], True)
    found: Tensor = returned(b, _times(z, _scale(z.shape, dims, mode, True)).re)
    return found


_NAMES = {
    "acos": "chlo.acos", "acosh": "chlo.acosh", "asin": "chlo.asin", "asinh": "chlo.asinh",
    "atan": "chlo.atan", "atanh": "chlo.atanh", "cos": "cosine", "cosh": "chlo.cosh",
    "exp": "exponential", "expm1": "exponential_minus_one", "log": "log", "log1p": "log_plus_one",
    "rsqrt": "rsqrt", "sgn": "sign", "sigmoid": "logistic", "sin": "sine", "sinh": "chlo.sinh",
    "sqrt": "sqrt", "tan": "tan", "tanh": "tanh",
}  # fmt: skip
"""Functions by the names that the shared table has."""

COMPLEX.update({name: formula(cn.UNARY[own]) for name, own in _NAMES.items()})
COMPLEX.update({
    "abs": formula(cn.absolute),
    "add": _sum_of(1),
    "addmm": _added,
    "addmv": _added,
    "angle": _angle,
    "baddbmm": _added,
    "bmm": _product,
    "complex": lambda b, re, im: Pair(re.expand(b.shape), im.expand(b.shape)),
    "conj_physical": _conj,
    "convert_element_type": _converted,
    "div": _div,
    "dot": _product,
    "eq": _equal,
    "exp2": formula(lambda z: cn.power(z.like(2.0), z)),
    "log10": formula(_logarithm(2.302585092994046)),
    "log2": formula(_logarithm(0.6931471805599453)),
    "mm": _product,
    "mul": _mul,
    "mv": _product,
    "ne": lambda b, x, y: ~_equal(b, x, y),
    "new_ones": _ones,
    "ones": _ones,
    "ones_like": _ones,
    "polar": _polar,
    "pow": _pow,
    "prod": _prod,
    "reciprocal": formula(lambda z: z.like(1.0) / z),
    "sub": _sum_of(-1),
    "vdot": lambda b, x, y: _product(b, _conj(b, x), y),
    "view_as_complex": lambda b, x: from_last(x),
    "view_as_real": lambda b, x: to_last(x),
    "_conj": _conj,
    "_conj_physical": _conj,
    "_fft_c2c": _c2c,
    "_fft_c2r": _c2r,
    "_fft_r2c": _r2c,
    "_to_copy": _converted,
})  # fmt: skip
