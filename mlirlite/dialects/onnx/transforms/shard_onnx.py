"""--shard-onnx: writes on each op how its values lie on the ranks of a mesh.

onnx.MatMul(x, w)  -->  onnx.MatMul(x, w) {placements = [#onnx.placement<"tensor=2",
    operand 1 on [0, 1] split [1 by 2], result 0 on [0, 1] split [2 by 2]>]}
"""

from __future__ import annotations

from mlirlite.dialects.onnx.sharding.mesh import Mesh
from mlirlite.dialects.onnx.sharding.network import Network
from mlirlite.dialects.onnx.sharding.placement import (
    CONFIGURATIONS,
    PLACEMENTS,
    ConfigurationAttr,
    configurations,
)
from mlirlite.dialects.onnx.sharding.propose import placements, propose
from mlirlite.ir.attributes import ArrayAttr
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.labels import node_name
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, Severity


@compiler_pass("shard-onnx", anchor="builtin.module")
def shard_onnx(
    module: Operation,
    state: PassState,
    *,
    pipeline: str = "",
    data: str = "",
    tensor: str = "",
    spatial: str = "",
    expert: str = "",
    network: str = "",
    report: bool = False,
) -> None:
    """Propose how a model is shared out over ranks.

    Along `data` the first dimension of the inputs is split, along `tensor` weights and heads, along
    `spatial` the rows of images, along `expert` the first dimension of stacked weights; `pipeline`
    has stages of layers. The proposal is the cheapest one that a search finds, by operations,
    bytes, and the network. Placements that are there already are kept, and the others fit to them.
    Shapes should be inferred before.

    pipeline: ranks along the stages
    data: ranks that share the inputs; `data=2,tensor=4` is the same as `data=2 tensor=4`
    tensor: ranks that share weights
    spatial: ranks that share the rows of images; windows get those of neighbors
    expert: ranks that share stacked weights
    network: bytes per second, time of a message, operations per second, bytes per second of memory,
    as in 10GB/s,5us,50GFLOP/s,10Gbyte/s
    report: remarks that say why
    """
    given = {
        "pipeline": pipeline,
        "data": data,
        "tensor": tensor,
        "spatial": spatial,
        "expert": expert,
    }
    shape = Mesh.parse(",".join(f"{axis}={size}" for axis, size in given.items() if size))
    speeds = Network.parse(network)
    label = str(shape)
    known = configurations(module)
    if known and known[0].label != label:
        raise DiagnosticError(
            f"the model has placements for '{known[0].label}', which '{label}' does not fit"
        )
    if not known:
        made = ConfigurationAttr(label, shape.size, ())
        module.attributes[CONFIGURATIONS] = ArrayAttr((made,))
    for op in module.regions[0].entry:
        if not isinstance(op, FunctionLike) or not op.regions or op.regions[0].empty:
            continue
        found = propose(op.regions[0].entry, shape, speeds)
        for nested, attribute in placements(found, shape, label).items():
            if PLACEMENTS not in nested.attributes:
                nested.attributes[PLACEMENTS] = ArrayAttr((attribute,))
                state.count("ops placed")
        for axis in found.unused(shape):
            state.emit(
                Diagnostic(
                    Severity.WARNING,
                    f"nothing is split along '{axis}': its ranks all compute the same",
                    op.where,
                )
            )
        for nested, why in found.reasons if report else ():
            who = f"{nested.name} {node_name(nested)}".strip()
            state.emit(Diagnostic(Severity.REMARK, f"{who}: {why}", nested.where))
