"""--symbol-privatize: `func.func @f  -->  func.func private @f`, so that symbol-dce may remove
it."""

from __future__ import annotations

from mlirlite.ir.attributes import StringAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import SYMBOL_VISIBILITY, symbol_name
from mlirlite.ir.traits import Symbol
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("symbol-privatize")
def symbol_privatize(
    op: Operation,
    state: PassState,
    *,
    exclude: list[str] = [],  # noqa: B006
) -> None:
    """Mark symbols private.

    Applies to all symbols directly inside the op, except those excluded.

    exclude: names of symbols that stay as they are
    """
    kept = set(exclude)
    for region in op.regions:
        for block in region:
            for symbol in block:
                name = symbol_name(symbol)
                if symbol.has_trait(Symbol) and name is not None and name not in kept:
                    symbol.properties[SYMBOL_VISIBILITY] = StringAttr("private")
                    state.count("num-privatized")
