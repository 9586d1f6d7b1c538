"""Ops that define dialects, types, attributes and operations."""

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from mlirlite.dialects._constraints import SymbolName
from mlirlite.dialects.irdl.types import (
    ATTRIBUTE,
    AnyAttribute,
    AnyRegion,
    Names,
    Variadicity,
    VariadicityArrayAttr,
    VariadicityAttr,
)
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import (
    ArrayAttr,
    StringAttr,
)
from mlirlite.ir.block import Block, Region
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Prop, RegionField, VarOperand
from mlirlite.ir.operation import Operation
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import (
    HasParent,
    IsolatedFromAbove,
    NoRegionArguments,
    NoTerminator,
    Symbol,
    SymbolTable,
)
from mlirlite.parser import directive
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


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
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        region: Region = values[0]
        if region.first is not None and region.first.first is not None:
            p.region(region)


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
    body: RegionField[OneBlock]
    assembly_format = "$sym_name attr-dict-with-keyword custom<SingleBlockRegion>($body)"

    def verify_op(self) -> Diagnostic | None:
        return check_name(self, self.sym_name, "dialect")


class _Definition(Op, traits=(HasParent("irdl.dialect"), NoTerminator, NoRegionArguments, Symbol)):
    """Base of what a dialect has."""

    sym_name: Prop[SymbolName]
    body: RegionField[OneBlock]
    assembly_format = "$sym_name attr-dict-with-keyword custom<SingleBlockRegion>($body)"

    def verify_op(self) -> Diagnostic | None:
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


def _check_names(op: "ParametersOp | RegionsOp | _Values", kind: str) -> Diagnostic | None:
    names = name_list(op.names)
    if len(names) != len(op.args):
        return op.error(
            f"the number of {kind}s and their names must be the same, but got {len(op.args)} and "
            f"{len(names)} respectively"
        )
    first: dict[str, int] = {}
    for i, name in enumerate(names):
        problem = check_name(op, name, f"{kind} #{i}")
        if problem is not None:
            return problem
        at = first.setdefault(name, i)
        if at != i:
            return op.error(f"name of {kind} #{i} is a duplicate of the name of {kind} #{at}")
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
    def print(cls, p: "Printer", op: Operation, *values: Any) -> None:
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

    def verify_op(self) -> Diagnostic | None:
        return _check_names(self, "parameter")


class _Values(Op, traits=(HasParent("irdl.operation"),)):
    """Base of operands and results."""

    args: VarOperand[AnyAttribute]
    names: Prop[Names]
    variadicity: Prop[VariadicityArrayAttr]
    assembly_format = (
        "`` custom<NamedValueListWithVariadicity>($args, $names, $variadicity) attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
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

    def verify_op(self) -> Diagnostic | None:
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

    def verify_op(self) -> Diagnostic | None:
        return _check_names(self, "region")
