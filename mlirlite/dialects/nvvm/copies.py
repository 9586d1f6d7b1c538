"""Asynchronous copies between global and shared memory, and prefetches."""

from typing import Any

from mlirlite.dialects._constraints import I32Attr, I64Attr
from mlirlite.dialects.nvvm.copy_enums import (
    CacheEvictionPriority,
    CacheEvictionPriorityAttr,
    LoadCacheModifierKind,
    LoadCacheModifierKindAttr,
    PrefetchCacheLevel,
    PrefetchCacheLevelAttr,
)
from mlirlite.dialects.nvvm.types import (
    CONSTANT,
    GENERIC,
    GLOBAL,
    LOCAL,
    SHARED,
    GenericOrSharedPointer,
    GlobalPointer,
    Int16,
    PrefetchPointer,
    SharedOrClusterPointer,
    SharedPointer,
    space_of,
)
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.constraints import Bool, Int32, Int64
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, OptProp, Prop
from mlirlite.ir.traits import AttrSizedOperandSegments
from mlirlite.support.diagnostics import Diagnostic, error

ZERO: Any = 0

_PREFETCHED = (CacheEvictionPriority.evict_normal, CacheEvictionPriority.evict_last)


class CpAsyncOp(Op, name="nvvm.cp.async.shared.global"):
    """Begins to copy 4, 8 or 16 bytes to shared memory.

    ```mlir
    nvvm.cp.async.shared.global %s, %g, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    ```
    """

    dst: Operand[SharedPointer]
    src: Operand[GlobalPointer]
    size: Prop[I32Attr]
    modifier: Prop[LoadCacheModifierKindAttr]
    cpSize: OptOperand[Int32]
    assembly_format = (
        "$dst `,` $src `,` $size `,` `cache` `=` $modifier (`,` $cpSize^)? attr-dict `:` "
        "type(operands)"
    )

    def verify_op(self) -> Diagnostic | None:
        modifier = self.modifier.value
        if modifier not in (LoadCacheModifierKind.cg, LoadCacheModifierKind.ca):
            return error("Only CG and CA cache modifiers are supported.", self.where)
        if self.size not in (4, 8, 16):
            return error("expected byte size to be either 4, 8 or 16.", self.where)
        if modifier is LoadCacheModifierKind.cg and self.size != 16:
            return error("CG cache modifier is only support for 16 bytes copy.", self.where)
        return None


class CpAsyncBulkGlobalToSharedClusterOp(
    Op, name="nvvm.cp.async.bulk.shared.cluster.global", traits=(AttrSizedOperandSegments,)
):
    """Copies bytes from global memory to shared memory; a barrier counts them.

    ```mlir
    nvvm.cp.async.bulk.shared.cluster.global %c, %g, %b, %n : !llvm.ptr<7>, !llvm.ptr<1>
    ```
    """

    dstMem: Operand[SharedOrClusterPointer]
    srcMem: Operand[GlobalPointer]
    mbar: Operand[SharedPointer]
    size: Operand[Int32]
    multicastMask: OptOperand[Int16]
    l2CacheHint: OptOperand[Int64]
    assembly_format = (
        "$dstMem `,` $srcMem `,` $mbar `,` $size (`multicast_mask` `=` $multicastMask^)? "
        "(`l2_cache_hint` `=` $l2CacheHint^)? attr-dict `:` type($dstMem) `,` type($srcMem)"
    )

    def verify_op(self) -> Diagnostic | None:
        if space_of(self.dstMem) == SHARED and self.multicastMask is not None:
            return error("Multicast is not supported with shared::cta mode.", self.where)
        return None


class PrefetchOp(Op, name="nvvm.prefetch"):
    """Prefetches a line, or a tensor map, into a cache.

    ```mlir
    nvvm.prefetch level = L1, %g : !llvm.ptr<1>
    ```
    """

    cacheLevel: OptProp[PrefetchCacheLevelAttr]
    evictPriority: OptProp[CacheEvictionPriorityAttr]
    addr: Operand[PrefetchPointer]
    predicate: OptOperand[Bool]
    tensormap: OptProp[UnitAttr]
    uniform: OptProp[UnitAttr]
    in_param_space: OptProp[UnitAttr]
    assembly_format = (
        "(`level` `=` $cacheLevel^ (`uniform` $uniform^)? `,`)? (`tensormap` $tensormap^ "
        "(`in_param_space` $in_param_space^)? `,`)? (`evict_priority` `=` $evictPriority^ "
        "`,`)? $addr (`,` `predicate` `=` $predicate^)? attr-dict `:` type(operands)"
    )

    def verify_op(self) -> Diagnostic | None:
        wrong = self._misuse(space_of(self.addr))
        return None if wrong is None else self.error(wrong)

    def _misuse(self, space: int) -> str | None:
        level, priority = self.cacheLevel, self.evictPriority
        if self.tensormap is not None:
            if level is not None:
                return "cannot specify both tensormap and cache level"
            if space not in (GENERIC, CONSTANT):
                return "prefetch tensormap requires a generic or constant pointer"
            if priority is not None:
                return "prefetch tensormap does not support eviction priority"
            if self.in_param_space is not None and space != GENERIC:
                return "in_param_space can only be specified for a generic pointer"
            return None
        if level is None:
            return "requires specification of either cache level or tensormap"
        if space not in (GENERIC, GLOBAL, LOCAL):
            return "prefetch to cache level requires a generic, global, or local pointer"
        if self.uniform is not None:
            if level.value is not PrefetchCacheLevel.L1:
                return "unsupported cache level, the only supported uniform cache level is L1"
            if space != GENERIC:
                return "prefetch to uniform cache requires a generic pointer"
        if priority is not None:
            if level.value is not PrefetchCacheLevel.L2:
                return "cache eviction priority supported only for cache level L2"
            if space != GLOBAL:
                return "cache eviction priority requires a global pointer"
            if priority.value not in _PREFETCHED:
                return (
                    "unsupported cache eviction priority, only evict_last and evict_normal are "
                    "supported"
                )
        if self.predicate is not None:
            return "predicate supported only on prefetch tensormap"
        return None


class BulkStoreOp(Op, name="nvvm.st.bulk"):
    """Fills shared memory with zeros.

    ```mlir
    nvvm.st.bulk %s, size = %n : !llvm.ptr<3>
    ```
    """

    addr: Operand[GenericOrSharedPointer]
    size: Operand[Int64]
    initVal: Prop[I64Attr] = ZERO
    assembly_format = (
        "$addr `,` `size` `=` $size (`,` `init` `=` $initVal^)? attr-dict `:` type($addr)"
    )

    def verify_op(self) -> Diagnostic | None:
        if self.initVal != 0:
            return self.error(f"only 0 is supported for initVal, got {self.initVal}")
        return None
