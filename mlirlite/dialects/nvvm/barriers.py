"""Barriers of a block, a warp and a cluster, and fences."""

from typing import Any

from mlirlite.dialects.nvvm.memory_enums import (
    BarrierReductionAttr,
    MemOrderKind,
    MemOrderKindAttr,
    MemScopeKindAttr,
    ProxyKind,
    ProxyKindAttr,
    SharedSpaceAttr,
)
from mlirlite.dialects.nvvm.types import GenericPointer
from mlirlite.ir.constraints import Int32
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, OptProp, OptResult, Prop
from mlirlite.ir.traits import AttrSizedOperandSegments
from mlirlite.support.diagnostics import Diagnostic

PROXY_KIND_GENERIC: Any = ProxyKindAttr(ProxyKind.generic)
PROXY_KIND_TENSORMAP: Any = ProxyKindAttr(ProxyKind.tensormap)
PROXY_KIND_ASYNC_: Any = ProxyKindAttr(ProxyKind.async_)

_ONE_SIDED = (MemOrderKind.acquire, MemOrderKind.release)


def _verify_one_way(op: "FenceProxyAcquireOp | FenceProxyReleaseOp") -> Diagnostic | None:
    if op.fromProxy.value is not ProxyKind.generic:
        return op.error("uni-directional proxies only support generic for from_proxy attribute")
    if op.toProxy.value is not ProxyKind.tensormap:
        return op.error("uni-directional proxies only support tensormap for to_proxy attribute")
    return None


class BarrierOp(Op, name="nvvm.barrier", traits=(AttrSizedOperandSegments,)):
    """Threads of the block wait at a barrier, and may combine a predicate there.

    ```mlir
    nvvm.barrier id = %id number_of_threads = %n
    ```
    """

    barrierId: OptOperand[Int32]
    numberOfThreads: OptOperand[Int32]
    reductionOp: OptProp[BarrierReductionAttr]
    reductionPredicate: OptOperand[Int32]
    res: OptResult[Int32]
    assembly_format = (
        "(`id` `=` $barrierId^)? (`number_of_threads` `=` $numberOfThreads^)? "
        "(qualified($reductionOp)^ $reductionPredicate)? (`->` type($res)^)? attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        if self.numberOfThreads is not None and self.barrierId is None:
            return self.error("barrier id is missing, it should be set between 0 to 15")
        reduction = self.reductionOp is not None, self.reductionPredicate is not None
        if self.barrierId is not None and any(reduction):
            return self.error("reduction are only available when id is 0")
        if any(reduction) and not all(reduction):
            return self.error(
                "reduction predicate and reduction operation must be specified together"
            )
        return None


class FenceSyncRestrictOp(Op, name="nvvm.fence.sync_restrict"):
    """Orders memory accesses, restricted to shared memory.

    ```mlir
    nvvm.fence.sync_restrict {order = #nvvm.mem_order<acquire>}
    ```
    """

    order: Prop[MemOrderKindAttr]
    assembly_format = "attr-dict"

    def verify_op(self) -> Diagnostic | None:
        if self.order.value not in _ONE_SIDED:
            return self.error("only acquire and release semantics are supported")
        return None


class FenceProxyOp(Op, name="nvvm.fence.proxy"):
    """Orders accesses by ordinary instructions and by another proxy.

    ```mlir
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.global>}
    ```
    """

    kind: Prop[ProxyKindAttr]
    space: OptProp[SharedSpaceAttr]
    assembly_format = "attr-dict"

    def verify_op(self) -> Diagnostic | None:
        kind = self.kind.value
        if kind is ProxyKind.tensormap:
            return self.error("tensormap proxy is not a supported proxy kind")
        if kind is ProxyKind.generic:
            return self.error("generic proxy not a supported proxy kind")
        shared = kind is ProxyKind.async_shared
        if shared and self.space is None:
            return self.error("async_shared fence requires space attribute")
        if not shared and self.space is not None:
            return self.error("only async_shared fence can have space attribute")
        return None


class FenceProxyAcquireOp(Op, name="nvvm.fence.proxy.acquire"):
    """Acquires what another proxy released, for some memory.

    ```mlir
    nvvm.fence.proxy.acquire <gpu> %p, %n
    ```
    """

    scope: Prop[MemScopeKindAttr]
    addr: Operand[GenericPointer]
    size: Operand[Int32]
    fromProxy: Prop[ProxyKindAttr] = PROXY_KIND_GENERIC
    toProxy: Prop[ProxyKindAttr] = PROXY_KIND_TENSORMAP
    assembly_format = (
        "$scope $addr `,` $size (`from_proxy` `=` $fromProxy^)? (`to_proxy` `=` $toProxy^)? "
        "attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        return _verify_one_way(self)


class FenceProxyReleaseOp(Op, name="nvvm.fence.proxy.release"):
    """Releases accesses of one proxy to another.

    ```mlir
    nvvm.fence.proxy.release <gpu>
    ```
    """

    scope: Prop[MemScopeKindAttr]
    fromProxy: Prop[ProxyKindAttr] = PROXY_KIND_GENERIC
    toProxy: Prop[ProxyKindAttr] = PROXY_KIND_TENSORMAP
    assembly_format = "$scope (`from_proxy` `=` $fromProxy^)? (`to_proxy` `=` $toProxy^)? attr-dict"

    def verify_op(self) -> Diagnostic | None:
        return _verify_one_way(self)


class FenceProxySyncRestrictOp(Op, name="nvvm.fence.proxy.sync_restrict"):
    """Orders accesses of two proxies, restricted to shared memory.

    ```mlir
    nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<release>}
    ```
    """

    order: Prop[MemOrderKindAttr]
    fromProxy: Prop[ProxyKindAttr] = PROXY_KIND_GENERIC
    toProxy: Prop[ProxyKindAttr] = PROXY_KIND_ASYNC_
    assembly_format = "attr-dict"

    def verify_op(self) -> Diagnostic | None:
        if self.order.value not in _ONE_SIDED:
            return self.error("only acquire and release semantics are supported")
        if self.fromProxy.value is not ProxyKind.generic:
            return self.error("only generic is support for from_proxy attribute")
        if self.toProxy.value is not ProxyKind.async_:
            return self.error("only async is supported for to_proxy attribute")
        return None
