"""The valid values of attributes with a few choices: ONNX has them only in prose, so this is a
table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mlirlite.dialects.onnx.types import element_type

if TYPE_CHECKING:
    from mlirlite.dialects.onnx.node import SchemaOp

_Words = dict[str, dict[str, tuple[object, ...]]]
"""Attribute -> operators (`*` for all that have it) -> values."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_REDUCTION = _words("none add mul max min")
_TRANSFORM = _words("NONE SOFTMAX LOGISTIC SOFTMAX_ZERO PROBIT")

VALUES: _Words = {
    "activation": {"CausalConvWithState": _words("none silu swish")},
    "aggregate_function": {
        "TreeEnsemble": (0, 1, 2, 3),
        "TreeEnsembleRegressor": _words("AVERAGE SUM MIN MAX"),
    },
    "approximate": {"Gelu": _words("none tanh")},
    "auto_pad": {"*": ("", *_words("NOTSET SAME_UPPER SAME_LOWER VALID"))},
    "case_change_action": {"StringNormalizer": _words("LOWER UPPER NONE")},
    "coordinate_transformation_mode": {
        "Resize": _words(
            "half_pixel half_pixel_symmetric pytorch_half_pixel align_corners asymmetric "
            "tf_half_pixel_for_nn tf_crop_and_resize"
        ),
        "RoiAlign": _words("half_pixel output_half_pixel"),
    },
    "fmod": {"Mod": (0, 1)},
    "interleaved": {"RotaryEmbedding": (0, 1)},
    "keep_aspect_ratio_policy": {"Resize": _words("stretch not_larger not_smaller")},
    "kernel_type": {"*": _words("LINEAR POLY RBF SIGMOID")},
    "layout": {"*": (0, 1)},
    "mode": {
        "DepthToSpace": _words("DCR CRD"),
        "Momentum": _words("standard nesterov"),
        "Pad": _words("constant reflect edge wrap"),
        "Resize": _words("nearest linear cubic"),
        "RoiAlign": _words("avg max"),
        "SpaceToDepth": _words("DCR CRD"),
        "TensorScatter": _words("linear circular"),
        "TfIdfVectorizer": _words("TF IDF TFIDF"),
        "Upsample": _words("nearest linear bilinear"),
    },
    "nearest_mode": {"Resize": _words("round_prefer_floor round_prefer_ceil floor ceil")},
    "norm": {"Normalizer": _words("MAX L1 L2")},
    "p": {"LpNormalization": (1, 2)},
    "post_transform": {"TreeEnsemble": (0, 1, 2, 3, 4), "*": _TRANSFORM},
    "qk_matmul_output_mode": {"Attention": (0, 1, 2, 3)},
    "reduction": {"ScatterND": _REDUCTION, "ScatterElements": _REDUCTION},
    "round_mode": {"*": _words("up down nearest")},
    "scan_input_directions": {"Scan": (0, 1)},
    "scan_output_directions": {"Scan": (0, 1)},
    "sorted": {"TopK": (0, 1)},
    "update_rule": {"LinearAttention": _words("linear gated delta gated_delta")},
}

_FLAGS = _words(
    "align_corners allowzero ceil_mode center_point_box count_include_pad detect_negative "
    "detect_positive exclusive input_forget inverse is_causal is_case_sensitive largest "
    "linear_before_reset noop_with_empty_axes onesided periodic reverse saturate select_last_index "
    "storage_order training_mode transA transB"
)
"""Attributes that are 0 or 1 wherever there are."""
VALUES |= {name: {"*": (0, 1)} for name in _FLAGS}

_POSITIVE = {"p": ("LpPool", "GlobalLpPool"), "size": ("LRN",)}
"""Attributes that are a number above 0, and their operators."""
LEAST: dict[str, tuple[int, frozenset[str]]] = {
    name: (least, frozenset(_words(operators)))
    for name, least, operators in (
        ("left_window_size", -1, "Attention"),
        ("right_window_size", -1, "Attention"),
        ("max_gram_length", 1, "TfIdfVectorizer"),
        ("max_skip_count", 0, "TfIdfVectorizer"),
        ("min_gram_length", 1, "TfIdfVectorizer"),
        ("output_padding", 0, "ConvTranspose"),
        ("output_shape", 0, "ConvTranspose"),
        ("pads", 0, "AveragePool Conv ConvInteger ConvTranspose LpPool MaxPool QLinearConv"),
    )
}
"""The least value of attributes, or of each number in a list, and their operators."""
_ELEMENTS = {"dtype": False, "output_datatype": False, "output_dtype": True, "precision": True}
"""Attributes that are the number of an element type, and whether 0 means none."""


def wrong_attribute(op: SchemaOp) -> str | None:
    """The first attribute with an invalid value; None if all are valid."""
    operator = op.schema.name.removesuffix("SingleOut")
    for name in op.schema.attributes:
        allowed = VALUES.get(name, {})
        values = allowed.get(operator) or allowed.get("*")
        found = op.get(name) if values or name in _ELEMENTS else None
        members = found if isinstance(found, tuple) else (found,)
        if values and found is not None and not all(m in values for m in members):
            choices = ", ".join(f"{v!r}" for v in values)
            return f"attribute '{name}' is {found!r}, expected one of {choices}"
        if operator in _POSITIVE.get(name, ()) and not op.get(name, 1) > 0:
            return f"attribute '{name}' is {op.get(name)}, expected a number above 0"
        if operator in LEAST.get(name, (0, ()))[1]:
            least, given = LEAST[name][0], op.get(name)
            numbers = given if isinstance(given, tuple) else () if given is None else (given,)
            if min(numbers, default=least) < least:
                return f"attribute '{name}' is {given}, expected {least} or more"
        if name in _ELEMENTS and isinstance(found, int) and element_type(found) is None:
            if found == 0 and _ELEMENTS[name]:
                continue
            return f"attribute '{name}' is {found}, which is not the number of an element type"
    return None
