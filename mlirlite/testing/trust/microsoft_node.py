"""A node of com.microsoft, as functions of numpy see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import onnx
from onnx import helper

from mlirlite.dialects.onnx.microsoft_signatures import SIGNATURES

Array = Any
"""An array of numpy's; its operators give Any."""


class Node:
    """The operands, None where one is absent, and attributes of a node."""

    def __init__(self, node: onnx.NodeProto, values: Mapping[str, Array]) -> None:
        names = SIGNATURES[node.op_type].names
        self.operands = [values[n] if n else None for n in node.input]
        self.by_name = dict(zip(names, self.operands, strict=False))
        self.attributes = {a.name: helper.get_attribute_value(a) for a in node.attribute}

    def __getitem__(self, name: str) -> Any:
        """An operand, in f64 or int64."""
        return wide(self.by_name.get(name))

    def attribute(self, name: str, default: Any = 0) -> Any:
        """An attribute, or the default."""
        found = self.attributes.get(name, default)
        return found.decode() if isinstance(found, bytes) else found


def wide(x: Array | None) -> Array | None:
    """In f64 or int64; flags stay, and None."""
    if x is None:
        return None
    return x.astype(np.int64 if x.dtype.kind in "iu" else bool if x.dtype.kind == "b" else float)


def or_zero(x: Array | None) -> Any:
    """A summand, 0 where it is absent."""
    return 0 if x is None else x
