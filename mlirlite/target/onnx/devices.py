"""ONNX's messages about devices <-> attributes of the onnx dialect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.dialects.onnx.sharding.placement import (
    CONFIGURATIONS,
    PLACEMENTS,
    ConfigurationAttr,
    PlacementAttr,
    Sharding,
    Split,
    configurations,
)
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.target.onnx.protobuf import Message


def import_configurations(model: Message) -> dict[str, Attribute]:
    """The module's attribute for a model's configurations; empty without any."""
    found = tuple(
        [ConfigurationAttr(c.name, c.num_devices, tuple(c.device)) for c in model.configuration]
    )
    return {CONFIGURATIONS: ArrayAttr(found)} if found else {}


def import_placements(node: Message) -> dict[str, Attribute]:
    """The op's attribute for a node's configurations; empty without any."""
    found = tuple(
        [
            PlacementAttr(
                c.configuration_id,
                c.pipeline_stage if c.has("pipeline_stage") else None,
                tuple([_sharding(s, node.input, node.output) for s in c.sharding_spec]),
            )
            for c in node.device_configurations
        ]
    )
    return {PLACEMENTS: ArrayAttr(found)} if found else {}


def _sharding(spec: Message, inputs: Sequence[str], outputs: Sequence[str]) -> Sharding:
    name: str = spec.tensor_name
    which: tuple[str, int | str] = ("value", name)
    if name in inputs:
        which = ("operand", list(inputs).index(name))
    elif name in outputs:
        which = ("result", list(outputs).index(name))
    groups = tuple([(g.key, tuple(g.value)) for g in spec.index_to_device_group_map])
    splits = tuple(
        [Split(d.axis, tuple([_part(s) for s in d.simple_sharding])) for d in spec.sharded_dim]
    )
    return Sharding(*which, tuple(spec.device), groups, splits)


def _part(part: Message) -> tuple[int | str | None, int]:
    size: int | str | None = None
    if part.has("dim_value"):
        size = part.dim_value
    elif part.has("dim_param"):
        size = part.dim_param
    return size, part.num_shards


def export_configurations(module: Operation, model: Any) -> None:
    """Add a module's configurations to a ModelProto."""
    for found in configurations(module):
        model.configuration.add(name=found.label, num_devices=found.count, device=found.devices)


def export_placements(op: Operation, node: Any, name: Callable[[Value], str]) -> None:
    """Add an op's placements to a NodeProto; `name` gives the names of values."""
    found = op.attributes.get(PLACEMENTS)
    for one in found.value if isinstance(found, ArrayAttr) else ():
        if not isinstance(one, PlacementAttr):
            continue
        proto = node.device_configurations.add(configuration_id=one.configuration)
        if one.stage is not None:
            proto.pipeline_stage = one.stage
        for sharding in one.shardings:
            _fill_sharding(proto.sharding_spec.add(), sharding, op, name)


def _fill_sharding(
    spec: Any, sharding: Sharding, op: Operation, name: Callable[[Value], str]
) -> None:
    if isinstance(sharding.which, str):
        spec.tensor_name = sharding.which
    else:
        values = op.operands if sharding.kind == "operand" else op.results
        spec.tensor_name = name(values[sharding.which])
    spec.device.extend(sharding.devices)
    for key, group in sharding.groups:
        spec.index_to_device_group_map.add(key=key, value=group)
    for split in sharding.splits:
        dim = spec.sharded_dim.add(axis=split.axis)
        for size, shards in split.parts:
            part = dim.simple_sharding.add(num_shards=shards)
            if isinstance(size, int):
                part.dim_value = size
            elif size is not None:
                part.dim_param = size
