"""Functions that run when a program is loaded, and when it is unloaded."""

from typing import Literal

from mlirlite.dialects.llvm.globals import GlobalCtorsOp, GlobalDtorsOp
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr, SymbolRefAttr
from mlirlite.ir.operation import Operation


def structors(module: Operation, kind: Literal["ctors", "dtors"]) -> list[str]:
    """Names of a module's constructors or destructors in the order in which they run: constructors
    by ascending priority, destructors by descending."""
    cls = GlobalCtorsOp if kind == "ctors" else GlobalDtorsOp
    found: list[tuple[int, str]] = []
    for op in module.regions[0].entry if not module.regions[0].empty else ():
        if isinstance(op, cls):
            lists = (op.properties["priorities"], op.properties[kind])
            priorities, functions = (a if isinstance(a, ArrayAttr) else () for a in lists)
            for priority, function in zip(priorities, functions, strict=True):
                if isinstance(priority, IntegerAttr) and isinstance(function, SymbolRefAttr):
                    found.append((priority.value, function.root))
    found.sort(key=lambda entry: entry[0], reverse=kind == "dtors")
    return [name for _, name in found]
