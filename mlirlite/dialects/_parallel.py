"""What iterations of a parallel loop put into its results (upstream: InParallelOpInterface and
ParallelCombiningOpInterface)."""


class InParallel:
    """The ops in its region say how results are put together."""

    __slots__ = ()


class ParallelCombining:
    """Says that in the region of an `InParallel`."""

    __slots__ = ()
