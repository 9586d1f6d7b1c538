"""A model's names: of the node that an op stands for, and of dimensions."""

from mlirlite.ir.labels import GraphNode

NODE_NAME = "onnx_node_name"
"""The attribute of an op."""
DIM_PARAMS = "onnx.dim_params"
"""The attribute of an argument or result of a function: `"0:batch,2:length"`."""


class OnnxNode(GraphNode):
    """An op that is a node of a model, or was made from one."""

    __slots__ = ()
    name_attribute = NODE_NAME
