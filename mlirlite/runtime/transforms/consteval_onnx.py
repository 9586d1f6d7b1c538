"""--consteval-onnx: `LSTM(Constant, Constant, …)  -->  Constant`, by compiling and running it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from mlirlite.dialects import func, onnx
from mlirlite.dialects.builtin import ModuleOp
from mlirlite.dialects.onnx.evaluate import bytes_of_constants, elements_from, stored_bytes
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.types import STRING
from mlirlite.ir.attributes import StringAttr, SymbolRefAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.dense import DenseResourceAttr, DenseStringElementsAttr, ElementsAttr, element_size
from mlirlite.ir.dominance import op_in_block
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FunctionType, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.effects import Effects
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.runtime.entry import DEFAULT_ENTRY
from mlirlite.runtime.transforms._constant_work import ConstantWork
from mlirlite.support.diagnostics import DiagnosticError


@compiler_pass("consteval-onnx")
def consteval_onnx(op: Operation, state: PassState, *, max_growth: int = 65536) -> None:
    """Compile what depends on constants only, run it once and keep its results.

    For the operators that --constprop-onnx does not know, including sequences, loops and
    conditionals. The code is the same that the model would run, so that the results have the same
    bits. What may be more work than the limits constant-bytes and constant-steps is left to run
    time.

    max_growth: how many bytes larger a result may be than the constants it is made from
    """
    for function in [f for f in op.walk() if isinstance(f, FunctionLike) and not f.is_declaration]:
        body = function.body.entry
        found = _Constants(body, max_growth)
        if not found.needed:
            continue
        results = _run(found.ops, found.needed)
        if results is None:
            continue
        rw = Rewriter(body, body.first)
        for value, elements in zip(found.needed, results, strict=True):
            if stored_bytes(elements) <= found.limit[value]:
                made = rw.insert(onnx.ConstantOp(value=elements, output=elements.type))
                rw.replace_all_uses_with(value, made.result)
                state.count("values computed")
        for evaluated in reversed(found.ops):
            if not evaluated.has_uses:
                rw.erase(evaluated)


_MOST_SOURCES = 1024
"""The most constants that a result is made from."""


class _Constants:
    """`ops` of a block depend only on constants; other ops use their results `needed`. `limit` has
    the bytes that each of these may take."""

    def __init__(self, body: Block, max_growth: int) -> None:
        self.limit: dict[Value, int] = {}
        effects, work = Effects(), ConstantWork(bytes_of_constants(body))
        sources: dict[Value, frozenset[Operation]] = {}
        chosen: dict[Operation, None] = {}
        for op in body:
            read = _read(op)
            if isinstance(op, (onnx.ConstantOp, onnx.NoValueOp)):
                if _has_data(op):
                    sources |= dict.fromkeys(op.results, frozenset([op]))
            elif isinstance(op, OnnxOp) and effects.is_free(op) and sources.keys() >= read:
                made_of = frozenset[Operation]().union(*(sources[v] for v in read))
                if len(made_of) > _MOST_SOURCES or not work.spend(op):
                    continue
                sources |= dict.fromkeys(op.results, made_of)
                chosen[op] = None
        known = list(chosen)
        for op in reversed(known):
            needed = [
                r for r in op.results if any(op_in_block(u, body) not in chosen for u in r.users)
            ]
            limit = max_growth + sum(stored_bytes(_elements(c)) for c in _union(sources, needed))
            if all((n := _size(r)) is not None and n <= limit for r in needed):
                self.limit |= dict.fromkeys(needed, limit)
            else:
                del chosen[op]
        self.needed = list(self.limit)
        run = {*chosen}  # and what they read of ops whose results are too large to be kept
        for op in reversed(known):
            if op in run:
                run.update(v.defining_op for v in _read(op) if v.defining_op is not None)
        self.ops = [op for op in known if op in run]


def _read(op: Operation) -> set[Value]:
    """The values from outside that an op, with its contents, uses."""
    if not op.regions:
        return set(op.operands)
    inside = list(op.walk())
    made: set[Value] = {r for i in inside for r in i.results}
    made |= {a for i in inside for region in i.regions for b in region for a in b.args}
    return {v for i in inside for v in i.operands} - made


def _union(
    sources: dict[Value, frozenset[Operation]], values: Iterable[Value]
) -> frozenset[Operation]:
    return frozenset[Operation]().union(*(sources[v] for v in values))


def _elements(op: Operation) -> ElementsAttr | None:
    return op.elements() if isinstance(op, onnx.ConstantOp) else None


def _has_data(op: Operation) -> bool:
    elements = _elements(op)
    return not isinstance(elements, DenseResourceAttr) or elements.resource.is_defined


def _size(value: Value) -> int | None:
    """The bytes of a tensor, 0 while its shape is not known; None for a type that has no
    constants."""
    type = value.type
    if not isinstance(type, RankedTensorType):
        return None
    if not type.has_static_shape or type.element_type is STRING:
        return 0
    return type.num_elements * element_size(type.element_type)


def _run(ops: Sequence[Operation], results: Sequence[Value]) -> list[ElementsAttr] | None:
    """The values of results of ops that read constants; None where one has no lowering."""
    # late: they load llvmlite, and the pass is listed in every help page
    from mlirlite.runtime.compiled import compile_with
    from mlirlite.runtime.compiler import Stage, stages_for
    from mlirlite.runtime.host import host_machine
    from mlirlite.runtime.session import InferenceSession

    stages = (Stage.of("onnx"), *stages_for(host_machine())[1:])
    try:
        arrays = InferenceSession(compile_with(_module(ops, results), stages)).run(None, {})
    except DiagnosticError:
        return None  # compiling or running the whole model reports what is wrong
    return [_constant(a, r.type) for a, r in zip(arrays, results, strict=True)]


def _module(ops: Sequence[Operation], results: Sequence[Value]) -> ModuleOp:
    """A module with one function that returns the results."""
    block = Block()
    copies: dict[Value, Value] = {}
    for op in ops:
        for value in _read(op):
            if value not in copies and value.defining_op is not None:
                block.append(value.defining_op.clone(copies))
        block.append(op.clone(copies))
    block.append(onnx.ReturnOp([copies[r] for r in results]))
    type = FunctionType((), tuple(r.type for r in results))
    module = ModuleOp.empty()
    module.body.append(func.FuncOp(StringAttr(DEFAULT_ENTRY), type, body=Region([block])))
    module.body.append(onnx.EntryPointOp(func=SymbolRefAttr(DEFAULT_ENTRY)))
    return module


def _constant(array: Any, type: Any) -> ElementsAttr:
    """An array from compiled code as a constant of a type."""
    if type.element_type is not STRING:
        return elements_from(np, array, type)
    shape = RankedTensorType(array.shape, STRING)
    return DenseStringElementsAttr(shape, tuple(array.reshape(-1).tolist()))
