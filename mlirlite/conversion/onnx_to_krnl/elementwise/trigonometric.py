"""Sin, Cos and Tan of blocks: the quick way where no argument is large, else one that is exact.

A loop that branches for each number does not become vectors. So a block is looked through first,
which takes a tenth of the time that its sines do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.dialects.arith import FastMathFlags
from mlirlite.ir.types import F32, I32
from mlirlite.support.tuning import Fixed

OPERATORS = frozenset({"Sin", "Cos", "Tan"})
_LIMIT_BITS: Fixed[int] = 0x48000000
"""Of 2^17, up to where the quick way goes (`math-polynomial-approximation`)."""


def ways(
    b: KrnlBuilder, compute: Callable[[list[Ix]], Any], bounds: Sequence[Any], before: list[Ix]
) -> Iterator[None]:
    """The places for loops over a block, of which `compute` emits the body: where all numbers that
    are turned by are within the limit, and where they are not."""

    def look(at: list[Ix], found: list[Scalar]) -> list[Scalar]:
        b.turned.clear()
        compute([*before, *at])
        (worst,) = found
        for x in b.turned:
            if x.type is F32:
                worst = worst.max(x.abs().bitcast(I32))
        return [worst]

    b.turns = FastMathFlags.afn
    (worst,) = b.fold(bounds, [b.scalar(0, I32)], look)
    quick = worst <= _LIMIT_BITS
    with b.if_(quick):
        yield
    b.turns = FastMathFlags.none
    with b.if_(~quick):
        yield
