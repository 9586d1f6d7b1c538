"""Constants, addresses of symbols, and parts of aggregates and vectors in the LLVM dialect."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects._constraints import FlatSymbolRef, I32Array, I64Array
from mlirlite.dialects.llvm._fold import part_at, zero_of
from mlirlite.dialects.llvm.attributes import PoisonAttr, UndefAttr, ZeroAttr
from mlirlite.dialects.llvm.constraints import (
    Aggregate,
    AnyLLVM,
    LLVMInt,
    LLVMVector,
    Pointer,
    Primitive,
    Token,
)
from mlirlite.dialects.llvm.types import (
    LLVMArrayType,
    LLVMStructType,
    LLVMTargetExtType,
    is_compatible,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    ArrayAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    i32_array,
    i64_array,
)
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import ElementsAttr
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.interfaces import SymbolUser
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import AllTypesMatch, ConstantLike, Pure
from mlirlite.ir.types import I8, FloatType, IntegerType, VectorType, element_type_of
from mlirlite.ir.values import OpResult, Value
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser.op_parser import OpParser, OpState
    from mlirlite.printer import Printer


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

    def verify(self) -> Diagnostic | None:
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
    """A value that nobody knows, of any type."""

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

    def verify(self) -> Diagnostic | None:
        type = self.res.type
        if isinstance(type, LLVMTargetExtType) and not type.has_zero:
            return self.error("target extension type does not support zero-initializer")
        return None


class NoneTokenOp(Op, name="llvm.mlir.none", traits=(Pure,)):
    """The token that stands for none."""

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
                "'llvm.func' or 'llvm.mlir.ifunc'"
            )
        space = found.properties.get("addr_space")
        if isinstance(space, IntegerAttr) and space.value != self.res.type.address_space:  # type: ignore[attr-defined]
            return self.error(
                "pointer address space must match address space of the referenced global or alias"
            )
        return None


_SYMBOLS = ("llvm.mlir.global", "llvm.mlir.alias", "llvm.func", "llvm.mlir.ifunc")


def element_at(type: Type, position: Sequence[int]) -> Type | None:
    """The type of the part of an aggregate at a position; None when there is no such part."""
    for index in position:
        if isinstance(type, LLVMStructType):
            if not 0 <= index < len(type.body):
                return None
            type = type.body[index]
        elif isinstance(type, LLVMArrayType):
            if not 0 <= index < type.count:
                return None
            type = type.element_type
        else:
            return None
    return type


def _wrong_position(type: Type, position: Sequence[int]) -> str:
    """Why there is no part at a position."""
    for depth in range(len(position)):
        outer = element_at(type, position[:depth])
        if outer is not None and element_at(outer, position[depth : depth + 1]) is None:
            if isinstance(outer, (LLVMStructType, LLVMArrayType)):
                return f"position out of bounds: {position[depth]}"
            return f"expected LLVM IR structure/array type, got: '{outer}'"
    return "has no such position"


def _parse_position(p: "OpParser", state: "OpState") -> list[int]:
    position: list[int] = p.comma_list(p.integer, "[", "]")
    state.properties["position"] = i64_array(position)
    return position


def _element_type(p: "OpParser", container: Type, position: Sequence[int]) -> Type:
    """As `element_at`, with upstream's errors."""
    if not is_compatible(container):
        raise p.error(f"expected LLVM IR Dialect type, got '{container}'")
    found = element_at(container, position)
    if found is None:
        raise p.error(_wrong_position(container, position))
    return found


