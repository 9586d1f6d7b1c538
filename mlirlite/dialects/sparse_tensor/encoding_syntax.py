"""The text of an encoding."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.complex.number import NumberAttr
from mlirlite.dialects.sparse_tensor.levels import parse_level
from mlirlite.dialects.sparse_tensor.maps import inverse
from mlirlite.ir.affine import AffineMap
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import FloatAttr, IntegerAttr


def parse_encoding(cls: Any, part: Any, p: Any, keys: tuple[str, ...]) -> Attribute:
    """`<{ map = …, posWidth = 32 }>`, of the class `cls`, whose slices are of the class `part`."""
    p.expect("<")
    p.expect("{")
    found: dict[str, Any] = {"levels": (), "slices": (), "map": None, "back": None}
    while (key := p.optional_keyword()) is not None:
        if key not in keys:
            raise p.error(f"unexpected key: {key}")
        p.expect("=")
        if key == "map":
            _Map(p, part).read(found)
        elif key.endswith("Width"):
            found[key] = _width(p, "position" if key == "posWidth" else "index")
        else:
            found[key] = _number(p, key)
        if not p.accept(","):
            break
    p.expect("}")
    p.expect(">")
    back = found["back"] or inverse(found["map"])
    parts = (found["levels"], found["map"], back, found.get("posWidth", 0))
    values = (found.get("crdWidth", 0), found.get("explicitVal"), found.get("implicitVal"))
    made: Attribute = cls(*parts, *values, found["slices"])
    return made


def _width(p: Any, what: str) -> int:
    value = p.attribute()
    if not isinstance(value, IntegerAttr):
        raise p.error(f"expected an integral {what} bitwidth")
    return value.value


def _number(p: Any, key: str) -> Attribute:
    value: Attribute = p.attribute()
    if not isinstance(value, (FloatAttr, IntegerAttr, NumberAttr)):
        raise p.error(f"expected a numeric value for {key}")
    return value


class _Map:
    """Reads `[s0] {l0} (d0 = l0 : slice) -> (l0 = d0 : dense)`: symbols, names of levels,
    dimensions, levels."""

    def __init__(self, p: Any, part: Any) -> None:
        self.p = p
        self.part = part
        self.known: set[str] = set()
        self.symbols: list[str] = []
        self.levels: list[str] = []
        self.dims: list[str] = []
        self.slices: list[Any] = []
        self.back: list[Any] = []
        self.specified = 0

    def read(self, found: dict[str, Any]) -> None:
        """Write what is read into `found`."""
        p = self.p
        if p.peek("["):
            p.comma_list(lambda: self.name(self.symbols), "[", "]", " in symbol binding list")
        if p.peek("{"):
            p.comma_list(lambda: self.name(self.levels), "{", "}", " in level declaration list")
        p.comma_list(self.dimension, "(", ")", " in dimension-specifier list")
        p.expect("->")
        where = p.here()
        levels = p.comma_list(self.level, "(", ")", " in level-specifier list")
        if self.levels and len(levels) != len(self.levels):
            raise p.error(
                "Level-rank mismatch between forward-declarations and specifiers. Declared "
                f"{len(self.levels)} level-variables; but got {len(levels)} level-specifiers.",
                where,
            )
        symbols = len(self.symbols)
        found["levels"] = tuple(level for _, level in levels)
        found["map"] = AffineMap(len(self.dims), symbols, tuple(expr for expr, _ in levels))
        if self.back:
            found["back"] = AffineMap(len(levels), symbols, tuple(self.back))
        if any(self.slices):
            empty = self.part()
            found["slices"] = tuple(part or empty for part in self.slices)

    def name(self, into: list[str]) -> None:
        p = self.p
        where = p.here()
        word = p.optional_keyword()
        if word is None:
            raise p.error("expected bare identifier", where)
        if word in self.known:
            raise p.error(f"redefinition of identifier '{word}'", where)
        self.known.add(word)
        into.append(word)

    def dimension(self) -> None:
        p = self.p
        self.name(self.dims)
        if p.accept("="):
            self.back.append(p.affine_expr(self.levels, self.symbols))
        part = None
        if p.accept(":"):
            where = p.here()
            part = p.attribute()
            if not isinstance(part, self.part):
                raise p.error("expected SparseTensorDimSliceAttr", where)
        self.slices.append(part)

    def level(self) -> tuple[Any, Any]:
        p = self.p
        if self.levels:
            self.declared()
        expr = p.affine_expr(self.dims, self.symbols)
        p.expect(":")
        return expr, parse_level(p)

    def declared(self) -> None:
        p = self.p
        where = p.here()
        word = p.optional_keyword()
        if word is None:
            raise p.error("expected bare identifier", where)
        if word not in self.levels:
            raise p.error(f"use of undeclared identifier '{word}'", where)
        declared = self.levels.index(word)
        if declared != self.specified:
            raise p.error(
                f"Level-variable ordering mismatch. The variable '{word}' was forward-declared as "
                f"the {_nth(declared)} level; but is bound by the {_nth(self.specified)} "
                "specification.",
                where,
            )
        self.specified += 1
        p.expect("=")


def _nth(number: int) -> str:
    return {1: "1st", 2: "2nd"}.get(number, f"{number}th")


def print_encoding(encoding: Any, p: Any) -> None:
    """Append it."""
    map = encoding.dim_to_lvl or AffineMap.identity(encoding.lvl_rank)
    symbols = [f"s{i}" for i in range(map.num_symbols)]
    slices = encoding.dim_slices
    levels = [
        f"{expr} : {level}" for expr, level in zip(map.results, encoding.lvl_types, strict=False)
    ]
    p.text("<{ map = " + (f"[{', '.join(symbols)}]" if symbols else ""))
    p.text("(")
    for i in range(map.num_dims):
        p.text(f", d{i}" if i else f"d{i}")
        if slices:
            p.text(" : ")
            p.attribute(slices[i])
    p.text(f") -> ({', '.join(levels)})")
    for name, width in (("posWidth", encoding.pos_width), ("crdWidth", encoding.crd_width)):
        p.text(f", {name} = {width}" if width else "")
    values = (("explicitVal", encoding.explicit_val), ("implicitVal", encoding.implicit_val))
    for name, value in values:
        if value is not None:
            p.text(f", {name} = ")
            p.attribute(value)
    p.text(" }>")
