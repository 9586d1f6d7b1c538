"""Evaluation of the ops of stablehlo and chlo, by StableHLO's specification. Arrays have numpy's
types, and those of ml_dtypes for the others; a quantized array is evaluated as what it stands
for."""

from mlirlite.interp.stablehlo import (
    algebra as algebra,
    control as control,
    elementwise as elementwise,
    indexing as indexing,
    moving as moving,
    random as random,
    reducing as reducing,
    special as special,
)
