"""Behaviour of elementwise operators, activations, matrix products and signal processing."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.onnx.constants import ints_of, scalar_of
from mlirlite.dialects.onnx.op import Inferred, Mismatch, OnnxOp, Shape, ranked
from mlirlite.dialects.onnx.shapes import (
    axis_in,
    broadcast,
    expect_dim,
    expect_rank,
    refine_dim,
    shape_of,
)
from mlirlite.dialects.onnx.types import element_type
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.types import DYNAMIC, FloatType, RankedTensorType, UnrankedTensorType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


class SameShape(OnnxOp):
    """The first result has the shape of the first operand."""

    def infer(self) -> Inferred:
        return [shape_of(self.operands[0]), *[None] * (len(self.schema.outputs) - 1)]

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        return self.operands[0], index


class Unary(
    SameShape,
    ops="""Abs Acos Acosh Asin Asinh Atan Atanh BitwiseNot Ceil Celu Cos Cosh Elu Erf Exp Floor Gelu
        HardSigmoid HardSwish IsInf IsNaN LeakyRelu Log Mish Neg Not Reciprocal Relu Round Selu
        Shrink Sigmoid Sign Sin Sinh Softplus Softsign Sqrt Swish Tan Tanh ThresholdedRelu""",
):
    """Elementwise functions of one tensor."""


class Broadcast(
    OnnxOp,
    ops="""Add And BitShift BitwiseAnd BitwiseOr BitwiseXor Div Equal Greater GreaterOrEqual Less
        LessOrEqual Max Mean Min Mod Mul Or Pow StringConcat Sub Sum Where Xor""",
):
    """Elementwise functions of tensors that broadcast to one shape."""

    def infer(self) -> Inferred:
        if "broadcast" in self.schema.attributes:  # before opset 7 the second went to the first
            return [shape_of(self.operands[0])]
        return [broadcast(*map(shape_of, self.operands))]

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        """The only operand that has this dimension and may be more than 1 in it."""
        shapes = [shape_of(v) or () for v in self.operands]
        back = max(map(len, shapes)) - index
        wide = [
            v
            for v, s in zip(self.operands, shapes, strict=True)
            if not isinstance(v.type, RankedTensorType) or (len(s) >= back and s[-back] != 1)
        ]
        if len(wide) != 1 or not isinstance(wide[0].type, RankedTensorType):
            return None
        return wide[0], wide[0].type.rank - back

    def check(self) -> Diagnostic | None:
        if self.schema.name == "Mod" and not self.get("fmod") and self.schema.version < 28:
            element = getattr(self.operands[0].type, "element_type", None)
            if isinstance(element, FloatType):
                return self.error("fmod must be 1 when the input type is floating point")
        if self.schema.name == "BitShift" and self.get("direction") not in ("LEFT", "RIGHT"):
            return self.error("direction attribute must be one of LEFT or RIGHT")
        return None


class Clip(SameShape, ops="Clip"):
    """`min(max, max(x, min))`."""

    def check(self) -> Diagnostic | None:
        for index in range(1, len(self.operands)):
            shape = shape_of(self.operands[index])
            if shape is not None and shape not in ((), (1,)):
                name = self.schema.inputs[index].name
                return self.error(f"operand '{name}' must be a scalar, but has rank {len(shape)}")
        return None


class PRelu(OnnxOp, ops="PRelu"):
    """`x < 0 ? slope * x : x`."""

    X: Value
    slope: Value

    def infer(self) -> Inferred:
        shape, slope = shape_of(self.X), shape_of(self.slope)
        if self.schema.version > 6 and shape is not None and slope is not None:
            if len(slope) > len(shape):
                raise ValueError("Slope tensor has a wrong shape")
            broadcast(shape, slope)
        return [shape]


class AlongAxis(
    SameShape, ops="Hardmax LogSoftmax LpNormalization Softmax CumProd CumSum SwiGLU Binarizer"
):
    """Shape-preserving functions that may work along an axis."""

    def infer(self) -> Inferred:
        shape = shape_of(self.operands[0])
        axis = self.get("axis")
        if isinstance(axis, Value):
            axis = scalar_of(axis)
        if shape is not None and isinstance(axis, int):
            flattens = self.schema.name in ("Softmax", "LogSoftmax", "Hardmax")
            axis_in(axis, len(shape), end=flattens and self.schema.version < 13)
        return [shape]


class Cast(OnnxOp, ops="Cast BitCast"):
    """The same numbers, or bits, with another element type."""

    input: Value
    to: Type

    def infer(self) -> Inferred:
        shape = shape_of(self.input)
        if not isinstance(self.input.type, (RankedTensorType, UnrankedTensorType)):
            return None
        return [tensor(shape, self.to)]

    def check(self) -> Diagnostic | None:
        if self.results[0].type.element_type is not self.to:  # type: ignore[attr-defined]
            return self.error("element type does not match the 'to' attribute")
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Cast(x : tensor<…xT>) {to = T} --> x"""
        return self.input if self.input.type is self.results[0].type else None


