"""Structured ops whose maps and loops must be those of a convolution, or of a fill."""

from collections.abc import Sequence

from mlirlite.dialects.linalg._convolutions import convolution_problem
from mlirlite.dialects.linalg.enums import IteratorType
from mlirlite.dialects.linalg.structured import StructuredOp, shape_of, verify_structured
from mlirlite.dialects.ptr.attributes import MemorySpace
from mlirlite.ir.affine import AffineMap
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import EnumAttr
from mlirlite.ir.constraints import AnyRankedTensor, AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, RegionField, Result, VarOperand, VarResult
from mlirlite.ir.traits import AttrSizedOperandSegments, SingleBlock
from mlirlite.support.diagnostics import Diagnostic, error


class IteratorTypeAttr(EnumAttr, name="test.iterator_type", cases=IteratorType):
    """`#test.iterator_type<parallel>`."""

    assembly_format = "`<` $value `>`"


class StructuredTestOp(StructuredOp, traits=(AttrSizedOperandSegments, SingleBlock())):
    """Base: maps and loops are attributes that are not declared."""

    inputs: VarOperand[AnyType]
    outputs: VarOperand[AnyType]
    results_: VarResult[AnyType]
    region: RegionField
    assembly_format = (
        "attr-dict (`ins` `(` $inputs^ `:` type($inputs) `)`)? "
        "`outs` `(` $outputs `:` type($outputs) `)` $region (`->` type($results)^)?"
    )

    def maps(self) -> Sequence[AffineMap]:
        """The attribute `indexing_maps`."""
        return [a.map for a in self.attributes["indexing_maps"]]  # type: ignore[attr-defined]

    def num_inits(self) -> int:
        """The outputs."""
        return len(self.outputs)

    def iterators(self) -> Sequence[IteratorType]:
        """The attribute `iterator_types`."""
        return [a.value for a in self.attributes["iterator_types"]]  # type: ignore[attr-defined]

    def problem(self) -> str:
        """The error of a structured op, if it has one."""
        raise NotImplementedError

    def verify_op(self) -> Diagnostic | None:
        """First as of all structured ops."""
        found = verify_structured(self)
        problem = "" if found is not None else self.problem()
        return error(problem, self.where) if problem else found


class ConvolutionOp(StructuredTestOp, name="test.linalg_conv_op"):
    """A convolution."""

    def problem(self) -> str:
        """Its maps and loops."""
        if len(self.inputs) < 2 or len(self.outputs) != 1:
            return "expected op with 2 inputs and 1 output"
        return convolution_problem(self.maps(), self.iterators())


class FillOp(StructuredTestOp, name="test.linalg_fill_op"):
    """A fill."""

    def problem(self) -> str:
        """One scalar fills one output."""
        if len(self.inputs) != 1 or len(self.outputs) != 1:
            return "expected op with 1 input and 1 output"
        return "expected op with scalar input" if shape_of(self.inputs[0].type) else ""


class NoConvolutionOp(Op, name="test.conv_op_not_linalg_op"):
    """Not structured."""

    image: Operand[AnyType]
    filter: Operand[AnyType]
    output: Operand[AnyType]
    result: Result[AnyRankedTensor]

    def verify_op(self) -> Diagnostic | None:
        """Never right."""
        return error("expected a LinalgOp", self.where)


class NoFillOp(Op, name="test.fill_op_not_linalg_op"):
    """Not structured."""

    value: Operand[AnyType]
    output: Operand[AnyType]
    result: Result[AnyRankedTensor]

    def verify_op(self) -> Diagnostic | None:
        """Never right."""
        return error("expected a LinalgOp", self.where)


class ConstMemorySpaceAttr(Attribute, MemorySpace, name="test.const_memory_space"):
    """Read-only memory."""

    address_space: int = 0
    assembly_format = "(`<` $address_space^ `>`)?"

    def store_problem(self, type: Type) -> str:
        """Always."""
        return "memory space is read-only"
