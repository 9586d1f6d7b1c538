"""shape ops with regions: assuming, reduce, functions and libraries of them."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from mlirlite.dialects._constraints import SymbolName
from mlirlite.dialects._function import FunctionOp
from mlirlite.dialects._regions import verify_region_branch
from mlirlite.dialects.shape.types import (
    SHAPE,
    SIZE,
    WITNESS,
    ShapeOrExtentTensor,
    Witness,
)
from mlirlite.ir.attributes import DictionaryAttr, StringAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.constraints import AnyType, is_a
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    Operand,
    OptProp,
    Prop,
    RegionField,
    VarOperand,
    VarResult,
)
from mlirlite.ir.interfaces import RegionBranchOp
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import (
    AffineScope,
    AutomaticAllocationScope,
    HasParent,
    IsolatedFromAbove,
    NoRegionArguments,
    NoTerminator,
    Pure,
    RecursiveMemoryEffects,
    ReturnLike,
    SingleBlock,
    SingleBlockImplicitTerminator,
    Symbol,
    SymbolTable,
    Terminator,
)
from mlirlite.ir.types import INDEX
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


class AssumingOp(
    Op,
    RegionBranchOp,
    name="shape.assuming",
    traits=(
        RecursiveMemoryEffects,
        SingleBlockImplicitTerminator("shape.assuming_yield"),
    ),
):
    """Runs a region under a constraint that a witness proves.

    ```mlir
    %0 = shape.assuming %w -> (f32) {
      shape.assuming_yield %f : f32
    }
    ```
    """

    witness: Operand[Witness]
    results_: VarResult[AnyType]
    doRegion: RegionField[OneBlock]

    def region_successors(self, region: Region | None) -> Sequence[Region | None]:
        return (self.regions[0],) if region is None else (None,)

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        state.operands = [p.resolve(p.operand(), WITNESS)]
        state.result_types = p.arrow_types(optional=True)
        region = yield p.region()
        p.ensure_terminator(region, AssumingYieldOp, state.location)
        state.regions.append(region)
        p.op_attr_dict(state)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.witness)
        if self.results:
            p.text(" -> (")
            p.types(self.result_types)
            p.text(")")
        p.text(" ")
        p.region(self.doRegion, print_entry_args=False, print_terminators=bool(self.results))
        p.attr_dict(self)

    def verify_regions(self) -> Diagnostic | None:
        return verify_region_branch(self)


class AssumingYieldOp(
    Op,
    name="shape.assuming_yield",
    traits=(HasParent("shape.assuming"), Pure, ReturnLike, Terminator),
):
    """Ends shape.assuming's region and gives its results.

    ```mlir
    shape.assuming_yield %0 : f32
    ```
    """

    operands_: VarOperand[AnyType]
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"


class YieldOp(
    Op,
    name="shape.yield",
    traits=(HasParent("shape.reduce", "shape.function_library"), Pure, ReturnLike, Terminator),
):
    """Ends shape.reduce's region and gives the next values.

    ```mlir
    shape.yield %0 : !shape.size
    ```
    """

    operands_: VarOperand[AnyType]
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"

    def verify_op(self) -> Diagnostic | None:
        parent = self.parent_op
        if parent is None:
            return None
        if len(parent.results) != len(self.operands):
            return self.error("number of operands does not match number of results of its parent")
        if tuple(v.type for v in self.operands) != parent.result_types:
            return self.error("types mismatch between yield op and its parent")
        return None


class ReduceOp(
    Op,
    name="shape.reduce",
    traits=(SingleBlockImplicitTerminator("shape.yield"),),
):
    """Goes over the extents of a shape, and carries values along.

    ```mlir
    %0 = shape.reduce(%s, %init) : !shape.shape -> !shape.size {
    ^bb0(%index: index, %extent: !shape.size, %acc: !shape.size):
      shape.yield %acc : !shape.size
    }
    ```
    """

    shape: Operand[ShapeOrExtentTensor]
    initVals: VarOperand[AnyType]
    result: VarResult[AnyType]
    region: RegionField[OneBlock]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        operands = p.operand_list("(", ")")
        where = p.here()
        p.expect(":")
        shape = p.type()
        state.result_types = p.arrow_types(optional=True)
        if not operands:
            raise p.error("expected a shape to reduce", where)
        state.operands = [p.resolve(operands[0], shape)]
        state.operands += p.resolve_all(operands[1:], state.result_types)
        region = yield p.region()
        state.regions.append(region)
        p.op_attr_dict(state)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text("(")
        p.values(self.operands)
        p.text(") : ")
        p.type(self.shape.type)
        p.arrow_types(self.result_types)
        p.text(" ")
        p.region(self.region)
        p.attr_dict(self)

    def verify_op(self) -> Diagnostic | None:
        args, count = self.region.entry.args, len(self.initVals)
        if len(args) != count + 2:
            return self.error(f"ReduceOp body is expected to have {count + 2} arguments")
        if args[0].type is not INDEX:
            return self.error("argument 0 of ReduceOp body is expected to be of IndexType")
        if self.shape.type is SHAPE:
            if args[1].type is not SIZE:
                return self.error(
                    "argument 1 of ReduceOp body is expected to be of SizeType if the ReduceOp "
                    "operates on a ShapeType"
                )
        elif args[1].type is not INDEX:
            return self.error(
                "argument 1 of ReduceOp body is expected to be of IndexType if the ReduceOp "
                "operates on an extent tensor"
            )
        for i, value in enumerate(self.initVals):
            if args[i + 2].type is not value.type:
                return self.error(
                    f"type mismatch between argument {i + 2} of ReduceOp body and initial value {i}"
                )
        return None


class FuncOp(
    FunctionOp,
    name="shape.func",
    traits=(AffineScope, AutomaticAllocationScope, IsolatedFromAbove, Symbol),
):
    """A function that computes shapes.

    ```mlir
    shape.func @same(%arg0: !shape.value_shape) -> !shape.shape {
      %0 = shape.value_as_shape %arg0 : !shape.value_shape -> !shape.shape
      shape.return %0 : !shape.shape
    }
    ```
    """

    body: RegionField
    default_dialect: ClassVar[str] = "shape"


class ReturnOp(
    Op,
    name="shape.return",
    traits=(HasParent("shape.func"), Pure, ReturnLike, Terminator),
):
    """Ends a shape function.

    ```mlir
    shape.return %0 : !shape.shape
    ```
    """

    operands_: VarOperand[AnyType]
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"


class FunctionLibraryOp(
    Op,
    name="shape.function_library",
    traits=(
        AffineScope,
        IsolatedFromAbove,
        NoRegionArguments,
        SymbolTable,
        Symbol,
        NoTerminator,
        SingleBlock(),
    ),
):
    """Shape functions, and which op each of them is for.

    ```mlir
    shape.function_library @lib {
      shape.func private @same(!shape.value_shape) -> !shape.shape
    } mapping {test.op = @same}
    ```
    """

    sym_name: Prop[SymbolName]
    sym_visibility: OptProp[str]
    mapping: Prop[Annotated[DictionaryAttr, is_a(DictionaryAttr, summary="dictionary attribute")]]
    body: RegionField
    default_dialect: ClassVar[str] = "shape"

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        state.properties["sym_name"] = StringAttr(p.symbol_name())
        p.op_attr_dict(state, keyword=True)
        region = yield p.region()
        if region.empty:
            region.append(Block())
        state.regions.append(region)
        p.expect("mapping")
        where = p.here()
        mapping = p.attribute()
        if not isinstance(mapping, DictionaryAttr):
            raise p.error("invalid kind of attribute specified", where)
        state.properties["mapping"] = mapping

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.symbol_name(self.sym_name)
        p.attr_dict_with_keyword(self, ("sym_name", "mapping"))
        p.text(" ")
        p.region(self.body, print_entry_args=False, print_terminators=False)
        p.text(" mapping ")
        p.dictionary(self.mapping)
