"""Upstream's `test` dialect as far as tests of passes need it: ops with one interface or trait
each, as a plugin.

mlirlite-opt --load-plugin test/lib/dialect.py in.mlir --control-flow-sink

Others of its ops need --allow-unregistered-dialect.
"""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from dialect_ops.attributes import *  # noqa: F403
from dialect_ops.effects import *  # noqa: F403
from dialect_ops.traits import *  # noqa: F403

from mlirlite.dialects.arith import ConstantOp
from mlirlite.dialects.bufferization import BufferLikeType, TensorLikeType
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import IntegerAttr, i32_attr
from mlirlite.ir.block import Region
from mlirlite.ir.constraints import (
    AnyType,
    Constraint,
    Int32,
)
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.fields import (
    Operand,
    OptProp,
    Prop,
    RegionField,
    Result,
    Successor,
    VarOperand,
    VarRegion,
    VarResult,
)
from mlirlite.ir.interfaces import BranchOp as BranchInterface
from mlirlite.ir.interfaces import (
    LoopLike,
    RegionBranchOp,
)
from mlirlite.ir.resources import Resource
from mlirlite.ir.traits import (
    AffineScope,
    AllTypesMatch,
    AutomaticAllocationScope,
    Commutative,
    ConstantLike,
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
from mlirlite.rewriting import Rewriter, canonicalization

if TYPE_CHECKING:
    from mlirlite.parser.dialect_symbols import SymbolCursor
    from mlirlite.parser.op_parser import OpParser, OpState
    from mlirlite.printer import Printer
    from mlirlite.printer.attributes import AttributePrinter

Number = Annotated[
    IntegerAttr,
    Constraint("arbitrary integer attribute", lambda a: isinstance(a, IntegerAttr)),
]


# Types and attributes


class TestMemRefType(BufferLikeType, name="test.test_memref"):
    """`!test.test_memref<[4], f32>`: a buffer that is no memref."""

    shape: tuple[int, ...]
    element_type: Type

    @classmethod
    def parse(cls, p: "SymbolCursor") -> "TestMemRefType":
        """Read `<[4], f32>`."""
        return cls(*read_shape(p))

    def print(self, p: "AttributePrinter") -> None:
        """Print `<[4], f32>`."""
        write_shape(self, p)


class TestTensorType(TensorLikeType, name="test.test_tensor"):
    """`!test.test_tensor<[4], f32>`: a tensor of this dialect."""

    shape: tuple[int, ...]
    element_type: Type

    @classmethod
    def parse(cls, p: "SymbolCursor") -> "TestTensorType":
        """Read `<[4], f32>`."""
        return cls(*read_shape(p))

    def print(self, p: "AttributePrinter") -> None:
        """Print `<[4], f32>`."""
        write_shape(self, p)


def read_shape(p: "SymbolCursor") -> tuple[tuple[int, ...], Type]:
    """Read `<[4], f32>`."""
    p.expect("<")
    shape = p.comma_list(p.integer, "[")
    p.expect(",")
    element = p.type()
    p.expect(">")
    return tuple(shape), element


def write_shape(type: TestMemRefType | TestTensorType, p: "AttributePrinter") -> None:
    """Print `<[4], f32>`."""
    p.text(f"<[{', '.join(map(str, type.shape))}], ")
    p.type(type.element_type)
    p.text(">")


class TestType(Type, name="test.test_type"):
    """`!test.test_type`: nothing is in it."""


class RecursiveType(Type, name="test.test_rec", interned=False):
    """`!test.test_rec<name, body>`: known by its name, which stands for it inside the body. Types
    of the dialect stand inside without `!test.`."""

    mutable = True
    extra_slots = ("body",)
    type_name: str

    @classmethod
    def parse(cls, p: "SymbolCursor") -> "RecursiveType":
        """Read `<name, body>`."""
        made, first = named_type(cls, p)
        if first:
            p.expect(",")
            with p.state.nesting.inside((cls.name, made.type_name), made):
                body = {"test_rec": cls, "test_type": TestType}.get(p.keyword())
                if body is None:
                    raise p.error("unknown type!")
                set_body(made, p.body(body))
        p.expect(">")
        return made

    def print(self, p: "AttributePrinter") -> None:
        """Print `<name, body>`."""
        p.text(f"<{self.type_name}")
        with p.body(self) as first:
            if first:
                p.text(f", {self.body.name.removeprefix('test.')}")
                if isinstance(self.body, RecursiveType):
                    self.body.print(p)
        p.text(">")

    def alias(self) -> str:
        """One of them has an alias."""
        return "testrec" if self.type_name == "type_to_alias" else ""


class RecursiveAliasType(Type, name="test.test_rec_alias", interned=False):
    """`!test.test_rec_alias<name, body>`: its name is its alias."""

    mutable = True
    extra_slots = ("body",)
    type_name: str

    @classmethod
    def parse(cls, p: "SymbolCursor") -> "RecursiveAliasType":
        """Read `<name, body>`."""
        made, first = named_type(cls, p)
        if first:
            p.expect(",")
            with p.state.nesting.inside((cls.name, made.type_name), made):
                set_body(made, p.type())
        p.expect(">")
        return made

    def print(self, p: "AttributePrinter") -> None:
        """Print `<name, body>`."""
        p.text(f"<{self.type_name}")
        with p.body(self) as first:
            if first:
                p.text(", ")
                p.type(self.body)
        p.text(">")

    def alias(self) -> str:
        """Its name."""
        return self.type_name


def named_type(cls: type[Any], p: "SymbolCursor") -> tuple[Any, bool]:
    """Read `<name`: the type of this name, and whether its body follows."""
    p.expect("<")
    key = cls.name, p.keyword()
    made: Any = p.state.identified.get(key)
    if made is None:
        made = p.state.identified[key] = cls(key[1])
    return made, key not in p.state.nesting.enclosing


def set_body(made: Type, body: Type) -> None:
    """Give a recursive type its body."""
    object.__setattr__(made, "body", body)


class ElementsAttr(Attribute, name="test.e1di64_elements"):
    """`#test.e1di64_elements<key> : type`: numbers that are a resource of this dialect."""

    resource: Resource
    type: Type | None

    @classmethod
    def parse(cls, p: "SymbolCursor") -> "ElementsAttr":
        """Read `<key>`; the type was read before."""
        p.expect("<")
        key = p.keyword_or_string()
        p.expect(">")
        return cls(p.state.resource("test", key), p.given_type)

    def print(self, p: "AttributePrinter") -> None:
        """Print `<key> : type`."""
        p.text(f"<{p.resources.use(self.resource)}>")
        if self.type is not None:
            p.text(" : ")
            p.type(self.type)


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
    """Goes to a block with arguments."""

    targetOperands: VarOperand[AnyType]
    target: Successor

    def successor_operand_range(self, index: int) -> range:
        return range(len(self.operands))


# Folds and canonical forms


class TestConstantOp(Op, name="test.constant", traits=(ConstantLike, NoMemoryEffect)):
    """A constant of any type."""

    value: Prop[Attribute]
    result: Result[AnyType]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.value


class CommutativeOp(Op, name="test.op_commutative", traits=(Commutative,)):
    """Constants go to the end."""

    op1: Operand[Int32]
    op2: Operand[Int32]
    op3: Operand[Int32]
    op4: Operand[Int32]
    result: Result[Int32]


class VariadicFoldOp(Op, name="test.op_with_variadic_results_and_folder"):
    """Its operands are its results."""

    args: VarOperand[Int32]
    results_: VarResult[Int32]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return list(self.operands)


class RegionFoldOp(Op, name="test.op_with_region_fold"):
    """Its operand is its result, whatever the region does."""

    operand: Operand[AnyType]
    result: Result[AnyType]
    region: RegionField

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.operand


class FreeRegionOp(Op, name="test.op_with_region_fold_no_side_effect", traits=(NoMemoryEffect,)):
    """It has no effect, whatever the region does."""

    region: RegionField


class RegionPatternOp(Op, name="test.op_with_region_pattern"):
    """A pattern erases it."""

    region: RegionField


@canonicalization
def erase_region(op: RegionPatternOp, rw: Rewriter) -> bool | None:
    """op_with_region_pattern { … } --> nothing"""
    rw.erase(op)
    return True


class CanonicalizableOp(Op, name="test.dialect_canonicalizable"):
    """Canonically 42."""

    result: Result[Int32]


@canonicalization
def canonical_constant(op: CanonicalizableOp, rw: Rewriter) -> bool | None:
    """dialect_canonicalizable --> 42"""
    rw.replace(op, ConstantOp(i32_attr(42)))
    return True


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
    """Regions that see nothing of what is around them."""

    regions_: VarRegion
    assembly_format = "attr-dict-with-keyword $regions"


class AllocaScopeRegionOp(Op, name="test.alloca_scope_region", traits=(AutomaticAllocationScope,)):
    """What is allocated inside is freed at the end."""

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


# Ranges


class WithBoundsOp(Op, name="test.with_bounds", traits=(NoMemoryEffect,)):
    """A number in a range."""

    umin: Prop[Number]
    umax: Prop[Number]
    smin: Prop[Number]
    smax: Prop[Number]
    fakeVal: Result[AnyType]
    assembly_format = "attr-dict `:` type($fakeVal)"


class ReflectBoundsOp(Op, name="test.reflect_bounds", traits=(AllTypesMatch("value", "result"),)):
    """Shows the range of a number."""

    value: Operand[AnyType]
    umin: OptProp[Number]
    umax: OptProp[Number]
    smin: OptProp[Number]
    smax: OptProp[Number]
    result: Result[AnyType]
    assembly_format = "attr-dict $value `:` type($result)"


class TestDialect(Dialect):
    """Types and attributes that are not declared are kept as their text."""

    allows_unknown_types = True
    allows_unknown_operations = True


DIALECT = TestDialect("test", __name__)
