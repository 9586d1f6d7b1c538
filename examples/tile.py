"""A schedule as a pass: krnl loop nests run tile by tile.

mlirlite-opt --load-plugin examples/tile.py in.mlir --tile-krnl='sizes=16,32'
"""

from mlirlite.dialects import krnl
from mlirlite.dsl import (
    I64,
    ArrayAttr,
    IntegerAttr,
    Operation,
    PassState,
    Pattern,
    Rewriter,
    apply_patterns_greedily,
    compiler_pass,
    pattern,
)


def tile_nest(sizes: list[int]) -> Pattern:
    """The pattern that tiles the outermost loops of a nest with these sizes."""

    @pattern
    def tile(op: krnl.IterateOp, rw: Rewriter) -> bool | None:
        """iterate(i, j) --> ib, il = block i; jb, jl = block j; iterate(ib, jb, il, jl)"""
        loops = list(op.optimized_loops)
        if len(loops) < len(sizes):
            return rw.fail(f"it has fewer loops ({len(loops)}) than sizes ({len(sizes)})")
        if loops != [r.loop for r in op.ranges()]:
            return rw.fail("it already has a schedule")
        if any(user is not op for loop in loops for user in loop.users):
            return rw.fail("other ops use its loops")
        blocks = [
            rw.insert(krnl.BlockOp(loop, size)) for loop, size in zip(loops, sizes, strict=False)
        ]
        outer = [b.loop_block for b in blocks]
        inner = [b.loop_local for b in blocks]
        order = [v for pair in zip(outer, inner, strict=True) for v in pair]
        place = {v: n for n, v in enumerate([*outer, *inner])}
        places = ArrayAttr(tuple(IntegerAttr(place[v], I64) for v in order))
        if len(order) > 2:
            rw.insert(krnl.PermuteOp(order, map=places))
        scheduled = [*order, *loops[len(sizes) :]]
        with rw.modify(op):
            op.set_operands([*scheduled, *op.operands[len(loops) :]])
            op.attributes["num_optimized_loops"] = IntegerAttr(len(scheduled), I64)
        return True

    return tile


@compiler_pass("tile-krnl")
def tile_krnl(op: Operation, state: PassState, *, sizes: list[int] = [32]) -> None:  # noqa: B006
    """Tile krnl loop nests.

    sizes: the tile sizes of the outermost loops of each nest
    """
    apply_patterns_greedily(op, [tile_nest(sizes)], fold=False, count=state.count)
