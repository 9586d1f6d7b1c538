"""Orders of uses. The usual order is that in which operations stand in the file, so it is written
only where a value has another one: for each use in the file's order, counted from the last, its
position in the list, counted from the newest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from mlirlite.bytecode.encoding import Bytes, Emitter
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value


def uses_in_order(value: Value) -> list[tuple[Operation, int]]:
    """Operation and position of each use of a value, in order of arrival."""
    users = value._users
    if users is None:
        return []
    if type(users) is dict:
        listed = [op for op, count in users.items() for _ in range(count)]
    else:
        listed = users if type(users) is list else [users]
    nexts: dict[Operation, int] = {}
    found = []
    for op in listed:
        at = nexts.get(op, 0)
        while op.operands[at] is not value:
            at += 1
        nexts[op] = at + 1
        found.append((op, at))
    return found


def unusual_order(value: Value, numbers: Mapping[Operation, int]) -> list[int] | None:
    """The positions to write for a value; None for the usual order. `numbers` has the position of
    each operation in the file."""
    users = value._users
    if users is None or type(users) not in (list, dict):
        return None
    ids = [(numbers[op], at) for op, at in reversed(uses_in_order(value))]
    if all(a > b for a, b in pairwise(ids)):
        return None
    return sorted(range(len(ids)), key=ids.__getitem__, reverse=True)


def write_orders(
    values: Sequence[Value], numbers: Mapping[Operation, int], emitter: Emitter
) -> bool:
    """Write the unusual orders of an operation's results, or a block's arguments; False, and
    nothing written, when there are none."""
    orders = []
    for i, value in enumerate(values):
        order = unusual_order(value, numbers)
        if order is not None:
            orders.append((i, order))
    if not orders:
        return False
    if len(values) != 1:
        emitter.varint(len(orders))
    for i, order in orders:
        if len(values) != 1:
            emitter.varint(i)
        moved = [(found, at) for at, found in enumerate(order) if at != found]
        as_pairs = len(moved) < len(order) // 2
        if as_pairs:
            emitter.with_flag(2 * len(moved), True)
            for found, at in moved:
                emitter.varint(found)
                emitter.varint(at)
        else:
            emitter.with_flag(len(order), False)
            for found in order:
                emitter.varint(found)
    return True


class Orders:
    """The orders that a file states, which are established when all uses are known."""

    def __init__(self) -> None:
        self._stated: list[tuple[Value, list[int], bool, Bytes, int]] = []

    def read(self, data: Bytes, values: Sequence[Value]) -> None:
        """Read the orders of an operation's results, or a block's arguments."""
        several = len(values) > 1
        for _ in range(data.count("orders") if several else 1):
            at = data.pos
            index = data.varint() if several else 0
            count, as_pairs = data.with_flag()
            if index >= len(values) or count > data.left:
                data.fail("expected the order of a value's uses", at)
            numbers = [data.varint() for _ in range(count)]
            self._stated.append((values[index], numbers, as_pairs, data, at))

    def establish(self) -> None:
        """Sort uses as stated. DiagnosticError where numbers are not an order of a value's uses."""
        for value, numbers, as_pairs, data, at in self._stated:
            uses = uses_in_order(value)
            order = _order(numbers, as_pairs, len(uses))
            if order is None:
                data.fail(f"expected an order of {len(uses)} uses", at)
            newest_first: list[Operation | None] = [None] * len(uses)
            for (op, _), position in zip(reversed(uses), order, strict=True):
                newest_first[position] = op
            value._users = None
            for user in reversed(newest_first):
                assert user is not None
                value._add_user(user)


def _order(numbers: list[int], as_pairs: bool, count: int) -> list[int] | None:
    """The position of each use; None when the numbers are no permutation."""
    order = numbers
    if as_pairs:
        if len(numbers) % 2 or any(n >= count for n in numbers):
            return None
        order = list(range(count))
        for found, at in zip(numbers[::2], numbers[1::2], strict=True):
            order[at] = found
    return order if sorted(order) == list(range(count)) else None
