"""scf: counted loops, in order (for) and in any order (parallel), and their reductions."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects._assignments import parse_assignments, print_assignments
from mlirlite.dialects._loops import CountedLoop, LoopNest
from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects._regions import verify_region_branch
from mlirlite.dialects.scf.control import YieldOp
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UNIT, UnitAttr, i32_array
from mlirlite.ir.block import Region
from mlirlite.ir.constraints import AnyType, Index, SignlessIntegerOrIndex
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    Operand,
    OptProp,
    RegionField,
    VarOperand,
    VarRegion,
    VarResult,
)
from mlirlite.ir.interfaces import ConditionallySpeculatable, RegionBranchOp
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import (
    AllTypesMatch,
    AttrSizedOperandSegments,
    AutomaticAllocationScope,
    HasParent,
    Pure,
    RecursivelySpeculatable,
    RecursiveMemoryEffects,
    SingleBlockImplicitTerminator,
    Terminator,
)
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


class ForOp(
    Op,
    ConditionallySpeculatable,
    CountedLoop,
    RegionBranchOp,
    name="scf.for",
    traits=(
        AllTypesMatch("lowerBound", "upperBound", "step"),
        AutomaticAllocationScope,
        RecursiveMemoryEffects,
        RecursivelySpeculatable,
        SingleBlockImplicitTerminator("scf.yield"),
    ),
):
    """Counts from the lower bound up to, not including, the upper one, carrying values along.

    ```mlir
    %sum = scf.for %i = %lb to %ub step %step iter_args(%acc = %init) -> (f32) {
      scf.yield %acc : f32
    }
    ```
    """

    lowerBound: Operand[SignlessIntegerOrIndex]
    upperBound: Operand[SignlessIntegerOrIndex]
    step: Operand[SignlessIntegerOrIndex]
    initArgs: VarOperand[AnyType]
    unsignedCmp: OptProp[UnitAttr]
    results_: VarResult[AnyType]
    region: RegionField[OneBlock]

    def default_types(self) -> Sequence[Type]:
        return [v.type for v in self.initArgs]

    def counter_type(self) -> Type:
        return self.lowerBound.type

    def region_successors(self, region: Region | None) -> Sequence[Region | None]:
        return self.regions[0], None

    def region_entry_operands(self, region: Region | None) -> Sequence[Value]:
        return self.initArgs

    def region_inputs(self, region: Region | None) -> Sequence[Value]:
        return self.results if region is None else self.iter_args

    def carried_operands(self) -> Sequence[int]:
        return range(3, len(self.operands))

    def is_speculatable(self) -> bool:
        """Steps of 1 reach every end."""
        return constant_number(self.step) == 1

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        if p.optional_keyword("unsigned"):
            state.properties["unsignedCmp"] = UNIT
        counter = p.argument(type="none")
        p.expect("=")
        bounds = [p.operand()]
        p.expect("to")
        bounds.append(p.operand())
        p.expect("step")
        bounds.append(p.operand())
        arguments: list[Any] = []
        operands: list[Any] = []
        if p.accept("iter_args"):
            arguments, operands = parse_assignments(p)
            state.result_types = p.arrow_types(optional=False)
        if len(operands) != len(state.result_types):
            raise p.error(
                "mismatch in number of loop-carried values and defined values", state.location
            )
        type: Type = INDEX
        if p.accept(":"):
            type = p.type()
        typed = [counter._replace(type=type)]
        typed += [a._replace(type=t) for a, t in zip(arguments, state.result_types, strict=True)]
        region = yield p.region(typed)
        p.ensure_terminator(region, YieldOp, state.location)
        state.regions.append(region)
        state.operands = [  # now: values defined in the region are not visible
            *p.resolve_all(bounds, type),
            *p.resolve_all(operands, state.result_types),
        ]
        p.op_attr_dict(state)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" unsigned " if self.unsignedCmp is not None else " ")
        p.value(self.induction_var)
        for word, value in (
            (" = ", self.lowerBound),
            (" to ", self.upperBound),
            (" step ", self.step),
        ):
            p.text(word)
            p.value(value)
        if self.initArgs:
            print_assignments(p, self.iter_args, self.initArgs, " iter_args")
            p.text(" -> (")
            p.types([v.type for v in self.initArgs])
            p.text(")")
        p.text(" ")
        if self.induction_var.type is not INDEX:
            p.text(" : ")  # upstream prints two spaces
            p.type(self.induction_var.type)
            p.text(" ")
        p.region(self.region, print_entry_args=False, print_terminators=bool(self.initArgs))
        p.attr_dict(self, ("unsignedCmp",))

    def verify_op(self) -> Diagnostic | None:
        if len(self.initArgs) != len(self.results):
            return self.error("mismatch in number of loop-carried values and defined values")
        return None

    def verify_regions(self) -> Diagnostic | None:
        body = self.body
        if not body.args or body.args[0].type is not self.lowerBound.type:
            return self.error("expected induction variable to be same type as bounds and step")
        carried, inits = self.iter_args, self.initArgs
        if len(inits) != len(carried):
            return self.error(
                f"different number of inits and region iter_args: {len(inits)} != {len(carried)}"
            )
        last = body.last
        yielded = last.operands if last is not None else ()
        if yielded and len(yielded) != len(carried):
            return self.error(
                "different number of region iter_args and yielded values: "
                f"{len(carried)} != {len(yielded)}"
            )
        for i, argument in enumerate(carried):
            if inits[i].type is not argument.type:
                return self.error(
                    f"{i}-th init and {i}-th region iter_arg have different type: "
                    f"'{inits[i].type}' != '{argument.type}'"
                )
            if i < len(yielded) and yielded[i].type is not argument.type:
                return self.error(
                    f"{i}-th region iter_arg and {i}-th yielded value have different type: "
                    f"'{argument.type}' != '{yielded[i].type}'"
                )
        for i, (argument, result) in enumerate(zip(carried, self.results, strict=True)):
            if argument.type is not result.type:
                return self.error(
                    f"{i}-th region iter_arg and {i}-th loop result have different type: "
                    f"'{argument.type}' != '{result.type}'"
                )
        return verify_region_branch(self)


class ReduceOp(
    Op, name="scf.reduce", traits=(HasParent("scf.parallel"), RecursiveMemoryEffects, Terminator)
):
    """Ends the body of scf.parallel: combines one value of each iteration into each result.

    ```mlir
    scf.reduce(%0 : f32) {
    ^bb0(%lhs: f32, %rhs: f32):
      scf.reduce.return %lhs : f32
    }
    ```
    """

    operands_: VarOperand[AnyType]
    reductions: VarRegion[OneBlock]
    assembly_format = "(`(` $operands^ `:` type($operands) `)`)? $reductions attr-dict"

    def verify_op(self) -> Diagnostic | None:
        if len(self.operands) != len(self.regions):
            return self.error(
                f"expects number of reduction regions: {len(self.regions)} to be the same as "
                f"number of reduction operands: {len(self.operands)}"
            )
        return None

    def verify_regions(self) -> Diagnostic | None:
        for i, (operand, region) in enumerate(zip(self.operands, self.regions, strict=True)):
            block = region.entry
            if block.empty:
                return self.error(f"{i}-th reduction has an empty body")
            if len(block.args) != 2 or any(a.type is not operand.type for a in block.args):
                return self.error(
                    f"expected two block arguments with type '{operand.type}' in the {i}-th "
                    "reduction region"
                )
            if not isinstance(block.last, ReduceReturnOp):
                return self.error(
                    "reduction bodies must be terminated with an 'scf.reduce.return' op"
                )
        return None


class ReduceReturnOp(
    Op, name="scf.reduce.return", traits=(HasParent("scf.reduce"), Pure, Terminator)
):
    """Ends a reduction with the combined value.

    ```mlir
    scf.reduce.return %0 : f32
    ```
    """

    result_: Operand[AnyType]
    assembly_format = "$result attr-dict `:` type($result)"

    def verify_op(self) -> Diagnostic | None:
        block = self.parent
        if block is None or not block.args:
            return None
        if self.operands[0].type is not block.args[0].type:
            return self.error(
                f"must have type '{block.args[0].type}' (the type of the reduction inputs)"
            )
        return None


class ParallelOp(
    Op,
    LoopNest,
    RegionBranchOp,
    name="scf.parallel",
    traits=(
        AttrSizedOperandSegments,
        AutomaticAllocationScope,
        RecursiveMemoryEffects,
        SingleBlockImplicitTerminator("scf.reduce"),
    ),
):
    """A nest of loops whose iterations may run at the same time.

    ```mlir
    scf.parallel (%i, %j) = (%lb0, %lb1) to (%ub0, %ub1) step (%s0, %s1) {
      scf.reduce
    }
    ```
    """

    lowerBound: VarOperand[Index]
    upperBound: VarOperand[Index]
    step: VarOperand[Index]
    initVals: VarOperand[AnyType]
    results_: VarResult[AnyType]
    region: RegionField[OneBlock]

    def default_types(self) -> Sequence[Type]:
        return [v.type for v in self.initVals]

    def loop_count(self) -> int:
        return len(self.lowerBound)

    def region_successors(self, region: Region | None) -> Sequence[Region | None]:
        return self.regions[0], None

    def region_inputs(self, region: Region | None) -> Sequence[Value]:
        return ()

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        counters = p.argument_list("(", type="none")
        groups = []
        for word in ("=", "to", "step"):
            p.expect(word)
            where = p.here()
            operands = p.operand_list("(", ")")
            if len(operands) != len(counters):
                raise p.error(f"expected {len(counters)} operands", where)
            groups.append(p.resolve_all(operands, INDEX))
        inits: list[Any] = []
        if p.accept("init"):
            inits = p.operand_list("(", ")")
        state.result_types = p.arrow_types(optional=True)
        groups.append(p.resolve_all(inits, state.result_types))
        region = yield p.region([c._replace(type=INDEX) for c in counters])
        p.op_attr_dict(state)
        p.ensure_terminator(region, ReduceOp, state.location)
        state.operands = [v for g in groups for v in g]
        state.properties["operandSegmentSizes"] = i32_array(len(g) for g in groups)
        state.regions.append(region)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        for lead, values in (
            ("(", self.induction_vars),
            (") = (", self.lowerBound),
            (") to (", self.upperBound),
            (") step (", self.step),
        ):
            p.text(lead)
            p.values(values)
        p.text(")")
        if self.initVals:
            p.text(" init (")
            p.values(self.initVals)
            p.text(")")
        p.arrow_types(self.result_types)
        p.text(" ")
        p.region(self.region, print_entry_args=False)
        p.attr_dict(self, ("operandSegmentSizes",))

    def verify_op(self) -> Diagnostic | None:
        steps = self.step
        if not steps:
            return self.error(
                "needs at least one tuple element for lowerBound, upperBound and step"
            )
        if len(steps) != len(self.lowerBound):
            return self.error("expects the same number of bound and step values")
        if any((number := constant_number(step)) is not None and number <= 0 for step in steps):
            return self.error("constant step operand must be positive")
        body = self.body
        if len(body.args) != len(steps):
            return self.error(
                f"expects the same number of induction variables: {len(body.args)} as bound "
                "and step "
                f"values: {len(steps)}"
            )
        if any(a.type is not INDEX for a in body.args):
            return self.error("expects arguments for the induction variable to be of index type")
        last = body.last
        if not isinstance(last, ReduceOp):
            found = self.error("expects body to terminate with 'scf.reduce'")
            return found.note("terminator here", last.where) if last is not None else found
        reductions, results = len(last.regions), len(self.results)
        if results != reductions:
            return self.error(
                f"expects number of results: {results} to be the same as number of reductions: "
                f"{reductions}"
            )
        if results != len(self.initVals):
            return self.error(
                f"expects number of results: {results} to be the same as number of initial values: "
                f"{len(self.initVals)}"
            )
        if len(last.operands) != results:
            return None  # the terminator determines it
        for i, (result, value) in enumerate(zip(self.results, last.operands, strict=True)):
            if result.type is not value.type:
                return last.error(
                    f"expects type of {i}-th reduction operand: '{value.type}' to be the same "
                    "as the "
                    f"{i}-th result type: '{result.type}'"
                )
        return None
