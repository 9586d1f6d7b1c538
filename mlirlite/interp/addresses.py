"""Addresses: buffers and functions as numbers, for the levels that have pointers."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from mlirlite.interp.machine import Machine
from mlirlite.interp.memory import Buffer
from mlirlite.interp.values import Undefined

_FIRST = 1 << 16
_ALIGNMENT = 64
_GUARD = 64
_FUNCTIONS = 1 << 48


class AddressSpace:
    """The addresses of buffers and functions. A buffer gets its address when it is first needed,
    and keeps it; the bytes between two buffers are unused."""

    def __init__(self) -> None:
        self.stack: list[Buffer] = []
        """The stack: what running functions have allocated until they return."""
        self._starts: list[int] = []
        self._buffers: list[Buffer] = []
        self._places: dict[int, int] = {}
        self._functions: list[str] = []

    def address_of(self, buffer: Buffer, alignment: int = _ALIGNMENT) -> int:
        """The address of the first byte."""
        found = self._places.get(id(buffer))
        if found is None:
            last = self._starts[-1] + len(self._buffers[-1].data) if self._starts else _FIRST
            step = max(alignment, _ALIGNMENT)
            found = -(-(last + _GUARD) // step) * step
            self._starts.append(found)
            self._buffers.append(buffer)
            self._places[id(buffer)] = found
        return found

    def allocate(self, size: int, alignment: int = _ALIGNMENT) -> int:
        """The address of new memory."""
        return self.address_of(Buffer(size), alignment)

    def holder(self, address: int) -> tuple[Buffer, int]:
        """The buffer that an address points into, or just past, and the byte offset."""
        i = bisect_right(self._starts, address) - 1
        if i >= 0:
            buffer, at = self._buffers[i], address - self._starts[i]
            if at <= len(buffer.data):
                return buffer, at
        what = "the null pointer" if address == 0 else f"address {address:#x}, where nothing is"
        raise Undefined(f"uses {what}")

    def find(self, address: int, size: int) -> tuple[Buffer, int]:
        """The buffer that contains these bytes, and the offset of the first."""
        buffer, at = self.holder(address)
        if buffer.freed:
            raise Undefined("accesses a buffer that was freed")
        if at + size > len(buffer.data):
            raise Undefined(f"accesses byte {at} of a buffer of {len(buffer.data)} bytes")
        return buffer, at

    def free(self, address: int) -> None:
        """Free memory; null has no effect."""
        if address == 0:
            return
        buffer, at = self.holder(address)
        if buffer.freed:
            raise Undefined("frees a buffer that was freed")
        if at:
            raise Undefined("frees an address that is not the start of a buffer")
        buffer.freed = True

    def unwind(self, depth: int) -> None:
        """Free what was put on the stack above a depth."""
        for buffer in self.stack[depth:]:
            buffer.freed = True
        del self.stack[depth:]

    def function(self, name: str) -> int:
        """The address of a function."""
        if name not in self._functions:
            self._functions.append(name)
        return _FUNCTIONS + 16 * self._functions.index(name)

    def function_at(self, address: int) -> str:
        """The name of the function at an address."""
        index, rest = divmod(address - _FUNCTIONS, 16)
        if rest or not 0 <= index < len(self._functions):
            raise Undefined(f"calls address {address:#x}, where no function is")
        return self._functions[index]


def addresses(m: Machine) -> AddressSpace:
    """The addresses of a machine."""
    found: Any = m.globals.get("addresses")
    if found is None:
        found = m.globals["addresses"] = AddressSpace()
    space: AddressSpace = found
    return space
