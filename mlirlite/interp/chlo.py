"""chlo's ops: those of stablehlo/ evaluate them, too."""

from mlirlite.interp import stablehlo as stablehlo
