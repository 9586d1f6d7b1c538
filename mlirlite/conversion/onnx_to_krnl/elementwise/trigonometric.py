"""Sin, Cos and Tan of blocks: the fast way if no argument is large, else an exact one.

A loop that branches for each number is not vectorized. So a block is scanned first, which takes a
tenth of the time of its sines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.dialects.arith import FastMathFlags
from mlirlite.dialects.math.transforms.math_polynomial_approximation import QUICK_LIMIT_F64
from mlirlite.ir.types import F32, F64, I32
from mlirlite.support.tuning import Fixed

OPERATORS = frozenset({"Sin", "Cos", "Tan"})
_LIMIT_BITS: Fixed[int] = 0x48000000
"""2^17 as bits: the limit of the fast way (`math-polynomial-approximation`)."""


def ways(
    b: KrnlBuilder, compute: Callable[[list[Ix]], Any], bounds: Sequence[Any], before: list[Ix]
) -> Iterator[None]:
    """The insertion points for loops over a block, whose body `compute` emits: one for arguments
    within the limit, one for others."""

    def look(at: list[Ix], found: list[Scalar]) -> list[Scalar]:
        b.angles.clear()
        compute([*before, *at])
        (worst,) = found
        for x in b.angles:
            if x.type is F32:
                worst = worst.max(x.abs().bitcast(I32))
            elif x.type is F64:
                beyond = (x.abs() > QUICK_LIMIT_F64).select(b.scalar(_LIMIT_BITS + 1, I32), 0)
                worst = worst.max(beyond)
        return [worst]

    b.angle_flags = FastMathFlags.afn
    (worst,) = b.fold(bounds, [b.scalar(0, I32)], look)
    quick = worst <= _LIMIT_BITS
    with b.if_(quick):
        yield
    b.angle_flags = FastMathFlags.none
    with b.if_(~quick):
        yield
