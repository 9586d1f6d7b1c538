"""Memory operations of the LLVM dialect: alloca, getelementptr, load, store, atomics."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._constraints import I32Array
from mlirlite.dialects.llvm.attributes import DereferenceableAttr
from mlirlite.dialects.llvm.constraints import (
    AccessGroups,
    AliasScopes,
    IntLike,
    LLVMInt,
    Loadable,
    Pointer,
    PointerLike,
    TBAATags,
)
from mlirlite.dialects.llvm.enums import AtomicOrdering, GEPNoWrapFlags
from mlirlite.dialects.llvm.slots import converts, part_of, size_in_bits, with_part
from mlirlite.dialects.llvm.types import (
    LLVMArrayType,
    LLVMStructType,
    LLVMTargetExtType,
    is_compatible,
    is_pointer,
)
from mlirlite.dialects.llvm.values import UndefOp
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import IntegerAttr, UnitAttr, i32_array
from mlirlite.ir.builder import Builder
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result, VarOperand
from mlirlite.ir.interfaces import (
    Effect,
    EffectKind,
    MemoryEffects,
    PromotableAllocation,
    SlotAccess,
    SlotUser,
)
from mlirlite.ir.native_properties import enum_property
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Pure
from mlirlite.ir.types import (
    I32,
    I64,
    FloatType,
    FunctionType,
    IntegerType,
    VectorType,
)
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

Alignment = Annotated[int, I64]
_NO_FLAGS: Any = GEPNoWrapFlags.none
_NOT_ATOMIC: Any = AtomicOrdering.not_atomic
DYNAMIC_INDEX = -(1 << 31)
"""In `rawConstantIndices`: the index is the next dynamic operand."""

VOLATILE = "(`volatile` $volatile_^)? "
_ATOMIC = "(`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? "


class AllocaOp(Op, MemoryEffects, PromotableAllocation, name="llvm.alloca"):
    """Memory on the stack, until the function returns.

    ```mlir
    llvm.func @f(%n: i64) {
      %0 = llvm.alloca %n x f32 {alignment = 64 : i64} : (i64) -> !llvm.ptr
      llvm.return
    }
    ```
    """

    arraySize: Operand[LLVMInt]
    alignment: OptProp[Alignment]
    elem_type: Prop[Type]
    inalloca: OptProp[UnitAttr]
    res: Result[Pointer]

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.ALLOCATE, self.results[0]),)

    def promotable_slot(self) -> Type | None:
        maker = self.operands[0].defining_op
        size = maker.properties.get("value") if maker is not None else None
        return self.elem_type if isinstance(size, IntegerAttr) and size.value == 1 else None

    def default_value(self, type: Type) -> Operation:
        undefined: Operation = UndefOp(res=type)
        return undefined

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        if p.accept("inalloca"):
            state.properties["inalloca"] = UnitAttr()
        size = p.operand()
        p.expect("x")
        state.properties["elem_type"] = p.type()
        p.op_attr_dict(state)
        p.expect(":")
        where = p.here()
        type = p.type()
        given = state.properties.get("alignment", state.attributes.get("alignment"))
        if given is not None and not isinstance(given, IntegerAttr):
            raise p.error_at_op("expected integer alignment", state, where.start)
        if given is not None and given.value == 0:  # treated as absent
            state.properties.pop("alignment", None)
            state.attributes.pop("alignment", None)
        if not isinstance(type, FunctionType) or len(type.inputs) != 1 or len(type.results) != 1:
            raise p.error("expected trailing function type with one argument and one result", where)
        state.operands = [p.resolve(size, type.inputs[0])]
        state.result_types = [type.results[0]]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" inalloca " if self.inalloca is not None else " ")
        p.value(self.operands[0])
        p.text(" x ")
        p.type(self.elem_type)
        p.attr_dict(self, ("elem_type", "inalloca"))
        p.text(" : ")
        p.functional_type(self.operands, self.results)

    def verify_op(self) -> Diagnostic | None:
        type = self.elem_type
        if isinstance(type, LLVMTargetExtType) and not type.supports_memory:
            return self.error("this target extension type cannot be used in alloca")
        return None


class GEPOp(Op, SlotUser, name="llvm.getelementptr", traits=(Pure,)):
    """The address of an element: a pointer plus indices into a type.

    ```mlir
    llvm.func @f(%p: !llvm.ptr, %i: i64) {
      %0 = llvm.getelementptr inbounds|nuw %p[%i, 1]
          : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, f32)>
      llvm.return
    }
    ```
    """

    base: Operand[PointerLike]
    dynamicIndices: VarOperand[IntLike]
    rawConstantIndices: Prop[I32Array]
    elem_type: Prop[Type]
    noWrapFlags: Prop[Annotated[GEPNoWrapFlags, I32]] = _NO_FLAGS
    cpp_properties = {"noWrapFlags": enum_property(GEPNoWrapFlags, "flags")}
    res: Result[PointerLike]

    def goes_with_slot(self) -> bool:
        """A pointer to the first element is the pointer."""
        return not self.dynamicIndices and not any(self.rawConstantIndices)

    def indices(self) -> list[Value | int]:
        """Every index in order, constants as numbers."""
        dynamic = iter(self.operands[1:])
        constants = self.rawConstantIndices
        return [next(dynamic) if i == DYNAMIC_INDEX else i for i in constants]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        flags = GEPNoWrapFlags.none
        if p.peek("inbounds_flag"):
            words = "'llvm.getelementptr' op 'inbounds_flag' cannot be used directly."
            raise DiagnosticError(error(words, state.location))
        while (word := p.optional_keyword("inbounds", "nusw", "nuw")) is not None:
            flags |= GEPNoWrapFlags[word]
            if not p.accept("|"):
                break
        state.properties["noWrapFlags"] = IntegerAttr(int(flags), I32)
        operands = [p.operand()]
        constants: list[int] = []

        def index() -> None:
            number = p.optional_integer()
            if number is None:
                operands.append(p.operand())
            constants.append(DYNAMIC_INDEX if number is None else number)

        p.comma_list(index, "[", "]")
        state.properties["rawConstantIndices"] = i32_array(constants)
        p.op_attr_dict(state)
        p.expect(":")
        where = p.here()
        type = p.type()
        if not isinstance(type, FunctionType):
            raise p.error(
                f"invalid kind of type specified: expected builtin.function, but found '{type}'",
                where,
            )
        state.operands = p.resolve_all(operands, type.inputs)
        state.result_types = list(type.results)
        p.expect(",")
        state.properties["elem_type"] = p.type()

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        words = _flag_words(self.noWrapFlags)
        if words:
            p.text("|".join(words) + " ")
        p.value(self.operands[0])
        p.text("[")
        for i, index in enumerate(self.indices()):
            p.text(", " if i else "")
            if isinstance(index, int):
                p.text(str(index))
            else:
                p.value(index)
        p.text("]")
        p.attr_dict(self, ("rawConstantIndices", "elem_type", "noWrapFlags"))
        p.text(" : ")
        p.functional_type(self.operands, self.results)
        p.text(", ")
        p.type(self.elem_type)

    def verify_op(self) -> Diagnostic | None:
        dynamic = self.rawConstantIndices.value.count(DYNAMIC_INDEX)
        if dynamic != len(self.operands) - 1:
            return self.error(
                "expected as many dynamic indices as specified in 'rawConstantIndices'"
            )
        type: Type = self.elem_type
        for i, index in enumerate(self.indices()[1:], 1):
            if isinstance(type, LLVMStructType):
                if not isinstance(index, int):
                    return self.error(f"expected index {i} indexing a struct to be constant")
                if not 0 <= index < len(type.body):
                    return self.error(f"index {i} indexing a struct is out of bounds")
                type = type.body[index]
            elif isinstance(type, (LLVMArrayType, VectorType)):
                type = type.element_type
            else:
                return self.error(f"type '{type}' cannot be indexed (index #{i})")
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        indices = self.rawConstantIndices
        if len(indices) == 1 and indices[0] == 0 and self.operands[0].type is self.results[0].type:
            return self.operands[0]
        changed = False
        constants = list(indices)
        kept = [self.operands[0]]
        position = 0
        for i, number in enumerate(indices):
            if number != DYNAMIC_INDEX:
                continue
            position += 1
            known = operands[position]
            if isinstance(known, IntegerAttr) and DYNAMIC_INDEX < known.value < 1 << 31:
                constants[i] = known.value
                changed = True
            else:
                kept.append(self.operands[position])
        if not changed:
            return None
        self.properties["rawConstantIndices"] = i32_array(constants)
        self.set_operands(kept)
        return self.results[0]


def _flag_words(flags: int) -> list[str]:
    words = []
    if flags & 3 == 3:
        words.append("inbounds")
    elif flags & 2:
        words.append("nusw")
    if flags & 4:
        words.append("nuw")
    return words


def _access_effects(op: "LoadOp | StoreOp", kind: EffectKind, address: Value) -> Sequence[Effect]:
    if op.volatile__ is not None or op.ordering > AtomicOrdering.unordered:
        return (Effect(EffectKind.READ), Effect(EffectKind.WRITE))
    return (Effect(kind, address),)


def _verify_atomic(
    op: "LoadOp | StoreOp", type: Type, unsupported: Sequence[AtomicOrdering]
) -> Diagnostic | None:
    if op.ordering is AtomicOrdering.not_atomic:
        if op.syncscope is not None:
            return op.error("expected syncscope to be null for non-atomic access")
        return None
    if not is_atomic(type):
        return op.error(f"unsupported type '{type}' for atomic access")
    if op.ordering in unsupported:
        return op.error(f"unsupported ordering '{op.ordering.name}'")
    if op.alignment is None:
        return op.error("expected alignment for atomic access")
    return None


def is_atomic(type: Type) -> bool:
    """True for what a processor reads and writes in one step: a power of two of 8 bits or more."""
    if is_pointer(type):
        return True
    if not isinstance(type, (IntegerType, FloatType)) or not is_compatible(type):
        return False
    return type.width >= 8 and type.width & (type.width - 1) == 0


class LoadOp(Op, MemoryEffects, SlotAccess, name="llvm.load"):
    """Reads a value.

    ```mlir
    llvm.func @f(%p: !llvm.ptr) -> f32 {
      %0 = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> f32
      llvm.return %0 : f32
    }
    ```
    """

    addr: Operand[Pointer]
    alignment: OptProp[Alignment]
    volatile__: OptProp[UnitAttr]
    nontemporal: OptProp[UnitAttr]
    invariant: OptProp[UnitAttr]
    invariantGroup: OptProp[UnitAttr]
    ordering: Prop[AtomicOrdering] = _NOT_ATOMIC
    syncscope: OptProp[str]
    dereferenceable: OptProp[DereferenceableAttr]
    access_groups: OptProp[AccessGroups]
    alias_scopes: OptProp[AliasScopes]
    noalias_scopes: OptProp[AliasScopes]
    tbaa: OptProp[TBAATags]
    res: Result[Loadable]
    assembly_format = (
        f"{VOLATILE}$addr {_ATOMIC}"
        "(`invariant` $invariant^)? (`invariant_group` $invariantGroup^)? "
        "(`dereferenceable` `` $dereferenceable^)? "
        "attr-dict `:` qualified(type($addr)) `->` type($res)"
    )

    def may_promote(self, slot: Value, type: Type) -> bool:
        fits = converts(type, self.results[0].type, narrowing=True)
        return fits and self.volatile__ is None

    def reads_slot(self, slot: Value, type: Type) -> bool:
        return True

    def writes_slot(self, slot: Value) -> bool:
        return False

    def take_value(self, slot: Value, current: Callable[[], Value], b: Builder) -> None:
        result = self.results[0]
        result.replace_all_uses_with(part_of(b, current(), result.type, self))

    def effects(self) -> Sequence[Effect]:
        return _access_effects(self, EffectKind.READ, self.operands[0])

    def verify_op(self) -> Diagnostic | None:
        if self.dereferenceable is not None and not is_pointer(self.results[0].type):
            return self.error("expected op to return a single LLVM pointer type")
        wrong = (AtomicOrdering.release, AtomicOrdering.acq_rel)
        return _verify_atomic(self, self.results[0].type, wrong)


class StoreOp(Op, MemoryEffects, SlotAccess, name="llvm.store"):
    """Writes a value.

    ```mlir
    llvm.func @f(%p: !llvm.ptr, %x: f32) {
      llvm.store %x, %p {alignment = 4 : i64} : f32, !llvm.ptr
      llvm.return
    }
    ```
    """

    value: Operand[Loadable]
    addr: Operand[Pointer]
    alignment: OptProp[Alignment]
    volatile__: OptProp[UnitAttr]
    nontemporal: OptProp[UnitAttr]
    invariantGroup: OptProp[UnitAttr]
    ordering: Prop[AtomicOrdering] = _NOT_ATOMIC
    syncscope: OptProp[str]
    access_groups: OptProp[AccessGroups]
    alias_scopes: OptProp[AliasScopes]
    noalias_scopes: OptProp[AliasScopes]
    tbaa: OptProp[TBAATags]
    assembly_format = (
        f"{VOLATILE}$value `,` $addr {_ATOMIC}(`invariant_group` $invariantGroup^)? "
        "attr-dict `:` type($value) `,` qualified(type($addr))"
    )

    def may_promote(self, slot: Value, type: Type) -> bool:
        value = self.operands[0]
        fits = converts(value.type, type, narrowing=False)
        return value is not slot and fits and self.volatile__ is None

    def reads_slot(self, slot: Value, type: Type) -> bool:
        return size_in_bits(self.operands[0].type) != size_in_bits(type)

    def writes_slot(self, slot: Value) -> bool:
        return True

    def value_stored(self, type: Type, current: Callable[[], Value], b: Builder) -> Value:
        return with_part(b, self.operands[0], type, current, self)

    def effects(self) -> Sequence[Effect]:
        return _access_effects(self, EffectKind.WRITE, self.operands[1])

    def verify_op(self) -> Diagnostic | None:
        wrong = (AtomicOrdering.acquire, AtomicOrdering.acq_rel)
        return _verify_atomic(self, self.operands[0].type, wrong)
