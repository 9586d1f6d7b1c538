"""Einsum for --decompose-onnx: sums, transposes, and products of two operands.

    Einsum(x, y, z) {equation = "ij,jk,kl->il"}  -->  MatMul(MatMul(x, y), z)

Each dimension has a letter; those under `...` have letters of their own, outside the alphabet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import dims_of, same_size
from mlirlite.dialects.onnx.math.products import parse_equation
from mlirlite.dialects.onnx.shapes import known_shape, rank_of
from mlirlite.dialects.onnx.transforms._einsum_order import Order, cheapest_order
from mlirlite.dialects.onnx.transforms._einsum_terms import Term, Terms, best_product
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UNIT
from mlirlite.ir.block import Block, Region
from mlirlite.ir.constants import bit_width
from mlirlite.ir.types import (
    BF16,
    DYNAMIC,
    F16,
    F32,
    I32,
    FloatType,
    IntegerType,
    Signedness,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.rewriting.pattern import pattern
from mlirlite.rewriting.rewriter import Rewriter

WIDENS = "widens"
"""The attribute of an Einsum that stays: a summed dimension has size 1 in one operand only."""


@pattern
def einsum_as_products(op: onnx.EinsumOp, rw: Rewriter) -> bool | None:
    """Einsum(x, y, z) {equation = "ij,jk,kl->il"} --> MatMul(MatMul(x, y), z)"""
    values = list(op.Inputs)
    if WIDENS in op.attributes or any(rank_of(v) is None for v in values):
        return rw.fail("it stays as loops, or a rank is not known")
    terms, output = _letters(op)
    if len(values) == 1 and _is_diagonal(terms[0], output):
        return rw.fail("it is a diagonal")
    rw.insert(onnx.RequireOp.of(op))
    sums = _Sums(terms, output, values)
    equal = _sizes_equal(terms, output, values, rw)
    if equal is None:
        rw.replace(op, _declared(sums.result(rw), op, rw))
        return True

    def widened(inner: Rewriter) -> Value:
        attributes = {**op.attributes, WIDENS: UNIT}
        made = onnx.EinsumOp.create(values, op.result_types, dict(op.properties), attributes)
        loops: Value = inner.insert(made).results[0]
        return loops

    branches = [
        _branch(op, rw, lambda inner: _declared(sums.result(inner), op, inner)),
        _branch(op, rw, widened),
    ]
    rw.replace(op, rw.insert(onnx.IfOp.create([equal], op.result_types, {}, None, branches)))
    return True


def _branch(op: onnx.EinsumOp, rw: Rewriter, build: Callable[[Rewriter], Value]) -> Region:
    block = Block()
    inner = Rewriter(block, location=op.location, listener=rw.listener)
    inner.insert(onnx.YieldOp([build(inner)]))
    return Region([block])


def _declared(found: Value, op: onnx.EinsumOp, rw: Rewriter) -> Value:
    """A value as one of the op's result type."""
    if found.type is op.results[0].type:
        return found
    named: Value = rw.insert(onnx.IdentityOp(found, output=op.results[0].type)).results[0]
    return named


def _letters(op: onnx.EinsumOp) -> tuple[list[str], str]:
    """The letters of each operand and of the result."""
    terms, output = parse_equation(op.equation, len(op.Inputs))
    found, longest = [], 0
    for value, term in zip(op.Inputs, terms, strict=True):
        dots = len(known_shape(value)) - len(term.replace("...", ""))
        longest = max(longest, dots)
        found.append(term.replace("...", _dots(dots)))
    return found, output.replace("...", _dots(longest))


def _dots(count: int) -> str:
    """Letters of the dimensions under `...`, the same ones from the last dimension on."""
    return "".join(chr(0x100 + i) for i in reversed(range(count)))


def _is_diagonal(term: str, output: str) -> bool:
    return len(set(term)) < len(term) and "".join(dict.fromkeys(term)) == output


def _sizes_equal(
    terms: Sequence[str], output: str, values: Sequence[Value], rw: Rewriter
) -> Value | None:
    """A condition that every letter that is summed has one size, instead of 1 in some operands;
    None where it is known."""
    given: dict[str, list[tuple[Any, Value, int]]] = {}
    for term, value in zip(terms, values, strict=True):
        for axis, (letter, size) in enumerate(zip(term, dims_of(value) or (), strict=True)):
            if letter not in output and size != 1:
                given.setdefault(letter, []).append((size, value, axis))
    found: Value | None = None
    for first, *others in given.values():
        for other in others:
            if same_size(first[0], other[0]):
                continue
            sizes = [rw.insert(onnx.ShapeOp(v, start=i, end=i + 1)) for _, v, i in (first, other)]
            equal = rw.insert(onnx.EqualOp(*(s.result for s in sizes))).results[0]
            both = equal if found is None else rw.insert(onnx.AndOp(found, equal)).results[0]
            found = both
    return found


class _Sums:
    """Builds the ops of one Einsum whose summed dimensions have one size each."""

    def __init__(self, terms: Sequence[str], output: str, values: Sequence[Value]) -> None:
        self.terms, self.output, self.values = terms, output, values
        self.sizes: dict[str, int] = {}
        for term, value in zip(terms, values, strict=True):
            for letter, size in zip(term, known_shape(value), strict=True):
                if self.sizes.get(letter, 1) == 1 or self.sizes[letter] == DYNAMIC != size != 1:
                    self.sizes[letter] = size

    def result(self, rw: Rewriter) -> Value:
        """The value of the Einsum."""
        to = Terms(rw)
        element = element_type_of(self.values[0].type)
        wide = _computed(element, len(self.values))
        found = [
            to.cast(to.diagonal(Term(v, t)), wide)
            for v, t in zip(self.values, self.terms, strict=True)
        ]
        for i, x in enumerate(found):
            others = "".join(t.letters for t in found if t is not x)
            found[i] = to.without_single(x, others)
        order = cheapest_order([t.letters for t in found], self.output, self.sizes)
        whole = to.summed(self._multiplied(order, found, self.output, to), self.output)
        return to.cast(to.transposed(whole, self.output), element).value

    def _multiplied(self, order: Order, terms: Sequence[Term], kept: str, to: Terms) -> Term:
        """The product of operands in an order, summed over letters that are not kept."""
        if isinstance(order, int):
            return terms[order]
        used = ["".join(terms[i].letters for i in _members(o)) for o in order]
        x, y = (self._multiplied(o, terms, kept + used[1 - i], to) for i, o in enumerate(order))
        x = to.summed(x, kept + y.letters)
        y = to.summed(y, kept + x.letters)
        if all(c in kept for c in x.letters if c in y.letters):
            return to.spread(x, y, self.output)
        every = "".join(dict.fromkeys(x.letters + y.letters))
        wanted = "".join(c for c in self.output if c in every)
        wanted += "".join(c for c in every if c in kept and c not in self.output)
        return best_product(x, y, wanted, self.sizes).built(to)


def _members(order: Order) -> list[int]:
    return [order] if isinstance(order, int) else [*_members(order[0]), *_members(order[1])]


def _computed(element: Type, operands: int) -> Type:
    """The type to compute in: what MatMul allows, and f32 where a 16-bit number would be rounded
    more than once."""
    if isinstance(element, IntegerType) and bit_width(element) < 32:
        return IntegerType(32, Signedness.UNSIGNED) if element.is_unsigned else I32
    if isinstance(element, FloatType) and element in (F16, BF16) and operands > 1:
        return F32
    return element


__all__ = ["einsum_as_products"]
