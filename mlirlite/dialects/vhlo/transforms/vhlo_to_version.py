"""--vhlo-to-version: `vhlo.dot_general_v2` --> `vhlo.dot_general_v1`, for a target before 1.6.0."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from mlirlite.dialects import vhlo
from mlirlite.dialects.vhlo.types import TO_VHLO
from mlirlite.dialects.vhlo.versions import (
    CURRENT,
    OLDEST,
    Version,
    is_part_of,
    name_in,
    parse_version,
    since,
    version_text,
)
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.block import Block, Region
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I64, NONE, RankedTensorType
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.support.diagnostics import DiagnosticError, error


@compiler_pass("vhlo-to-version", anchor="builtin.module")
def vhlo_to_version(op: Operation, state: PassState, *, target: str = "") -> None:
    """Convert between versions of VHLO.

    Every op becomes what it was in the version `target`. An error names the first op that it does
    not have, or that has attributes or types that are newer.
    """
    version = target_version(target, op)
    for inner in list(op.walk()):
        if name_in(inner) and not _convert(inner, version):
            what = f"failed to legalize operation '{inner.name}' that was explicitly marked illegal"
            whole = f"failed to convert VHLO to v{version_text(version)}"
            raise DiagnosticError([error(what, inner.location), error(whole, op.location)])


def target_version(text: str, op: Operation) -> Version:
    """The version that a person names; the number of its patch does not count. DiagnosticError, in
    upstream's words, if there is no such version."""
    form = "Target version must be of the form `#.#.#`."
    if not text:
        raise DiagnosticError(error(f"No target version specified.\n{form}", op.location))
    try:
        version = parse_version(text)
    except ValueError:
        what = f"Invalid target version argument '{text}'\n{form}"
        raise DiagnosticError(error(what, op.location)) from None
    for wrong, words, limit in (
        (version < OLDEST, "less than minimum supported", OLDEST),
        (version > CURRENT, "greater than current version", CURRENT),
    ):
        if wrong:
            what = f"target version {text} is {words} {version_text(limit)}"
            raise DiagnosticError(error(what, op.location))
    return *version[:2], 0


@cache
def _added() -> Mapping[str, Mapping[str, Attribute]]:
    """By the name of an op, what its second version has and its first one stands for."""
    made: Any = vhlo
    nothing = _numbers((0,), [])
    unknown = made.TypeV1Attr(TO_VHLO.convert(NONE))
    mode = made.ResultAccuracyModeV1Attr(made.ResultAccuracyModeV1Attr.cases["DEFAULT"])
    accuracy = {"result_accuracy": made.ResultAccuracyV1Attr(0.0, 0.0, 0, mode)}
    batching = {"operand_batching_dims": nothing, "start_indices_batching_dims": nothing}
    pairs = {"source_target_pairs": nothing}
    precise = ("lhs_precision_type", "rhs_precision_type", "accumulation_type")
    counts = ("lhs_component_count", "rhs_component_count", "num_primitive_operations")
    inexact = (
        *("cbrt", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one"),
        *("logistic", "rsqrt", "sine", "sqrt", "tan", "tanh"),
    )
    return {
        "gather": batching,
        "dynamic_gather": batching,
        "scatter": {"input_batching_dims": nothing, "scatter_indices_batching_dims": nothing},
        "dot_general": dict.fromkeys((*precise, *counts, "allow_imprecise_accumulation"), unknown),
        "send": pairs,
        "recv": pairs,
        "collective_broadcast": {"has_dynamic_root": made.BooleanV1Attr(False)},
        "custom_call": {"result_tilings": made.ArrayV1Attr(())},
        **dict.fromkeys(inexact, accuracy),
        "composite": {},
        "dynamic_conv": {},
        "all_gather": {},
        "all_reduce": {},
        "all_to_all": {},
    }


def _numbers(shape: tuple[int, ...], values: Any) -> Attribute:
    type = RankedTensorType(shape, I64)
    made: Any = vhlo
    found: Attribute = made.TensorV1Attr(TO_VHLO.convert(type), DenseElementsAttr.of(type, values))
    return found


def _convert(op: Operation, version: Version) -> bool:
    """Make an op what it is in a version; False if that has no such op."""
    name = name_in(op)
    if not is_part_of(name, version):
        stem, _, number = name.rpartition("_v")
        other = f"{stem}_v{2 if number == '1' else 1}"
        properties = _upgraded(op, stem) if number == "1" else _downgraded(op, stem)
        if properties is None or stem not in _added() or not is_part_of(other, version):
            return False
        op = _replace(op, vhlo.DIALECT.op_class(f"vhlo.{other}"), properties)
    return _holds(op, version) and all(
        since(entity) <= version
        for entity in (
            *op.properties.values(),
            *op.attributes.values(),
            *op.operand_types,
            *op.result_types,
        )
    )


def _replace(op: Operation, cls: Any, properties: dict[str, Attribute]) -> Operation:
    regions = [Region() for _ in op.regions]
    for old, region in zip(op.regions, regions, strict=True):
        region.take_blocks(old)
    made: Operation = cls.create(
        *(op.operands, op.result_types, properties, dict(op.attributes), regions, op.successors),
        location=op.location,
    )
    Rewriter(Block()).replace(op, made)
    return made


def _upgraded(op: Operation, stem: str) -> dict[str, Attribute] | None:
    properties = {**op.properties, **_added().get(stem, {})}
    if stem == "dynamic_conv":
        del properties["padding"]
    return properties


def _downgraded(op: Operation, stem: str) -> dict[str, Attribute] | None:
    """The properties of the first version; None where it cannot say what the second one does."""
    properties = dict(op.properties)
    for name, default in _added().get(stem, {}).items():
        if properties.pop(name) is not default:
            return None
    if stem in _ONE_OPERAND and len(op.operands) != 1:
        return None
    if stem == "composite" and op.regions:
        return None
    if stem == "dynamic_conv":
        shape: Any = op.operands[0].type
        count = max(0, len(getattr(shape, "shape", ())) - 2)
        properties["padding"] = _numbers((count, 2), [0] * (2 * count))
    return properties


_ONE_OPERAND = ("all_gather", "all_reduce", "all_to_all", "collective_broadcast")

_OF_OTHER_ELEMENTS = ("all_reduce", "reduce", "reduce_scatter", "reduce_window", "scatter")
_WIDER = (0, 17, 0)
"""Since then the results of these ops may have other elements than their operands."""
_TYPED_FFI, _DICTIONARIES, _FUTURES = 4, (1, 3, 0), (1, 17, 0)


def _holds(op: Operation, version: Version) -> bool:
    """Whether an op does nothing that it did not do in a version."""
    name = name_in(op).removesuffix("_v1")
    properties: Any = op.properties
    if name in (*_OF_OTHER_ELEMENTS, "select_and_scatter") and version < _WIDER:
        pairs = zip(op.operand_types, op.result_types, strict=False)
        return all(_element(a) is _element(b) for a, b in pairs)
    if name == "custom_call":
        if version < _FUTURES and any(name_in(t) == "future_v1" for t in op.operand_types):
            return False
        return version >= _DICTIONARIES or (
            name_in(properties["backend_config"]) != "dict_v1"
            and getattr(properties["api_version"], "value", None) != _TYPED_FFI
        )
    return True


def _element(type: Any) -> Any:
    return getattr(type, "elementType", None)
