"""Dataflow analysis: facts about values and program points, forwards and backwards, through
branches, regions and calls."""

from mlirlite.dataflow.backward import BackwardAnalysis
from mlirlite.dataflow.dense import DenseBackwardAnalysis, DenseForwardAnalysis
from mlirlite.dataflow.forward import ForwardAnalysis
from mlirlite.dataflow.registry import analysis

__all__ = [
    "BackwardAnalysis",
    "DenseBackwardAnalysis",
    "DenseForwardAnalysis",
    "ForwardAnalysis",
    "analysis",
]
