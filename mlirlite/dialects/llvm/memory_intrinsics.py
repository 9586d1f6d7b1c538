"""Intrinsics that affect memory or control: block copies, masked accesses, lifetimes, hints,
traps."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._constraints import DictionaryArray, I32Array
from mlirlite.dialects.llvm.attributes import AliasScopeAttr
from mlirlite.dialects.llvm.call_syntax import NO_BUNDLES, parse_bundles, print_bundles
from mlirlite.dialects.llvm.constraints import (
    AccessGroups,
    AliasScopes,
    AnyLLVM,
    Bool,
    DefaultPointer,
    LLVMInt,
    LLVMVector,
    Mask,
    MaskVector,
    Pointer,
    PointerLike,
    PointerVector,
    TBAATags,
)
from mlirlite.dialects.llvm.intrinsic import Immediates, IntrinsicOp, Overloads
from mlirlite.dialects.llvm.memory import LoadOp, StoreOp
from mlirlite.dialects.llvm.slots import repeated_byte, size_in_bytes
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr, StringAttr, UnitAttr, i32_array
from mlirlite.ir.builder import Builder
from mlirlite.ir.constraints import Int8
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, OptProp, Prop, Result, VarOperand
from mlirlite.ir.interfaces import Effect, EffectKind, MemoryEffects, SlotAccess, SlotUser
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Pure, SameOperandsAndResultType
from mlirlite.ir.types import I1, I8, I32, I64, FloatType, IntegerType
from mlirlite.ir.values import Value
from mlirlite.rewriting.folding import constant_value

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

I32Prop = Annotated[int, I32]
_READ, _WRITE = EffectKind.READ, EffectKind.WRITE


class _BlockOp(IntrinsicOp, MemoryEffects):
    """Base of memcpy and the like."""

    immediates: Immediates = ((3, "isVolatile"),)

    def effects(self) -> Sequence[Effect]:
        if len(self.operands) > 1 and self.name.startswith("llvm.intr.mem"):
            return (Effect(_WRITE, self.operands[0]), Effect(_READ, self.operands[1]))
        return (Effect(_WRITE, self.operands[0]),)


class _SlotBlockOp(_BlockOp, SlotAccess):
    """Base of those that may replace stores of whole values."""

    def _covers(self, type: Type) -> bool:
        """Whether the bytes are those of a number of this type."""
        length: Any = self.properties.get("len") or constant_value(self.operands[2])
        volatile: Any = self.properties["isVolatile"]
        size = size_in_bytes(type)
        return (
            isinstance(length, IntegerAttr)
            and length.value == size
            and not getattr(volatile, "value", volatile)
        )

    def writes_slot(self, slot: Value) -> bool:
        return self.operands[0] is slot


class _CopyOp(_SlotBlockOp):
    """Base of copies."""

    def may_promote(self, slot: Value, type: Type) -> bool:
        return self.operands[0] is not self.operands[1] and self._covers(type)

    def reads_slot(self, slot: Value, type: Type) -> bool:
        return self.operands[1] is slot

    def value_stored(self, type: Type, current: Callable[[], Value], b: Builder) -> Value:
        made: Operation = b.insert(LoadOp(self.operands[1], res=type))
        return made.results[0]

    def take_value(self, slot: Value, current: Callable[[], Value], b: Builder) -> None:
        if self.operands[1] is slot:
            b.insert(StoreOp(current(), self.operands[0]))


class _SetOp(_SlotBlockOp):
    """Base of fillings."""

    def may_promote(self, slot: Value, type: Type) -> bool:
        number = isinstance(type, (IntegerType, FloatType)) and type.width % 8 == 0
        return number and self._covers(type)

    def reads_slot(self, slot: Value, type: Type) -> bool:
        return False

    def value_stored(self, type: Type, current: Callable[[], Value], b: Builder) -> Value:
        return repeated_byte(b, self.operands[1], type)


class MemcpyOp(_CopyOp, name="llvm.intr.memcpy"):
    """Copies bytes between places that do not overlap, or are the same."""

    overloads: Overloads = (0, 1, 2)
    dst: Operand[Pointer]
    src: Operand[Pointer]
    len: Operand[LLVMInt]
    isVolatile: Prop[Annotated[bool, I1]]
    access_groups: OptProp[AccessGroups]
    alias_scopes: OptProp[AliasScopes]
    noalias_scopes: OptProp[AliasScopes]
    tbaa: OptProp[TBAATags]
    arg_attrs: OptProp[DictionaryArray]
    res_attrs: OptProp[DictionaryArray]


class MemmoveOp(_CopyOp, name="llvm.intr.memmove"):
    """Copies bytes between places that may overlap."""

    overloads: Overloads = (0, 1, 2)
    dst: Operand[Pointer]
    src: Operand[Pointer]
    len: Operand[LLVMInt]
    isVolatile: Prop[Annotated[bool, I1]]
    access_groups: OptProp[AccessGroups]
    alias_scopes: OptProp[AliasScopes]
    noalias_scopes: OptProp[AliasScopes]
    tbaa: OptProp[TBAATags]
    arg_attrs: OptProp[DictionaryArray]
    res_attrs: OptProp[DictionaryArray]


class MemcpyInlineOp(_CopyOp, name="llvm.intr.memcpy.inline"):
    """Copies a constant number of bytes, never by a call."""

    overloads: Overloads = (0, 1, "len")
    immediates: Immediates = ((2, "len"), (3, "isVolatile"))
    dst: Operand[Pointer]
    src: Operand[Pointer]
    len: Prop[IntegerAttr]
    isVolatile: Prop[Annotated[bool, I1]]
    access_groups: OptProp[AccessGroups]
    alias_scopes: OptProp[AliasScopes]
    noalias_scopes: OptProp[AliasScopes]
    tbaa: OptProp[TBAATags]
    arg_attrs: OptProp[DictionaryArray]
    res_attrs: OptProp[DictionaryArray]


class MemsetOp(_SetOp, name="llvm.intr.memset"):
    """Fills bytes."""

    overloads: Overloads = (0, 2)
    dst: Operand[Pointer]
    val: Operand[Int8]
    len: Operand[LLVMInt]
    isVolatile: Prop[Annotated[bool, I1]]
    access_groups: OptProp[AccessGroups]
    alias_scopes: OptProp[AliasScopes]
    noalias_scopes: OptProp[AliasScopes]
    tbaa: OptProp[TBAATags]
    arg_attrs: OptProp[DictionaryArray]
    res_attrs: OptProp[DictionaryArray]

    def effects(self) -> Sequence[Effect]:
        return (Effect(_WRITE, self.operands[0]),)


class MemsetInlineOp(_SetOp, name="llvm.intr.memset.inline"):
    """Fills a constant number of bytes, never by a call."""

    overloads: Overloads = (0, "len")
    immediates: Immediates = ((2, "len"), (3, "isVolatile"))
    dst: Operand[Pointer]
    val: Operand[Int8]
    len: Prop[IntegerAttr]
    isVolatile: Prop[Annotated[bool, I1]]
    access_groups: OptProp[AccessGroups]
    alias_scopes: OptProp[AliasScopes]
    noalias_scopes: OptProp[AliasScopes]
    tbaa: OptProp[TBAATags]
    arg_attrs: OptProp[DictionaryArray]
    res_attrs: OptProp[DictionaryArray]

    def effects(self) -> Sequence[Effect]:
        return (Effect(_WRITE, self.operands[0]),)


class Prefetch(IntrinsicOp, name="llvm.intr.prefetch"):
    """Prefetches memory: `rw` 1 for a write, `hint` 0 (once) to 3 (keep), `cache` 1 for data."""

    overloads: Overloads = (0,)
    immediates: Immediates = ((1, "rw"), (2, "hint"), (3, "cache"))
    addr: Operand[Pointer]
    rw: Prop[I32Prop]
    hint: Prop[I32Prop]
    cache: Prop[I32Prop]


class MaskedLoadOp(IntrinsicOp, name="llvm.intr.masked.load"):
    """Reads a vector; elements that are off come from `pass_thru`."""

    overloads: Overloads = (-1, 0)
    data: Operand[Pointer]
    mask: Operand[MaskVector]
    pass_thru: OptOperand[LLVMVector]
    alignment: Prop[I32Prop]
    nontemporal: OptProp[UnitAttr]
    res: Result[LLVMVector]
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


class MaskedStoreOp(IntrinsicOp, MemoryEffects, name="llvm.intr.masked.store"):
    """Writes a vector."""

    overloads: Overloads = (0, 1)
    value: Operand[LLVMVector]
    data: Operand[Pointer]
    mask: Operand[MaskVector]
    alignment: Prop[I32Prop]
    assembly_format = (
        "$value `,` $data `,` $mask attr-dict `:` type($value) `,` type($mask) `into` "
        "qualified(type($data))"
    )

    def effects(self) -> Sequence[Effect]:
        return (Effect(_WRITE, self.operands[1]),)


class masked_gather(IntrinsicOp, name="llvm.intr.masked.gather"):
    """Reads elements at a vector of pointers."""

    overloads: Overloads = (-1, 0)
    ptrs: Operand[PointerVector]
    mask: Operand[MaskVector]
    pass_thru: VarOperand[LLVMVector]
    alignment: Prop[I32Prop]
    res: Result[LLVMVector]
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


class masked_scatter(IntrinsicOp, MemoryEffects, name="llvm.intr.masked.scatter"):
    """Writes elements at a vector of pointers."""

    overloads: Overloads = (0, 1)
    value: Operand[LLVMVector]
    ptrs: Operand[PointerVector]
    mask: Operand[MaskVector]
    alignment: Prop[I32Prop]
    assembly_format = (
        "$value `,` $ptrs `,` $mask attr-dict `:` type($value) `,` type($mask) `into` type($ptrs)"
    )

    def effects(self) -> Sequence[Effect]:
        return (Effect(_WRITE),)


class masked_expandload(IntrinsicOp, name="llvm.intr.masked.expandload"):
    """Reads consecutive elements into those places of a vector that are on."""

    overloads: Overloads = (-1,)
    ptr: Operand[Pointer]
    mask: Operand[MaskVector]
    passthru: Operand[LLVMVector]
    arg_attrs: OptProp[DictionaryArray]
    res_attrs: OptProp[DictionaryArray]
    res: Result[AnyLLVM]


class masked_compressstore(IntrinsicOp, name="llvm.intr.masked.compressstore"):
    """Writes the elements that are on, one after the other."""

    overloads: Overloads = (0,)
    value: Operand[LLVMVector]
    ptr: Operand[Pointer]
    mask: Operand[MaskVector]
    arg_attrs: OptProp[DictionaryArray]
    res_attrs: OptProp[DictionaryArray]


class LifetimeStartOp(IntrinsicOp, SlotUser, name="llvm.intr.lifetime.start"):
    """From here on the memory of an alloca is in use."""

    overloads: Overloads = (0,)
    ptr: Operand[Pointer]
    assembly_format = "$ptr attr-dict `:` qualified(type($ptr))"


class LifetimeEndOp(IntrinsicOp, SlotUser, name="llvm.intr.lifetime.end"):
    """From here on the memory of an alloca is not used."""

    overloads: Overloads = (0,)
    ptr: Operand[Pointer]
    assembly_format = "$ptr attr-dict `:` qualified(type($ptr))"


class InvariantStartOp(IntrinsicOp, SlotUser, name="llvm.intr.invariant.start"):
    """From here on memory does not change."""

    overloads: Overloads = (0,)
    immediates: Immediates = ((0, "size"),)
    size: Prop[Annotated[int, I64]]
    ptr: Operand[Pointer]
    res: Result[DefaultPointer]
    assembly_format = "$size `,` $ptr attr-dict `:` qualified(type($ptr))"


class InvariantEndOp(IntrinsicOp, SlotUser, name="llvm.intr.invariant.end"):
    """From here on memory may change again."""

    overloads: Overloads = (1,)
    immediates: Immediates = ((1, "size"),)
    start: Operand[DefaultPointer]
    size: Prop[Annotated[int, I64]]
    ptr: Operand[Pointer]
    assembly_format = "$start `,` $size `,` $ptr attr-dict `:` qualified(type($ptr))"


class LaunderInvariantGroupOp(
    IntrinsicOp,
    SlotUser,
    name="llvm.intr.launder.invariant.group",
    traits=(SameOperandsAndResultType,),
):
    """The pointer, with other invariants."""

    ptr: Operand[Pointer]
    res: Result[Pointer]
    assembly_format = "$ptr attr-dict `:` qualified(type($ptr))"


class StripInvariantGroupOp(
    IntrinsicOp,
    SlotUser,
    name="llvm.intr.strip.invariant.group",
    traits=(SameOperandsAndResultType,),
):
    """The pointer, without invariants."""

    ptr: Operand[Pointer]
    res: Result[Pointer]
    assembly_format = "$ptr attr-dict `:` qualified(type($ptr))"


class PtrMaskOp(IntrinsicOp, name="llvm.intr.ptrmask", traits=(Pure,)):
    """A pointer with some bits cleared."""

    overloads: Overloads = (-1, 1)
    ptr: Operand[PointerLike]
    mask: Operand[Mask]
    res: Result[PointerLike]
    assembly_format = "$ptr `,` $mask attr-dict `:` functional-type(operands, results)"


class StackSaveOp(IntrinsicOp, name="llvm.intr.stacksave"):
    """The state of the stack, for stackrestore."""

    res: Result[AnyLLVM]
    assembly_format = "attr-dict `:` qualified(type($res))"


class StackRestoreOp(IntrinsicOp, name="llvm.intr.stackrestore"):
    """Gives back what was allocated on the stack since stacksave."""

    overloads: Overloads = (0,)
    ptr: Operand[Pointer]
    assembly_format = "$ptr attr-dict `:` qualified(type($ptr))"


class ThreadlocalAddressOp(IntrinsicOp, name="llvm.intr.threadlocal.address", traits=(Pure,)):
    """This thread's copy of a thread-local global."""

    global_: Operand[Pointer]
    res: Result[AnyLLVM]


