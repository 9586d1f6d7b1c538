"""The ops of ptr that compute with pointers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects.ptr.enums import PtrAddFlags, PtrDiffFlags
from mlirlite.dialects.ptr.types import (
    Number,
    Numbers,
    PointerLike,
    Pointers,
    PtrMetadataType,
    PtrType,
    space_of,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import IntegerAttr, enum_keywords
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, Prop, Result
from mlirlite.ir.native_properties import enum_property
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import (
    AllTypesMatch,
    ConstantLike,
    Pure,
    SameOperandsAndResultShape,
    TypesMatch,
)
from mlirlite.ir.types import I8, I32, ShapedType
from mlirlite.ir.values import Value
from mlirlite.parser import directive
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

NO_PROMISE: Any = PtrAddFlags.none
NO_PROMISES: Any = PtrDiffFlags.none
TypedAttribute = Annotated[
    Attribute,
    Constraint("TypedAttr instance", lambda a: isinstance(getattr(a, "type", None), Type)),
]


class ConstantOp(
    Op, name="ptr.constant", traits=(ConstantLike, Pure, AllTypesMatch("value", "result"))
):
    """A constant pointer.

    ```mlir
    %0 = ptr.constant #ptr.null : !ptr.ptr<#ptr.generic_space>
    ```
    """

    value: Prop[TypedAttribute]
    result: Result[PtrType]
    assembly_format = "attr-dict $value"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.value


class FromPtrOp(
    Op,
    name="ptr.from_ptr",
    traits=(Pure, TypesMatch("metadata type", "result", "metadata", PtrMetadataType)),
):
    """A buffer at an address, with the metadata that it had.

    ```mlir
    %0 = ptr.from_ptr %p metadata %m
      : !ptr.ptr<#ptr.generic_space> -> memref<f32, #ptr.generic_space>
    ```
    """

    ptr: Operand[PtrType]
    metadata: OptOperand[PtrMetadataType]
    result: Result[PointerLike]
    assembly_format = "$ptr (`metadata` $metadata^)? attr-dict `:` type($ptr) `->` type($result)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """from_ptr(to_ptr(x), get_metadata(x)) --> x"""
        found: Value | None = None
        op: Operation | None = self
        while isinstance(op, FromPtrOp):
            cast = op.ptr.defining_op
            if not isinstance(cast, ToPtrOp) or cast.ptr.type is not self.result.type:
                break
            known = op.metadata.defining_op if op.metadata is not None else None
            if isinstance(known, GetMetadataOp) and known.ptr is cast.ptr:
                found = cast.ptr
            op = found.defining_op if found is not None else None
        return found

    def verify_op(self) -> Diagnostic | None:
        if isinstance(self.result.type, PtrType):
            return error("the result type cannot be `!ptr.ptr`", self.where)
        return _verify_spaces(self, self.ptr.type, self.result.type)


class ToPtrOp(Op, name="ptr.to_ptr", traits=(Pure,)):
    """The address of a buffer.

    ```mlir
    %0 = ptr.to_ptr %m : memref<f32, #ptr.generic_space> -> !ptr.ptr<#ptr.generic_space>
    ```
    """

    ptr: Operand[PointerLike]
    result: Result[PtrType]
    assembly_format = "$ptr attr-dict `:` type($ptr) `->` type($result)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """to_ptr(from_ptr(p)) --> p"""
        found: Value | None = None
        op: Operation | None = self
        while isinstance(op, ToPtrOp):
            cast = op.ptr.defining_op
            if not isinstance(cast, FromPtrOp):
                break
            found = cast.ptr
            op = found.defining_op
        return found

    def verify_op(self) -> Diagnostic | None:
        if isinstance(self.ptr.type, PtrType):
            return error("the input value cannot be of type `!ptr.ptr`", self.where)
        return _verify_spaces(self, self.ptr.type, self.result.type)


def _verify_spaces(op: Op, source: Type, target: Type) -> Diagnostic | None:
    if space_of(source) is space_of(target):
        return None
    return error("expected the input and output to have the same memory space", op.where)


class GetMetadataOp(
    Op,
    name="ptr.get_metadata",
    traits=(Pure, TypesMatch("metadata type", "ptr", "result", PtrMetadataType)),
):
    """What is known of a buffer besides its address.

    ```mlir
    %0 = ptr.get_metadata %m : memref<f32, #ptr.generic_space>
    ```
    """

    ptr: Operand[PointerLike]
    result: Result[PtrMetadataType]
    assembly_format = "$ptr attr-dict `:` type($ptr)"


def _sum_type(base: Type, offset: Type) -> Type:
    """The type of a sum. ValueError for incompatible shapes."""
    if not isinstance(offset, ShapedType):
        return base
    if not isinstance(base, ShapedType):
        return offset.replace(element_type=base)
    if offset.shape != base.shape:
        raise ValueError("shapes of base and offset must match")
    if type(offset) is not type(base):
        raise ValueError("the shaped containers type must match")
    return base


class PtrAddOp(Op, name="ptr.ptr_add", traits=(Pure,)):
    """An address some bytes further on.

    ```mlir
    %0 = ptr.ptr_add inbounds %p, %i : !ptr.ptr<#ptr.generic_space>, index
    ```
    """

    base: Operand[Pointers]
    offset: Operand[Numbers]
    flags: Prop[Annotated[PtrAddFlags, I32]] = NO_PROMISE
    cpp_properties = {"flags": enum_property(PtrAddFlags, "flags")}
    result: Result[Pointers]
    assembly_format = "($flags^)? $base `,` $offset attr-dict `:` type($base) `,` type($offset)"

    def infer_types(self) -> Sequence[Type]:
        return (_sum_type(self.base.type, self.offset.type),)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """ptr_add(p, 0) --> p"""
        offset = operands[1]
        return self.base if isinstance(offset, IntegerAttr) and not offset.value else None


@directive("DiffFlags", "ptr")
class DiffFlags:
    """`nuw | nsw`, or nothing."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        words = enum_keywords(PtrDiffFlags)
        word = p.optional_keyword(*words)
        if word is None:
            return None
        value = words[word]
        while p.accept("|"):
            where = p.here()
            word = p.keyword()
            if word not in words:
                listed = ", ".join(words)
                raise p.error(f"expected ::mlir::ptr::PtrDiffFlags to be one of: {listed}", where)
            value |= words[word]
        return IntegerAttr(value, I8)

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        if values[0].value:
            p.text("|".join(f.name or "" for f in PtrDiffFlags(values[0].value)))


