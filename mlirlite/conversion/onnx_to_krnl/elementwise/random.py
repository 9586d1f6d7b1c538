"""Random tensors, and Dropout in training: a hash of the element's number and the seed.

A model that gives no seed gets one that follows from the node's name: runs repeat.
"""

from __future__ import annotations

from math import pi
from typing import Any
from zlib import crc32

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import UI32, UI64, compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.dialects import math
from mlirlite.ir.labels import node_name
from mlirlite.ir.types import F64
from mlirlite.support.tuning import Fixed

_STEP: Fixed[int] = 0x9E3779B97F4A7C15


def _seed(b: KrnlBuilder) -> int:
    given = b.attr("seed")
    if given is not None:
        return hash(float(given)) & 0xFFFFFFFF
    return crc32((node_name(b.op) or b.op.name).encode())


def uniform(b: KrnlBuilder, number: Ix, stream: int = 0) -> Scalar:
    """A number in [0, 1) that belongs to the element of that number."""
    start = ((_seed(b) << 8) + stream) * 0xD1342543DE82EF95
    z = (b.number(number, UI64) + 1) * _STEP + (start & ((1 << 64) - 1))
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        z = (z ^ (z >> shift)) * factor
    z = z ^ (z >> 31)
    return (z >> 11).cast(F64) * 2.0**-53


def _number(out: Buffer, at: list[Ix]) -> Ix:
    flat: Ix = 0
    for size, index in zip(out.shape, at, strict=True):
        flat = flat * size + index
    return flat


def _target(b: KrnlBuilder) -> Buffer:
    shape = b.attr("shape")
    return b.output(list(shape) if shape is not None else b.inputs(1)[0].shape)


@kernel("RandomUniform", "RandomUniformLike")
def random_uniform(b: KrnlBuilder) -> Any:
    """Evenly distributed between low and high."""
    out = _target(b)
    low, high = b.attr("low", 0.0), b.attr("high", 1.0)
    with b.loops(*out.shape) as i:
        out[i] = (uniform(b, _number(out, i)) * (high - low) + low).cast(compute_type(out.element))
    return out


@kernel("RandomNormal", "RandomNormalLike")
def random_normal(b: KrnlBuilder) -> Any:
    """Normally distributed, by Box and Muller."""
    out = _target(b)
    mean, scale = b.attr("mean", 0.0), b.attr("scale", 1.0)
    with b.loops(*out.shape) as i:
        number = _number(out, i)
        radius = ((1 - uniform(b, number)).log() * -2).sqrt()
        angle = uniform(b, number, 1) * (2 * pi)
        out[i] = (radius * angle.math(math.CosOp) * scale + mean).cast(compute_type(out.element))
    return out


class Twister:
    """MT19937, the generator behind numpy.random.seed: its words are in one buffer, computed in
    order from the 624 that follow from the seed."""

    size: Fixed[int] = 624
    middle: Fixed[int] = 397

    def __init__(self, b: KrnlBuilder, seed: int, count: Ix) -> None:
        self.b = b
        state = [seed & 0xFFFFFFFF]
        for i in range(1, self.size):
            state.append((1812433253 * (state[-1] ^ (state[-1] >> 30)) + i) & 0xFFFFFFFF)
        known = b.table(state, UI32)
        self.words = words = b.alloc([count * 2 + self.size], UI32)
        with b.loops(self.size) as place:
            words[place] = known[place]
        with b.loops(count * 2) as (at,):
            mixed = (words[at] & 0x80000000) | (words[at + 1] & 0x7FFFFFFF)
            odd = (mixed & 1).ne(0).select(0x9908B0DF, b.scalar(0, UI32))
            words[at + self.size] = words[at + self.middle] ^ (mixed >> 1) ^ odd

    def uniform(self, number: Ix) -> Scalar:
        """The number at an index of the stream, in [0, 1)."""
        high, low = (self._tempered(self.size + number * 2 + k) for k in range(2))
        return ((high >> 5).cast(F64) * 67108864.0 + (low >> 6).cast(F64)) * 2.0**-53

    def _tempered(self, place: Ix) -> Scalar:
        y = self.words[place]
        y = y ^ (y >> 11)
        y = y ^ ((y << 7) & 0x9D2C5680)
        y = y ^ ((y << 15) & 0xEFC60000)
        return y ^ (y >> 18)


@kernel("Dropout", "DropoutV10", "DropoutV7", "DropoutV6", "DropoutV1")
def dropout(b: KrnlBuilder) -> Any:
    """In inference the input and a mask that is all true; in training some elements are dropped and
    the others scaled: with a seed, those that numpy's generator selects."""
    x, ratio, training = b.inputs(3)
    if b.attr("is_test", 1) == 0:
        raise b.error("in training mode is not supported before opset 12")
    if training is None or training.constant() == [0]:
        mask = b.output(x.shape, 1) if b.wants(1) else None
        if mask is not None:
            with b.loops(*x.shape) as i:
                mask[i] = 1
        return [x, mask][: len(b.op.results)]
    out = b.output(x.shape)
    mask = b.output(x.shape, 1) if b.wants(1) else None
    part = ratio.scalar().cast(F64) if ratio is not None else b.scalar(0.5, F64)
    part = training.scalar().select(part, 0)
    seed = b.attr("seed")
    stream = Twister(b, int(seed), x.size) if seed is not None else None
    with b.loops(*x.shape) as i:
        element, number = x[i], _number(x, i)
        keep = (uniform(b, number) if stream is None else stream.uniform(number)) >= part
        grown = element / (1 - part).cast(element.type)
        out[i] = keep.select(grown, 0)
        if mask is not None:
            mask[i] = keep
    return [out, mask][: len(b.op.results)]