class NoAliasScopeDeclOp(IntrinsicOp, name="llvm.intr.experimental.noalias.scope.decl"):
    """Where an alias scope begins to hold."""

    scope: Prop[AliasScopeAttr]
    assembly_format = "$scope attr-dict"


class Trap(IntrinsicOp, name="llvm.intr.trap"):
    """Stops the program."""

    overloads: Overloads = ()
    assembly_format = "attr-dict"


class DebugTrap(IntrinsicOp, name="llvm.intr.debugtrap"):
    """Stops in a debugger."""

    overloads: Overloads = ()
    assembly_format = "attr-dict"


class UBSanTrap(IntrinsicOp, name="llvm.intr.ubsantrap"):
    """Stops the program, with a kind."""

    overloads: Overloads = ()
    immediates: Immediates = ((0, "failureKind"),)
    failureKind: Prop[Annotated[int, I8]]
    assembly_format = "prop-dict attr-dict"


class VaStartOp(IntrinsicOp, name="llvm.intr.vastart"):
    """Begins to read variadic arguments."""

    overloads: Overloads = (0,)
    arg_list: Operand[Pointer]
    assembly_format = "$arg_list attr-dict `:` qualified(type($arg_list))"


class VaEndOp(IntrinsicOp, name="llvm.intr.vaend"):
    """Ends reading variadic arguments."""

    overloads: Overloads = (0,)
    arg_list: Operand[Pointer]
    assembly_format = "$arg_list attr-dict `:` qualified(type($arg_list))"


