"""--recompose-onnx: `Mul(Mul(x, 0.5), Add(Erf(Div(x, 1.414)), 1))  -->  Gelu(x)`."""

from __future__ import annotations

from mlirlite.dialects.onnx.transforms._recompose_attention import ATTENTION
from mlirlite.dialects.onnx.transforms._recompose_math import MATH
from mlirlite.dialects.onnx.transforms._recompose_quantized import QUANTIZED
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.greedy import apply_patterns_greedily


@compiler_pass("recompose-onnx")
def recompose_onnx(
    op: Operation, state: PassState, *, attention: bool = True, quantized: bool = True
) -> None:
    """Find operators that an exporter wrote by simpler ones.

    Softmax, LayerNormalization, RMSNormalization, and Gelu in both forms; results differ by
    rounding.

    attention: find Attention too
    quantized: find QLinearMatMul and QLinearConv between DequantizeLinear and QuantizeLinear
    """
    patterns = [*MATH, *(ATTENTION if attention else ()), *(QUANTIZED if quantized else ())]
    apply_patterns_greedily(op, patterns, fold=False, count=state.count)
