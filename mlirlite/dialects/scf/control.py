"""scf: if, while, index_switch, execute_region, and the terminators of their regions."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects._assignments import parse_assignments, print_assignments
from mlirlite.dialects._branches import parse_branches, print_branches
from mlirlite.dialects._constraints import I64Array
from mlirlite.dialects._regions import verify_region_branch
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import UNIT, IntegerAttr, UnitAttr, i64_array
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import EntryArguments
from mlirlite.ir.constraints import AnyType, Bool, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    Operand,
    OptProp,
    Prop,
    RegionField,
    VarOperand,
    VarRegion,
    VarResult,
)
from mlirlite.ir.interfaces import LoopLike, RegionBranchOp, RegionBranchTerminator
from mlirlite.ir.region_constraints import AtMostOneBlock, OneBlock
from mlirlite.ir.traits import (
    HasParent,
    NoRegionArguments,
    Pure,
    RecursivelySpeculatable,
    RecursiveMemoryEffects,
    ReturnLike,
    SingleBlock,
    SingleBlockImplicitTerminator,
    Terminator,
)
from mlirlite.ir.types import I1, INDEX, FunctionType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


class YieldOp(
    Op,
    name="scf.yield",
    traits=(
        HasParent("scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"),
        Pure,
        ReturnLike,
        Terminator,
    ),
):
    """Ends a region and passes its values on.

    ```mlir
    scf.yield %0 : f32
    ```
    """

    results_: VarOperand[AnyType]
    assembly_format = "attr-dict ($results^ `:` type($results))?"


class ConditionOp(
    Op,
    RegionBranchTerminator,
    name="scf.condition",
    traits=(HasParent("scf.while"), Pure, Terminator),
):
    """Ends the first region of scf.while: continues with the second one, or leaves the loop, with
    the values.

    ```mlir
    scf.condition(%cond) %0 : f32
    ```
    """

    condition: Operand[Bool]
    args: VarOperand[AnyType]
    assembly_format = "`(` $condition `)` attr-dict ($args^ `:` type($args))?"

    def forwarded_operands(self, region: Region | None) -> Sequence[Value]:
        return self.operands[1:]

    def successors_for(
        self, constants: Sequence[Attribute | None]
    ) -> Sequence[Region | None] | None:
        known, loop = constants[0], self.parent_op
        if not isinstance(known, IntegerAttr) or loop is None:
            return None
        return (loop.regions[1],) if known.value else (None,)


class ExecuteRegionOp(
    Op, RegionBranchOp, name="scf.execute_region", traits=(RecursiveMemoryEffects,)
):
    """Runs a region of several blocks once.

    ```mlir
    scf.execute_region {
      scf.yield
    }
    ```
    """

    no_inline: OptProp[UnitAttr]
    results_: VarResult[AnyType]
    region: RegionField

    def region_successors(self, region: Region | None) -> Sequence[Region | None]:
        return (self.regions[0],) if region is None else (None,)

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        state.result_types = p.arrow_types(optional=True)
        if p.optional_keyword("no_inline"):
            state.properties["no_inline"] = UNIT
        state.regions.append((yield p.region()))
        p.op_attr_dict(state)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.arrow_types(self.result_types)
        p.text(" ")
        if self.no_inline is not None:
            p.text("no_inline ")
        p.region(self.region, print_empty_block=True)
        p.attr_dict(self, ("no_inline",))

    def verify_op(self) -> Diagnostic | None:
        if self.region.empty:
            return self.error("region needs to have at least one block")
        if self.region.entry.args:
            return self.error("region cannot have any arguments")
        return None

    def verify_regions(self) -> Diagnostic | None:
        return verify_region_branch(self)


class IfOp(
    Op,
    RegionBranchOp,
    name="scf.if",
    traits=(
        NoRegionArguments,
        RecursiveMemoryEffects,
        RecursivelySpeculatable,
        SingleBlockImplicitTerminator("scf.yield"),
    ),
):
    """Runs one of two regions; the second one may be missing when there are no results.

    ```mlir
    %r = scf.if %cond -> (f32) {
      scf.yield %a : f32
    } else {
      scf.yield %b : f32
    }
    ```
    """

    condition: Operand[Bool]
    results_: VarResult[AnyType]
    thenRegion: RegionField[OneBlock]
    elseRegion: RegionField[AtMostOneBlock]

    def default_types(self) -> Sequence[Type]:
        """None by default."""
        return ()

    @property
    def then_block(self) -> Block:
        """The block that runs when the condition holds."""
        return self.regions[0].entry

    @property
    def else_block(self) -> Block | None:
        """The block that runs when it does not, if any."""
        return self.regions[1].first

    def region_successors(self, region: Region | None) -> Sequence[Region | None]:
        if region is not None:
            return (None,)
        then, otherwise = self.regions
        return then, None if otherwise.empty else otherwise

    def entry_successors(self, constants: Sequence[Attribute | None]) -> Sequence[Region | None]:
        then, otherwise = self.region_successors(None)
        known = constants[0]
        if not isinstance(known, IntegerAttr):
            return then, otherwise
        return (then,) if known.value else (otherwise,)

    def runs_at_most_once(self, constants: Sequence[Attribute | None]) -> Sequence[bool]:
        return True, True

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        state.operands = [p.resolve(p.operand(), I1)]
        state.result_types = p.arrow_types(optional=True)
        yield from parse_branches(p, state, YieldOp)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.condition)
        if self.results:
            p.text(" -> (")
            p.types(self.result_types)
            p.text(")")
        print_branches(p, self)
        p.attr_dict(self)

    def verify_op(self) -> Diagnostic | None:
        if self.results and self.elseRegion.empty:
            return self.error("must have an else block if defining values")
        return None

    def verify_regions(self) -> Diagnostic | None:
        return verify_region_branch(self)


class IndexSwitchOp(
    Op,
    RegionBranchOp,
    name="scf.index_switch",
    traits=(
        RecursiveMemoryEffects,
        SingleBlockImplicitTerminator("scf.yield"),
    ),
):
    """Runs the region of the number, or the default one.

    ```mlir
    scf.index_switch %i
    case 2 {
      scf.yield
    }
    default {
    }
    ```
    """

    arg: Operand[Index]
    cases: Prop[I64Array]
    results_: VarResult[AnyType]
    defaultRegion: RegionField[OneBlock]
    caseRegions: VarRegion[OneBlock]

    def region_successors(self, region: Region | None) -> Sequence[Region | None]:
        return self.regions if region is None else (None,)

    def entry_successors(self, constants: Sequence[Attribute | None]) -> Sequence[Region | None]:
        known = constants[0]
        if not isinstance(known, IntegerAttr):
            return self.regions
        numbers = list(self.cases)
        return (self.regions[numbers.index(known.value) + 1 if known.value in numbers else 0],)

    def runs_at_most_once(self, constants: Sequence[Attribute | None]) -> Sequence[bool]:
        return [True] * len(self.regions)

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        state.operands = [p.resolve(p.operand(), INDEX)]
        p.op_attr_dict(state)
        if p.accept("->"):
            state.result_types = p.type_list()
        numbers: list[int] = []
        regions: list[Region] = []
        while p.accept("case"):
            numbers.append(p.integer())
            regions.append((yield p.region()))
        p.expect("default")
        default = yield p.region()
        p.ensure_terminator(default, YieldOp, state.location)
        state.properties["cases"] = i64_array(numbers)
        state.regions += (default, *regions)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.arg)
        p.attr_dict(self, ("cases",))
        if self.results:
            p.text(" -> ")
            p.types(self.result_types)
        p.text(" ")  # upstream prints a space before the new line
        for number, region in zip(self.cases, self.caseRegions, strict=True):
            p.newline()
            p.text(f"case {number} ")
            p.region(region, print_entry_args=False)
        p.newline()
        p.text("default ")
        last = self.defaultRegion.entry.last
        shown = last is None or bool(last.operands or last.attributes)
        p.region(self.defaultRegion, print_entry_args=False, print_terminators=shown)

    def verify_op(self) -> Diagnostic | None:
        numbers, regions = self.cases.value, self.caseRegions
        if len(numbers) != len(regions):
            return self.error(f"has {len(regions)} case regions but {len(numbers)} case values")
        seen = set()
        for number in numbers:
            if number in seen:
                return self.error(f"has duplicate case value: {number}")
            seen.add(number)
        named = [("default region", self.defaultRegion)]
        named += [(f"case region #{i}", region) for i, region in enumerate(regions)]
        for name, region in named:
            found = self._verify_region(name, region)
            if found is not None:
                return found
        return None

    def _verify_region(self, name: str, region: Region) -> Diagnostic | None:
        last = region.first.last if region.first is not None else None
        if last is None:
            return self.error(f"{name} is empty")
        if not isinstance(last, YieldOp):
            return self.error(f"expected region to end with scf.yield, but got {last.name}")
        if len(last.operands) != len(self.results):
            return self.error(
                f"expected each region to return {len(self.results)} values, but {name} returns "
                f"{len(last.operands)}"
            ).note("see yield operation here", last.where)
        for i, (result, value) in enumerate(zip(self.results, last.operands, strict=True)):
            if result.type is not value.type:
                return self.error(
                    f"expected result #{i} of each region to be '{result.type}'"
                ).note(f"{name} returns '{value.type}' here", last.where)
        return None


class WhileOp(
    Op,
    LoopLike,
    EntryArguments,
    RegionBranchOp,
    name="scf.while",
    traits=(RecursiveMemoryEffects, SingleBlock()),
):
    """Runs `before` and, as long as its condition holds, `after`, which feeds `before` again.

    ```mlir
    %r = scf.while (%x = %init) : (f32) -> f32 {
      scf.condition(%cond) %x : f32
    } do {
    ^bb0(%y: f32):
      scf.yield %y : f32
    }
    ```
    """

    inits: VarOperand[AnyType]
    results_: VarResult[AnyType]
    before: RegionField[OneBlock]
    after: RegionField[OneBlock]

    def entry_arguments(self, region: Region) -> Sequence[Type]:
        return self.operand_types if region is self.regions[0] else self.result_types

    def region_successors(self, region: Region | None) -> Sequence[Region | None]:
        before, after = self.regions
        if region is before:
            return None, after
        return (before,)

    def region_entry_operands(self, region: Region | None) -> Sequence[Value]:
        return self.operands

    def loop_regions(self) -> Sequence[Region]:
        return self.regions

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        arguments, operands = parse_assignments(p, optional=True)
        p.expect(":")
        where = p.here()
        type = p.type()
        if not isinstance(type, FunctionType):
            raise p.error("expected function type", where)
        state.result_types = list(type.results)
        if len(type.inputs) != len(operands):
            raise p.error(
                f"expected as many input types as operands (expected {len(operands)} got "
                f"{len(type.inputs)})",
                where,
            )
        state.operands = p.resolve_all(operands, list(type.inputs))
        typed = [a._replace(type=t) for a, t in zip(arguments, type.inputs, strict=True)]
        state.regions.append((yield p.region(typed)))
        p.expect("do")
        state.regions.append((yield p.region()))
        p.op_attr_dict(state, keyword=True)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        entry = self.before.entry
        print_assignments(p, entry.args, self.operands, " ")
        p.text(" : ")
        p.functional_type(self.operand_types, self.result_types)
        p.text(" ")
        p.region(self.before, print_entry_args=False)
        p.text(" do ")
        p.region(self.after)
        p.attr_dict_with_keyword(self)

    def verify_regions(self) -> Diagnostic | None:
        found = verify_region_branch(self)
        if found is not None:
            return found
        for region, name, cls in (
            (self.before, "before", ConditionOp),
            (self.after, "after", YieldOp),
        ):
            last = region.entry.last
            if not isinstance(last, cls):
                found = self.error(f"expects the '{name}' region to terminate with '{cls.name}'")
                if last is not None:
                    found.note("terminator here", last.where)
                return found
        return None
