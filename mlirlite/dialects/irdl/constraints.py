"""Ops that say what types, attributes and regions are allowed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects.irdl.definitions import AttributeOp, DialectOp, TypeOp
from mlirlite.dialects.irdl.types import ATTRIBUTE, REGION, AnyAttribute, AnyRegion
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import UNIT, StringAttr, SymbolRefAttr, UnitAttr, i32_attr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptProp, Prop, Result, VarOperand
from mlirlite.ir.interfaces import SymbolUser
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import HasParent, Pure, SameOperandsAndResultType
from mlirlite.ir.types import I32
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


_DEFINITIONS = HasParent("irdl.type", "irdl.attribute", "irdl.operation")


class IsOp(Op, name="irdl.is", traits=(_DEFINITIONS, Pure)):
    """Exactly this attribute or type."""

    expected: Prop[Attribute]
    output: Result[AnyAttribute]
    assembly_format = "$expected ` ` attr-dict"


class AnyOp(Op, name="irdl.any", traits=(_DEFINITIONS,)):
    """Any attribute or type."""

    output: Result[AnyAttribute]
    assembly_format = "attr-dict"


class AnyOfOp(Op, name="irdl.any_of", traits=(_DEFINITIONS, SameOperandsAndResultType)):
    """Anything that one of the constraints allows."""

    args: VarOperand[AnyAttribute]
    output: Result[AnyAttribute]
    assembly_format = "`(` $args `)` ` ` attr-dict"


class AllOfOp(Op, name="irdl.all_of", traits=(_DEFINITIONS, SameOperandsAndResultType)):
    """Anything that all of the constraints allow."""

    args: VarOperand[AnyAttribute]
    output: Result[AnyAttribute]
    assembly_format = "`(` $args `)` ` ` attr-dict"


def find_definition(tables: Any, op: Operation, symbol: SymbolRefAttr) -> Operation | None:
    """What a symbol refers to: looked up from the dialect that the op is in."""
    dialect = op.parent_of_type(DialectOp)
    around = dialect.parent_op if dialect is not None else None
    found: Operation | None = tables.lookup(around if around is not None else op, symbol)
    return found


def _check_reference(op: Operation, tables: Any, symbol: SymbolRefAttr) -> Diagnostic | None:
    found = find_definition(tables, op, symbol)
    if found is None:
        return op.error(f"symbol '{symbol}' not found")
    if not isinstance(found, (TypeOp, AttributeOp)):
        return op.error(
            f"symbol '{symbol}' does not refer to a type or attribute definition (refers to "
            f"'{found.name}')"
        )
    return None


class BaseOp(Op, SymbolUser, name="irdl.base", traits=(_DEFINITIONS,)):
    """A type or attribute of this kind, with any parameters."""

    base_ref: OptProp[SymbolRefAttr]
    base_name: OptProp[str]
    output: Result[AnyAttribute]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        if p.peek("@"):
            state.properties["base_ref"] = p.attribute()
        name = p.optional_string()
        if name is not None:
            state.properties["base_name"] = StringAttr(name)
        p.op_attr_dict(state)
        state.result_types = [ATTRIBUTE]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        for part in (self.base_ref, self.properties.get("base_name")):
            if part is not None:
                p.text(" ")
                p.attribute(part)
        p.text(" ")
        p.attr_dict(self, ("base_ref", "base_name"))

    def verify_op(self) -> Diagnostic | None:
        if (self.base_ref is None) == (self.base_name is None):
            return self.error(
                "the base type or attribute should be specified by either a name or a reference"
            )
        if self.base_name is not None and self.base_name[:1] not in ("!", "#"):
            return self.error("the base type or attribute name should start with '!' or '#'")
        return None

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return None if self.base_ref is None else _check_reference(self, tables, self.base_ref)


class ParametricOp(Op, SymbolUser, name="irdl.parametric", traits=(_DEFINITIONS, Pure)):
    """A type or attribute of this kind with constrained parameters."""

    base_type: Prop[SymbolRefAttr]
    args: VarOperand[AnyAttribute]
    output: Result[AnyAttribute]
    assembly_format = "$base_type `<` $args `>` ` ` attr-dict"

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return _check_reference(self, tables, self.base_type)


class CPredOp(Op, name="irdl.c_pred"):
    """Anything that a C++ predicate allows; only the C++ generator understands it."""

    pred: Prop[str]
    output: Result[AnyAttribute]
    assembly_format = "$pred ` ` attr-dict"


class RegionOp(Op, name="irdl.region", traits=(HasParent("irdl.operation"),)):
    """A region: `irdl.region(%0, %1) with size 2`."""

    entryBlockArgs: VarOperand[AnyAttribute]
    numberOfBlocks: OptProp[Annotated[int, I32]]
    constrainedArguments: OptProp[UnitAttr]
    output: Result[AnyRegion]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        operands: Sequence[Any] = ()
        if p.peek("("):
            operands = p.operand_list("(", ")")
            state.properties["constrainedArguments"] = UNIT
        if p.accept("with"):
            p.expect("size")
            state.properties["numberOfBlocks"] = i32_attr(p.integer())
        p.op_attr_dict(state)
        state.operands = p.resolve_all(operands, ATTRIBUTE)
        state.result_types = [REGION]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        if self.constrainedArguments is not None:
            p.text("(")
            p.values(self.operands)
            p.text(")")
        if self.numberOfBlocks is not None:
            p.text(f" with size {self.numberOfBlocks}")
        p.attr_dict(self, ("constrainedArguments", "numberOfBlocks"))

    def verify_op(self) -> Diagnostic | None:
        count = self.numberOfBlocks
        if count is not None and count <= 0:
            return self.error(f"the number of blocks is expected to be >= 1 but got {count}")
        return None
