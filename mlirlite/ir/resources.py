"""Resources: big constant data under a key, shared by reference, mapped or read lazily and never
printed element by element."""

from __future__ import annotations

from collections.abc import Callable


class Resource:
    """A named blob of bytes (little-endian elements). `data` is produced by `load` at the first
    use, so a mapped file or a hex string in a source text costs nothing until then. Identity is
    equality; `key` may be renamed by a printer on a clash."""

    __slots__ = ("_data", "_load", "alignment", "dialect", "key")

    def __init__(
        self,
        key: str,
        data: memoryview | bytes | None = None,
        *,
        load: Callable[[], memoryview | bytes] | None = None,
        alignment: int = 64,
        dialect: str = "builtin",
    ) -> None:
        self.key = key
        self.alignment = alignment
        self.dialect = dialect
        self._data = memoryview(data).cast("B") if data is not None else None
        self._load = load

    @property
    def is_defined(self) -> bool:
        """False for a reference whose `{-# #-}` entry has not been seen (or was elided)."""
        return self._data is not None or self._load is not None

    @property
    def data(self) -> memoryview:
        """The bytes; ValueError when the text that named the resource did not define it."""
        if self._data is None:
            if self._load is None:
                raise ValueError(
                    f"resource '{self.key}' has no data: its text was elided or left out"
                )
            self._data = memoryview(self._load()).cast("B")
            self._load = None
        return self._data

    def define(self, load: Callable[[], memoryview | bytes], alignment: int) -> None:
        """Say where the data comes from (the parser meets the data after the uses)."""
        self._load, self.alignment = load, alignment

    def __repr__(self) -> str:
        return f"Resource({self.key!r})"
