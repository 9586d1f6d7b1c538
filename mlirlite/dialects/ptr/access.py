"""The ops of ptr that read and write memory."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._pointers import NumberedSpace
from mlirlite.dialects.llvm.types import has_size
from mlirlite.dialects.ptr.attributes import MemorySpace
from mlirlite.dialects.ptr.enums import AtomicOrdering
from mlirlite.dialects.ptr.types import Any1D, Mask1D, Pointers1D, PtrType
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    FALSE,
    UNIT,
    ArrayAttr,
    IntegerAttr,
    StringAttr,
    UnitAttr,
    enum_keywords,
    i64_attr,
)
from mlirlite.ir.constraints import AnyType, Constraint
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result
from mlirlite.ir.interfaces import Effect, EffectKind, MemoryEffects
from mlirlite.ir.native_properties import (
    enum_property,
    integer_property,
    optional_property,
    unit_property,
)
from mlirlite.ir.native_property import NativeProperty
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import AllTypesMatch, Predicate, TypesMatch
from mlirlite.ir.types import I1, I32, I64
from mlirlite.ir.values import Value
from mlirlite.parser import directive
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

UNALIGNED: Any = ArrayAttr(())
PLAIN: Any = AtomicOrdering.not_atomic
UNSET: Any = FALSE

Alignment = Annotated[
    ArrayAttr,
    Constraint(
        "optional int64_t",
        lambda a: (
            isinstance(a, ArrayAttr)
            and len(a) <= 1
            and all(isinstance(n, IntegerAttr) and n.type is I64 for n in a)
        ),
    ),
]
"""`[]`, or `[8]`: an unknown value is an empty array, as for optional properties upstream."""
Flag = Annotated[
    Attribute, Constraint("unit property", lambda a: isinstance(a, UnitAttr) or a is FALSE)
]
"""`false`, or a unit: flags that are properties upstream."""
Ordering = Annotated[AtomicOrdering, I32]
ALIGNMENT_IN_BYTECODE = {"alignment": optional_property(integer_property())}
IN_BYTECODE: Mapping[str, NativeProperty] = {
    **ALIGNMENT_IN_BYTECODE,
    **dict.fromkeys(("volatile_", "nontemporal", "invariant", "invariantGroup"), unit_property()),
    "ordering": enum_property(AtomicOrdering, "atomic ordering"),
}


def _alignment_of(op: "_AccessOp | _LanesOp") -> int | None:
    """The alignment of an access, in bytes."""
    return next((n.value for n in op.alignment if isinstance(n, IntegerAttr)), None)


def _aligned(p: "OpParser") -> ArrayAttr:
    p.expect("=")
    made: ArrayAttr = ArrayAttr((i64_attr(p.integer()),))
    return made


@directive("Alignment", "ptr")
class AlignmentSyntax:
    """`alignment = 8`, or nothing."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        return _aligned(p) if p.optional_keyword("alignment") else None

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        if len(values[0]):
            p.text(f"alignment = {values[0].value[0].value}")


def _verify_space(op: "_AccessOp | _LanesOp", pointer: Any, value: Type) -> Diagnostic | None:
    """The memory space of a pointer takes a value of this type."""
    space = getattr(pointer, "element_type", pointer).memory_space
    if isinstance(space, NumberedSpace) and not has_size(value):
        return error(f"type must be LLVM type with size, but got '{value}'", op.where)
    number = _alignment_of(op)
    if number is not None and number <= 0:
        return error("alignment must be positive", op.where)
    if number is not None and number & (number - 1):
        return error("alignment must be a power of 2", op.where)
    return None


def _verify_order(op: "_AccessOp", refused: Sequence[AtomicOrdering]) -> Diagnostic | None:
    if op.ordering is PLAIN:
        if op.syncscope is not None:
            return op.error("expected syncscope to be null for non-atomic access")
        return None
    if op.ordering in refused:
        return op.error(f"unsupported ordering '{op.ordering.name}'")
    if _alignment_of(op) is None:
        return op.error("expected alignment for atomic access")
    return None


