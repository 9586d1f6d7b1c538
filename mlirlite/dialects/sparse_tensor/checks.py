"""What ops on sparse tensors have to satisfy, in upstream's words."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.sparse_tensor.encoding import SparseTensorEncodingAttr, encoding_of
from mlirlite.ir.types import DYNAMIC, INDEX, IntegerType
from mlirlite.ods.hooks import DataOp, function, verifier
from mlirlite.rewriting.folding import constant_value
from mlirlite.support.diagnostics import Diagnostic, error

Problem = Diagnostic | None


@function("getSparseTensorEncoding")
def _encoding(type: Any) -> Any:
    return encoding_of(type)


def plain(op: DataOp, message: str) -> Diagnostic:
    """An error at an op that does not begin with its name."""
    return error(message, op.where)


def _constant(value: Any) -> int | None:
    found = constant_value(value)
    number: int | None = getattr(found, "value", None)
    return number


def _levels(type: Any) -> int:
    encoding = encoding_of(type)
    return encoding.lvl_rank if encoding is not None else len(type.shape)


def _fields(encoding: SparseTensorEncodingAttr) -> list[str]:
    """The buffers of levels: one for all coordinates of a list, which come last."""
    start = encoding.coordinates_start
    found: list[str] = []
    for i, level in enumerate(encoding.lvl_types):
        found += ["positions"] if "positions" in level.fields else []
        found += ["coordinates"] if "coordinates" in level.fields and i <= start else []
    return found


def _packed(op: DataOp, tensor: Any, levels: list[Any], values: Any) -> Problem:
    encoding = encoding_of(tensor)
    if encoding is None:
        return plain(op, "the sparse-tensor must have an encoding attribute")
    start = encoding.coordinates_start
    if start < encoding.lvl_rank:
        last = levels[-1]
        if len(last.shape) != 2 or last.shape[-1] != encoding.lvl_rank - start:
            return plain(op, "input/output trailing COO level-ranks don't match")
    fields = _fields(encoding)
    if len(fields) != len(levels):
        return plain(op, "inconsistent number of fields between input/output")
    types = {"positions": encoding.position_type, "coordinates": encoding.coordinate_type}
    wanted = [*(types[field] for field in fields), tensor.element_type]
    if wanted != [type.element_type for type in (*levels, values)]:
        return plain(op, "input/output element-types don't match")
    return None


@verifier("sparse_tensor.assemble")
def _assemble(op: DataOp) -> Problem:
    tensor = op.result.type
    if DYNAMIC in tensor.shape:
        return plain(op, "the sparse-tensor must have static shape")
    return _packed(op, tensor, [v.type for v in op.levels], op.values.type)


@verifier("sparse_tensor.disassemble")
def _disassemble(op: DataOp) -> Problem:
    if op.out_values.type is not op.ret_values.type:
        return plain(op, "output values and return value type mismatch")
    outs, rets = [v.type for v in op.out_levels], [v.type for v in op.ret_levels]
    if outs != rets:
        return plain(op, "output levels and return levels type mismatch")
    return _packed(op, op.tensor.type, rets, op.ret_values.type)


@verifier("sparse_tensor.convert")
def _convert(op: DataOp) -> Problem:
    source, dest = op.source.type, op.dest.type
    if len(source.shape) != len(dest.shape):
        return plain(op, "unexpected conversion mismatch in rank")
    encoding = encoding_of(dest)
    if encoding is not None and encoding.is_slice:
        return plain(op, "cannot convert to a sparse tensor slice")
    for i, (a, b) in enumerate(zip(source.shape, dest.shape, strict=True)):
        if b not in (a, DYNAMIC):
            return plain(op, f"unexpected conversion mismatch in dimension {i}")
    return None


@verifier("sparse_tensor.crd_translate")
def _translate(op: DataOp) -> Problem:
    ranks = op.encoder.lvl_rank, op.encoder.dim_rank
    if op.direction.value.name == "dim2lvl":
        ranks = ranks[1], ranks[0]
    if ranks != (len(op.in_crds), len(op.out_crds)):
        return plain(op, "Coordinate rank mismatch with encoding")
    return None


@verifier("sparse_tensor.lvl")
def _lvl(op: DataOp) -> Problem:
    index = _constant(op.index)
    if index is not None and not 0 <= index < _levels(op.source.type):
        return plain(op, "Level index exceeds the rank of the input sparse tensor")
    return None


@verifier("sparse_tensor.reinterpret_map")
def _reinterpret(op: DataOp) -> Problem:
    types = op.source.type, op.dest.type
    a, b = (encoding_of(type) for type in types)
    if a is None or b is None:
        return None
    if a.lvl_rank != b.lvl_rank:
        return plain(op, "Level rank mismatch between source/dest tensors")
    if a.lvl_types != b.lvl_types:
        return plain(op, "Level type mismatch between source/dest tensors")
    if (a.pos_width, a.crd_width) != (b.pos_width, b.crd_width):
        return plain(op, "Crd/Pos width mismatch between source/dest tensors")
    if types[0].element_type is not types[1].element_type:
        return plain(op, "Element type mismatch between source/dest tensors")
    if a.level_shape(types[0].shape) != b.level_shape(types[1].shape):
        return plain(op, "Level size mismatch between source/dest tensors")
    return None


def _buffer(op: DataOp, what: str, width: int) -> Problem:
    if op.level >= _levels(op.tensor.type):
        return plain(op, "requested level is out of bounds")
    if op.result.type.element_type is not (IntegerType(width) if width else INDEX):
        return plain(op, f"unexpected type for {what}")
    return None


@verifier("sparse_tensor.positions")
def _positions(op: DataOp) -> Problem:
    return _buffer(op, "positions", op.tensor.type.encoding.pos_width)


@verifier("sparse_tensor.coordinates")
def _coordinates(op: DataOp) -> Problem:
    return _buffer(op, "coordinates", op.tensor.type.encoding.crd_width)


@verifier("sparse_tensor.coordinates_buffer")
def _coordinates_buffer(op: DataOp) -> Problem:
    encoding = op.tensor.type.encoding
    if encoding.coordinates_start >= encoding.lvl_rank:
        return plain(op, "expected sparse tensor with a COO region")
    return None


@verifier("sparse_tensor.values")
def _values(op: DataOp) -> Problem:
    if op.tensor.type.element_type is not op.result.type.element_type:
        return plain(op, "unexpected mismatch in element types")
    return None


@verifier("sparse_tensor.slice.offset", "sparse_tensor.slice.stride")
def _slice(op: DataOp) -> Problem:
    if not 0 <= op.dim < len(op.slice.type.shape):
        return plain(op, "requested dimension out of bound")
    return None


@verifier("sparse_tensor.storage_specifier.get", "sparse_tensor.storage_specifier.set")
def _specifier(op: DataOp) -> Problem:
    kind, level = op.specifierKind.value.name, op.level
    encoding = op.specifier.type.encoding
    if kind == "ValMemSize":
        if level is not None:
            return plain(op, "redundant level argument for querying value memory size")
        return None
    if kind in ("DimOffset", "DimStride") and not encoding.is_slice:
        return plain(op, "requested slice data on non-slice tensor")
    if level is None:
        return plain(op, "missing level argument")
    if level >= encoding.lvl_rank:
        return plain(op, "requested level is out of bounds")
    if kind == "PosMemSize" and encoding.lvl_types[level].format == "singleton":
        return plain(op, "requested position memory size on a singleton level")
    return None


@verifier("sparse_tensor.concatenate")
def _concatenate(op: DataOp) -> Problem:
    dest, dim = op.result.type.shape, op.dimension
    sources = [v.type.shape for v in op.inputs]
    if len(sources) <= 1:
        return plain(op, "Need at least two tensors to concatenate.")
    if dim >= len(dest):
        return plain(
            op,
            f"Concat-dimension is out of bounds for dimension-rank ({dim} >= {len(dest)})",
        )
    for i, shape in enumerate(sources):
        if DYNAMIC in shape:
            return plain(op, f"Input tensor ${i} has dynamic shape")
        if len(shape) != len(dest):
            return plain(
                op,
                f"Input tensor ${i} has a different rank (rank={len(shape)}) from the output "
                f"tensor (rank={len(dest)}).",
            )
    if dest[dim] not in (DYNAMIC, sum(shape[dim] for shape in sources)):
        return plain(
            op,
            "The concatenation dimension of the output tensor should be the sum of all the "
            "concatenation dimensions of the input tensors.",
        )
    for i, size in enumerate(dest):
        sizes = {shape[i] for shape in sources} | ({size} - {DYNAMIC})
        if i != dim and len(sizes) > 1:
            return plain(op, "All dimensions (expect for the concatenating one) should be equal.")
    return None


@verifier("sparse_tensor.push_back")
def _push_back(op: DataOp) -> Problem:
    count = _constant(op.n) if op.n is not None else None
    if count is not None and count < 1:
        found: Diagnostic = op.error("n must be not less than 1")
        return found
    return None


@verifier("sparse_tensor.compress")
def _compress(op: DataOp) -> Problem:
    if _levels(op.tensor.type) == 1 + len(op.lvlCoords):
        return None
    found: Diagnostic = op.error("incorrect number of coordinates")
    return found


@verifier("sparse_tensor.reorder_coo")
def _reorder(op: DataOp) -> Problem:
    types = op.input_coo.type, op.result_coo.type
    a, b = (encoding_of(type) for type in types)
    if a is None or b is None or not (a.is_coordinates() and b.is_coordinates()):
        return plain(op, "Expected COO sparse tensors only")
    if a.dim_to_lvl is not b.dim_to_lvl:
        return plain(op, "Unmatched dim2lvl map between input and result COO")
    stored = [
        (e.pos_width, e.crd_width, t.element_type) for e, t in zip((a, b), types, strict=True)
    ]
    if stored[0] != stored[1]:
        return plain(op, "Unmatched storage format between input and result COO")
    return None


@verifier("sparse_tensor.sort")
def _sort(op: DataOp) -> Problem:
    map = op.perm_map.map
    if map.num_dims < 1:
        return plain(op, f"Expected rank(perm_map) > 1, got {map.num_dims}")
    if not map.is_permutation:
        return plain(op, f"Expected a permutation map, got {map}")
    count = _constant(op.n)
    if count is None:
        return None
    size = count * (map.num_dims + (op.ny or 0))
    words = "Expected dimension(xy) >= n * (rank(perm_map) + ny)"
    checks = [(op.xy, size, words), *((y, count, "Expected dimension(y) >= n") for y in op.ys)]
    for value, least, message in checks:
        found = value.type.shape[0]
        if found != DYNAMIC and found < least:
            return plain(op, f"{message} got {found} < {least}")
    return None


@verifier("sparse_tensor.extract_iteration_space")
def _iteration_space(op: DataOp) -> Problem:
    found: Problem = None
    parent = op.parentIter
    if op.loLvl >= op.hiLvl:
        found = op.error("expected smaller level low than level high")
    elif (parent is None) != (op.loLvl == 0):
        found = op.error("parent iterator should be specified iff level lower bound equals 0")
    elif parent is not None:
        if parent.type.encoding is not op.extractedSpace.type.encoding:
            found = op.error("mismatch in parent iterator encoding and iteration space encoding.")
        elif op.loLvl != parent.type.hiLvl:
            found = op.error(
                "parent iterator should be used to extract an iteration space from a "
                "consecutive level."
            )
    return found


@verifier("sparse_tensor.extract_value")
def _extract_value(op: DataOp) -> Problem:
    found: Problem = None
    if op.tensor.type.encoding is not op.iterator.type.encoding:
        found = op.error("mismatch in tensor encoding and iterator encoding.")
    elif _levels(op.tensor.type) != op.iterator.type.hiLvl:
        found = op.error("must use last-level iterator to extract values. ")
    return found
