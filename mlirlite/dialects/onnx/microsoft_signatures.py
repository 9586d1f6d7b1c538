"""What operators of com.microsoft take: operands with their element types and ranks, and attributes
with their ranges. onnxruntime declares them; here are those that `--decompose-onnx` knows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mlirlite.dialects.onnx.node import NODE_NAME
from mlirlite.dialects.onnx.shapes import rank_of
from mlirlite.dialects.onnx.types import spelling
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, FloatAttr, IntegerAttr, StringAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import NONE
from mlirlite.ir.values import Value
from mlirlite.support.once import once

_NOT_OF_THE_NODE = ("domain_name", NODE_NAME)

_KINDS: dict[str, tuple[type[Attribute], str]] = {
    "int": (IntegerAttr, "an integer"),
    "float": (FloatAttr, "a float"),
    "string": (StringAttr, "a text"),
}
_MOST = (1 << 31) - 1
"""The largest value of an attribute with a range: onnxruntime has 32 bits for it."""
_ANY_RANK = (0, 64)
_OPERAND = re.compile(r"(\w+)([?*]?):(\w+)(?:/(\d+)(-?)(\d*))?(#?)")
_ATTRIBUTE = re.compile(r"(\w+)(!?)(?::(\w+)(?:>=(-?\d+))?|=(\w+))")


@dataclass(frozen=True, slots=True)
class Operand:
    """An operand of an operator. `mark`: `?` if it may be absent, `*` if it may be repeated.
    `type`: the variable of its element type, or the type. `is_number`: it has one element."""

    name: str
    mark: str
    type: str
    ranks: tuple[int, int]
    is_number: bool

    @classmethod
    def parse(cls, text: str) -> Operand:
        """`bias?:T/1`, `past:T/4-5`, `x:T/1-`, `scale:float#`."""
        found = _OPERAND.fullmatch(text)
        if found is None:
            raise ValueError(f"no operand: {text}")
        name, mark, type, low, beyond, high, number = found.groups()
        ranks = (0, 1) if number else _ANY_RANK
        if low:
            ranks = int(low), int(high or (_ANY_RANK[1] if beyond else low))
        return cls(name, mark, type, ranks, bool(number))

    def wrong_rank(self, value: Value) -> str | None:
        """What is wrong with the rank of a value, None if nothing is, or it is not known."""
        rank, (low, high) = rank_of(value), self.ranks
        if rank is None or low <= rank <= high:
            return None
        wanted = str(low) if low == high else f"{low} to {high}"
        if high == _ANY_RANK[1]:
            wanted = f"{low} or more"
        return f"operand '{self.name}' has {rank} dimensions, expected {wanted}"


@dataclass(frozen=True, slots=True)
class Field:
    """An attribute of an operator: its kind, and its least value or its only one."""

    name: str
    needed: bool
    kind: str
    least: int | None
    only: str | None

    @classmethod
    def parse(cls, text: str) -> Field:
        """`num_heads!:int>=1`, `transA:flag`, `pads:ints`, `causal=1`."""
        found = _ATTRIBUTE.fullmatch(text)
        if found is None:
            raise ValueError(f"no attribute: {text}")
        name, needed, kind, least, only = found.groups()
        return cls(name, bool(needed), kind or "", None if least is None else int(least), only)

    def wrong(self, value: Attribute) -> str | None:
        """What is wrong with a value, None if nothing is."""
        if self.only is not None:
            if str(getattr(value, "value", "")) != self.only:
                return f"is supported only with {self.name} = {self.only}, found {value}"
            return None
        kind = "int" if self.kind == "flag" else self.kind
        if not _has_kind(value, kind):
            return f"attribute '{self.name}' must be {_described(kind)}, found {value}"
        number = getattr(value, "value", None)
        if self.kind == "flag" and number not in (0, 1):
            return f"attribute '{self.name}' is {number}, expected 0 or 1"
        if self.least is not None and isinstance(number, int | float):
            if not number >= self.least:  # NaN is wrong, too
                return f"attribute '{self.name}' is {number}, expected {self.least} or more"
            if isinstance(number, int) and number > _MOST:
                return f"attribute '{self.name}' is {number}, expected {_MOST} or less"
        return None


@dataclass(frozen=True)
class Signature:
    """The operands and attributes of an operator.

    Signature("T=float,float16", "query:T/3 mask?:int32/1-3", "num_heads!:int>=1 causal=1")

    `types`: variables of element types. Operands: `?` marks one that may be absent, `*` the last
    ones, which are a group that is there once or more; `/` precedes the ranks, and `#` stands after
    a single number. Attributes: `!` marks one that must be there, a `flag` is 0 or 1, an `s` makes
    a list. `together`: operands of which all are present, or none."""

    types_text: str
    operands_text: str
    attributes_text: str = ""
    together: tuple[str, ...] = ()

    @once
    def types(self) -> dict[str, tuple[str, ...]]:
        """The element types that each variable may stand for."""
        pairs = (word.partition("=") for word in self.types_text.split())
        return {name: tuple(types.split(",")) for name, _, types in pairs}

    @once
    def operands(self) -> tuple[Operand, ...]:
        """The operands, with one group of those that are repeated."""
        return tuple([Operand.parse(word) for word in self.operands_text.split()])

    @once
    def names(self) -> tuple[str, ...]:
        """The names of the operands."""
        return tuple([operand.name for operand in self.operands])

    @once
    def attributes(self) -> dict[str, Field]:
        """The attributes by name."""
        fields = map(Field.parse, self.attributes_text.split())
        return {field.name: field for field in fields}

    @once
    def repeated(self) -> int:
        """How many operands are in the group that is repeated; 0 if there is none."""
        return sum(operand.mark == "*" for operand in self.operands)

    def operand(self, index: int) -> Operand:
        """An operand by its index."""
        beyond = index - len(self.operands)
        return self.operands[index if beyond < 0 else beyond % self.repeated - self.repeated]

    def wrong(self, op: Operation) -> str | None:
        """What is wrong with an op's operands and attributes, None if nothing is."""
        return next(self._wrongs(op), None)

    def _wrongs(self, op: Operation) -> Iterator[str]:
        yield from self._wrong_count(len(op.operands))
        yield from self._wrong_operands(op)
        yield from self._wrong_attributes(op)

    def _wrong_count(self, count: int) -> Iterator[str]:
        marks = [operand.mark for operand in self.operands]
        least = max((i + 1 for i, mark in enumerate(marks) if mark != "?"), default=0)
        most, group = len(marks), self.repeated
        if group:
            if count < least or (count - least) % group:
                yield f"takes {least} operands here, or {group} more, and so on, found {count}"
        elif not least <= count <= most:
            wanted = str(least) if most == least else f"{least} to {most}"
            yield f"takes {wanted} operands here, found {count}"

    def _wrong_operands(self, op: Operation) -> Iterator[str]:
        bound: dict[str, tuple[str, str]] = {}
        for i, value in enumerate(op.operands):
            operand = self.operand(i)
            if value.type is NONE:
                if operand.mark != "?":
                    yield f"needs its operand '{operand.name}'"
                continue
            element = spelling(value.type).removeprefix("tensor(").removesuffix(")")
            allowed = self.types.get(operand.type, (operand.type,))
            if element not in allowed:
                wanted = " or ".join(allowed)
                yield f"operand '{operand.name}' has type {value.type}, expected {wanted}"
            first, other = bound.setdefault(operand.type, (operand.name, element))
            if other != element:
                yield f"operands '{first}' and '{operand.name}' are {other} and {element}"
            wrong = operand.wrong_rank(value)
            if wrong is not None:
                yield wrong
        present = {n for n, v in zip(self.names, op.operands, strict=False) if v.type is not NONE}
        for names in map(str.split, self.together):
            if 0 < len(present.intersection(names)) < len(names):
                yield f"needs all of its operands {', '.join(names)}, or none of them"

    def _wrong_attributes(self, op: Operation) -> Iterator[str]:
        for name, value in op.attributes.items():
            field = self.attributes.get(name)
            if name in _NOT_OF_THE_NODE or "." in name:
                continue
            wrong = None if field is None else field.wrong(value)
            if field is None:
                yield f"has an attribute '{name}', which is not supported"
            elif wrong is not None:
                yield wrong
        for field in self.attributes.values():
            if field.needed and field.name not in op.attributes:
                yield f"needs its attribute '{field.name}'"