class _AccessOp(Op, MemoryEffects):
    """Base of a load or a store: `volatile`, atomic or plain."""

    if TYPE_CHECKING:
        ptr: Operand[PtrType]
        alignment: Prop[Alignment]
        volatile__: Prop[Flag]
        ordering: Prop[Ordering]
        syncscope: OptProp[str]

    kind = EffectKind.READ
    cpp_properties = IN_BYTECODE
    words: dict[str, str] = {}
    """The flags that may follow, by their keywords."""

    def effects(self) -> Sequence[Effect]:
        found = [Effect(self.kind, self.ptr)]
        if self.volatile__ is not FALSE or self.ordering not in (PLAIN, AtomicOrdering.unordered):
            found += [Effect(EffectKind.WRITE), Effect(EffectKind.READ)]
        return found

    @classmethod
    def parse_flags(cls, p: "OpParser", state: "OpState") -> None:
        """`atomic syncscope("x") acquire nontemporal alignment = 8`."""
        properties = state.properties
        if p.optional_keyword("atomic"):
            if p.optional_keyword("syncscope"):
                p.expect("(")
                properties["syncscope"] = StringAttr(p.string())
                p.expect(")")
            where, cases = p.here(), enum_keywords(AtomicOrdering)
            word = p.keyword()
            if word not in cases:
                raise p.error(
                    "expected ::mlir::ptr::AtomicOrdering to be one of: " + ", ".join(cases), where
                )
            properties["ordering"] = IntegerAttr(cases[word], I32)
        while (word := p.optional_keyword(*cls.words, "alignment") or "") != "":
            if (cls.words.get(word) or word) in properties:
                raise p.error(f"`{word}` clause can appear at most once in the expansion of oilist")
            if word == "alignment":
                properties["alignment"] = _aligned(p)
            else:
                properties[cls.words[word]] = UNIT

    @classmethod
    def complete(cls, p: "OpParser", state: "OpState") -> None:
        """The attributes, and what was left out."""
        p.op_attr_dict(state)
        for name in ("volatile_", *cls.words.values()):
            state.properties.setdefault(name, FALSE)
        state.properties.setdefault("alignment", UNALIGNED)
        state.properties.setdefault("ordering", IntegerAttr(0, I32))

    def print_flags(self, p: "Printer") -> None:
        """Print what `parse_flags` reads, and the attributes."""
        if self.ordering is not PLAIN:
            p.text(" atomic ")
            if self.syncscope is not None:
                p.text("syncscope(")
                p.string(self.syncscope)
                p.text(") ")
            p.text(self.ordering.name)
        for word, name in self.words.items():
            if self.properties.get(name, FALSE) is not FALSE:
                p.text(f" {word}")
        if _alignment_of(self) is not None:
            p.text(f" alignment = {_alignment_of(self)}")
        names = ("volatile_", "alignment", "ordering", "syncscope", *self.words.values())
        p.attr_dict(self, names)


class LoadOp(_AccessOp, name="ptr.load"):
    """Reads a value.

    ```mlir
    %0 = ptr.load volatile %p nontemporal alignment = 8 : !ptr.ptr<#ptr.generic_space> -> f32
    ```
    """

    ptr: Operand[PtrType]
    alignment: Prop[Alignment] = UNALIGNED
    volatile__: Prop[Flag] = UNSET
    nontemporal: Prop[Flag] = UNSET
    invariant: Prop[Flag] = UNSET
    invariantGroup: Prop[Flag] = UNSET
    ordering: Prop[Ordering] = PLAIN
    syncscope: OptProp[str]
    value: Result[AnyType]
    words = {
        "nontemporal": "nontemporal",
        "invariant": "invariant",
        "invariant_group": "invariantGroup",
    }

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        if p.optional_keyword("volatile"):
            state.properties["volatile_"] = UNIT
        pointer = p.operand()
        cls.parse_flags(p, state)
        cls.complete(p, state)
        p.expect(":")
        state.operands = [p.resolve(pointer, p.type_of(PtrType))]
        p.expect("->")
        state.result_types = [p.type()]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" volatile " if self.properties.get("volatile_", FALSE) is not FALSE else " ")
        p.value(self.ptr)
        self.print_flags(p)
        p.text(" : ")
        p.type(self.ptr.type)
        p.text(" -> ")
        p.type(self.value.type)

    def verify_op(self) -> Diagnostic | None:
        found = _verify_space(self, self.ptr.type, self.value.type)
        refused = (AtomicOrdering.release, AtomicOrdering.acq_rel)
        return found or _verify_order(self, refused)


class StoreOp(_AccessOp, name="ptr.store"):
    """Writes a value.

    ```mlir
    ptr.store %x, %p atomic release alignment = 8 : i64, !ptr.ptr<#ptr.generic_space>
    ```
    """

    value: Operand[AnyType]
    ptr: Operand[PtrType]
    alignment: Prop[Alignment] = UNALIGNED
    volatile__: Prop[Flag] = UNSET
    nontemporal: Prop[Flag] = UNSET
    invariantGroup: Prop[Flag] = UNSET
    ordering: Prop[Ordering] = PLAIN
    syncscope: OptProp[str]
    kind = EffectKind.WRITE
    words = {"nontemporal": "nontemporal", "invariant_group": "invariantGroup"}

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        if p.optional_keyword("volatile"):
            state.properties["volatile_"] = UNIT
        value = p.operand()
        p.expect(",")
        pointer = p.operand()
        cls.parse_flags(p, state)
        cls.complete(p, state)
        p.expect(":")
        state.operands = [p.resolve(value, p.type())]
        p.expect(",")
        state.operands.append(p.resolve(pointer, p.type_of(PtrType)))

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" volatile " if self.properties.get("volatile_", FALSE) is not FALSE else " ")
        p.values(self.operands)
        self.print_flags(p)
        p.text(" : ")
        p.types([v.type for v in self.operands])

    def verify_op(self) -> Diagnostic | None:
        space = self.ptr.type.memory_space
        problem = space.store_problem(self.value.type) if isinstance(space, MemorySpace) else ""
        if problem:
            return error(problem, self.where)
        found = _verify_space(self, self.ptr.type, self.value.type)
        refused = (AtomicOrdering.acquire, AtomicOrdering.acq_rel)
        return found or _verify_order(self, refused)


