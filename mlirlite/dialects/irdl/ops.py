"""The ops that define types, attributes and operations, and the constraints on them."""

import enum
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._constraints import SymbolName, array_of
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    UNIT,
    ArrayAttr,
    EnumAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    i32_attr,
)
from mlirlite.ir.block import Block, Region
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptProp, Prop, RegionField, Result, VarOperand
from mlirlite.ir.interfaces import SymbolUser
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import (
    HasParent,
    IsolatedFromAbove,
    NoRegionArguments,
    NoTerminator,
    Pure,
    SameOperandsAndResultType,
    Symbol,
    SymbolTable,
)
from mlirlite.ir.types import I32
from mlirlite.parser.directives import directive
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser.op_parser import OpParser, OpState
    from mlirlite.printer import Printer


class AttributeType(Type, name="irdl.attribute"):
    """`!irdl.attribute`: a constraint on attributes and types."""


class RegionType(Type, name="irdl.region"):
    """`!irdl.region`: a constraint on regions."""


ATTRIBUTE = AttributeType()
REGION = RegionType()
AnyAttribute = Annotated[
    AttributeType,
    Constraint("IRDL handle to an `mlir::Attribute`", lambda t: t is ATTRIBUTE, ATTRIBUTE),
]
AnyRegion = Annotated[
    RegionType,
    Constraint("IRDL handle to a region definition", lambda t: t is REGION, REGION),
]
Names = Annotated[ArrayAttr, array_of("string array attribute", StringAttr)]


class Variadicity(enum.IntEnum):
    """How many values stand for one operand or result."""

    single = 0
    optional = 1
    variadic = 2


class VariadicityAttr(EnumAttr, name="irdl.variadicity", cases=Variadicity):
    """`#irdl<variadicity single>`."""

    value: Variadicity
    assembly_format = "$value"


class VariadicityArrayAttr(Attribute, name="irdl.variadicity_array"):
    """`#irdl<variadicity_array[ single,  variadic]>`."""

    value: tuple[VariadicityAttr, ...]

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read `[single, …]`."""

        def one() -> VariadicityAttr:
            where = p.here()
            word = p.keyword()
            if word not in Variadicity.__members__:
                cases = ", ".join(Variadicity.__members__)
                raise p.error(f"expected ::mlir::irdl::Variadicity to be one of: {cases}", where)
            made: VariadicityAttr = VariadicityAttr(Variadicity[word])
            return made

        return cls(tuple(p.comma_list(one, "[", "]")))

    def print(self, p: Any) -> None:
        """Print the list."""
        p.text(f"[{','.join(' ' + v.value.name for v in self.value)}]".replace(",", ", "))


@directive("SingleBlockRegion", "irdl")
class SingleBlockRegion:
    """`{ … }`, or nothing for an empty block."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Generator[Any, Any, Any]:
        region = yield p.optional_region()
        if region is None:
            region = Region()
        if region.empty:
            region.append(Block())
        return region

    @staticmethod
    def print(p: Any, op: Any, *values: Any) -> None:
        region: Region = values[0]
        if region.first is not None and region.first.first is not None:
            p.region(region)


# Definitions


def check_name(op: Operation, name: str, label: str) -> Diagnostic | None:
    """A name has lowercase letters, digits and single underscores."""
    if not name:
        return error(f"name of {label} is empty", op.where)
    before = "_"
    for char in name:
        if char == "_":
            if before == "_":
                return error(
                    f"name of {label} should not contain leading or double underscores", op.where
                )
        elif not (char.isascii() and char.isalnum()):
            return error(
                f"name of {label} must contain only lowercase letters, digits and underscores",
                op.where,
            )
        elif char.isupper():
            return error(f"name of {label} should not contain uppercase letters", op.where)
        before = char
    return None


