"""linalg ops that are not loops over elements: softmax and the steps of a Winograd convolution."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from mlirlite.dialects.linalg.enums import WinogradConv2DFmr
from mlirlite.dialects.linalg.structured import buffer_effects, shape_of, verify_destinations
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.constraints import AnyRankedTensor, AnyShaped, Constraint
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result, VarResult
from mlirlite.ir.interfaces import DestinationStyle, Effect, MemoryEffects
from mlirlite.ir.types import DYNAMIC, I32, RankedTensorType
from mlirlite.support.diagnostics import Diagnostic

Fmr = Annotated[
    WinogradConv2DFmr,
    I32,
    Constraint(
        "allowed 32-bit signless integer cases: 0, 1, 2",
        lambda a: isinstance(a, IntegerAttr) and a.type is I32 and 0 <= a.value <= 2,
    ),
]


class SoftmaxOp(Op, DestinationStyle, MemoryEffects, name="linalg.softmax"):
    """exp(x - max) over its sum, along one dimension.

    ```mlir
    %0 = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>)
      -> tensor<4x8xf32>
    ```
    """

    input: Operand[AnyShaped]
    output: Operand[AnyShaped]
    dimension: Prop[int]
    result: VarResult[AnyRankedTensor]
    assembly_format = (
        "attr-dict `dimension` `(` $dimension `)` `ins` `(` $input `:` type($input) `)` "
        "`outs` `(` $output `:` type($output) `)` (`->` type($result)^)?"
    )

    def destination_operands(self) -> Sequence[int]:
        return (1,)

    def effects(self) -> Sequence[Effect]:
        return buffer_effects(self.operands, self.operands[1:])

    def verify_op(self) -> Diagnostic | None:
        found = verify_destinations(self, self.operands[1:])
        if found is not None:
            return found
        source, target = shape_of(self.input.type), shape_of(self.output.type)
        if not _compatible(source, target):
            return self.error("incompatible output shape")
        if not 0 <= self.dimension < len(source):
            return self.error("incorrect dimension specified")
        return None


_FORMAT = (
    "attr-dict `fmr` `(` $fmr `)` `ins` `(` ${input} `:` type(${input}) `)` "
    "`outs` `(` $output `:` type($output) `)` `->` type($result)"
)


def _of_rank(rank: int) -> Constraint:
    return Constraint(
        f"{rank}D tensor of any type values",
        lambda t: isinstance(t, RankedTensorType) and len(t.shape) == rank,
    )


Tensor4D = Annotated[RankedTensorType, _of_rank(4)]
Tensor6D = Annotated[RankedTensorType, _of_rank(6)]


class _WinogradOp(Op):
    """A step of a Winograd convolution, which computes tiles of m x m outputs for a filter of
    r x r."""

    if TYPE_CHECKING:
        fmr: Prop[int]

    @property
    def sizes(self) -> tuple[int, int]:
        """m and r."""
        _, m, r = WinogradConv2DFmr(self.fmr).name.split("_")
        return int(m), int(r)

    def verify_op(self) -> Diagnostic | None:
        found = verify_destinations(self, self.operands[1:])
        if found is not None:
            return found
        source, target = (shape_of(v.type) for v in self.operands)
        try:
            expected = self.expected_shape(source, target)
        except ValueError as e:
            return self.error(str(e))
        if not _compatible(expected, target):
            return self.error("the output shape is not expected")
        return None

    def expected_shape(self, source: Sequence[int], target: Sequence[int]) -> Sequence[int]:
        """The output's shape. ValueError for an input that does not fit."""
        raise NotImplementedError


def _compatible(a: Sequence[int], b: Sequence[int]) -> bool:
    return len(a) == len(b) and all(x == y or DYNAMIC in (x, y) for x, y in zip(a, b, strict=True))


class WinogradFilterTransformOp(_WinogradOp, name="linalg.winograd_filter_transform"):
    """Transforms the filter of a Winograd convolution.

    ```mlir
    %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%f : tensor<2x3x3x5xf32>)
      outs(%o : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
    ```
    """

    filter: Operand[Tensor4D]
    output: Operand[Tensor4D]
    fmr: Prop[Fmr]
    result: Result[Tensor4D]
    assembly_format = _FORMAT.replace("{input}", "filter")

    def expected_shape(self, source: Sequence[int], target: Sequence[int]) -> Sequence[int]:
        m, r = self.sizes
        count, height, width, channels = source
        for name, size in (("height", height), ("width", width)):
            if size not in (r, 1):
                raise ValueError(f"expect filter {name} either equals to r or 1")
        if height == width == 1:
            raise ValueError("expect either filter height or width equals to r")
        sides = [m + r - 1 if size == r else 1 for size in (height, width)]
        return (*sides, channels, count)


class WinogradInputTransformOp(_WinogradOp, name="linalg.winograd_input_transform"):
    """Transforms the input of a Winograd convolution.

    ```mlir
    %0 = linalg.winograd_input_transform fmr(F_4_3) ins(%i : tensor<2x10x10x5xf32>)
      outs(%o : tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32>
    ```
    """

    input: Operand[Tensor4D]
    output: Operand[Tensor6D]
    fmr: Prop[Fmr]
    result: Result[Tensor6D]
    assembly_format = _FORMAT.replace("{input}", "input")

    def expected_shape(self, source: Sequence[int], target: Sequence[int]) -> Sequence[int]:
        m, r = self.sizes
        count, *sides, channels = source
        alphas, tiles = [], []
        for size, alpha in zip(sides, target, strict=False):
            transformed = size == DYNAMIC or alpha != 1
            alphas.append(m + r - 1 if transformed else 1)
            known = (size - (r - 1)) // m if transformed else size
            tiles.append(DYNAMIC if size == DYNAMIC else known)
        return (*alphas, *tiles, count, channels)


class WinogradOutputTransformOp(_WinogradOp, name="linalg.winograd_output_transform"):
    """Transforms the product of a Winograd convolution into its output.

    ```mlir
    %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%v : tensor<6x6x2x2x2x2xf32>)
      outs(%o : tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32>
    ```
    """

    value: Operand[Tensor6D]
    output: Operand[Tensor4D]
    fmr: Prop[Fmr]
    result: Result[Tensor4D]
    assembly_format = _FORMAT.replace("{input}", "value")

    def expected_shape(self, source: Sequence[int], target: Sequence[int]) -> Sequence[int]:
        m, r = self.sizes
        *sides, count, filters = source
        sizes = []
        for name, alpha, tiles in zip(("height", "width"), sides[:2], sides[2:], strict=True):
            if DYNAMIC in (alpha, tiles):
                sizes.append(DYNAMIC)
                continue
            transformed = alpha != 1
            if alpha != (m + r - 1 if transformed else 1):
                raise ValueError(f"expect input {name} equals to input tile size")
            sizes.append((m if transformed else 1) * tiles)
        return (count, *sizes, filters)
