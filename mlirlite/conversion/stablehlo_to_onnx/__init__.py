"""stablehlo → onnx: each function by a table of rules.

%0 = stablehlo.add %a, %b : tensor<4xf32>  -->  %0 = "onnx.Add"(%a, %b) : …

Calls are taken apart, so that one function is left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion.stablehlo_to_onnx import (
    control as control,
    elementwise as elementwise,
    indexing as indexing,
    linear as linear,
    moving as moving,
    products as products,
    random as random,
    reducing as reducing,
    sorting as sorting,
    special as special,
    windows as windows,
)
from mlirlite.conversion.stablehlo_to_onnx.builder import RULES, Builder, Refused, Tensor
from mlirlite.conversion.stablehlo_to_onnx.pairs import (
    Operand,
    convert_complex,
    flat,
    given,
    is_complex,
    packed,
    passed_type,
    taken,
)
from mlirlite.conversion.stablehlo_to_onnx.small_types import widen_small_types
from mlirlite.dialects import onnx
from mlirlite.dialects.func import FuncOp
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, DictionaryAttr, StringAttr, SymbolRefAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.insertion import detached
from mlirlite.ir.locations import CallSiteLoc, FileLineColRange, FusedLoc, Location, NameLoc
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name, symbol_ops
from mlirlite.ir.types import FunctionType, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.tuning import Fixed

ENTRY = "main_graph"

_DEPTH: Fixed[int] = 80
"""Calls and regions inside one another at most: converting one takes several frames of Python."""
_MOST: Fixed[int] = 200_000
"""Ops at most: functions that call others twice would double with each."""


@compiler_pass("convert-stablehlo-to-onnx", anchor="builtin.module")
def convert_stablehlo_to_onnx(op: Operation, state: PassState, *, entry: str = "main") -> None:
    """Convert a function of stablehlo, and what it calls, to the onnx dialect. `entry` is its
    name."""
    functions = {symbol_name(f): f for f in symbol_ops(op) if isinstance(f, FuncOp)}
    function = functions.get(entry)
    dialects = {o.dialect_name for o in op.walk()}
    passes_on = function is not None and dialects <= {"builtin", "func", "sdy"}
    if not dialects & {"stablehlo", "chlo"} and not passes_on:
        return
    if function is None:
        names = ", ".join(sorted(n for n in functions if n)) or "none"
        raise DiagnosticError(f"there is no function '{entry}' to convert; functions: {names}")
    with detached():
        widen_small_types(functions.values(), function)
        made = _Converter(functions).function(function)
    block = op.regions[0].entry
    for old in list(block):
        old.erase()
    block.append(made)
    block.append(onnx.EntryPointOp(func=SymbolRefAttr(ENTRY)))


class _Converter:
    def __init__(self, functions: Any) -> None:
        self.functions = functions
        self.values: dict[Value, Operand] = {}
        self.calling: list[Operation] = []
        """The calls that are being taken apart."""
        self.depth = self.count = 0

    def function(self, function: FuncOp) -> FuncOp:
        """The function that onnx has for it."""
        source = function.body.entry
        types = [_checked(a.type, function) for a in source.args]
        block = Block(list(map(passed_type, types)))
        b = Builder(block, lambda *given: flat(self.body(*given)))
        b.values = self.values
        arguments = [taken(Tensor(b, a), t) for a, t in zip(block.args, types, strict=True)]
        values = [given(r).value for r in self.body(b, source, arguments)]
        block.append(onnx.ReturnOp(values, loc=function.location))
        inputs, outputs = tuple(a.type for a in block.args), tuple(v.type for v in values)
        return FuncOp(
            ENTRY,
            FunctionType(inputs, outputs),
            arg_attrs=_names("input", len(block.args)),
            res_attrs=_names("output", len(values)),
            body=Region([block]),
        )

    def body(self, b: Builder, block: Block, arguments: Sequence[Operand]) -> list[Operand]:
        """Convert the ops of a block; the values that leave it. Complex arguments may come as
        their parts."""
        if self.depth == _DEPTH:
            raise Refused(f"calls and regions are more than {_DEPTH} deep")
        self.count += sum(1 for _ in block)
        if self.count > _MOST:
            raise Refused(f"with all calls there are more than {_MOST} ops")
        self.depth += 1
        found = self._body(b, block, arguments)
        self.depth -= 1
        return found

    def _body(self, b: Builder, block: Block, arguments: Sequence[Operand]) -> list[Operand]:
        values = packed(arguments, [a.type for a in block.args])
        for argument, value in zip(block.args, values, strict=True):
            self.values[argument] = value
        for op in block:
            b.location = op.location
            operands = [self.values.get(v) for v in op.operands]
            if op is block.last:
                return [v for v in operands if v is not None]
            found = self._converted(b, op, operands)
            for result, value in zip(op.results, found, strict=True):
                self.values[result] = value
        return []

    def _converted(self, b: Builder, op: Operation, operands: Sequence[Any]) -> Sequence[Any]:
        try:
            if op.name in ("func.call", "stablehlo.composite"):
                return self._call(b, op, operands)
            if is_complex(op):
                return convert_complex(b, op, operands)
            rule = RULES.get(op.name)
            if rule is None:
                raise Refused(_why_not(op))
            found = rule(b, op, *operands)
            return found if isinstance(found, (list, tuple)) else [found]
        except Refused as e:
            problem = op.error(f"has no counterpart in onnx: {e}")
            for source in (op, *reversed(self.calling)):
                place = _place(source.location)
                if place is not None:
                    problem.hint(f"it comes from {place.describe()}")
                    break
            raise DiagnosticError(problem) from None

    def _call(self, b: Builder, op: Operation, operands: Sequence[Operand]) -> Sequence[Operand]:
        name = op.properties["callee" if op.name == "func.call" else "decomposition"]
        found = self.functions.get(getattr(name, "root", ""))
        if found is None or found.is_declaration:
            raise Refused(f"there is no function {name} with a body")
        if any(call.properties.get("callee") is name for call in self.calling):
            raise Refused(f"{name} calls itself")
        self.calling.append(op)
        results = self.body(b, found.body.entry, operands)
        self.calling.pop()
        return results


def _place(location: Location) -> FileLineColRange | None:
    """The first line of a file that a location names."""
    if isinstance(location, FileLineColRange):
        return location
    parts: Sequence[Location] = ()
    if isinstance(location, NameLoc):
        parts = (location.child,)
    elif isinstance(location, CallSiteLoc):
        parts = (location.callee, location.caller)
    elif isinstance(location, FusedLoc):
        parts = location.locations
    return next((p for p in map(_place, parts) if p is not None), None)


def _why_not(op: Operation) -> str:
    target = op.properties.get("call_target_name")
    if isinstance(target, StringAttr):
        return f"the target '{target.value}' is not known"
    return "there is no rule for it"


def _checked(type: Type, function: Operation) -> Type:
    """The type of an argument, which must be a tensor."""
    if isinstance(type, RankedTensorType) and type.encoding is None:
        return type
    if isinstance(type, RankedTensorType):
        return type.replace(encoding=None)
    raise DiagnosticError(function.error(f"has an argument of type {type}, which onnx does not"))


def _names(kind: str, count: int) -> ArrayAttr:
    entries: list[Attribute] = [
        DictionaryAttr((("onnx.name", StringAttr(f"{kind}{i}")),)) for i in range(count)
    ]
    made: ArrayAttr = ArrayAttr(tuple(entries))
    return made
