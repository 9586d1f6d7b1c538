"""Integers of the sizes and values of operands, known before a run or when it begins: the terms of
requirements."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any


class Term:
    """An integer of sizes and values of operands; `+`, `-`, `*` and `//` give further terms."""

    def __add__(self, other: Term | int) -> Term:
        return Computed(operator.add, self, term(other))

    def __radd__(self, other: int) -> Term:
        return term(other) + self

    def __sub__(self, other: Term | int) -> Term:
        return Computed(operator.sub, self, term(other))

    def __rsub__(self, other: int) -> Term:
        return term(other) - self

    def __mul__(self, other: Term | int) -> Term:
        return Computed(operator.mul, self, term(other))

    def __rmul__(self, other: int) -> Term:
        return term(other) * self

    def __floordiv__(self, other: int) -> Term:
        return Computed(operator.floordiv, self, term(other))

    def __neg__(self) -> Term:
        return 0 - self


@dataclass(frozen=True, slots=True)
class Integer(Term):
    """A number."""

    value: int


@dataclass(frozen=True, slots=True)
class Size(Term):
    """The size of an operand in a dimension, counted from the front."""

    operand: int
    dim: int


@dataclass(frozen=True, slots=True)
class Count(Term):
    """How many elements an operand has."""

    operand: int


@dataclass(frozen=True, slots=True)
class Element(Term):
    """An element of an operand that is a number or a list of integers."""

    operand: int
    position: int = 0


@dataclass(frozen=True, slots=True)
class Computed(Term):
    """A sum, difference, product, quotient, which is rounded down, or the larger one."""

    function: Callable[[Any, Any], Any]
    lhs: Term
    rhs: Term


def term(value: Term | int) -> Term:
    """A number as a term."""
    return value if isinstance(value, Term) else Integer(value)


def larger(lhs: Term | int, rhs: Term | int) -> Term:
    """The larger one of two integers."""
    return Computed(_larger, term(lhs), term(rhs))


def smaller(lhs: Term | int, rhs: Term | int) -> Term:
    """The smaller one of two integers."""
    return -larger(-term(lhs), -term(rhs))


def _larger(lhs: Any, rhs: Any) -> Any:
    if isinstance(lhs, int):
        return max(lhs, rhs) if isinstance(rhs, int) else rhs.larger(lhs)
    return lhs.larger(rhs)


def total(terms: Sequence[Term | int]) -> Term:
    """The sum of terms."""
    found: Term = Integer(0)
    for one in terms:
        found = found + one
    return found


def product_of(terms: Sequence[Term | int]) -> Term:
    """The product of terms."""
    found: Term = Integer(1)
    for one in terms:
        found = found * one
    return found


def evaluate(value: Term, leaf: Callable[[Term], Any]) -> Any:
    """A term as a number, or as whatever `leaf` gives for sizes and elements; None where it gives
    None for a part."""
    if isinstance(value, Integer):
        return value.value
    if not isinstance(value, Computed):
        return leaf(value)
    lhs, rhs = evaluate(value.lhs, leaf), evaluate(value.rhs, leaf)
    return None if lhs is None or rhs is None else value.function(lhs, rhs)


def leaves(value: Term) -> Iterator[Term]:
    """The sizes and elements in a term."""
    if isinstance(value, Computed):
        yield from leaves(value.lhs)
        yield from leaves(value.rhs)
    elif not isinstance(value, Integer):
        yield value
