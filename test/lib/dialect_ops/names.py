"""Types that name their values, and ops that print them; locations and lists in text."""

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, RegionField, Result, VarResult
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.locations import location_of_span
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import NoTerminator, SingleBlock
from mlirlite.parser import directive

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


class NamingType(Type, name="test.op_asm_type_interface"):
    """`!test.op_asm_type_interface`: names its values and itself."""

    value_name = "op_asm_type_interface"

    def alias(self) -> str:
        """Its own."""
        return "op_asm_type_interface_type"


class ResultNameFromTypeOp(Op, AsmNames, name="test.result_name_from_type"):
    """One result."""

    r: Result[AnyType]


class ResultNameFromTypeInterfaceOp(Op, AsmNames, name="test.result_name_from_type_interface"):
    """Any number of results."""

    r: VarResult[AnyType]


class ArgumentNameFromTypeOp(Op, AsmNames, name="test.block_argument_name_from_type"):
    """Arguments of a region."""

    body: RegionField
    assembly_format = "regions attr-dict-with-keyword"


class ArgumentNameFromTypeInterfaceOp(
    Op, AsmNames, name="test.block_argument_name_from_type_interface"
):
    """Arguments of a region."""

    body: RegionField
    assembly_format = "regions attr-dict-with-keyword"


class OptionalValueType(Type, name="test.optional_value_type"):
    """`!test.optional_value_type<3>`: brackets only where there is a value."""

    value: int | None = None
    assembly_format = "(`<` $value^ `>`)?"


class MaybeEmptyTypeOp(Op, name="test.format_maybe_empty_type"):
    """An operand of such a type."""

    in_: Operand[OptionalValueType]
    assembly_format = "$in `:` type($in) attr-dict"


class BareRegionOp(
    Op, name="test.single_no_terminator_custom_asm_op", traits=(SingleBlock(), NoTerminator)
):
    """A region, and nothing else in its text."""

    region: RegionField[OneBlock]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read the region."""
        state.regions.append((yield p.region()))

    def print(self, p: "Printer") -> None:
        """Print the region."""
        p.text(" ")
        p.region(self.regions[0], print_entry_args=False)


class RegionReferenceOp(Op, name="test.dummy_op_with_region_ref", traits=(NoTerminator,)):
    """A directive looks at the region that was read."""

    body: RegionField
    assembly_format = "$body attr-dict custom<DummyRegionRef>(ref($body))"


@directive("DummyRegionRef", "test")
class DummyRegionRef:
    """Nothing."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", region: Any) -> tuple[()]:
        return ()

    @staticmethod
    def print(p: Any, op: Any, region: Any) -> None:
        return None


class AttrWithLocOp(Op, name="test.attr_with_loc"):
    """An attribute with its place."""

    loc: Prop[Attribute]
    value: Prop[Attribute]
    assembly_format = "`(` $value `` custom<OptionalLoc>($loc) `)` attr-dict"


@directive("OptionalLoc", "test")
class OptionalLoc:
    """`loc(…)`, or its position; printed with the locations of ops."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState") -> Any:
        found = p.optional_trailing_location()
        return location_of_span(p.here()) if found is None else found

    @staticmethod
    def print(p: Any, op: Any, location: Any) -> None:
        if p.flags.debuginfo:
            p.text(" ")
            p.location(location)
