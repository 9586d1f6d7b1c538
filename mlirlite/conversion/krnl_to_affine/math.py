"""Scalar functions: krnl has some for ONNX ops that the math dialect has, too.

"krnl.erf"(%x) : (f32) -> f32  -->  math.erf %x : f32
"""

from __future__ import annotations

from mlirlite.conversion.krnl_to_affine.access import lower_access
from mlirlite.dialects import krnl, math
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation

_FUNCTIONS: dict[type[Operation], type[Operation]] = {
    krnl.ErfOp: math.ErfOp,
    krnl.AcosOp: math.AcosOp,
    krnl.AcoshOp: math.AcoshOp,
    krnl.AsinOp: math.AsinOp,
    krnl.AsinhOp: math.AsinhOp,
    krnl.AtanOp: math.AtanOp,
    krnl.AtanhOp: math.AtanhOp,
    krnl.TanOp: math.TanOp,
}


@lower_access(*_FUNCTIONS)
def lower_function(op: Operation, b: Builder) -> None:
    """A function of a float or a vector of floats."""
    same = _FUNCTIONS[type(op)].create(op.operands, (op.results[0].type,))
    op.results[0].replace_all_uses_with(b.insert(same).results[0])