class InsertValueOp(Op, name="llvm.insertvalue", traits=(Pure, AllTypesMatch("container", "res"))):
    """A copy of a struct or array with one part replaced.

    ```mlir
    llvm.func @f(%s: !llvm.struct<(i32, f32)>, %x: f32) {
      %0 = llvm.insertvalue %x, %s[1] : !llvm.struct<(i32, f32)>
      llvm.return
    }
    ```
    """

    container: Operand[Aggregate]
    value: Operand[Primitive]
    position: Prop[I64Array]
    res: Result[Aggregate]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        value = p.operand()
        p.expect(",")
        container = p.operand()
        position = _parse_position(p, state)
        p.op_attr_dict(state)
        p.expect(":")
        type = p.type()
        element = _element_type(p, type, position)
        state.operands = [p.resolve(container, type), p.resolve(value, element)]
        state.result_types = [type]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.operands[1])
        p.text(", ")
        p.value(self.operands[0])
        p.text(f"[{', '.join(map(str, self.position))}]")
        p.attr_dict(self, ("position",))
        p.text(" : ")
        p.type(self.operands[0].type)
        p.text(" ")

    def verify(self) -> Diagnostic | None:
        container, value = self.operands[0].type, self.operands[1].type
        position = self.position.value
        element = element_at(container, position)
        if element is None:
            return self.error(_wrong_position(container, position))
        if element is not value:
            return self.error(f"Type mismatch: cannot insert '{value}' into '{container}'")
        return None


class ExtractValueOp(Op, name="llvm.extractvalue", traits=(Pure,)):
    """A part of a struct or array.

    ```mlir
    llvm.func @f(%s: !llvm.struct<(i32, array<3 x f32>)>) {
      %0 = llvm.extractvalue %s[1, 2] : !llvm.struct<(i32, array<3 x f32>)>
      llvm.return
    }
    ```
    """

    container: Operand[Aggregate]
    position: Prop[I64Array]
    res: Result[AnyLLVM]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        container = p.operand()
        position = _parse_position(p, state)
        p.op_attr_dict(state)
        p.expect(":")
        type = p.type()
        state.result_types = [_element_type(p, type, position)]
        state.operands = [p.resolve(container, type)]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.operands[0])
        p.text(f"[{', '.join(map(str, self.position))}]")
        p.attr_dict(self, ("position",))
        p.text(" : ")
        p.type(self.operands[0].type)
        p.text(" ")

    def infer_types(self) -> Sequence[Type] | None:
        type = element_at(self.operands[0].type, self.position.value)
        return None if type is None else (type,)

    def verify(self) -> Diagnostic | None:
        container, result = self.operands[0].type, self.results[0].type
        position = self.position.value
        element = element_at(container, position)
        if element is None:
            return self.error(_wrong_position(container, position))
        if element is not result:
            return self.error(
                f"Type mismatch: extracting from '{container}' should produce '{element}' but this "
                f"op returns '{result}'"
            )
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        found, source, rest = _follow(self.operands[0], self.position.value)
        if found is not None:
            return found
        if source is self.operands[0]:
            return part_at(operands[0], rest)
        self.set_operand(0, source)
        self.properties["position"] = i64_array(rest)
        return self.results[0]


def _follow(value: Value, position: tuple[int, ...]) -> tuple[Value | None, Value, tuple[int, ...]]:
    """Look through insertvalue and extractvalue for the part at a position: the part itself when it
    is found, else the
    aggregate that it can be taken from, and where there."""
    while isinstance(value, OpResult):
        op = value.owner
        if isinstance(op, ExtractValueOp):
            value, position = op.operands[0], (*op.position.value, *position)
            continue
        if not isinstance(op, InsertValueOp):
            break
        at = op.position.value
        common = min(len(at), len(position))
        if at[:common] != position[:common]:
            value = op.operands[0]
        elif len(at) == len(position):
            return op.operands[1], value, position
        elif len(at) < len(position):
            value, position = op.operands[1], position[common:]
        else:
            break  # a part of the wanted part was replaced
    return None, value, position


class ExtractElementOp(Op, name="llvm.extractelement", traits=(Pure,)):
    """One element of a vector, at a position that may be known only when it runs."""

    vector: Operand[LLVMVector]
    position: Operand[LLVMInt]
    res: Result[AnyLLVM]
    assembly_format = "$vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)"

    def infer_types(self) -> Sequence[Type] | None:
        type = self.operands[0].type
        return (type.element_type,) if isinstance(type, VectorType) else None

    def verify(self) -> Diagnostic | None:
        type = self.operands[0].type
        if isinstance(type, VectorType) and type.element_type is not self.results[0].type:
            return self.error("failed to verify that result type matches vector element type")
        return None


