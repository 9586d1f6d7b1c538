"""Parts of structs, arrays and vectors in the LLVM dialect."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects._constraints import I32Array, I64Array
from mlirlite.dialects.llvm._fold import part_at
from mlirlite.dialects.llvm.constraints import (
    Aggregate,
    AnyLLVM,
    LLVMInt,
    LLVMVector,
    Primitive,
)
from mlirlite.dialects.llvm.types import (
    LLVMArrayType,
    LLVMStructType,
    is_compatible,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    i32_array,
    i64_array,
)
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import AllTypesMatch, Pure
from mlirlite.ir.types import VectorType
from mlirlite.ir.values import OpResult, Value
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


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
    """The error for a position without a part."""
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

    def verify_op(self) -> Diagnostic | None:
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

    def verify_op(self) -> Diagnostic | None:
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
    """Look through insertvalue and extractvalue for the part at a position: the part itself if it
    is found, else the aggregate to extract it from, and the position in it."""
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
    """One element of a vector, at a position that may be known only at run time."""

    vector: Operand[LLVMVector]
    position: Operand[LLVMInt]
    res: Result[AnyLLVM]
    assembly_format = "$vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)"

    def infer_types(self) -> Sequence[Type] | None:
        type = self.operands[0].type
        return (type.element_type,) if isinstance(type, VectorType) else None

    def verify_op(self) -> Diagnostic | None:
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

    def verify_op(self) -> Diagnostic | None:
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

    def verify_op(self) -> Diagnostic | None:
        type = self.operands[0].type
        if type is not self.operands[1].type:
            return self.error("requires all operands to have the same type")
        if isinstance(type, VectorType) and type.is_scalable and any(self.mask):
            return self.error("expected a splat operation for scalable vectors")
        return None


def shuffle_type(type: VectorType, count: int) -> VectorType:
    """The type of a shuffle of vectors with a mask of this many elements."""
    result: VectorType = VectorType((count,), type.element_type, type.scalable_dims)
    return result
