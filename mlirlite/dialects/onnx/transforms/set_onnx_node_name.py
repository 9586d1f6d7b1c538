"""--set-onnx-node-name: `"onnx.Relu"(%0)  -->  … {onnx_node_name = "onnx.Relu_0"}`."""

from __future__ import annotations

from mlirlite.dialects.onnx.node import NODE_NAME
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.ir.attributes import StringAttr
from mlirlite.ir.labels import node_name
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("set-onnx-node-name")
def set_onnx_node_name(op: Operation, state: PassState) -> None:
    """Give every operator a node name of its own.

    Operators without a name get that of their op; duplicate names get a number.
    """
    taken: set[str] = set()
    number = 0
    for found in op.walk():
        if not isinstance(found, OnnxOp):
            continue
        name = node_name(found)
        if not name or name in taken:
            base = name or found.name
            name = f"{base}_{number}"
            while name in taken:
                number += 1
                name = f"{base}_{number}"
            number += 1
            found.attributes[NODE_NAME] = StringAttr(name)
            state.count("names")
        taken.add(name)
