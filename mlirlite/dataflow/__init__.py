"""Dataflow analysis: facts on values and program points, forwards and backwards, through branches,
regions and calls. The analyses that are there are loaded when they are named."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from mlirlite.dataflow.backward import BackwardAnalysis
from mlirlite.dataflow.dense import DenseBackwardAnalysis, DenseForwardAnalysis
from mlirlite.dataflow.forward import ForwardAnalysis
from mlirlite.dataflow.registry import analysis

if TYPE_CHECKING:
    from mlirlite.dataflow.analyses.constants import Constants
    from mlirlite.dataflow.analyses.dead_stores import DeadStores
    from mlirlite.dataflow.analyses.int_range import IntRanges, infer_range
    from mlirlite.dataflow.analyses.last_writes import LastWrites
    from mlirlite.dataflow.analyses.liveness import Liveness
    from mlirlite.dataflow.ranges import IntRange

__all__ = [
    "BackwardAnalysis",
    "Constants",
    "DeadStores",
    "DenseBackwardAnalysis",
    "DenseForwardAnalysis",
    "ForwardAnalysis",
    "IntRange",
    "IntRanges",
    "LastWrites",
    "Liveness",
    "analysis",
    "infer_range",
]

_LATE = {
    "Constants": "analyses.constants",
    "DeadStores": "analyses.dead_stores",
    "IntRange": "ranges",
    "IntRanges": "analyses.int_range",
    "LastWrites": "analyses.last_writes",
    "Liveness": "analyses.liveness",
    "infer_range": "analyses.int_range",
}
"""Analyses stand on the classes above: names with the modules that have them."""


def __getattr__(name: str) -> Any:
    home = _LATE.get(name)
    if home is None:
        raise AttributeError(f"module 'mlirlite.dataflow' has no attribute '{name}'")
    value = globals()[name] = getattr(importlib.import_module(f"{__name__}.{home}"), name)
    return value
