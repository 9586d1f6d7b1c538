"""A model whose ops are placed on ranks: what sessions, libraries and the simulator start from."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.onnx.sharding.mesh import Mesh
from mlirlite.dialects.onnx.sharding.placement import configurations
from mlirlite.dialects.onnx.transforms.partition_onnx import mesh_of
from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import PassRun, Pipeline
from mlirlite.support.diagnostics import DiagnosticError

PREPARE = Pipeline.of(
    "shape-inference",
    "decompose-onnx",
    "shape-inference",
    "constprop-onnx",
    "canonicalize",
    "shape-inference",
)
"""What a model goes through before its ops are placed."""


def place(module: Operation, context: Context, shard: str, network: str, name: Any) -> Mesh:
    """Place the ops of an imported model, unless it has placements; its mesh. DiagnosticError when
    there are none and `shard` is empty."""
    if not configurations(module):
        if not shard:
            raise DiagnosticError(
                f"'{name}' has no placements: say how to share it out, as in tensor=2"
            )
        mesh = Mesh.parse(shard)
        sizes = {axis: str(size) for axis, size in mesh.axes}
        PassManager(PREPARE.copy(), context).run(module)
        PassManager(Pipeline.of(PassRun.of("shard-onnx", network=network, **sizes)), context).run(
            module
        )
    return mesh_of(module)
