"""Lines of custom syntax that differ from an earlier one only in the names of values: the op is
made like the earlier one, without its parse hook.

`%5 = arith.addi %3, %4 : i32` teaches `… = arith.addi …, … : i32`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.parser.text.tokens import BARE, SPACE, SUFFIX
from mlirlite.support.regex import maybe
from mlirlite.support.source import SourceFile, SourceSpan

_USE = rf"(%{SUFFIX}(?:#[0-9]++)?)"
# Text between uses. Strings may hold anything, and comments too: such lines are read as usual.
_BETWEEN = r'([^%"/\n]{0,200}+)'
_MAX_USES = 6
_MAX_OF_AN_OP = 256


def _uses(count: int) -> str:
    return maybe(_USE + _BETWEEN + _uses(count - 1)) if count else ""


line = re.compile(
    # 1: the only result, 2: op name, 3: text, then uses and texts, last: what follows the line.
    # The first word of the next line decides whether an op goes on there.
    maybe(rf"(%{SUFFIX})[ ]?+=[ ]?+")
    + rf"({BARE}){_BETWEEN}{_uses(_MAX_USES)}(?:\n{SPACE}({BARE}|.)|\Z)",
    re.ASCII | re.DOTALL,
).match
"""Matches an op in custom syntax on a line of its own."""

_USES = tuple(range(4, 4 + 2 * _MAX_USES, 2))
_FOLLOWING = 4 + 2 * _MAX_USES
KEY = (2, 3, *range(5, _FOLLOWING, 2), _FOLLOWING)
"""The groups that two lines must have in common."""


class Line:
    """How the op of such a line is made."""

    __slots__ = (
        "attributes",
        "create",
        "groups",
        "named",
        "operand_types",
        "order",
        "properties",
        "repeats",
        "result_types",
    )

    def __init__(
        self, op: Operation, named: bool, groups: tuple[int, ...], order: tuple[int, ...] | None
    ) -> None:
        self.create = type(op).create
        self.named = named
        self.groups = groups
        """The groups of the uses."""
        self.order = order
        """For each operand the index of its use; None: one after the other."""
        self.repeats: tuple[int, ...] | None = None
        """Which of the uses are the same; None when all differ."""
        self.operand_types: list[Type] = [v.type for v in op.operands]
        self.result_types: list[Type] = [r.type for r in op.results]
        self.properties: dict[str, Attribute] = dict(op.properties)
        self.attributes = dict(op._attributes) if op._attributes else None


class Lines:
    """The lines that were learned inside regions of one default dialect."""

    __slots__ = ("_known", "_learned", "_variants")

    def __init__(self) -> None:
        self._known: dict[tuple[str, ...], Line] = {}
        self._variants: dict[tuple[tuple[str, ...], tuple[int, ...] | None], Line] = {}
        """Lines that repeat other uses than the one in `known`."""
        self._learned: dict[str, int] = {}

    def make(
        self, m: re.Match[str], values: dict[str, Value], source: SourceFile
    ) -> Operation | None:
        """The op of a line that `line` matched, not yet in a block; None when the line has to be
        read as usual."""
        key = m.group(*KEY)
        known = self._known.get(key)
        if known is None or (m[1] is None) is known.named:
            return None
        groups = known.groups
        count = len(groups)
        try:
            if count == 2:
                first, second = m.group(*groups)
                if (first == second) is not (known.repeats is not None):
                    known = self._variants.get((key, (0, 0) if first == second else None))
                    if known is None:
                        return None
                operands = [values[first], values[second]]
            elif count == 1:
                operands = [values[m[4]]]
            elif count:
                names = m.group(*groups)
                repeats = repeated(names) if len(set(names)) != count else None
                if repeats != known.repeats:
                    known = self._variants.get((key, repeats))
                    if known is None:
                        return None
                operands = [values[name] for name in names]
            else:
                operands = []
        except KeyError:
            return None
        order = known.order
        if order is not None:
            operands = [operands[i] for i in order]
        if [v.type for v in operands] != known.operand_types:
            return None
        attributes = known.attributes
        start, end = m.span(2)
        return known.create(
            operands,
            known.result_types,
            known.properties.copy(),
            attributes and attributes.copy(),
            (),
            (),
            SourceSpan(source, start, end),
        )

    def learn(self, m: re.Match[str], end: int, op: Operation, values: dict[str, Value]) -> None:
        """Record how a line, matched by `line`, was read: as this op, up to offset `end`."""
        if op.regions or op.successors or type(op._location) is not SourceSpan:
            return
        if end != following(m) or (m[1] is not None and len(op.results) != 1):
            return
        learned = self._learned.get(op.name, 0)
        if learned >= _MAX_OF_AN_OP:
            return
        groups = tuple([g for g in _USES if m[g] is not None])
        names = [m[g] for g in groups]
        places: dict[int, int] = {}
        for i, name in enumerate(names):
            places.setdefault(id(values.get(name)), i)
        try:
            order = tuple([places[id(v)] for v in op.operands])
        except KeyError:
            return
        if set(order) != set(places.values()):
            return
        self._learned[op.name] = learned + 1
        key = m.group(*KEY)
        in_order = order == tuple(range(len(groups)))
        made = Line(op, m[1] is not None, groups, None if in_order else order)
        if len(set(names)) != len(names):
            made.repeats = repeated(names)
        self._variants[key, made.repeats] = self._known[key] = made


def following(m: re.Match[str]) -> int:
    """The offset where the text goes on after a line."""
    start = m.start(_FOLLOWING)
    return start if start >= 0 else m.end()


def repeated(names: Sequence[str]) -> tuple[int, ...]:
    """Which of several names are the same."""
    return tuple([names.index(name) for name in names])
