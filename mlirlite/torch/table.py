"""The table of torch's ops: which rule makes the onnx ops of one.

A rule takes the builder and the op's arguments in the order of its schema, tensors as `Tensor`, and
returns what the op does. Options of tensors (dtype, layout, device, memory format) are left out:
the builder knows what is made (`b.dtype`, `b.shape`, `b.result`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mlirlite.torch.builder import Builder
from mlirlite.torch.types import Unsupported

Rule = Callable[..., Any]

OPTIONS = frozenset(
    ("dtype", "layout", "device", "pin_memory", "memory_format", "non_blocking", "generator")
)
"""Arguments that say how a result is stored."""

TABLE: dict[str, Rule] = {}
COMPLEX: dict[str, Rule] = {}
"""Rules of ops with complex operands or results, by the names without overloads."""


def add(rules: Mapping[str, Rule]) -> None:
    """Add rules; a name is that of an op with its overload, or without it for all overloads."""
    TABLE.update(rules)


def rule_for(target: Any) -> Rule | None:
    """The rule of an op of torch; None if there is none."""
    if getattr(target, "namespace", "") not in ("aten", "prims"):
        return None
    packet, _, overload = target._schema.name.partition("::")[2], "", target._overloadname
    return TABLE.get(f"{packet}.{overload}") or TABLE.get(packet)


def call(b: Builder, target: Any, args: Any, kwargs: Any) -> Any:
    """What an op does, as its rule makes it. Unsupported if there is no rule."""
    rule = rule_for(target)
    if rule is None:
        raise Unsupported("no rule")
    return rule(b, *bound(target, args, kwargs))


def bound(target: Any, args: Any, kwargs: Any) -> list[Any]:
    """The arguments in the order of the schema, with defaults, without options of tensors."""
    found = []
    for index, parameter in enumerate(target._schema.arguments):
        if parameter.name in OPTIONS:
            continue
        if index < len(args) and not parameter.kwarg_only:
            found.append(args[index])
        else:
            found.append(kwargs.get(parameter.name, parameter.default_value))
    return found
