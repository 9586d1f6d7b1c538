"""What operators of com.microsoft take: operands, attributes, and their requirements on sizes and
values. onnxruntime declares them; here are those that `--decompose-onnx` expresses by ONNX's own
operators, which check less: a batch of one broadcasts to any other, say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mlirlite.dialects.onnx.node import NODE_NAME
from mlirlite.dialects.onnx.requirements import (
    Broadcast,
    Divides,
    Equal,
    Requirement,
    at_least,
    at_most,
    positions_within,
)
from mlirlite.dialects.onnx.shapes import shape_of
from mlirlite.dialects.onnx.terms import Count, Element, Integer, Size, Term, larger, term
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, FloatAttr, IntegerAttr, StringAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import NONE, FloatType, IntegerType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.support.once import once

DOMAIN = "com.microsoft"
_NOT_OF_THE_NODE = ("domain_name", NODE_NAME)

_KINDS: dict[str, tuple[type[Attribute], str]] = {
    "int": (IntegerAttr, "an integer"),
    "float": (FloatAttr, "a float"),
    "string": (StringAttr, "a text"),
}


@dataclass(frozen=True)
class Signature:
    """The operands and attributes of an operator.

    Signature("query key? mask?:int", "num_heads:int scale:float causal=1")

    A `?` marks an operand that may be absent, a `*` the last ones, of which there are any number.
    Operands are floats, unless a kind follows: `int`, `bool` or `number`, which is any. Attributes
    have a kind, of which `s` makes a list, or the one value that is supported."""

    operands_text: str
    attributes_text: str = ""

    @once
    def operands(self) -> tuple[tuple[str, str], ...]:
        """Name, with its mark, and kind of each operand."""
        pairs = (word.partition(":") for word in self.operands_text.split())
        return tuple([(name, kind or "float") for name, _, kind in pairs])

    @once
    def names(self) -> tuple[str, ...]:
        """The names of the operands."""
        return tuple([name.rstrip("?*") for name, _ in self.operands])

    @once
    def attributes(self) -> dict[str, str]:
        """The kind of each attribute, or `=` and its one value."""
        words = (w.replace("=", ":=").partition(":") for w in self.attributes_text.split())
        return {name: kind for name, _, kind in words}

    def wrong(self, op: Operation) -> str | None:
        """What is wrong with an op's operands and attributes, None if nothing is."""
        return self._wrong_count(op) or self._wrong_operand(op) or self._wrong_attribute(op)

    def _wrong_count(self, op: Operation) -> str | None:
        count, marks = len(op.operands), [name[-1] for name, _ in self.operands]
        least = max((i + 1 for i, mark in enumerate(marks) if mark != "?"), default=0)
        most = None if "*" in marks else len(marks)
        if count < least or (most is not None and count > most):
            wanted = str(least) if most == least else f"{least} to {most or 'any number'}"
            return f"takes {wanted} operands here, found {count}"
        return None

    def _wrong_operand(self, op: Operation) -> str | None:
        for i, value in enumerate(op.operands):
            name, kind = self.operands[min(i, len(self.operands) - 1)]
            if value.type is NONE:
                if name[-1] == "?":
                    continue
                return f"needs its operand '{name.rstrip('*')}'"
            if not _is_of_kind(value, kind):
                return f"operand '{name.rstrip('?*')}' has type {value.type}, expected {kind}s"
        return None

    def _wrong_attribute(self, op: Operation) -> str | None:
        for name, value in op.attributes.items():
            kind = self.attributes.get(name)
            if name in _NOT_OF_THE_NODE or "." in name:
                continue
            if kind is None:
                return f"has an attribute '{name}', which is not supported"
            if kind.startswith("="):
                if str(getattr(value, "value", "")) != kind[1:]:
                    return f"is supported only with {name} = {kind[1:]}, found {value}"
            elif not _has_kind(value, kind):
                return f"attribute '{name}' must be {_described(kind)}, found {value}"
        return None


def _is_of_kind(value: Value, kind: str) -> bool:
    element = element_type_of(value.type)
    if kind == "float":
        return isinstance(element, FloatType)
    is_bool = isinstance(element, IntegerType) and element.width == 1
    if kind == "bool":
        return is_bool
    return kind == "number" or (isinstance(element, IntegerType) and not is_bool)


