"""Constants of a library: where each lies, and their bytes in the target's order."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mlirlite.ir.dense import element_size
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import ComplexType
from mlirlite.runtime.constants import Constant, constants_in

CHUNK = 16 << 20
"""Bytes that are summed at once."""


@dataclass(frozen=True, slots=True)
class Placed(Constant):
    """A constant of a library, and its offset in the section."""

    offset: int = 0

    @property
    def unit(self) -> int:
        """Bytes of a number, for the byte order."""
        element = self.value.type.element_type
        if isinstance(element, ComplexType):
            element = element.element_type
        return element_size(element)

    def chunks(self, big_endian: bool) -> Iterator[Any]:
        """The bytes, piece by piece."""
        for piece in self.pieces():
            if big_endian and self.unit > 1:
                yield np.frombuffer(piece, f"u{self.unit}").byteswap().view(np.uint8)
            else:
                yield piece


def placed_constants(module: Operation) -> list[Placed]:
    """The constants of a module of the llvm dialect whose data is outside its text, laid out one
    after the other."""
    found: list[Placed] = []
    at = 0
    for _, c in constants_in(module):
        at += -at % c.alignment
        found.append(Placed(c.name, c.alignment, c.value, at))
        at += c.size
    return found


def total_size(constants: Sequence[Placed]) -> int:
    """Bytes of the section, a multiple of 64."""
    end = max((c.offset + c.size for c in constants), default=0)
    return end + -end % 64


def marker(constant: Placed) -> bytes:
    """16 bytes that mark a constant in an object until its data is written over them."""
    return hashlib.blake2b(constant.name.encode(), digest_size=16, key=b"mlirlite").digest()


def placeholders(constants: Sequence[Placed], big_endian: bool) -> str:
    """LLVM IR that defines constants as a marker and room for the rest; small ones by their data.
    LLVM must not read them: `externally_initialized`."""
    lines = []
    for constant in constants:
        rest = constant.size - len(marker(constant))
        if rest >= 0:
            kind, text = (
                "externally_initialized global",
                (
                    f"<{{ [16 x i8], [{rest} x i8] }}> "
                    f"<{{ [16 x i8] {_quoted(marker(constant))}, [{rest} x i8] zeroinitializer }}>"
                ),
            )
        else:
            data = b"".join(bytes(p) for p in constant.chunks(big_endian))
            kind, text = "constant", f"[{len(data)} x i8] {_quoted(data)}"
        lines.append(f'@"{constant.name}" = {kind} {text}, align {constant.alignment}')
    return "\n".join(lines) + "\n"


def _quoted(data: bytes) -> str:
    return 'c"' + "".join(f"\\{b:02X}" for b in data) + '"'


def image(constants: Sequence[Placed], big_endian: bool) -> Iterator[Any]:
    """The bytes of the section, piece by piece."""
    at = 0
    for constant in constants:
        if constant.offset > at:
            yield bytes(constant.offset - at)
        yield from constant.chunks(big_endian)
        at = constant.offset + constant.size
    rest = total_size(constants) - at
    if rest:
        yield bytes(rest)


def checksum(pieces: Iterable[Any], big_endian: bool) -> int:
    """The checksum that the runtime computes over the image (load.ll): the sum of
    (x[i] ^ x[i] >> 32) * (2 i + 1) over its 64-bit numbers, modulo 2^64."""
    total, index, left = 0, 0, b""
    kind = np.dtype(">u8" if big_endian else "<u8")
    for piece in pieces:
        data = np.frombuffer(piece, np.uint8)
        for start in range(0, data.size, CHUNK):
            part = data[start : start + CHUNK]
            if left:
                part = np.concatenate([np.frombuffer(left, np.uint8), part])
            count = part.size // 8
            left = part[count * 8 :].tobytes()
            words = part[: count * 8].view(kind).astype(np.uint64, copy=False)
            factors = np.arange(index, index + count, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
            words = words ^ words >> np.uint64(32)
            total = (total + int((words * factors).sum(dtype=np.uint64))) & (1 << 64) - 1
            index += count
    return total
