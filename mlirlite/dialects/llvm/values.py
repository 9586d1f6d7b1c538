"""Constants, addresses of symbols, and parts of aggregates and vectors in the LLVM dialect."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects._constraints import FlatSymbolRef
from mlirlite.dialects.llvm._fold import zero_of
from mlirlite.dialects.llvm.attributes import PoisonAttr, UndefAttr, ZeroAttr
from mlirlite.dialects.llvm.constraints import (
    AnyLLVM,
    Pointer,
    Token,
)
from mlirlite.dialects.llvm.types import (
    LLVMArrayType,
    LLVMStructType,
    LLVMTargetExtType,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    ArrayAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
)
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import ElementsAttr
from mlirlite.ir.fields import Prop, Result
from mlirlite.ir.interfaces import SymbolUser
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import ConstantLike, Pure
from mlirlite.ir.types import I8, FloatType, IntegerType, VectorType, element_type_of
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    pass


class ConstantOp(Op, name="llvm.mlir.constant", traits=(Pure, ConstantLike)):
    """A constant: a number, a dense vector or array of numbers, a string, or an array of constants
    for a struct.

    ```mlir
    llvm.func @f() -> i64 {
      %0 = llvm.mlir.constant(42 : i64) : i64
      llvm.return %0 : i64
    }
    ```
    """

    value: Prop[Attribute]
    res: Result[AnyLLVM]
    assembly_format = "`(` $value `)` attr-dict `:` type($res)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.value

    def verify_op(self) -> Diagnostic | None:
        value, type = self.value, self.res.type
        if isinstance(value, StringAttr):
            if isinstance(type, LLVMArrayType) and (
                type.count == len(value.value) and type.element_type is I8
            ):
                return None
            return self.error(
                f"expected array type of {len(value.value)} i8 elements for the string constant"
            )
        if isinstance(type, LLVMStructType):
            return self._verify_struct(value, type)
        if isinstance(type, LLVMTargetExtType):
            return self.error("does not support target extension type.")
        match value:
            case IntegerAttr():
                if isinstance(element_type_of(type), IntegerType):
                    return None
                return self.error("expected integer type")
            case FloatAttr():
                return self._verify_float(value.type, element_type_of(type))
            case ElementsAttr():
                return self._verify_elements(value, type)
            case ArrayAttr():
                if isinstance(type, LLVMArrayType):
                    return self._verify_array(value, type, 0)
                return self.error("expected array or struct type for array attribute")
        return self.error("only supports integer, float, string or elements attributes")

    def _verify_struct(self, value: Attribute, type: LLVMStructType) -> Diagnostic | None:
        if not isinstance(value, ArrayAttr):
            return self.error("expected array attribute for struct type")
        if len(value) != len(type.body):
            return self.error(f"expected array attribute of size {len(type.body)}")
        for i, (member, element) in enumerate(zip(value, type.body, strict=True)):
            if not isinstance(element, (IntegerType, FloatType)):
                return self.error(
                    "expected struct element types to be floating point type or integer type"
                )
            if not isinstance(member, (IntegerAttr, FloatAttr)):
                return self.error(
                    "expected element of array attribute to be floating point or integer"
                )
            if member.type is not element:
                return self.error(f"struct element at index {i} is of wrong type")
        return None

    def _verify_float(self, given: FloatType, type: Type) -> Diagnostic | None:
        if isinstance(type, IntegerType):
            if type.width != given.width:
                return self.error("expected integer type of width " + str(given.width))
            return None
        if not isinstance(type, FloatType):
            return self.error("expected float type")
        if type is not given:
            return self.error("attribute and type have different float semantics")
        return None

    def _verify_elements(self, value: ElementsAttr, type: Type) -> Diagnostic | None:
        if isinstance(type, VectorType) and type.is_scalable:
            if getattr(value, "is_splat", False):
                return None
            return self.error("scalable vector type requires a splat attribute")
        if not isinstance(type, (VectorType, LLVMArrayType)):
            return self.error("expected vector or array type")
        wanted = 1
        inner: Type = type
        while isinstance(inner, LLVMArrayType):
            wanted *= inner.count
            inner = inner.element_type
        if isinstance(inner, VectorType):
            wanted *= inner.num_elements
            inner = inner.element_type
        if value.type.num_elements != wanted:
            return self.error(
                "type and attribute have a different number of elements: "
                f"{wanted} vs. {value.type.num_elements}"
            )
        given = value.type.element_type
        if isinstance(given, FloatType):
            return self._verify_float(given, inner)
        if isinstance(given, IntegerType) and not isinstance(inner, IntegerType):
            return self.error("expected integer element type for integer elements attribute")
        return None

    def _verify_array(self, value: ArrayAttr, type: LLVMArrayType, dim: int) -> Diagnostic | None:
        if len(value) != type.count:
            return self.error(
                f"array attribute size does not match array type size in dimension {dim}: "
                f"{len(value)} vs. {type.count}"
            )
        inner = type.element_type
        struct = isinstance(inner, LLVMStructType)
        if not struct and not isinstance(inner, LLVMArrayType):
            return self.error("for array with an array attribute must have a struct element type")
        for i, member in enumerate(value):
            if isinstance(member, (ZeroAttr, UndefAttr)):
                continue
            if not isinstance(member, ArrayAttr):
                where = "struct element" if struct else f"sub-array in dimension {dim}"
                return self.error(
                    f"nested attribute for {where} at index {i} must be a zero, or undef, or array "
                    "attribute"
                )
            if isinstance(inner, LLVMArrayType):
                wrong = self._verify_array(member, inner, dim + 1)
                if wrong is not None:
                    return wrong
            elif isinstance(inner, LLVMStructType) and len(member) != len(inner.body):
                return self.error(
                    f"nested array attribute size for struct element at index {i} must match "
                    f"struct size: {len(member)} vs. {len(inner.body)}"
                )
        return None


class UndefOp(Op, name="llvm.mlir.undef", traits=(Pure, ConstantLike)):
    """An undefined value, of any type."""

    res: Result[AnyLLVM]
    assembly_format = "attr-dict `:` type($res)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return UndefAttr()


class PoisonOp(Op, name="llvm.mlir.poison", traits=(Pure, ConstantLike)):
    """A value whose use is a mistake."""

    res: Result[AnyLLVM]
    assembly_format = "attr-dict `:` type($res)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return PoisonAttr()


class ZeroOp(Op, name="llvm.mlir.zero", traits=(Pure, ConstantLike)):
    """Zero of any type; the null pointer."""

    res: Result[AnyLLVM]
    assembly_format = "attr-dict `:` type($res)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return zero_of(self.res.type)

    def verify_op(self) -> Diagnostic | None:
        type = self.res.type
        if isinstance(type, LLVMTargetExtType) and not type.has_zero:
            return self.error("target extension type does not support zero-initializer")
        return None


class NoneTokenOp(Op, name="llvm.mlir.none", traits=(Pure,)):
    """The null token."""

    res: Result[Token]
    assembly_format = "attr-dict `:` type($res)"


class AddressOfOp(Op, SymbolUser, name="llvm.mlir.addressof", traits=(Pure, ConstantLike)):
    """The address of a global or function."""

    global_name: Prop[FlatSymbolRef]
    res: Result[Pointer]
    assembly_format = "$global_name attr-dict `:` qualified(type($res))"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.global_name

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        found = tables.lookup(self, self.global_name)
        if not isinstance(found, Operation) or found.name not in _SYMBOLS:
            return self.error(
                "must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or "
                "'llvm.func' or 'llvm.mlir.ifunc'" + tables.nearest(self, self.global_name.root)
            )
        space = found.properties.get("addr_space")
        if isinstance(space, IntegerAttr) and space.value != self.res.type.address_space:
            return self.error(
                "pointer address space must match address space of the referenced global or alias"
            )
        return None


_SYMBOLS = ("llvm.mlir.global", "llvm.mlir.alias", "llvm.func", "llvm.mlir.ifunc")
