"""SSA values and the lists of who uses them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from mlirlite.ir.attribute import Type
from mlirlite.ir.operators import Comparisons, Operators

if TYPE_CHECKING:
    from mlirlite.ir.block import Block
    from mlirlite.ir.operation import Operation

_MANY = 16

if TYPE_CHECKING:
    T_co = TypeVar("T_co", bound=Type, covariant=True, default=Type)
else:
    T_co = TypeVar("T_co", covariant=True)  # defaults are of Python 3.13


class Use(NamedTuple):
    """One use of a value: which op, and the position among its operands."""

    owner: Operation
    operand: int


class Usable:
    """Something that operations refer to: a value or a block. Users are kept in order of arrival,
    an op once per use.

    One user is stored bare, a few in a list, many in a dict with counts, so that removal stays
    fast."""

    __slots__ = ("_users",)
    _users: Any

    def _add_user(self, op: Operation) -> None:
        users = self._users
        if users is None:
            self._users = op
        elif type(users) is list:
            users.append(op)
            if len(users) > _MANY:
                counts: dict[Operation, int] = {}
                for user in users:
                    counts[user] = counts.get(user, 0) + 1
                self._users = counts
        elif type(users) is dict:
            users[op] = users.get(op, 0) + 1
        else:
            self._users = [users, op]

    def _remove_user(self, op: Operation) -> None:
        users = self._users
        if users is op:
            self._users = None
        elif type(users) is list:
            users.remove(op)
            if not users:
                self._users = None
        elif users[op] == 1:
            del users[op]
            if not users:
                self._users = None
        else:
            users[op] -= 1

    @property
    def users(self) -> list[Operation]:
        """The distinct users, a new list in order of arrival."""
        users = self._users
        if users is None:
            return []
        if type(users) is list or type(users) is dict:
            return list(dict.fromkeys(users))
        return [users]

    def _each_user(self) -> Iterable[Operation]:
        """The users as stored, which must not change during iteration; some may occur
        repeatedly."""
        users = self._users
        if users is None:
            return ()
        return users if type(users) is list or type(users) is dict else (users,)

    @property
    def has_uses(self) -> bool:
        """True when anything refers to it."""
        return self._users is not None

    @property
    def num_uses(self) -> int:
        """Number of uses; an op that uses it twice counts twice."""
        users = self._users
        if users is None:
            return 0
        if type(users) is list:
            return len(users)
        return sum(users.values()) if type(users) is dict else 1

    @property
    def has_one_use(self) -> bool:
        """True for exactly one use."""
        return self.num_uses == 1


class Value(Usable, Operators, Comparisons, Generic[T_co]):
    """A typed SSA value: an op's result or a block's argument."""

    __slots__ = ("type",)
    type: T_co

    def __init__(self, type: T_co) -> None:
        self.type = type
        self._users = None

    def _as_value(self) -> Value:
        return self

    @property
    def uses(self) -> Iterator[Use]:
        """Every use as (op, operand index). Uses seen so far may change during iteration."""
        for op in self.users:
            for index, operand in enumerate(op._operands):
                if operand is self:
                    yield Use(op, index)

    def replace_all_uses_with(self, new: Value) -> Sequence[Operation]:
        """Make every user refer to `new`; the distinct users, in order of arrival."""
        if new is self:
            return ()
        users = self.users
        if new._users is None:  # the list of users is moved as it is
            new._users, self._users = self._users, None
            for op in users:
                op._operands = tuple([new if v is self else v for v in op._operands])
        else:
            for op in users:
                op.replace_uses_of(self, new)
        return users

    def replace_uses_if(self, new: Value, condition: Callable[[Use], bool]) -> None:
        """Make the uses for which the condition holds refer to `new`."""
        for use in list(self.uses):
            if condition(use):
                use.owner.set_operand(use.operand, new)

    def replace_uses_except(self, new: Value, *ops: Operation) -> None:
        """Make all users but these ops refer to `new`."""
        self.replace_uses_if(new, lambda use: use.owner not in ops)

    @property
    def defining_op(self) -> Operation | None:
        """The op whose result this is; None for a block argument."""
        return None

    @property
    def parent_block(self) -> Block | None:
        """The block of the argument, or of the defining op."""
        raise NotImplementedError


class OpResult(Value[T_co]):
    """A result of an operation."""

    __slots__ = ("index", "owner")

    def __init__(self, type: T_co, owner: Operation, index: int) -> None:
        self.type = type
        self._users = None
        self.owner = owner
        self.index = index

    @property
    def defining_op(self) -> Operation:
        return self.owner

    @property
    def parent_block(self) -> Block | None:
        return self.owner._parent

    def __repr__(self) -> str:
        return f"<result #{self.index} of {self.owner.name}: {self.type}>"


class BlockArgument(Value):
    """An argument of a block; `location` is None when unknown."""

    __slots__ = ("index", "location", "owner")

    def __init__(self, type: Type, owner: Block, index: int, location: Any = None) -> None:
        self.type = type
        self._users = None
        self.owner = owner
        self.index = index
        self.location = location

    @property
    def parent_block(self) -> Block:
        return self.owner

    def __repr__(self) -> str:
        return f"<block argument #{self.index}: {self.type}>"
