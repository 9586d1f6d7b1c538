"""Rules of lookups and updates at indices that are operands."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from mlirlite.conversion.stablehlo_to_onnx.builder import Builder, Refused, Tensor, rule
from mlirlite.conversion.stablehlo_to_onnx.control import counted
from mlirlite.conversion.stablehlo_to_onnx.moving import clamped, listed, shape_of
from mlirlite.conversion.stablehlo_to_onnx.reducing import applied, single
from mlirlite.ir.block import Region
from mlirlite.ir.types import I1, I32, I64
from mlirlite.ods.hooks import DataOp


def _components(b: Builder, indices: Tensor, vector: int, count: int) -> list[Tensor]:
    """The parts of each index, as 64-bit integers of the shape of the batch."""
    if indices.is_unsigned and indices.width == 64:
        indices = b("Min", [indices, indices.like((1 << 62) - 1)])
    wide = indices.to(I64)
    if vector == indices.rank:
        return [wide]
    outer = [n for d, n in enumerate(indices.shape) if d != vector]
    return [wide.slice(vector, k, k + 1).reshape(outer) for k in range(count)]


@rule("gather")
def gather(b: Builder, op: DataOp, x: Tensor, indices: Tensor) -> Tensor:
    """A GatherND along the dimensions that are indexed, which come first."""
    n, sizes = op.properties["dimension_numbers"], listed(op.properties["slice_sizes"])
    shape = shape_of(op)
    if 0 in shape:
        return b.number(0, I32).to(x.element).expand(shape)
    vector = n.indexVectorDim
    outer = [size for d, size in enumerate(indices.shape) if d != vector]
    parts = _components(b, indices, vector, len(n.startIndexMap))
    indexed = [*n.operandBatchingDims, *n.startIndexMap]
    kept = [d for d in range(x.rank) if d not in (*n.collapsedSliceDims, *n.operandBatchingDims)]
    windows = [d for d in kept if d in indexed and sizes[d] > 1]
    rest = [d for d in range(x.rank) if d not in indexed]
    for d in rest:
        x = x.slice(d, 0, sizes[d])
    inner = [sizes[d] for d in windows]
    places = []
    for of in n.startIndicesBatchingDims:
        place = of - (1 if vector < of else 0)
        wanted = [outer[place] if i == place else 1 for i in range(len(outer))]
        places.append(b.counts(outer[place]).reshape([*wanted, *[1] * len(inner)]))
    for d, start in zip(n.startIndexMap, parts, strict=True):
        at = clamped(start, x.shape[d] - sizes[d]).reshape([*outer, *[1] * len(inner)])
        if d in windows:
            wanted = [1] * (len(outer) + len(inner))
            wanted[len(outer) + windows.index(d)] = sizes[d]
            at = at + b.counts(sizes[d]).reshape(wanted)
        places.append(at)
    whole = [*outer, *inner]
    if not indexed:
        found = x.expand([*outer, *x.shape])
    elif len(indexed) == 1:
        found = x.transpose([*indexed, *rest])("Gather", places[0].expand(whole), axis=0)
    else:
        columns = [p.reshape([*p.shape, 1]).expand([*whole, 1]) for p in places]
        found = x.transpose([*indexed, *rest])("GatherND", b.concat(columns, len(whole)))
    return _arranged(found, n, shape, outer, kept, windows, rest, sizes)


def _arranged(
    found: Tensor,
    n: Any,
    shape: Sequence[int],
    outer: Sequence[int],
    kept: Sequence[int],
    windows: Sequence[int],
    rest: Sequence[int],
    sizes: Sequence[int],
) -> Tensor:
    """The dimensions of the batch, of windows and the others, where the result has them."""
    now = [("batch", d) for d in range(len(outer))]
    now += [("of", d) for d in (*windows, *rest)]
    missing = [d for d in kept if ("of", d) not in now]
    found = found.reshape([*found.shape, *[1] * len(missing)])
    now += [("of", d) for d in missing]
    gone = [i for i, (kind, d) in enumerate(now) if kind == "of" and d not in kept]
    if gone:
        found = found.reshape([s for i, s in enumerate(found.shape) if i not in gone])
        now = [entry for i, entry in enumerate(now) if i not in gone]
    wanted: list[Any] = []
    batch, offsets = iter(range(len(outer))), iter(kept)
    for d in range(len(shape)):
        wanted.append(("of", next(offsets)) if d in n.offsetDims else ("batch", next(batch)))
    return found.transpose([now.index(entry) for entry in wanted])


_COMBINED = {
    "stablehlo.add": "add",
    "stablehlo.multiply": "mul",
    "stablehlo.maximum": "max",
    "stablehlo.minimum": "min",
    "stablehlo.or": "max",
    "stablehlo.and": "min",
}


@rule("scatter")
def scatter(b: Builder, op: DataOp, *operands: Tensor) -> list[Tensor]:
    """A ScatterND with one row more, for windows of updates that are not wholly inside: these are
    left out, as XLA does. With any other body it is a loop over the updates."""
    count = (len(operands) - 1) // 2
    if count != 1:
        raise Refused("a scatter of several tensors")
    x, indices, updates = operands
    how = _combination(op, x)
    if 0 in updates.shape or 0 in x.shape:
        return [x]
    element = x.element
    if x.is_bool and how not in ("none", ""):
        x, updates = x.to(I32), updates.to(I32)
    n = op.properties["scatter_dimension_numbers"]
    gone = (*n.insertedWindowDims, *n.inputBatchingDims)
    kept = [d for d in range(x.rank) if d not in gone]
    window = dict(zip(kept, n.updateWindowDims, strict=True))
    indexed = {*n.inputBatchingDims, *n.scatterDimsToOperandDims, *gone}
    indexed |= {d for d in kept if updates.shape[window[d]] != x.shape[d]}
    first = [d for d in range(x.rank) if d in indexed]
    rest = [d for d in range(x.rank) if d not in indexed]
    place, inside = _places(b, op, x, indices, updates, first, window)
    rows = prod(x.shape[d] for d in first)
    flat = x.transpose([*first, *rest])
    size = [x.shape[d] for d in rest]
    table = flat.reshape([rows, *size])
    spare = table.slice(0, 0, 1)
    table = b.concat([table, spare], 0)
    where = inside.where(place, rows)
    batch = [d for d in range(updates.rank) if d not in n.updateWindowDims]
    order = [*batch, *(window[d] for d in first if d in window), *(window[d] for d in rest)]
    moved = updates.transpose(order)
    target = where.reshape([prod(where.shape), 1])
    given = moved.reshape([prod(where.shape), *size])
    if how:
        made = table("ScatterND", target, given, reduction=how)
    else:
        made = _updated(b, op.regions[0], table, target, given)
    made = made.slice(0, 0, rows).reshape([x.shape[d] for d in (*first, *rest)])
    back = [*first, *rest]
    return [made.transpose([back.index(d) for d in range(x.rank)]).to(element)]


def _updated(b: Builder, region: Region, table: Tensor, target: Tensor, given: Tensor) -> Tensor:
    """Rows of a table, which the body changes by one update after the other."""

    def step(index: Tensor, values: Sequence[Tensor]) -> list[Tensor]:
        place, update = (v("Gather", index.reshape([1]), axis=0) for v in (target, given))
        old = values[0]("Gather", place.reshape([1]), axis=0)
        [new] = applied(b, region, [old, update], "scatter")
        return [values[0]("ScatterND", place, new.expand(old.shape))]

    [found] = counted(b, target.shape[0], [table], step)
    return found


def _combination(op: DataOp, x: Tensor) -> str:
    """The reduction that ScatterND has for the body; "" if it has none."""
    block = op.regions[0].entry
    end = block.last
    if end is not None and list(end.operands) == [block.args[1]]:
        return "none"
    name = single(op.regions[0])
    bitwise = name in ("stablehlo.or", "stablehlo.and") and not x.is_bool
    if name not in _COMBINED or bitwise:
        return ""
    if x.is_bool:
        return {"add": "max", "mul": "min"}.get(_COMBINED[name], _COMBINED[name])
    return _COMBINED[name]


def _places(
    b: Builder,
    op: DataOp,
    x: Tensor,
    indices: Tensor,
    updates: Tensor,
    first: Sequence[int],
    window: dict[int, int],
) -> tuple[Tensor, Tensor]:
    """The row that each update goes to, and whether it is inside."""
    n = op.properties["scatter_dimension_numbers"]
    vector = n.indexVectorDim
    batch = [d for d in range(updates.rank) if d not in n.updateWindowDims]
    outer = [updates.shape[d] for d in batch]
    own = [d for d in first if d in window]
    inner = [updates.shape[window[d]] for d in own]
    shape = [*outer, *inner]
    starts: dict[int, Tensor] = {}
    parts = _components(b, indices, vector, len(n.scatterDimsToOperandDims))
    for d, part in zip(n.scatterDimsToOperandDims, parts, strict=True):
        starts[d] = part.reshape([*outer, *[1] * len(inner)])
    for d, of in zip(n.inputBatchingDims, n.scatterIndicesBatchingDims, strict=True):
        place = of - (1 if vector < of else 0)
        wanted = [outer[place] if i == place else 1 for i in range(len(shape))]
        starts[d] = b.counts(outer[place]).reshape(wanted)
    row, inside = b.number(0, I64).expand([1] * len(shape)), None
    for d in first:
        at = starts.get(d)
        if at is not None:
            size = updates.shape[window[d]] if d in window else 1
            fits = (at >= 0) & (at <= x.shape[d] - size)
            inside = fits if inside is None else inside & fits
        if d in own and updates.shape[window[d]] > 1:
            wanted = [1] * len(shape)
            wanted[len(outer) + own.index(d)] = updates.shape[window[d]]
            step = b.counts(updates.shape[window[d]]).reshape(wanted)
            at = step if at is None else at + step
        if at is None:
            at = b.number(0, I64).expand([1] * len(shape))
        row = row * x.shape[d] + at
    if inside is None:
        inside = b.number(True, I1).expand([1] * len(shape))
    return row.expand(shape), inside.expand(shape)


@rule("torch_index_select")
def index_select(b: Builder, op: DataOp, x: Tensor, indices: Tensor) -> Tensor:
    """Elements of a dimension by index."""
    dim, batch = (op.properties[k].value for k in ("dim", "batch_dims"))
    if batch:
        raise Refused("a lookup with dimensions in common")
    return x("Gather", clamped(indices, x.shape[dim] - 1), axis=dim)
