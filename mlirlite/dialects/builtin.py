"""The builtin dialect: the module, and temporary casts between the types of two conversions."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from mlirlite.dialects._constraints import SymbolName
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import StringAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.fields import OptProp, RegionField, VarOperand, VarResult
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import (
    AffineScope,
    GraphRegion,
    HasDataLayout,
    IsolatedFromAbove,
    NoRegionArguments,
    NoTerminator,
    Pure,
    SingleBlock,
    Symbol,
    SymbolTable,
)
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


class ModuleOp(
    Op,
    name="builtin.module",
    traits=(
        AffineScope,
        GraphRegion,
        HasDataLayout,
        IsolatedFromAbove,
        NoRegionArguments,
        NoTerminator,
        SingleBlock(),
        Symbol,
        SymbolTable,
    ),
):
    """A top-level container of symbols, one block, no terminator.

    ```mlir
    module @net attributes {test.version = 1 : i64} {
    }
    ```
    """

    sym_name: OptProp[SymbolName]
    sym_visibility: OptProp[str]
    bodyRegion: RegionField[OneBlock]
    assembly_format = "($sym_name^)? attr-dict-with-keyword $bodyRegion"
    default_dialect: ClassVar[str] = "builtin"

    # The format written by hand: a module starts every file, and most small files have no other op
    # whose format must be compiled.

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """`@name? attributes {…}? {…}`"""
        name = p.optional_symbol_name()
        if name is not None:
            state.properties["sym_name"] = StringAttr(name)
        p.op_attr_dict(state, keyword=True, checked=True)
        region = yield p.region()
        if region.first is None:
            region.append(Block())
        state.regions.append(region)

    def print(self, p: "Printer") -> None:
        """As `parse` reads it."""
        name = self.properties.get("sym_name")
        if isinstance(name, StringAttr):
            p.text(" ")
            p.symbol_name(name.value)
        p.attr_dict_with_keyword(self, elided=("sym_name",))
        p.text(" ")
        p.region(self.regions[0], print_entry_args=True, print_terminators=True)

    @classmethod
    def empty(cls) -> "ModuleOp":
        """A module with an empty block."""
        module: ModuleOp = cls(bodyRegion=Region([Block()]))
        return module

    @property
    def body(self) -> Block:
        """The block of the module's ops."""
        return self.regions[0].entry

    def verify_op(self) -> Diagnostic | None:
        for name in self.attributes:
            if "." not in name and name not in ("sym_name", "sym_visibility"):
                return self.error(
                    f"can only contain attributes with dialect-prefixed names, found: '{name}'"
                )
        return None


class UnrealizedConversionCastOp(Op, name="builtin.unrealized_conversion_cast", traits=(Pure,)):
    """Values of some types as values of others, until a later conversion removes the cast.

    ```mlir
    %0 = builtin.unrealized_conversion_cast %arg0 : i64 to index
    ```
    """

    inputs: VarOperand[AnyType]
    outputs: VarResult[AnyType]
    assembly_format = "($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict"

    def verify_op(self) -> Diagnostic | None:
        if not self.results:
            return self.error("expected at least one result for cast operation")
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """cast(cast(x : A) : B) : A --> x; a cast to the same types --> its inputs"""
        if not self.operands:
            return None
        types = self.result_types
        if self.operand_types == types:
            return list(self.operands)
        inner = self.operands[0].defining_op
        if (
            isinstance(inner, UnrealizedConversionCastOp)
            and tuple(inner.results) == self.operands
            and inner.operand_types == types
        ):
            return list(inner.operands)
        return None


class BuiltinDialect(Dialect):
    """The dialect of modules, and of the resources behind `dense_resource`."""

    def has_resource(self, key: str) -> bool:
        return True


DIALECT = BuiltinDialect("builtin", __name__)
