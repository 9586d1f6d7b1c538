"""--drop-equivalent-buffer-results: private functions do not return their arguments.

%r = call @f(%m) with `func private @f(%a) { return %a }`  -->  call @f(%m), and %m instead of %r
"""

from __future__ import annotations

from mlirlite.dialects.func import CallOp, FuncOp, ReturnOp
from mlirlite.dialects.memref.casts import CastOp
from mlirlite.ir.attributes import ArrayAttr, DictionaryAttr
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_visibility
from mlirlite.ir.types import FunctionType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("drop-equivalent-buffer-results", anchor="builtin.module")
def drop_equivalent_buffer_results(op: Operation, state: PassState) -> None:
    """Remove MemRef return values that are equivalent to a bbArg.

    Changes functions that are not public; casts of an argument count as the argument.
    """
    calls: dict[str, list[CallOp]] = {}
    for call in [inner for inner in op.walk() if isinstance(inner, CallOp)]:
        calls.setdefault(call.callee.root, []).append(call)
    for function in list(op.regions[0].entry):
        if not isinstance(function, FuncOp) or function.is_declaration:
            continue
        if symbol_visibility(function) != "public":
            same = _returned_arguments(function)
            if same:
                _drop_results(function, same)
                for call in calls.get(function.sym_name, ()):
                    _call_without(call, function, same)
                state.count("num-dropped", len(same))


def _returns(function: FuncOp) -> list[ReturnOp]:
    ends = (block.last for block in function.body)
    return [op for op in ends if isinstance(op, ReturnOp)]


def _returned_arguments(function: FuncOp) -> dict[int, int]:
    """For each result that is always the same argument, which one."""
    returns = _returns(function)
    found: dict[int, int] = {}
    for i in range(len(function.signature().results) if returns else 0):
        values = {_uncast(end.operands[i]) for end in returns}
        for j, argument in enumerate(function.body.entry.args):
            if values == {argument}:
                found[i] = j
    return found


def _uncast(value: Value) -> Value:
    while isinstance(value.defining_op, CastOp):
        value = value.defining_op.operands[0]
    return value


def _drop_results(function: FuncOp, removed: dict[int, int]) -> None:
    type = function.signature()
    kept = [i for i in range(len(type.results)) if i not in removed]
    new: FunctionType = FunctionType(type.inputs, tuple(type.results[i] for i in kept))
    function.properties["function_type"] = new
    attributes = function.properties.get("res_attrs")
    if isinstance(attributes, ArrayAttr):
        left = tuple(attributes.value[i] for i in kept)
        if any(d is not DictionaryAttr(()) for d in left):
            function.properties["res_attrs"] = ArrayAttr(left)
        else:
            del function.properties["res_attrs"]
    for end in _returns(function):
        end.set_operands([end.operands[i] for i in kept])


def _call_without(call: CallOp, function: FuncOp, removed: dict[int, int]) -> None:
    b = Builder.before_op(call)
    b.location = call.location
    types = function.signature().results
    made: Operation = b.insert(CallOp(call.callee, call.operands, results_=types))
    rest = iter(made.results)
    values: list[Value] = []
    for i, result in enumerate(call.results):
        value = call.operands[removed[i]] if i in removed else next(rest)
        if value.type is not result.type:
            value = b.insert(CastOp(value, dest=result.type)).results[0]
        values.append(value)
    call.replace_all_uses_with(values)
    call.erase()
