"""Clauses whose operands are given per type of device: `async(%a : i32
[#acc.device_type<nvidia>])`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.ir.attributes import UNIT, ArrayAttr, IntegerAttr, i32_array
from mlirlite.ir.context import builtin_dialect
from mlirlite.ir.types import I1
from mlirlite.ods.hooks import DataOp, directive


def no_device() -> Any:
    """`#acc.device_type<none>`: all devices that no other clause names."""
    dialect = builtin_dialect("acc")
    cls: Any = dialect.attribute_class("acc.device_type") if dialect is not None else None
    return cls(cls.cases["None_"] if "None_" in cls.cases.__members__ else cls.cases["None"])


def only_no_device(devices: Any) -> bool:
    """Whether a clause was written as its keyword alone."""
    return devices is not None and list(devices) == [no_device()]


def given(array: Any) -> bool:
    """Whether an array is there, and holds something."""
    return array is not None and len(array) > 0


def read_devices(p: Any) -> list[Any]:
    """`[#acc.device_type<nvidia>, …]`, or nothing."""
    return list(p.comma_list(p.attribute, "[", "]")) if p.peek("[") else []


def read_device(p: Any) -> Any:
    """`[#acc.device_type<nvidia>]`, or nothing for all devices."""
    if not p.accept("["):
        return no_device()
    found = p.attribute()
    p.expect("]")
    return found


def print_device(p: Any, device: Any) -> None:
    """Append it."""
    if device is not no_device():
        p.text(" [")
        p.attribute(device)
        p.text("]")


def print_devices(p: Any, devices: Any) -> None:
    """Append a list, if there are any."""
    if given(devices):
        p.text("[")
        for i, device in enumerate(devices):
            p.text(", " if i else "")
            p.attribute(device)
        p.text("]")


def array(items: Sequence[Any]) -> ArrayAttr:
    """An array of attributes."""
    return ArrayAttr(tuple(items))


def read_typed(p: Any, operands: list[Any], types: list[Any]) -> None:
    """`%x : i32`."""
    operands.append(p.operand())
    p.expect(":")
    types.append(p.type())


def print_typed(p: Any, value: Any) -> None:
    """Append it."""
    p.value(value)
    p.text(" : ")
    p.type(value.type)


class Segments:
    """`{%x : i32, %y : i32} [#acc.device_type<nvidia>], {…}`: a list of operands per device."""

    def __init__(self) -> None:
        self.operands: list[Any] = []
        self.types: list[Any] = []
        self.devices: list[Any] = []
        self.sizes: list[int] = []

    def read(self, p: Any, first: Callable[[], None] = lambda: None) -> None:
        """Read one, of which `first` reads the beginning, and those after it."""
        while True:
            p.expect("{")
            first()
            before = len(self.operands)
            p.comma_list(lambda: read_typed(p, self.operands, self.types))
            self.sizes.append(len(self.operands) - before)
            p.expect("}")
            self.devices.append(read_device(p))
            if not p.accept(","):
                return

    @staticmethod
    def print(
        p: Any, values: Any, devices: Any, sizes: Any, first: Callable[[int], None] = lambda i: None
    ) -> None:
        """Append them."""
        left = iter(values)
        for i, (device, size) in enumerate(zip(devices or (), sizes or (), strict=False)):
            p.text(", {" if i else "{")
            first(i)
            for k in range(size):
                p.text(", " if k else "")
                print_typed(p, next(left))
            p.text("}")
            print_device(p, device)


@directive("NumGangs", "acc")
@directive("DeviceTypeOperandsWithSegment", "acc")
class WithSegments:
    """A list of operands per device."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, ...]:
        found = Segments()
        found.read(p)
        return found.operands, found.types, array(found.devices), i32_array(found.sizes)

    @staticmethod
    def print(p: Any, op: DataOp, values: Any, types: Any, devices: Any, sizes: Any) -> None:
        Segments.print(p, values, devices, sizes)


