"""What ptr's ops may assume, and how they order memory."""

import enum


class PtrAddFlags(enum.IntEnum):
    """What an address computation promises."""

    none = 0
    nusw = 1
    nuw = 2
    inbounds = 3


class PtrDiffFlags(enum.IntFlag):
    """What a difference of addresses promises."""

    none = 0
    nuw = 1
    nsw = 2


class AtomicOrdering(enum.IntEnum):
    """How an access orders others."""

    not_atomic = 0
    unordered = 1
    monotonic = 2
    acquire = 3
    release = 4
    acq_rel = 5
    seq_cst = 6
