"""Functions in this process: LLVM IR text or object code, linked with symbols at given addresses,
called through ctypes."""

from __future__ import annotations

import ctypes
import ctypes.util
import itertools
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import llvmlite.binding as llvm

from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.target.llvmir.machine import DEFAULT_LEVEL, Target, optimised

_numbers = itertools.count()


@cache
def _jit() -> Any:
    """The one JIT of the process; libm's functions are made known to it."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()  # for inline assembly
    library = ctypes.util.find_library("m")
    if library is not None:
        llvm.load_library_permanently(library)
    return llvm.create_lljit_compiler()


class Engine:
    """Compiled code, alive as long as this object is.

        engine = Engine(to_llvmir(module), symbols={"weights": array.ctypes.data})
        f = engine.function("f", ctypes.c_float, ctypes.c_float)

    `code` is LLVM IR text, or the bytes of an object file. `symbols` are addresses of what the code
    declares external; the caller
    keeps what is there alive. Any other external symbol comes from the process (libc, libm).
    DiagnosticError when LLVM rejects
    the text, and for symbols that nobody defines.
    """

    def __init__(
        self,
        code: str | bytes,
        *,
        opt_level: int = DEFAULT_LEVEL,
        symbols: Mapping[str, int] | None = None,
        keep: Iterable[object] = (),
    ) -> None:
        self._keep = tuple(keep)
        symbols = symbols or {}
        self.defined: tuple[str, ...] = ()
        if isinstance(code, str):
            compiled = optimised(code, target=Target(level=opt_level))
            self.defined = _defined(compiled.module)
            _check_external(compiled.module, symbols)
            code = compiled.object_code()
        self.object_code = code
        """The object file that was linked."""
        self._name = f"mlirlite.{next(_numbers)}"
        self._trackers: dict[str, Any] = {}
        builder = llvm.JITLibraryBuilder().add_object_img(code).add_current_process()
        for name, address in symbols.items():
            builder.import_symbol(name, address)
        try:
            self._library = builder.link(_jit(), self._name)
        except RuntimeError as e:
            raise DiagnosticError(f"the compiled code cannot be linked: {e}") from e

    def address(self, name: str) -> int:
        """The address of a function or global that the code defines and exports. DiagnosticError
        when there is none."""
        tracker = self._trackers.get(name)
        if tracker is None:
            if self.defined and name not in self.defined:
                raise DiagnosticError(
                    f"the compiled code has no symbol '{name}'{did_you_mean(name, self.defined)}"
                )
            try:
                tracker = self._trackers[name] = _jit().lookup(self._name, name)
            except RuntimeError as e:
                raise DiagnosticError(f"the compiled code has no symbol '{name}'") from e
        return int(tracker[name])

    def function(self, name: str, result: Any = None, *arguments: Any) -> Any:
        """A function as a ctypes callable with these types; it keeps the engine alive."""
        found: Any = ctypes.CFUNCTYPE(result, *arguments)(self.address(name))
        found.engine = self
        return found


def _defined(module: Any) -> tuple[str, ...]:
    values = [*module.functions, *module.global_variables]
    return tuple(v.name for v in values if not v.is_declaration and _is_exported(v))


def _is_exported(value: Any) -> bool:
    return value.linkage not in (llvm.Linkage.internal, llvm.Linkage.private)


def _check_external(module: Any, symbols: Mapping[str, int]) -> None:
    """Every declared symbol has an address; LLVM would only say so on the standard error stream."""
    _jit()
    missing = [
        v.name
        for v in [*module.functions, *module.global_variables]
        if v.is_declaration
        and v.name not in symbols
        and not v.name.startswith("llvm.")
        and v.linkage is not llvm.Linkage.external_weak
        and not llvm.address_of_symbol(v.name)
    ]
    if missing:
        names = ", ".join(f"'{n}'" for n in missing)
        raise DiagnosticError(
            f"undefined symbols: {names}; give their addresses, or load a library that has them"
        )
