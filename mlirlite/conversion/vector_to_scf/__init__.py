"""--convert-vector-to-scf: transfers of vectors of several dimensions become loops over their rows.

%v = vector.transfer_read %m[%i, %j] : memref<?x?xf32>, vector<3x15xf32>
  -->  scf.for %r = 0 to 3 { if %i + %r is inside { store(read row %i + %r), buffer[%r] } }
"""

from __future__ import annotations

from functools import cache

from mlirlite.conversion.vector_to_scf.elements import PATTERNS as ELEMENTS
from mlirlite.conversion.vector_to_scf.permutation import PATTERNS as PERMUTATIONS
from mlirlite.conversion.vector_to_scf.printing import print_element_by_element
from mlirlite.conversion.vector_to_scf.unpack import unpack_patterns
from mlirlite.dialects.vector._canonical_transfers import transfer_in_bounds
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.greedy import apply_patterns_greedily
from mlirlite.rewriting.pattern import PatternSet


@cache
def _patterns(target_rank: int) -> PatternSet:
    elements = ELEMENTS if target_rank == 1 else ()
    unpack = unpack_patterns(target_rank)
    return PatternSet((transfer_in_bounds, *unpack, *elements, print_element_by_element))


@cache
def _permutations() -> PatternSet:
    return PatternSet((transfer_in_bounds, *PERMUTATIONS))


@compiler_pass("convert-vector-to-scf")
def convert_vector_to_scf(op: Operation, state: PassState, *, target_rank: int = 1) -> None:
    """Lower the operations from the vector dialect into the SCF dialect.

    Transfers that permute become plain ones and a vector.transpose; those of vectors with more
    dimensions than wanted go through a buffer on the stack, row by row; those of one dimension that
    repeat or stride go element by element. Transfers of tensors stay.

    target_rank: dimensions of the vectors that transfers keep
    """
    apply_patterns_greedily(op, _permutations(), count=state.count)
    apply_patterns_greedily(op, _patterns(target_rank), count=state.count)
