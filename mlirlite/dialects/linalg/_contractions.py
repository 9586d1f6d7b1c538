"""Upstream's checks of contractions: their bodies, and the maps that they may be given."""

from collections.abc import Sequence

from mlirlite.dialects.linalg.structured import StructuredOp
from mlirlite.ir.affine import AffineDim, AffineMap
from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Block
from mlirlite.ir.interfaces import is_memory_effect_free
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import ShapedType
from mlirlite.ir.values import BlockArgument, OpResult, Value

M, N, K = 1, 2, 3
"""Positions of a batched product's loops after the batch's."""


def is_projected_permutation(map: AffineMap) -> bool:
    """True when the results are different dimensions."""
    dims = [r.position for r in map.results if isinstance(r, AffineDim)]
    return not map.num_symbols and len(set(dims)) == len(map.results) == len(dims)


_MUL_ADD = (
    ("arith.mulf", "arith.addf"),
    ("arith.muli", "arith.addi"),
    ("complex.mul", "complex.add"),
    ("arith.andi", "arith.ori"),
)


def contraction_problem(op: StructuredOp) -> str:
    """Why a valid structured op is not a contraction; "" if it is one."""
    if len(op.operands) != 3 or op.num_inits() != 1:
        return "expected op with 2 inputs and 1 output"
    if not all(map(is_projected_permutation, op.maps())):
        return "expected indexing maps to be projected permutations"
    return "" if _sums_products(op.regions[0].entry) else "expected add/mul op in the body"


def _sums_products(body: Block) -> bool:
    """True when `out + lhs * rhs` is yielded, with casts anywhere."""
    lhs, rhs, out = body.args
    reduction = _binary_op(body.ops[-1].operands[0])
    if reduction is None:
        return False
    terms = [_behind_casts(v) for v in reduction.operands]
    if out not in terms:
        return False
    product = _binary_op(terms[1] if isinstance(terms[0], BlockArgument) else terms[0])
    if product is None or (product.name, reduction.name) not in _MUL_ADD:
        return False
    return {_behind_casts(v) for v in product.operands} == {lhs, rhs}


def _binary_op(value: Value) -> Operation | None:
    value = _behind_casts(value)
    op = value.owner if isinstance(value, OpResult) else None
    return op if op is not None and len(op.operands) == 2 and len(op.results) == 1 else None


def _behind_casts(value: Value) -> Value:
    """The source of a value, through pure ops with one operand."""
    while isinstance(value, OpResult):
        op = value.owner
        if len(op.operands) != 1 or not is_memory_effect_free(op):
            break
        value = op.operands[0]
    return value


def matmul_problem(maps: Sequence[AffineMap], usual: Sequence[AffineMap]) -> str:
    """The error of the maps of a matrix product, "" if valid: inputs may be transposed, or
    broadcast along all loops except that of the sum."""
    for map, default in list(zip(maps, usual, strict=False))[:2]:
        if not _results_within(map, default):
            return "Unexpected dim expression in map result."
        last = AffineDim(map.num_dims - 1)
        if len(map.results) < len(default.results) and map.results != (last,):
            return "Invalid broadcast requested, should be (d2)."
    return ""


def batch_matmul_problem(maps: Sequence[AffineMap], usual: Sequence[AffineMap]) -> str:
    """The error of the maps of a batched product; "" if valid."""
    if len(maps) != 3:
        return "Indexing_map attribute must have 3 affine maps."
    for i, (map, default) in enumerate(zip(maps, usual, strict=True)):
        count, wanted = len(map.results), len(default.results)
        if i == 2 and count != wanted:
            return f"expects {wanted} dims, but got ({count})."
        if i == 2 and map.results != default.results:
            return "Invalid output map result dimension."
        if not _results_within(map, default):
            return "Unexpected result dim expression (outside the set of default result dims)."
        if count > 3:
            return "no. of result dim expressions exceeds 3."
        if count < wanted:
            if not _may_broadcast(map, left=i == 0):
                return "Invalid broadcast requested."
        elif i < 2 and map.results[0] != AffineDim(0):
            return "Invalid batch dimension expression."
    return ""


def _results_within(map: AffineMap, default: AffineMap) -> bool:
    return all(r in default.results for r in map.results)


def _may_broadcast(map: AffineMap, *, left: bool) -> bool:
    dims = [r.position if isinstance(r, AffineDim) else -1 for r in map.results]
    if len(dims) == 1:
        return dims == [K]
    allowed = ([0, K], [M, K]) if left else ([0, K], [K, N])
    return dims in allowed


def contract_problem(maps: Sequence[AffineMap], types: Sequence[Type]) -> str:
    """The error of the maps of linalg.contract; "" if valid."""
    for map, type in zip(maps, types, strict=False):
        if map.num_dims != maps[0].num_dims:
            return "iteration spaces of provided affine_maps differ"
        if not is_projected_permutation(map):
            return "provided affine_map is not a projected permutation"
        if isinstance(type, ShapedType):
            if type.has_rank and len(map.results) != len(type.shape):
                return "ranks of shaped operand and results of corresponding affine_map differ"
        elif map.results:
            return "affine_map specifies shaped access while operand has non-shaped type"
    contracting = False
    for d in range(maps[0].num_dims):
        uses = [AffineDim(d) in map.results for map in maps]
        inside, outside = sum(uses[:-1]), uses[-1]
        contracting |= inside == 2 and not outside
        if not inside and not outside:
            return f"iteration space dim at index {d} not used to access any operand"
        if inside == 1 and not outside:
            return (
                f"iteration space dim at index {d} is neither a contracting dim nor of parallel "
                "iteration type"
            )
    return "" if contracting else "'indexing_maps' do not specify a contracting dimension"
