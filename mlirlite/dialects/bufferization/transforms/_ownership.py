"""Ownership: who has to free a buffer, as a value of type i1, and what a block still has to
free."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from typing import Any

from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.arith.constant import ConstantOp
from mlirlite.dialects.bufferization.ops import CloneOp, DeallocOp
from mlirlite.dialects.bufferization.transforms._block_liveness import BlockLiveness
from mlirlite.dialects.memref import ExtractStridedMetadataOp, ReinterpretCastOp
from mlirlite.ir.attributes import StridedLayoutAttr, bool_attr, i64_array
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I1, BaseMemRefType, MemRefType, UnrankedMemRefType
from mlirlite.ir.values import BlockArgument, OpResult, Value
from mlirlite.support.diagnostics import DiagnosticError, error


def is_memref(value: Value) -> bool:
    """Whether a value is a buffer."""
    return isinstance(value.type, BaseMemRefType)


def build_bool(b: Builder, value: bool) -> Value:
    """`arith.constant true`."""
    made: Operation = b.insert(ConstantOp(bool_attr(value), result=I1))
    return made.results[0]


@dataclass(frozen=True)
class Ownership:
    """Whether a block owns a buffer: given by an indicator, or unknown (no indicator)."""

    indicator: Value | None

    def combined(self, other: Ownership | None) -> Ownership:
        """The ownership if both hold."""
        if other is None:
            return self
        a, b = self.indicator, other.indicator
        if a is None or b is None:
            return UNKNOWN
        number = constant_number(a)
        same = a is b or (number is not None and number == constant_number(b))
        return self if same else UNKNOWN


UNKNOWN = Ownership(None)


class DeallocationState:
    """Ownership of every buffer in every block, and the buffers that each block must free."""

    def __init__(self, root: Operation) -> None:
        self.liveness = BlockLiveness(root, is_memref)
        self._ownership: dict[tuple[Value, Block], Ownership] = {}
        self._to_free: dict[Block, list[Value]] = {}

    def ownership(self, memref: Value, block: Block) -> Ownership | None:
        """The ownership of a buffer in a block; None when unknown."""
        return self._ownership.get((memref, block))

    def update(
        self, memref: Value, ownership: Ownership | Value | None, block: Block | None = None
    ) -> None:
        """Add ownership of a buffer, in its own block unless another is given."""
        if isinstance(ownership, Value):
            ownership = Ownership(ownership)
        place = block or memref.parent_block
        if ownership is not None and place is not None:
            key = memref, place
            known = self._ownership.get(key)
            self._ownership[key] = known.combined(ownership) if known is not None else ownership

    def reset(self, memrefs: Iterable[Value], block: Block) -> None:
        """Drop the ownership of buffers in a block."""
        for memref in memrefs:
            self._ownership.pop((memref, block), None)

    def add_to_free(self, memref: Value, block: Block | None) -> None:
        """Record that a block must free a buffer if it owns it."""
        if block is not None:
            self._to_free.setdefault(block, []).append(memref)

    def live_memrefs(self, block: Block) -> list[Value]:
        """Buffers from elsewhere that a block needs, in order."""
        return in_order(self.liveness.live_in(block))

    def with_unique_ownership(self, b: Builder, memref: Value, block: Block) -> tuple[Value, Value]:
        """The buffer, or a clone of it, and the indicator that says who owns it."""
        known = self.ownership(memref, block)
        if known is not None and known.indicator is not None:
            return memref, known.indicator
        clone: Operation = b.insert(CloneOp(memref, output=memref.type))
        owned = build_bool(b, True)
        copy = clone.results[0]
        self.update(copy, owned)
        self.add_to_free(copy, copy.parent_block)
        return copy, owned

    def retained(self, block: Block, target: Block | None, passed: Sequence[Value]) -> list[Value]:
        """Buffers that a branch to `target` (None: the end of the region) must not free."""
        live = set(self.liveness.live_out(block))
        if target is not None:
            live &= set(self.liveness.live_in(target))
        return [v for v in passed if is_memref(v)] + in_order(live)

    def to_free(self, b: Builder, block: Block, where: Any) -> tuple[list[Value], list[Value]]:
        """The base buffers that a block must free, and the conditions for that."""
        memrefs: list[Value] = []
        conditions: list[Value] = []
        for memref in self._to_free.get(block, ()):
            known = self.ownership(memref, block)
            if known is None or known.indicator is None:
                raise DiagnosticError(error("MemRef value does not have valid ownership", where))
            if isinstance(memref.type, UnrankedMemRefType):
                memref = _as_scalar(b, memref, memref.type)
            metadata: Operation = b.insert(ExtractStridedMetadataOp(memref))
            memrefs.append(metadata.results[0])
            conditions.append(known.indicator)
        return memrefs, conditions

    def insert_dealloc(
        self,
        b: Builder,
        block: Block,
        memrefs: Sequence[Value],
        conditions: Sequence[Value],
        retained: Sequence[Value],
    ) -> Sequence[OpResult]:
        """Free the buffers that are not retained; returns the ownership of the others."""
        op: Operation = b.insert(DeallocOp(memrefs, conditions, retained))
        self.reset(retained, block)
        for memref, ownership in zip(retained, op.results, strict=True):
            self.update(memref, ownership, block)
        return op.results

    def free_at_end(self, op: Operation, passed: Sequence[Value]) -> Sequence[Value]:
        """Free what a block owns before the op that leaves its region; returns the ownership of the
        buffers that it passes on."""
        block = op.parent
        if block is None:
            return ()
        b = Builder.before_op(op)
        memrefs, conditions = self.to_free(b, block, op.where)
        retained = self.retained(block, None, passed)
        if not memrefs and not retained:
            return ()
        found = self.insert_dealloc(b, block, memrefs, conditions, retained)
        return found[: sum(map(is_memref, passed))]


def _as_scalar(b: Builder, memref: Value, type: UnrankedMemRefType) -> Value:
    """An unranked buffer as one without dimensions."""
    ranked = MemRefType((), type.element_type, StridedLayoutAttr(()), type.memory_space)
    made: Operation = b.insert(
        ReinterpretCastOp(
            memref,
            (),
            (),
            (),
            static_offsets=i64_array((0,)),
            static_sizes=i64_array(()),
            static_strides=i64_array(()),
            result=ranked,
        )
    )
    return made.results[0]


# The order of values: arguments first, then by position, earlier regions first.


def in_order(values: Iterable[Value]) -> list[Value]:
    """Values in the order in which a dealloc lists them."""
    return sorted(dict.fromkeys(values), key=cmp_to_key(_compare))


def _compare(a: Value, b: Value) -> int:
    if a is b:
        return 0
    arguments = isinstance(a, BlockArgument), isinstance(b, BlockArgument)
    if arguments[0] != arguments[1]:
        return -1 if arguments[0] else 1
    if isinstance(a, BlockArgument) and isinstance(b, BlockArgument):
        if a.index != b.index:
            return a.index - b.index
    elif isinstance(a, OpResult) and isinstance(b, OpResult):
        if a.owner is b.owner:
            return a.index - b.index
        if a.owner.parent_region is b.owner.parent_region:
            return -1 if _stands_before(a.owner, b.owner) else 1
    return _compare_regions(_region(a), _region(b))


def _region(value: Value) -> Region | None:
    block = value.parent_block
    return block.parent if block is not None else None


def _compare_regions(a: Region | None, b: Region | None) -> int:
    while a is not None and b is not None:
        if a.index != b.index:
            return a.index - b.index
        first, second = a.parent, b.parent
        if first is None or second is None:
            break
        if first.parent_region is second.parent_region:
            return -1 if _stands_before(first, second) else 1
        a, b = first.parent_region, second.parent_region
    return -1 if b is not None else 1


def _stands_before(a: Operation, b: Operation) -> bool:
    if a.parent is b.parent:
        return a.is_before_in_block(b)
    region = a.parent_region
    blocks = [block for block in region or () if block in (a.parent, b.parent)]
    return blocks[:1] == [a.parent]
