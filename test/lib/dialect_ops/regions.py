"""Ops with regions, and what ends them."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.block import Region
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, RegionField, Successor, VarOperand, VarRegion, VarResult
from mlirlite.ir.interfaces import BranchOp as BranchInterface, LoopLike, RegionBranchOp
from mlirlite.ir.traits import (
    AffineScope,
    AutomaticAllocationScope,
    GraphRegion,
    IsolatedFromAbove,
    NoMemoryEffect,
    NoTerminator,
    Pure,
    RecursivelySpeculatable,
    RecursiveMemoryEffects,
    ReturnLike,
    SingleBlock,
    SingleBlockImplicitTerminator,
    Terminator,
)
from mlirlite.ir.values import Value

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

# Terminators


class ReturnOp(Op, name="test.return", traits=(Pure, ReturnLike, Terminator)):
    """Ends a region with values."""

    values: VarOperand[AnyType]


class TerminatorOp(Op, name="test.terminator", traits=(Terminator,)):
    """Ends a block, and nothing is known of it."""

    operands_: VarOperand[AnyType]


class RegionYieldOp(Op, name="test.region_yield", traits=(Pure, ReturnLike, Terminator)):
    """Ends a region with one value."""

    result: Operand[AnyType]
    assembly_format = "$result `:` type($result) attr-dict"


class RegionIfYieldOp(
    Op, name="test.region_if_yield", traits=(NoMemoryEffect, ReturnLike, Terminator)
):
    """Ends a region of test.region_if."""

    results_: VarOperand[AnyType]
    assembly_format = "$results `:` type($results) attr-dict"


class RegionTerminatorOp(Op, name="test.op_with_region_terminator", traits=(Terminator,)):
    """Ends a region, and nothing is known of it."""


class BranchOp(Op, BranchInterface, name="test.br", traits=(Terminator,)):
    """Branches to a block with arguments."""

    targetOperands: VarOperand[AnyType]
    target: Successor

    def successor_operand_range(self, index: int) -> range:
        return range(len(self.operands))


# Regions


class GraphRegionOp(Op, name="test.graph_region", traits=(GraphRegion,)):
    """A region without an order."""

    region: RegionField
    assembly_format = "attr-dict-with-keyword $region"


class AffineScopeOp(Op, name="test.affine_scope", traits=(AffineScope,)):
    """A region whose values may be symbols of affine maps."""

    region: RegionField
    assembly_format = "attr-dict-with-keyword $region"


class GraphLoopOp(
    Op,
    LoopLike,
    name="test.graph_loop",
    traits=(GraphRegion, NoMemoryEffect, RecursivelySpeculatable, SingleBlock()),
):
    """A loop whose body has no order."""

    args: VarOperand[AnyType]
    rets: VarResult[AnyType]
    body: RegionField
    assembly_format = "$args $body attr-dict `:` functional-type(operands, results)"

    def loop_regions(self) -> Sequence[Region]:
        return self.regions


class SingleNoTerminatorOp(
    Op, name="test.single_no_terminator_op", traits=(GraphRegion, NoTerminator, SingleBlock())
):
    """One block without a terminator."""

    my_region: RegionField
    assembly_format = "attr-dict `:` $my_region"


class OneRegionOp(Op, name="test.one_region_op"):
    """One region, of which nothing is known."""

    region: RegionField


class TwoRegionOp(Op, name="test.two_region_op"):
    """Two regions, of which nothing is known."""

    first: RegionField
    second: RegionField


class IsolatedRegionsOp(Op, name="test.isolated_regions", traits=(IsolatedFromAbove,)):
    """Regions that are isolated from above."""

    regions_: VarRegion
    assembly_format = "attr-dict-with-keyword $regions"


class AllocaScopeRegionOp(Op, name="test.alloca_scope_region", traits=(AutomaticAllocationScope,)):
    """Memory allocated inside is freed at the end."""

    region: RegionField
    assembly_format = "attr-dict-with-keyword $region"


class AnyCondOp(Op, RegionBranchOp, name="test.any_cond", traits=(RecursiveMemoryEffects,)):
    """A region that runs exactly once."""

    results_: VarResult[AnyType]
    region: RegionField

    def region_successors(self, region: Region | None) -> Sequence[Region | None]:
        return (self.regions[0],) if region is None else (None,)

    def runs_at_most_once(self, constants: Sequence[Attribute | None]) -> Sequence[bool]:
        return (True,)


class RegionIfOp(
    Op,
    RegionBranchOp,
    name="test.region_if",
    traits=(RecursiveMemoryEffects, SingleBlockImplicitTerminator("test.region_if_yield")),
):
    """One of two regions, and then a third."""

    args: VarOperand[AnyType]
    results_: VarResult[AnyType]
    thenRegion: RegionField
    elseRegion: RegionField
    joinRegion: RegionField

    def region_successors(self, region: Region | None) -> Sequence[Region | None]:
        then, otherwise, join = self.regions
        if region is None:
            return then, otherwise
        return (None,) if region is join else (join,)

    def region_entry_operands(self, region: Region | None) -> Sequence[Value]:
        return self.operands

    def runs_at_most_once(self, constants: Sequence[Attribute | None]) -> Sequence[bool]:
        return True, True, True

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        operands = p.operand_list()
        p.expect(":")
        state.operands = p.resolve_all(operands, p.type_list())
        state.result_types = p.arrow_types()
        for keyword in ("then", "else", "join"):
            p.expect(keyword)
            state.regions.append((yield p.region()))
        p.op_attr_dict(state)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.values(self.operands)
        p.text(": ")
        p.types([v.type for v in self.operands])
        if self.results:
            p.text(" -> (" if len(self.results) > 1 else " -> ")
            p.types(self.result_types)
            p.text(")" if len(self.results) > 1 else "")
        for keyword, region in zip(("then", "else", "join"), self.regions, strict=True):
            p.text(f" {keyword} ")
            p.region(region)
        p.attr_dict(self)


class CSEOfSingleBlockOp(
    Op,
    name="test.cse_of_single_block_op",
    traits=(Pure, SingleBlockImplicitTerminator("test.region_yield")),
):
    """The same region computes the same value."""

    inputs: VarOperand[AnyType]
    outputs: VarResult[AnyType]
    region: RegionField
    assembly_format = (
        "attr-dict `inputs` `(` $inputs `)` $region `:` type($inputs)  `->` type($outputs)"
    )