class CastLike(SameShape, ops="CastLike"):
    """Cast to the element type of the second operand."""


class MatMul(OnnxOp, ops="MatMul MatMulInteger QLinearMatMul"):
    """Matrix products as numpy's matmul."""

    def factors(self) -> tuple[Value, Value]:
        """The two matrices."""
        second = 3 if self.schema.name == "QLinearMatMul" else 1
        return self.operands[0], self.operands[second]

    def infer(self) -> Inferred:
        left, right = map(shape_of, self.factors())
        return [matmul(left, right)]

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        left, right = self.factors()
        a, b = shape_of(left), shape_of(right)
        if a is None or b is None or len(a) < 2 or len(b) != 2 or index >= len(a) - 1:
            return None
        return left, index

    def check(self) -> Diagnostic | None:
        if self.schema.name == "MatMulInteger":
            self._check_zero_point(0, 2, "A", -2)
            self._check_zero_point(1, 3, "B", -1)
        return None

    def _check_zero_point(self, of: int, index: int, name: str, kept: int) -> None:
        """A zero point of rank 2 or more has one entry a row of A, or a column of B."""
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


def parse_equation(equation: str, operands: int) -> tuple[list[str], str]:
    """Terms and output of an einsum equation, implicit output made explicit. ValueError when it is
    none for this number of operands."""
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


class Windowing(OnnxOp, ops="BlackmanWindow HammingWindow HannWindow"):
    """Window functions of a given length."""

    size: Value
    output_datatype: int

    def infer(self) -> Inferred:
        size = scalar_of(self.size)
        shape = (int(size) if size is not None else DYNAMIC,)
        return [tensor(shape, _numbered(self.output_datatype))]


class MelWeightMatrix(OnnxOp, ops="MelWeightMatrix"):
    """A matrix from the spectrum's bins to mel's."""

    num_mel_bins: Value
    dft_length: Value
    output_datatype: int

    def infer(self) -> Inferred:
        bins, length = scalar_of(self.num_mel_bins), scalar_of(self.dft_length)
        rows = DYNAMIC if length is None else int(length) // 2 + 1
        columns = DYNAMIC if bins is None else int(bins)
        return [tensor((rows, columns), _numbered(self.output_datatype))]


class DFT(OnnxOp, ops="DFT"):
    """Discrete Fourier transform along an axis; the last dimension has real and imaginary part."""

    input: Value
    dft_length: Value | None
    inverse: int
    onesided: int

    def infer(self) -> Inferred:
        shape = shape_of(self.input)
        if shape is None:
            return [None]
        axis = self.get("axis", -2)
        if isinstance(axis, Value):
            axis = scalar_of(axis)
        if axis is None:
            if self.dft_length is None and not self.onesided:
                return [(*shape[:-1], 2)]
            parts = 1 if self.onesided and self.inverse else 2
            return [(*(DYNAMIC,) * (len(shape) - 1), parts)]
        axis = axis_in(int(axis), len(shape))
        length: Any = shape[axis]
        if self.dft_length is not None:
            length = scalar_of(self.dft_length)
            length = DYNAMIC if length is None else length
        parts = 2
        if self.onesided and self.inverse:
            if self.dft_length is None:
                length = DYNAMIC if length == DYNAMIC else 2 * (length - 1)
            parts = 1
        elif self.onesided:
            length = DYNAMIC if length == DYNAMIC else length // 2 + 1
        return [(*shape[:axis], int(length), *shape[axis + 1 : -1], parts)]


