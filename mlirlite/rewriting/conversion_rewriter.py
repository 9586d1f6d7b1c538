"""The rewriter of dialect conversion: operands through casts, other types, block signatures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Block, Region
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import BlockArgument, OpResult, Value
from mlirlite.rewriting.casts import cast_of, make_cast
from mlirlite.rewriting.rewriter import Listener, OpT, Replacement, Rewriter
from mlirlite.rewriting.type_conversion import NoCounterpart, TypeConverter


class _Argument(NamedTuple):
    """The ops at the start of a block that make an argument of the old type from new ones."""

    block: Block
    ops: list[Operation]
    cast: Operation | None


class ConversionRewriter(Rewriter):
    """The rewriter that lowerings get. `operands` are those of the current op, converted."""

    def __init__(self, types: TypeConverter | None, listener: Listener) -> None:
        super().__init__(Block(), listener=listener)
        self.types = types
        self.casts: dict[Operation, None] = {}
        """The casts that the conversion made; those that cancel out are removed at its end."""
        self.kept: set[Operation] = set()
        """Ops that lowerings made and that are not lowered again."""
        self._arguments: list[_Argument] = []
        """What makes the arguments of converted signatures."""
        self._asked: dict[Operation, None] = {}
        """Casts to arguments that lowerings looked through, in order."""
        self.harmless = 0
        """How many of the changes were materializations, which a lowering that fails may leave
        behind."""
        self._op: Operation | None = None
        self._operands: tuple[Value, ...] | None = None

    def start(self, op: Operation) -> None:
        """Make an op the current one: insert before it, and use its operands."""
        self.set_before(op)
        self._op, self._operands = op, None
        self.reason = ""

    @property
    def op(self) -> Operation:
        """The op that is being lowered."""
        if self._op is None:
            raise ValueError("no operation is being lowered")
        return self._op

    # Types and values

    def convert(self, type: Type) -> Type:
        """The type that stands for a type. NoCounterpart when it has no (single) counterpart, which
        makes the lowering fail."""
        return self.types.convert(type) if self.types is not None else type

    def convert_all(self, types: Iterable[Type]) -> list[Type]:
        """The types that stand for several types, in one list."""
        return self.types.convert_all(types) if self.types is not None else list(types)

    @property
    def operands(self) -> tuple[Value, ...]:
        """The current op's operands as values of the converted types; an operand that becomes
        several values is flattened."""
        if self._operands is None:
            found: list[Value] = []
            for value in self.op._operands:
                found += self.converted_to_many(value)
            self._operands = tuple(found)
        return self._operands

    def operand(self, index: int) -> Value:
        """One operand of the current op, converted to one value."""
        return self.converted(self.op._operands[index])

    def converted(self, value: Value) -> Value:
        """A value as one value of the converted type. NoCounterpart when it becomes several."""
        found = self.converted_to_many(value)
        if len(found) != 1:
            raise NoCounterpart(
                f"a value of type '{value.type}' becomes {len(found)} values, expected one"
            )
        return found[0]

    def converted_to_many(self, value: Value) -> Sequence[Value]:
        """The values that stand for a value."""
        if self.types is None:
            cast = cast_of((value,))
            while cast is not None and cast in self.casts and len(cast.operands) == 1:
                value = cast.operands[0]
                cast = cast_of((value,))
            return (value,)
        wanted = self.types.convert_to_many(value.type)
        if len(wanted) == 1 and isinstance(value, OpResult):  # the common cases of cast
            if wanted[0] is value.type:
                return (value,)
            cast = value.owner
            given = cast.operands
            if (
                cast in self.casts
                and len(given) == len(cast.results) == 1
                and given[0].type is wanted[0]
            ):
                if self._arguments and given[0].defining_op is not None:
                    self._asked.setdefault(cast)
                return given
        return self.cast((value,), wanted)

    def converted_all(self, values: Iterable[Value]) -> list[Value]:
        """The values that stand for several values, in one list."""
        return [new for value in values for new in self.converted_to_many(value)]

    def cast(self, values: Sequence[Value], types: Sequence[Type]) -> Sequence[Value]:
        """Values as values of other types: what they were cast from where that fits, else a
        materialization here."""
        found: Sequence[Value] | None = values
        wanted = tuple(types)
        while found is not None:
            if tuple([v.type for v in found]) == wanted:
                return found
            cast = cast_of(found)
            found = cast.operands if cast is not None and cast in self.casts else None
        return self._materialize(values, wanted)

    def _materialize(self, values: Sequence[Value], types: Sequence[Type]) -> Sequence[Value]:
        before = self.changes
        if self.types is not None:
            made = self.types.materialize(self, values, types)
        else:
            made = self.insert(make_cast(values, types, self.location)).results
        self.harmless += self.changes - before
        cast = cast_of(made)
        if cast is not None:
            self.casts[cast] = None
        return made

    # Changes

    def argument_as(self, old: BlockArgument, value: Value) -> None:
        """Let the uses of a block argument use a cast of a value instead. What makes the value,
        right before, at the start of the block, goes at the end if nothing uses it then."""
        block = old.owner
        cast = self.cast((value,), (old.type,))[0]
        self.replace_all_uses_with(old, cast)
        made = cast.defining_op
        ops: list[Operation] = []
        for op in block:
            ops.append(op)
            if op is made:
                break
        self._arguments.append(_Argument(block, ops, made))

    def settle_arguments(self) -> None:
        """At the end of the conversion: erase what makes arguments that nothing uses, and order
        the rest as upstream, where it is made for the first lowering that needs it, each before
        those that are there, and at the end what other ops use."""
        asked = [a for cast in self._asked for a in self._arguments if a.cast is cast]
        rest = [a for a in self._arguments if a not in asked]
        for argument in (*asked, *rest):
            for op in reversed(argument.ops):
                if op._parent is None:
                    continue
                if not op.has_uses and op not in self.casts:
                    self.erase(op)
                elif asked:
                    op.detach()
                    argument.block.prepend(op)

    def keep(self, op: OpT) -> OpT:
        """Insert an op, if it is in no block, that is not lowered again though there is a lowering
        for it."""
        self.kept.add(op)
        return op if op._parent is not None else self.insert(op)

    def replace(self, op: Operation, new: Replacement) -> None:
        """As `Rewriter.replace`; values of other types are cast to the old types for users that are
        not lowered yet."""
        if isinstance(new, Operation):
            if new.parent is None:
                at = self.block, self.before, self.location
                self.set_before(op)
                self.insert(new)
                self.block, self.before, self.location = at
            values: Sequence[Value | None] = new.results
        else:
            values = (new,) if isinstance(new, Value) else new
        groups = self._group(op, values)
        same: list[Value | None] = []
        at = self.block, self.before, self.location
        for result, group in zip(op._results, groups, strict=True):
            if len(group) == 1 and (group[0] is None or group[0].type is result.type):
                same.append(group[0])
            elif not result.has_uses:
                same.append(None)
            else:
                self.set_before(op)
                same += self._materialize([v for v in group if v is not None], (result.type,))
        self.block, self.before, self.location = at
        super().replace(op, same)

    def _group(self, op: Operation, values: Sequence[Value | None]) -> list[Sequence[Value | None]]:
        """The new values of each result: one each, or as many as the type converter says."""
        if len(values) == len(op._results):
            return [(v,) for v in values]
        sizes = (
            [len(self.types.convert_to_many(r.type)) for r in op._results]
            if self.types is not None
            else [1] * len(op._results)
        )
        if sum(sizes) != len(values):
            raise ValueError(
                f"'{op.name}' has {len(op._results)} results, got {len(values)} values for them"
            )
        rest = iter(values)
        return [[next(rest) for _ in range(size)] for size in sizes]

    def convert_block(self, block: Block) -> None:
        """Convert the types of a block's arguments. Users that are not lowered yet see casts."""
        if self.types is None:
            return
        at = self.block, self.before, self.location
        for old in list(block.args):
            types = self.types.convert_to_many(old.type)
            if types == (old.type,):
                continue
            new = [
                block.insert_argument(old.index + k, t, old.location) for k, t in enumerate(types)
            ]
            self.changes += 1
            if old.has_uses:
                self.set_start(block)
                self.location = old.location
                self.replace_all_uses_with(old, self._materialize(new, (old.type,))[0])
            block.erase_argument(old.index)
        self.block, self.before, self.location = at

    def convert_region(self, region: Region) -> None:
        """Convert the argument types of all blocks of a region."""
        for block in region:
            self.convert_block(block)
