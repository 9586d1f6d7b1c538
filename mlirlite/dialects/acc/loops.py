"""The syntax of loops: which construct they belong to, gangs, and their control."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from mlirlite.dialects.acc.clauses import (
    array,
    given,
    no_device,
    only_no_device,
    print_device,
    print_devices,
    print_typed,
    read_device,
    read_devices,
    read_typed,
)
from mlirlite.ir.attributes import i32_array
from mlirlite.ir.context import builtin_dialect
from mlirlite.ods.hooks import DataOp, directive

_CONSTRUCTS = ("kernels", "parallel", "serial")
_GANG = {"num": "Num", "dim": "Dim", "static": "Static"}


def _attribute(name: str, case: str) -> Any:
    dialect = builtin_dialect("acc")
    cls: Any = dialect.attribute_class(f"acc.{name}") if dialect is not None else None
    return cls(cls.cases[case])


@directive("CombinedConstructsLoop", "acc")
class CombinedConstructsLoop:
    """`kernels`, `parallel` or `serial`."""

    @staticmethod
    def parse(p: Any, state: Any) -> Any:
        word = p.optional_keyword(*_CONSTRUCTS)
        if word is None:
            raise p.error("expected compute construct name")
        return _attribute("combined_constructs", f"{word.capitalize()}Loop")

    @staticmethod
    def print(p: Any, op: DataOp, construct: Any) -> None:
        if construct is not None:
            p.text(getattr(construct, "value", construct).name.removesuffix("Loop").lower())


@directive("GangClause", "acc")
class GangClause:
    """`([#acc.device_type<nvidia>], {num=%a : i32, static=%b : i32} [#acc.device_type<host>])`, or
    nothing."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, ...]:
        if not p.accept("("):
            return [], [], None, None, None, array([no_device()])
        only = read_devices(p)
        operands: list[Any] = []
        types: list[Any] = []
        kinds: list[Any] = []
        devices: list[Any] = []
        sizes: list[int] = []

        def value() -> None:
            word = p.optional_keyword(*_GANG)
            if word is None and len(operands) > before:
                raise p.error("new value expected after comma")
            if word is None:
                raise p.error("expect at least one of num, dim or static values")
            p.expect("=")
            read_typed(p, operands, types)
            kinds.append(_attribute("gang_arg_type", _GANG[word]))

        more = p.accept(",") if only else True
        while more:
            p.expect("{")
            before = len(operands)
            p.comma_list(value)
            p.expect("}")
            sizes.append(len(operands) - before)
            devices.append(read_device(p))
            more = p.accept(",")
        p.expect(")")
        return operands, types, array(kinds), array(devices), i32_array(sizes), array(only)

    @staticmethod
    def print(
        p: Any, op: DataOp, values: Any, types: Any, kinds: Any, devices: Any, sizes: Any, only: Any
    ) -> None:
        if not values and only_no_device(only):
            return
        p.text("(")
        print_devices(p, only)
        p.text(", " if given(only) and given(devices) else "")
        left = iter(zip(values, kinds or (), strict=False))
        for i, (device, size) in enumerate(zip(devices or (), sizes or (), strict=False)):
            p.text(", {" if i else "{")
            for k in range(size):
                value, kind = next(left)
                p.text(f"{', ' if k else ''}{kind.value.name.lower()}=")
                print_typed(p, value)
            p.text("}")
            print_device(p, device)
        p.text(")")


@directive("LoopControl", "acc")
class LoopControl:
    """`control(%i : index) = (%a : index) to (%b : index) step (%c : index) {…}`, or the region
    alone."""

    @staticmethod
    def parse(p: Any, state: Any) -> Generator[Any, Any, tuple[Any, ...]]:
        counters: list[Any] = []
        parts: list[Any] = [[] for _ in range(6)]
        if p.optional_keyword("control"):
            counters = p.argument_list("(")
            for i, word in enumerate(("=", "to", "step")):
                p.expect(word)
                p.expect("(")
                where = p.here()
                parts[2 * i] = p.comma_list(p.operand)
                if len(parts[2 * i]) != len(counters):
                    raise p.error(f"expected {len(counters)} operands", where)
                p.expect(":")
                parts[2 * i + 1] = p.comma_list(p.type)
                p.expect(")")
        region = yield p.region(counters)
        return region, *parts

    @staticmethod
    def print(p: Any, op: DataOp, region: Any, *parts: Any) -> None:
        counters = region.first.args if not region.empty else ()
        if counters:
            p.text("control(")
            for i, counter in enumerate(counters):
                p.text(", " if i else "")
                print_typed(p, counter)
            p.text(") = (")
            for i, after in enumerate((") to (", ")  step (", ") ")):
                p.values(parts[2 * i])
                p.text(" : ")
                p.types(parts[2 * i + 1])
                p.text(after)
        p.region(region, False)