class DialectOp(
    Op, name="irdl.dialect", traits=(IsolatedFromAbove, NoTerminator, Symbol, SymbolTable)
):
    """A new dialect.

    ```mlir
    irdl.dialect @cmath {
      irdl.type @complex {
        %0 = irdl.is f32
        irdl.parameters(elem: %0)
      }
    }
    ```
    """

    sym_name: Prop[SymbolName]
    body: RegionField
    assembly_format = "$sym_name attr-dict-with-keyword custom<SingleBlockRegion>($body)"

    def verify(self) -> Diagnostic | None:
        return check_name(self, self.sym_name, "dialect")


class _Definition(Op, traits=(HasParent("irdl.dialect"), NoTerminator, NoRegionArguments, Symbol)):
    """Base of what a dialect has."""

    sym_name: Prop[SymbolName]
    body: RegionField
    assembly_format = "$sym_name attr-dict-with-keyword custom<SingleBlockRegion>($body)"

    def verify(self) -> Diagnostic | None:
        name = self.sym_name.removeprefix("!").removeprefix("#")
        return check_name(self, name, self.name[5:])


class TypeOp(_Definition, name="irdl.type"):
    """A new type."""


class AttributeOp(_Definition, name="irdl.attribute"):
    """A new attribute."""


class OperationOp(_Definition, name="irdl.operation"):
    """A new operation."""

    def verify_regions(self) -> Diagnostic | None:
        seen: list[tuple[str, list[str]]] = []
        for op in self.body.first or ():
            if isinstance(op, (OperandsOp, ResultsOp, RegionsOp)):
                seen.append((op.name[5:], name_list(op.names)))
        for i, (kind, names) in enumerate(seen):
            for other, others in seen[i + 1 :]:
                for name in names:
                    if name in others:
                        return self.error(
                            f"contains a value named '{name}' for both its {kind} and {other}"
                        )
        return None


def name_list(names: ArrayAttr) -> list[str]:
    """The strings of an array."""
    return [n.value for n in names if isinstance(n, StringAttr)]


def _check_names(op: Any, kind: str) -> Diagnostic | None:
    names = name_list(op.names)
    problem: Diagnostic | None = None
    if len(names) != len(op.args):
        problem = op.error(
            f"the number of {kind}s and their names must be the same, but got {len(op.args)} and "
            f"{len(names)} respectively"
        )
        return problem
    first: dict[str, int] = {}
    for i, name in enumerate(names):
        problem = check_name(op, name, f"{kind} #{i}")
        if problem is not None:
            return problem
        at = first.setdefault(name, i)
        if at != i:
            problem = op.error(f"name of {kind} #{i} is a duplicate of the name of {kind} #{at}")
            return problem
    return None


class _Named:
    """`(foo: %0, bar: variadic %1)`."""

    variadic = False

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState", *given: Any) -> Any:
        names: list[Attribute] = []
        values: list[Any] = []
        sizes: list[Any] = []

        def one() -> None:
            names.append(StringAttr(p.keyword()))
            p.expect(":")
            if cls.variadic:
                word = p.optional_keyword(*Variadicity.__members__) or "single"
                sizes.append(VariadicityAttr(Variadicity[word]))
            values.append(p.operand())

        p.comma_list(one, "(", ")")
        found = (values, ArrayAttr(tuple(names)))
        return (*found, VariadicityArrayAttr(tuple(sizes))) if cls.variadic else found

    @classmethod
    def print(cls, p: Any, op: Any, *values: Any) -> None:
        p.text("(")
        sizes = values[2].value if cls.variadic else ()
        for i, (value, name) in enumerate(zip(values[0], values[1], strict=False)):
            p.text(", " if i else "")
            p.text(f"{name.value}: ")
            if cls.variadic and sizes[i].value is not Variadicity.single:
                p.text(f"{Variadicity(sizes[i].value).name} ")
            p.value(value)
        p.text(")")


@directive("NamedValueList", "irdl")
class NamedValueList(_Named):
    """`(foo: %0, bar: %1)`."""


