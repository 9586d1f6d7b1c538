"""Upstream's ConvolutionOpInterface: whether maps and loops are those of a window that slides over
an input."""

from collections.abc import Sequence

from mlirlite.dialects.linalg._contractions import is_projected_permutation
from mlirlite.dialects.linalg.enums import IteratorType
from mlirlite.ir.affine import (
    AffineBinary,
    AffineConst,
    AffineDim,
    AffineExpr,
    AffineMap,
    AffineSymbol,
)

_LOOP = "unexpected loop dimension for convolution op"


def convolution_problem(maps: Sequence[AffineMap], iterators: Sequence[IteratorType]) -> str:
    """The error of the maps of input, filter and output and of the loops; "" if valid.

    Each loop is over the batch, the image or the channels of the output, over the window or over
    the channels of the input."""
    found = input_dims(maps[0])
    if found is None:
        return "unexpected input index map for convolutions"
    single, convolved = found
    if not is_projected_permutation(maps[1]) or not is_projected_permutation(maps[-1]):
        return "expected output/filter indexing maps to be projected permutations"
    filter_dims, output_dims = positions(maps[1]), positions(maps[-1])
    for dim in output_dims:
        if dim not in single and (dim in convolved) == (dim in filter_dims):
            return _LOOP
        if iterators[dim] is not IteratorType.parallel:
            return "expected all iterators used to access outputs to be parallel"
    for dim in filter_dims:
        if dim in output_dims:
            continue
        if dim not in single and dim not in convolved:
            return _LOOP
        if iterators[dim] is not IteratorType.reduction:
            return "expected all iterators not used to access outputs to be reduction"
    if len({*filter_dims, *output_dims}) != len(iterators):
        return _LOOP
    return "" if convolved else "expected convolved dim to be non-empty"


def positions(map: AffineMap) -> list[int]:
    """The dimensions that the results are."""
    return [r.position for r in map.results if isinstance(r, AffineDim)]


def input_dims(map: AffineMap) -> tuple[set[int], set[int]] | None:
    """The dimensions that occur alone in a map, and those that occur in sums; None when it has
    anything else, or a dimension twice."""
    single: set[int] = set()
    convolved: set[int] = set()
    for result in map.results:
        is_sum, parts = False, [result]
        if isinstance(result, AffineBinary) and result.kind == "+":
            is_sum, parts = True, [result.lhs, result.rhs]
        for part in parts:
            dim = _multiple(part) if is_sum else part
            if not isinstance(dim, AffineDim) or dim.position in single | convolved:
                return None
            (convolved if is_sum else single).add(dim.position)
    return single, convolved


def _multiple(expr: AffineExpr) -> AffineExpr | None:
    """The dimension of which an expression is a multiple."""
    if isinstance(expr, AffineBinary) and expr.kind == "*":
        return expr.lhs if isinstance(expr.rhs, (AffineConst, AffineSymbol)) else None
    return expr
