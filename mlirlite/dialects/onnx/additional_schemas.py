"""Schemas of the operators that onnx-mlir has besides ONNX's own, and of com.microsoft's that are
kept as they are."""

from dataclasses import replace
from functools import cache

from mlirlite.dialects.onnx.schemas import AttributeSchema, Option, Parameter, Schema, lookup

_FLOATS = ("tensor(bfloat16)", "tensor(double)", "tensor(float)", "tensor(float16)")


@cache
def additional_schemas() -> dict[str, Schema]:
    """Full op name -> schema."""
    made = [
        _single_output("BatchNormalizationInferenceMode", "BatchNormalization", "training_mode"),
        _single_output("MaxPoolSingleOut", "MaxPool"),
        _rms_layer_normalization(),
        _schema("Dim", "data", "dim:tensor(int64)", _int("axis", 0)),
        _schema("LayoutTransform", "data", "output", AttributeSchema("target_layout", "attribute")),
        _schema(
            "ShapeTransform", "input", "output", AttributeSchema("index_map", "attribute", True)
        ),
        _schema("UpsampleAndPad", "X", "output", _ints("strides"), _ints("pads")),
        _schema(
            "Im2Col",
            "X",
            "output",
            AttributeSchema("auto_pad", "string", False, "NOTSET"),
            _ints("dilations"),
            _ints("kernel_shape", required=True),
            _ints("pads"),
            _ints("strides"),
        ),
        _schema(
            "ConcatShapeTranspose",
            "*inputs",
            "shape:tensor(int64) transposed",
            AttributeSchema("axis", "int", True),
            AttributeSchema("end", "int"),
            _int("start", 0),
            _ints("perm"),
        ),
        _matmul_n_bits(),
        _routed_matmul_n_bits(),
        _group_query_attention(),
    ]
    return {f"onnx.{schema.name}": schema for schema in made}


def _known(name: str, version: int | None = None) -> Schema:
    schema = lookup(name, version)
    if schema is None:
        raise ValueError(f"the pinned schemas have no {name}")
    return schema


def _single_output(name: str, of: str, *left_out: str) -> Schema:
    schema = _known(of)
    output = schema.outputs[0]
    return replace(
        schema,
        name=name,
        version=1,
        inputs=tuple(replace(p, name=p.name.removeprefix("input_")) for p in schema.inputs),
        outputs=(replace(output, name=f"o_{output.name}"),),
        attributes={k: a for k, a in schema.attributes.items() if k not in left_out},
    )


def _rms_layer_normalization() -> Schema:
    schema = _known("LayerNormalization")
    y, _, deviation = schema.outputs
    return replace(schema, name="RMSLayerNormalization", version=1, outputs=(y, deviation))


def _matmul_n_bits() -> Schema:
    """com.microsoft's, without groups of rows, and with numbers that a code book gives a meaning:
    the op of weights that stay packed."""
    made = _schema(
        "MatMulNBits",
        "A:T B:tensor(uint8) scales:S zero_points:Z bias:T",
        "Y:T",
        _int("K", 0),
        _int("N", 0),
        _int("bits", 4),
        _int("block_size", 32),
        _int("accuracy_level", 0),
        AttributeSchema("code_book", "floats"),
    )
    inputs = (*made.inputs[:3], *(replace(p, option="optional") for p in made.inputs[3:]))
    types = {"T": _FLOATS, "S": _FLOATS, "Z": ("tensor(uint8)", *_FLOATS)}
    return replace(made, inputs=inputs, types=types)


def _routed_matmul_n_bits() -> Schema:
    """MatMulNBits with several matrices, of which each row chooses some."""
    schema = _matmul_n_bits()
    chosen = Parameter("chosen", "tensor(int64)", "single")
    return replace(schema, name="RoutedMatMulNBits", inputs=(*schema.inputs, chosen))


def _group_query_attention() -> Schema:
    """com.microsoft's: the op of caches that stay in place."""
    made = _schema(
        "GroupQueryAttention",
        "query:T key:T value:T past_key:T past_value:T seqlens_k:tensor(int32) "
        "total_sequence_length:tensor(int32) cos_cache:T sin_cache:T position_ids:tensor(int64) "
        "attention_bias:T head_sink:T",
        "output:T present_key:T present_value:T",
        _int("num_heads", 1),
        _int("kv_num_heads", 1),
        AttributeSchema("scale", "float", False, 0.0),
        AttributeSchema("softcap", "float", False, 0.0),
        _int("local_window_size", -1),
        _int("do_rotary", 0),
        _int("rotary_interleaved", 0),
        _int("smooth_softmax", 0),
    )
    needed = ("query", "seqlens_k", "total_sequence_length")
    inputs = [p if p.name in needed else replace(p, option="optional") for p in made.inputs]
    return replace(made, inputs=tuple(inputs), types={"T": _FLOATS})


def _schema(name: str, inputs: str, outputs: str, *attributes: AttributeSchema) -> Schema:
    identity = _known("Identity", 13)
    return Schema(
        domain="",
        name=name,
        version=1,
        canonical_version=1,
        deprecated=False,
        deterministic=True,
        function="",
        inputs=_parameters(inputs),
        outputs=_parameters(outputs),
        attributes={a.name: a for a in attributes},
        types={"T": identity.types[identity.inputs[0].type]},
        doc="",
    )


def _parameters(text: str) -> tuple[Parameter, ...]:
    """`*inputs` is variadic, `dim:tensor(int64)` has a type of its own."""
    made = []
    for word in text.split():
        name, _, type = word.partition(":")
        option: Option = "variadic" if name.startswith("*") else "single"
        made.append(Parameter(name.lstrip("*"), type or "T", option))
    return tuple(made)


def _int(name: str, default: int) -> AttributeSchema:
    return AttributeSchema(name, "int", False, default)


def _ints(name: str, required: bool = False) -> AttributeSchema:
    return AttributeSchema(name, "ints", required)