def _has_kind(value: Attribute, kind: str) -> bool:
    cls, _ = _KINDS[kind.removesuffix("s")]
    if kind in _KINDS:
        return isinstance(value, cls)
    return isinstance(value, ArrayAttr) and all(isinstance(v, cls) for v in value)


def _described(kind: str) -> str:
    if kind in _KINDS:
        return _KINDS[kind][1]
    return f"a list of {kind}"


_ACTIVATED = "activation:string"
_POOL = (
    "auto_pad:string ceil_mode:int count_include_pad:int kernel_shape:ints pads:ints strides:ints "
    "channels_last:int"
)
_UNARY = "X:int X_scale X_zero_point?:int Y_scale Y_zero_point?:int"
_BINARY = (
    "A:int A_scale A_zero_point?:int B:int B_scale B_zero_point?:int C_scale C_zero_point?:int"
)
_PRODUCT = "alpha:float transA:int transB:int"
_BATCHED = f"{_PRODUCT} transBatchA:int transBatchB:int"

SIGNATURES: dict[str, Signature] = {
    "Attention": Signature(
        "input weights bias? mask_index?:int past? attention_bias? past_sequence_length?:int",
        "num_heads:int scale:float mask_filter_value:float unidirectional:int do_rotary:int "
        "qkv_hidden_sizes:ints rotary_embedding_dim:int past_present_share_buffer=0",
    ),
    "BiasGelu": Signature("A B"),
    "DequantizeLinear": Signature("x:int x_scale x_zero_point?:int", "axis:int"),
    "DynamicQuantizeMatMul": Signature("A B:int b_scale b_zero_point?:int bias?"),
    "EmbedLayerNormalization": Signature(
        "input_ids:int segment_ids?:int word_embedding position_embedding segment_embedding? gamma "
        "beta? mask?:int position_ids?:int",
        "epsilon:float mask_index_type:int",
    ),
    "FastGelu": Signature("X bias?"),
    "FusedConv": Signature(
        "X W B? Z?",
        f"{_ACTIVATED} activation_params:floats auto_pad:string dilations:ints group:int "
        "kernel_shape:ints pads:ints strides:ints",
    ),
    "FusedGemm": Signature(
        "A:number B:number C?:number",
        f"{_ACTIVATED} activation_alpha:float activation_beta:float activation_gamma:float "
        f"beta:float {_PRODUCT}",
    ),
    "FusedMatMul": Signature("A B", _BATCHED),
    "Gelu": Signature("X"),
    "GatherBlockQuantized": Signature(
        "data:int indices:int scales zero_points?:int",
        "bits:int block_size:int gather_axis:int quantize_axis:int",
    ),
    "GroupQueryAttention": Signature(
        "query key? value? past_key? past_value? seqlens_k:int total_sequence_length:int "
        "cos_cache? sin_cache? position_ids?:int attention_bias? head_sink?",
        "num_heads:int kv_num_heads:int scale:float softcap:float local_window_size:int "
        "do_rotary:int rotary_interleaved:int smooth_softmax:int causal=1 qk_output=0 "
        "sliding_window_cache=0 k_quant_type=NONE v_quant_type=NONE kv_cache_bit_width:int "
        "qk_norm_epsilon:float q_norm_epsilon:float k_norm_epsilon:float",
    ),
    "LayerNormalization": Signature("X scale B?", "axis:int epsilon:float stash_type:int"),
    "MatMulIntegerToFloat": Signature(
        "A:int B:int a_scale b_scale a_zero_point?:int b_zero_point?:int bias?"
    ),
    "MatMulNBits": Signature(
        "A B:int scales zero_points?:number g_idx?:int bias?",
        "K:int N:int bits:int block_size:int accuracy_level:int weight_prepacked=0",
    ),
    "MultiHeadAttention": Signature(
        "query key? value? bias? key_padding_mask?:int attention_bias? past_key? past_value? "
        "past_sequence_length?:int cache_indirection?:int",
        "num_heads:int scale:float mask_filter_value:float unidirectional:int",
    ),
    "QGemm": Signature(
        "A:int a_scale a_zero_point:int B:int b_scale b_zero_point:int C?:int y_scale? "
        "y_zero_point?:int",
        _PRODUCT,
    ),
    "QLinearAdd": Signature(_BINARY),
    "QLinearAveragePool": Signature(_UNARY, _POOL),
    "QLinearConcat": Signature("Y_scale Y_zero_point:int inputs*:number", "axis:int"),
    "QLinearGlobalAveragePool": Signature(_UNARY, "channels_last:int"),
    "QLinearLeakyRelu": Signature(_UNARY, "alpha:float"),
    "QLinearMul": Signature(_BINARY),
    "QLinearSigmoid": Signature(_UNARY),
    "QLinearSoftmax": Signature(_UNARY, "axis:int opset:int"),
    "QLinearWhere": Signature(
        "condition:bool X:int x_scale x_zero_point?:int Y:int y_scale y_zero_point?:int z_scale "
        "z_zero_point?:int"
    ),
    "QuantizeLinear": Signature("x y_scale y_zero_point?:int", "axis:int"),
    "QuickGelu": Signature("X", "alpha:float"),
    "RotaryEmbedding": Signature(
        "input position_ids:int cos_cache sin_cache",
        "num_heads:int rotary_embedding_dim:int interleaved:int is_packed_batching:int scale:float",
    ),
    "SimplifiedLayerNormalization": Signature("X scale", "axis:int epsilon:float stash_type:int"),
    "SkipLayerNormalization": Signature("input skip gamma beta? bias?", "epsilon:float"),
    "SkipSimplifiedLayerNormalization": Signature("input skip gamma bias?", "epsilon:float"),
    "TransposeMatMul": Signature("A B", _BATCHED),
}


