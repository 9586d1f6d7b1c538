"""Attributes of xevm: cache control, scopes, shapes of matrix products, targets."""

import enum
from typing import Any

from mlirlite.dialects.gpu.targets import TargetAttr
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, DictionaryAttr, EnumAttr, StringAttr


class LoadCacheControl(enum.IntEnum):
    """How each cache treats a load: uncached, cached, streaming; `ir` invalidates what it read."""

    L1uc_L2uc_L3uc = 1
    L1uc_L2uc_L3c = 2
    L1uc_L2c_L3uc = 3
    L1uc_L2c_L3c = 4
    L1c_L2uc_L3uc = 5
    L1c_L2uc_L3c = 6
    L1c_L2c_L3uc = 7
    L1c_L2c_L3c = 8
    L1s_L2uc_L3uc = 9
    L1s_L2uc_L3c = 10
    L1s_L2c_L3uc = 11
    L1s_L2c_L3c = 12
    ir = 13


class LoadCacheControlAttr(EnumAttr, name="xevm.load_cache_control", cases=LoadCacheControl):
    """`#xevm.load_cache_control<L1c_L2uc_L3uc>`."""

    description = "Describe the cache settings for load operators"
    value: LoadCacheControl


class StoreCacheControl(enum.IntEnum):
    """How each cache treats a store: uncached, written through, written back, streaming."""

    L1uc_L2uc_L3uc = 1
    L1uc_L2uc_L3wb = 2
    L1uc_L2wb_L3uc = 3
    L1uc_L2wb_L3wb = 4
    L1wt_L2uc_L3uc = 5
    L1wt_L2uc_L3wb = 6
    L1wt_L2wb_L3uc = 7
    L1wt_L2wb_L3wb = 8
    L1s_L2uc_L3uc = 9
    L1s_L2uc_L3wb = 10
    L1s_L2wb_L3uc = 11
    L1s_L2wb_L3wb = 12
    L1wb_L2uc_L3uc = 13
    L1wb_L2wb_L3uc = 14
    L1wb_L2uc_L3wb = 15


class StoreCacheControlAttr(EnumAttr, name="xevm.store_cache_control", cases=StoreCacheControl):
    """`#xevm.store_cache_control<L1wb_L2uc_L3uc>`."""

    description = "Describe the cache settings for store operators"
    value: StoreCacheControl


class MemScope(enum.IntEnum):
    """The threads among which memory is ordered."""

    lane = 0
    subgroup = 1
    workgroup = 2
    cluster = 3
    device = 4
    system = 5


class MemScopeAttr(EnumAttr, name="xevm.mem_scope", cases=MemScope):
    """`#xevm.mem_scope<workgroup>`."""

    description = "Describe memory scopes"
    value: MemScope


class AddrSpace(enum.IntEnum):
    """The address spaces of xevm."""

    private = 0
    global_ = 1
    constant = 2
    shared = 3
    generic = 4


class AddrSpaceAttr(EnumAttr, name="xevm.addr_space", cases=AddrSpace):
    """`#xevm.addr_space<shared>`."""

    description = "Describe address spaces"
    value: AddrSpace


class ElemType(enum.IntEnum):
    """Elements of matrices."""

    bf16 = 8
    f16 = 9
    s8 = 10
    u8 = 11
    s4 = 12
    u4 = 13
    tf32 = 14
    f32 = 15
    s32 = 16


class MMAShapeAttr(Attribute, name="xevm.mma_shape"):
    """`#xevm.mma_shape<m = 8, n = 16, k = 16>`: `m x k` times `k x n`."""

    m: int
    n: int
    k: int
    assembly_format = "`<` struct(params) `>`"


class MMATypesAttr(Attribute, name="xevm.mma_types"):
    """`#xevm.mma_types<d = f32, a = f16, b = f16, c = f32>`: elements of `d = a * b + c`."""

    d: ElemType
    a: ElemType
    b: ElemType
    c: ElemType | None = None
    assembly_format = "`<` struct(params) `>`"


class XeVMTargetAttr(TargetAttr, Attribute, name="xevm.target"):
    """`#xevm.target<chip = "pvc">`: the processor that a `gpu.module` is compiled for."""

    O: int = 2  # noqa: E741
    triple: str = "spirv64-unknown-unknown"
    chip: str = "bmg"
    flags: DictionaryAttr | None = None
    linkFiles: ArrayAttr | None = None
    assembly_format = "(`<` struct($O, $triple, $chip, $flags, $linkFiles)^ `>`)?"

    def verify(self) -> None:
        # MLIR differs: whether the linked files exist is checked where they are read.
        if not 0 <= self.O <= 3:
            raise ValueError("The optimization level must be a number between 0 and 3.")
        if not self.triple:
            raise ValueError("The target triple cannot be empty.")
        if not self.chip:
            raise ValueError("The target chip cannot be empty.")
        files: Any = self.linkFiles or ()
        if any(isinstance(f, StringAttr) and not f.value for f in files):
            raise ValueError("File paths in linkFiles cannot be empty.")
