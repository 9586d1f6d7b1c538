"""Types, attributes and ops that upstream's dialects get while a program runs: here they are
classes as all others. Their parameters are any number of attributes."""

from typing import TYPE_CHECKING, Any, ClassVar

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.fields import VarOperand, VarRegion, VarResult
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState, SymbolCursor
    from mlirlite.printer import Printer
    from mlirlite.printer.attributes import AttributePrinter


class Dynamic(Attribute):
    """Base: a list of attributes, of which there must be `count`."""

    count: ClassVar[int]
    kind: ClassVar[str] = "attribute"
    values: tuple[Attribute, ...]

    def verify(self) -> None:
        """Their number."""
        if len(self.values) != self.count:
            raise ValueError(
                f"expected {self.count} {self.kind} arguments, but had {len(self.values)}"
            )

    @classmethod
    def parse(cls, p: "SymbolCursor") -> "Dynamic":
        """Read `<a, b>`, if it is there."""
        return cls(p.comma_list(p.attribute, "<", ">") if p.peek("<") else ())

    def print(self, p: "AttributePrinter") -> None:
        """Print `<a, b>`."""
        for i, value in enumerate(self.values):
            p.text(", " if i else "<")
            p.attribute(value)
        if self.values:
            p.text(">")


class DynamicType(Dynamic, Type):
    """Base of types."""

    kind: ClassVar[str] = "type"


class DynamicFormat(Dynamic):
    """Base of ops with custom syntax."""

    count: ClassVar[int] = 2

    @classmethod
    def parse(cls, p: "SymbolCursor") -> "DynamicFormat":
        """Read `<a : b>`."""
        p.expect("<")
        left = p.attribute()
        p.expect(":")
        right = p.attribute()
        p.expect(">")
        return cls((left, right))

    def print(self, p: "AttributePrinter") -> None:
        """Print `<a:b>`."""
        p.text("<")
        p.attribute(self.values[0])
        p.text(":")
        p.attribute(self.values[1])
        p.text(">")


class DynamicSingletonType(DynamicType, name="test.dynamic_singleton"):
    """Nothing is in it."""

    count: ClassVar[int] = 0


class DynamicPairType(DynamicType, name="test.dynamic_pair"):
    """Two attributes."""

    count: ClassVar[int] = 2


class DynamicFormatType(DynamicFormat, DynamicType, name="test.dynamic_custom_assembly_format"):
    """Two attributes with a colon between."""


class DynamicSingletonAttr(Dynamic, name="test.dynamic_singleton"):
    """Nothing is in it."""

    count: ClassVar[int] = 0


class DynamicPairAttr(Dynamic, name="test.dynamic_pair"):
    """Two attributes."""

    count: ClassVar[int] = 2


class DynamicFormatAttr(DynamicFormat, name="test.dynamic_custom_assembly_format"):
    """Two attributes with a colon between."""


class DynamicOp(Op):
    """Base: any number of operands, results and regions."""

    inputs: VarOperand[Type]
    outputs: VarResult[Type]
    regions_: VarRegion


class DynamicGenericOp(DynamicOp, name="test.dynamic_generic"):
    """Nothing is asked of it."""


class OneOperandTwoResultsOp(DynamicOp, name="test.dynamic_one_operand_two_results"):
    """Its name describes it."""

    def verify_op(self) -> Diagnostic | None:
        """Count."""
        if len(self.operands) != 1:
            return self.error(f"expected 1 operand, but had {len(self.operands)}")
        if len(self.results) != 2:
            return self.error(f"expected 2 results, but had {len(self.results)}")
        return None


class DynamicParserOp(DynamicOp, name="test.dynamic_custom_parser_printer"):
    """A word is its syntax."""

    def verify_op(self) -> Diagnostic | None:
        """Nothing else may follow."""
        if self.operands or self.results:
            return error("operation should have no operands and no results", self.where)
        return None

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read the word."""
        p.expect("custom_keyword")

    def print(self, p: "Printer") -> None:
        """Print the word."""
        p.text(" custom_keyword")


class OneResultOp(DynamicOp, name="test_dyn.one_result"):
    """An op of a dialect that is dynamic itself."""

    def verify_op(self) -> Diagnostic | None:
        """One result, and nothing else."""
        if self.operands or len(self.results) != 1 or self.regions:
            return error("expected a single result, no operands and no regions", self.where)
        return None


DYNAMIC_DIALECT: Any = Dialect("test_dyn", __name__)
