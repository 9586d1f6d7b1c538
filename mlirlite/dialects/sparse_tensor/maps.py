"""Maps from the dimensions of a tensor to the levels of its storage, and back."""

from __future__ import annotations

from mlirlite.ir.affine import AffineBinary, AffineConst, AffineDim, AffineExpr, AffineMap
from mlirlite.ir.types import DYNAMIC


def _part(expr: AffineExpr) -> tuple[str, int, int] | None:
    """`d0 floordiv 2` as `("floordiv", 0, 2)`, `d0` as `("dim", 0, 0)`; None for another one."""
    if isinstance(expr, AffineDim):
        return "dim", expr.position, 0
    if not isinstance(expr, AffineBinary) or expr.kind not in ("floordiv", "mod"):
        return None
    if not (isinstance(expr.lhs, AffineDim) and isinstance(expr.rhs, AffineConst)):
        return None
    return (expr.kind, expr.lhs.position, expr.rhs.value) if expr.rhs.value > 0 else None


def is_block(map: AffineMap | None) -> bool:
    """Whether a map divides dimensions into blocks: `(d0 floordiv 2, d0 mod 2, d1)`."""
    if map is None:
        return False
    sizes: dict[int, int] = {}
    blocks = False
    for result in map.results:
        part = _part(result)
        if part is None:
            return False
        kind, dim, size = part
        if kind == "mod":
            if sizes.get(dim) != size:
                return False
            blocks = True
        elif dim in sizes:
            return False
        else:
            sizes[dim] = size
    return blocks


def block_sizes(map: AffineMap) -> list[int]:
    """The sizes of the blocks of a map that `is_block`; 0 for a dimension that is whole."""
    return [size for kind, _, size in _parts(map) if kind != "floordiv"]


def _parts(map: AffineMap) -> list[tuple[str, int, int]]:
    return [part for part in (_part(result) for result in map.results) if part is not None]


def inverse(map: AffineMap | None) -> AffineMap | None:
    """The map from levels to dimensions; None if there is none, or it cannot be inferred."""
    if map is None or map.num_symbols:
        return None
    levels = len(map.results)
    if map.is_permutation:
        order = [part[1] for part in _parts(map)]
        back = [AffineDim(order.index(dim)) for dim in range(levels)]
        return AffineMap(levels, 0, tuple(back))
    if not is_block(map):
        return None
    whole: list[AffineExpr] = []
    blocks: dict[int, AffineExpr] = {}
    for level, (kind, dim, size) in enumerate(_parts(map)):
        if kind == "dim":
            whole.append(AffineDim(level))
        elif kind == "floordiv":
            blocks[dim] = AffineDim(level) * size
        else:
            blocks[dim] = blocks[dim] + AffineDim(level)
    return AffineMap(levels, 0, (*whole, *(blocks[dim] for dim in sorted(blocks))))


def translated(shape: tuple[int, ...], map: AffineMap) -> tuple[int, ...]:
    """The sizes of a map's results where its dimensions have these sizes."""
    last = [
        AffineDim(i) if size == DYNAMIC else AffineConst(size - 1) for i, size in enumerate(shape)
    ]
    found = []
    for result in map.results:
        expr = result.replace(last, ())
        if isinstance(expr, AffineConst):
            found.append(expr.value + 1)
        elif isinstance(expr, AffineBinary) and expr.kind == "mod":
            bound = expr.rhs
            found.append(bound.value if isinstance(bound, AffineConst) else DYNAMIC)
        else:
            found.append(DYNAMIC)
    return tuple(found)
