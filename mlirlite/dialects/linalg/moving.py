"""Structured ops that move elements and compute nothing."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects.linalg._numbers import parse_numbers, print_numbers
from mlirlite.dialects.linalg.bodies import copied
from mlirlite.dialects.linalg.generic import Dimensions
from mlirlite.dialects.linalg.structured import (
    HIDDEN,
    StructuredOp,
    TensorOrMemRef,
    Tensors,
    fill_region,
    parse_ins_outs,
    print_ins_outs,
    shape_of,
    tensor_types,
)
from mlirlite.ir.affine import AffineDim, AffineMap
from mlirlite.ir.attributes import DenseArrayAttr
from mlirlite.ir.fields import Operand, Prop, RegionField, VarResult
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


class _MoveOp(StructuredOp):
    """Base of ops that move the elements of one operand to those of another."""

    def num_loops(self) -> int:
        return len(shape_of(self.operands[1].type))

    @classmethod
    def numbers_name(cls) -> str:
        """The property that says how elements move."""
        definition: Any = cls.definition
        return str(next(iter(definition.properties)))

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        where = p.here()
        _, outputs = parse_ins_outs(p, state)
        parse_numbers(p, state, cls.numbers_name())
        p.op_attr_dict(state)
        state.result_types = tensor_types(outputs)
        fill_region(p, state, copied, where)
        for block in state.regions[0]:
            for argument, value in zip(block.args, state.operands, strict=True):
                owner: Any = value.defining_op or value
                argument.location = owner.location
            for op in block:
                op.location = state.location

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        name = self.numbers_name()
        numbers = self.properties[name]
        print_ins_outs(p, self.operands[:1], self.operands[1:])
        if isinstance(numbers, DenseArrayAttr):
            print_numbers(p, name, numbers)
        p.attr_dict(self, (*HIDDEN, name))


class TransposeOp(_MoveOp, name="linalg.transpose"):
    """Permutes dimensions: dimension i of the output is dimension `permutation[i]` of the input.

    ```mlir
    %0 = linalg.transpose ins(%a : tensor<16x64xf32>) outs(%b : tensor<64x16xf32>)
      permutation = [1, 0]
    ```
    """

    input: Operand[TensorOrMemRef]
    init: Operand[TensorOrMemRef]
    permutation: Prop[Dimensions]
    result: VarResult[Tensors]
    region: RegionField[OneBlock]

    def maps(self) -> Sequence[AffineMap]:
        order = self.permutation.value
        inverse = [order.index(i) for i in range(len(order))]
        return AffineMap.permutation(inverse), AffineMap.identity(len(order))

    def result_names(self) -> Sequence[str]:
        return ("transposed",) if self.results else ()

    def verify_op(self) -> Diagnostic | None:
        found = super().verify_op()
        if found is not None:
            return found
        order = self.permutation.value
        if sorted(order) != list(range(len(order))):
            return self.error("permutation is not valid")
        source, target = shape_of(self.input.type), shape_of(self.init.type)
        if len(source) != len(target):
            return self.error(f"input rank {len(source)} does not match init rank {len(target)}")
        if len(source) != len(order):
            return self.error(
                f"size of permutation {len(order)} does not match the argument rank {len(source)}"
            )
        for i, d in enumerate(order):
            if source[d] != target[i]:
                return self.error(
                    f"dim(result, {i}) = {target[i]} doesn't match dim(input, permutation[{i}]) = "
                    f"{source[d]}"
                )
        return None


class BroadcastOp(_MoveOp, name="linalg.broadcast"):
    """Repeats the input along new dimensions.

    ```mlir
    %0 = linalg.broadcast ins(%a : tensor<16xf32>) outs(%b : tensor<16x64xf32>) dimensions = [1]
    ```
    """

    input: Operand[TensorOrMemRef]
    init: Operand[TensorOrMemRef]
    dimensions: Prop[Dimensions]
    result: VarResult[Tensors]
    region: RegionField[OneBlock]

    def maps(self) -> Sequence[AffineMap]:
        rank, new = self.num_loops(), self.dimensions.value
        kept = tuple([AffineDim(i) for i in range(rank) if i not in new])
        return AffineMap(rank, 0, kept), AffineMap.identity(rank)

    def result_names(self) -> Sequence[str]:
        return ("broadcasted",) if self.results else ()

    def verify_op(self) -> Diagnostic | None:
        found = super().verify_op()
        if found is not None:
            return found
        source, target = shape_of(self.input.type), shape_of(self.init.type)
        new = self.dimensions.value
        if len(source) + len(new) != len(target):
            return self.error(
                "input rank plus added dimensions does not match init rank. input rank: "
                f"{len(source)}, dimensions size: {len(new)}, init rank: {len(target)}"
            )
        for i, d in enumerate(new):
            if not 0 <= d < len(target):
                return self.error(
                    f"dimension {i} is out of range. expected range: [0, {len(target) - 1}], got: "
                    f"{d}"
                )
        kept = [d for d in range(len(target)) if d not in new]
        for i, d in enumerate(kept):
            if source[i] != target[d]:
                return self.error(
                    f"input dim {i} should match init dim {d}. input: {source[i]}, init: "
                    f"{target[d]}"
                )
        return None
