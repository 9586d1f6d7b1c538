"""Functions in this process: LLVM IR text or object code, linked with symbols at given addresses,
called through ctypes."""

from __future__ import annotations

import ctypes
import ctypes.util
import threading
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import llvmlite.binding as llvm

from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.support.forks import wait_before_fork
from mlirlite.support.in_process import InProcess
from mlirlite.target.llvmir.levels import DEFAULT_LEVEL, Effort
from mlirlite.target.llvmir.machine import Target
from mlirlite.target.llvmir.recent import Code, code_of

_LIBRARY = "mlirlite"
"""The name of the one library of a JIT."""
_looking_up = threading.Lock()
"""One thread at a time looks an address up: of two trackers for one symbol, the end of the first
would unload the code."""
wait_before_fork(_looking_up)


@cache
def _prepare() -> None:
    """Make libm's functions known to compiled code."""
    library = ctypes.util.find_library("m")
    if library is not None:
        llvm.load_library_permanently(library)


def _jit() -> Any:
    """A JIT. Each engine has its own, since unloading code from a JIT does not free all of it.

    JITLink puts code and its constants into one block of memory. LLVM's older linker asks for
    blocks one by one, and aborts the process if they are more than 2 GB apart."""
    _prepare()
    return llvm.create_lljit_compiler(Target().machine(), use_jit_link=True)


class Engine(InProcess):
    """Compiled code, alive as long as this object is.

        engine = Engine(to_llvmir(module), symbols={"weights": array.ctypes.data})
        f = engine.function("f", ctypes.c_float, ctypes.c_float)

    `code` is LLVM IR text, or the bytes of an object file; `objects` are linked to it. `symbols`
    are addresses of what the code declares external; the caller keeps that memory alive. Any other
    external symbol comes from the process (libc, libm). DiagnosticError when LLVM rejects the text,
    and for undefined symbols.
    """

    def __init__(
        self,
        code: str | bytes,
        *,
        opt_level: int = DEFAULT_LEVEL,
        effort: Effort = Effort.FULL,
        objects: Sequence[Code] = (),
        symbols: Mapping[str, int] | None = None,
        keep: Iterable[object] = (),
    ) -> None:
        self._keep = tuple(keep)
        symbols = symbols or {}
        self.defined: tuple[str, ...] = ()
        if isinstance(code, str):
            made = code_of(code, opt_level, effort)
            self.defined, code = made.defined, made.object_code
            defined = {name for o in objects for name in o.defined}
            needed = dict.fromkeys(n for o in (made, *objects) for n in o.needed)
            _check_needed([n for n in needed if n not in defined], symbols)
        self.objects = code, *(o.object_code for o in objects)
        """The object files that were linked."""
        self._trackers: dict[str, Any] = {}
        self._jit = _jit()
        builder = llvm.JITLibraryBuilder().add_current_process()
        for each in self.objects:
            builder.add_object_img(each)
        for name, address in symbols.items():
            builder.import_symbol(name, address)
        try:
            self._library = builder.link(self._jit, _LIBRARY)
        except RuntimeError as e:
            raise DiagnosticError(f"the compiled code cannot be linked: {e}") from e

    @property
    def object_code(self) -> bytes:
        """The object file of `code`."""
        return self.objects[0]

    def address(self, name: str) -> int:
        """The address of a function or global that the code defines and exports. DiagnosticError
        when there is none."""
        if name not in self._trackers:
            if self.defined and name not in self.defined:
                raise DiagnosticError(
                    f"the compiled code has no symbol '{name}'{did_you_mean(name, self.defined)}"
                )
            with _looking_up:
                self._look_up(name)
        return int(self._trackers[name][name])

    def _look_up(self, name: str) -> None:
        if name in self._trackers:  # by another thread, meanwhile
            return
        try:
            self._trackers[name] = self._jit.lookup(_LIBRARY, name)
        except RuntimeError as e:
            raise DiagnosticError(f"the compiled code has no symbol '{name}'") from e

    def function(self, name: str, result: Any = None, *arguments: Any) -> Any:
        """A function as a ctypes callable with these types; it keeps the engine alive."""
        found: Any = ctypes.CFUNCTYPE(result, *arguments)(self.address(name))
        found.engine = self
        return found


def _check_needed(needed: Iterable[str], symbols: Mapping[str, int]) -> None:
    """Check that every needed symbol has an address; LLVM would only report it on standard
    error."""
    _prepare()
    missing = [n for n in needed if n not in symbols and not llvm.address_of_symbol(n)]
    if missing:
        names = ", ".join(f"'{n}'" for n in missing)
        raise DiagnosticError(
            f"undefined symbols: {names}; give their addresses, or load a library that has them"
        )