# Requirements on sizes and values


class Node:
    """The operands and attributes of an operator, as its requirements see them."""

    def __init__(self, name: str, operands: Sequence[Value], attributes: dict[str, Attribute]):
        self.operands = operands
        self.names = SIGNATURES[name].names
        self._attributes = attributes

    def attribute(self, name: str) -> int:
        """An integer, 0 if it is not set."""
        found = self._attributes.get(name)
        return found.value if isinstance(found, IntegerAttr) else 0

    def rank(self, operand: int) -> int | None:
        """The rank of an operand; None if it is absent or not known."""
        shape = shape_of(self.operands[operand]) if operand < len(self.operands) else None
        return None if shape is None else len(shape)

    def sized(self, operand: int, *sizes: Term | int | None) -> Iterator[Requirement]:
        """An operand has these sizes, None for any, unless it is absent."""
        rank, name = self.rank(operand), self.names[operand]
        if rank is None:
            return
        if rank != len(sizes):
            what = f"the rank of {name} and the expected one"
            yield Equal(Integer(rank), Integer(len(sizes)), what)
            return
        for dim, size in enumerate(sizes):
            if size is not None:
                what = f"the size of {name} in dimension {dim} and the expected one"
                yield Equal(Size(operand, dim), term(size), what)

    def size(self, operand: int, dim: int) -> Term:
        """A size of an operand, whose rank is known to have the dimension; 0 if it is absent."""
        return Integer(0) if self.rank(operand) is None else Size(operand, dim)


Requirements = Callable[[Node], Iterator[Requirement]]


def _columns(node: Node, *operands: int) -> Iterator[Requirement]:
    """Vectors of the columns of the first operand."""
    rank = node.rank(0)
    for operand in operands:
        if rank:
            yield from node.sized(operand, Size(0, rank - 1))


def _bias(node: Node) -> Iterator[Requirement]:
    yield from _columns(node, 1)


def _skip(node: Node) -> Iterator[Requirement]:
    """What is added has the input's last two sizes."""
    rank, others = node.rank(0), node.rank(1)
    if rank is not None and others is not None:
        for back in range(1, min(rank, others, 2) + 1):
            what = f"the sizes of input and skip in dimension -{back}"
            yield Equal(Size(0, rank - back), Size(1, others - back), what)
    yield from _columns(node, *range(2, len(node.operands)))


def _words(node: Node) -> Iterator[Requirement]:
    """Indices count from the front."""
    for indices, table in ((0, 2), (1, 4), (8, 3)):
        if node.rank(indices) is not None and node.rank(table):
            yield positions_within(indices, Size(table, 0), node.names[indices])


