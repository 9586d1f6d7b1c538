"""Values with a letter for each dimension, and ops that sum, turn, reshape and multiply them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from string import ascii_letters

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.shapes import known_shape
from mlirlite.dialects.onnx.transforms._build import integers
from mlirlite.dialects.onnx.transforms._einsum_order import usual_size
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import StringAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, RankedTensorType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.rewriting.rewriter import Rewriter


@dataclass(frozen=True, slots=True)
class Term:
    """An operand, or a product of some, and the letters of its dimensions."""

    value: Value
    letters: str

    def range(self, letters: str) -> tuple[Value, int, int]:
        """Where neighboring letters are among the dimensions."""
        first = self.letters.index(letters) if letters else 0
        return self.value, first, first + len(letters)


class Terms:
    """Inserts ops on terms."""

    def __init__(self, rw: Rewriter) -> None:
        self.rw = rw

    def built(self, op: Operation) -> Value:
        """The result of a new op."""
        value: Value = self.rw.insert(op).results[0]
        return value

    def cast(self, x: Term, element: Type) -> Term:
        """With another element type."""
        if element_type_of(x.value.type) is element:
            return x
        return Term(self.built(onnx.CastOp(x.value, to=element)), x.letters)

    def diagonal(self, x: Term) -> Term:
        """Letters that occur twice made one dimension."""
        letters = "".join(dict.fromkeys(x.letters))
        if letters == x.letters:
            return x
        plain = dict(zip(letters, ascii_letters, strict=False))
        term, kept = ("".join(plain[c] for c in t) for t in (x.letters, letters))
        found = onnx.EinsumOp([x.value], equation=StringAttr(f"{term}->{kept}"))
        return Term(self.built(found), letters)

    def without_single(self, x: Term, others: str) -> Term:
        """Without dimensions of size 1 whose letters others have, too."""
        shape = known_shape(x.value)
        axes = [n for n, c in enumerate(x.letters) if shape[n] == 1 and c in others]
        if not axes:
            return x
        value = self.built(onnx.SqueezeOp(x.value, integers(self.rw, axes)))
        return Term(value, "".join(c for n, c in enumerate(x.letters) if n not in axes))

    def summed(self, x: Term, kept: str) -> Term:
        """The sum over letters that are not kept."""
        axes = [i for i, c in enumerate(x.letters) if c not in kept]
        if not axes:
            return x
        value = self.built(onnx.ReduceSumOp(x.value, integers(self.rw, axes), keepdims=0))
        return Term(value, "".join(c for c in x.letters if c in kept))

    def transposed(self, x: Term, letters: str) -> Term:
        """With dimensions in another order."""
        if x.letters == letters:
            return x
        perm = [x.letters.index(c) for c in letters]
        return Term(self.built(onnx.TransposeOp(x.value, perm=perm)), letters)

    def reshaped(self, x: Value, sizes: Sequence[tuple[Value, int, int]]) -> Value:
        """With these dimensions: each has the size of some neighboring ones of a value."""
        known = [
            DYNAMIC if DYNAMIC in dims else prod(dims)
            for dims in (known_shape(v)[first:last] for v, first, last in sizes)
        ]
        if all(last - first == 1 for _, first, last in sizes) and len(sizes) == len(known_shape(x)):
            return x
        parts = [
            integers(self.rw, [size]) if size != DYNAMIC else self._size(*of)
            for size, of in zip(known, sizes, strict=True)
        ]
        if DYNAMIC not in known:
            shape = integers(self.rw, known)
        else:
            shape = parts[0] if len(parts) == 1 else self.built(onnx.ConcatOp(parts, axis=0))
        type = RankedTensorType(tuple(known), element_type_of(x.type))
        return self.built(onnx.ReshapeOp(x, shape, allowzero=1, reshaped=type))

    def _size(self, x: Value, first: int, last: int) -> Value:
        sizes = self.built(onnx.ShapeOp(x, start=first, end=last))
        if last - first == 1:
            return sizes
        return self.built(onnx.ReduceProdOp(sizes, integers(self.rw, [0]), keepdims=1))

    def spread(self, x: Term, y: Term, output: str) -> Term:
        """The product of two without a sum."""
        every = "".join(dict.fromkeys(x.letters + y.letters))
        letters = "".join(c for c in output if c in every)
        letters += "".join(c for c in every if c not in output)
        sides = []
        for term in (x, y):
            transposed = self.transposed(term, "".join(c for c in letters if c in term.letters))
            first = min((letters.index(c) for c in term.letters), default=len(letters))
            axes = [i - first for i in range(first, len(letters)) if letters[i] not in term.letters]
            value = transposed.value
            if axes:
                value = self.built(onnx.UnsqueezeOp(value, integers(self.rw, axes)))
            sides.append(value)
        return Term(self.built(onnx.MulOp(*sides)), letters)


@dataclass(frozen=True, slots=True)
class MatrixProduct:
    """Two terms as matrices: their letters are those of batches, of rows, of the sum, and of
    columns."""

    x: Term
    y: Term
    batch: str
    rows: str
    summed: str
    columns: str

    @property
    def letters(self) -> str:
        """Those of the result."""
        return self.batch + self.rows + self.columns

    @property
    def _sides(self) -> tuple[str, str]:
        first, second = ("".join(c for c in self.batch if c in t.letters) for t in (self.x, self.y))
        return first + self.rows + self.summed, second + self.summed + self.columns

    def cost(self, wanted: str, sizes: Mapping[str, int]) -> int:
        """Elements that are copied to another order, or read again for each batch."""
        total = 0
        for term, letters in zip((self.x, self.y), self._sides, strict=True):
            if term.letters != letters and not isinstance(term.value.defining_op, onnx.ConstantOp):
                total += usual_size(letters, sizes)
            again = "".join(c for c in self.batch if c not in term.letters)
            total += usual_size(letters + again, sizes) if again else 0
        return total if self.letters == wanted else total + usual_size(self.letters, sizes)

    def built(self, terms: Terms) -> Term:
        """The product."""
        x, y = (
            terms.transposed(t, letters)
            for t, letters in zip((self.x, self.y), self._sides, strict=True)
        )
        left = [*self._batch_of(x), *self._together(x, self.rows, not self.batch)]
        right = [*self._batch_of(y), y.range(self.summed), *self._together(y, self.columns)]
        a = terms.reshaped(x.value, [*left, x.range(self.summed)])
        b = terms.reshaped(y.value, right)
        found = terms.built(onnx.MatMulOp(a, b))
        sizes = [(found, i, i + 1) for i in range(len(self.batch))]
        sizes += [x.range(c) for c in self.rows] + [y.range(c) for c in self.columns]
        return Term(terms.reshaped(found, sizes), self.letters)

    def _batch_of(self, x: Term) -> list[tuple[Value, int, int]]:
        """Sizes of a matrix' batches, 1 where it has no letter, without leading ones."""
        mine = [c if c in x.letters else "" for c in self.batch]
        while mine and not mine[0]:
            del mine[0]
        return [x.range(c) for c in mine]

    def _together(self, x: Term, letters: str, apart: bool = False) -> list[tuple[Value, int, int]]:
        """Sizes of a matrix' rows or columns, as one; a vector has none."""
        if apart or (not letters and not self.batch):
            return [x.range(c) for c in letters]
        return [x.range(letters)]


