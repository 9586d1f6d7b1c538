"""tosa's products of matrices, and Fourier transforms."""

from typing import Any

from mlirlite.dialects.quant.types import UniformQuantizedType
from mlirlite.dialects.tosa._verify import (
    fits,
    same_elements,
    shape_of,
    zero_point_problem,
)
from mlirlite.dialects.tosa.attributes import BlockSizeAttr
from mlirlite.dialects.tosa.syntax import FORMAT, KeywordOp
from mlirlite.dialects.tosa.traits import ResolvableShapeOperands, ResultsAreFloatLike
from mlirlite.dialects.tosa.types import (
    MXFPDataTensor3D,
    MXFPScaleTensor3D,
    ScalarIntOrFloatTensor,
    Tensor3D,
    storage_type,
)
from mlirlite.ir.attributes import FALSE
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result
from mlirlite.ir.traits import (
    Pure,
    SameOperandsAndResultElementType,
    SameOperandsAndResultShape,
    compatible_shapes,
)
from mlirlite.ir.types import DYNAMIC, element_type_of
from mlirlite.support.diagnostics import Diagnostic

_TRAITS = (Pure, ResolvableShapeOperands)
_FALSE: Any = FALSE


class MatMulOp(Op, name="tosa.matmul", traits=_TRAITS):
    """The products of a batch of matrices.

    ```mlir
    %0 = tosa.matmul %a, %b, %az, %bz : (tensor<1x4x3xf32>, tensor<1x3x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x2xf32>
    ```
    """  # noqa: E501

    a: Operand[Tensor3D]
    b: Operand[Tensor3D]
    a_zp: Operand[ScalarIntOrFloatTensor]
    b_zp: Operand[ScalarIntOrFloatTensor]
    output: Result[Tensor3D]
    assembly_format = FORMAT

    def verify_op(self) -> Diagnostic | None:
        a, b = (element_type_of(v.type) for v in (self.a, self.b))
        quantized = [t for t in (a, b) if isinstance(t, UniformQuantizedType)]
        if len(quantized) == 1:
            return self.error(
                f"expect operands to be both quantized or both not quantized, got '{a}' and '{b}'"
            )
        if quantized and quantized[0].width != quantized[1].width:
            return self.error(
                "expect quantized operands to have same widths, got "
                f"{quantized[0].width} and {quantized[1].width}"
            )
        for name, value, zero in (("a", self.a, self.a_zp), ("b", self.b, self.b_zp)):
            type, zero_type = storage_type(value.type), storage_type(zero.type)
            if type is not zero_type:
                return self.error(
                    f"expect input {name} and {name}_zp have the same element type, got '{type}' "
                    f"and '{zero_type}'"
                )
        return zero_point_problem(self, self.a_zp, "a") or zero_point_problem(self, self.b_zp, "b")


class MatmulTBlockScaledOp(KeywordOp, name="tosa.matmul_t_block_scaled", traits=_TRAITS):
    """The products of a batch of matrices, the second ones transposed, whose numbers have a scale
    for each block.

    ```mlir
    %0 = tosa.matmul_t_block_scaled %a, %as, %b, %bs {block_size = BLOCK_SIZE_32} : (tensor<4x8x32xf8E5M2>, tensor<4x8x1xf8E8M0FNU>, tensor<4x16x32xf8E5M2>, tensor<4x16x1xf8E8M0FNU>) -> tensor<4x8x16xf32>
    ```
    """  # noqa: E501

    choice = "block_size"
    choice_class = BlockSizeAttr
    a_data: Operand[MXFPDataTensor3D]
    a_scale: Operand[MXFPScaleTensor3D]
    b_data: Operand[MXFPDataTensor3D]
    b_scale: Operand[MXFPScaleTensor3D]
    block_size: Prop[BlockSizeAttr]
    output_data: Result[Tensor3D]

    def verify_op(self) -> Diagnostic | None:
        found = same_elements(self, self.a_data.type, self.b_data.type, "A_data", "B_data")
        if found is not None:
            return found
        known: dict[str, int] = {}
        for name, value, letters in (
            ("a_data", self.a_data, "NHC"),
            ("a_scale", self.a_scale, "NHS"),
            ("b_data", self.b_data, "DWC"),
            ("b_scale", self.b_scale, "DWS"),
        ):
            for letter, size in zip(letters, shape_of(value) or (), strict=False):
                before = known.get(letter, DYNAMIC)
                if before == DYNAMIC:
                    known[letter] = size
                elif size not in (DYNAMIC, before):
                    return self.error(
                        f"expected {_CALLED[letter]} of {name} to match size {before}, got {size}"
                    )
        n, d, h, w, c, s = (known.get(letter, DYNAMIC) for letter in "NDHWCS")
        if DYNAMIC not in (n, d) and n != d != 1:
            return self.error(
                f"expect B matrix batch size to be broadcast compatible with A, got D={d} vs N={n}"
            )
        block = self.block_size.value.value
        if c != DYNAMIC and c % block:
            return self.error(
                f"expect C to be a multiple of block size, got C={c}, block_size={block}"
            )
        if DYNAMIC not in (c, s) and s != c // block:
            return self.error(
                f"expect scale operands dimension 2 to equal C/block_size ({c}/{block}), got {s}"
            )
        wanted, out = (d if n == DYNAMIC else n, h, w), shape_of(self.output_data)
        if out is None or fits(wanted, out):
            return None
        return self.error(
            f"expected output shape {_sizes(out)} to be compatible with expected output shape "
            f"{_sizes(wanted)}"
        )


