"""Sizes that are known at run time: expressions of symbols -> integer vectors of one element."""

from __future__ import annotations

from functools import reduce
from typing import Any

import sympy
import torch
from torch.utils._sympy import functions

from mlirlite.torch.types import Unsupported


def expression(size: Any) -> sympy.Expr:
    """The expression of a SymInt."""
    node = size.node
    return node.shape_env.simplify(node.expr) if node.shape_env is not None else node.expr


def emit_size(found: sympy.Expr, b: Any) -> Any:
    """The value of an expression, as a builder makes it. Unsupported for functions other than those
    of shapes."""
    if isinstance(found, (sympy.Integer, int)):
        return b.integers(int(found))
    if isinstance(found, sympy.Symbol):
        if found not in b.symbols:
            raise Unsupported(f"a size {found} that no input has")
        return b.symbols[found]()
    parts = [emit_size(part, b) for part in found.args]
    if isinstance(found, sympy.Add):
        return reduce(lambda x, y: x + y, parts)
    if isinstance(found, sympy.Mul):
        return reduce(lambda x, y: x * y, parts)
    if isinstance(found, (functions.Mod, functions.PythonMod)):
        return b("Mod", *parts)  # has the divisor's sign
    if isinstance(found, (functions.FloorDiv, functions.CleanDiv)):
        return (parts[0] - b("Mod", *parts)) / parts[1]
    if isinstance(found, (sympy.Max, functions.Max)):
        return b("Max", parts)
    if isinstance(found, (sympy.Min, functions.Min)):
        return b("Min", parts)
    if isinstance(found, sympy.Pow) and isinstance(found.args[1], sympy.Integer):
        power = int(found.args[1])
        if power > 0:
            return reduce(lambda x, y: x * y, [parts[0]] * power)
    raise Unsupported(f"a size {found}")


def symbols_of(sizes: Any) -> list[tuple[int, sympy.Symbol]]:
    """The dimensions that are a symbol alone."""
    found = []
    for index, size in enumerate(sizes):
        if isinstance(size, torch.SymInt):
            symbol = expression(size)
            if isinstance(symbol, sympy.Symbol):
                found.append((index, symbol))
    return found
