"""affine → scf, arith, memref, vector: maps become index arithmetic.

affine.for %i = 0 to %n { affine.load %m[%i + 1] }
  -->  scf.for %i = %c0 to %n step %c1 { memref.load %m[arith.addi %i, %c1] }
"""

from __future__ import annotations

import mlirlite.conversion.lower_affine.indices
import mlirlite.conversion.lower_affine.loops  # noqa: F401  (fills the table)
from mlirlite.conversion.lower_affine.bounds import fold_operands
from mlirlite.conversion.lower_affine.table import lower
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("lower-affine", each_function=True)
def lower_affine(root: Operation, state: PassState) -> None:
    """Lower Affine operations to a combination of Arith and SCF operations."""
    fold_operands(root)
    lower.convert(root, legal=("arith", "memref", "scf", "vector"), illegal=("affine",))
