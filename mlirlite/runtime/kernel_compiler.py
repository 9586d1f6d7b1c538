"""Compiles kernels (kernels.py): the passes that follow, then a module of its own for each in
LLVM."""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from mlirlite.codegen.poll_loops import WORK
from mlirlite.conversion._llvm_signatures import BARE
from mlirlite.dialects import builtin, func, krnl, llvm
from mlirlite.dialects.llvm.attributes import EXTERNAL, LinkageAttr
from mlirlite.dialects.llvm.enums import Linkage
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import IntegerAttr, StringAttr, i64_attr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.context import Context
from mlirlite.ir.interfaces import LoopLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name, symbol_uses
from mlirlite.ir.types import VectorType
from mlirlite.parser import parse_module
from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import Pipeline
from mlirlite.target.llvmir import to_llvmir
from mlirlite.target.llvmir.levels import Effort
from mlirlite.target.llvmir.recent import Code, code_of

_BATCH = 2500
"""Kernels of this many ops in all are lowered together: what a lowered op takes is freed before the
next are lowered."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """A compiled kernel: its code, whether it takes pointers in place of descriptors, and the work
    that a call of it counts for (poll_loops.py)."""

    code: Code
    is_bare: bool
    work: int

    @property
    def header(self) -> dict[str, Any]:
        """All but the object code, for JSON."""
        code = self.code
        made: dict[str, Any] = {"defined": code.defined, "needed": code.needed}
        return made | {"bare": self.is_bare, "work": self.work}

    @classmethod
    def of(cls, header: Mapping[str, Any], code: bytes) -> Self:
        """The kernel of a header and its object code."""
        made = Code(code, tuple(header["defined"]), tuple(header["needed"]))
        return cls(made, header["bare"], header["work"])


def module_of(ops: Sequence[Operation], attributes: Mapping[str, Attribute]) -> Operation:
    """A module of detached ops."""
    made = builtin.ModuleOp.create((), (), {}, dict(attributes), [Region([Block()])])
    for op in ops:
        made.regions[0].block.append(op)
    return made


def function_in(module: Operation) -> func.FuncOp:
    """The only function of a module, detached from it."""
    (function,) = module.regions[0].block
    if not isinstance(function, func.FuncOp):
        raise ValueError(f"expected a module of a function, found '{function.name}'")
    return function.detach()


def compile_texts(texts: Mapping[str, str], passes: Pipeline, opt_level: int) -> dict[str, Kernel]:
    """The kernels of texts, modules of a function each, by the names that they get."""
    context = Context()
    modules = {name: parse_module(text, context) for name, text in texts.items()}
    attributes = dict(next(iter(modules.values())).attributes)
    functions = {name: function_in(module) for name, module in modules.items()}
    return compile_functions(functions, attributes, passes, opt_level, context)


def compile_functions(
    functions: dict[str, func.FuncOp],
    attributes: Mapping[str, Attribute],
    passes: Pipeline,
    opt_level: int,
    context: Context,
) -> dict[str, Kernel]:
    """The kernels of detached functions, which are taken out of `functions`, by the names that they
    get. One is missing if passes made it refer to something that it must share with others."""
    made: dict[str, Kernel] = {}
    efforts = {name: _effort(function) for name, function in functions.items()}
    while functions:
        lowered, size = _lowered(functions, attributes, passes, context)
        if size > _BATCH // 2:
            gc.collect(0)  # the IR is cyclic, and what is older stays
        for name, (text, bare, work) in lowered.items():
            made[name] = Kernel(code_of(text, opt_level, efforts[name]), bare, work)
    return made


def _effort(function: func.FuncOp) -> Effort:
    """What LLVM has to do for a kernel: little if all its innermost loops are made of vectors."""
    loops: set[Operation] = set()
    around: set[Operation | None] = set()
    of_vectors: set[Operation | None] = set()
    for op in function.inside():
        if isinstance(op, (LoopLike, krnl.IterateOp)):
            loops.add(op)
            around.add(_loop_around(op))
        elif any(isinstance(v.type, VectorType) for v in (*op._operands, *op._results)):
            of_vectors.add(_loop_around(op))
    return Effort.SIMPLIFY if loops <= around | of_vectors else Effort.FULL


def _loop_around(op: Operation) -> Operation | None:
    parent = op.parent_op
    while parent is not None and not isinstance(parent, (LoopLike, krnl.IterateOp)):
        parent = parent.parent_op
    return parent


def _lowered(
    functions: dict[str, func.FuncOp],
    attributes: Mapping[str, Attribute],
    passes: Pipeline,
    context: Context,
) -> tuple[dict[str, tuple[str, bool, int]], int]:
    """LLVM IR of the first functions, which are taken out, and how many ops they had."""
    batch: dict[str, Operation] = {}
    ops: list[Operation] = []
    while functions and len(ops) < _BATCH:
        name = next(iter(functions))
        function = batch[name] = functions.pop(name)
        function.properties["sym_name"] = StringAttr(name)
        function.attributes[WORK] = i64_attr(0)
        ops += function.inside()
    module = module_of(list(batch.values()), attributes)
    PassManager(passes, context, verify_each=False).run(module)
    lowered = _texts(module, list(batch))
    _free(ops)
    return lowered, len(ops)


def _free(ops: list[Operation]) -> None:
    """Break the cycles of ops that are used no more, most of which passes have erased: they are
    older than what a quick collection looks at."""
    for op in ops:
        for region in op.regions:
            for block in region:
                block._args.clear()
        op._operands, op._results, op._regions = (), (), ()
        op._parent = op._prev = op._next = None


def _texts(module: Operation, names: Sequence[str]) -> dict[str, tuple[str, bool, int]]:
    """LLVM IR of functions of a lowered module, which are taken out of it, with the other fields of
    their kernels."""
    symbols = {symbol_name(op) or "": op for op in module.regions[0].block}
    attributes = dict(module.attributes)
    made = {}
    for name in names:
        function = symbols[name]
        needed = _needed(function, symbols)
        if needed is None:
            continue
        function.detach()
        function.properties["linkage"] = EXTERNAL
        text = to_llvmir(module_of([*(op.clone() for op in needed), function], attributes))
        work = function.attributes[WORK]
        made[name] = (
            text,
            BARE in function.attributes,
            work.value if isinstance(work, IntegerAttr) else 0,
        )
    return made


def _needed(function: Operation, symbols: Mapping[str, Operation]) -> list[Operation] | None:
    """What a function refers to; None if that cannot be in several modules."""
    found: dict[str, Operation] = {}
    todo = [function]
    while todo:
        for _, reference in symbol_uses(todo.pop()):
            op = symbols.get(reference.root)
            if op is None or reference.root in found or op is function:
                continue
            if not _may_be_copied(op):
                return None
            found[reference.root] = op
            todo.append(op)
    return list(found.values())


def _may_be_copied(op: Operation) -> bool:
    """True for declarations of functions, and for private functions and constants."""
    linkage = op.properties.get("linkage")
    inner = Linkage.private, Linkage.internal
    is_private = isinstance(linkage, LinkageAttr) and linkage.value in inner
    if isinstance(op, llvm.LLVMFuncOp):
        return op.is_declaration or is_private
    return isinstance(op, llvm.GlobalOp) and is_private and "constant" in op.properties
