"""Kernels: outlined loop nests of a model, compiled one by one, their code kept by content.

A nest that --outline-loops has made a function knows nothing of its model. Another model has the
same ones, and so has the same model with other weights, another batch size or a changed node. A
kernel's key is its text where it was outlined, all passes and options that follow, the processor,
and the versions. If its code is kept, the function becomes a declaration, so that no pass has work
with it, and the code is linked to that of the model. A kernel is a module of its own for LLVM
whether code is kept or not: the same code runs in both cases.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mlirlite.codegen.outline_loops import NOINLINE
from mlirlite.codegen.poll_loops import WORK
from mlirlite.conversion._llvm_signatures import BARE
from mlirlite.dialects import builtin, func, krnl, llvm
from mlirlite.dialects.llvm.attributes import EXTERNAL, LinkageAttr
from mlirlite.dialects.llvm.enums import Linkage
from mlirlite.ir.attributes import UNIT, IntegerAttr, StringAttr, SymbolRefAttr, i64_attr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.dense import DenseResourceAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name, symbol_uses, symbol_visibility
from mlirlite.passes.pipeline import PassRun, Pipeline
from mlirlite.printer import print_op
from mlirlite.runtime import cache
from mlirlite.target.llvmir import to_llvmir
from mlirlite.target.llvmir.recent import Code, code_of

OUTLINE = "outline-loops"
"""The pass that makes functions of nests."""
_NAME = "kernel"
_LINKAGE = "llvm.linkage"
_OF_NESTS = {_LINKAGE, "passthrough"}
"""The attributes of an outlined nest."""
_FUNCTION_BY_FUNCTION = {
    "canonicalize",
    "cse",
    "buffer-deallocation",
    "convert-krnl-to-affine",
    "skip-empty-loops",
    "outline-loops",
    "memory-plan",
    "poll-loops",
    "lower-affine",
    "lower-krnl-dot",
    "math-polynomial-approximation",
    "convert-scf-to-cf",
    "convert-accesses-to-llvm",
    "convert-vector-to-llvm",
    "convert-ub-to-llvm",
    "convert-krnl-to-llvm",
    "finalize-memref-to-llvm",
    "convert-math-to-llvm",
    "convert-math-to-libm",
    "convert-index-to-llvm",
    "convert-arith-to-llvm",
    "convert-cf-to-llvm",
    "convert-func-to-llvm",
    "reconcile-unrealized-casts",
    "llvm-return-in-memory",
    "llvm-booleans-as-bytes",
    "llvm-fence-nontemporal",
}
"""Passes that make the same of a nest's function whatever else is in the module. Nests are kernels
only if no other pass follows."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """A compiled kernel: its code, whether it takes pointers in place of descriptors, and the work
    that a call of it counts for (poll_loops.py)."""

    code: Code
    is_bare: bool
    work: int


class Kernels:
    """The kernels of one model while it is compiled."""

    def __init__(self, opt_level: int, reuse: bool = True) -> None:
        """Without `reuse`, nests are lowered and compiled even if their code is kept."""
        self._opt_level = opt_level
        self._reuse = reuse
        self._keys: dict[str, cache.Key | None] = {}
        self._compiled: dict[str, Kernel] = {}

    def find(self, module: Operation, passes: Sequence[PassRun | Pipeline]) -> None:
        """Make kernels of the outlined nests of a module that these passes will lower: each gets a
        name by its content, and one whose code is kept becomes a declaration."""
        if not all(isinstance(p, PassRun) and p.flag in _FUNCTION_BY_FUNCTION for p in passes):
            return
        options = {"opt_level": self._opt_level, "passes": " ".join(map(str, passes))}
        names: dict[str, str] = {}
        calls = _only_called(module)
        for function in list(module.regions[0].block):
            if isinstance(function, func.FuncOp) and _is_kernel(function):
                old = function.sym_name
                if old in calls:
                    names[old] = self._take(function, options)
        for old, name in names.items():
            for call in calls[old]:
                call.properties["callee"] = SymbolRefAttr(name)

    def _take(self, function: func.FuncOp, options: Mapping[str, Any]) -> str:
        """Make a kernel of a function; its name."""
        function.properties["sym_name"] = StringAttr(_NAME)
        text = print_op(function, generic=True, local_scope=True)
        content = f"{sorted(options.items())}\n{text}".encode("utf-8", "surrogateescape")
        name = f"{_NAME}_{hashlib.sha256(content).hexdigest()}"
        function.properties["sym_name"] = StringAttr(name)
        if name in self._keys:
            function.erase()
            return name
        function.attributes[WORK] = i64_attr(0)
        key = self._keys[name] = cache.cache_key(content, options)
        found = _kept(key) if self._reuse else None
        if found is not None:
            self._compiled[name] = found
            made = _declared(function)
            made.attributes[WORK] = i64_attr(found.work)
            if found.is_bare:
                made.attributes[BARE] = UNIT
            function.erase()
        return name

    def compiled(self, module: Operation) -> list[Code]:
        """The code of all kernels of a lowered module, in which declarations of them stay."""
        fresh = 0
        for function in list(module.regions[0].block) if self._keys else ():
            name = symbol_name(function) or ""
            if isinstance(function, llvm.LLVMFuncOp) and name in self._keys:
                own = None if function.is_declaration else _module_of(function, module)
                if own is not None:
                    code = code_of(to_llvmir(own), self._opt_level)
                    made = Kernel(code, BARE in function.attributes, _work_of(function))
                    self._compiled[name] = made
                    fresh += _keep(self._keys[name], made)
        if fresh:
            cache.shrink(cache.KERNELS)
        return [k.code for k in self._compiled.values()]


def _only_called(module: Operation) -> dict[str, list[func.CallOp]]:
    """The calls of each function that is not used in any other way."""
    calls: dict[str, list[func.CallOp]] = {}
    others: set[str] = set()
    for op in module.inside():
        if isinstance(op, func.CallOp):
            calls.setdefault(op.callee.root, []).append(op)
        else:
            others.update(a.root for a in op.properties.values() if isinstance(a, SymbolRefAttr))
    return {name: found for name, found in calls.items() if name not in others}


def _is_kernel(function: func.FuncOp) -> bool:
    """True for an outlined nest, unless it refers to what is part of the model."""
    if (
        function.is_declaration
        or symbol_visibility(function) != "private"
        or function.attributes.keys() != _OF_NESTS
        or function.attributes["passthrough"] is not NOINLINE
        or function.signature().results
    ):
        return False
    for op in function.inside():
        if isinstance(op, (krnl.GlobalOp, func.CallOp)):
            return False
        for attribute in (*op.properties.values(), *(op._attributes or {}).values()):
            if isinstance(attribute, (DenseResourceAttr, SymbolRefAttr)):
                return False
    return True


def _declared(function: Operation) -> Operation:
    """A declaration of a function, before it."""
    attributes, properties = dict(function.attributes), dict(function.properties)
    attributes.pop(_LINKAGE, None)
    if "linkage" in properties:
        properties["linkage"] = EXTERNAL
    made = type(function).create((), (), properties, attributes, [Region()])
    Builder.before_op(function).insert(made)
    return made


def _module_of(function: llvm.LLVMFuncOp, module: Operation) -> Operation | None:
    """A module of a function and copies of what it refers to; a declaration is left in its place.
    None if it refers to what cannot be copied."""
    symbols = {symbol_name(op): op for op in module.regions[0].block}
    needed: dict[str, Operation] = {}
    todo: list[Operation] = [function]
    while todo:
        for _, reference in symbol_uses(todo.pop()):
            found = symbols.get(reference.root)
            if found is None or reference.root in needed or found is function:
                continue
            if not _may_be_copied(found):
                return None
            needed[reference.root] = found
            todo.append(found)
    _declared(function)
    function.detach()
    function.properties["linkage"] = EXTERNAL
    own = builtin.ModuleOp.create((), (), {}, dict(module.attributes), [Region([Block()])])
    for op in (*(found.clone() for found in needed.values()), function):
        own.regions[0].block.append(op)
    return own


def _may_be_copied(op: Operation) -> bool:
    """True for what several modules can have: declarations of functions, and private constants."""
    if isinstance(op, llvm.LLVMFuncOp):
        return op.is_declaration
    linkage = op.properties.get("linkage")
    private = isinstance(linkage, LinkageAttr) and linkage.value in (
        Linkage.private,
        Linkage.internal,
    )
    return isinstance(op, llvm.GlobalOp) and private and "constant" in op.properties


def _work_of(function: Operation) -> int:
    work = function.attributes[WORK]
    return work.value if isinstance(work, IntegerAttr) else 0


def _kept(key: cache.Key | None) -> Kernel | None:
    """The kernel of a key, if it is on disk."""
    entry = cache.load(key, cache.KERNELS) if key is not None else None
    if entry is None:
        return None
    header = entry.header
    code = Code(entry.code, tuple(header["defined"]), tuple(header["needed"]))
    return Kernel(code, header["bare"], header["work"])


def _keep(key: cache.Key | None, kernel: Kernel) -> bool:
    """Write a kernel to disk; False if that cannot be done, or is not wanted."""
    if key is None:
        return False
    code = kernel.code
    header: dict[str, Any] = {"defined": code.defined, "needed": code.needed}
    header |= {"bare": kernel.is_bare, "work": kernel.work}
    with contextlib.suppress(OSError), cache.Writer(key, cache.KERNELS) as writer:
        writer.constants(())
        return writer.finish(header, code.object_code, least=0, trim=False)
    return False
