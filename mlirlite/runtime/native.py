"""Functions of the runtime that are written in LLVM IR: their code is made once for a machine, and
kept on disk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from mlirlite.runtime.cache import object_code

if TYPE_CHECKING:
    from mlirlite.target.llvmir.jit import Engine


def native(text: str, symbols: Mapping[str, int]) -> Engine:
    """The loaded code of a text, which calls these symbols by their addresses."""
    # late: they load llvmlite, which answers of the first tier (quick.py) do without
    from mlirlite.target.llvmir.jit import Engine
    from mlirlite.target.llvmir.machine import optimized

    code = object_code(text, lambda text: optimized(text).object_code())
    return Engine(code, symbols=dict(symbols))
