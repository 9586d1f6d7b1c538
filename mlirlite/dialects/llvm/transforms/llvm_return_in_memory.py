"""--llvm-return-in-memory: a function of many results writes them where its C wrapper wants them.

llvm.func @f(…) -> !llvm.struct<(A, B, …)> { … llvm.return %all }
llvm.func @_mlir_ciface_f(%p: !llvm.ptr, …) { llvm.store (llvm.call @f(…)), %p }
-->  llvm.func @f(%p: !llvm.ptr, …) { … llvm.store %a, %p; llvm.store %b, %p[sizeof A]; … }
     llvm.func @_mlir_ciface_f(%p: !llvm.ptr, …) { llvm.call @f(%p, …) }

LLVM's time for a struct of n fields grows with the square of n, and so does its text.
"""

from __future__ import annotations

from mlirlite.dialects.llvm.aggregates import InsertValueOp
from mlirlite.dialects.llvm.calls import CallOp
from mlirlite.dialects.llvm.control_flow import ReturnOp
from mlirlite.dialects.llvm.functions import LLVMFuncOp
from mlirlite.dialects.llvm.memory import GEPOp, StoreOp
from mlirlite.dialects.llvm.types import (
    PTR,
    VOID,
    LLVMArrayType,
    LLVMFunctionType,
    LLVMStructType,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import EMPTY_DICT, ArrayAttr, SymbolRefAttr, i32_array
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_uses
from mlirlite.ir.types import I8, I64
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("llvm-return-in-memory", anchor="builtin.module", each_function=True)
def llvm_return_in_memory(module: Operation, state: PassState, *, least_results: int = 16) -> None:
    """Let functions write their results where the only call of them stores them.

    Functions with fewer than `least-results` results stay, and those with results other than
    pointers, 64-bit integers, and structs and arrays of these.
    """
    functions = [op for op in module.regions[0].block if isinstance(op, LLVMFuncOp)]
    wide = {f.sym_name: f for f in functions if _fields(f, least_results) and not f.is_declaration}
    if not wide:
        return
    uses: dict[str, list[Operation]] = {name: [] for name in wide}
    for user, reference in symbol_uses(module):
        uses.get(reference.root, []).append(user)
    for name, users in uses.items():
        if len(users) == 1 and _is_stored(users[0], name):
            _return_in_memory(wide[name], users[0])
            state.count("functions")


def _fields(function: LLVMFuncOp, least: int) -> tuple[Type, ...]:
    """The types of a function's results if they are many and contiguous in memory."""
    [result] = function.llvm_type.results or (VOID,)
    if not isinstance(result, LLVMStructType) or len(result.body) < least:
        return ()
    return tuple(result.body) if all(map(_words, result.body)) else ()


def _words(type: Type) -> int:
    """How many 64-bit words a type has; 0 if it is not made of whole words."""
    if type == PTR or type is I64:
        return 1
    if isinstance(type, LLVMArrayType):
        return type.count * _words(type.element_type)
    if isinstance(type, LLVMStructType) and not type.packed:
        words = [_words(t) for t in type.body]
        return sum(words) if all(words) else 0
    return 0


def _is_stored(call: Operation, name: str) -> bool:
    """Whether the results of a call are only stored behind a pointer argument of the caller."""
    if not isinstance(call, CallOp) or call.callee != SymbolRefAttr(name):
        return False
    [result] = call.results
    users = list(result.users)
    return (
        len(users) == 1
        and isinstance(users[0], StoreOp)
        and users[0].operands[0] is result
        and users[0].operands[1].defining_op is None
    )


def _return_in_memory(function: LLVMFuncOp, call: Operation) -> None:
    [result] = function.llvm_type.results
    assert isinstance(result, LLVMStructType)
    place = function.body.blocks[0].insert_argument(0, PTR)
    type = LLVMFunctionType(VOID, (PTR, *function.llvm_type.params))
    function.properties["function_type"] = type
    function.properties.pop("res_attrs", None)
    arguments = function.properties.get("arg_attrs")
    if isinstance(arguments, ArrayAttr):
        function.properties["arg_attrs"] = ArrayAttr((EMPTY_DICT, *arguments))
    returns = [op for op in function.walk() if isinstance(op, ReturnOp)]
    for returned in returns:
        _write(returned, result, place, at_once=len(returns) == 1)
    [store] = call.results[0].users
    b = Builder.before_op(call)
    b.location = call.location
    b.insert(CallOp.of(function.sym_name, (store.operands[1], *call.operands), ()))
    store.erase()
    call.erase()


def _write(returned: ReturnOp, result: LLVMStructType, place: Value, at_once: bool) -> None:
    """Store each result instead of returning all: where it is made, so that many results need no
    registers until the end, or before the return, if there are several returns."""
    fields: dict[int, Value] = {}
    value, chain = returned.operands[0], []
    while isinstance(made := value.defining_op, InsertValueOp) and len(made.position) == 1:
        fields.setdefault(made.position[0], made.value)
        chain.append(made)
        value = made.container
    b = Builder.before_op(returned)
    b.location = returned.location
    if len(fields) < len(result.body):
        b.insert(StoreOp.create((returned.operands[0], place)))
    else:
        offset = 0
        for i, type in enumerate(result.body):
            maker = fields[i].defining_op
            b = Builder.after_op(maker) if at_once and maker else Builder.before_op(returned)
            b.location = returned.location
            indices = {"elem_type": I8, "rawConstantIndices": i32_array((offset,))}
            there = b.insert(GEPOp.create((place,), (PTR,), indices)).results[0] if i else place
            b.insert(StoreOp.create((fields[i], there)))
            offset += 8 * _words(type)
    b = Builder.before_op(returned)
    b.insert(ReturnOp.create())
    returned.erase()
    for op in chain:
        if not op.has_uses:
            op.erase()
