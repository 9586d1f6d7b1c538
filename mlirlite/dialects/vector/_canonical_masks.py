"""Canonical forms of masks and of masked ops."""

from typing import Any

from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.arith.compare import SelectOp
from mlirlite.dialects.vector._constraints import scalable_flags
from mlirlite.dialects.vector._known import uniform_mask, vscale_multiple
from mlirlite.dialects.vector.arithmetic import StepOp
from mlirlite.dialects.vector.masking import MaskOp
from mlirlite.dialects.vector.masks import ConstantMaskOp, CreateMaskOp
from mlirlite.dialects.vector.memory import (
    CompressStoreOp,
    ExpandLoadOp,
    GatherOp,
    LoadOp,
    MaskedLoadOp,
    MaskedStoreOp,
    ScatterOp,
    StoreOp,
)
from mlirlite.ir.attributes import i64_array
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import MemRefType, VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization, constant_value, folding


@canonicalization
def constant_create_mask(op: CreateMaskOp, rw: Rewriter) -> bool | None:
    """create_mask of constants, and of multiples of vscale for scalable dimensions -->
    constant_mask"""
    type = op.result.type
    limits = zip(type.shape or (1,), scalable_flags(type) or (False,), strict=True)
    found = []
    for size, (limit, scalable) in zip(op.operands, limits, strict=True):
        number = constant_number(size)
        # As upstream: a scalable dimension takes only negative constants.
        if number is not None and scalable and number >= 0:
            return rw.fail("a scalable dimension is cut")
        if number is None:
            number = vscale_multiple(size)
            if number is None or number < limit:
                return rw.fail("a size is not known, or cuts a dimension at a multiple of vscale")
        found.append(max(0, min(number, limit)))
    if 0 in found:
        found = [0] * len(found)
    properties: dict[str, Any] = {"mask_dim_sizes": i64_array(found)}
    rw.replace(op, ConstantMaskOp.create((), (type,), properties))
    return True


@canonicalization
def masked_load(op: MaskedLoadOp | ExpandLoadOp, rw: Rewriter) -> bool | None:
    """maskedload under a mask of true --> load; of false --> pass_thru"""
    known = uniform_mask(op.mask)
    if known is None:
        return rw.fail("the mask is not known")
    rw.replace(op, LoadOp(op.base, op.indices, result=op.result.type) if known else op.pass_thru)
    return True


@canonicalization
def masked_store(op: MaskedStoreOp | CompressStoreOp, rw: Rewriter) -> bool | None:
    """maskedstore under a mask of true --> store; of false --> nothing"""
    known = uniform_mask(op.mask)
    if known is None:
        return rw.fail("the mask is not known")
    if known:
        rw.insert(StoreOp(op.valueToStore, op.base, op.indices))
    rw.erase(op)
    return True


@canonicalization
def gather_or_scatter_of_nothing(op: GatherOp | ScatterOp, rw: Rewriter) -> bool | None:
    """gather under a mask of false --> pass_thru; scatter --> nothing, or the tensor"""
    if uniform_mask(op.mask) is not False:
        return rw.fail("the mask is not known to be false")
    if isinstance(op, GatherOp):
        rw.replace(op, op.pass_thru)
    else:
        rw.replace(op, [op.base] * len(op.results))
    return True


@canonicalization
def contiguous_gather_or_scatter(op: GatherOp | ScatterOp, rw: Rewriter) -> bool | None:
    """gather at 0, 1, 2, … --> maskedload; scatter --> maskedstore"""
    if not isinstance(op.base.type, MemRefType) or not _counts_up(op.indices):
        return rw.fail("the places are not known to be neighbors in memory")
    if isinstance(op, GatherOp):
        rw.replace(
            op,
            MaskedLoadOp(
                base=op.base,
                indices=op.offsets,
                mask=op.mask,
                pass_thru=op.pass_thru,
                result=op.result.type,
            ),
        )
    else:
        store = MaskedStoreOp(
            base=op.base, indices=op.offsets, mask=op.mask, valueToStore=op.valueToStore
        )
        rw.replace(op, store)
    return True


def _counts_up(indices: Value) -> bool:
    """True for the vector 0, 1, 2, …"""
    type = indices.type
    if not isinstance(type, VectorType) or type.rank != 1 or type.is_scalable:
        return False
    if isinstance(indices.defining_op, StepOp):
        return True
    known = constant_value(indices)
    return isinstance(known, DenseElementsAttr) and known.values() == list(range(type.shape[0]))


@folding
def mask_of_nothing(op: MaskOp, rw: Rewriter) -> bool | None:
    """mask %m { yield %a } --> %a"""
    if op.masked_op is not None or op.passthru is not None or not op.results:
        return rw.fail("an op is masked, there is no result, or another value is for the rest")
    last = op.maskRegion.entry.last
    rw.replace(op, list(last.operands) if last is not None else [])
    return True


@canonicalization
def mask_that_selects(op: MaskOp, rw: Rewriter) -> bool | None:
    """mask %m, %rest { yield %a } --> select %m, %a, %rest"""
    last = op.maskRegion.entry.last
    if op.masked_op is not None or op.passthru is None or last is None:
        return rw.fail("an op is masked, or no value is for the rest")
    rw.replace(op, SelectOp(op.mask, last.operands[0], op.passthru))
    return True


@folding
def mask_of_true(op: MaskOp, rw: Rewriter) -> bool | None:
    """mask %true { op } --> op"""
    masked = op.masked_op
    if masked is None or uniform_mask(op.mask) is not True:
        return rw.fail("the mask is not known to be true")
    with rw.modify(op):  # without results, what is left of it is dead
        rw.move_before(masked, op)
    if op.results:
        rw.replace(op, list(masked.results))
    return True