class InsertElementOp(Op, name="llvm.insertelement", traits=(Pure, AllTypesMatch("vector", "res"))):
    """A copy of a vector with one element replaced."""

    vector: Operand[LLVMVector]
    value: Operand[Primitive]
    position: Operand[LLVMInt]
    res: Result[LLVMVector]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        value = p.operand()
        p.expect(",")
        vector = p.operand()
        p.expect("[")
        position = p.operand()
        p.expect(":")
        position_type = p.type()
        p.expect("]")
        p.op_attr_dict(state)
        p.expect(":")
        where = p.here()
        type = p.type()
        if not isinstance(type, VectorType):
            raise p.error(
                f"invalid kind of type specified: expected builtin.vector, but found '{type}'",
                where,
            )
        state.operands = [
            p.resolve(vector, type),
            p.resolve(value, type.element_type),
            p.resolve(position, position_type),
        ]
        state.result_types = [type]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        vector, value, position = self.operands
        p.text(" ")
        p.value(value)
        p.text(", ")
        p.value(vector)
        p.text("[")
        p.value(position)
        p.text(" : ")
        p.type(position.type)
        p.text("]")
        p.attr_dict(self)
        p.text(" : ")
        p.type(vector.type)

    def verify(self) -> Diagnostic | None:
        type = self.operands[0].type
        if isinstance(type, VectorType) and type.element_type is not self.operands[1].type:
            return self.error("failed to verify that argument type matches vector element type")
        return None


class ShuffleVectorOp(Op, name="llvm.shufflevector", traits=(Pure,)):
    """Elements of two vectors, one after the other, in a constant order; -1 leaves an element open.

    ```mlir
    llvm.func @f(%a: vector<2xf32>) {
      %0 = llvm.shufflevector %a, %a [3, 0, -1] : vector<2xf32>
      llvm.return
    }
    ```
    """

    v1: Operand[LLVMVector]
    v2: Operand[LLVMVector]
    mask: Prop[I32Array]
    res: Result[LLVMVector]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        first = p.operand()
        p.expect(",")
        second = p.operand()
        mask = p.comma_list(p.integer, "[", "]")
        state.properties["mask"] = i32_array(mask)
        p.op_attr_dict(state)
        p.expect(":")
        where = p.here()
        type = p.type()
        if not isinstance(type, VectorType):
            raise p.error(
                f"invalid kind of type specified: expected builtin.vector, but found '{type}'",
                where,
            )
        if len(type.shape) != 1:
            raise p.error("expected LLVM IR dialect vector type", where)
        state.operands = p.resolve_all([first, second], type)
        state.result_types = [shuffle_type(type, len(mask))]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.values(self.operands)
        p.text(f" [{', '.join(map(str, self.mask))}]")
        p.attr_dict(self, ("mask",))
        p.text(" : ")
        p.type(self.operands[0].type)
        p.text(" ")

    def infer_types(self) -> Sequence[Type] | None:
        type = self.operands[0].type
        return (shuffle_type(type, len(self.mask)),) if isinstance(type, VectorType) else None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """the only element of a vector --> the vector"""
        source = self.operands[0]
        type = source.type
        single = isinstance(type, VectorType) and type.shape == (1,)
        return source if single and tuple(self.mask) == (0,) else None

    def verify(self) -> Diagnostic | None:
        type = self.operands[0].type
        if type is not self.operands[1].type:
            return self.error("requires all operands to have the same type")
        if isinstance(type, VectorType) and type.is_scalable and any(self.mask):
            return self.error("expected a splat operation for scalable vectors")
        return None


def shuffle_type(type: VectorType, count: int) -> VectorType:
    """The type of a shuffle of vectors with a mask of so many elements."""
    result: VectorType = VectorType((count,), type.element_type, type.scalable_dims)
    return result
