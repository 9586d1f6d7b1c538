"""--loop-invariant-subset-hoisting: a loop that works on one box of a tensor carries the box.

for %t { %0 = extract %t[0, 4]; %1 = f(%0); yield insert %1 into %t[0, 4] }
    -->  %0 = extract; %r = for %t, %b = %0 { yield %t, f(%b) }; insert %r into %t[0, 4]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.ir.attributes import DenseArrayAttr, i32_array
from mlirlite.ir.block import Block
from mlirlite.ir.interfaces import LoopLike, SubsetOp
from mlirlite.ir.op_def import OPERAND_SEGMENTS
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Terminator
from mlirlite.ir.types import TensorType
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.effects import Effects, is_speculatable
from mlirlite.rewriting.index_difference import boxes_are_disjoint, boxes_are_equal
from mlirlite.rewriting.rewriter import Rewriter

Pair = list[Any]
"""An extraction and an insertion of one box; None for a missing one."""


@compiler_pass("loop-invariant-subset-hoisting")
def loop_invariant_subset_hoisting(op: Operation, state: PassState) -> None:
    """Hoist loop invariant subset ops outside of the loop.

    Inner loops come first. An extraction and an insertion of the same box of a tensor that a loop
    carries move to before and after the loop, if the loop only extracts from and inserts into the
    tensor, and all other boxes certainly do not overlap this one. As in upstream's pass, a vector
    that a transfer reads or writes is assumed to lie within the tensor.
    """
    rw, effects = Rewriter(Block()), Effects()
    for loop in [inner for inner in op.walk_post_order() if isinstance(inner, LoopLike)]:
        index = 0
        current: Any = loop
        while index < len(current.carried_operands()):
            for extraction, insertion in _Subsets(current).of_carried(index):
                if all(
                    effects.is_free(subset) and is_speculatable(subset) and _fixed(subset, current)
                    for subset in (extraction, insertion)
                ):
                    current = _hoist(current, index, extraction, insertion, rw)
                    state.count("num-hoisted")
            index += 1


class _Subsets:
    """The subset ops on a tensor that a loop carries."""

    def __init__(self, loop: LoopLike) -> None:
        self.loop = loop
        self.all: list[Any] = []
        self.pairs: list[Pair] = []

    def of_carried(self, index: int) -> list[Pair]:
        """The pairs of equal boxes, disjoint from all others, for one of the carried values."""
        if not self._follow(self.loop, index, outermost=True):
            return []
        return [pair for pair in self.pairs if None not in pair and self._may_leave(*pair)]

    def _follow(self, loop: LoopLike, index: int, *, outermost: bool) -> bool:
        """Collect the uses of a tensor until it is passed to the next iteration. False if not all
        of them are known, or something else is passed."""
        value: Value = _argument(loop, index)
        terminator = loop.loop_regions()[0].entry.last
        while True:
            uses = list(value.uses)
            if len(uses) == 1 and uses[0].owner.has_trait(Terminator):
                return uses[0].owner is terminator and uses[0].operand == index
            following: Value | None = None
            for use in reversed(uses):
                user: Any = use.owner
                results: Sequence[Value] = user.results
                if isinstance(user, LoopLike):
                    carried = user.carried_operands()
                    if use.operand not in carried or following is not None:
                        return False
                    inner = carried.index(use.operand)
                    if not self._follow(user, inner, outermost=False):
                        return False
                    following = results[inner]
                elif not isinstance(user, SubsetOp) or use.operand != user.subset_whole():
                    return False
                else:
                    self._add(user, paired=outermost)
                    if user.subset_part() is not None:
                        if following is not None:
                            return False
                        following = results[0] if results else None
            if following is None or not isinstance(following.type, TensorType):
                return False
            value = following

    def _add(self, op: SubsetOp, *, paired: bool) -> None:
        self.all.append(op)
        if not paired:
            return
        mine = 0 if op.subset_part() is None else 1
        box = op.subset_box()
        for pair in self.pairs:
            other = pair[1 - mine]
            if other is None or (not mine and _whole(other) is not _whole(op)):
                continue  # An extraction after an insertion gives what was inserted.
            if boxes_are_equal(other.subset_box(), box):
                pair[mine] = op
                return
        self.pairs.append([None, op] if mine else [op, None])

    def _may_leave(self, extraction: Any, insertion: Any) -> bool:
        if extraction.results[0].type is not insertion.operands[insertion.subset_part()].type:
            return False
        box = extraction.subset_box()
        return all(
            other in (extraction, insertion) or boxes_are_disjoint(other.subset_box(), box)
            for other in self.all
        )


def _whole(subset: Any) -> Value:
    found: Value = subset.operands[subset.subset_whole()]
    return found


def _argument(loop: LoopLike, index: int) -> BlockArgument:
    arguments = loop.loop_regions()[0].entry.args
    found: BlockArgument = arguments[len(arguments) - len(loop.carried_operands()) + index]
    return found


def _fixed(subset: Any, loop: LoopLike) -> bool:
    """True when the box is the same in each iteration."""
    changing = (subset.subset_whole(), subset.subset_part())
    return all(
        i in changing or loop.is_defined_outside(value) for i, value in enumerate(subset.operands)
    )


def _hoist(loop: LoopLike, index: int, extraction: Any, insertion: Any, rw: Rewriter) -> Any:
    """Let the loop carry the box, too; returns the new loop."""
    part, whole = insertion.subset_part(), insertion.subset_whole()
    box: Value = extraction.results[0]
    new = rw.recreate(loop, [*loop.operands, box], [*(r.type for r in loop.results), box.type])
    segments = new.properties.get(OPERAND_SEGMENTS)
    if isinstance(segments, DenseArrayAttr):
        *others, carried = segments.value
        new.properties[OPERAND_SEGMENTS] = i32_array([*others, carried + 1])
    body: Block = new.loop_regions()[0].entry
    rw.replace_uses_except(box, body.add_argument(box.type), new)
    terminator = body.last
    assert terminator is not None
    terminator.set_operands([*terminator.operands, insertion.operands[part]])
    rw.replace(loop, new.results[:-1])

    rw.move_before(extraction, new)
    extraction.set_operand(extraction.subset_whole(), new.operands[new.carried_operands()[index]])
    rw.move_after(insertion, new)
    rw.replace_all_uses_with(insertion.results[0], insertion.operands[whole])
    rw.replace_all_uses_with(new.results[index], insertion.results[0])
    insertion.set_operand(part, new.results[-1])
    insertion.set_operand(whole, new.results[index])
    return new
