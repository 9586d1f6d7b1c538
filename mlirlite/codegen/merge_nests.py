"""Makes one function of outlined loop nests that differ in numbers only: sizes of loops and buffers
become arguments.

call @loop_nest_0(%a)   // … to 64 …            call @loop_nest_0(%a', %c64)
call @loop_nest_1(%b)   // … to 128 …   -->     call @loop_nest_0(%b', %c128)   // … to %n …

A network has the same layers for images and channels of many sizes. What comes after, LLVM most of
all, then looks at each kind of layer once.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.codegen._numbers import Form, form_of, is_nest
from mlirlite.codegen._parameters import Parameters
from mlirlite.dialects import arith, func, memref
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import IntegerAttr, SymbolRefAttr
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass

_MOST = 16
"""The most numbers that a function gets: each may hold a register where it is used."""


@compiler_pass("merge-nests", anchor="builtin.module")
def merge_nests(module: Operation, state: PassState) -> None:
    """Let outlined nests that differ in sizes only share a function that gets the sizes.

    It applies to private functions of krnl loops. Buffers whose strides differ get dynamic ones,
    with the arguments that hold them in `krnl.strides`; --convert-accesses-to-llvm uses these.
    """
    calls = _calls(module)
    groups: dict[object, list[Form]] = {}
    for op in module.regions[0].block:
        if isinstance(op, func.FuncOp) and is_nest(op) and symbol_name(op) in calls:
            form = form_of(op)
            if form is not None:
                groups.setdefault(form.key, []).append(form)
    for forms in groups.values():
        if len(forms) < 2:
            continue
        parameters = Parameters.of(forms)
        if parameters is None or parameters.count > _MOST:
            continue
        for form, numbers in zip(forms, parameters.values, strict=True):
            for call in calls[form.function.sym_name]:
                _redirect(call, forms[0].function, numbers, parameters.types)
        parameters.apply()
        for form in forms[1:]:
            form.function.erase()
        state.count("merged nests", len(forms))
        state.count("functions of merged nests")


def _calls(module: Operation) -> dict[str | None, list[func.CallOp]]:
    """The calls of each function of the module, by name."""
    found: dict[str | None, list[func.CallOp]] = {}
    for op in module.inside():
        if isinstance(op, func.CallOp):
            found.setdefault(op.callee.root, []).append(op)
    return found


def _redirect(
    call: func.CallOp, function: func.FuncOp, numbers: Sequence[int], types: Sequence[Type]
) -> None:
    """Let a call call the shared function, with its numbers."""
    builder = Builder.before_op(call)
    operands: list[Value] = []
    for value, type in zip(call.operands, types, strict=True):
        if type is not value.type:
            value = builder.insert(memref.CastOp(value, dest=type)).results[0]
        operands.append(value)
    for number in numbers:
        made = arith.ConstantOp.create((), (INDEX,), {"value": IntegerAttr(number, INDEX)})
        operands.append(builder.insert(made).results[0])
    call.set_operands(operands)
    call.properties["callee"] = SymbolRefAttr(function.sym_name)
