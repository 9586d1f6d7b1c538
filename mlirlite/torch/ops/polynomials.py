"""Rules of orthogonal polynomials of an order that each element has: by their recurrences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import torch

from mlirlite.conversion.stablehlo_to_onnx.control import counted
from mlirlite.ir.types import I64
from mlirlite.torch.builder import Builder, Tensor
from mlirlite.torch.pairs import lender, lent, returned
from mlirlite.torch.table import Rule, add


class Family(NamedTuple):
    """Polynomials p with p(0) = 1."""

    first: Callable[[Any], Any]
    """p(1) of x."""
    after: Callable[[Any, Any, Any, Any], Any]
    """p(k + 1) of x, k, p(k) and p(k - 1)."""
    shifted: bool = False
    """Whether x is from 0 to 1 instead of -1 to 1."""


def _twice(x: Any, k: Any, p: Any, before: Any) -> Any:
    return x * 2 * p - before


def _chebyshev(first: Callable[[Any], Any]) -> list[Family]:
    return [Family(first, _twice, shifted) for shifted in (False, True)]


_FAMILIES = {
    "hermite_polynomial_h": Family(
        lambda x: x * 2, lambda x, k, p, before: x * 2 * p - k * 2 * before
    ),
    "hermite_polynomial_he": Family(lambda x: x, lambda x, k, p, before: x * p - k * before),
    "laguerre_polynomial_l": Family(
        lambda x: 1 - x,
        lambda x, k, p, before: ((k * 2 + 1 - x) * p - k * before) / (k + 1),
    ),
    "legendre_polynomial_p": Family(
        lambda x: x, lambda x, k, p, before: ((k * 2 + 1) * x * p - k * before) / (k + 1)
    ),
}
for _letter, _first in {
    "t": lambda x: x,
    "u": lambda x: x * 2,
    "v": lambda x: x * 2 - 1,
    "w": lambda x: x * 2 + 1,
}.items():
    _plain, _shifted = _chebyshev(_first)
    _FAMILIES[f"chebyshev_polynomial_{_letter}"] = _plain
    _FAMILIES[f"shifted_chebyshev_polynomial_{_letter}"] = _shifted


def polynomial(family: Family) -> Rule:
    """The polynomial of the order n, 0 where that is negative; in double precision."""

    def rule(b: Builder, x: Any, n: Any) -> Tensor:
        values = b.operand(x, torch.float64).expand(b.shape)
        orders = b.operand(n, torch.float64).to(torch.int64).expand(b.shape)
        own, order = lender(b), lent(orders)
        given = lent(values) * 2 - 1 if family.shifted else lent(values)
        one = given * 0 + 1.0
        found = (order < 0).where(0.0, order.equal(0).where(one, family.first(given)))
        most = order("ReduceMax", None, keepdims=0) if order.rank else order
        count = own("Max", [most - 1, own.number(0, I64)])

        def step(index: Any, values: Any) -> list[Any]:
            before, p, found = values
            k = (index + 1).to(p.element)
            following = family.after(given, k, p, before)
            return [p, following, order.equal(index + 2).where(following, found)]

        *_, found = counted(own, count, [one, family.first(given), found], step)
        made: Tensor = returned(b, found)
        return made.to(b.dtype)

    return rule


add({f"special_{name}": polynomial(family) for name, family in _FAMILIES.items()})
