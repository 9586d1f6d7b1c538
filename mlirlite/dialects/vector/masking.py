"""vector.mask: an op that works only where a mask is true."""

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from mlirlite.dialects.vector._constraints import MaskVector, scalable_flags, vector_type
from mlirlite.dialects.vector.contractions import ContractionOp, OuterProductOp
from mlirlite.dialects.vector.memory import GatherOp, ScatterOp
from mlirlite.dialects.vector.reductions import MultiDimReductionOp, ReductionOp
from mlirlite.dialects.vector.transfers import TransferReadOp, TransferWriteOp, mask_type
from mlirlite.ir.attribute import Type
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, RegionField, VarOperand, VarResult
from mlirlite.ir.operation import Operation
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import (
    NoRegionArguments,
    Pure,
    RecursiveMemoryEffects,
    ReturnLike,
    SingleBlockImplicitTerminator,
    Terminator,
)
from mlirlite.ir.types import I1, VectorType
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


class YieldOp(Op, name="vector.yield", traits=(Pure, ReturnLike, Terminator)):
    """Ends a region of a vector op and passes its values on.

    ```mlir
    vector.yield %0 : vector<4xf32>
    ```
    """

    operands_: VarOperand[AnyType]
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"


class MaskOp(
    Op,
    name="vector.mask",
    traits=(
        NoRegionArguments,
        RecursiveMemoryEffects,
        SingleBlockImplicitTerminator("vector.yield"),
    ),
):
    """One op that works only where a mask is true.

    ```mlir
    %0 = vector.mask %m { vector.reduction <add>, %a : vector<8xf32> into f32 }
      : vector<8xi1> -> f32
    ```
    """

    mask: Operand[MaskVector]
    passthru: OptOperand[AnyType]
    results_: VarResult[AnyType]
    maskRegion: RegionField[OneBlock]

    @property
    def masked_op(self) -> Operation | None:
        """The op inside, None when there is only the terminator."""
        first = self.maskRegion.entry.first
        return None if isinstance(first, YieldOp) else first

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        mask = p.operand()
        passthru = p.operand() if p.accept(",") else None
        region = yield p.region()
        block = region.first
        if block is not None and block.last is not None and not isinstance(block.last, YieldOp):
            block.append(YieldOp(block.last.results, loc=state.location))
        p.ensure_terminator(region, YieldOp, state.location)
        state.regions.append(region)
        p.op_attr_dict(state)
        p.expect(":")
        type = p.type()
        state.result_types = p.arrow_types(optional=True)
        state.operands = [p.resolve(mask, type)]
        if passthru is not None:
            if not state.result_types:
                raise p.error("expects a result if passthru operand is provided", state.location)
            state.operands.append(p.resolve(passthru, state.result_types[0]))

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.values(self.operands)
        p.text(" { ")
        first = self.maskRegion.entry.first
        if first is not None:
            p.operation(first)
        p.text(" }")
        p.attr_dict(self)
        p.text(" : ")
        p.type(self.mask.type)
        if self.results:
            p.text(" -> ")
            p.types(self.result_types)

    def verify_op(self) -> Diagnostic | None:
        block = self.maskRegion.entry
        ops = block.ops
        if len(ops) > 2:
            return self.error("expects only one operation to mask")
        last = block.last
        if not isinstance(last, YieldOp):
            return self.error("expects a terminator within the mask region")
        if len(last.operands) != len(self.results):
            return self.error("expects number of results to match mask region yielded values")
        masked = self.masked_op
        if masked is None:
            return None
        if masked.name not in MASKABLE:
            return self.error("expects a MaskableOpInterface within the mask region")
        if len(masked.results) != len(self.results):
            return self.error(
                "expects number of results to match maskable operation number of results"
            )
        if tuple(masked.results) != tuple(last.operands):
            return self.error(
                "expects all the results from the MaskableOpInterface to match all the values "
                "returned by the terminator"
            )
        if masked.result_types != self.result_types:
            return self.error("expects result type to match maskable operation result type")
        return self._verify_mask(masked)

    def _verify_mask(self, masked: Operation) -> Diagnostic | None:
        expected = _mask_of(masked)
        if expected is not None and self.mask.type is not expected:
            return self.error(f"expects a '{expected}' mask for the maskable operation")
        passthru = self.passthru
        if passthru is None:
            return None
        if masked.name not in ("vector.gather", "vector.transfer_read"):
            return self.error("doesn't expect a passthru argument for the maskable operation")
        if len(masked.results) != 1:
            return self.error("expects result when passthru argument is provided")
        if passthru.type is not masked.results[0].type:
            return self.error("expects passthru type to match result type")
        return None


def _mask_of(op: Operation) -> Type | None:
    """The type of the mask that an op takes in vector.mask; None when it is not known."""
    if isinstance(op, (ReductionOp, MultiDimReductionOp)):
        shape = op.operands[0].type
    elif isinstance(op, OuterProductOp):
        shape = op.result.type
    elif isinstance(op, ContractionOp):
        sizes = op.loop_sizes()
        flags = [False] * len(sizes)
        for value, loops in zip(op.operands, op.operand_loops, strict=True):
            if isinstance(value.type, VectorType):
                for loop, scalable in zip(loops, scalable_flags(value.type), strict=True):
                    flags[loop] |= scalable
        shape = VectorType(tuple([n or 1 for n in sizes]), I1, tuple(flags))
    elif isinstance(op, (GatherOp, ScatterOp)):
        shape = op.indices.type
    elif isinstance(op, (TransferReadOp, TransferWriteOp)):
        return mask_type(vector_type(op.vector_value.type), op.map)
    else:
        return None
    found: Type = shape.replace(element_type=I1)
    return found


MASKABLE = frozenset(
    f"vector.{name}"
    for name in (
        "contract",
        "gather",
        "multi_reduction",
        "outerproduct",
        "reduction",
        "scatter",
        "transfer_read",
        "transfer_write",
    )
)
"""Ops that may stand in vector.mask."""
