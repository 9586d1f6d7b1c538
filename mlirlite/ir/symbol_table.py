"""Symbols: looking them up from a use, and finding their uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, DictionaryAttr, StringAttr, SymbolRefAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import SymbolTable
from mlirlite.ir.unregistered import UnregisteredOp
from mlirlite.support.diagnostics import did_you_mean

SYMBOL_NAME = "sym_name"
SYMBOL_VISIBILITY = "sym_visibility"
_UPSTREAM_ONLY = "test"
"""The dialect that mlir-opt knows and this project lacks: that of upstream's own tests."""


def symbol_name(op: Operation) -> str | None:
    """The name that the op defines, or None when it is not a symbol."""
    name = op.properties.get(SYMBOL_NAME)
    if name is None and op._attributes:
        name = op._attributes.get(SYMBOL_NAME)
    return name.value if isinstance(name, StringAttr) else None


def symbol_visibility(op: Operation) -> str:
    """`public`, `private` or `nested`."""
    visibility = op.attribute(SYMBOL_VISIBILITY)
    return visibility.value if isinstance(visibility, StringAttr) else "public"


def may_hold_symbols(op: Operation) -> bool:
    """True for symbol tables, and for ops of upstream's test dialect."""
    # MLIR differs: upstream finds no symbols across any unregistered op.
    return op.has_trait(SymbolTable) or is_known_upstream(op)


def is_known_upstream(op: Operation) -> bool:
    """True for ops of upstream's test dialect: their traits are unknown."""
    return isinstance(op, UnregisteredOp) and op.dialect_name == _UPSTREAM_ONLY


def symbol_ops(table: Operation) -> Iterator[Operation]:
    """Ops directly inside a symbol table that define symbols."""
    for region in table.regions:
        for block in region:
            for op in block:
                if symbol_name(op) is not None:
                    yield op


class SymbolTables:
    """Look-ups with one dict for each symbol table, made at its first use. Make a new one after
    symbols were added or renamed."""

    def __init__(self) -> None:
        self._tables: dict[Operation, dict[str, Operation]] = {}

    def table(self, op: Operation) -> dict[str, Operation]:
        """The symbols directly inside `op`."""
        found = self._tables.get(op)
        if found is None:
            found = self._tables[op] = {}
            for symbol in symbol_ops(op):
                found.setdefault(symbol_name(symbol) or "", symbol)
        return found

    def lookup_in(self, table: Operation, reference: SymbolRefAttr | str) -> Operation | None:
        """The op that a reference names, seen from inside `table`."""
        if isinstance(reference, str):
            return self.table(table).get(reference)
        op = self.table(table).get(reference.root)
        for name in reference.nested:
            if op is None or not op.has_trait(SymbolTable):
                return None
            op = self.table(op).get(name)
        return op

    def lookup(self, source: Operation, reference: SymbolRefAttr | str) -> Operation | None:
        """The op that a reference names in the nearest symbol table around `source`, or in `source`
        itself when it is one. An unregistered op with a region may be an unknown symbol table, so
        nothing is found across it."""
        op = _table_around(source)
        return None if op is None else self.lookup_in(op, reference)

    def nearest(self, source: Operation, name: str) -> str:
        """`; did you mean 'x'?` for a symbol of the table around `source` with a name like this
        one, or an empty string. Also for a name that exists but means something else."""
        op = _table_around(source)
        return "" if op is None else did_you_mean(name, self.table(op).keys() - {name})

    def free_name(self, source: Operation, name: str) -> str:
        """A name that no symbol of the table around `source` has yet: this one, or it with a
        number."""
        op = _table_around(source)
        taken = () if op is None else self.table(op)
        names = (name, *(f"{name}_{n}" for n in range(len(taken))))
        return next(n for n in names if n not in taken)


def _table_around(source: Operation) -> Operation | None:
    op: Operation | None = source
    while op is not None and not op.has_trait(SymbolTable):
        if isinstance(op, UnregisteredOp) and len(op.regions) == 1:
            return None
        op = op.parent_op
    return op


def references(attribute: Attribute) -> Iterator[SymbolRefAttr]:
    """Symbol references in an attribute, nested ones included."""
    todo: list[Any] = [attribute]
    while todo:
        a = todo.pop()
        if isinstance(a, SymbolRefAttr):
            yield a
        elif isinstance(a, ArrayAttr):
            todo += a.value
        elif isinstance(a, DictionaryAttr):
            todo += [v for _, v in a.entries]


def symbol_uses(root: Operation) -> Iterator[tuple[Operation, SymbolRefAttr]]:
    """Every reference from an op in `root` (not `root` itself) with the op that makes it."""
    for op in root.walk():
        if op is not root:
            for attribute in (*op.properties.values(), *(op._attributes or {}).values()):
                for reference in references(attribute):
                    yield op, reference
