"""Resources: big constant data under a key, shared by reference, mapped or read lazily and never
printed element by element."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

_PIECE = 1 << 20


class Loader(Protocol):
    """A source of data that is not in memory."""

    size: int
    """Number of bytes."""

    def pieces(self) -> Iterator[bytes | memoryview]:
        """The data in pieces of a few MiB. ValueError or DiagnosticError when it cannot be read."""


class Resource:
    """A named blob of bytes (little-endian elements). `data` is loaded at the first use, so a
    mapped file or a hex string in a source text costs nothing until then. Identity is
    equality; `key` may be renamed by a printer on a clash."""

    __slots__ = ("_data", "_loader", "alignment", "dialect", "key")

    def __init__(
        self,
        key: str,
        data: memoryview | bytes | None = None,
        *,
        loader: Loader | None = None,
        alignment: int = 64,
        dialect: str = "builtin",
    ) -> None:
        self.key = key
        self.alignment = alignment
        self.dialect = dialect
        self._data = memoryview(data).cast("B") if data is not None else None
        self._loader = loader

    @property
    def is_defined(self) -> bool:
        """False for a reference whose `{-# #-}` entry has not been seen (or was elided)."""
        return self._data is not None or self._loader is not None

    @property
    def is_loaded(self) -> bool:
        """True when the data is in memory, or mapped."""
        return self._data is not None

    @property
    def data(self) -> memoryview:
        """The bytes; ValueError when the text that named the resource did not define it."""
        if self._data is None:
            if self._loader is None:
                raise ValueError(
                    f"resource '{self.key}' has no data: its text was elided or left out"
                )
            data = bytearray(self._loader.size)
            at = 0
            for piece in self._loader.pieces():
                data[at : at + len(piece)] = piece
                at += len(piece)
            self._data = memoryview(data).toreadonly()
            self._loader = None
        return self._data

    @property
    def size(self) -> int:
        """Number of bytes; loads nothing."""
        return len(self.data) if self._loader is None else self._loader.size

    def pieces(self) -> Iterator[memoryview | bytes]:
        """The bytes in pieces of a few MiB; pieces that are not in memory yet are not kept."""
        if self._loader is not None:
            yield from self._loader.pieces()
            return
        data = self.data
        for start in range(0, len(data), _PIECE):
            yield data[start : start + _PIECE]

    def define(self, loader: Loader, alignment: int) -> None:
        """Set where the data comes from (in text the data follows the uses)."""
        self._loader, self.alignment = loader, alignment

    def __repr__(self) -> str:
        return f"Resource({self.key!r})"


ExternalResources = dict[str, dict[str, "bool | str | Resource"]]
"""The `external_resources` of the text, by their user and key. No op refers to them: they are kept
for printing the module again."""
