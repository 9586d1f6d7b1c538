"""Choices of ops on warps, of conversions, and of the launch of grids."""

import enum

from mlirlite.ir.attributes import EnumAttr


class ReduxKind(enum.IntEnum):
    """How values of a warp are combined."""

    add = 1
    and_ = 2
    max = 3
    min = 4
    or_ = 5
    umax = 6
    umin = 7
    xor = 8
    fmin = 9
    fmax = 10


class ReduxKindAttr(EnumAttr, name="nvvm.redux_kind", cases=ReduxKind):
    """`#nvvm<redux_kind add>`."""

    description = "NVVM redux kind"
    value: ReduxKind
    assembly_format = "$value"


class ShflKind(enum.IntEnum):
    """Which lane a shuffle reads."""

    bfly = 0
    up = 1
    down = 2
    idx = 3


class ShflKindAttr(EnumAttr, name="nvvm.shfl_kind", cases=ShflKind):
    """`#nvvm<shfl_kind bfly>`."""

    description = "NVVM shuffle kind"
    value: ShflKind
    assembly_format = "$value"


class VoteSyncKind(enum.IntEnum):
    """The vote on the predicates of a warp."""

    any = 0
    all = 1
    ballot = 2
    uni = 3


class VoteSyncKindAttr(EnumAttr, name="nvvm.vote_sync_kind", cases=VoteSyncKind):
    """`#nvvm<vote_sync_kind any>`."""

    description = "NVVM vote sync kind"
    value: VoteSyncKind
    assembly_format = "$value"


class MatchSyncKind(enum.IntEnum):
    """Whether all lanes must agree."""

    any = 0
    all = 1


class MatchSyncKindAttr(EnumAttr, name="nvvm.match_sync_kind", cases=MatchSyncKind):
    """`#nvvm<match_sync_kind any>`."""

    description = "NVVM match sync kind"
    value: MatchSyncKind
    assembly_format = "$value"


class PermuteMode(enum.IntEnum):
    """How bytes of two words are chosen."""

    default = 0
    f4e = 1
    b4e = 2
    rc8 = 3
    ecl = 4
    ecr = 5
    rc16 = 6


class PermuteModeAttr(EnumAttr, name="nvvm.permute_mode", cases=PermuteMode):
    """`#nvvm.permute_mode<default>`."""

    description = "NVVM permute mode"
    value: PermuteMode


class SetMaxRegisterAction(enum.IntEnum):
    """Whether a warp gets more registers or gives some back."""

    decrease = 1
    increase = 0


class SetMaxRegisterActionAttr(EnumAttr, name="nvvm.action", cases=SetMaxRegisterAction):
    """`#nvvm<action decrease>`."""

    description = "NVVM set max register action"
    value: SetMaxRegisterAction
    assembly_format = "$value"


class GridDepActionKind(enum.IntEnum):
    """What a grid does about those that depend on it."""

    wait = 0
    launch_dependents = 1


class GridDepActionKindAttr(EnumAttr, name="nvvm.grid_dep_action", cases=GridDepActionKind):
    """`#nvvm<grid_dep_action wait>`."""

    description = "Action kind for grid dependency control"
    value: GridDepActionKind
    assembly_format = "$value"


class ClusterLaunchControlQueryType(enum.IntEnum):
    """What is asked of a response to a cancellation."""

    is_canceled = 0
    get_first_cta_id_x = 1
    get_first_cta_id_y = 2
    get_first_cta_id_z = 3


class ClusterLaunchControlQueryTypeAttr(
    EnumAttr, name="nvvm.cluster_launch_control_query_type", cases=ClusterLaunchControlQueryType
):
    """`#nvvm<cluster_launch_control_query_type is_canceled>`."""

    description = "NVVM ClusterLaunchControlQueryType"
    value: ClusterLaunchControlQueryType
    assembly_format = "$value"


class DotAccumulateType(enum.IntEnum):
    """How bytes of a dot product are read."""

    signed = 1
    unsigned = 0


class DotAccumulateTypeAttr(EnumAttr, name="nvvm.dot_accumulate_type", cases=DotAccumulateType):
    """`#nvvm.dot_accumulate_type<signed>`."""

    description = "NVVM DotAccumulateType"
    value: DotAccumulateType


class FPRoundingMode(enum.IntEnum):
    """How a conversion rounds."""

    none = 0
    rn = 1
    rm = 2
    rp = 3
    rz = 4
    rna = 5
    rs = 6


class FPRoundingModeAttr(EnumAttr, name="nvvm.fp_rnd_mode", cases=FPRoundingMode):
    """`#nvvm.fp_rnd_mode<none>`."""

    description = "NVVM FPRoundingMode kind"
    value: FPRoundingMode


class SaturationMode(enum.IntEnum):
    """Whether a conversion keeps to the largest finite value."""

    none = 0
    satfinite = 1


class SaturationModeAttr(EnumAttr, name="nvvm.sat_mode", cases=SaturationMode):
    """`#nvvm.sat_mode<none>`."""

    description = "NVVM SaturationMode kind"
    value: SaturationMode
