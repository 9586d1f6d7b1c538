"""What VHLO states and StableHLO leaves out: attributes that have a default value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from mlirlite.conversion._vhlo_attributes import to_vhlo
from mlirlite.dialects import stablehlo, vhlo
from mlirlite.dialects.vhlo.types import TO_VHLO
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    EMPTY_DICT,
    FALSE,
    ArrayAttr,
    StringAttr,
    i64_array,
    i64_attr,
)
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I1, I64, NONE, RankedTensorType

TYPED_FFI = 4
"""The version of the interface of custom calls whose configuration is a dictionary."""


class Default(NamedTuple):
    """A value that VHLO has for a missing attribute of an op, and a test for it."""

    value: Callable[[Operation], Attribute]
    holds: Callable[[Any], bool]


def _constant(attribute: Attribute, *others: Attribute) -> Default:
    known = [to_vhlo(a, TO_VHLO) for a in (attribute, *others)]
    return Default(lambda op: attribute, lambda found: found in known)


def _spatial(op: Operation) -> int:
    numbers: Any = op.properties["dimension_numbers"]
    return len(numbers.inputSpatialDimensions)


def _window(op: Operation) -> int:
    sizes: Any = op.properties.get("window_dimensions")
    if sizes is None:
        raise ValueError(f"'{op.name}' needs window_dimensions")
    return len(sizes.value)


def _splat(number: int, count: Callable[[Operation], int], of: Type, columns: int = 0) -> Default:
    """A list, or rows of `columns`, of one number."""

    def make(op: Operation) -> Attribute:
        shape = (count(op), columns) if columns else (count(op),)
        values = [number] * (count(op) * (columns or 1))
        return DenseElementsAttr.of(RankedTensorType(shape, of), values)

    def holds(found: Any) -> bool:
        data = getattr(found, "data", None)
        return data is not None and data.is_splat and data.splat_value() == number

    return Default(make, holds)


def _precision() -> Default:
    default: Any = stablehlo.PrecisionAttr(stablehlo.PrecisionAttr.cases["DEFAULT"])
    both = ArrayAttr((default, default))
    one = to_vhlo(default, TO_VHLO)
    return Default(lambda op: both, lambda found: all(a is one for a in found.value))


def _accuracy() -> Default:
    mode = stablehlo.ResultAccuracyModeAttr(stablehlo.ResultAccuracyModeAttr.cases["DEFAULT"])
    return _constant(stablehlo.ResultAccuracyAttr(0.0, 0.0, 0, mode))


def _configuration(op: Operation) -> Attribute:
    version: Any = op.properties.get("api_version")
    return EMPTY_DICT if version is not None and version.value == TYPED_FFI else StringAttr("")


@cache
def defaults() -> Mapping[str, Mapping[str, Default]]:
    """Of each op, without its dialect and version, the defaults of attributes."""
    zero, no, empty = _constant(i64_attr(0)), _constant(FALSE), _constant(ArrayAttr(()))
    text, nothing = _constant(StringAttr("")), _constant(i64_array(()))
    channel = {"channel_id": zero}
    on_devices = {**channel, "use_global_device_ids": no}
    precision = {"precision_config": _precision()}
    steps = _splat(1, _window, I64)
    padding = _splat(0, _window, I64, 2)
    convolution = {
        "window_strides": _splat(1, _spatial, I64),
        "lhs_dilation": _splat(1, _spatial, I64),
        "rhs_dilation": _splat(1, _spatial, I64),
        "window_reversal": _splat(0, _spatial, I1),
        **precision,
    }
    sorted_indices = {"indices_are_sorted": no}
    transfer = {"is_host_transfer": no, "source_target_pairs": nothing}
    kind = stablehlo.ComparisonTypeAttr
    accurate = {"result_accuracy": _accuracy()}
    return {
        "func": {"sym_visibility": text, "arg_attrs": empty, "res_attrs": empty},
        "all_gather": on_devices,
        "all_reduce": on_devices,
        "reduce_scatter": on_devices,
        "all_to_all": channel,
        "collective_permute": channel,
        "collective_broadcast": {**channel, "has_dynamic_root": no},
        "collective_reduce": {**on_devices, "has_dynamic_root": no},
        "cholesky": {"lower": no},
        "compare": {"compare_type": _constant(kind(kind.cases["NOTYPE"]))},
        "composite": {"version": zero, "composite_attributes": _constant(EMPTY_DICT)},
        "convolution": {**convolution, "padding": _splat(0, _spatial, I64, 2)},
        "dynamic_conv": convolution,
        "custom_call": {
            "has_side_effect": no,
            "backend_config": Default(_configuration, _constant(StringAttr(""), EMPTY_DICT).holds),
            "api_version": Default(
                lambda op: vhlo.CustomCallApiVersionV1Attr(_ORIGINAL),
                lambda found: found.value == _ORIGINAL,
            ),
            "called_computations": empty,
            "operand_layouts": empty,
            "result_layouts": empty,
            "output_operand_aliases": empty,
            "result_tilings": empty,
        },
        "dot": precision,
        "dot_general": {**precision, **dict.fromkeys(ALGORITHM_PARTS, _constant(NONE))},
        "dynamic_broadcast_in_dim": {
            "known_expanding_dimensions": nothing,
            "known_nonexpanding_dimensions": nothing,
        },
        "dynamic_gather": sorted_indices,
        "gather": sorted_indices,
        "infeed": {"infeed_config": text, "layout": empty},
        "outfeed": {"outfeed_config": text},
        "recv": transfer,
        "send": transfer,
        "reduce_window": {
            "window_strides": steps,
            "base_dilations": steps,
            "window_dilations": steps,
            "padding": padding,
        },
        "scatter": {**sorted_indices, "unique_indices": no},
        "select_and_scatter": {"window_strides": steps, "padding": padding},
        "sort": {"dimension": _constant(i64_attr(-1)), "is_stable": no},
        **dict.fromkeys(_INEXACT, accurate),
    }


_ORIGINAL = 1
_INEXACT = (
    *("cbrt", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic"),
    *("rsqrt", "sine", "sqrt", "tan", "tanh"),
)
ALGORITHM_PARTS = (
    *("lhs_precision_type", "rhs_precision_type", "accumulation_type", "lhs_component_count"),
    *("rhs_component_count", "num_primitive_operations", "allow_imprecise_accumulation"),
)