class VaCopyOp(IntrinsicOp, name="llvm.intr.vacopy"):
    """Copies the state of reading variadic arguments."""

    overloads: Overloads = (0,)
    dest_list: Operand[Pointer]
    src_list: Operand[Pointer]
    assembly_format = "$src_list `to` $dest_list attr-dict `:` type(operands)"


class AssumeOp(Op, MemoryEffects, name="llvm.intr.assume"):
    """Says that a condition holds, or with bundles that pointers are aligned, not null …

    ```mlir
    llvm.func @f(%c: i1) {
      llvm.intr.assume %c : i1
      llvm.return
    }
    ```
    """

    cond: Operand[Bool]
    op_bundle_operands: VarOperand[AnyLLVM]
    op_bundle_sizes: Prop[I32Array] = NO_BUNDLES
    required_in_bytecode = ("op_bundle_sizes",)
    op_bundle_tags: OptProp[ArrayAttr]

    def effects(self) -> Sequence[Effect]:
        return (Effect(_WRITE),)

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        condition = p.operand()
        bundles: list[tuple[str, list[Value]]] = parse_bundles(p)
        p.expect(":")
        type: Any = p.type()
        p.op_attr_dict(state)
        state.operands = [p.resolve(condition, type), *(v for _, group in bundles for v in group)]
        state.properties["op_bundle_sizes"] = i32_array([len(g) for _, g in bundles])
        if bundles:
            tags: list[Attribute] = [StringAttr(tag) for tag, _ in bundles]
            state.properties["op_bundle_tags"] = ArrayAttr(tuple(tags))

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.operands[0])
        print_bundles(p, self.operands[1:], self.op_bundle_sizes, self.op_bundle_tags)
        p.text(" : ")
        p.type(self.operands[0].type)
        p.attr_dict(self, ("op_bundle_sizes", "op_bundle_tags"))