_CALLED = {"N": "batch", "D": "batch", "H": "height", "W": "width", "C": "channels"} | {
    "S": "C/block_size"
}


def _sizes(shape: tuple[int, ...]) -> str:
    return ", ".join("?" if n == DYNAMIC else str(n) for n in shape)


class FFT2dOp(
    Op,
    name="tosa.fft2d",
    traits=(
        SameOperandsAndResultElementType,
        SameOperandsAndResultShape,
        ResultsAreFloatLike,
        *_TRAITS,
    ),
):
    """The discrete Fourier transform of a batch of complex matrices, or its inverse.

    ```mlir
    %0, %1 = tosa.fft2d %re, %im {inverse = false} : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> (tensor<2x8x8xf32>, tensor<2x8x8xf32>)
    ```
    """  # noqa: E501

    input_real: Operand[Tensor3D]
    input_imag: Operand[Tensor3D]
    inverse: Prop[bool]
    local_bound: OptProp[bool] = _FALSE
    output_real: Result[Tensor3D]
    output_imag: Result[Tensor3D]
    assembly_format = FORMAT

    def verify_op(self) -> Diagnostic | None:
        real, imaginary = shape_of(self.input_real), shape_of(self.input_imag)
        if real is None or imaginary is None:
            return None
        for i, name in ((1, "height"), (2, "width")):
            # As upstream, which checks a size only when the other one is unknown or the same.
            size = real[i] if real[i] == DYNAMIC else imaginary[i]
            found = _power_problem(self, size, name)
            if found is not None:
                return found
        return None


def _power_problem(op: Op, size: int, name: str) -> Diagnostic | None:
    if size == DYNAMIC or (size > 0 and not size & (size - 1)):
        return None
    return op.error(f"expected {name} to be a power of two, got {size}")


class RFFT2dOp(
    Op,
    name="tosa.rfft2d",
    traits=(SameOperandsAndResultElementType, ResultsAreFloatLike, *_TRAITS),
):
    """The discrete Fourier transform of a batch of real matrices: the half that determines all.

    ```mlir
    %0, %1 = tosa.rfft2d %x : (tensor<2x8x8xf32>) -> (tensor<2x8x5xf32>, tensor<2x8x5xf32>)
    ```
    """

    input_real: Operand[Tensor3D]
    local_bound: OptProp[bool] = _FALSE
    output_real: Result[Tensor3D]
    output_imag: Result[Tensor3D]
    assembly_format = FORMAT

    def verify_op(self) -> Diagnostic | None:
        a, b = self.result_types
        if not compatible_shapes(a, b):
            return self.error(f"expected output shapes to match, got '{a}', '{b}'")
        shape, out = shape_of(self.input_real), shape_of(self.output_real)
        if shape is None:
            return None
        found = _power_problem(self, shape[1], "height") or _power_problem(self, shape[2], "width")
        if found is not None or out is None:
            return found
        if not fits(shape[:2], out[:2]):
            return self.error(
                "expected batch and height dimensions of input/output to match, got "
                f"input='{self.input_real.type}' output='{self.output_real.type}'"
            )
        if DYNAMIC not in (shape[2], out[2]) and out[2] != shape[2] // 2 + 1:
            return self.error(
                f"expected output width to be equal to input_width / 2 + 1, got {out[2]}"
            )
        return None
