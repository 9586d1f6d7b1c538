"""--symbol-dce: removes private symbols that are not used, even if they refer to each other."""

from __future__ import annotations

from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import SymbolTables, references, symbol_name, symbol_visibility
from mlirlite.ir.traits import Symbol, SymbolTable
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import DiagnosticError


@compiler_pass("symbol-dce")
def symbol_dce(op: Operation, state: PassState) -> None:
    """Eliminate dead symbols.

    A symbol is live when it is visible from outside, or when something live refers to it.
    """
    if not op.has_trait(SymbolTable):
        raise DiagnosticError(
            op.error(" was scheduled to run under SymbolDCE, but does not define a symbol table")
        )
    live = _live_symbols(op)
    for table in [o for o in op.walk() if o.has_trait(SymbolTable)]:
        for block in table.regions[0]:
            for child in block:
                if _is_symbol(child) and child not in live:
                    child.erase()
                    state.count("num-dce'd")


def _is_symbol(op: Operation) -> bool:
    return op.has_trait(Symbol) and symbol_name(op) is not None


def _live_symbols(root: Operation) -> set[Operation]:
    tables = SymbolTables()
    live: set[Operation] = set()
    hidden = root.parent_op is None or not _is_symbol(root) or symbol_visibility(root) == "private"
    todo: list[tuple[Operation, bool]] = []
    """Live ops, and whether the symbol table around each is hidden from outside."""
    _enter(root, hidden, live, todo)
    while todo:
        op, hidden = todo.pop()
        if op.has_trait(SymbolTable):
            inside = hidden or not _is_symbol(op) or symbol_visibility(op) == "private"
            _enter(op, inside, live, todo)
            users = [op]
        else:
            users = _without_inner_tables(op, live, todo, hidden)
        for user in users:
            for attribute in (*user.properties.values(), *user.attributes.values()):
                for reference in references(attribute):
                    for symbol in _resolve(tables, user, reference.root, reference.nested):
                        if symbol not in live:
                            live.add(symbol)
                            todo.append((symbol, hidden))
    return live


def _enter(
    table: Operation, hidden: bool, live: set[Operation], todo: list[tuple[Operation, bool]]
) -> None:
    """Start with what a symbol table must keep: ops that are not symbols, and visible symbols."""
    for block in table.regions[0]:
        for op in block:
            if _is_symbol(op):
                visibility = symbol_visibility(op)
                if visibility == "private" or (visibility == "nested" and hidden) or op in live:
                    continue
                live.add(op)
            todo.append((op, hidden))


def _without_inner_tables(
    op: Operation, live: set[Operation], todo: list[tuple[Operation, bool]], hidden: bool
) -> list[Operation]:
    """The op and those nested in it; nested symbol tables are visited separately."""
    found = [op]
    for one in found:
        for region in one.regions:
            for block in region:
                for child in block:
                    if child.has_trait(SymbolTable):
                        todo.append((child, hidden))
                    else:
                        found.append(child)
    return found


def _resolve(
    tables: SymbolTables, user: Operation, root: str, nested: tuple[str, ...]
) -> list[Operation]:
    """All symbols on the path of a reference, in the nearest symbol table around an op; empty for
    an unresolved reference."""
    scope = user.parent_op
    while scope is not None and not scope.has_trait(SymbolTable):
        scope = scope.parent_op
    found = tables.table(scope).get(root) if scope is not None else None
    if found is None:
        return []
    path = [found]
    for name in nested:
        inner = tables.table(path[-1]).get(name) if path[-1].has_trait(SymbolTable) else None
        if inner is None:
            return []
        path.append(inner)
    return path
