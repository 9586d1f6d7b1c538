"""The syntax of attributes that StableHLO writes in C++."""

from __future__ import annotations

from mlirlite.dialects.stablehlo.numbers import Numbers
from mlirlite.ods.hooks import behavior


@behavior("#chlo.ragged_dot")
class RaggedDotNumbers(Numbers):
    """Numbers of dimensions."""

    __slots__ = ()