def _rotary(node: Node) -> Iterator[Requirement]:
    rank, length = node.rank(0), node.size(0, 2 if node.rank(0) == 4 else 1)
    rows = Size(2, 0)
    yield from node.sized(3, rows, Size(2, 1))
    if node.rank(1) == 2:
        yield from node.sized(1, Size(0, 0), length)
        yield positions_within(1, rows, "position_ids")
    else:
        yield from node.sized(1, 1)
        yield at_least(Element(1), 0, "position_ids")
    turned = node.attribute("rotary_embedding_dim")
    heads = node.attribute("num_heads")
    width = Size(0, 3) if rank == 4 else Size(0, 2) // heads if heads > 0 else None
    if turned or width is not None:
        what = "twice the columns of cos_cache and the rotated columns"
        yield Equal(Size(2, 1) * 2, Integer(turned) if turned else term(width or 0), what)
    if turned and width is not None:
        yield at_most(Integer(turned), width, "rotary_embedding_dim")


def _masks(node: Node, mask: int, bias: int, rows: Term, total: Term) -> Iterator[Requirement]:
    """Of the batch, the rows and all keys."""
    batch = Size(0, 0)
    if node.rank(mask) in (2, 3):
        inner = (rows,) if node.rank(mask) == 3 else ()
        yield from node.sized(mask, batch, *inner, total)
    yield from node.sized(bias, None, None, rows, total)


def _attention(node: Node) -> Iterator[Requirement]:
    if node.rank(0) != 3 or node.rank(1) != 2:
        return
    yield from node.sized(2, Size(1, 1))
    yield from node.sized(4, 2, Size(0, 0), None, None, None)
    total = Size(0, 1) + node.size(4, 3)
    yield from _masks(node, 3, 5, Size(0, 1), total)


def _multi_head(node: Node) -> Iterator[Requirement]:
    if any(node.rank(i) != 3 for i in range(3)):
        return
    batch, keys = Size(0, 0), Size(1, 1)
    yield from node.sized(1, batch, None, None)
    yield from node.sized(2, batch, keys, None)
    yield from node.sized(3, Size(0, 2) + Size(1, 2) + Size(2, 2))
    yield from node.sized(6, batch, None, None, None)
    yield from node.sized(7, batch, None, node.size(6, 2), None)
    yield from _masks(node, 4, 5, Size(0, 1), keys + node.size(6, 2))


def _group_query(node: Node) -> Iterator[Requirement]:
    batch, length, total = Size(0, 0), Size(0, 1), Element(6)
    heads, groups = node.attribute("num_heads"), node.attribute("kv_num_heads")
    if node.rank(0) != 3 or heads <= 0 or groups <= 0:
        return
    parts = heads + (2 * groups if node.rank(1) is None else 0)
    yield Divides(Integer(parts), Size(0, 2), "the number of heads and the columns of query")
    width = Size(0, 2) // parts
    for operand in (1, 2):
        yield from node.sized(operand, batch, length, width * groups)
    yield Equal(Count(5), batch, "the elements of seqlens_k and the batch")
    yield Equal(Count(6), Integer(1), "the elements of total_sequence_length and of a number")
    yield at_least(total, 0, "total_sequence_length")
    room = larger(total, node.size(3, 2))
    yield positions_within(5, room, "seqlens_k")
    for operand in (3, 4):
        yield from node.sized(operand, batch, groups, node.size(3, 2), width)
    if node.rank(3) is not None:
        yield at_most(total, node.size(3, 2) + length, "total_sequence_length")
    if node.rank(7) == 2 and node.rank(8) is not None:
        yield at_most(Size(7, 1) * 2, width, "the turned columns")
        yield from node.sized(8, Size(7, 0), Size(7, 1))
    if node.rank(9) is not None:
        yield from node.sized(9, batch, length)
        yield positions_within(9, node.size(7, 0), "position_ids")
    if node.rank(10) is not None:
        yield from node.sized(10, None, None, length, None)
        for dim, size in ((0, batch), (1, Integer(heads))):
            what = f"the sizes of the scores and attention_bias in dimension {dim}"
            yield Broadcast(size, Size(10, dim), what, one_way=True)
        yield at_least(Size(10, 3), total, "the columns of attention_bias")
    if node.rank(11) is not None:
        yield Equal(Count(11), Integer(heads), "the elements of head_sink and the heads")


REQUIREMENTS: dict[str, Requirements] = {
    "Attention": _attention,
    "BiasGelu": _bias,
    "EmbedLayerNormalization": _words,
    "FastGelu": _bias,
    "GroupQueryAttention": _group_query,
    "MultiHeadAttention": _multi_head,
    "RotaryEmbedding": _rotary,
    "SkipLayerNormalization": _skip,
    "SkipSimplifiedLayerNormalization": _skip,
}
"""By operator; others have those of ONNX's operators that they consist of."""
