"""gpu: memory of the device, and waiting for asynchronous operations."""

from collections.abc import Sequence

from mlirlite.dialects._sizes import wrong_size_count
from mlirlite.dialects.gpu import syntax as _syntax  # noqa: F401
from mlirlite.dialects.gpu.enums import AddressSpace, AddressSpaceAttr
from mlirlite.dialects.gpu.types import AsyncToken
from mlirlite.dialects.memref._constraints import ByteMemRef
from mlirlite.dialects.memref.allocation import layout_symbols
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.constraints import AnyMemRef, AnyType, AnyUnrankedMemRef, Index, Int32
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, OptResult, Result, VarOperand
from mlirlite.ir.interfaces import Effect, EffectKind, MemoryEffects
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import (
    AttrSizedOperandSegments,
    Predicate,
    Pure,
    SymbolTable,
    compatible_shapes,
)
from mlirlite.ir.types import element_type_of
from mlirlite.support.diagnostics import Diagnostic

_ASYNC = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) "


class WaitOp(Op, name="gpu.wait"):
    """Waits for tokens; with `async` it gives a token that stands for all of them.

    ```mlir
    %0 = gpu.wait async [%t]
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    asyncToken: OptResult[AsyncToken]
    assembly_format = _ASYNC + "attr-dict"


class AllocOp(Op, MemoryEffects, name="gpu.alloc", traits=(AttrSizedOperandSegments,)):
    """A new buffer in the memory of the device.

    ```mlir
    %0 = gpu.alloc (%n) : memref<13x?xf32, 1>
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    dynamicSizes: VarOperand[Index]
    symbolOperands: VarOperand[Index]
    hostShared: OptProp[UnitAttr]
    memref: Result[AnyMemRef]
    asyncToken: OptResult[AsyncToken]
    assembly_format = (
        _ASYNC + "(` ` `host_shared` $hostShared^)? ` ` `(` $dynamicSizes `)` "
        "(`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)"
    )

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.ALLOCATE, self.memref),)

    def verify_op(self) -> Diagnostic | None:
        type = self.memref.type
        problem = wrong_size_count(self, len(self.dynamicSizes), type)
        if problem is not None:
            return problem
        if len(self.symbolOperands) != layout_symbols(type):
            return self.error("symbol operand count does not equal memref symbol count")
        return None


class DeallocOp(Op, MemoryEffects, name="gpu.dealloc"):
    """Frees a buffer of the device.

    ```mlir
    gpu.dealloc %m : memref<13xf32, 1>
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    memref: Operand[AnyMemRef]
    asyncToken: OptResult[AsyncToken]
    assembly_format = _ASYNC + "$memref attr-dict `:` type($memref)"

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.FREE, self.memref),)


class MemcpyOp(Op, MemoryEffects, name="gpu.memcpy"):
    """Copies a buffer, between host and device too.

    ```mlir
    gpu.memcpy %to, %from : memref<7xf32, 1>, memref<7xf32>
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    dst: Operand[AnyMemRef]
    src: Operand[AnyMemRef]
    asyncToken: OptResult[AsyncToken]
    assembly_format = _ASYNC + "$dst`,` $src `:` type($dst)`,` type($src) attr-dict"

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.WRITE, self.dst), Effect(EffectKind.READ, self.src))

    def verify_op(self) -> Diagnostic | None:
        target, source = self.dst.type, self.src.type
        if element_type_of(target) is not element_type_of(source):
            return self.error("arguments have incompatible element type")
        if not compatible_shapes(target, source):
            return self.error("arguments have incompatible shape")
        return None


def _elements_match(op: "MemsetOp") -> bool:
    return element_type_of(op.dst.type) is element_type_of(op.value.type)


class MemsetOp(
    Op,
    MemoryEffects,
    name="gpu.memset",
    traits=(Predicate("all of {dst, value} have same element type", _elements_match),),
):
    """Fills a buffer with a value.

    ```mlir
    gpu.memset %to, %value : memref<7xf32, 1>, f32
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    dst: Operand[AnyMemRef]
    value: Operand[AnyType]
    asyncToken: OptResult[AsyncToken]
    assembly_format = _ASYNC + "$dst`,` $value `:` type($dst)`,` type($value) attr-dict"

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.WRITE, self.dst),)


class HostRegisterOp(Op, name="gpu.host_register"):
    """Registers a buffer of the host for the device.

    ```mlir
    gpu.host_register %m : memref<*xi32>
    ```
    """

    value: Operand[AnyUnrankedMemRef]
    assembly_format = "$value attr-dict `:` type($value)"


class HostUnregisterOp(Op, name="gpu.host_unregister"):
    """Unregisters a buffer of the host from the device.

    ```mlir
    gpu.host_unregister %m : memref<*xi32>
    ```
    """

    value: Operand[AnyUnrankedMemRef]
    assembly_format = "$value attr-dict `:` type($value)"


class SetDefaultDeviceOp(Op, MemoryEffects, name="gpu.set_default_device"):
    """The following ops are for the device of this number.

    ```mlir
    gpu.set_default_device %n
    ```
    """

    devIndex: Operand[Int32]
    assembly_format = "attr-dict $devIndex"

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.WRITE),)


class DynamicSharedMemoryOp(Op, name="gpu.dynamic_shared_memory", traits=(Pure,)):
    """The memory of the workgroup whose size the launch gives.

    ```mlir
    %0 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    ```
    """

    resultMemref: Result[ByteMemRef]
    assembly_format = "attr-dict `:` type($resultMemref)"

    def verify_op(self) -> Diagnostic | None:
        parent: Operation | None = self.parent_op
        while parent is not None and not parent.has_trait(SymbolTable):
            parent = parent.parent_op
        if parent is None:
            return self.error("must be inside an op with symbol table")
        type = self.resultMemref.type
        space = type.memory_space
        if not isinstance(space, AddressSpaceAttr) or space.value is not AddressSpace.workgroup:
            return self.error("address space must be address_space<workgroup>")
        if type.has_static_shape:
            return self.error(
                "result memref type must be memref<?xi8, #gpu.address_space<workgroup>>"
            )
        return None
