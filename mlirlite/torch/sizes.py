"""Sizes that are known at run time: expressions of symbols -> integer vectors of one element."""

from __future__ import annotations

from functools import reduce
from typing import Any

import sympy
import torch
from torch.utils._sympy import functions

from mlirlite.torch.types import Unsupported


def expression(size: Any) -> sympy.Expr:
    """The expression of a SymInt or SymFloat."""
    node = size.node
    return node.shape_env.simplify(node.expr) if node.shape_env is not None else node.expr


def emit_size(found: sympy.Expr, b: Any) -> Any:
    """The value of an expression, as a builder makes it: int64, or double where it has fractions.
    Unsupported for functions other than those of shapes."""
    if isinstance(found, (sympy.Integer, int)):
        return b.integers(int(found))
    if isinstance(found, (sympy.Float, sympy.Rational)):
        return b.number(float(found), torch.float64).reshape([1])
    if isinstance(found, sympy.Symbol):
        if found not in b.symbols:
            raise Unsupported(f"a size {found} that no input has")
        return b.symbols[found]()
    parts = [emit_size(part, b) for part in found.args]
    if isinstance(found, sympy.Pow) and isinstance(found.args[1], sympy.Integer):
        power = int(found.args[1])
        if power > 0:
            return reduce(lambda x, y: x * y, [parts[0]] * power)
    if isinstance(found, _FRACTIONS) or any(p.dtype is torch.float64 for p in parts):
        parts = [p.to(torch.float64) for p in parts]
    for kinds, rule in _FUNCTIONS.items():
        if isinstance(found, kinds):
            return rule(b, *parts)
    raise Unsupported(f"a size {found}")


_FRACTIONS = (
    functions.ToFloat,
    functions.FloatTrueDiv,
    functions.IntTrueDiv,
    functions.FloatPow,
    functions.OpaqueUnaryFn_sqrt,
)
"""Functions whose value is a double."""
_FUNCTIONS: dict[Any, Any] = {
    sympy.Add: lambda b, *p: reduce(lambda x, y: x + y, p),
    sympy.Mul: lambda b, *p: reduce(lambda x, y: x * y, p),
    (functions.Mod, functions.PythonMod): lambda b, x, y: b("Mod", x, y),  # the divisor's sign
    (functions.FloorDiv, functions.CleanDiv): lambda b, x, y: (x - b("Mod", x, y)) / y,
    (sympy.Max, functions.Max): lambda b, *p: b("Max", list(p)),
    (sympy.Min, functions.Min): lambda b, *p: b("Min", list(p)),
    functions.ToFloat: lambda b, x: x,
    (functions.FloatTrueDiv, functions.IntTrueDiv): lambda b, x, y: x / y,
    functions.FloatPow: lambda b, x, y: b("Pow", x, y),
    functions.OpaqueUnaryFn_sqrt: lambda b, x: b("Sqrt", x),
    functions.TruncToInt: lambda b, x: x.to(torch.int64),
    functions.FloorToInt: lambda b, x: b("Floor", x).to(torch.int64),
    functions.CeilToInt: lambda b, x: b("Ceil", x).to(torch.int64),
}


def symbols_of(sizes: Any) -> list[tuple[int, sympy.Symbol]]:
    """The dimensions that are a symbol alone."""
    found = []
    for index, size in enumerate(sizes):
        if isinstance(size, torch.SymInt):
            symbol = expression(size)
            if isinstance(symbol, sympy.Symbol):
                found.append((index, symbol))
    return found
