"""Elements of structs, arrays and vectors in LLVM IR."""

from mlirlite.dialects import llvm
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import VectorType
from mlirlite.target.llvmir.emitter import Emitter, instruction


@instruction(llvm.InsertValueOp)
def insertvalue(op: llvm.InsertValueOp, e: Emitter) -> str:
    """`insertvalue { i32, float } %0, i32 %1, 0`."""
    return f"insertvalue {e.typed_all(op.operands)}, {', '.join(map(str, op.position))}"


@instruction(llvm.ExtractValueOp)
def extractvalue(op: llvm.ExtractValueOp, e: Emitter) -> str:
    """`extractvalue { i32, float } %0, 1`."""
    return f"extractvalue {e.typed(op.operands[0])}, {', '.join(map(str, op.position))}"


@instruction(llvm.ExtractElementOp, llvm.InsertElementOp)
def element(op: Operation, e: Emitter) -> str:
    """`extractelement <4 x float> %0, i32 %1`."""
    return f"{op.name[5:]} {e.typed_all(op.operands)}"


@instruction(llvm.ShuffleVectorOp)
def shufflevector(op: llvm.ShuffleVectorOp, e: Emitter) -> str:
    """`shufflevector <2 x i32> %0, <2 x i32> %1, <2 x i32> <i32 0, i32 poison>`."""
    mask = op.mask.value
    type = op.operands[0].type
    scale = "vscale x " if isinstance(type, VectorType) and type.is_scalable else ""
    if not any(mask):
        text = "zeroinitializer"
    else:
        text = f"<{', '.join([f'i32 {i}' if i >= 0 else 'i32 poison' for i in mask])}>"
    return f"shufflevector {e.typed_all(op.operands)}, <{scale}{len(mask)} x i32> {text}"