@directive("WaitClause", "acc")
class WaitClause:
    """`([#acc.device_type<nvidia>], {devnum: %d : i32, %x : i32})`, or nothing."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, ...]:
        if not p.accept("("):
            return [], [], None, None, None, array([no_device()])
        only = read_devices(p)
        if only:
            p.expect(",")
        found = Segments()
        numbers: list[Any] = []

        def number() -> None:
            has = bool(p.optional_keyword("devnum"))
            if has:
                p.expect(":")
            numbers.append(IntegerAttr(int(has), I1))

        found.read(p, number)
        p.expect(")")
        sizes = i32_array(found.sizes)
        devices, flags = array(found.devices), array(numbers)
        return found.operands, found.types, devices, sizes, flags, array(only)

    @staticmethod
    def print(
        p: Any, op: DataOp, values: Any, types: Any, devices: Any, sizes: Any, flags: Any, only: Any
    ) -> None:
        if not values and only_no_device(only):
            return
        p.text("(")
        print_devices(p, only)
        p.text(", " if given(only) and given(devices) else "")

        def number(i: int) -> None:
            if flags is not None and flags.value[i].value:
                p.text("devnum: ")

        Segments.print(p, values, devices, sizes, number)
        p.text(")")


def read_each(p: Any) -> tuple[list[Any], list[Any], ArrayAttr]:
    """`%x : i32 [#acc.device_type<nvidia>], …`: one operand per device."""
    operands: list[Any] = []
    types: list[Any] = []
    devices: list[Any] = []

    def one() -> None:
        read_typed(p, operands, types)
        devices.append(read_device(p))

    p.comma_list(one)
    return operands, types, array(devices)


def print_each(p: Any, values: Any, devices: Any) -> None:
    """Append them."""
    for i, (device, value) in enumerate(zip(devices or (), values, strict=False)):
        p.text(", " if i else "")
        print_typed(p, value)
        print_device(p, device)


@directive("DeviceTypeOperands", "acc")
class DeviceTypeOperands:
    """One operand per device."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, ...]:
        return read_each(p)

    @staticmethod
    def print(p: Any, op: DataOp, values: Any, types: Any, devices: Any) -> None:
        print_each(p, values, devices)


@directive("DeviceTypeOperandsWithKeywordOnly", "acc")
class DeviceTypeOperandsWithKeywordOnly:
    """`([#acc.device_type<nvidia>], %x : i32)`: devices with no operand, and one operand per
    device; or nothing."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, ...]:
        if not p.accept("("):
            return [], [], None, array([no_device()])
        only = read_devices(p)
        if only:
            p.expect(",")
        found = read_each(p)
        p.expect(")")
        # MLIR differs: its parser forgets these devices.
        return *found, array(only) if only else None

    @staticmethod
    def print(p: Any, op: DataOp, values: Any, types: Any, devices: Any, only: Any) -> None:
        if not values and only_no_device(only):
            return
        p.text("(")
        print_devices(p, only)
        p.text(", " if given(only) and given(devices) else "")
        print_each(p, values, devices)
        p.text(")")


@directive("OperandWithKeywordOnly", "acc")
class OperandWithKeywordOnly:
    """`(%x : i32)`, or nothing."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, ...]:
        if not p.accept("("):
            return None, None, UNIT
        operand = p.operand()
        p.expect(":")
        type = p.type()
        p.expect(")")
        return operand, type, None

    @staticmethod
    def print(p: Any, op: DataOp, value: Any, type: Any, only: Any) -> None:
        if not only:
            p.text("(")
            print_typed(p, value)
            p.text(")")


@directive("OperandsWithKeywordOnly", "acc")
class OperandsWithKeywordOnly:
    """`(%x, %y : i32, i32)`, or nothing."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, ...]:
        if not p.accept("("):
            return [], [], UNIT
        operands = p.comma_list(p.operand)
        p.expect(":")
        types = p.comma_list(p.type)
        p.expect(")")
        return operands, types, None

    @staticmethod
    def print(p: Any, op: DataOp, values: Any, types: Any, only: Any) -> None:
        if only:
            return
        p.text("(")
        p.values(values)
        p.text(" : ")
        p.types(types)
        p.text(")")