@directive("NamedValueListWithVariadicity", "irdl")
class NamedValueListWithVariadicity(_Named):
    """`(foo: %0, bar: optional %1)`."""

    variadic = True


class ParametersOp(Op, name="irdl.parameters", traits=(HasParent("irdl.attribute", "irdl.type"),)):
    """The parameters of a type or attribute."""

    args: VarOperand[AnyAttribute]
    names: Prop[Names]
    assembly_format = "`` custom<NamedValueList>($args, $names) attr-dict"

    def verify(self) -> Diagnostic | None:
        return _check_names(self, "parameter")


class _Values(Op, traits=(HasParent("irdl.operation"),)):
    """Base of operands and results."""

    args: VarOperand[AnyAttribute]
    names: Prop[Names]
    variadicity: Prop[VariadicityArrayAttr]
    assembly_format = (
        "`` custom<NamedValueListWithVariadicity>($args, $names, $variadicity) attr-dict"
    )

    def verify(self) -> Diagnostic | None:
        kind = self.name[5:-1]
        count = len(self.variadicity.value)
        if count != len(self.args):
            return self.error(
                f"the number of {kind}s and their variadicities must be the same, but got "
                f"{len(self.args)} and {count} respectively"
            )
        return _check_names(self, kind)


class OperandsOp(_Values, name="irdl.operands"):
    """The operands of an operation."""


class ResultsOp(_Values, name="irdl.results"):
    """The results of an operation."""


class AttributesOp(Op, name="irdl.attributes", traits=(HasParent("irdl.operation"),)):
    """The attributes of an operation: `irdl.attributes {"value" = %0}`."""

    attributeValues: VarOperand[AnyAttribute]
    attributeValueNames: Prop[Names]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        names: list[Attribute] = []
        values: list[Any] = []

        def one() -> None:
            names.append(StringAttr(p.string()))
            p.expect("=")
            values.append(p.operand())

        if p.peek("{"):
            p.comma_list(one, "{", "}")
        p.op_attr_dict(state)
        state.operands = p.resolve_all(values, ATTRIBUTE)
        state.properties["attributeValueNames"] = ArrayAttr(tuple(names))

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        if self.operands:
            p.text(" {")
            for i, (name, value) in enumerate(
                zip(self.attributeValueNames, self.operands, strict=False)
            ):
                p.text(", " if i else "")
                p.attribute(name)
                p.text(" = ")
                p.value(value)
            p.text("}")
        p.attr_dict(self, ("attributeValueNames",))

    def verify(self) -> Diagnostic | None:
        names, values = len(self.attributeValueNames), len(self.operands)
        if names != values:
            return self.error(
                "the number of attribute names and their constraints must be the same but got "
                f"{names} and {values} respectively"
            )
        return None


class RegionsOp(Op, name="irdl.regions", traits=(HasParent("irdl.operation"),)):
    """The regions of an operation."""

    args: VarOperand[AnyRegion]
    names: Prop[Names]
    assembly_format = "`` custom<NamedValueList>($args, $names) attr-dict"

    def verify(self) -> Diagnostic | None:
        return _check_names(self, "region")


# Constraints

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
    """What one of the constraints allows."""

    args: VarOperand[AnyAttribute]
    output: Result[AnyAttribute]
    assembly_format = "`(` $args `)` ` ` attr-dict"


class AllOfOp(Op, name="irdl.all_of", traits=(_DEFINITIONS, SameOperandsAndResultType)):
    """What all of the constraints allow."""

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

    def verify(self) -> Diagnostic | None:
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
    """What a predicate in C++ allows; only the C++ generator understands it."""

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

    def verify(self) -> Diagnostic | None:
        count = self.numberOfBlocks
        if count is not None and count <= 0:
            return self.error(f"the number of blocks is expected to be >= 1 but got {count}")
        return None
