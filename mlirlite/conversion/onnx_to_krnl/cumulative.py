"""CumSum and CumProd."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.conversion.onnx_to_krnl.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.index import Ix
from mlirlite.conversion.onnx_to_krnl.scalar import Scalar, compute_type
from mlirlite.conversion.onnx_to_krnl.table import kernel


def _cumulative(name: str, start: float, step: Callable[[Scalar, Scalar], Scalar]) -> None:
    @kernel(name)
    def lower_cumulative(b: KrnlBuilder) -> Any:
        x, axis = b.inputs(2)
        known = axis.constant()
        exclusive, reverse = b.attr("exclusive", 0), b.attr("reverse", 0)
        out = b.output(x.shape)

        def along(dim: int) -> None:
            with b.loops(*x.shape[:dim], *x.shape[dim + 1 :]) as outer:

                def add(i: list[Ix], total: list[Scalar]) -> list[Scalar]:
                    n = x.shape[dim] - 1 - i[0] if reverse else i[0]
                    at = [*outer[:dim], n, *outer[dim:]]
                    following = step(total[0], x[at])
                    out[at] = total[0] if exclusive else following
                    return [following]

                b.fold([x.shape[dim]], [b.scalar(start, compute_type(x.element))], add)

        if known is not None:
            along(int(known[0]) % x.rank)
        else:  # one nest for each axis that it may be
            chosen = b.wrap_index(axis.scalar().index(), x.rank)
            for dim in range(x.rank):
                with b.if_(b.test("eq", chosen, dim)):
                    along(dim)
        return out


_cumulative("CumSum", 0, lambda v, x: v + x)
_cumulative("CumProd", 1, lambda v, x: v * x)
