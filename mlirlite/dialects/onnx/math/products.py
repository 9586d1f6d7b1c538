"""Behavior of products of matrices and tensors."""

from collections.abc import Iterator, Sequence

from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.requirements import (
    Broadcast,
    Equal,
    Requirement,
    at_most,
    broadcast_pairs,
    broadcast_together,
    is_number,
    name_of,
    size_of,
)
from mlirlite.dialects.onnx.shapes import (
    Mismatch,
    Shape,
    broadcast,
    expect_dim,
    expect_rank,
    refine_dim,
    shape_of,
)
from mlirlite.dialects.onnx.terms import Integer, Term
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


class MatMul(OnnxOp, ops="MatMul MatMulInteger QLinearMatMul"):
    """Matrix products as numpy's matmul."""

    def factors(self) -> tuple[Value, Value]:
        """The two matrices."""
        second = 3 if self.schema.name == "QLinearMatMul" else 1
        return self.operands[0], self.operands[second]

    def infer(self) -> Inferred:
        left, right = map(shape_of, self.factors())
        return [matmul(left, right)]

    def requirements(self) -> Iterator[Requirement]:
        first, second = 0, 3 if self.schema.name == "QLinearMatMul" else 1
        a, b = size_of(self, first), size_of(self, second)
        if a and b:
            inner = b[-2] if len(b) > 1 else b[0]
            yield Equal(a[-1], inner, "the columns of the left and the rows of the right matrix")
            yield from broadcast_together(self, (first, second), skip=2)
        if self.schema.name == "MatMulInteger":
            yield from self._one_each(0, 2, -2)
            yield from self._one_each(1, 3, -1)
        elif self.schema.name == "QLinearMatMul":
            for of, kept in ((0, -2), (3, -1)):
                yield from self._one_each(of, of + 1, kept, summed=False)
                yield from self._one_each(of, of + 2, kept)
            yield from is_number(self, 6, 7)

    def _one_each(
        self, of: int, parameter: int, kept: int, summed: bool = True
    ) -> Iterator[Requirement]:
        """A parameter is one number, or there is one for each row of A or column of B. A scale is
        the same for all that is `summed` into one number."""
        whole, given = size_of(self, of), size_of(self, parameter)
        if not whole or not given:
            return
        name, sizes = name_of(self, parameter), list(whole)
        if not summed:
            sizes[-3 - kept if len(sizes) > 1 else 0] = Integer(1)
        if len(given) == 1:
            sizes = [sizes[kept] if len(sizes) > 1 else sizes[0]]
        yield at_most(Integer(len(given)), len(whole), f"the rank of {name}")
        for mine, size in zip(given[::-1], sizes[::-1], strict=False):
            yield Broadcast(size, mine, f"the numbers to which {name} belongs", one_way=True)

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        sources = self.dim_sources(index)
        return sources[0] if len(sources) == 1 else None

    def dim_sources(self, index: int) -> Sequence[tuple[Value, int]]:
        """Rows come from the first factor, columns from the second; batches broadcast."""
        left, right = self.factors()
        a, b = shape_of(left), shape_of(right)
        if a is None or b is None or len(a) < 2 or len(b) < 2:
            return ()
        back = max(len(a), len(b)) - index
        if back == 2:
            return [(left, len(a) - 2)]
        if back == 1:
            return [(right, len(b) - 1)]
        sides = [(v, s) for v, s in ((left, a), (right, b)) if len(s) >= back and s[-back] != 1]
        return [(v, len(s) - back) for v, s in sides]

    def check(self) -> Diagnostic | None:
        if self.schema.name == "MatMulInteger":
            self._check_zero_point(0, 2, "A", -2)
            self._check_zero_point(1, 3, "B", -1)
        return None

    def _check_zero_point(self, of: int, index: int, name: str, kept: int) -> None:
        """A zero point of rank 2 or more has one entry per row of A, or per column of B."""
        shape, zero = shape_of(self.operands[of]), shape_of(self.operands[index])
        if shape is None or zero is None or len(zero) == 0:
            return
        if len(zero) == 1:
            if zero[0] != 1:
                expect_rank(self, of, 2)
            return
        if len(shape) != len(zero):
            raise Mismatch(
                f"'{name}' has rank {len(shape)}, '{name.lower()}ZeroPoint' has rank {len(zero)}. "
                "The two inputs must have the same rank"
            )
        rank = len(shape)
        expect_dim(self, index, rank - 1 if kept == -2 else rank - 2, 1)
        for at in range(rank):
            known = at != rank - 3 - kept and DYNAMIC not in (shape[at], zero[at])
            if known and shape[at] != zero[at]:
                raise Mismatch(
                    f"'{name}' dimension at index {at} has value {shape[at]}, "
                    f"'{name.lower()}ZeroPoint' dimension at index {at} has value {zero[at]}. "
                    "The two dimensions must have the same value"
                )


def matmul(left: Shape | None, right: Shape | None) -> Shape | None:
    """The shape of a product of numpy's matmul."""
    if left is None or right is None:
        return None
    if not left or not right:
        raise ValueError("expects operands of rank 1 or more")
    a = (1, *left) if len(left) == 1 else left
    b = (*right, 1) if len(right) == 1 else right
    try:
        refine_dim(a[-1], b[-2])
    except ValueError:
        raise ValueError(
            f"has matrices that do not fit: {a[-1]} columns on the left, {b[-2]} rows on the right"
        ) from None
    batch = broadcast(a[:-2], b[:-2]) or ()
    rows = a[-2:-1] if len(left) > 1 else ()
    columns = b[-1:] if len(right) > 1 else ()
    return (*batch, *rows, *columns)


