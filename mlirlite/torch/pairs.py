"""Complex tensors as two real ones, and loans of values to formulas that other front ends share.

`conversion/stablehlo_to_onnx` has functions of complex numbers, factors of matrices and functions
of mathematics over its own `Tensor`; a loan is the same value of the IR in that class."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

from mlirlite.conversion.stablehlo_to_onnx import builder as shared
from mlirlite.conversion.stablehlo_to_onnx.complex_numbers import Complex
from mlirlite.torch.arguments import PARTS
from mlirlite.torch.builder import Builder, Tensor
from mlirlite.torch.types import Size, Unsupported


@dataclass(frozen=True)
class Pair:
    """The real and the imaginary part of a complex tensor."""

    re: Tensor
    im: Tensor

    @property
    def shape(self) -> tuple[Size, ...]:
        """The sizes."""
        return self.re.shape

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return self.re.rank

    def each(self, function: Callable[[Tensor], Tensor]) -> Pair:
        """A function of both parts."""
        return Pair(function(self.re), function(self.im))


def part_type(dtype: torch.dtype) -> torch.dtype:
    """The type of a part. Unsupported for complex numbers of halves."""
    if dtype not in PARTS:
        raise Unsupported(f"elements of type {dtype}")
    return PARTS[dtype]


def part_of(fake: Any) -> Any:
    """A fake tensor like a part of a complex one; others as they are."""
    if isinstance(fake, (list, tuple)):
        return [part_of(f) for f in fake]
    if not isinstance(fake, torch.Tensor) or not fake.dtype.is_complex:
        return fake
    dtype = part_type(fake.dtype)
    mode: Any = getattr(fake, "fake_mode", None)
    if mode is None:
        return torch.empty_strided(fake.shape, fake.stride(), dtype=dtype)
    with mode:
        return torch.empty_strided(fake.shape, fake.stride(), dtype=dtype)


def is_complex(value: Any) -> bool:
    """Whether a value, or one of several, is complex: a fake tensor, a pair, or a number."""
    if isinstance(value, (list, tuple)):
        return any(map(is_complex, value))
    if isinstance(value, dict):
        return any(map(is_complex, value.values()))
    if isinstance(value, torch.Tensor):
        return bool(value.dtype.is_complex)
    return isinstance(value, (Pair, complex))


def pair(b: Builder, value: Any, dtype: torch.dtype) -> Pair:
    """A number or tensor as complex numbers with parts of a type."""
    if isinstance(value, Pair):
        return value.each(lambda part: part.to(dtype))
    if isinstance(value, complex):
        return Pair(b.number(value.real, dtype), b.number(value.imag, dtype))
    real = b.operand(value, dtype)
    zero = b.number(0.0, dtype)
    return Pair(real, zero.expand(real.shape) if real.rank else zero)


def from_last(x: Tensor) -> Pair:
    """The two parts that a last dimension of size 2 has."""
    re, im = (x("Gather", x.b.number(k, torch.int64), axis=x.rank - 1) for k in range(2))
    sizes = None if x.sizes is None else x.sizes[:-1]
    return Pair(Tensor(x.b, re.value, sizes), Tensor(x.b, im.value, sizes))


def to_last(x: Pair) -> Tensor:
    """Both parts in a last dimension of size 2."""
    shape = [*x.shape, 1]
    return x.re.b("Concat", [x.re.reshape(shape), x.im.reshape(shape)], axis=len(shape) - 1)


# Loans


def lent(value: Any) -> Any:
    """A tensor as the shared formulas have it; other values as they are."""
    if isinstance(value, Pair):
        return Complex(lent(value.re), lent(value.im))
    if not isinstance(value, Tensor):
        return value
    return shared.Tensor(lender(value.b), value.value)


def lender(b: Builder) -> shared.Builder:
    """The builder of the shared formulas, which appends to the same block. There is one, since it
    says where ops go while the body of a loop is made."""
    if b.lender is None:
        b.lender = shared.Builder(b.block, _no_body)
    made: shared.Builder = b.lender
    made.location = b.location
    return made


def _no_body(*_: Any) -> list[shared.Tensor]:
    raise Unsupported("a region of another front end")


def returned(b: Builder, value: Any) -> Any:
    """What a shared formula has made, as a tensor or pair."""
    if isinstance(value, (list, tuple)):
        return [returned(b, v) for v in value]
    if isinstance(value, Complex):
        return Pair(returned(b, value.re), returned(b, value.im))
    return Tensor(b, value.value) if isinstance(value, shared.Tensor) else value
