"""The choices that omp's clauses offer, and the attributes that hold them."""

import enum
from typing import ClassVar

from mlirlite.ir.attributes import EnumAttr


class ProcBindKind(enum.IntEnum):
    """Where threads run: with the primary one, close to it, or spread."""

    primary = 0
    master = 1
    close = 2
    spread = 3


class ProcBindKindAttr(EnumAttr, name="omp.procbindkind", cases=ProcBindKind):
    """`#omp<procbindkind close>`."""

    description = "ProcBindKind Clause"
    value: ProcBindKind
    assembly_format = "$value"


class ScheduleKind(enum.IntEnum):
    """How iterations are dealt out to threads."""

    static = 0
    dynamic = 1
    guided = 2
    auto = 3
    runtime = 4
    distribute = 5


class ScheduleKindAttr(EnumAttr, name="omp.schedulekind", cases=ScheduleKind):
    """`#omp<schedulekind static>`."""

    description = "ScheduleKind Clause"
    value: ScheduleKind
    assembly_format = "$value"


class ScheduleModifier(enum.IntEnum):
    """In which order a thread gets its iterations."""

    none = 0
    monotonic = 1
    nonmonotonic = 2
    simd = 3


class ScheduleModifierAttr(EnumAttr, name="omp.sched_mod", cases=ScheduleModifier):
    """`#omp<sched_mod monotonic>`."""

    description = "OpenMP Schedule Modifier"
    value: ScheduleModifier
    assembly_format = "$value"


class OrderKind(enum.IntEnum):
    """Iterations may run in any order."""

    concurrent = 1


class OrderKindAttr(EnumAttr, name="omp.orderkind", cases=OrderKind):
    """`#omp<orderkind concurrent>`."""

    description = "OrderKind Clause"
    value: OrderKind
    assembly_format = "$value"


class OrderModifier(enum.IntEnum):
    """Whether the order is the same each time."""

    reproducible = 0
    unconstrained = 1


class OrderModifierAttr(EnumAttr, name="omp.order_mod", cases=OrderModifier):
    """`#omp<order_mod reproducible>`."""

    description = "OpenMP Order Modifier"
    value: OrderModifier
    assembly_format = "$value"


class ReductionModifier(enum.IntEnum):
    """What kind of reduction it is."""

    defaultmod = 0
    inscan = 1
    task = 2


class ReductionModifierAttr(EnumAttr, name="omp.reduction_modifier", cases=ReductionModifier):
    """`#omp<reduction_modifier(task)>`."""

    description = "reduction modifier"
    value: ReductionModifier
    assembly_format = "`(` $value `)`"


class DataSharingType(enum.IntEnum):
    """Whether a private copy starts with the value of the original."""

    private = 0
    firstprivate = 1


class DataSharingTypeAttr(EnumAttr, name="omp.data_sharing_type", cases=DataSharingType):
    """`#omp<data_sharing_type{type = private}>`."""

    description = "Type of a data-sharing clause"
    value: DataSharingType
    assembly_format = "`{` `type` `=` $value `}`"


HINTS = ("uncontended", "contended", "nonspeculative", "speculative")
"""What omp.critical.declare's hint says, from the lowest bit on."""


class MemoryOrder(enum.IntEnum):
    """How an atomic op is ordered with other accesses to memory."""

    seq_cst = 0
    acq_rel = 1
    acquire = 2
    release = 3
    relaxed = 4


class MemoryOrderKindAttr(EnumAttr, name="omp.memoryorderkind", cases=MemoryOrder):
    """`#omp<memoryorderkind seq_cst>`."""

    description = "MemoryOrderKind Clause"
    value: MemoryOrder
    assembly_format = "$value"


class CancellationConstruct(enum.IntEnum):
    """What a cancel ends."""

    parallel = 1
    loop = 2
    sections = 3
    taskgroup = 4


class CancellationConstructTypeAttr(
    EnumAttr, name="omp.cancellationconstructtype", cases=CancellationConstruct
):
    """`#omp<cancellationconstructtype parallel>`."""

    description = "CancellationConstructType Clause"
    value: CancellationConstruct
    assembly_format = "$value"


class BindKind(enum.IntEnum):
    """Which threads share a loop's iterations."""

    parallel = 1
    teams = 2
    thread = 3