def _mask(type: Any) -> Type:
    made: Type = type.replace(element_type=I1)
    return made


def _shapes_match(first: str) -> tuple[Predicate, Predicate]:
    def types(op: "GatherOp | ScatterOp") -> tuple[Any, Any]:
        return getattr(op, first).type, op.ptrs.type

    return (
        Predicate(
            f"all of {{{first}, ptrs}} have same shape",
            lambda op: types(op)[0].shape == types(op)[1].shape,
        ),
        Predicate(
            f"all of {{{first}, ptrs}} have same type IDs",
            lambda op: type(types(op)[0]) is type(types(op)[1]),
        ),
    )


_RESULT_MASK = TypesMatch("result and mask must be compatible", "result", "mask", _mask)
_VALUE_MASK = TypesMatch("value and mask must be compatible", "value", "mask", _mask)
_KEPT = AllTypesMatch("result", "passthrough")


class _LanesOp(Op, MemoryEffects):
    """Base of accesses of several values under a mask."""

    if TYPE_CHECKING:
        alignment: Prop[Alignment]

    cpp_properties = ALIGNMENT_IN_BYTECODE
    kind = EffectKind.READ

    def _pointer(self) -> Value:
        raise NotImplementedError

    def effects(self) -> Sequence[Effect]:
        return (Effect(self.kind, self._pointer()),)

    def verify_op(self) -> Diagnostic | None:
        value = self.results[0] if self.results else self.operands[0]
        return _verify_space(self, self._pointer().type, value.type)


class GatherOp(_LanesOp, name="ptr.gather", traits=(_RESULT_MASK, _KEPT, *_shapes_match("result"))):
    """Reads from several places, where a mask is set.

    ```mlir
    %0 = ptr.gather %p, %m, %x alignment = 8
      : vector<4x!ptr.ptr<#ptr.generic_space>> -> vector<4xf32>
    ```
    """

    ptrs: Operand[Pointers1D]
    mask: Operand[Mask1D]
    passthrough: Operand[Any1D]
    alignment: Prop[Alignment] = UNALIGNED
    result: Result[Any1D]
    assembly_format = (
        "$ptrs `,` $mask `,` $passthrough (custom<Alignment>($alignment)^)? attr-dict `:` "
        "type($ptrs) `->` type($result)"
    )

    def _pointer(self) -> Value:
        return self.ptrs


class MaskedLoadOp(_LanesOp, name="ptr.masked_load", traits=(_RESULT_MASK, _KEPT)):
    """Reads consecutive elements, where a mask is set.

    ```mlir
    %0 = ptr.masked_load %p, %m, %x : !ptr.ptr<#ptr.generic_space> -> vector<4xf32>
    ```
    """

    ptr: Operand[PtrType]
    mask: Operand[Mask1D]
    passthrough: Operand[Any1D]
    alignment: Prop[Alignment] = UNALIGNED
    result: Result[Any1D]
    assembly_format = (
        "$ptr `,` $mask `,` $passthrough (custom<Alignment>($alignment)^)? attr-dict `:` "
        "qualified(type($ptr)) `->` type($result)"
    )

    def _pointer(self) -> Value:
        return self.ptr


class MaskedStoreOp(_LanesOp, name="ptr.masked_store", traits=(_VALUE_MASK,)):
    """Writes consecutive elements, where a mask is set.

    ```mlir
    ptr.masked_store %x, %p, %m : vector<4xf32>, !ptr.ptr<#ptr.generic_space>
    ```
    """

    value: Operand[Any1D]
    ptr: Operand[PtrType]
    mask: Operand[Mask1D]
    alignment: Prop[Alignment] = UNALIGNED
    kind = EffectKind.WRITE
    assembly_format = (
        "$value `,` $ptr `,` $mask (custom<Alignment>($alignment)^)? attr-dict `:` "
        "type($value) `,` qualified(type($ptr))"
    )

    def _pointer(self) -> Value:
        return self.ptr


class ScatterOp(_LanesOp, name="ptr.scatter", traits=(_VALUE_MASK, *_shapes_match("value"))):
    """Writes to several places, where a mask is set.

    ```mlir
    ptr.scatter %x, %p, %m : vector<4xf32>, vector<4x!ptr.ptr<#ptr.generic_space>>
    ```
    """

    value: Operand[Any1D]
    ptrs: Operand[Pointers1D]
    mask: Operand[Mask1D]
    alignment: Prop[Alignment] = UNALIGNED
    kind = EffectKind.WRITE
    assembly_format = (
        "$value `,` $ptrs `,` $mask (custom<Alignment>($alignment)^)? attr-dict `:` "
        "type($value) `,` type($ptrs)"
    )

    def _pointer(self) -> Value:
        return self.ptrs
