"""Memory operations of the LLVM dialect: alloca, getelementptr, load, store, atomics."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._constraints import I32Array
from mlirlite.dialects.llvm.attributes import DereferenceableAttr
from mlirlite.dialects.llvm.constraints import (
    AnyLLVM,
    AtomicType,
    IntLike,
    LLVMInt,
    Loadable,
    Pointer,
    PointerLike,
)
from mlirlite.dialects.llvm.enums import AtomicBinOp, AtomicOrdering, GEPNoWrapFlags
from mlirlite.dialects.llvm.types import LLVMArrayType, LLVMStructType, is_aggregate
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr, UnitAttr, i32_array
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result, VarOperand
from mlirlite.ir.interfaces import Effect, EffectKind, MemoryEffects
from mlirlite.ir.traits import AllTypesMatch, Pure
from mlirlite.ir.types import (
    I1,
    I32,
    I64,
    FloatType,
    FunctionType,
    IntegerType,
    VectorType,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser.op_parser import OpParser, OpState
    from mlirlite.printer import Printer

Alignment = Annotated[int, I64]
_NO_FLAGS: Any = GEPNoWrapFlags.none
_NOT_ATOMIC: Any = AtomicOrdering.not_atomic
DYNAMIC_INDEX = -(1 << 31)
"""In `rawConstantIndices`: the index is the next dynamic operand."""

_VOLATILE = "(`volatile` $volatile_^)? "
_ATOMIC = "(`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? "


class AllocaOp(Op, MemoryEffects, name="llvm.alloca"):
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


class GEPOp(Op, name="llvm.getelementptr", traits=(Pure,)):
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
    res: Result[PointerLike]

    def indices(self) -> list[Value | int]:
        """Every index in order, constants as numbers."""
        dynamic = iter(self.operands[1:])
        constants = self.rawConstantIndices
        return [next(dynamic) if i == DYNAMIC_INDEX else i for i in constants]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        flags = GEPNoWrapFlags.none
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
        type = p.function_type()
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

    def verify(self) -> Diagnostic | None:
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
    if op.volatile__ is not None or op.ordering > AtomicOrdering.monotonic:
        return (Effect(EffectKind.READ), Effect(EffectKind.WRITE))
    return (Effect(kind, address),)


def _verify_atomic(
    op: "LoadOp | StoreOp", type: Type, unsupported: Sequence[AtomicOrdering]
) -> Diagnostic | None:
    if op.ordering is AtomicOrdering.not_atomic:
        if op.syncscope is not None:
            return op.error("expected syncscope to be null for non-atomic access")
        return None
    if is_aggregate(type) or isinstance(type, VectorType):
        return op.error(f"unsupported type '{type}' for atomic access")
    if op.ordering in unsupported:
        return op.error(f"unsupported ordering '{op.ordering.name}'")
    if op.alignment is None:
        return op.error("expected alignment for atomic access")
    return None


class LoadOp(Op, MemoryEffects, name="llvm.load"):
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
    access_groups: OptProp[ArrayAttr]
    alias_scopes: OptProp[ArrayAttr]
    noalias_scopes: OptProp[ArrayAttr]
    tbaa: OptProp[ArrayAttr]
    res: Result[Loadable]
    assembly_format = (
        f"{_VOLATILE}$addr {_ATOMIC}"
        "(`invariant` $invariant^)? (`invariant_group` $invariantGroup^)? "
        "(`dereferenceable` `` $dereferenceable^)? "
        "attr-dict `:` qualified(type($addr)) `->` type($res)"
    )

    def effects(self) -> Sequence[Effect]:
        return _access_effects(self, EffectKind.READ, self.operands[0])

    def verify(self) -> Diagnostic | None:
        wrong = (AtomicOrdering.release, AtomicOrdering.acq_rel)
        return _verify_atomic(self, self.results[0].type, wrong)


class StoreOp(Op, MemoryEffects, name="llvm.store"):
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
    access_groups: OptProp[ArrayAttr]
    alias_scopes: OptProp[ArrayAttr]
    noalias_scopes: OptProp[ArrayAttr]
    tbaa: OptProp[ArrayAttr]
    assembly_format = (
        f"{_VOLATILE}$value `,` $addr {_ATOMIC}(`invariant_group` $invariantGroup^)? "
        "attr-dict `:` type($value) `,` qualified(type($addr))"
    )

    def effects(self) -> Sequence[Effect]:
        return _access_effects(self, EffectKind.WRITE, self.operands[1])

    def verify(self) -> Diagnostic | None:
        wrong = (AtomicOrdering.acquire, AtomicOrdering.acq_rel)
        return _verify_atomic(self, self.operands[0].type, wrong)


class AtomicRMWOp(Op, name="llvm.atomicrmw"):
    """Reads, changes and writes memory as one step; the result is what was there before.

    ```mlir
    llvm.func @f(%p: !llvm.ptr, %x: i32) {
      %0 = llvm.atomicrmw add %p, %x monotonic : !llvm.ptr, i32
      llvm.return
    }
    ```
    """

    bin_op: Prop[AtomicBinOp]
    ptr: Operand[Pointer]
    val: Operand[AtomicType]
    ordering: Prop[AtomicOrdering]
    syncscope: OptProp[str]
    alignment: OptProp[Alignment]
    volatile__: OptProp[UnitAttr]
    access_groups: OptProp[ArrayAttr]
    alias_scopes: OptProp[ArrayAttr]
    noalias_scopes: OptProp[ArrayAttr]
    tbaa: OptProp[ArrayAttr]
    res: Result[AtomicType]
    assembly_format = (
        f"{_VOLATILE}$bin_op $ptr `,` $val (`syncscope` `(` $syncscope^ `)`)? $ordering "
        "attr-dict `:` qualified(type($ptr)) `,` type($val)"
    )

    def infer_types(self) -> Sequence[Type] | None:
        return (self.operands[1].type,)

    def verify(self) -> Diagnostic | None:
        if self.val.type is not self.res.type:
            return self.error("failed to verify that result #0 and operand #1 have the same type")
        if self.ordering < AtomicOrdering.monotonic:
            return self.error(f"expected at least '{AtomicOrdering.monotonic.name}' ordering")
        floats = AtomicBinOp.fadd <= self.bin_op <= AtomicBinOp.fmin
        floats = floats or self.bin_op >= AtomicBinOp.fmaximum
        type = element_type_of(self.val.type)
        if floats and not isinstance(type, FloatType):
            return self.error("expected LLVM IR floating point type")
        if not floats and self.bin_op is not AtomicBinOp.xchg and not isinstance(type, IntegerType):
            return self.error("expected LLVM IR integer type")
        return None


class AtomicCmpXchgOp(Op, name="llvm.cmpxchg", traits=(AllTypesMatch("cmp", "val"),)):
    """Writes a value when memory holds the expected one; gives what was there, and whether it was
    written."""

    ptr: Operand[Pointer]
    cmp: Operand[AtomicType]
    val: Operand[AtomicType]
    success_ordering: Prop[AtomicOrdering]
    failure_ordering: Prop[AtomicOrdering]
    syncscope: OptProp[str]
    alignment: OptProp[Alignment]
    weak: OptProp[UnitAttr]
    volatile__: OptProp[UnitAttr]
    access_groups: OptProp[ArrayAttr]
    alias_scopes: OptProp[ArrayAttr]
    noalias_scopes: OptProp[ArrayAttr]
    tbaa: OptProp[ArrayAttr]
    res: Result[AnyLLVM]
    assembly_format = (
        "(`weak` $weak^)? (`volatile` $volatile_^)? $ptr `,` $cmp `,` $val "
        "(`syncscope` `(` $syncscope^ `)`)? $success_ordering $failure_ordering "
        "attr-dict `:` qualified(type($ptr)) `,` type($val)"
    )

    def infer_types(self) -> Sequence[Type] | None:
        return (LLVMStructType((self.operands[2].type, I1)),)


class FenceOp(Op, name="llvm.fence"):
    """Orders memory accesses of threads."""

    ordering: Prop[AtomicOrdering]
    syncscope: OptProp[str]
    assembly_format = "(`syncscope` `(` $syncscope^ `)`)? $ordering attr-dict"
