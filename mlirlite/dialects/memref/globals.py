"""Buffers of a whole module."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._constraints import Alignment, FlatSymbolRef, SymbolName
from mlirlite.dialects.memref._constraints import StaticMemRef
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import UNIT, StringAttr, UnitAttr
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import ElementsAttr
from mlirlite.ir.fields import OptProp, Prop, Result
from mlirlite.ir.interfaces import SymbolUser
from mlirlite.ir.traits import Pure, Symbol
from mlirlite.ir.types import (
    BaseMemRefType,
    MemRefType,
    RankedTensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    element_type_of,
)
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


class GlobalOp(Op, name="memref.global", traits=(Symbol,)):
    """A buffer with a name that lives as long as the program.

    ```mlir
    memref.global "private" constant @w : memref<2xf32> = dense<[1.0, 2.0]>
    ```
    """

    sym_name: Prop[SymbolName]
    sym_visibility: OptProp[str]
    type: Prop[
        Annotated[
            MemRefType, Constraint("memref type attribute", lambda a: isinstance(a, MemRefType))
        ]
    ]
    initial_value: OptProp[Attribute]
    constant: OptProp[UnitAttr]
    alignment: OptProp[Alignment]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        visibility = p.optional_string()
        if visibility is not None:
            state.properties["sym_visibility"] = StringAttr(visibility)
        if p.accept("constant"):
            state.properties["constant"] = UNIT
        state.properties["sym_name"] = StringAttr(p.symbol_name())
        p.expect(":")
        type = p.type()
        if not isinstance(type, MemRefType) or not type.has_static_shape:
            raise p.error(f"type should be static shaped memref, but got '{type}'", state.location)
        state.properties["type"] = type
        if p.accept("="):
            if p.accept("uninitialized"):
                state.properties["initial_value"] = UNIT
            else:
                value = p.attribute(tensor_of(type))
                if not isinstance(value, ElementsAttr):
                    raise p.error(
                        "initial value should be a unit or elements attribute", state.location
                    )
                state.properties["initial_value"] = value
        p.op_attr_dict(state)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        if self.sym_visibility is not None:
            p.string(self.sym_visibility)
            p.text(" ")
        if self.constant is not None:
            p.text("constant ")
        p.symbol_name(self.sym_name)
        p.text(" : ")
        p.type(self.type)
        value = self.initial_value
        if isinstance(value, UnitAttr):
            p.text(" = uninitialized")
        elif value is not None:
            p.text(" = ")
            p.attribute_without_type(value)
        p.attr_dict(self, ("sym_name", "sym_visibility", "type", "initial_value", "constant"))

    def verify_op(self) -> Diagnostic | None:
        type, value = self.type, self.initial_value
        if not type.has_static_shape:
            return self.error(f"type should be static shaped memref, but got '{type}'")
        if value is not None and not isinstance(value, (UnitAttr, ElementsAttr)):
            return self.error(
                f"initial value should be a unit or elements attribute, but got {value}"
            )
        if isinstance(value, ElementsAttr):
            if element_type_of(value.type) is not type.element_type:
                return self.error(
                    f"initial value element expected to be of type '{type.element_type}', but "
                    "was of "
                    f"type '{value.element_type}'"
                )
            if value.type.shape != type.shape:
                return self.error(
                    f"initial value shape expected to be {_shape(type.shape)} but was "
                    f"{_shape(value.type.shape)}"
                )
        return None


def _shape(shape: Sequence[int]) -> str:
    return ", ".join(map(str, shape))


def tensor_of(type: BaseMemRefType) -> Type:
    """The tensor type of a buffer's contents."""
    if isinstance(type, UnrankedMemRefType):
        unranked: Type = UnrankedTensorType(type.element_type)
        return unranked
    ranked: Type = RankedTensorType(type.shape, type.element_type)
    return ranked


class GetGlobalOp(Op, SymbolUser, name="memref.get_global", traits=(Pure,)):
    """The buffer of a memref.global.

    ```mlir
    %0 = memref.get_global @w : memref<2xf32>
    ```
    """

    name_: Prop[FlatSymbolRef]
    result: Result[StaticMemRef]
    assembly_format = "$name `:` type($result) attr-dict"

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        found = tables.lookup(self, self.name_)
        if not isinstance(found, GlobalOp):
            name = self.name_.root
            near = tables.nearest(self, name)
            return self.error(f"'{name}' does not reference a valid global memref{near}")
        if found.type is not self.result.type:
            return self.error(
                f"result type '{self.result.type}' does not match type '{found.type}' of the "
                "global "
                f"memref @{self.name_.root}"
            )
        return None
