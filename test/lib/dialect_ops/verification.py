"""What verifiers are asked: in which order, of which attributes, types and symbols."""

from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects.tosa.traits import ResultsBroadcastable
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr, StringAttr, SymbolRefAttr
from mlirlite.ir.constraints import AnyTensor, AnyType, Constraint, Int32, any_of, exactly
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, RegionField, Result, VarOperand
from mlirlite.ir.interfaces import SymbolUserAttr
from mlirlite.ir.locations import Location
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import IsolatedFromAbove, NoTerminator, SingleBlock, Symbol
from mlirlite.ir.types import DYNAMIC, F32, F64, I16, I32, I64, FloatType, IntegerType
from mlirlite.parser import directive
from mlirlite.support.diagnostics import Diagnostic, Severity, error

if TYPE_CHECKING:
    from mlirlite.parser import Cursor

# Order


class VerifiersOp(
    Op, name="test.verifiers", traits=(SingleBlock(), NoTerminator, IsolatedFromAbove)
):
    """Reports when its verifiers are called."""

    input: Operand[Int32]
    region: RegionField[OneBlock]

    def verify_op(self) -> Diagnostic | None:
        """The structure is right."""
        return Diagnostic(Severity.REMARK, "success run of verifier", self.where)

    def verify_regions(self) -> Diagnostic | None:
        """The body is valid."""
        return Diagnostic(Severity.REMARK, "success run of region verifier", self.where)


class BroadcastableOp(Op, name="test.broadcastable", traits=(ResultsBroadcastable,)):
    """Shapes that can be broadcast."""

    inputs: VarOperand[AnyTensor]
    output: Result[AnyTensor]


# Traits of types and attributes


class TestTypeTrait:
    """A trait of types: a base without parameters."""

    __slots__ = ()


class TestAttrTrait:
    """A trait of attributes."""

    __slots__ = ()


class TypeWithTrait(Type, TestTypeTrait, name="test.test_type_with_trait"):
    """A type with the trait."""


class AttrWithTrait(Attribute, TestAttrTrait, name="test.attr_with_trait"):
    """An attribute with the trait."""


class ResultTypeWithTraitOp(Op, name="test.result_type_with_trait"):
    """Its result is of a type with the trait."""

    result: Result[AnyType]

    def verify_op(self) -> Diagnostic | None:
        """Ask the type."""
        if isinstance(self.result.type, TestTypeTrait):
            return None
        return error("result type should have trait 'TestTypeTrait'", self.where)


class AttrWithTraitOp(Op, name="test.attr_with_trait"):
    """Its attribute has the trait."""

    attr: Prop[Attribute]

    def verify_op(self) -> Diagnostic | None:
        """Ask the attribute."""
        if isinstance(self.attr, TestAttrTrait):
            return None
        return error("'attr' attribute should have trait 'TestAttrTrait'", self.where)


# Parameters


class VerifiedType(Type, name="test.type_verification"):
    """A parameter that must be one of two types."""

    param: Annotated[
        Type,
        any_of(exactly(I16, "16-bit signless integer"), exactly(I32, "32-bit signless integer")),
    ]
    assembly_format = "`<` $param `>`"


class CustomFloatAttr(Attribute, name="test.custom_float"):
    """A number of a format that is called by a name."""

    type_str: str
    value: Attribute
    assembly_format = "`<` custom<CustomFloatAttr>($type_str, $value) `>`"


_FLOATS = {"float": F32, "double": F64, "fp80": FloatType("f80")}


@directive("CustomFloatAttr", "test")
class CustomFloat:
    """`"float" : 2.0`."""

    @staticmethod
    def parse(p: "Cursor", values: Any) -> Any:
        word = p.string()
        p.expect(":")
        if word not in _FLOATS:
            raise p.error("unknown float type, expected 'float', 'double' or 'fp80'")
        return word, p.float_of(_FLOATS[word])

    @staticmethod
    def print(p: Any, attribute: Any, word: str, value: Any) -> None:
        p.text(f'"{word}" : ')
        p.attribute_without_type(value)


class CustomStructAttr(Attribute, name="test.custom_struct"):
    """Members that are written by directives."""

    type_str: StringAttr
    value: int
    opt_value: ArrayAttr | None = None
    assembly_format = (
        "`<` struct($type_str, custom<CustomStructAttr>($value), "
        "custom<CustomOptStructFieldAttr>($opt_value)) `>`"
    )


@directive("CustomStructAttr", "test")
class CustomStruct:
    """A number, or `?`."""

    @staticmethod
    def parse(p: "Cursor", values: Any) -> Any:
        return DYNAMIC if p.accept("?") else p.integer()

    @staticmethod
    def print(p: Any, attribute: Any, value: int) -> None:
        p.text("?" if value == DYNAMIC else str(value))


@directive("CustomOptStructFieldAttr", "test")
class CustomOptStructField:
    """An array, or its only number."""

    @staticmethod
    def parse(p: "Cursor", values: Any) -> Any:
        value = p.optional_integer()
        return p.attribute() if value is None else ArrayAttr((IntegerAttr(value, I64),))

    @staticmethod
    def print(p: Any, attribute: Any, value: Any) -> None:
        if len(value) == 1 and isinstance(value[0], IntegerAttr):
            p.text(str(value[0].value))
        else:
            p.attribute(value)


def _typed_string(a: Any) -> bool:
    return isinstance(a, StringAttr) and isinstance(a.type, IntegerType)


_TYPED = Constraint("string attribute of integer", _typed_string)
_I64 = Constraint(
    "64-bit signless integer attribute", lambda a: isinstance(a, IntegerAttr) and a.type is I64
)


class TypedStringOp(Op, name="test.string_attr_with_type"):
    """A string with a type."""

    attr: Prop[Annotated[StringAttr, _TYPED]]
    assembly_format = "$attr attr-dict"


class MixedStringOp(Op, name="test.string_attr_with_mixed_type"):
    """A string with a type, or a number."""

    attr: Prop[Annotated[Attribute, any_of(_TYPED, _I64)]]
    assembly_format = "$attr attr-dict"


# Symbols


class SymbolWithResultOp(Op, name="test.symbol_with_result", traits=(Symbol,)):
    """A symbol may not have a result."""

    sym_name: Prop[str]
    sym_visibility: OptProp[str]
    result: Result[AnyType]


class SymbolReferenceAttr(SymbolUserAttr, name="test.symbol_ref_attr"):
    """`#test.symbol_ref_attr<@name>`: a symbol that must be there."""

    symbol: SymbolRefAttr
    assembly_format = "`<` $symbol `>`"

    def verify_symbol_uses(self, op: Any, tables: Any) -> Diagnostic | None:
        """Look it up."""
        if tables.lookup(op, self.symbol) is None:
            return op.error(
                f"TestSymbolRefAttr::verifySymbolUses: '{self.symbol}' does not reference a valid "
                "symbol"
            )
        return None


# Locations


class CustomLocation(Location, name="test.custom_location"):
    """`#test.custom_location<"file" * line>`: a location of a dialect."""

    file: StringAttr
    line: int
    assembly_format = "`<` $file `*` $line `>`"
