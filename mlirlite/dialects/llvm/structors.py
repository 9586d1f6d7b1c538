"""Functions that run when a program is loaded, and when it is unloaded."""

from collections.abc import Sequence
from typing import Any, Literal, cast

from mlirlite.dialects.llvm.attributes import ZeroAttr
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr, SymbolRefAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Prop
from mlirlite.ir.interfaces import SymbolUser
from mlirlite.ir.operation import Operation
from mlirlite.support.diagnostics import Diagnostic, error


class GlobalCtorsOp(Op, SymbolUser, name="llvm.mlir.global_ctors"):
    """Functions that run when the program or library is loaded.

    ```mlir
    llvm.func @f() {
      llvm.return
    }
    llvm.mlir.global_ctors ctors = [@f], priorities = [0 : i32], data = [#llvm.zero]
    ```
    """

    ctors: Prop[ArrayAttr]
    priorities: Prop[ArrayAttr]
    data: Prop[ArrayAttr]
    assembly_format = (
        "`ctors` `=` $ctors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        return _verify_lists(self, "ctors")

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return _verify_structors(self, tables, "ctors")


class GlobalDtorsOp(Op, SymbolUser, name="llvm.mlir.global_dtors"):
    """Functions that run when the program ends or the library is unloaded."""

    dtors: Prop[ArrayAttr]
    priorities: Prop[ArrayAttr]
    data: Prop[ArrayAttr]
    assembly_format = (
        "`dtors` `=` $dtors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        return _verify_lists(self, "dtors")

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return _verify_structors(self, tables, "dtors")


def _verify_lists(op: Op, name: str) -> Diagnostic | None:
    lists: Sequence[Attribute] = [op.properties[n] for n in (name, "priorities", "data")]
    if len({len(cast(ArrayAttr, a)) for a in lists}) != 1:
        return op.error(f"{name}, priorities, and data must have the same number of elements")
    for item in cast(ArrayAttr, op.properties["data"]):
        if not isinstance(item, (SymbolRefAttr, ZeroAttr)):
            return error("data element must be symbol or #llvm.zero", op.where)
    return None


def _verify_structors(op: Op, tables: Any, name: str) -> Diagnostic | None:
    for symbol in cast(ArrayAttr, op.properties[name]):
        root = getattr(symbol, "root", "")
        found = tables.lookup(op, symbol)
        if found is None or found.name != "llvm.func":
            return op.error(f"'{root}' does not reference a valid LLVM function")
        if found.is_declaration:
            return op.error(f"'{root}' does not have a definition")
    return None


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
