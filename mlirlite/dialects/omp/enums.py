"""The choices that omp's clauses offer, and the attributes that hold them."""

import enum

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
