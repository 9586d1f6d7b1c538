"""Choices of ops that order memory: scopes, orders, address spaces."""

import enum
from typing import ClassVar

from mlirlite.dialects._pointers import NumberedSpace
from mlirlite.ir.attributes import EnumAttr


class BarrierReduction(enum.IntEnum):
    """How a barrier combines the predicates of its threads."""

    popc = 0
    and_ = 1
    or_ = 2


class BarrierReductionAttr(EnumAttr, name="nvvm.reduction", cases=BarrierReduction):
    """`#nvvm.reduction<popc>`."""

    description = "NVVM barrier reduction operation"
    value: BarrierReduction


class MemScopeKind(enum.IntEnum):
    """The threads among which a fence or barrier orders memory."""

    cta = 0
    cluster = 1
    gpu = 2
    sys = 3


class MemScopeKindAttr(EnumAttr, name="nvvm.mem_scope", cases=MemScopeKind):
    """`#nvvm.mem_scope<cta>`."""

    description = "NVVM Memory Scope kind"
    value: MemScopeKind


class MemOrderKind(enum.IntEnum):
    """How memory accesses are ordered."""

    weak = 0
    relaxed = 1
    acquire = 2
    release = 3
    acq_rel = 4
    sc = 5
    mmio = 6
    volatile = 7


class MemOrderKindAttr(EnumAttr, name="nvvm.mem_order", cases=MemOrderKind):
    """`#nvvm.mem_order<weak>`."""

    description = "NVVM Memory Ordering kind"
    value: MemOrderKind


class ProxyKind(enum.IntEnum):
    """A way to reach memory: ordinary accesses, asynchronous copies, tensor maps."""

    alias = 0
    async_ = 1
    async_global = 2
    async_shared = 3
    tensormap = 4
    generic = 5

    __keywords__: ClassVar[dict[str, str]] = {
        "async_global": "async.global",
        "async_shared": "async.shared",
    }


class ProxyKindAttr(EnumAttr, name="nvvm.proxy_kind", cases=ProxyKind):
    """`#nvvm.proxy_kind<alias>`."""

    description = "Proxy kind"
    value: ProxyKind


class SharedSpace(enum.IntEnum):
    """Shared memory of the block or of the whole cluster."""

    cta = 0
    cluster = 1


class SharedSpaceAttr(EnumAttr, name="nvvm.shared_space", cases=SharedSpace):
    """`#nvvm.shared_space<cta>`."""

    description = "Shared memory space"
    value: SharedSpace


class NVVMMemorySpace(enum.IntEnum):
    """The address spaces of NVVM."""

    generic = 0
    global_ = 1
    shared = 3
    constant = 4
    local = 5
    tensor = 6
    shared_cluster = 7


class NVVMMemorySpaceAttr(NumberedSpace, EnumAttr, name="nvvm.memory_space", cases=NVVMMemorySpace):
    """`#nvvm.memory_space<generic>`."""

    description = "NVVM Memory Space"
    value: NVVMMemorySpace

    @property
    def address_space(self) -> int:
        """The number of the memory space in LLVM."""
        return int(self.value)
