"""ONNX's annotations of models for several devices: the devices of a model, and how the values of a
node lie on them. They mirror DeviceConfigurationProto and NodeDeviceConfigurationProto, and lose
nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr
from mlirlite.ir.operation import Operation
from mlirlite.printer.literals import quoted

CONFIGURATIONS = "onnx.configurations"
"""The attribute of a module: an array of ConfigurationAttr."""
PLACEMENTS = "placements"
"""The attribute of an op: an array of PlacementAttr, one for each configuration."""


class ConfigurationAttr(Attribute, name="onnx.configuration"):
    """`#onnx.configuration<"tensor=2", 2, ["a", "b"]>`: a name, the number of devices, and their
    names, if they have some."""

    label: str
    count: int
    devices: tuple[str, ...]

    @classmethod
    def parse(cls, p: Any) -> ConfigurationAttr:
        """Read `<"name", count, ["device", …]>`."""
        p.expect("<")
        label = p.string()
        p.expect(",")
        count = p.integer()
        devices = p.comma_list(p.string, "[", "]") if p.accept(",") else ()
        p.expect(">")
        made: ConfigurationAttr = cls(label, count, tuple(devices))
        return made

    def print(self, p: Any) -> None:
        """Write what `parse` reads."""
        p.text("<")
        p.string(self.label)
        p.text(f", {self.count}")
        for index, device in enumerate(self.devices):
            p.text(", " if index else ", [")
            p.string(device)
        p.text("]>" if self.devices else ">")


@dataclass(frozen=True, slots=True)
class Split:
    """An axis in parts: for each factor of the axis its size (a number, a name, or not said) and
    the number of shards."""

    axis: int
    parts: tuple[tuple[int | str | None, int], ...]


@dataclass(frozen=True, slots=True)
class Sharding:
    """How a value lies on devices. A negative device stands for a group of `groups`, each of which
    has a copy. `kind` is operand, result, or value, which is one of another node, by its name."""

    kind: str
    which: int | str
    devices: tuple[int, ...]
    groups: tuple[tuple[int, tuple[int, ...]], ...] = ()
    splits: tuple[Split, ...] = ()


class PlacementAttr(Attribute, name="onnx.placement"):
    """`#onnx.placement<"tensor=2", operand 1 on [0, 1] split [1 by 2]>`: where an op's values lie
    under a configuration. `stage 1` is the op's place in a pipeline; `on [-1, -2] groups [-1 =
    [0, 1], -2 = [2, 3]]` puts copies on each device of a group; `2 of 768` states the size of what
    is split."""

    configuration: str
    stage: int | None
    shardings: tuple[Sharding, ...]

    @classmethod
    def parse(cls, p: Any) -> PlacementAttr:
        """Read `<"configuration", stage n, sharding, …>`."""
        p.expect("<")
        name, stage, found = p.string(), None, []
        while p.accept(","):
            if p.optional_keyword("stage"):
                stage = p.integer()
            else:
                found.append(_parse_sharding(p))
        p.expect(">")
        made: PlacementAttr = cls(name, stage, tuple(found))
        return made

    def print(self, p: Any) -> None:
        """Write what `parse` reads."""
        p.text("<")
        p.string(self.configuration)
        if self.stage is not None:
            p.text(f", stage {self.stage}")
        for sharding in self.shardings:
            p.text(f", {sharding.kind} ")
            if isinstance(sharding.which, str):
                p.string(sharding.which)
            else:
                p.text(str(sharding.which))
            p.text(f" on {_list(sharding.devices)}")
            if sharding.groups:
                groups = (f"{key} = {_list(group)}" for key, group in sharding.groups)
                p.text(f" groups {_list(groups)}")
            if sharding.splits:
                p.text(f" split {_list(map(_split, sharding.splits))}")
        p.text(">")


def placement(op: Operation, configuration: str | None = None) -> PlacementAttr | None:
    """The placement of an op under a configuration (None: the first one)."""
    found = op.attributes.get(PLACEMENTS)
    for one in found.value if isinstance(found, ArrayAttr) else ():
        if isinstance(one, PlacementAttr) and configuration in (None, one.configuration):
            return one
    return None


def configurations(module: Operation) -> list[ConfigurationAttr]:
    """The configurations of a module."""
    found = module.attributes.get(CONFIGURATIONS)
    parts = found.value if isinstance(found, ArrayAttr) else ()
    return [c for c in parts if isinstance(c, ConfigurationAttr)]


def _list(parts: Any) -> str:
    return f"[{', '.join(map(str, parts))}]"


def _split(split: Split) -> str:
    return f"{split.axis} by {' x '.join(_part(*p) for p in split.parts)}"


def _part(size: int | str | None, shards: int) -> str:
    if size is None:
        return str(shards)
    return f"{shards} of {size if isinstance(size, int) else quoted(size)}"


def _parse_sharding(p: Any) -> Sharding:
    at = p.here()
    kind = p.optional_keyword("operand", "result", "value")
    if kind is None:
        raise p.error("expected 'stage', 'operand', 'result' or 'value'", at)
    which = p.string() if kind == "value" else p.integer()
    p.expect("on")
    devices = p.comma_list(p.integer, "[", "]")
    groups: list[tuple[int, tuple[int, ...]]] = []
    splits: list[Split] = []
    if p.optional_keyword("groups"):
        groups = p.comma_list(lambda: _parse_group(p), "[", "]")
    if p.optional_keyword("split"):
        splits = p.comma_list(lambda: _parse_split(p), "[", "]")
    return Sharding(kind, which, tuple(devices), tuple(groups), tuple(splits))


def _parse_group(p: Any) -> tuple[int, tuple[int, ...]]:
    key = p.integer()
    p.expect("=")
    return key, tuple(p.comma_list(p.integer, "[", "]"))


def _parse_split(p: Any) -> Split:
    axis = p.integer()
    p.expect("by")
    parts = [_parse_part(p)]
    while p.optional_keyword("x"):
        parts.append(_parse_part(p))
    return Split(axis, tuple(parts))


def _parse_part(p: Any) -> tuple[int | str | None, int]:
    shards: int = p.integer()
    if not p.optional_keyword("of"):
        return None, shards
    name = p.optional_string()
    return p.integer() if name is None else name, shards
