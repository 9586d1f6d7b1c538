"""Optimizers of ai.onnx.preview.training: one step for any number of tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.ir.types import F32

Step = Callable[[Sequence[Scalar]], Sequence[Scalar]]


def _update(b: KrnlBuilder, groups: int, step: Step) -> list[Buffer]:
    """Operands after the rate and the count come in groups (tensors, gradients, states); results
    are the tensors and the states."""
    operands = b.all_inputs()[2:]
    count = len(operands) // groups
    outputs = [b.output(operands[i % count].shape, i) for i in range(len(b.op.results))]
    for i in range(count):
        parts = operands[i::count]
        with b.loops(*parts[0].shape) as at:
            for new, value in zip(outputs[i::count], step([p[at] for p in parts]), strict=True):
                new[at] = value
    return outputs


@kernel("Adagrad")
def adagrad(b: KrnlBuilder) -> Any:
    """Steps divided by the root of the sum of squared gradients."""
    rate, count = [x.scalar() for x in b.inputs(2)]
    decayed = rate / (count.cast(rate.type) * b.attr("decay_factor", 0.0) + 1)

    def step(parts: Sequence[Scalar]) -> Sequence[Scalar]:
        x, gradient, squares = parts
        slope = x * b.attr("norm_coefficient", 0.0) + gradient
        total = squares + slope * slope
        return x - decayed * slope / (total.sqrt() + b.attr("epsilon", 1e-6)), total

    return _update(b, 3, step)


@kernel("Adam")
def adam(b: KrnlBuilder) -> Any:
    """Steps by running means of the gradient and its square."""
    rate, count = [x.scalar() for x in b.inputs(2)]
    alpha, beta = b.attr("alpha", 0.9), b.attr("beta", 0.999)
    time = count.cast(rate.type)
    correction = (1 - b.scalar(beta, F32).cast(rate.type).pow(time)).sqrt()
    scaled = rate * correction / (1 - b.scalar(alpha, F32).cast(rate.type).pow(time))
    adjusted = (count > 0).select(scaled, rate)

    def step(parts: Sequence[Scalar]) -> Sequence[Scalar]:
        x, gradient, mean, squares = parts
        slope = x * b.attr("norm_coefficient", 0.0) + gradient
        new_mean = mean * alpha + slope * (1 - alpha)
        new_squares = squares * beta + slope * slope * (1 - beta)
        moved = x - adjusted * new_mean / (new_squares.sqrt() + b.attr("epsilon", 1e-6))
        return moved * (1 - b.attr("norm_coefficient_post", 0.0)), new_mean, new_squares

    return _update(b, 4, step)


@kernel("Momentum")
def momentum(b: KrnlBuilder) -> Any:
    """Steps by a running sum of gradients, Nesterov's look ahead."""
    rate, count = [x.scalar() for x in b.inputs(2)]
    alpha = b.attr("alpha")
    beta = (count > 0).select(b.attr("beta"), rate.coerce(1))

    def step(parts: Sequence[Scalar]) -> Sequence[Scalar]:
        x, gradient, velocity = parts
        slope = x * b.attr("norm_coefficient") + gradient
        new = velocity * alpha + slope * beta
        if b.attr("mode") == "nesterov":
            return x - rate * (slope + new * alpha), new
        return x - rate * new, new

    return _update(b, 3, step)
