"""Object code of LLVM IR texts for this machine. Recent code is kept: making a session again needs
no LLVM, and leaks no memory (LLVM's pass builder leaks a kilobyte each time)."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm

from mlirlite.support.forks import wait_before_fork
from mlirlite.target.llvmir.levels import Effort
from mlirlite.target.llvmir.machine import Target, optimized
from mlirlite.target.llvmir.processor import Processor, host_processor

_MOST_BYTES = 16 << 20
"""Bytes of code that are kept."""


@dataclass(frozen=True, slots=True)
class Code:
    """An object file, with the symbols that it defines for others and those that it needs."""

    object_code: bytes
    defined: tuple[str, ...]
    needed: tuple[str, ...]


_kept: OrderedDict[tuple[bytes, int, Effort, Processor], Code] = OrderedDict()
_lock = threading.Lock()
wait_before_fork(_lock)


def code_of(text: str, level: int, effort: Effort = Effort.FULL) -> Code:
    """The code of an already optimized text. DiagnosticError when LLVM rejects it."""
    digest = hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()
    key = digest, level, effort, host_processor()
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    compiled = optimized(text, target=Target(level=level), effort=effort)
    values = [*compiled.module.functions, *compiled.module.global_variables]
    made = Code(
        compiled.object_code(),
        tuple(v.name for v in values if not v.is_declaration and _is_exported(v)),
        tuple(v.name for v in values if v.is_declaration and _is_needed(v)),
    )
    with _lock:
        _kept[key] = made
        while len(_kept) > 1 and sum(len(c.object_code) for c in _kept.values()) > _MOST_BYTES:
            _kept.popitem(last=False)
    return made


def _is_exported(value: Any) -> bool:
    return value.linkage not in (llvm.Linkage.internal, llvm.Linkage.private)


def _is_needed(value: Any) -> bool:
    """True for symbols that must have an address; LLVM's own names and weak ones need none."""
    return not value.name.startswith("llvm.") and value.linkage is not llvm.Linkage.external_weak
