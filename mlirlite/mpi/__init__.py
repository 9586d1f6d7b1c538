"""MPI's ranks as an engine for one model: each has its part of the weights and of the work.

    import mlirlite.mpi
    session = mlirlite.mpi.Session("model.onnx", shard="tensor=4")  # on each rank
    [y] = session.run(None, {"x": x})

Needs mpi4py (the extra `mpi`) and an MPI, which nothing else of mlirlite imports."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mlirlite.mpi.session import Session

# Open MPI takes whole sums through one rank where there are fewer than four; this halves them, and
# is as quick as its blocking calls. It has to be said before mpi4py starts MPI.
os.environ.setdefault("OMPI_MCA_coll_libnbc_iallreduce_algorithm", "3")

__all__ = ["Session"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    import mlirlite.mpi.session as home

    return getattr(home, name)
