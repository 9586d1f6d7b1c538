"""Kernels: outlined loop nests of a model, compiled one by one, their code kept by content.

A nest that --outline-loops has made a function knows nothing of its model. Another model has the
same ones, and so has the same model with other weights or a changed node. A kernel's key is its
text where it was outlined, all passes and options that follow, the processor, and the versions. If
its code is kept, the function becomes a declaration, so that no pass has work with it, and the code
is linked to that of the model. A kernel is a module of its own for LLVM whether code is kept or
not: the same code runs in both cases.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mlirlite.codegen.outline_loops import NOINLINE
from mlirlite.codegen.poll_loops import WORK
from mlirlite.conversion._llvm_signatures import BARE
from mlirlite.dialects import func, krnl
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import (
    UNIT,
    ArrayAttr,
    DictionaryAttr,
    StringAttr,
    SymbolRefAttr,
    i64_attr,
)
from mlirlite.ir.block import Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.context import Context
from mlirlite.ir.dense import DenseResourceAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name, symbol_visibility
from mlirlite.parser import parse_module
from mlirlite.passes.pipeline import Item, PassRun, Pipeline
from mlirlite.passes.registry import lookup
from mlirlite.printer import print_op
from mlirlite.runtime import cache
from mlirlite.runtime.kernel_compiler import Kernel, compile_functions, function_in, module_of
from mlirlite.runtime.kernel_processes import Helper, shares
from mlirlite.target.llvmir.recent import Code

_OUTLINE = "outline-loops"
"""The pass that makes functions of nests."""
_MERGE = "merge-nests"
"""The pass that makes one function of several."""
_NAME = "kernel"
_LINKAGE = "llvm.linkage"
_OF_NESTS = {_LINKAGE, "passthrough"}
"""The attributes of an outlined nest."""
_DIALECTS = frozenset(
    ("affine", "arith", "builtin", "cf", "func", "krnl", "math", "memref", "scf", "vector")
)
"""The dialects of kernels, whose code is that of this package."""


class Kernels:
    """The kernels of one model while it is compiled."""

    def __init__(self, opt_level: int, context: Context) -> None:
        self._opt_level = opt_level
        self._context = context
        self._compiled: dict[str, Kernel] = {}

    @property
    def code(self) -> list[Code]:
        """The code of all kernels."""
        return [k.code for k in self._compiled.values()]

    def are_made_by(self, item: Item, following: Sequence[Item]) -> bool:
        """Whether nests are functions after this pass, and stay as they are."""
        if not isinstance(item, PassRun) or item.flag not in (_OUTLINE, _MERGE):
            return False
        after = following[0] if following else None
        return not (isinstance(after, PassRun) and after.flag == _MERGE)

    def _is_local(self, item: PassRun) -> bool:
        return lookup(item.flag, self._context).each_function

    def take(self, module: Operation, passes: Pipeline) -> None:
        """Compile the outlined nests of a module, as these passes will lower it, or find their
        code; declarations stay."""
        if not all(isinstance(p, PassRun) and self._is_local(p) for p in passes.items):
            return
        calls = _only_called(module)
        found: dict[str, _Nest] = {}
        for function in list(module.regions[0].block):
            own = calls.get(symbol_name(function) or "")
            if own is None or not isinstance(function, func.FuncOp) or not _is_kernel(function):
                continue
            nest = _Nest.of(function, _shared(module), f"{self._opt_level} {passes}")
            for call in own:
                call.properties["callee"] = SymbolRefAttr(nest.name)
            if nest.name in found or nest.name in self._compiled:
                nest.declaration.erase()
            else:
                found[nest.name] = nest
        kept = {name: k for name, n in found.items() if (k := _kept(n.key)) is not None}
        fresh = {name: n for name, n in found.items() if name not in kept}
        made = self._compile(fresh, passes) if fresh else {}
        if sum(_keep(fresh[name].key, kernel) for name, kernel in made.items()):
            cache.shrink(cache.KERNELS)
        self._compiled |= kept | made
        for name, nest in found.items():
            nest.settle(self._compiled.get(name), self._context)

    def _compile(self, nests: Mapping[str, _Nest], passes: Pipeline) -> dict[str, Kernel]:
        """Compile nests, in several processes if there are many."""
        own, *others = shares({name: n.size for name, n in nests.items()})
        helpers: list[Helper] = []
        made: dict[str, Kernel] = {}
        try:
            for share in others:
                texts = {name: nests[name].text for name in share}
                with contextlib.suppress(OSError):
                    helpers.append(Helper(texts, passes, self._opt_level))
            made |= self._compile_here(nests, own, passes)
            for helper in helpers:
                made |= helper.kernels()
        finally:
            for helper in helpers:
                helper.end()
        left = [name for share in others for name in share if name not in made]
        return made | self._compile_here(nests, left, passes)

    def _compile_here(
        self, nests: Mapping[str, _Nest], names: Sequence[str], passes: Pipeline
    ) -> dict[str, Kernel]:
        if not names:
            return {}
        functions = {name: nests[name].taken(self._context) for name in names}
        attributes = nests[names[0]].attributes
        return compile_functions(functions, attributes, passes, self._opt_level, self._context)


@dataclass(slots=True)
class _Nest:
    """An outlined nest: its function, detached, its text as a module of its own, the declaration
    that stands for it, and the key of its code."""

    name: str
    function: func.FuncOp | None
    attributes: Mapping[str, Attribute]
    text: str
    size: int
    declaration: Operation
    key: cache.Key | None

    @classmethod
    def of(cls, function: func.FuncOp, attributes: Mapping[str, Attribute], options: str) -> _Nest:
        """Take a function out of its module; a declaration stays in its place. What else the code
        depends on is in `options`."""
        size = len(function.inside())
        declaration = _declared(function)
        function.detach()
        function.properties["sym_name"] = StringAttr(_NAME)
        module = module_of([function], attributes)
        text = print_op(module, generic=True, local_scope=True)
        function.detach()
        content = f"{options}\n{text}".encode("utf-8", "surrogateescape")
        name = f"{_NAME}_{hashlib.sha256(content).hexdigest()}"
        declaration.properties["sym_name"] = StringAttr(name)
        key = cache.cache_key(content, {})
        return cls(name, function, attributes, text, size, declaration, key)

    def taken(self, context: Context) -> func.FuncOp:
        """The function, from here or of the text."""
        found, self.function = self.function, None
        return found if found is not None else function_in(parse_module(self.text, context))

    def settle(self, kernel: Kernel | None, context: Context) -> None:
        """Let the declaration stand for a kernel; without one, put the function back."""
        if kernel is not None:
            self.declaration.attributes[WORK] = i64_attr(kernel.work)
            if kernel.is_bare:
                self.declaration.attributes[BARE] = UNIT
            return
        function = function_in(parse_module(self.text, context))
        function.properties["sym_name"] = StringAttr(self.name)
        function.attributes[WORK] = i64_attr(0)
        Builder.before_op(self.declaration).insert(function)
        self.declaration.erase()


def _shared(module: Operation) -> dict[str, Attribute]:
    """The attributes of a module that lowering depends on."""
    return {n: a for n, a in module.attributes.items() if n.startswith(("dlti.", "llvm."))}


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
    return not any(
        op.dialect_name not in _DIALECTS
        or isinstance(op, (krnl.GlobalOp, func.CallOp))
        or any(map(_is_of_model, (*op.properties.values(), *(op._attributes or {}).values())))
        for op in function.inside()
    )


def _is_of_model(attribute: Attribute) -> bool:
    """True for what is more than its text: references to symbols, and data in resources."""
    if isinstance(attribute, ArrayAttr):
        return any(map(_is_of_model, attribute.value))
    if isinstance(attribute, DictionaryAttr):
        return any(_is_of_model(a) for _, a in attribute.entries)
    return isinstance(attribute, (DenseResourceAttr, SymbolRefAttr))


def _declared(function: Operation) -> Operation:
    """A declaration of a function, before it."""
    attributes = {n: a for n, a in function.attributes.items() if n != _LINKAGE}
    properties = dict(function.properties)
    made = type(function).create((), (), properties, attributes, [Region()])
    Builder.before_op(function).insert(made)
    return made


def _kept(key: cache.Key | None) -> Kernel | None:
    """The kernel of a key, if it is on disk."""
    entry = cache.load(key, cache.KERNELS) if key is not None else None
    return None if entry is None else Kernel.of(entry.header, entry.code)


def _keep(key: cache.Key | None, kernel: Kernel) -> bool:
    """Write a kernel to disk; False if that cannot be done, or is not wanted."""
    if key is None:
        return False
    with contextlib.suppress(OSError), cache.Writer(key, cache.KERNELS) as writer:
        writer.constants(())
        return writer.finish(kernel.header, kernel.code.object_code, least=0, trim=False)
    return False
