"""A model's names: of the node that an op stands for, and of dimensions."""

from typing import Any, ClassVar

from mlirlite.dialects.onnx.schemas import Schema
from mlirlite.ir.fields import Field
from mlirlite.ir.interfaces import InferShape
from mlirlite.ir.labels import GraphNode

NODE_NAME = "onnx_node_name"
"""The attribute of an op."""
DIM_PARAMS = "onnx.dim_params"
"""The attribute of an argument or result of a function: `"0:batch,2:length"`."""


class OnnxNode(GraphNode):
    """An op that is a node of a model, or was made from one."""

    __slots__ = ()
    name_attribute = NODE_NAME


class SchemaOp(OnnxNode, InferShape):
    """An op of the schemas, as those see it who do not know its class (`op.py`)."""

    __slots__ = ()
    schema: ClassVar[Schema]
    alike: ClassVar[bool] = False
    """Whether `dim_sources`, which is about the first result, holds for all."""

    def get(self, name: str, default: Any = None) -> Any:
        """A field's value, or the default if this version of the operator has no such field or the
        node does not set it."""
        field = getattr(type(self), name, None)
        value = field.read(self) if isinstance(field, Field) else None
        return default if value is None else value
