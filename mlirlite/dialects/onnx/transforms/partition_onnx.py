"""--partition-onnx: the program of one rank, from ops that have placements.

y = MatMul(x, w) {… split along the sum}  -->  p = MatMul(x's part, w's part)
                                               y = Collective(p) {kind = "all_reduce"}
"""

from __future__ import annotations

from mlirlite.dialects.onnx.sharding.mesh import Mesh
from mlirlite.dialects.onnx.sharding.partition import partitioned
from mlirlite.dialects.onnx.sharding.placement import CONFIGURATIONS, configurations
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import DiagnosticError


@compiler_pass("partition-onnx", anchor="builtin.module")
def partition_onnx(module: Operation, state: PassState, *, rank: int = 0) -> None:
    """Make a function whose ops have placements the program of one rank.

    Arguments are whole, and every rank returns the whole results. Values and weights are cut to the
    rank's part; where an operator needs another layout than its operand has, and where partial
    results are joined, there is an onnx.Collective.

    rank: the rank
    """
    found = configurations(module)
    if not found:
        raise DiagnosticError(module.error("has no placements; run --shard-onnx first"))
    mesh = mesh_of(module)
    if not 0 <= rank < mesh.size:
        raise DiagnosticError(f"rank {rank} is none of the {mesh.size} of '{mesh}'")
    for op in module.regions[0].entry:
        if isinstance(op, FunctionLike) and op.regions and not op.regions[0].empty:
            whole = op.regions[0].entry
            part = partitioned(whole, mesh, rank)
            whole.erase()
            op.regions[0].append(part)
    del module.attributes[CONFIGURATIONS]


def mesh_of(module: Operation) -> Mesh:
    """The mesh of a module's first configuration: its label, or all devices along `tensor`."""
    found = configurations(module)[0]
    try:
        mesh = Mesh.parse(found.label)
    except DiagnosticError:
        return Mesh((("tensor", found.count),))
    return mesh if mesh.size == found.count else Mesh((("tensor", found.count),))