class STFT(OnnxOp, ops="STFT"):
    """Fourier transforms of overlapping frames: [batch, frames, bins, 2]."""

    signal: Value
    frame_step: Value
    window: Value | None
    frame_length: Value | None
    onesided: int

    def infer(self) -> Inferred:
        signal, window = shape_of(self.signal), shape_of(self.window)
        step, length = scalar_of(self.frame_step), scalar_of(self.frame_length)
        if length is None and window is not None and window[0] != DYNAMIC:
            length = window[0]
        if signal is None:
            return [(DYNAMIC, DYNAMIC, DYNAMIC, 2)]
        frames = bins = DYNAMIC
        if length is not None:
            bins = int(length) // 2 + 1 if self.onesided else int(length)
            if step is not None and signal[1] != DYNAMIC:
                frames = (signal[1] - int(length)) // int(step) + 1
        return [(signal[0], frames, bins, 2)]


class Loss(OnnxOp, ops="NegativeLogLikelihoodLoss SoftmaxCrossEntropyLoss"):
    """Losses of classification: of every element, or one number."""

    reduction: str

    def infer(self) -> Inferred:
        scores, target = shape_of(self.operands[0]), shape_of(self.operands[1])
        if self.reduction not in ("none", "mean", "sum"):
            raise ValueError(f'has reduction = "{self.reduction}", expected none, mean or sum')
        if scores is not None and target is not None:
            if len(scores) < 2 or len(target) != len(scores) - 1:
                raise ValueError(
                    f"expects a target of rank {len(scores) - 1} for scores of rank "
                    f"{len(scores)}, got rank {len(target)}"
                )
            for given, wanted in zip(target, (scores[0], *scores[2:]), strict=True):
                refine_dim(given, wanted)
        loss = (target if target is not None else None) if self.reduction == "none" else ()
        if len(self.schema.outputs) == 1:
            return [loss]
        return [loss, scores]


class RandomLike(OnnxOp, ops="RandomNormalLike RandomUniformLike Bernoulli"):
    """Random numbers in the shape of an operand."""

    input: Value
    dtype: int | None

    def infer(self) -> Inferred:
        element = getattr(self.input.type, "element_type", None)
        if self.dtype is not None:
            element = _numbered(self.dtype)
        return [tensor(shape_of(self.input), element)]


class Random(OnnxOp, ops="RandomNormal RandomUniform"):
    """Random numbers in a shape."""

    shape: tuple[int, ...]
    dtype: int

    def infer(self) -> Inferred:
        return [tensor(self.shape, _numbered(self.dtype))]


class Multinomial(OnnxOp, ops="Multinomial"):
    """Draws from rows of unnormalised log-probabilities."""

    input: Value
    sample_size: int
    dtype: int

    def infer(self) -> Inferred:
        shape = shape_of(self.input)
        rows = DYNAMIC if shape is None else shape[0]
        return [tensor((rows, self.sample_size), _numbered(self.dtype))]


class TopK(OnnxOp, ops="TopK"):
    """The largest or smallest entries along an axis and where they are."""

    X: Value
    axis: int

    def infer(self) -> Inferred:
        shape = shape_of(self.X)
        if shape is None:
            return [None, None]
        axis = axis_in(self.axis, len(shape))
        counts = ints_of(self.get("K")) if "k" not in self.schema.attributes else [self.get("k")]
        count = counts[0] if counts else DYNAMIC
        if count != DYNAMIC and shape[axis] != DYNAMIC and not 0 <= count <= shape[axis]:
            raise ValueError(f"expects K from 0 to {shape[axis]}, got {count}")
        found = (*shape[:axis], count, *shape[axis + 1 :])
        return [found, found]


def tensor(shape: Shape | None, element: Type | None) -> Type | None:
    """The tensor type; None without an element type."""
    if element is None:
        return None
    return UnrankedTensorType(element) if shape is None else ranked(shape, element)


def _numbered(number: int) -> Type:
    found = element_type(number)
    if found is None:
        raise ValueError(f"{number} is no element type of ONNX")
    return found
