"""How a level of a sparse tensor is stored: `compressed(nonunique)`, `structured[2, 4]`."""

from __future__ import annotations

from typing import Any, NamedTuple

FORMATS = ("dense", "batch", "compressed", "singleton", "loose_compressed", "structured")
PROPERTIES = ("nonunique", "nonordered", "soa")
WITH_PROPERTIES = ("compressed", "singleton", "loose_compressed")
WITH_POSITIONS = ("compressed", "loose_compressed")


class Level(NamedTuple):
    """The format of a level, its properties in the order of `PROPERTIES`, and n and m of a
    structured one, of which n of m consecutive elements are stored."""

    format: str
    properties: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()

    @property
    def is_ordered(self) -> bool:
        """Whether coordinates are stored in ascending order."""
        return "nonordered" not in self.properties

    @property
    def is_unique(self) -> bool:
        """Whether each coordinate is stored once."""
        return "nonunique" not in self.properties

    @property
    def fields(self) -> tuple[str, ...]:
        """The buffers of the level: `positions`, `coordinates`."""
        if self.format in WITH_POSITIONS:
            return ("positions", "coordinates")
        return ("coordinates",) if self.format in ("singleton", "structured") else ()

    def __str__(self) -> str:
        sizes = f"[{', '.join(map(str, self.sizes))}]" if self.sizes else ""
        properties = f"({', '.join(self.properties)})" if self.properties else ""
        return f"{self.format}{sizes}{properties}"


def parse_level(p: Any) -> Level:
    """A level after the colon."""
    where = p.here()
    format = p.optional_keyword()
    if format is None:
        raise p.error("expected valid level format (e.g. dense, compressed or singleton)", where)
    sizes = _sizes(p, where) if format == "structured" else ()
    found = set(p.comma_list(lambda: _property(p), "(", ")")) if p.peek("(") else set()
    if format not in FORMATS:
        raise p.error(f"unknown level format: {format}", where)
    if found and format not in WITH_PROPERTIES:
        raise p.error("invalid level type: level format doesn't support the properties", where)
    return Level(format, tuple(name for name in PROPERTIES if name in found), sizes)


def _property(p: Any) -> str:
    where = p.here()
    word: str | None = p.optional_keyword()
    if word is None:
        raise p.error("expected valid level property (e.g. nonordered, nonunique or high)", where)
    if word not in PROPERTIES:
        raise p.error(f"unknown level property: {word}", where)
    return word


def _sizes(p: Any, where: Any) -> tuple[int, ...]:
    sizes = tuple(p.comma_list(lambda: _size(p), "[", "]")) if p.peek("[") else ()
    if len(sizes) != 2:
        raise p.error("expected exactly 2 structured sizes", where)
    if sizes[0] > sizes[1]:
        raise p.error("expected n <= m in n_out_of_m", where)
    return sizes


def _size(p: Any) -> int:
    where = p.here()
    size: int | None = p.optional_integer()
    if size is None:
        raise p.error("expected valid integer for structured size", where)
    if size < 0:
        raise p.error("expected structured size to be >= 0", where)
    return size