def best_product(x: Term, y: Term, wanted: str, sizes: Mapping[str, int]) -> MatrixProduct:
    """The cheapest way to multiply two terms that share a letter that is summed: not `wanted`."""
    found = [*_products(x, y, wanted), *_products(y, x, wanted)]
    return min(found, key=lambda p: p.cost(wanted, sizes))


def _products(x: Term, y: Term, wanted: str) -> Iterator[MatrixProduct]:
    shared = [c for c in wanted if c in x.letters and c in y.letters]
    own = [[c for c in wanted if c in t.letters and c not in shared] for t in (x, y)]
    for m, n in product(*(range(len(letters) + 1) for letters in own)):
        batch = {*shared, *own[0][:m], *own[1][:n]}
        for orders in product(
            _orders(batch, wanted, x, y),
            _orders(set(own[0][m:]), wanted, x),
            _orders({c for c in x.letters if c not in wanted}, x.letters, y),
            _orders(set(own[1][n:]), wanted, y),
        ):
            yield MatrixProduct(x, y, *orders)


def _orders(letters: set[str], first: str, *others: Term) -> list[str]:
    """Letters in the order of a text, and of terms that have all of them."""
    found = [
        "".join(c for c in text if c in letters) for text in (first, *(t.letters for t in others))
    ]
    return [text for text in dict.fromkeys(found) if len(text) == len(letters)]
