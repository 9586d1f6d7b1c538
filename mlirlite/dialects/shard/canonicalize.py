"""Canonical forms of shard's ops."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from mlirlite.dialects import shard
from mlirlite.dialects._mixed import Mixed, merge, number_of, split
from mlirlite.dialects.shard.sharding import sharding_of
from mlirlite.ir.attributes import i32_array
from mlirlite.ir.op_def import OPERAND_SEGMENTS
from mlirlite.rewriting import Rewriter, canonicalization


@canonicalization
def collective_of_one_device(
    op: shard.AllGatherOp
    | shard.AllReduceOp
    | shard.AllSliceOp
    | shard.AllToAllOp
    | shard.BroadcastOp
    | shard.GatherOp
    | shard.RecvOp
    | shard.ReduceOp
    | shard.ReduceScatterOp
    | shard.ScatterOp
    | shard.SendOp,
    rw: Rewriter,
) -> bool | None:
    """all_reduce(x) on axes [] --> x"""
    if list(op.grid_axes or ()) or op.input.type is not op.result.type:
        return rw.fail("there are several devices, or the type changes")
    rw.replace(op, op.input)
    return True


@canonicalization
def plain_sharding(op: shard.ShardingOp, rw: Rewriter) -> bool | None:
    """sharding halo_sizes = [%c2, 1] --> sharding halo_sizes = [2, 1]; without halos of size 0 and
    offsets of equal parts"""
    halos = merge(op.static_halo_sizes, op.dynamic_halo_sizes)
    offsets = merge(op.static_sharded_dims_offsets, op.dynamic_sharded_dims_offsets)
    new_halos = _unless(_constants(halos), lambda sizes: not any(sizes))
    new_offsets = _unless(_constants(offsets), _are_equal_parts)
    if new_halos == halos and new_offsets == offsets:
        return rw.fail("it is plain")
    static_halos, dynamic_halos = split(new_halos)
    static_offsets, dynamic_offsets = split(new_offsets)
    with rw.modify(op):
        op.properties["static_halo_sizes"] = static_halos
        op.properties["static_sharded_dims_offsets"] = static_offsets
        op.properties[OPERAND_SEGMENTS] = i32_array((len(dynamic_offsets), len(dynamic_halos)))
        op.set_operands([*dynamic_offsets, *dynamic_halos])
    return True


def _constants(mixed: Sequence[Mixed]) -> list[Mixed]:
    """Numbers in place of constants, except negative ones."""
    numbers = [number_of(entry) for entry in mixed]
    return [
        entry if number is None or number < 0 else number
        for entry, number in zip(mixed, numbers, strict=True)
    ]


def _unless(mixed: list[Mixed], default: Any) -> list[Mixed]:
    """The list; an empty one if these are numbers that say what an empty one says."""
    numbers = [entry for entry in mixed if isinstance(entry, int)]
    return [] if len(numbers) == len(mixed) and default(numbers) else mixed


def _are_equal_parts(offsets: Sequence[int]) -> bool:
    return len(offsets) > 2 and len({b - a for a, b in pairwise(offsets)}) == 1


@canonicalization
def same_shard_twice(op: shard.ShardOp, rw: Rewriter) -> bool | None:
    """shard(x, s), shard(x, s) --> one of them; with another sharding, the later one reshards"""
    value = op.src
    if value.has_one_use or isinstance(value.defining_op, shard.ShardOp):
        return rw.fail("it is the only one")
    other: Any = next((user for user in value.users[::-1] if user is not op), None)
    if not isinstance(other, shard.ShardOp) or not other.is_before_in_block(op):
        return rw.fail("another op uses the value, or a later one")
    mine, theirs = sharding_of(op), sharding_of(other)
    if mine is None or theirs is None:
        return rw.fail("a sharding is not known")
    if mine.equals(theirs):
        rw.replace(op, other.result)
    else:
        with rw.modify(op):
            op.set_operand(0, other.result)
    return True
