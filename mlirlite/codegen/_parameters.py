"""The numbers in which nests of one form differ, as arguments of the function that they share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from mlirlite.codegen._numbers import Form, rebuilt
from mlirlite.conversion._llvm_signatures import STRIDES
from mlirlite.dialects import affine, krnl
from mlirlite.ir.affine import AffineConst, AffineExpr, AffineMap, AffineSymbol
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    EMPTY_DICT,
    AffineMapAttr,
    ArrayAttr,
    DictionaryAttr,
    StridedLayoutAttr,
    i64_attr,
)
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, INDEX, FunctionType, MemRefType
from mlirlite.ir.values import Value

Column = tuple[int, ...]
"""A number of a form in each nest."""


@dataclass(slots=True)
class Parameters:
    """The arguments that nests of one form need: `bases` are what they pass; a number is a base
    times a factor plus a constant."""

    forms: Sequence[Form]
    bases: list[Column] = field(default_factory=list)
    found: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    """By the number's position: the base, its factor, the constant."""
    limits: dict[int, int] = field(default_factory=dict)
    """By the number's position: a limit of its values."""
    types: list[Type] = field(default_factory=list)
    """The types of the arguments that there are."""

    @classmethod
    def of(cls, forms: Sequence[Form]) -> Self | None:
        """The parameters of nests; None if they cannot share a function."""
        made = cls(forms)
        columns = list(zip(*(f.numbers for f in forms), strict=True))
        differ = [i for i, c in enumerate(columns) if len(set(c)) > 1]
        strides = {i for _, first, rank in forms[0].strides for i in range(first, first + rank)}
        for i in differ:
            if i in strides:
                made._add(i, columns[i], exactly=True)
        for i in differ:
            if i not in strides:
                made._add(i, columns[i])
                made.limits[i] = 1 << (max(columns[i]) - 1).bit_length()
        for op, first in forms[0].maps:
            if isinstance(op, krnl.IterateOp) and made._is_scheduled(op, first):
                return None
        made.types = made._argument_types()
        return made

    @property
    def count(self) -> int:
        """How many arguments there are more."""
        return len(self.bases)

    @property
    def values(self) -> Iterator[Column]:
        """What each nest passes."""
        if not self.bases:
            return iter([()] * len(self.forms))
        return zip(*self.bases, strict=True)

    def _add(self, position: int, column: Column, exactly: bool = False) -> None:
        for k, base in enumerate(self.bases):
            difference = column[0] - base[0]
            if column == base or (
                not exactly and all(c - b == difference for c, b in zip(column, base, strict=True))
            ):
                self.found[position] = k, 1, difference
                return
            factor = column[0] // base[0] if base[0] else 0
            if not exactly and factor and column == tuple(factor * b for b in base):
                self.found[position] = k, factor, 0
                return
        self.found[position] = len(self.bases), 1, 0
        self.bases.append(column)

    def _is_scheduled(self, op: krnl.IterateOp, first: int) -> bool:
        """True if other ops change loops whose bounds differ."""
        at = first
        for item in op.ranges():
            count = sum(_count(m) for m in (item.lower, item.upper))
            differs = any(i in self.found for i in range(at, at + count))
            at += count
            if differs and any(not isinstance(u, krnl.IterateOp) for u in item.loop.users):
                return True
        return False

    def _argument_types(self) -> list[Type]:
        arguments = self.forms[0].function.regions[0].block.args
        types = [a.type for a in arguments]
        for n, (argument, first, rank) in enumerate(self.forms[0].strides):
            others = {f.strides[n][0].type for f in self.forms}
            if len(others) == 1:
                continue
            kind: Any = argument.type
            strides = [
                DYNAMIC if i in self.found or not number else number
                for i, number in enumerate(self.forms[0].numbers[first : first + rank], first)
            ]
            layout = StridedLayoutAttr(tuple(strides)) if strides != [1] else None
            types[argument.index] = MemRefType((DYNAMIC,) * rank, kind.element_type, layout)
        return types

    def apply(self) -> None:
        """Give the first nest's function the arguments, and use them in place of the numbers."""
        form = self.forms[0]
        function, entry = form.function, form.function.regions[0].block
        given = len(entry.args)
        for argument, type in zip(entry.args, self.types, strict=True):
            argument.type = type
        values = [entry.add_argument(INDEX) for _ in self.bases]
        types = tuple([a.type for a in entry.args])
        function.properties["function_type"] = FunctionType(types, ())
        function.properties["arg_attrs"] = self._argument_attributes(form, given, len(types))
        start = Builder.at_start(entry)
        for op, number in form.constants:
            if number in self.found:
                made = start.insert(
                    affine.ApplyOp.create(
                        self._operands([number], values),
                        (INDEX,),
                        {"map": AffineMapAttr(AffineMap(0, 1, (self._expression(number, 0),)))},
                    )
                )
                op.replace_with(made.results[0])
        for op, first in form.maps:
            if isinstance(op, krnl.IterateOp):
                self._bounds(op, first, values)
            else:
                self._apply(op, first, values)

    def _argument_attributes(self, form: Form, given: int, count: int) -> ArrayAttr:
        old = form.function.properties.get("arg_attrs")
        entries: list[Any] = list(old) if isinstance(old, ArrayAttr) else [EMPTY_DICT] * given
        for argument, first, rank in form.strides:
            held = [
                given + self.found[i][0] if i in self.found else -1
                for i in range(first, first + rank)
            ]
            if isinstance(argument.type, MemRefType) and not argument.type.has_static_shape:
                numbers = ArrayAttr(tuple(map(i64_attr, held)))
                at = argument.index
                entries[at] = DictionaryAttr((*entries[at].entries, (STRIDES, numbers)))
        return ArrayAttr((*entries, *[EMPTY_DICT] * (count - given)))

    def _expression(self, position: int, symbol: int) -> AffineExpr:
        _, factor, constant = self.found[position]
        made: AffineExpr = AffineSymbol(symbol) * factor + constant
        return made

    def _operands(self, positions: Sequence[int], values: Sequence[Value]) -> list[Value]:
        return [values[self.found[i][0]] for i in positions]

    def _map(self, old: AffineMap, first: int, limit: bool = False) -> tuple[AffineMap, list[int]]:
        """A map with a symbol more for each of its numbers that differs, and their positions. With
        `limit` a result that is only such a number gets a constant beside it."""
        at = first
        positions: list[int] = []

        def next(value: int) -> AffineExpr:
            nonlocal at
            position, at = at, at + 1
            if position not in self.found:
                return AffineConst(value)
            positions.append(position)
            return self._expression(position, old.num_symbols + len(positions) - 1)

        results = [rebuilt(e, next) for e in old.results]
        if (
            limit
            and len(results) == 1
            and positions == [first]
            and isinstance(old.results[0], AffineConst)
        ):
            results.append(AffineConst(self.limits[first]))
        symbols = old.num_symbols + len(positions)
        return AffineMap(old.num_dims, symbols, tuple(results)), positions

    def _apply(self, op: Operation, first: int, values: Sequence[Value]) -> None:
        attribute: Any = op.properties["map"]
        map, positions = self._map(attribute.map, first)
        if positions:
            op.properties["map"] = AffineMapAttr(map)
            op.set_operands([*op.operands, *self._operands(positions, values)])

    def _bounds(self, op: krnl.IterateOp, first: int, values: Sequence[Value]) -> None:
        operands: list[Value] = list(op.optimized_loops)
        maps: list[Attribute] = []
        for item in op.ranges():
            operands.append(item.loop)
            for old, given, limit in (
                (item.lower, item.lower_operands, False),
                (item.upper, item.upper_operands, True),
            ):
                map, positions = self._map(old, first, limit)
                first += _count(old)
                maps.append(AffineMapAttr(map))
                operands += [*given, *self._operands(positions, values)]
        inits = op.inits
        op.attributes["bounds"] = ArrayAttr(tuple(maps))
        op.set_operands([*operands, *inits])


def _count(map: AffineMap) -> int:
    """How many numbers a map has."""
    count = 0

    def next(value: int) -> AffineExpr:
        nonlocal count
        count += 1
        return AffineConst(value)

    for e in map.results:
        rebuilt(e, next)
    return count
