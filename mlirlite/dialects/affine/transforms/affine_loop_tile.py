"""--affine-loop-tile: loop nests go over tiles, and inside over the points of a tile.

for %i = 0 to 256 { f(%i) }  -->  for %t = 0 to 256 step 32 { for %i = %t to %t + 32 { f(%i) } }
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from mlirlite.dialects._loops import perfect_nest
from mlirlite.dialects.affine._loop_utils import (
    IDENTITY,
    constant_trip_count,
    new_loop,
    set_bound,
    set_step,
    shift_map,
    trip_count_divisor,
)
from mlirlite.dialects.affine.analysis.constraints import NotLinear
from mlirlite.dialects.affine.analysis.dependence import accesses_in, check_dependence
from mlirlite.dialects.affine.analysis.footprint import footprint_bytes
from mlirlite.dialects.affine.loops import ForOp
from mlirlite.dialects.affine.transforms._full_tiles import separate_full_tiles
from mlirlite.ir.affine import AffineDim, AffineMap
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass

_DEFAULT_SIZE = 4


@compiler_pass("affine-loop-tile", anchor="func.func")
def affine_loop_tile(
    op: Operation,
    state: PassState,
    *,
    cache_size: int = 512,
    separate: bool = False,
    tile_size: int = 0,
    tile_sizes: list[int] = [],  # noqa: B006
) -> None:
    """Tile affine loop nests.

    Tiles the outermost loops of a function with all loops perfectly nested in them, unless a
    dependence forbids it. Default sizes are chosen so that a tile fits the cache.

    cache_size: size of the cache to tile for, in KiB
    separate: separate full and partial tiles
    tile_size: use this tile size for all loops
    tile_sizes: list of tile sizes for each perfect nest (overridden by tile-size)
    """
    for band in _bands(op):
        if not _may_tile(band):
            continue
        sizes = _sizes(band, tile_size, tile_sizes, cache_size)
        if any(loop.results for loop in band) or not _is_rectangular(band):
            continue
        points = _tile(band, sizes)[len(band) :]
        state.count("num-tiled", len(band))
        if separate:
            separate_full_tiles(points)


def _bands(function: Operation) -> list[list[ForOp]]:
    body = function.body if isinstance(function, FunctionLike) else function.regions[0]
    roots = [op for block in body for op in block if isinstance(op, ForOp)]
    return [perfect_nest(root) for root in roots]


def _may_tile(band: Sequence[ForOp]) -> bool:
    """False when a dependence goes backwards in a loop."""
    accesses = accesses_in(band[0])
    for depth in range(1, len(band) + 2):
        for a in accesses:
            for b in accesses:
                for part in check_dependence(a, b, depth).components:
                    if part.low is None or part.high is None:
                        continue
                    if part.low < part.high and part.low < 0:
                        return False
    return True


def _is_rectangular(band: Sequence[ForOp]) -> bool:
    counters = [loop.induction_var for loop in band]
    return not any(
        v in counters for loop in band for v in (*loop.lowerBoundOperands, *loop.upperBoundOperands)
    )


def _sizes(
    band: Sequence[ForOp], tile_size: int, tile_sizes: Sequence[int], cache_size: int
) -> list[int]:
    rank = len(band)
    if tile_size:
        return [tile_size] * rank
    if tile_sizes:
        return [*tile_sizes, *[_DEFAULT_SIZE] * rank][:rank]
    try:
        footprint = footprint_bytes(band[0])
    except NotLinear:
        footprint = None
    if footprint is None:
        return _to_divisors(band, [_DEFAULT_SIZE] * rank)
    excess = -(-footprint // (cache_size * 1024))
    if excess <= 1:
        return [1] * rank
    root = int(excess ** (1.0 / rank))
    sizes = [root] * (rank - 1)
    sizes.append(max(1, excess // root ** (rank - 1)))
    return _to_divisors(band, sizes)


def _to_divisors(band: Sequence[ForOp], sizes: list[int]) -> list[int]:
    """Sizes reduced to divisors of the numbers of iterations, where these are known."""
    found = []
    for loop, size in zip(band, sizes, strict=True):
        count = constant_trip_count(loop)
        if count:
            if count > 1 and size > count // 2:
                size = count // 2
            while count % size:
                size -= 1
        found.append(size)
    return found


def _tile(band: Sequence[ForOp], sizes: Sequence[int]) -> list[ForOp]:
    """Loops over tiles, then over points, replacing the old nest."""
    root = band[0]
    zero = AffineMap.constant(0)
    tiles = [new_loop((zero, ()), (zero, ())) for _ in band]
    points = [new_loop((zero, ()), (zero, ())) for _ in band]
    nest = [*tiles, *points]
    for loop in nest:
        loop.location = root.location
    for outer, inner in pairwise(nest):
        outer.body.prepend(inner)
    if root.parent is not None:
        root.parent.insert_before(root, nest[0])
    for loop, tile, point, size in zip(band, tiles, points, sizes, strict=True):
        set_bound(tile, 0, loop.lowerBoundMap.map, loop.lowerBoundOperands)
        set_bound(tile, 1, loop.upperBoundMap.map, loop.upperBoundOperands)
        set_step(tile, size * loop.step)
        set_bound(point, 0, IDENTITY, [tile.induction_var])
        set_step(point, loop.step)
        _set_point_end(loop, tile, point, size)
    for loop, point in zip(band, points, strict=True):
        loop.induction_var.replace_all_uses_with(point.induction_var)
    innermost, end = points[-1], points[-1].body.last
    for op in band[-1].body:
        if op is not band[-1].body.last:
            op.detach()
            innermost.body.insert_before(end, op)
    root.erase()
    return nest


def _set_point_end(loop: ForOp, tile: ForOp, point: ForOp, size: int) -> None:
    count = constant_trip_count(loop)
    if count is not None and count < size:
        set_bound(point, 1, shift_map(count * loop.step), [tile.induction_var])
    elif trip_count_divisor(loop) % size == 0:
        set_bound(point, 1, shift_map(size * loop.step), [tile.induction_var])
    else:
        upper, operands = loop.upperBoundMap.map, loop.upperBoundOperands
        here = AffineDim(upper.num_dims) + size * loop.step
        map = AffineMap(upper.num_dims + 1, upper.num_symbols, (here, *upper.results))
        dims, symbols = operands[: upper.num_dims], operands[upper.num_dims :]
        set_bound(point, 1, map, [*dims, tile.induction_var, *symbols])
