"""What an op allows: the dimensions that may be split over devices, with what that means for its
operands and results.

A factor is one loop of an op, as a letter of an einsum: `MatMul` of `mk` and `kn` has m and n,
which split the result, and k, whose shards give parts of a sum. Most factors follow from
`dim_sources`, which operators declare; the functions here add sums and leave out dimensions whose
elements depend on each other."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects.onnx.constants import scalar_of
from mlirlite.dialects.onnx.math.elementwise import (
    AlongAxis,
    Broadcast,
    Cast,
    CastLike,
    Clip,
    SwiGLU,
    Unary,
)
from mlirlite.dialects.onnx.math.products import Einsum, Gemm, MatMul
from mlirlite.dialects.onnx.nn.attention import Attention
from mlirlite.dialects.onnx.nn.conv import Conv, ConvTranspose
from mlirlite.dialects.onnx.nn.normalization import (
    BatchNormalization,
    ChannelNormalization,
    Dropout,
    LayerNormalization,
)
from mlirlite.dialects.onnx.nn.pool import GlobalPool, Pool
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.reduction import ArgReduction, Reduction, TopK
from mlirlite.dialects.onnx.shapes import axis_in
from mlirlite.dialects.onnx.sharding.factor import (
    Factor,
    derived,
    dims,
    rules,
    units_of,
    windows,
    without,
)
from mlirlite.dialects.onnx.sharding.factors_of_movement import (
    concatenated,
    expanded,
    extreme,
    padded,
    reduced,
    reshaped,
    sliced,
    squeezed,
    triangular,
)
from mlirlite.dialects.onnx.sharding.factors_of_products import (
    attention,
    conv,
    conv_transpose,
    einsum,
    gemm,
    product,
)
from mlirlite.dialects.onnx.tensor.indexing import Gather, Slice, Triangle
from mlirlite.dialects.onnx.tensor.join import Concat, Split
from mlirlite.dialects.onnx.tensor.padding import Pad
from mlirlite.dialects.onnx.tensor.reshape import (
    Expand,
    Flatten,
    Identity,
    Reshape,
    Squeeze,
    Transpose,
    Unsqueeze,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import NONE, RankedTensorType
from mlirlite.ir.values import Value


def factors_of(op: Operation) -> list[Factor]:
    """The factors of an op whose operands and results are tensors of known rank; none for others,
    and for ops with regions."""
    rule = rules.get(type(op))
    if rule is None or op.regions:
        return []
    values = [v for v in (*op.operands, *op.results) if v.type is not NONE]
    if not all(isinstance(v.type, RankedTensorType) for v in values):
        return []
    return [f for f in rule(op) if f.units is None or f.units > 1]


def elementwise(op: OnnxOp) -> list[Factor]:
    """Every operand of the rank and size of the first one is split with it."""
    shape = dims(op.operands[0])
    found = []
    for dim, size in enumerate(shape):
        places = tuple(
            (i, dim)
            for i, v in enumerate(op.operands)
            if v.type is not NONE and len(dims(v)) == len(shape) and dims(v)[dim] == size
        )
        results = tuple((i, dim) for i, r in enumerate(op.results) if r.type is not NONE)
        found.append(Factor(places, results, units_of(size)))
    return found


def along_axis(op: OnnxOp) -> list[Factor]:
    """All dimensions but the axis; up to version 12 softmax works on all from the axis on."""
    name, rank = op.schema.name, len(dims(op.operands[0]))
    if name == "Binarizer":
        return derived(op)
    axis = op.get("axis", -1)
    if isinstance(axis, Value):
        axis = scalar_of(axis)
    if axis is None or not rank:
        return []
    first = axis_in(int(axis), rank, end=True)
    flattens = name in ("Softmax", "LogSoftmax", "Hardmax") and op.schema.version < 13
    return without(derived(op), range(first, rank) if flattens else (first,))


def normalized(op: LayerNormalization) -> list[Factor]:
    """The dimensions before the axis, which further results have, too; scales that have them are
    rare, and make the op whole."""
    rank = len(dims(op.operands[0]))
    axis = axis_in(op.axis, rank)
    results = [i for i, r in enumerate(op.results) if r.type is not NONE]
    if any(len(dims(v)) > rank - axis for v in op.operands[1:] if v.type is not NONE):
        return []
    return [
        Factor(((0, dim),), tuple((i, dim) for i in results), units_of(dims(op.operands[0])[dim]))
        for dim in range(axis)
    ]


def _channels(op: OnnxOp, others: Sequence[int], spatial: bool) -> list[Factor]:
    """Images, their channels with those of parameters, and positions, if each is alone."""
    shape = dims(op.operands[0])
    if len(shape) < 2 or sum(r.type is not NONE for r in op.results) > 1:
        return []
    given = tuple((i, 0) for i in others if i < len(op.operands) and dims(op.operands[i]))
    found = [Factor(((0, 0),), ((0, 0),), units_of(shape[0]))]
    found.append(Factor(((0, 1), *given), ((0, 1),), units_of(shape[1])))
    if spatial:
        found += [Factor(((0, d),), ((0, d),), units_of(shape[d])) for d in range(2, len(shape))]
    return found


def batch_normalized(op: OnnxOp) -> list[Factor]:
    """Everything, as statistics are given."""
    return _channels(op, range(1, 5), spatial=True)


def channel_normalized(op: OnnxOp) -> list[Factor]:
    """Images; channels of InstanceNormalization; positions of LRN."""
    name = op.schema.name
    found = _channels(op, (1, 2), spatial=name == "LRN")
    if name == "MeanVarianceNormalization":
        axes = op.get("axes", (0, 2, 3))
        rank = len(dims(op.operands[0]))
        return without(derived(op), (axis_in(a, rank) for a in axes))
    if name == "InstanceNormalization":
        return found
    return without(found, (1,))


def pooled(op: Pool) -> list[Factor]:
    """Images, channels and positions."""
    found = _channels(op, (), spatial=False)
    return [*found, *windows(op, op.window())] if found and not op.get("ceil_mode") else found


def pooled_whole(op: GlobalPool) -> list[Factor]:
    """Images and channels, and the mean or largest of the positions."""
    found = _channels(op, (), spatial=False)
    join = {"GlobalAveragePool": "mean", "GlobalMaxPool": "max"}.get(op.schema.name)
    shape = dims(op.operands[0])
    joined = range(2, len(shape)) if join and found else ()
    return [*found, *(Factor(((0, d),), (), units_of(shape[d]), join or "") for d in joined)]


for _behaviors, _rule in (
    ((Unary, Broadcast, Cast, CastLike, Clip, Gather, Split, Transpose, Unsqueeze), derived),
    ((Dropout, Identity, SwiGLU), elementwise),
    ((AlongAxis,), along_axis),
    ((LayerNormalization,), normalized),
    ((BatchNormalization,), batch_normalized),
    ((ChannelNormalization,), channel_normalized),
    ((Pool,), pooled),
    ((GlobalPool,), pooled_whole),
    ((MatMul,), product),
    ((Gemm,), gemm),
    ((Einsum,), einsum),
    ((Conv,), conv),
    ((ConvTranspose,), conv_transpose),
    ((Attention,), attention),
    ((Reduction,), reduced),
    ((ArgReduction, TopK), extreme),
    ((Reshape, Flatten), reshaped),
    ((Expand,), expanded),
    ((Concat,), concatenated),
    ((Slice,), sliced),
    ((Pad,), padded),
    ((Squeeze,), squeezed),
    ((Triangle,), triangular),
):
    for _behavior in _behaviors:
        rules.add(_behavior, _rule)
