"""Bodies of operators that ONNX defines by others, from the onnx package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.schemas import Schema
from mlirlite.dialects.onnx.shapes import element_of, shape_of
from mlirlite.ir.attribute import Type
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import F32, F64, I1
from mlirlite.support.limits import INLINED_OPS
from mlirlite.target.onnx.protobuf import Message
from mlirlite.target.onnx.scope import plain_domain

EXPANDED = frozenset(
    {
        "Attention",
        "Bernoulli",
        "FlexAttention",
        "Gradient",
        "LinearAttention",
        "NegativeLogLikelihoodLoss",
        "RotaryEmbedding",
        "SequenceMap",
        "SoftmaxCrossEntropyLoss",
    }
)
"""Operators that import replaces by their bodies, as onnx-mlir does, since they have no lowering,
or not for all forms."""


def is_lowered_whole(op: Operation) -> bool:
    """True for Attention in floats without a cache, a cap, windows, lengths and an output of
    scores: its lowering makes no matrix of scores. And for RotaryEmbedding of known ranks and
    heads."""
    if isinstance(op, onnx.RotaryEmbeddingOp):
        x, cos, sin = (shape_of(v) for v in op.operands[:3])
        has_heads = x is not None and (len(x) == 4 or (len(x) == 3 and op.get("num_heads", 0) > 0))
        return has_heads and cos is not None and sin is not None
    if not isinstance(op, onnx.AttentionOp):
        return False
    q, _, _, mask, *others = op.operands
    element = element_of(q)
    capped = op.get("softcap", 0.0) > 0
    if element not in (F32, F64) or capped or op.get("softmax_precision") is not None:
        return False
    if any(op.get(f"{side}_window_size", -1) >= 0 for side in ("left", "right")):
        return False
    if any(element_of(v) is not None for v in others) or any(
        element_of(r) is not None for r in op.results[1:]
    ):
        return False
    if element_of(mask) is None:
        return True
    return element_of(mask) in (element, I1) and len(shape_of(mask) or ()) in (2, 3, 4)


def function_body(
    node: Message,
    given: Mapping[str, Message],
    schema: Schema,
    types: Sequence[Type],
    opset: int,
) -> tuple[Message, dict[str, Message]] | None:
    """The FunctionProto of a node, and its attributes with their defaults; None when there is none.

    `given` are the node's attributes, `types` those of its inputs. Some bodies depend on both.
    """
    import onnx

    from mlirlite.target.onnx.messages import type_proto  # late: it loads onnx

    definition = onnx.defs.get_schema(schema.name, opset, schema.domain)
    attributes = dict(given)
    if definition.has_function:
        versions = [v for v in definition.function_opset_versions if v <= opset]
        body = definition.get_function_with_opset_version(max(versions, default=opset))
        for name, attribute in definition.attributes.items():
            default = attribute.default_value
            if name not in attributes and default.type:
                attributes[name] = _message("AttributeProto", default.SerializeToString())
    elif definition.has_context_dependent_function:
        versions = [v for v in definition.context_dependent_function_opset_versions if v <= opset]
        proto = onnx.NodeProto()
        proto.ParseFromString(bytes(node.data))
        del proto.attribute[:]
        for name, attribute in given.items():
            copy = proto.attribute.add()
            copy.ParseFromString(bytes(attribute.data))
            copy.name, copy.ref_attr_name = name, ""
            if name == "softcap" and not copy.f > 0:
                copy.f = 0.0  # no cap (decision 040); the function would divide by it
        body = definition.get_context_dependent_function_with_opset_version(
            max(versions, default=opset),
            proto.SerializeToString(),
            [type_proto(t).SerializeToString() for t in types],
        )
    else:
        return None
    return (_message("FunctionProto", body), attributes) if body else None


def check_expansion(function: Message, functions: Mapping[tuple[str, str, str], Message]) -> None:
    """ValueError when a function, with all its calls inlined, has too many nodes."""
    most = INLINED_OPS.get()
    sizes: dict[Message, int] = {}
    stack = [(function, iter(_nodes(function)))]
    counts = {function: 0}
    while stack:
        current, rest = stack[-1]
        for node in rest:
            callee = functions.get((plain_domain(node.domain), node.op_type, node.overload))
            if callee is not None and callee not in sizes:
                if callee in counts:
                    raise ValueError(f"calls '{callee.name}', which calls itself")
                counts[callee] = 0
                stack.append((callee, iter(_nodes(callee))))
                break
            counts[current] += sizes[callee] if callee is not None else 1
        else:
            stack.pop()
            sizes[current] = counts[current]
            if stack:
                counts[stack[-1][0]] += sizes[current]
    if sizes[function] > most:
        raise ValueError(f"becomes {INLINED_OPS.error(sizes[function])}")


def _nodes(function: Message) -> list[Message]:
    """The nodes of a function, and of subgraphs in it."""
    found: list[Message] = []
    todo = [list(function.node)]
    while todo:
        nodes = todo.pop()
        found += nodes
        todo += [list(a.g.node) for n in nodes for a in n.attribute if a.has("g")]
    return found


def _message(kind: str, data: bytes) -> Message:
    return Message(kind, memoryview(data))