class Gemm(OnnxOp, ops="Gemm"):
    """`alpha * A' * B' + beta * C`."""

    A: Value
    B: Value
    C: Value | None
    transA: int
    transB: int

    def infer(self) -> Inferred:
        expect_rank(self, 0, 2)
        expect_rank(self, 1, 2)
        a, b = shape_of(self.A), shape_of(self.B)
        rows, inner = (DYNAMIC, DYNAMIC) if a is None else (a[::-1] if self.transA else a)
        second, columns = (DYNAMIC, DYNAMIC) if b is None else (b[::-1] if self.transB else b)
        try:
            refine_dim(inner, second)
        except ValueError:
            raise ValueError(
                f"has matrices that do not fit: A' has {inner} columns, B' has {second} rows"
            ) from None
        bias = shape_of(self.C)
        if bias is not None:
            if len(bias) > 2:
                raise ValueError(f"expects C of rank 2 at most, but it has rank {len(bias)}")
            broadcast((rows, columns), bias)
        return [(rows, columns)]

    def requirements(self) -> Iterator[Requirement]:
        a, b, c = size_of(self, 0), size_of(self, 1), size_of(self, 2)
        if a is None or b is None or len(a) != 2 or len(b) != 2:
            return
        rows, inner = a[::-1] if self.transA else a
        second, columns = b[::-1] if self.transB else b
        yield Equal(inner, second, "the columns of A' and the rows of B'")
        for mine, size in zip((c or ())[::-1], (columns, rows), strict=False):
            what = "Gemm: Invalid bias shape for broadcast: the sizes of the result and of C"
            yield Broadcast(size, mine, what, one_way=True)


class Einsum(OnnxOp, ops="Einsum"):
    """Sums of products, by letters."""

    Inputs: tuple[Value, ...]
    equation: str

    def infer(self) -> Inferred:
        shapes = [shape_of(v) for v in self.Inputs]
        if any(s is None for s in shapes):
            return [None]
        terms, output = parse_equation(self.equation, len(shapes))
        sizes: dict[str, int] = {}
        ellipses: list[Shape] = []
        for term, shape in zip(terms, (s for s in shapes if s is not None), strict=True):
            head, dots, tail = term.partition("...")
            rest = len(shape) - len(head) - len(tail)
            if rest < 0 or (rest and not dots):
                raise ValueError(
                    f"term '{term}' of the equation does not fit an operand of rank {len(shape)}"
                )
            ellipses.append(shape[len(head) : len(head) + rest])
            ends = (*shape[: len(head)], *shape[len(shape) - len(tail) :])
            for letter, size in zip(head + tail, ends, strict=True):
                known = sizes.get(letter, 1)
                both = broadcast((known,), (size,))
                sizes[letter] = both[0] if both else size
        middle = broadcast(*ellipses) or ()
        head, dots, tail = output.partition("...")
        return [
            (
                *(sizes[c] for c in head),
                *(middle if dots else ()),
                *(sizes[c] for c in tail),
            )
        ]

    def requirements(self) -> Iterator[Requirement]:
        terms, _ = parse_equation(self.equation, len(self.operands))
        of: dict[str, list[Term]] = {}
        for operand, text in enumerate(terms):
            sizes = size_of(self, operand)
            head, _, tail = text.partition("...")
            if sizes is None:
                continue
            ends = (*sizes[: len(head)], *sizes[len(sizes) - len(tail) :])
            middle = sizes[len(head) : len(sizes) - len(tail)]
            own: dict[str, Term] = {}
            for letter, size in zip(head + tail, ends, strict=True):
                if letter in own:  # a diagonal
                    yield Equal(own[letter], size, f"the sizes of '{letter}' in '{text}'")
                own[letter] = size
                of.setdefault(letter, []).append(size)
            for back, size in enumerate(middle[::-1], 1):
                of.setdefault(f"...[-{back}]", []).append(size)
        for letter, found in of.items():
            yield from broadcast_pairs(found, f"the sizes of '{letter}' in '{self.equation}'")


def parse_equation(equation: str, operands: int) -> tuple[list[str], str]:
    """Terms and output of an einsum equation, with implicit output made explicit. ValueError when
    it is invalid for this number of operands."""
    left, arrow, right = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    if len(terms) != operands:
        raise ValueError(
            f"equation '{equation}' has {len(terms)} terms, but there are {operands} operands"
        )
    for term in (*terms, right):
        letters = term.replace("...", "", 1)
        if letters and not (letters.isascii() and letters.isalpha()):
            raise ValueError(f"equation '{equation}' has a malformed term '{term}'")
    used = "".join(terms).replace("...", "")
    if not arrow:
        once = sorted(c for c in set(used) if used.count(c) == 1)
        right = ("..." if "..." in left else "") + "".join(once)
    unknown = set(right.replace("...", "")) - set(used)
    if unknown:
        raise ValueError(f"equation '{equation}' has '{min(unknown)}' only in its output")
    return terms, right


class Det(OnnxOp, ops="Det"):
    """Determinants of the last two dimensions."""

    X: Value

    def infer(self) -> Inferred:
        shape = shape_of(self.X)
        if shape is None:
            return [None]
        if len(shape) < 2:
            raise Mismatch("operand 'X' should have rank 2 or more")
        try:
            refine_dim(shape[-1], shape[-2])
        except ValueError:
            raise ValueError(f"expects square matrices, got {shape[-2]}x{shape[-1]}") from None
        return [shape[:-2]]

    def requirements(self) -> Iterator[Requirement]:
        sizes = size_of(self, 0)
        if sizes is not None and len(sizes) > 1:
            yield Equal(sizes[-2], sizes[-1], "Square matrices are expected: rows and columns")
