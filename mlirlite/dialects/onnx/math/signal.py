"""Behavior of signal processing."""

from collections.abc import Iterator
from typing import Any

from mlirlite.dialects.onnx.constants import scalar_of
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.requirements import (
    Between,
    NotZero,
    Requirement,
    at_least,
    at_most,
    axis_within,
    has_sizes,
    is_number,
    size_of,
)
from mlirlite.dialects.onnx.shapes import axis_in, shape_of, shape_of_rank, tensor_type
from mlirlite.dialects.onnx.terms import Element, Integer, Term
from mlirlite.dialects.onnx.types import numbered_type
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value


class Windowing(OnnxOp, ops="BlackmanWindow HammingWindow HannWindow"):
    """Window functions of a given length."""

    size: Value
    output_datatype: int

    def infer(self) -> Inferred:
        size = scalar_of(self.size)
        shape = (int(size) if size is not None else DYNAMIC,)
        return [tensor_type(shape, numbered_type(self.output_datatype))]

    def requirements(self) -> Iterator[Requirement]:
        yield from is_number(self, 0)
        yield at_least(Element(0), 0, "size")


class MelWeightMatrix(OnnxOp, ops="MelWeightMatrix"):
    """A matrix from the spectrum's bins to mel's."""

    num_mel_bins: Value
    dft_length: Value
    output_datatype: int

    def infer(self) -> Inferred:
        bins, length = scalar_of(self.num_mel_bins), scalar_of(self.dft_length)
        rows = DYNAMIC if length is None else int(length) // 2 + 1
        columns = DYNAMIC if bins is None else int(bins)
        return [tensor_type((rows, columns), numbered_type(self.output_datatype))]

    def requirements(self) -> Iterator[Requirement]:
        yield from is_number(self, *range(5))
        for operand, name in enumerate(("num_mel_bins", "dft_length", "sample_rate")):
            yield at_least(Element(operand), 1, name)


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

    def requirements(self) -> Iterator[Requirement]:
        yield from is_number(self, 1, 2)
        x, axis = size_of(self, 0), self.get("axis", -2)
        if not x:
            return
        yield Between(x[-1], Integer(1), Integer(2), "the number of real and imaginary parts")
        if isinstance(axis, Value):
            yield axis_within(Element(2), len(x))
            for last in (-1, len(x) - 1):
                yield NotZero(Element(2) - last, "axis is that of the parts: its distance from it")
        if self.dft_length is not None:
            yield at_least(Element(1), 1, "dft_length")


class STFT(OnnxOp, ops="STFT"):
    """Fourier transforms of overlapping frames: [batch, frames, bins, 2]."""

    signal: Value
    frame_step: Value
    window: Value | None
    frame_length: Value | None
    onesided: int

    def infer(self) -> Inferred:
        signal, window = shape_of(self.signal), shape_of_rank(self.window, "window", 1, 1)
        step, length = scalar_of(self.frame_step), scalar_of(self.frame_length)
        if length is None and window is not None and window[0] != DYNAMIC:
            length = window[0]
        if signal is None:
            return [(DYNAMIC, DYNAMIC, DYNAMIC, 2)]
        if len(signal) not in (2, 3):  # of rank 2 is what TorchScript exports
            raise ValueError(f"has a signal of rank {len(signal)}, expected 3")
        frames = bins = DYNAMIC
        if length is not None:
            bins = int(length) // 2 + 1 if self.onesided else int(length)
            if step and signal[1] != DYNAMIC:
                frames = (signal[1] - int(length)) // int(step) + 1
        return [(signal[0], frames, bins, 2)]

    def requirements(self) -> Iterator[Requirement]:
        signal, window = size_of(self, 0), size_of(self, 2)
        yield from is_number(self, 1, 3)
        yield at_least(Element(1), 1, "frame_step")
        length: Term | None = None if window is None else window[0]
        if self.frame_length is not None:
            length = Element(3)
            yield from has_sizes(self, 2, [length])
        if length is not None and signal is not None and len(signal) > 1:
            yield at_least(length, 1, "the length of a frame")
            yield at_most(length, signal[1], "the length of a frame")
            if len(signal) > 2:
                yield Between(
                    signal[2], Integer(1), Integer(2), "the number of parts of the signal"
                )
