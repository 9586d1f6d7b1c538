"""The syntax of routines: names that they are bound to, and how they are parallel."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.acc.clauses import (
    array,
    given,
    no_device,
    only_no_device,
    print_device,
    print_devices,
    read_device,
    read_devices,
)
from mlirlite.ir.attributes import SymbolRefAttr
from mlirlite.ods.hooks import DataOp, directive


@directive("BindName", "acc")
class BindName:
    """`@f, "g" [#acc.device_type<nvidia>]`: symbols and strings."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, ...]:
        symbols: list[Any] = []
        strings: list[Any] = []

        def one() -> None:
            name = p.attribute()
            into = symbols if isinstance(name, SymbolRefAttr) else strings
            into.append((name, read_device(p)))

        p.comma_list(one)
        groups = [[pair[i] for pair in pairs] for i in range(2) for pairs in (symbols, strings)]
        return tuple(array(group) for group in groups)

    @staticmethod
    def print(p: Any, op: DataOp, symbols: Any, strings: Any, devices: Any, others: Any) -> None:
        names = [*(symbols or ()), *(strings or ())]
        for i, (name, device) in enumerate(
            zip(names, [*(devices or ()), *(others or ())], strict=False)
        ):
            p.text(", " if i else "")
            p.attribute(name)
            print_device(p, device)


@directive("RoutineGangClause", "acc")
class RoutineGangClause:
    """`([#acc.device_type<nvidia>], dim: 1 : i64 [#acc.device_type<host>])`, or nothing."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, ...]:
        if not p.accept("("):
            return array([no_device()]), None, None
        only = read_devices(p)
        if only:
            p.expect(",")
        dims: list[Any] = []
        devices: list[Any] = []

        def one() -> None:
            p.expect("dim")
            p.expect(":")
            dims.append(p.attribute())
            devices.append(read_device(p))

        p.comma_list(one)
        p.expect(")")
        return array(only), array(dims), array(devices)

    @staticmethod
    def print(p: Any, op: DataOp, only: Any, dims: Any, devices: Any) -> None:
        if not given(devices) and only_no_device(only):
            return
        p.text("(")
        print_devices(p, only)
        p.text(", " if given(only) and given(devices) else "")
        for i, (dim, device) in enumerate(zip(dims or (), devices or (), strict=False)):
            p.text(", dim: " if i else "dim: ")
            p.attribute(dim)
            print_device(p, device)
        p.text(")")


@directive("DeviceTypeArrayAttr", "acc")
class DeviceTypeArrayAttr:
    """`([#acc.device_type<nvidia>])`, or nothing."""

    @staticmethod
    def parse(p: Any, state: Any) -> Any:
        if not p.accept("("):
            return array([no_device()])
        found = []
        if p.peek("["):
            found = read_devices(p)
            p.expect(")")
        return array(found)

    @staticmethod
    def print(p: Any, op: DataOp, devices: Any) -> None:
        if given(devices) and not only_no_device(devices):
            p.text("(")
            print_devices(p, devices)
            p.text(")")
