"""Checks of ops between devices, and of those that send and receive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.stablehlo.check import Wrong, check, kept_bounds, tensor
from mlirlite.dialects.stablehlo.check_regions import reducer
from mlirlite.dialects.stablehlo.compatible import same_size
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import DYNAMIC, I32, RankedTensorType, ShapedType
from mlirlite.ods.hooks import DataOp

Types = Sequence[Type] | None


def _groups(op: DataOp) -> Any:
    """The groups as a tensor; None if they are axes of a mesh."""
    found = op.properties.get("replica_groups")
    return found if isinstance(found, DenseElementsAttr) else None


def _ids(groups: DenseElementsAttr) -> list[int]:
    values = [int(n) for n in groups.values()]
    count: int = groups.type.num_elements
    return values * count if len(values) == 1 else values


def _channel(op: DataOp) -> int:
    handle: Any = op.properties.get("channel_handle")
    return 0 if handle is None else int(handle.handle)


def _is_global(op: DataOp) -> bool:
    return "use_global_device_ids" in op.properties


def check_groups(op: DataOp, *, equal: bool, size: int | None = None) -> None:
    """Each device is in one group; groups are of one size, if that is asked."""
    groups = _groups(op)
    if groups is None:
        return
    shape = groups.type.shape
    if len(shape) != 2:
        raise Wrong("replica groups should be a rank 2 tensor")
    if _is_global(op) and 0 in shape:
        raise Wrong("if `use_global_device_ids` is set, the replica groups cannot be empty")
    seen: set[int] = set()
    for number in _ids(groups):
        if number == -1:
            if equal:
                raise Wrong("Invalid replica id -1")
            continue
        if number in seen:
            raise Wrong(f"replica id #{number} seen more than once")
        seen.add(number)
    for number in range(len(seen)):
        if number not in seen:
            raise Wrong(f"replica id #{number} not seen in replica groups")
    if size is not None and (shape[0] == 0 or shape[1] != size):
        raise Wrong(f"group size of replica_groups must be {size}")


def _positive_channel(op: DataOp) -> None:
    if _is_global(op) and _channel(op) <= 0:
        raise Wrong(
            f"channel_id must be positive when useGlobalDeviceIds is set but got: {_channel(op)}"
        )


@check("all_to_all")
def check_all_to_all(op: DataOp) -> Types:
    """The dimension that is split is a multiple of the number of parts."""
    names = ("split_dimension", "concat_dimension", "split_count")
    split, joined, count = (op.properties[n].value for n in names)
    check_groups(op, equal=True, size=count)
    found = []
    for operand in op.operands:
        x: Any = operand.type
        for word, dim in (("split", split), ("concat", joined)):
            if dim >= x.rank:
                raise Wrong(
                    f"AllToAll {word}_dimension {dim} is out-of-bounds for input rank {x.rank}"
                )
        shape, bounds = list(x.shape), kept_bounds(x)
        if shape[split] != DYNAMIC and shape[split] % count:
            raise Wrong(
                f"split dimension has size {shape[split]}, expected to be a multiple of "
                f"split_count {count}"
            )
        for sizes in (shape, bounds or []):
            if sizes and sizes[split] != DYNAMIC:
                sizes[split] //= count
            if sizes and sizes[joined] != DYNAMIC:
                sizes[joined] *= count
        found.append(tensor(x, shape, bounds))
    return found


@check("all_gather")
def check_all_gather(op: DataOp) -> Types:
    """The result is a multiple of the operand along the dimension."""
    check_groups(op, equal=True)
    if _is_global(op) and _channel(op) < 0:
        raise Wrong("channel_id cannot be negative when useGlobalDeviceIds is set")
    dim = op.properties["all_gather_dim"].value
    for operand, result in zip(op.operands, op.results, strict=False):
        x, y = operand.type, result.type
        if dim >= x.rank:
            raise Wrong("all_gather_dim must be a valid index of operand")
        if x.shape[dim] == 0:
            raise Wrong("dimension size of operand at 'all_gather_dim' cannot be zero")
        if x.rank != y.rank:
            raise Wrong("operand and result must have the same rank")
        for i in range(x.rank):
            if i != dim and not same_size(x.shape[i], y.shape[i]):
                raise Wrong(
                    "operand and result should have the same shape except for the dimension size "
                    "at 'all_gather_dim'"
                )
        if DYNAMIC not in (x.shape[dim], y.shape[dim]) and y.shape[dim] % x.shape[dim]:
            raise Wrong(
                f"result gather dimension has size {y.shape[dim]}, expected to be a multiple of "
                f"operand gather dimension size {x.shape[dim]}"
            )
    return None


def _scalar_reducer(op: DataOp, x: Any) -> None:
    reducer(op.regions[0].entry, [x], [RankedTensorType((), x.element_type)], ())


@check("all_reduce")
def check_all_reduce(op: DataOp) -> Types:
    """The body takes two elements."""
    check_groups(op, equal=False)
    _positive_channel(op)
    for operand in op.operands:
        _scalar_reducer(op, operand.type)
    returned = op.regions[0].entry.last.operands
    element = returned[0].type.element_type
    return [v.type.replace(element_type=element) for v in op.operands]


@check("reduce_scatter")
def check_reduce_scatter(op: DataOp) -> Types:
    """The operand is a multiple of the result along the dimension."""
    check_groups(op, equal=True)
    x, y = op.operands[0].type, op.results[0].type
    _scalar_reducer(op, x)
    if x.rank != y.rank:
        raise Wrong("operand and result should have same rank")
    dim = op.properties["scatter_dimension"].value
    if dim >= x.rank:
        raise Wrong("scatter dim should be less than operand/result rank")
    _positive_channel(op)
    if DYNAMIC in (x.shape[dim], y.shape[dim]):
        return None
    for size, word in ((y.shape[dim], "result"), (x.shape[dim], "operand")):
        if size == 0:
            raise Wrong(f"{word} dimension size at scatter_dimension cannot be zero")
    if x.shape[dim] % y.shape[dim]:
        raise Wrong(
            f"operand scatter dimension has size {x.shape[dim]}, expected to be a multiple of "
            f"result scatter dimension size {y.shape[dim]}"
        )
    for i in range(x.rank):
        if i != dim and not same_size(x.shape[i], y.shape[i]):
            raise Wrong(
                f"non scatter dimensions should be same for operand ({x.shape[i]}) and result "
                f"({y.shape[i]})"
            )
    element = op.regions[0].entry.last.operands[0].type.element_type
    if y.element_type is not element:
        raise Wrong(
            f"result element-type is expected to be '{element}', but got '{y.element_type}'"
        )
    return None


@check("collective_permute")
def check_collective_permute(op: DataOp) -> Types:
    """Each device sends once and receives once."""
    pairs = op.properties["source_target_pairs"]
    shape = pairs.type.shape
    if len(shape) != 2:
        raise Wrong(
            f"expect source_target_pairs attribute to be of rank 2, but got rank {len(shape)}"
        )
    if shape[1] != 2:
        raise Wrong(
            "expect source_target_pairs attribute of shape (N, 2), but got "
            f"({', '.join(map(str, shape))})"
        )
    seen: tuple[set[int], set[int]] = (set(), set())
    for i, number in enumerate(_ids(pairs)):
        if number < 0:
            raise Wrong("replica ids in source_target_pairs must be >= 0.")
        if number in seen[i % 2]:
            raise Wrong(f"duplicate {('sources', 'targets')[i % 2]} not allowed.")
        seen[i % 2].add(number)
    return [v.type for v in op.operands]


@check("collective_broadcast")
def check_collective_broadcast(op: DataOp) -> Types:
    """Devices are in one group each; a root that is an operand is the last one."""
    groups = _groups(op)
    if groups is not None:
        rank, seen = len(groups.type.shape), set()
        if rank != 2:
            raise Wrong(
                f"replica groups should be a rank 2 tensor,but instead it is of rank {rank}"
            )
        for number in _ids(groups):
            if number < 0:
                raise Wrong(f"replica_groups values must be positive, but was given {number}")
            if number in seen:
                raise Wrong(f"replica id #{number} seen more than once")
            seen.add(number)
    flag: Any = op.properties.get("has_dynamic_root")
    if flag is None or not getattr(flag, "value", True):
        if not op.operands:
            raise Wrong("collective_broadcast requires at least one data operand")
        return None
    word = "collective_broadcast with has_dynamic_root=true"
    if len(op.operands) < 2:
        raise Wrong(f"{word} requires at least two operands (data + root)")
    root, count = op.operands[-1].type, len(op.operands) - 1
    if not isinstance(root, ShapedType) or root.element_type is not I32 or root.rank != 1:
        raise Wrong(f"last operand of {word} must be a rank-1 i32 tensor, but got '{root}'")
    if root.shape[0] != count:
        raise Wrong(
            f"last operand of {word} must have the same number of elements as data operands "
            f"({count}), but got {root.shape[0]}"
        )
    return None


# Channels


def _direction(op: DataOp, host: str) -> None:
    """The channel leads where the op sends to, or receives from."""
    kind = int(op.properties["channel_handle"].type)
    flag: Any = op.properties.get("is_host_transfer")
    to_host = flag is not None and bool(getattr(flag, "value", False))
    words = {1: "DEVICE_TO_DEVICE", 2: "DEVICE_TO_HOST", 3: "HOST_TO_DEVICE"}
    wanted = host if to_host else "DEVICE_TO_DEVICE"
    if words.get(kind) != wanted:
        raise Wrong(
            f"channel_type should be {wanted} when is_host_transfer is "
            f"{'true' if to_host else 'false'}"
        )


@check("send")
def check_send(op: DataOp) -> Types:
    """The channel leads to the host, or to a device."""
    _direction(op, "DEVICE_TO_HOST")
    return None


def _ends_in_token(op: DataOp, others: str) -> None:
    types = [r.type for r in op.results]
    if not types:
        raise Wrong("result is expected to be at least of size 1, but got 0")
    for type in types[:-1]:
        if not isinstance(type, ShapedType):
            raise Wrong(f"{others} expected to be of tensor type, but got '{type}'")
    if str(types[-1]) != "!stablehlo.token":
        raise Wrong(
            f"last element of result types is expected to be of token type, but got '{types[-1]}'"
        )


@check("recv")
def check_recv(op: DataOp) -> Types:
    """The channel leads from the host, or from a device; a token is the last result."""
    _direction(op, "HOST_TO_DEVICE")
    _ends_in_token(op, "everything but the last element of result types is")
    return None


@check("infeed")
def check_infeed(op: DataOp) -> Types:
    """A token is the last result; there is a layout for each other one."""
    _ends_in_token(op, "all elements of result types, except the last element, are")
    layout: Any = op.properties.get("layout")
    if layout is None:
        return None
    count = len(op.results) - 1
    if len(layout) != count:
        raise Wrong(
            f"layout-attribute size must be {count} (which is the number of op-results - 1 (for "
            f"token result)), but got {len(layout)}"
        )
    for entry in layout:
        if not isinstance(entry, ArrayAttr):
            raise Wrong(
                f"layout-attribute expected to have elements of type array, but got {entry}"
            )
        for leaf in entry:
            if not isinstance(leaf, IntegerAttr):
                raise Wrong(
                    "layout-attribute's leaf elements are expected to be of type integer, but got "
                    f"{leaf}"
                )
    return None
