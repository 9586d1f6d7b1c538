"""--standard-func-return: `onnx.Return %0 : tensor<2xf32>  -->  return %0 : tensor<2xf32>`."""

from __future__ import annotations

from mlirlite.dialects import func, onnx
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FunctionType
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.rewriter import Rewriter


@compiler_pass("standard-func-return")
def standard_func_return(op: Operation, state: PassState) -> None:
    """Replace onnx.Return by func.return.

    The function's type becomes that of the values that it returns.
    """
    for found in list(op.walk()):
        if not isinstance(found, onnx.ReturnOp) or found.parent is None:
            continue
        function: object = found.parent_op
        if isinstance(function, FunctionLike):
            inputs = function.signature().inputs
            type = FunctionType(inputs, found.operand_types)
            function.properties["function_type"] = type
        rw = Rewriter(found.parent, found, found.location)
        rw.insert(func.ReturnOp(found.operands))
        rw.erase(found)
        state.count("returns")
