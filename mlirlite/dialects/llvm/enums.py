"""Enumerations of the LLVM dialect, with the numbers that the generic form shows."""

import enum
from typing import ClassVar


class IntegerOverflowFlags(enum.IntFlag):
    """What may not overflow: poison otherwise."""

    none = 0
    nsw = 1
    nuw = 2


class GEPNoWrapFlags(enum.IntFlag):
    """What an address computation promises. `inbounds` implies `nusw`."""

    none = 0
    inboundsFlag = 1
    nusw = 2
    inbounds = 3
    nuw = 4


class FastmathFlags(enum.IntFlag):
    """What floating-point arithmetic may assume."""

    none = 0
    nnan = 1
    ninf = 2
    nsz = 4
    arcp = 8
    contract = 16
    afn = 32
    reassoc = 64
    fast = 127


class ICmpPredicate(enum.IntEnum):
    """Integer comparisons."""

    eq = 0
    ne = 1
    slt = 2
    sle = 3
    sgt = 4
    sge = 5
    ult = 6
    ule = 7
    ugt = 8
    uge = 9


class FCmpPredicate(enum.IntEnum):
    """Float comparisons: ordered ones are false for NaN, unordered ones true. `_false` and `_true`
    are always so."""

    _false = 0
    oeq = 1
    ogt = 2
    oge = 3
    olt = 4
    ole = 5
    one = 6
    ord = 7
    ueq = 8
    ugt = 9
    uge = 10
    ult = 11
    ule = 12
    une = 13
    uno = 14
    _true = 15


class Linkage(enum.IntEnum):
    """Who sees a symbol, and what the linker does with several of one name."""

    external = 10
    available_externally = 2
    linkonce = 3
    linkonce_odr = 8
    weak = 4
    weak_odr = 9
    appending = 6
    internal = 1
    private = 0
    extern_weak = 7
    common = 5


class CConv(enum.IntEnum):
    """Calling conventions."""

    ccc = 0
    fastcc = 8
    coldcc = 9
    cc_10 = 10
    cc_11 = 11
    anyregcc = 13
    preserve_mostcc = 14
    preserve_allcc = 15
    swiftcc = 16
    cxx_fast_tlscc = 17
    tailcc = 18
    cfguard_checkcc = 19
    swifttailcc = 20
    x86_stdcallcc = 64
    x86_fastcallcc = 65
    arm_apcscc = 66
    arm_aapcscc = 67
    arm_aapcs_vfpcc = 68
    msp430_intrcc = 69
    x86_thiscallcc = 70
    ptx_kernelcc = 71
    ptx_devicecc = 72
    spir_funccc = 75
    spir_kernelcc = 76
    intel_ocl_bicc = 77
    x86_64_sysvcc = 78
    win64cc = 79
    x86_vectorcallcc = 80
    hhvmcc = 81
    hhvm_ccc = 82
    x86_intrcc = 83
    avr_intrcc = 84
    avr_builtincc = 86
    amdgpu_vscc = 87
    amdgpu_gscc = 88
    amdgpu_cscc = 90
    amdgpu_kernelcc = 91
    x86_regcallcc = 92
    amdgpu_hscc = 93
    msp430_builtincc = 94
    amdgpu_lscc = 95
    amdgpu_escc = 96
    aarch64_vectorcallcc = 97
    aarch64_sve_vectorcallcc = 98
    wasm_emscripten_invokecc = 99
    amdgpu_gfxcc = 100
    m68k_intrcc = 101


class TailCallKind(enum.IntEnum):
    """Whether a call must or may not be a tail call."""

    none = 0
    notail = 3
    musttail = 2
    tail = 1


class UnnamedAddr(enum.IntEnum):
    """Whether the address of a symbol matters."""

    none = 0
    local_unnamed_addr = 1
    unnamed_addr = 2


class Visibility(enum.IntEnum):
    """Who may refer to a symbol across shared objects."""

    default = 0
    hidden = 1
    protected = 2


class AtomicOrdering(enum.IntEnum):
    """Memory orderings."""

    not_atomic = 0
    unordered = 1
    monotonic = 2
    acquire = 4
    release = 5
    acq_rel = 6
    seq_cst = 7


class AtomicBinOp(enum.IntEnum):
    """What an atomic read-modify-write does."""

    xchg = 0
    add = 1
    sub = 2
    _and = 3
    nand = 4
    _or = 5
    _xor = 6
    max = 7
    min = 8
    umax = 9
    umin = 10
    fadd = 11
    fsub = 12
    fmax = 13
    fmin = 14
    uinc_wrap = 15
    udec_wrap = 16
    usub_cond = 17
    usub_sat = 18
    fmaximum = 19
    fminimum = 20


class Comdat(enum.IntEnum):
    """How the linker chooses among comdat sections of one name."""

    any = 0
    exactmatch = 1
    largest = 2
    nodeduplicate = 3
    samesize = 4


class ModRefInfo(enum.IntEnum):
    """Whether memory is read or written."""

    none = 0
    read = 1
    write = 2
    readwrite = 3


class FramePointerKind(enum.IntEnum):
    """Which functions keep a frame pointer."""

    none = 0
    non_leaf = 1
    all = 2
    reserved = 3
    non_leaf_no_reserve = 4

    __keywords__: ClassVar[dict[str, str]] = {
        "non_leaf": "non-leaf",
        "non_leaf_no_reserve": "non-leaf-no-reserve",
    }


class UWTableKind(enum.IntEnum):
    """Which unwind tables a function has."""

    none = 0
    sync = 1
    async_ = 2


class ModFlagBehavior(enum.IntEnum):
    """What linking does with a module flag that both modules have."""

    error = 1
    warning = 2
    require = 3
    override = 4
    append = 5
    append_unique = 6
    max = 7
    min = 8


class RoundingMode(enum.IntEnum):
    """How a constrained operation rounds."""

    towardzero = 0
    tonearest = 1
    upward = 2
    downward = 3
    tonearestaway = 4
    dynamic = 7
    invalid = -1


class FPExceptionBehavior(enum.IntEnum):
    """What a constrained operation does to the floating-point environment."""

    ignore = 0
    maytrap = 1
    strict = 2


class AsmDialect(enum.IntEnum):
    """How inline assembly is written."""

    att = 0
    intel = 1
