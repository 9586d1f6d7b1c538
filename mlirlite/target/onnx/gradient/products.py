"""Derivatives of products: matrices, Einsum, convolutions."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import Window
from mlirlite.ir.values import Value
from mlirlite.target.onnx.gradient.tape import Rule, Tape, known_shape


def _transposed(t: Tape, x: Value) -> Value:
    """The last two dimensions swapped."""
    rank = len(known_shape(x))
    return t("Transpose", x, perm=[*range(rank - 2), rank - 1, rank - 2])


def _matmul(t: Tape, op: OnnxOp, g: Value) -> Sequence[Value]:
    a, b = op.operands
    row, column = (len(known_shape(v)) == 1 for v in (a, b))
    if column:
        b, g = (t("Unsqueeze", v, t.integers(-1)) for v in (b, g))
    if row:
        a, g = t("Unsqueeze", a, t.integers(0)), t("Unsqueeze", g, t.integers(-2))
    left, right = t("MatMul", g, _transposed(t, b)), t("MatMul", _transposed(t, a), g)
    if row:
        left = t("Squeeze", left, t.integers(-2))
    if column:
        right = t("Squeeze", right, t.integers(-1))
    return left, right


def _gemm(t: Tape, op: onnx.GemmOp, g: Value) -> Sequence[Value | None]:
    a, b = op.operands[:2]
    scaled = t("Mul", g, t.number(op.alpha, g))
    left = t("MatMul", scaled, b if op.transB else _transposed(t, b))
    right = t("MatMul", a if op.transA else _transposed(t, a), scaled)
    parts = [
        _transposed(t, left) if op.transA else left,
        _transposed(t, right) if op.transB else right,
    ]
    return [*parts, t("Mul", g, t.number(op.beta, g))]


def _einsum(t: Tape, op: onnx.EinsumOp, g: Value) -> Sequence[Value]:
    inputs, arrow, output = op.equation.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if not arrow or "." in op.equation or any(len(set(term)) < len(term) for term in terms):
        raise ValueError("differentiates Einsum with an arrow, no dots and no diagonals only")
    parts = []
    for index, (term, operand) in enumerate(zip(terms, op.operands, strict=True)):
        others = [*terms[:index], *terms[index + 1 :], output]
        values = [*op.operands[:index], *op.operands[index + 1 :], g]
        lost = [c for c in term if not any(c in other for other in others)]
        if lost:  # a single operand is summed: each element counts once
            shape = known_shape(operand)
            others.append("".join(lost))
            sizes = t.integers(*(shape[term.index(c)] for c in lost))
            values.append(t("Expand", t.number(1, g), sizes))
        parts.append(t("Einsum", values, equation=f"{','.join(others)}->{term}"))
    return parts


def _conv(t: Tape, op: onnx.ConvOp, g: Value) -> Sequence[Value | None]:
    x, w = op.operands[:2]
    window, out = op.window(), known_shape(g)[2:]
    left = given_back(t, g, w, window, known_shape(x)[2:], op.group)
    right = _filters(t, x, g, window, op.group)
    bias = t.total(g, [0, *range(2, 2 + len(out))], keep=False)
    return [left, right, bias]


def given_back(
    t: Tape, g: Value, w: Value, window: Window, spatial: Sequence[int], group: int = 1
) -> Value:
    """The gradient of a convolution's input of these spatial sizes, from that of its output."""
    sizes = zip(
        spatial, window.begins, window.ends, known_shape(g)[2:], window.strides, window.extents,
        strict=True,
    )  # fmt: skip
    # The remainder at the end that the last window does not reach.
    rest = [n + b + e - ((m - 1) * s + extent) for n, b, e, m, s, extent in sizes]
    return t(
        "ConvTranspose",
        g,
        w,
        t.nothing(),
        pads=[*window.begins, *window.ends],
        strides=list(window.strides),
        dilations=list(window.dilations),
        output_padding=rest,
        group=group,
    )


def _filters(t: Tape, x: Value, g: Value, window: Window, group: int) -> Value:
    """The gradient of filters: of each group the input, convolved with the gradient of the output,
    where images and channels change places, and so do steps and dilations."""
    kernel = window.kernel
    swap = [1, 0, *range(2, 2 + len(kernel))]
    steps = {
        "pads": [*window.begins, *window.ends],
        "strides": list(window.dilations),
        "dilations": list(window.strides),
    }
    parts = []
    for index in range(group):
        part, slope = (_channels(t, v, index, group) for v in (x, g))
        image, filters = t("Transpose", part, perm=swap), t("Transpose", slope, perm=swap)
        found = t("Conv", image, filters, t.nothing(), **steps)
        axes = range(2, 2 + len(kernel))
        bounds = (t.integers(*n) for n in ([0] * len(kernel), kernel, axes, [1] * len(kernel)))
        parts.append(t("Transpose", t("Slice", found, *bounds), perm=swap))
    return parts[0] if group == 1 else t("Concat", parts, axis=0)


def _channels(t: Tape, x: Value, index: int, group: int) -> Value:
    """The channels of a group."""
    if group == 1:
        return x
    size = known_shape(x)[1] // group
    return t("Slice", x, *(t.integers(n) for n in (index * size, (index + 1) * size, 1, 1)))


RULES: dict[str, Rule] = {
    "MatMul": _matmul,
    "Gemm": _gemm,
    "Einsum": _einsum,
    "Conv": _conv,
}
