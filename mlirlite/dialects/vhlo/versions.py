"""Versions of VHLO: since and until when ops, attributes and types are part of it."""

from __future__ import annotations

import re
from typing import Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.parts import bottom_up, parts

Version = tuple[int, int, int]

CURRENT: Version = (1, 20, 0)
"""The newest version of StableHLO that is known here."""
OLDEST: Version = (0, 9, 0)

_BYTECODE = (((0, 10, 0), 0), ((0, 12, 0), 1), ((0, 14, 0), 3), ((0, 15, 0), 4))
"""The version of MLIR's bytecode before a version of StableHLO; 6 since the last."""

_FIRST = {
    (0, 10, 0): "f8E4M3FNUZ_v1 f8E5M2FNUZ_v1",
    (0, 11, 0): "f8E4M3B11FNUZ_v1",
    (0, 16, 0): "collective_broadcast_v1",
    (0, 18, 0): "quant_per_axis_v1",
    (0, 19, 0): "composite_v1",
    (0, 20, 0): "dynamic_conv_v2",
    (1, 1, 0): "dynamic_gather_v2 gather_v2 scatter_v2",
    (1, 2, 0): "i2_v1 ui2_v1",
    (1, 4, 0): "tan_v1",
    (1, 5, 0): "all_gather_v2 all_reduce_v2 all_to_all_v2",
    (1, 6, 0): "dot_general_v2 tf31_v1 none_v1",
    (1, 7, 0): "f8E3M4_v1 f8E4M3_v1",
    (1, 8, 0): "f4E2M1FN_v1 f6E2M3FN_v1 f6E3M2FN_v1 f8E8M0FNU_v1",
    (1, 9, 0): "exponential_v2 result_accuracy_v1 result_accuracy_mode_v1",
    (1, 10, 0): (
        "cbrt_v2 cosine_v2 exponential_minus_one_v2 log_plus_one_v2 logistic_v2 log_v2 rsqrt_v2 "
        "sine_v2 sqrt_v2 tan_v2 tanh_v2"
    ),
    (1, 12, 0): "recv_v2 send_v2",
    (1, 13, 0): "buffer_v1",
    (1, 14, 0): "composite_v2",
    (1, 15, 0): "async_start_v1 async_done_v1 future_v1",
    (1, 16, 0): "sub_axis_info_v1 axis_ref_v1 replica_group_mesh_axes_v1 mesh_axis_v1 mesh_v1",
    (1, 18, 0): "custom_call_v2",
    (1, 19, 0): "collective_reduce_v1",
    (1, 20, 0): "collective_broadcast_v2",
}
"""What is not part of the oldest version. What has a later one (`_v2`) was part of VHLO until
then."""

_SINCE = {name: version for version, names in _FIRST.items() for name in names.split()}


def parse_version(text: str) -> Version:
    """`1.20.0`. ValueError for anything else."""
    found = re.fullmatch(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})", text)
    if found is None:
        raise ValueError(f"expected a version of the form `#.#.#`, found '{text}'")
    major, minor, patch = map(int, found.groups())
    return major, minor, patch


def version_text(version: Version) -> str:
    """`1.20.0`."""
    return ".".join(map(str, version))


def bytecode_version(version: Version) -> int:
    """The version of MLIR's bytecode that a version of StableHLO is written in."""
    return next((number for before, number in _BYTECODE if version < before), 6)


def is_part_of(name: str, version: Version) -> bool:
    """Whether `add_v1` is part of a version: neither newer nor replaced."""
    stem, _, number = name.rpartition("_v")
    following = _SINCE.get(f"{stem}_v{int(number) + 1}")
    return _SINCE.get(name, OLDEST) <= version and (following is None or version < following)


@bottom_up
def since(entity: Attribute) -> Version:
    """The first version that has an attribute or type, and all of which it is made."""
    own = _SINCE.get(name_in(entity), OLDEST)
    return max([own, *(since(part) for part in parts(entity))])


def name_in(entity: Any) -> str:
    """The name of an op, attribute or type of VHLO without its dialect; empty for others."""
    full = type(entity).name
    if not isinstance(full, str):  # a class with a parameter of this name
        return ""
    dialect, _, name = full.partition(".")
    return name if dialect == "vhlo" else ""