class PtrDiffOp(
    Op,
    name="ptr.ptr_diff",
    traits=(Pure, AllTypesMatch("lhs", "rhs"), SameOperandsAndResultShape),
):
    """How many bytes an address is after another one.

    ```mlir
    %0 = ptr.ptr_diff %p, %p : !ptr.ptr<#ptr.generic_space> -> index
    ```
    """

    lhs: Operand[Pointers]
    rhs: Operand[Pointers]
    flags: Prop[Annotated[PtrDiffFlags, I8]] = NO_PROMISES
    cpp_properties = {"flags": enum_property(PtrDiffFlags, "flags", I8)}
    result: Result[Numbers]
    assembly_format = (
        "(custom<DiffFlags>($flags)^)? $lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"
    )

    def verify_op(self) -> Diagnostic | None:
        given = self.lhs.type
        if isinstance(given, ShapedType) and type(given) is not type(self.result.type):
            return error(
                "expected the result to have the same container type as the operands when "
                "operands are shaped",
                self.where,
            )
        return None


class TypeOffsetOp(Op, name="ptr.type_offset", traits=(Pure,)):
    """How many bytes there are from one element of a type to the next.

    ```mlir
    %0 = ptr.type_offset f32 : index
    ```
    """

    elementType: Prop[Type]
    result: Result[Number]
    assembly_format = "$elementType attr-dict `:` type($result)"
