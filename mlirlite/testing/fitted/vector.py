"""Parts, shapes, masks, transfers and contractions of vectors."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.vector.elements import rest_type
from mlirlite.dialects.vector.enums import (
    CombiningKind,
    CombiningKindAttr,
    IteratorType,
    IteratorTypeAttr,
)
from mlirlite.dialects.vector.reductions import combines
from mlirlite.dialects.vector.transfers import mask_type
from mlirlite.ir.affine import AffineConst, AffineDim, AffineExpr, AffineMap
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    AffineMapAttr,
    ArrayAttr,
    IntegerAttr,
    bool_attr,
    i32_array,
    i64_array,
)
from mlirlite.ir.block import Region
from mlirlite.ir.op_def import OPERAND_SEGMENTS
from mlirlite.ir.types import (
    I1,
    I32,
    I64,
    INDEX,
    MemRefType,
    RankedTensorType,
    VectorType,
    element_type_of,
)
from mlirlite.testing.fitted import Parts, Program, fits
from mlirlite.testing.shapes import integer_of, width_of


def _numbers(values: Any) -> ArrayAttr:
    return ArrayAttr(tuple(IntegerAttr(n, I64) for n in values))


def _kind(p: Program, element: Type) -> CombiningKindAttr:
    """A way to combine such elements."""
    fitting = [k for k in map(CombiningKindAttr, CombiningKind) if combines(k, element)]
    chosen: CombiningKindAttr = p.rng.choice(fitting)
    return chosen


def _fixed(type: Any) -> bool:
    return not type.is_scalable


def _slice(p: Program, vector: Any) -> tuple[list[int], list[int], Any]:
    """Offsets and sizes of a part, and its type; dimensions that scale are whole."""
    count = p.rng.randrange(1, vector.rank + 1)
    offsets, sizes = [], []
    for size, scalable in zip(vector.shape[:count], _flags(vector), strict=False):
        length = size if scalable else p.rng.randrange(1, size + 1)
        sizes.append(length)
        offsets.append(p.rng.randrange(size - length + 1))
    shape = (*sizes, *vector.shape[count:])
    return offsets, sizes, VectorType(shape, vector.element_type, vector.scalable_dims)


def _flags(vector: Any) -> tuple[bool, ...]:
    return tuple(vector.scalable_dims) or (False,) * vector.rank


@fits("vector.extract_strided_slice")
def _extract_strided_slice(p: Program) -> Parts | None:
    whole = p.pick(VectorType, 1)
    if whole is None:
        return None
    offsets, sizes, part = _slice(p, whole)
    ones = _numbers([1] * len(sizes))
    properties: dict[str, Attribute] = {"offsets": _numbers(offsets), "sizes": _numbers(sizes)}
    return Parts((p.value(whole),), (part,), {**properties, "strides": ones})


@fits("vector.insert_strided_slice")
def _insert_strided_slice(p: Program) -> Parts | None:
    whole = p.pick(VectorType, 1)
    if whole is None:
        return None
    offsets, _, part = _slice(p, whole)
    offsets += [0] * (whole.rank - len(offsets))
    properties: dict[str, Attribute] = {
        "offsets": _numbers(offsets),
        "strides": _numbers([1] * part.rank),
    }
    return Parts((p.value(part), p.value(whole)), (whole,), properties)


def _position(p: Program, vector: Any) -> tuple[list[Any], list[int]]:
    """A position in some leading dimensions: values, and numbers."""
    count = p.rng.randrange(vector.rank + 1)
    found: tuple[list[Any], list[int]] = p.mixed(
        [p.rng.randrange(size) for size in vector.shape[:count]]
    )
    return found


@fits("vector.extract")
def _extract(p: Program) -> Parts | None:
    whole = p.pick(VectorType)
    if whole is None:
        return None
    values, position = _position(p, whole)
    properties = {"static_position": i64_array(position)}
    return Parts((p.value(whole), *values), (rest_type(whole, len(position)),), properties)


@fits("vector.insert")
def _insert(p: Program) -> Parts | None:
    whole = p.pick(VectorType)
    if whole is None:
        return None
    values, position = _position(p, whole)
    operands = (p.value(rest_type(whole, len(position))), p.value(whole), *values)
    return Parts(operands, (whole,), {"static_position": i64_array(position)})


@fits("vector.from_elements")
def _from_elements(p: Program) -> Parts | None:
    type = p.pick(VectorType, where=lambda t: _fixed(t) and t.num_elements <= 8)
    if type is None:
        return None
    return Parts([p.value(type.element_type) for _ in range(type.num_elements)], (type,))


@fits("vector.broadcast")
def _broadcast(p: Program) -> Parts | None:
    result = p.pick(VectorType)
    if result is None:
        return None
    count = p.rng.randrange(result.rank + 1)
    if count == result.rank and p.rng.random() < 0.6:
        source: Any = result.element_type
    else:
        shape = [1 if p.rng.random() < 0.3 else n for n in result.shape[count:]]
        flags = [f and n != 1 for f, n in zip(_flags(result)[count:], shape, strict=True)]
        source = VectorType(tuple(shape), result.element_type, tuple(flags))
    return Parts((p.value(source),), (result,))


@fits("vector.shape_cast")
def _shape_cast(p: Program) -> Parts | None:
    source = p.pick(VectorType)
    if source is None:
        return None
    shape, flags = list(source.shape), list(_flags(source))
    for _ in range(2):
        at = p.rng.randrange(len(shape) + 1)
        if p.rng.random() < 0.5:  # another unit dimension, or one less
            shape.insert(at, 1)
            flags.insert(at, False)
        elif at < len(shape) and shape[at] == 1 and not flags[at]:
            del shape[at], flags[at]
        elif 0 < at < len(shape) and not (flags[at] and flags[at - 1]):
            shape[at - 1] *= shape.pop(at)
            flags[at - 1] |= flags.pop(at)
    result: Type = VectorType(tuple(shape), source.element_type, tuple(flags))
    return Parts((p.value(source),), (result,))


@fits("vector.bitcast")
def _bitcast(p: Program) -> Parts | None:
    source = p.pick(VectorType, 1, where=lambda t: width_of(t.element_type) > 0)
    if source is None:
        return None
    bits = width_of(source.element_type) * source.shape[-1]
    fitting = [t for t in p.types if 0 < width_of(t) <= bits and bits % width_of(t) == 0]
    element = p.rng.choice([*fitting, integer_of(bits)])
    shape = (*source.shape[:-1], bits // width_of(element))
    result: Type = VectorType(shape, element, source.scalable_dims)
    return Parts((p.value(source),), (result,))


@fits("vector.transpose")
def _transpose(p: Program) -> Parts | None:
    source = p.pick(VectorType)
    if source is None:
        return None
    order = p.rng.sample(range(source.rank), source.rank)
    flags = tuple(_flags(source)[d] for d in order)
    shape = tuple(source.shape[d] for d in order)
    result: Type = VectorType(shape, source.element_type, flags)
    return Parts((p.value(source),), (result,), {"permutation": i64_array(order)})


@fits("vector.shuffle")
def _shuffle(p: Program) -> Parts | None:
    first = p.pick(VectorType, 1, where=_fixed)
    if first is None:
        return None
    rng = p.rng
    size = rng.choice((first.shape[0], 1, 3))
    second: Any = VectorType((size, *first.shape[1:]), first.element_type)
    count = first.shape[0] + size
    mask = [rng.randrange(-(rng.random() < 0.2), count) for _ in range(rng.randrange(1, 6))]
    if rng.random() < 0.3:
        start = rng.choice((0, size if size == first.shape[0] else 0))
        mask = list(range(start, start + first.shape[0]))
    result: Type = VectorType((len(mask), *first.shape[1:]), first.element_type)
    operands = (p.value(first), p.value(second))
    return Parts(operands, (result,), {"mask": i64_array(mask)})


@fits("vector.deinterleave")
def _deinterleave(p: Program) -> Parts | None:
    source = p.pick(VectorType, 1, where=lambda t: t.shape[-1] % 2 == 0)
    if source is None:
        return None
    shape = (*source.shape[:-1], source.shape[-1] // 2)
    half: Type = VectorType(shape, source.element_type, source.scalable_dims)
    return Parts((p.value(source),), (half, half))


@fits("vector.reduction")
def _reduction(p: Program) -> Parts | None:
    source = p.pick(VectorType, where=lambda t: t.rank <= 1)
    if source is None:
        return None
    element = source.element_type
    operands = [p.value(source)]
    if p.rng.random() < 0.5:
        operands.append(p.value(element))
    properties = {"kind": _kind(p, element), **p.flags("vector.reduction")}
    return Parts(operands, (element,), properties)


def _multi_reduced(p: Program, source: Any) -> tuple[list[int], Any]:
    least = p.rng.random() < 0.9
    dims = sorted(p.rng.sample(range(source.rank), p.rng.randrange(least, source.rank + 1)))
    kept = [d for d in range(source.rank) if d not in dims]
    if not kept:
        return dims, source.element_type
    flags = tuple(_flags(source)[d] for d in kept)
    shape = tuple(source.shape[d] for d in kept)
    return dims, VectorType(shape, source.element_type, flags)


@fits("vector.multi_reduction")
def _multi_reduction(p: Program) -> Parts | None:
    source = p.pick(VectorType, 1)
    if source is None:
        return None
    dims, result = _multi_reduced(p, source)
    properties: dict[str, Attribute] = {
        "kind": _kind(p, source.element_type),
        "reduction_dims": i64_array(dims),
    }
    return Parts((p.value(source), p.value(result)), (result,), properties)


@fits("vector.scan")
def _scan(p: Program) -> Parts | None:
    source = p.pick(VectorType, 1)
    if source is None:
        return None
    at = p.rng.randrange(source.rank)
    flags = list(_flags(source))
    del flags[at]
    shape = (*source.shape[:at], *source.shape[at + 1 :])
    initial: Any = VectorType(shape, source.element_type, tuple(flags))
    properties: dict[str, Attribute] = {
        "kind": _kind(p, source.element_type),
        "reduction_dim": IntegerAttr(at, I64),
        "inclusive": bool_attr(p.rng.random() < 0.5),
    }
    return Parts((p.value(source), p.value(initial)), (source, initial), properties)


@fits("vector.constant_mask")
def _constant_mask(p: Program) -> Parts | None:
    vector = p.pick(VectorType)
    if vector is None:
        return None
    sizes = [
        p.rng.choice((0, n) if scalable else range(n + 1))
        for n, scalable in zip(vector.shape, _flags(vector), strict=True)
    ] or [p.rng.choice((0, 1))]
    if 0 in sizes:
        sizes = [0] * len(sizes)
    result: Type = VectorType(vector.shape, I1, vector.scalable_dims)
    return Parts((), (result,), {"mask_dim_sizes": i64_array(sizes)})


@fits("vector.create_mask")
def _create_mask(p: Program) -> Parts | None:
    vector = p.pick(VectorType)
    if vector is None:
        return None
    result: Type = VectorType(vector.shape, I1, vector.scalable_dims)
    return Parts([p.value(INDEX) for _ in range(max(vector.rank, 1))], (result,))


def _base_and_row(p: Program) -> tuple[Any, Any]:
    """A buffer of numbers, and a vector of its elements."""
    base = p.pick(MemRefType, 1, where=lambda t: not isinstance(t.element_type, VectorType))
    if base is None:
        return None, None
    near = [t for t in p.types if isinstance(t, VectorType) and t.rank == 1]
    shape, flags = ((4,), ()) if not near else _shape_of(p.rng.choice(near))
    return base, VectorType(shape, base.element_type, flags)


def _shape_of(vector: Any) -> Any:
    return vector.shape, vector.scalable_dims


@fits("vector.load", "vector.store")
def _plain_access(p: Program) -> Parts | None:
    base, row = _base_and_row(p)
    if base is None:
        return None
    where = (p.value(base), *p.indices(base.rank))
    if p.name == "vector.load":
        return Parts(where, (row,))
    return Parts((p.value(row), *where))


@fits("vector.maskedload", "vector.expandload", "vector.maskedstore", "vector.compressstore")
def _masked_access(p: Program) -> Parts | None:
    base, row = _base_and_row(p)
    if base is None:
        return None
    mask: Any = VectorType(row.shape, I1, row.scalable_dims)
    operands = [p.value(base), *p.indices(base.rank), p.value(mask), p.value(row)]
    return Parts(operands, (row,) if p.name.endswith("load") else ())


@fits("vector.gather", "vector.scatter")
def _gather(p: Program) -> Parts | None:
    base, row = _base_and_row(p)
    if base is None:
        return None
    mask: Any = VectorType(row.shape, I1, row.scalable_dims)
    places: Any = VectorType(row.shape, p.rng.choice((I32, I64, INDEX)), row.scalable_dims)
    operands = [p.value(base), *p.indices(base.rank), p.value(places), p.value(mask), p.value(row)]
    return Parts(operands, (row,) if p.name == "vector.gather" else ())


def _transfer_map(p: Program, base: Any, rank: int) -> AffineMap:
    """A map from a base's dimensions to a vector's: the last ones, or others, or repeated."""
    rng = p.rng
    if base.rank >= rank and rng.random() < 0.6:
        results: list[AffineExpr] = [AffineDim(d) for d in range(base.rank - rank, base.rank)]
    else:
        dims: list[AffineExpr] = [AffineDim(d) for d in range(base.rank)]
        dims += [AffineConst(0)] * max(rank, 1)
        results = rng.sample(dims, rank)
        if p.name.endswith("write"):
            results = [r for r in results if isinstance(r, AffineDim)]
    return AffineMap(base.rank, 0, tuple(results))


def _transfer(p: Program, masked: bool) -> Parts | None:
    rng = p.rng
    base = p.pick(rng.choice((MemRefType, MemRefType, RankedTensorType)))
    if base is None or isinstance(base.element_type, VectorType):
        return None
    near = [t for t in p.types if isinstance(t, VectorType) and t.rank <= 3]
    if not near:
        return None
    shape, flags = _shape_of(rng.choice(near))
    places = _transfer_map(p, base, len(shape))
    count = len(places.results)
    row: Any = VectorType(shape[:count], base.element_type, flags[:count])
    fixed = [isinstance(r, AffineConst) or rng.random() < 0.4 for r in places.results]
    mask = [p.value(mask_type(row, places))] if masked and count else []
    properties: dict[str, Attribute] = {
        "permutation_map": AffineMapAttr(places),
        "in_bounds": ArrayAttr(tuple(map(bool_attr, fixed))),
    }
    if p.name.endswith("read"):
        operands = [p.value(base), *p.indices(base.rank), p.value(base.element_type), *mask]
        properties[OPERAND_SEGMENTS] = i32_array((1, base.rank, 1, len(mask)))
        return Parts(operands, (row,), properties)
    operands = [p.value(row), p.value(base), *p.indices(base.rank), *mask]
    properties[OPERAND_SEGMENTS] = i32_array((1, 1, base.rank, len(mask)))
    return Parts(operands, (base,) if isinstance(base, RankedTensorType) else (), properties)


@fits("vector.transfer_read", "vector.transfer_write")
def _any_transfer(p: Program) -> Parts | None:
    return _transfer(p, p.rng.random() < 0.3)


_CONTRACTIONS = (
    ("mk", "kn", "mn"),
    ("mk", "nk", "mn"),
    ("km", "kn", "nm"),
    ("mk", "k", "m"),
    ("k", "k", ""),
    ("bmk", "bkn", "bmn"),
    ("m", "m", "m"),
    ("mk", "mk", "m"),
)


@fits("vector.contract")
def _contract(p: Program) -> Parts | None:
    rng = p.rng
    vector = p.pick(VectorType, where=lambda t: t.element_type is not INDEX)
    if vector is None:
        return None
    element = vector.element_type
    names = rng.choice(_CONTRACTIONS)
    loops = sorted({n for name in names for n in name})
    sizes = {n: rng.choice((1, 2, 3, 4)) for n in loops}
    types: list[Any] = [VectorType(tuple(sizes[n] for n in name), element) for name in names]
    if not names[2]:
        types[2] = element
    maps = [AffineMap(len(loops), 0, tuple(AffineDim(loops.index(n)) for n in x)) for x in names]
    kinds = [IteratorType.parallel if n in names[2] else IteratorType.reduction for n in loops]
    properties: dict[str, Attribute] = {
        "indexing_maps": ArrayAttr(tuple(map(AffineMapAttr, maps))),
        "iterator_types": ArrayAttr(tuple(map(IteratorTypeAttr, kinds))),
        "kind": _kind(p, element) if rng.random() < 0.3 else CombiningKindAttr(CombiningKind.add),
    }
    return Parts([p.value(t) for t in types], (types[2],), properties)


@fits("vector.outerproduct")
def _outerproduct(p: Program) -> Parts | None:
    left = p.pick(VectorType, where=lambda t: t.rank == 1)
    if left is None:
        return None
    element, rng = left.element_type, p.rng
    right: Any = element
    result: Any = left
    if rng.random() < 0.8:
        right = VectorType((rng.choice((2, 3, 4)),), element)
        flags = (*_flags(left), False)
        result = VectorType((*left.shape, *right.shape), element, flags)
    operands = [p.value(left), p.value(right)]
    if rng.random() < 0.6:
        operands.append(p.value(result))
    return Parts(operands, (result,), {"kind": _kind(p, element)})


@fits("vector.mask")
def _mask(p: Program) -> Parts | None:
    """A reduction or a transfer under a mask."""
    rng = p.rng
    inner = rng.choice(("vector.multi_reduction", "vector.transfer_read", "vector.transfer_write"))
    p.name = inner
    found = _multi_reduction(p) if inner.endswith("reduction") else _transfer(p, False)
    if found is None:
        return None
    shape: Any = found.operands[0].type
    if inner == "vector.transfer_read":
        map: Any = found.properties["permutation_map"]
        read: Any = found.types[0]
        shape = mask_type(read, map.map)
    elif inner == "vector.transfer_write":
        map = found.properties["permutation_map"]
        shape = mask_type(shape, map.map)
    of_bits: Any = VectorType(shape.shape, I1, shape.scalable_dims)
    # Conversions of upstream never end where a write is under a constant mask.
    mask = p.value(of_bits) if found.types else p.entry.add_argument(of_bits)

    def fill(arguments: Any) -> None:
        made = p.append(
            p.op(inner), found.operands, found.types, dict(found.properties), found.regions
        )
        p.append(p.op("vector.yield"), made)

    region: Region = p.inside((), fill)
    return Parts((mask,), found.types, {}, (region,))


@fits("vector.interleave")
def _interleave(p: Program) -> Parts | None:
    half = p.pick(VectorType)
    if half is None:
        return None
    shape = (*half.shape[:-1], 2 * half.shape[-1]) if half.rank else (2,)
    result: Type = VectorType(shape, element_type_of(half), half.scalable_dims)
    return Parts((p.value(half), p.value(half)), (result,))
