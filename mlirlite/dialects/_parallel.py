"""How iterations of a parallel loop write its results (upstream: InParallelOpInterface and
ParallelCombiningOpInterface)."""

from mlirlite.ir.operation import OpInterface


class InParallel(OpInterface):
    """The ops in its region say how results are combined."""

    __slots__ = ()


class ParallelCombining(OpInterface):
    """Says that in the region of an `InParallel`."""

    __slots__ = ()