class BindKindAttr(EnumAttr, name="omp.bindkind", cases=BindKind):
    """`#omp<bindkind teams>`."""

    description = "BindKind Clause"
    value: BindKind
    assembly_format = "$value"


class Strictness(enum.IntEnum):
    """Whether a number of tasks or iterations is exact."""

    strict = 0


class GrainsizeTypeAttr(EnumAttr, name="omp.grainsizetype", cases=Strictness):
    """`#omp<grainsizetype strict>`."""

    description = "GrainsizeType Clause"
    value: Strictness
    assembly_format = "$value"


class NumTasksTypeAttr(EnumAttr, name="omp.numtaskstype", cases=Strictness):
    """`#omp<numtaskstype strict>`."""

    description = "NumTasksType Clause"
    value: Strictness
    assembly_format = "$value"


class ClauseDepend(enum.IntEnum):
    """Whether an iteration waits for others or others wait for it."""

    dependsource = 0
    dependsink = 1


class ClauseDependAttr(EnumAttr, name="omp.clause_depend", cases=ClauseDepend):
    """`#omp<clause_depend(dependsink)>`."""

    description = "depend clause"
    value: ClauseDepend
    assembly_format = "`(` $value `)`"


class TaskDepend(enum.IntEnum):
    """How a task uses a variable that other tasks use too."""

    taskdependin = 0
    taskdependout = 1
    taskdependinout = 2
    taskdependmutexinoutset = 3
    taskdependinoutset = 4


class ClauseTaskDependAttr(EnumAttr, name="omp.clause_task_depend", cases=TaskDepend):
    """`#omp<clause_task_depend(taskdependin)>`."""

    description = "depend clause in a target or task construct"
    value: TaskDepend
    assembly_format = "`(` $value `)`"


class MapFlags(enum.IntFlag):
    """What happens to data when it is mapped to a device."""

    none = 0
    storage = 1
    to = 2
    from_ = 4
    always = 8
    del_ = 16
    return_param = 32
    priv = 64
    literal = 128
    implicit = 256
    close = 512
    present = 1024
    ompx_hold = 2048
    attach = 4096
    attach_always = 8192
    attach_none = 16384
    attach_auto = 32768
    ref_ptr = 65536
    ref_ptee = 131072
    ref_ptr_ptee = 262144
    is_device_ptr = 524288

    __keywords__: ClassVar[dict[str, str]] = {"from_": "from", "del_": "del"}


class ClauseMapFlagsAttr(EnumAttr, name="omp.clause_map_flags", cases=MapFlags):
    """`#omp<clause_map_flags to|from>`."""

    description = "map_type_modifiers clause"
    value: MapFlags
    separator: ClassVar[str] = "|"
    assembly_format = "$value"


class VariableCaptureKind(enum.IntEnum):
    """How a device gets hold of a variable."""

    This = 0
    ByRef = 1
    ByCopy = 2
    VLAType = 3


class VariableCaptureKindAttr(
    EnumAttr, name="omp.variable_capture_kind", cases=VariableCaptureKind
):
    """`#omp<variable_capture_kind(ByRef)>`."""

    description = "variable capture kind"
    value: VariableCaptureKind
    assembly_format = "`(` $value `)`"


class DeviceType(enum.IntEnum):
    """For which devices a function is compiled."""

    any = 0
    host = 1
    nohost = 2


class DeclareTargetDeviceTypeAttr(EnumAttr, name="omp.device_type", cases=DeviceType):
    """`#omp<device_type(any)>`."""

    description = "device_type clause"
    value: DeviceType
    assembly_format = "`(` $value `)`"


class CaptureClause(enum.IntEnum):
    """How a global comes to a device."""

    none = 0
    to = 1
    link = 2
    enter = 3


class DeclareTargetCaptureClauseAttr(EnumAttr, name="omp.capture_clause", cases=CaptureClause):
    """`#omp<capture_clause(to)>`."""

    description = "capture clause"
    value: CaptureClause
    assembly_format = "`(` $value `)`"


class Requires(enum.IntFlag):
    """What a compilation unit needs of its devices."""

    none = 0
    reverse_offload = 1
    unified_address = 2
    unified_shared_memory = 4
    dynamic_allocators = 8


class ClauseRequiresAttr(EnumAttr, name="omp.clause_requires", cases=Requires):
    """`#omp<clause_requires unified_address>`."""

    description = "requires clauses"
    value: Requires
    separator: ClassVar[str] = "|"
    assembly_format = "$value"
