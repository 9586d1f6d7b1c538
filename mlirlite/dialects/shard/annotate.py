"""Annotations of values: reading the `shard.shard` ops around a value, and adding them."""

from __future__ import annotations

from typing import Any, NamedTuple

from mlirlite.dialects import shard
from mlirlite.dialects.shard.sharding import Sharding, insert_sharding, sharding_of
from mlirlite.ir.attributes import UNIT
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import ConstantLike
from mlirlite.ir.types import RankedTensorType
from mlirlite.ir.values import BlockArgument, OpResult, Value


class Annotation(NamedTuple):
    """A sharding, and whether it is what users of the value want; else it is what the value is."""

    sharding: Sharding
    for_users: bool


def annotation_of(op: Operation | None) -> Annotation | None:
    """What a `shard.shard` says; None for any other op."""
    if not isinstance(op, shard.ShardOp):
        return None
    sharding = sharding_of(op)
    return None if sharding is None else Annotation(sharding, op.annotate_for_users is not None)


def annotation_at_result(result: Value) -> Annotation | None:
    """What is said about a result: by its only use, if that says what it is, or by those that say
    what users want."""
    found = [note for op in users_of(result) if (note := annotation_of(op)) is not None]
    if not all(note.for_users for note in found):
        return found[0] if result.has_one_use else None
    return found[0] if found else None


def users_of(value: Value) -> list[Operation]:
    """The users in upstream's order: the latest first."""
    return value.users[::-1]


def annotate_result(result: OpResult, sharding: Sharding) -> None:
    """Say that an op makes a result with this sharding; where users want another one, they get it
    from there."""
    added: Any = None
    for user in users_of(result):
        note = annotation_of(user)
        if note is not None and not note.for_users and note.sharding.equals(sharding):
            added = added or user
            continue
        if added is None:
            b = Builder.after_op(result.owner)
            added = _insert(b, result, insert_sharding(b, sharding), for_users=False)
        _replace(result, added.results[0], user)
        if note is None or note.for_users:
            continue
        b = Builder.after_op(added)
        wanted = _insert(b, added.results[0], added.operands[1], for_users=True)
        for other in users_of(added.results[0]):
            if other is not wanted:
                _replace(added.results[0], wanted.results[0], other)


def annotate_operand(op: Operation, index: int, sharding: Sharding) -> None:
    """Say that an op wants an operand with this sharding."""
    value = op.operands[index]
    source = value.defining_op
    is_tensor = isinstance(value.type, RankedTensorType)
    if not is_tensor and source is not None and source.has_trait(ConstantLike):
        return
    note = annotation_of(source)
    if note is not None and note.for_users and note.sharding.equals(sharding):
        return
    b = Builder.before_op(op)
    b.location = _location(value)
    stated = insert_sharding(b, sharding)
    wanted = _insert(b, value, stated, for_users=True)
    _replace(value, wanted.results[0], op)
    if note is not None and note.for_users:  # the value is resharded
        b.before = wanted
        wanted.set_operand(0, _insert(b, value, stated, for_users=False).results[0])


def _insert(b: Builder, value: Value, sharding: Value, *, for_users: bool) -> Operation:
    made: Operation = b.insert(shard.ShardOp(value, sharding, UNIT if for_users else None))
    return made


def _location(value: Value) -> Any:
    source = value.defining_op
    if source is not None:
        return source.location
    return value.location if isinstance(value, BlockArgument) else None


def _replace(old: Value, new: Value, user: Operation) -> None:
    """Let one op use another value."""
    user.set_operands([new if operand is old else operand for operand in user.operands])
