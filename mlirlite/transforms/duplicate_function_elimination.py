"""--duplicate-function-elimination: of functions that differ only in their names, one stays.

func @a(%x) { return %x }  func @b(%x) { return %x }  call @b
  -->  func @a(%x) { return %x }  call @a
"""

from __future__ import annotations

from typing import Any

from mlirlite.ir.attributes import StringAttr, SymbolRefAttr
from mlirlite.ir.equivalence import structurally_equal
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("duplicate-function-elimination", anchor="builtin.module")
def duplicate_function_elimination(op: Operation, state: PassState) -> None:
    """Deduplicate functions.

    Public functions are removed, too. References to a removed function are changed to the first
    equal one.
    """
    groups: dict[Any, list[Operation]] = {}
    twins: dict[str, Operation] = {}
    dropped: list[Operation] = []
    for block in op.regions[0]:
        for function in block:
            if not isinstance(function, FunctionLike) or function.is_declaration:
                continue  # declarations of different names mean different functions
            names = [child.name for child in function.walk()]
            key = function.name, function.properties.get("function_type"), tuple(names)
            known = groups.setdefault(key, [])
            twin = next((other for other in known if _equal(other, function)), None)
            if twin is None:
                known.append(function)
            else:
                twins[_name(function)] = twin
                dropped.append(function)
    for function in dropped:
        function.erase()
        state.count("num-erased")
    if dropped:
        _redirect(op, twins)


def _name(function: Operation) -> str:
    name = function.properties["sym_name"]
    return name.value if isinstance(name, StringAttr) else ""


def _equal(a: Operation, b: Operation) -> bool:
    """Whether two functions differ only in their names."""
    name = b.properties["sym_name"]
    b.properties["sym_name"] = a.properties["sym_name"]
    try:
        return structurally_equal(a, b)
    finally:
        b.properties["sym_name"] = name


def _redirect(module: Operation, twins: dict[str, Operation]) -> None:
    """Redirect calls and other references in properties to the functions that stayed."""
    for user in module.walk():
        for name, value in user.properties.items():
            if isinstance(value, SymbolRefAttr) and not value.nested and value.root in twins:
                user.properties[name] = SymbolRefAttr(_name(twins[value.root]))
