"""Ops whose formats use custom directives."""

from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.ir.attributes import DenseArrayAttr, UnitAttr
from mlirlite.ir.constraints import AnyType, Int32
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptOperand, OptProp, Prop, VarOperand
from mlirlite.ir.traits import AttrSizedOperandSegments
from mlirlite.ir.types import I1, I64
from mlirlite.parser import directive

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState


class OptionalCustomOp(Op, name="test.optional_custom_attr"):
    """A directive that may be missing."""

    attr: OptProp[bool]
    assembly_format = "attr-dict (custom<OptionalCustomParser>($attr)^) : (`bar`)?"


@directive("OptionalCustomParser", "test")
class OptionalCustomParser:
    """`foo` and a boolean."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState") -> Any:
        return p.attribute(I1) if p.accept("foo") else None

    @staticmethod
    def print(p: Any, op: Any, value: Any) -> None:
        p.text("foo ")
        p.attribute(value)


class DimensionListOp(Op, name="test.custom_dimension_list_attr"):
    """Sizes as types have them."""

    dimension_list: Prop[Annotated[DenseArrayAttr, I64]]
    assembly_format = "`dimension_list` `=` custom<DimensionList>($dimension_list) attr-dict"


class VariadicTypesOp(Op, name="test.variadic_args_types_split"):
    """Operands and their types in separate groups."""

    str_: Prop[str]
    args: VarOperand[AnyType]
    assembly_format = "$str (`,` $args^)? attr-dict (`:` type($args)^)?"


class OperationNameOp(Op, name="test.parse_custom_operation_name_api"):
    """The name of an op."""

    name_: Prop[str]
    assembly_format = "`(` custom<CustomOperationNameEntry>($name) `)` attr-dict"


@directive("CustomOperationNameEntry", "test")
class OperationName:
    """A word."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState") -> Any:
        word = p.optional_keyword()
        if word is None:
            raise p.error("expected bare identifier or keyword")
        return word

    @staticmethod
    def print(p: Any, op: Any, value: Any) -> None:
        p.text(value.value)


class CustomClauseOp(Op, name="test.oilist_custom", traits=(AttrSizedOperandSegments,)):
    """Clauses, one of them a directive."""

    arg0: VarOperand[AnyType]
    optOperand: OptOperand[Int32]
    nowait: OptProp[UnitAttr]
    assembly_format = (
        "oilist( `private` `(` $arg0 `:` type($arg0) `)` | "
        "`reduction` custom<CustomOptionalOperand>($optOperand) | `nowait` $nowait ) attr-dict"
    )


@directive("CustomOptionalOperand", "test")
class OptionalOperand:
    """`(%x)`, if it is there."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState") -> Any:
        if not p.accept("("):
            return []
        operand = p.operand()
        p.expect(")")
        return [operand]

    @staticmethod
    def print(p: Any, op: Any, value: Any) -> None:
        if value is not None:
            p.text(f"({p.names[value]}) ")