def _has_kind(value: Attribute, kind: str) -> bool:
    cls, _ = _KINDS[kind.removesuffix("s")]
    if kind in _KINDS:
        return isinstance(value, cls)
    return isinstance(value, ArrayAttr) and all(isinstance(v, cls) for v in value)


def _described(kind: str) -> str:
    if kind in _KINDS:
        return _KINDS[kind][1]
    return f"a list of {kind}"


_FLOATS = "T=float,float16,bfloat16"
_ALL_FLOATS = f"{_FLOATS},double"
_BYTES = "T=uint8,int8"
_ACTIVATED = "activation:string"
_POOL = (
    "auto_pad:string ceil_mode:flag count_include_pad:flag kernel_shape!:ints pads:ints "
    "strides:ints channels_last:flag"
)
_BINARY = (
    "A:T A_scale:float# A_zero_point?:T# B:T B_scale:float# B_zero_point?:T# C_scale:float# "
    "C_zero_point?:T#"
)
_UNARY = "X:T X_scale:float# X_zero_point?:T# Y_scale:float# Y_zero_point?:T#"
_PRODUCT = "alpha:float transA:flag transB:flag"
_EPSILON = "epsilon:float>=0"

SIGNATURES: dict[str, Signature] = {
    "Attention": Signature(
        _FLOATS,
        "input:T/3 weights:T/2 bias?:T/1 mask_index?:int32/1-4 past?:T/5 attention_bias?:T/4 "
        "past_sequence_length?:int32#",
        "num_heads!:int>=1 scale:float mask_filter_value:float unidirectional:flag do_rotary:flag "
        "qkv_hidden_sizes:ints rotary_embedding_dim:int>=0 past_present_share_buffer=0",
    ),
    "BiasGelu": Signature(_ALL_FLOATS, "A:T/1- B:T/1"),
    "DequantizeLinear": Signature(
        "T1=int8,uint8,int16,uint16,int32,int4,uint4 T2=float,float16",
        "x:T1 x_scale:T2/0-1 x_zero_point?:T1/0-1",
        "axis:int",
    ),
    "DynamicQuantizeMatMul": Signature(
        "T1=float T2=int8,uint8",
        "A:T1/1- B:T2/2- b_scale:T1 b_zero_point?:T2 bias?:T1/1",
    ),
    "EmbedLayerNormalization": Signature(
        "T1=int32 T=float,float16",
        "input_ids:T1/2 segment_ids?:T1/2 word_embedding:T/2 position_embedding:T/2 "
        "segment_embedding?:T/2 gamma:T/1 beta:T/1 mask?:T1/2 position_ids?:T1/2",
        f"{_EPSILON} mask_index_type:int",
        ("segment_ids segment_embedding",),
    ),
    "FastGelu": Signature(_ALL_FLOATS, "X:T bias?:T/1"),
    "FusedConv": Signature(
        "T=float,float16,double",
        "X:T/3- W:T/3- B?:T/1 Z?:T/3-",
        f"{_ACTIVATED} activation_params:floats auto_pad:string dilations:ints group:int>=1 "
        "kernel_shape:ints pads:ints strides:ints",
    ),
    "FusedGemm": Signature(
        "T=float,float16,double,uint32,uint64,int32,int64",
        "A:T/2 B:T/2 C?:T/0-2",
        f"{_ACTIVATED} activation_alpha:float activation_beta:float activation_gamma:float "
        f"beta:float {_PRODUCT}",
    ),
    "FusedMatMul": Signature(
        _ALL_FLOATS, "A:T/1- B:T/1-", f"{_PRODUCT} transBatchA:flag transBatchB:flag"
    ),
    "Gelu": Signature(_ALL_FLOATS, "X:T"),
    "GatherBlockQuantized": Signature(
        "T1=int4,uint4,uint8 T2=float,float16,bfloat16 Tind=int32,int64",
        "data:T1/1- indices:Tind scales:T2/1- zero_points?:T1/1-",
        "bits:int block_size:int gather_axis:int quantize_axis:int",
    ),
    "GroupQueryAttention": Signature(
        f"{_FLOATS} M=int32",
        "query:T/3 key?:T/3 value?:T/3 past_key?:T/4 past_value?:T/4 seqlens_k:M/1-2 "
        "total_sequence_length:M# cos_cache?:T/2 sin_cache?:T/2 position_ids?:int64/2 "
        "attention_bias?:T/4 head_sink?:T/1",
        "num_heads!:int>=1 kv_num_heads!:int>=1 scale:float softcap:float local_window_size:int>=-1"
        " do_rotary:flag rotary_interleaved:flag smooth_softmax:flag causal=1 qk_output=0 "
        "sliding_window_cache=0 k_quant_type=NONE v_quant_type=NONE kv_cache_bit_width:int "
        "qk_norm_epsilon:float q_norm_epsilon:float k_norm_epsilon:float",
        ("key value", "past_key past_value", "cos_cache sin_cache"),
    ),
    "LayerNormalization": Signature(
        _ALL_FLOATS, "X:T/1- Scale:T B?:T", f"axis:int {_EPSILON} stash_type:int"
    ),
    "MatMulBnb4": Signature(
        _FLOATS,
        "A:T/1- B:uint8 absmax:T",
        "K!:int>=1 N!:int>=1 block_size!:int quant_type!:int transB:flag training_mode:flag",
    ),
    "MatMulIntegerToFloat": Signature(
        "T1=int8,uint8 T2=int8,uint8 T3=float,float16",
        "A:T1/1- B:T2/2- a_scale:T3# b_scale:T3 a_zero_point?:T1# b_zero_point?:T2 bias?:T3/1",
    ),
    "MatMulNBits": Signature(
        "T1=float,float16,bfloat16 T3=uint8,float16,float,bfloat16",
        "A:T1/1- B:uint8 scales:T1 zero_points?:T3 g_idx?:int32 bias?:T1/1",
        "K!:int>=1 N!:int>=1 bits:int block_size!:int accuracy_level:int weight_prepacked=0",
    ),
    "MultiHeadAttention": Signature(
        f"{_FLOATS} M=int32",
        "query:T/3-5 key?:T/3-5 value?:T/3-4 bias?:T/1 key_padding_mask?:M/1-3 attention_bias?:T/4 "
        "past_key?:T/4 past_value?:T/4 past_sequence_length?:M# cache_indirection?:M/3",
        "num_heads!:int>=1 scale:float mask_filter_value:float unidirectional:flag",
        ("past_key past_value",),
    ),
    "QGemm": Signature(
        "T=float TA=uint8,int8 TB=uint8,int8 TC=int32 TYZ=uint8,int8",
        "A:TA/2 a_scale:T# a_zero_point:TA# B:TB/2 b_scale:T/0-1 b_zero_point:TB/0-1 C?:TC/0-2 "
        "y_scale?:T# y_zero_point?:TYZ#",
        _PRODUCT,
    ),
    "QLinearAdd": Signature(_BYTES, _BINARY),
    "QLinearAveragePool": Signature(
        _BYTES,
        "X:T/3- x_scale:float# x_zero_point?:T# y_scale:float# y_zero_point?:T#",
        _POOL,
    ),
    "QLinearConcat": Signature(
        "T8=uint8,int8 TF=float",
        "Y_scale:TF# Y_zero_point:T8# x*:T8 x_scale*:TF# x_zero_point*:T8#",
        "axis!:int",
    ),
    "QLinearGlobalAveragePool": Signature(
        _BYTES,
        "X:T/3- x_scale:float# x_zero_point:T# y_scale:float# y_zero_point:T#",
        "channels_last:flag",
    ),
    "QLinearLeakyRelu": Signature(_BYTES, _UNARY, "alpha:float"),
    "QLinearMul": Signature(_BYTES, _BINARY),
    "QLinearSigmoid": Signature(_BYTES, _UNARY),
    "QLinearSoftmax": Signature(
        _BYTES,
        "X:T/1- X_scale:float# x_zero_point?:T# y_scale:float# y_zero_point:T#",
        "axis:int opset!:int>=1",
    ),
    "QLinearWhere": Signature(
        "B=bool TF=float T=uint8,int8",
        "condition:B X:T x_scale:TF# x_zero_point:T# Y:T y_scale:TF# y_zero_point:T# z_scale:TF# "
        "z_zero_point:T#",
    ),
    "QMoE": Signature(
        f"{_FLOATS} T2=float,float16,bfloat16",
        "input:T/2-3 router_probs:T/2 fc1_experts_weights:uint8/3 fc1_scales?:T2/2-3 "
        "fc1_experts_bias?:T/2 fc2_experts_weights:uint8/3 fc2_scales?:T2/2-3 "
        "fc2_experts_bias?:T/2 "
        "fc3_experts_weights?:uint8/3 fc3_scales?:T2/2-3 fc3_experts_bias?:T/2 "
        "fc1_zero_points?:uint8/2-3 fc2_zero_points?:uint8/2-3 fc3_zero_points?:uint8/2-3 "
        "router_weights?:T/2 fc1_global_scale?:float fc2_global_scale?:float "
        "fc1_act_scale?:float fc2_act_scale?:float fc1_act_block_scale?:T2 fc2_act_block_scale?:T2",
        "k:int>=1 activation_type:string normalize_routing_weights:flag use_sparse_mixer:flag "
        "expert_weight_bits:int fc1_expert_weight_bits:int fc2_expert_weight_bits:int "
        "fc3_expert_weight_bits:int block_size:int swiglu_fusion:int swiglu_limit:float "
        "swiglu_limit_after_activation:flag activation_alpha:float activation_beta:float "
        "quant_type:string weights_prepacked:int accuracy_level:int",
    ),
    "QuantizeLinear": Signature(
        "T1=float,float16 T2=int8,uint8,int16,uint16,int4,uint4",
        "x:T1 y_scale:T1/0-1 y_zero_point?:T2/0-1",
        "axis:int",
    ),
    "QuickGelu": Signature(_ALL_FLOATS, "X:T", "alpha:float"),
    "RotaryEmbedding": Signature(
        _FLOATS,
        "input:T/3-4 position_ids:int64/1-2 cos_cache:T/2 sin_cache:T/2",
        "num_heads:int>=0 rotary_embedding_dim:int>=0 interleaved:flag is_packed_batching:flag "
        "scale:float",
    ),
    "SimplifiedLayerNormalization": Signature(
        "T=float,float16,bfloat16,double V=float,float16,bfloat16,double",
        "X:T/1- scale:V",
        f"axis:int {_EPSILON} stash_type:int",
    ),
    "SkipLayerNormalization": Signature(
        _FLOATS, "input:T/2-3 skip:T/2-3 gamma:T/1 beta?:T/1 bias?:T/1", _EPSILON
    ),
    "SkipSimplifiedLayerNormalization": Signature(
        _FLOATS, "input:T/2-3 skip:T/2-3 gamma:T/1 bias?:T/1", _EPSILON
    ),
    "TransposeMatMul": Signature(_ALL_FLOATS, "A:T/1- B:T/1-", _PRODUCT),
}
