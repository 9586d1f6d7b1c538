"""Look-up ops of tosa: gather, scatter, table."""

from mlirlite.dialects.tosa._verify import same_elements, shape_of
from mlirlite.dialects.tosa.syntax import FORMAT
from mlirlite.dialects.tosa.traits import ResolvableShapeOperands
from mlirlite.dialects.tosa.types import IndexTensor2D, Tensor, Tensor1D, Tensor3D
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Result
from mlirlite.ir.traits import Pure
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic

_TRAITS = (Pure, ResolvableShapeOperands)


def _match_sizes(
    op: Op, known: dict[str, int], name: str, value: Value, letters: str
) -> Diagnostic | None:
    """Record the sizes of a tensor by the letters of its dimensions, or report the one that differs
    from before."""
    for i, (letter, size) in enumerate(zip(letters, shape_of(value) or (), strict=False)):
        before = known.get(letter, DYNAMIC)
        if before == DYNAMIC:
            known[letter] = size
        elif size not in (DYNAMIC, before):
            return op.error(f"requires {name} dimension {i} to have size {before}, got {size}")
    return None


class GatherOp(Op, name="tosa.gather", traits=_TRAITS):
    """The vectors at some indices.

    ```mlir
    %0 = tosa.gather %x, %i : (tensor<2x5x3xf32>, tensor<2x4xi32>) -> tensor<2x4x3xf32>
    ```
    """

    values: Operand[Tensor3D]
    indices: Operand[IndexTensor2D]
    output: Result[Tensor3D]
    assembly_format = FORMAT

    def verify_op(self) -> Diagnostic | None:
        known: dict[str, int] = {}
        return (
            same_elements(self, self.values.type, self.output.type)
            or _match_sizes(self, known, "values", self.values, "NKC")
            or _match_sizes(self, known, "indices", self.indices, "NW")
            or _match_sizes(self, known, "output", self.output, "NWC")
        )


class ScatterOp(Op, name="tosa.scatter", traits=_TRAITS):
    """A tensor whose vectors at some indices are replaced.

    ```mlir
    %0 = tosa.scatter %x, %i, %y : (tensor<2x5x3xf32>, tensor<2x4xi32>, tensor<2x4x3xf32>) -> tensor<2x5x3xf32>
    ```
    """  # noqa: E501

    values_in: Operand[Tensor3D]
    indices: Operand[IndexTensor2D]
    input: Operand[Tensor3D]
    values_out: Result[Tensor3D]
    assembly_format = FORMAT

    def verify_op(self) -> Diagnostic | None:
        known: dict[str, int] = {}
        found = (
            same_elements(self, self.values_in.type, self.values_out.type)
            or same_elements(self, self.input.type, self.values_out.type)
            or _match_sizes(self, known, "values_in", self.values_in, "NKC")
            or _match_sizes(self, known, "indices", self.indices, "NW")
            or _match_sizes(self, known, "input", self.input, "NWC")
            or _match_sizes(self, known, "values_out", self.values_out, "NKC")
        )
        if found is not None:
            return found
        k, w = known.get("K", DYNAMIC), known.get("W", DYNAMIC)
        if DYNAMIC not in (k, w) and k < w:
            return self.error(f"requires dimensions K >= W, got K={k} and W={w}")
        return None


class TableOp(Op, name="tosa.table", traits=_TRAITS):
    """A function that is given as a table.

    ```mlir
    %0 = tosa.table %x, %t : (tensor<4x5xi8>, tensor<256xi8>) -> tensor<4x5xi8>
    ```
    """

    input1: Operand[Tensor]
    table: Operand[Tensor1D]
    output: Result[Tensor]
    assembly_format = FORMAT

    def verify_op(self) -> Diagnostic | None:
        shape, out = shape_of(self.input1), shape_of(self.output)
        if shape is None or out is None:
            return None
        if len(shape) != len(out):
            return self.error("expected input tensor rank to equal result tensor rank")
        for i, (size, result) in enumerate(zip(shape, out, strict=True)):
            if result != DYNAMIC and result != size:
                return self.error(
                    f"dim(result, {i}) = {result} doesn't match dim(input, {i}) = {size}"
                )
        return None
