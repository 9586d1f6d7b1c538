"""The encoding of a sparse tensor: `#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 :
compressed) }>`."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.sparse_tensor.levels import WITH_POSITIONS, Level
from mlirlite.dialects.sparse_tensor.maps import block_sizes, inverse, is_block, translated
from mlirlite.ir.affine import AffineMap
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FloatAttr, IntegerAttr
from mlirlite.ir.types import DYNAMIC, INDEX, IntegerType

_KEYS = ("map", "posWidth", "crdWidth", "explicitVal", "implicitVal")
_WIDTHS = (0, 8, 16, 32, 64)


class SparseTensorDimSliceAttr(Attribute, name="sparse_tensor.slice"):
    """`#sparse_tensor<slice(1, ?, 2)>`: offset, size and stride of a part of a dimension."""

    offset: int = 0
    size: int = DYNAMIC
    stride: int = 1

    def verify(self) -> None:
        if self.offset != DYNAMIC and self.offset < 0:
            raise ValueError("expect non-negative value or ? for slice offset")
        if self.size != DYNAMIC and self.size <= 0:
            raise ValueError("expect positive value or ? for slice size")
        if self.stride != DYNAMIC and self.stride <= 0:
            raise ValueError("expect positive value or ? for slice stride")

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        return cls(*_triple(p))

    def print(self, p: Any) -> None:
        parts = (self.offset, self.size, self.stride)
        p.text(f"({', '.join('?' if part == DYNAMIC else str(part) for part in parts)})")


def _triple(p: Any) -> list[int]:
    p.expect("(")
    parts = []
    for i in range(3):
        if i:
            p.expect(",")
        part = p.optional_integer()
        if part is not None and part < 0:
            raise p.error("expect positive value or ? for slice offset/size/stride")
        if part is None:
            p.expect("?")
        parts.append(DYNAMIC if part is None else part)
    p.expect(")")
    return parts


class SparseTensorEncodingAttr(Attribute, name="sparse_tensor.encoding"):
    """How a tensor is stored: the levels, the map from dimensions to them and back, the widths of
    positions and coordinates (0: index), values that are not stored, and slices."""

    lvl_types: tuple[Level, ...]
    dim_to_lvl: AffineMap | None = None
    lvl_to_dim: AffineMap | None = None
    pos_width: int = 0
    crd_width: int = 0
    explicit_val: Attribute | None = None
    implicit_val: Attribute | None = None
    dim_slices: tuple[SparseTensorDimSliceAttr, ...] = ()

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        from mlirlite.dialects.sparse_tensor.encoding_syntax import parse_encoding  # late: few need

        return parse_encoding(cls, SparseTensorDimSliceAttr, p, _KEYS)

    def print(self, p: Any) -> None:
        from mlirlite.dialects.sparse_tensor.encoding_syntax import print_encoding  # late, as above

        print_encoding(self, p)

    def alias(self) -> str:
        """How text names encodings."""
        return "sparse"

    def verify(self) -> None:
        for name, width in (("position", self.pos_width), ("coordinate", self.crd_width)):
            if width not in _WIDTHS:
                raise ValueError(f"unexpected {name} bitwidth: {width}")
        _check_levels(self.lvl_types)
        _check_structured(self.lvl_types, self.dim_to_lvl)
        self._check_ranks()

    def _check_ranks(self) -> None:
        levels, map = len(self.lvl_types), self.dim_to_lvl
        if not levels:
            raise ValueError("expected a non-empty array for lvlTypes")
        dims = map.num_dims if map is not None else levels
        if map is not None:
            if len(map.results) != levels:
                raise ValueError(
                    "level-rank mismatch between dimToLvl and lvlTypes: "
                    f"{len(map.results)} != {levels}"
                )
            back = inverse(map)
            if back is None and not map.num_symbols:
                raise ValueError("failed to infer lvlToDim from dimToLvl")
            if self.lvl_to_dim is not None and back is not self.lvl_to_dim:
                raise ValueError("expected lvlToDim to be an inverse of dimToLvl")
            if dims > levels:
                raise ValueError(f"unexpected dimToLvl mapping from {dims} to {levels}")
        if self.dim_slices:
            if len(self.dim_slices) != dims:
                raise ValueError(
                    "dimension-rank mismatch between dimSlices and dimToLvl: "
                    f"{len(self.dim_slices)} != {dims}"
                )
            if dims != levels:
                raise ValueError(
                    f"dimSlices expected dimension-rank to match level-rank: {dims} != {levels}"
                )

    def verify_encoding(self, shape: tuple[int, ...], element: Type) -> None:
        """ValueError if no tensor of this shape and element type may have the encoding."""
        if not shape:
            raise ValueError("expected non-scalar sparse tensor")
        if self.dim_rank != len(shape):
            raise ValueError(
                "dimension-rank mismatch between encoding and tensor shape: "
                f"{self.dim_rank} != {len(shape)}"
            )
        for name, value in (("explicit", self.explicit_val), ("implicit", self.implicit_val)):
            type = getattr(value, "type", element)
            if type is not element:
                raise ValueError(
                    f"{name} value type mismatch between encoding and tensor element type: "
                    f"'{type}' != '{element}'"
                )
        if self.implicit_val is not None and not _is_zero(self.implicit_val):
            raise ValueError("implicit value must be zero")

    # What ops ask

    @property
    def lvl_rank(self) -> int:
        """The number of levels."""
        return len(self.lvl_types)

    @property
    def dim_rank(self) -> int:
        """The number of dimensions of the tensor."""
        return self.dim_to_lvl.num_dims if self.dim_to_lvl is not None else self.lvl_rank

    @property
    def is_slice(self) -> bool:
        """Whether the tensor is a part of another one."""
        return bool(self.dim_slices)

    @property
    def position_type(self) -> Type:
        """The type of positions."""
        return IntegerType(self.pos_width) if self.pos_width else INDEX

    @property
    def coordinate_type(self) -> Type:
        """The type of coordinates."""
        return IntegerType(self.crd_width) if self.crd_width else INDEX

    @property
    def coordinates_start(self) -> int:
        """The level where a list of coordinates in one buffer begins; the number of levels if there
        is none."""
        types = self.lvl_types
        for i in range(len(types) - 1):
            if types[i].format in WITH_POSITIONS and types[i + 1].format == "singleton":
                return self.lvl_rank if "soa" in types[i + 1].properties else i
        return self.lvl_rank

    def is_coordinates(self, start: int = 0, *, unique: bool = True) -> bool:
        """Whether all levels from `start` on are a list of coordinates."""
        head, *tail = self.lvl_types[start:]
        if head.format not in WITH_POSITIONS or any(t.format != "singleton" for t in tail):
            return False
        return not unique or self.lvl_types[-1].is_unique

    def level_shape(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """The sizes of the levels of a tensor of this shape."""
        return translated(shape, self.dim_to_lvl) if self.dim_to_lvl is not None else shape

    def batch_shape(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """The sizes of the leading levels that only count batches."""
        batches = sum(level.format == "batch" for level in self.lvl_types)
        return self.level_shape(shape)[:batches]

    @property
    def stored(self) -> SparseTensorEncodingAttr:
        """The encoding with only what decides how much is stored."""
        levels = [
            level._replace(properties=tuple(p for p in level.properties if p == "soa"))
            for level in self.lvl_types
        ]
        return SparseTensorEncodingAttr(tuple(levels), dim_slices=self.dim_slices)


def _check_levels(levels: tuple[Level, ...]) -> None:
    for i, level in enumerate(levels):
        if level.format != "singleton":
            continue
        before = levels[i - 1] if i else None
        if before is None or before.format not in (*WITH_POSITIONS, "singleton"):
            raise ValueError("expected compressed or loose_compressed level before singleton level")
        if before.format == "singleton" and ("soa" in before.properties) != (
            "soa" in level.properties
        ):
            raise ValueError(
                "expected all singleton lvlTypes stored in the same memory layout (SoA vs AoS)."
            )
    batches = [level.format == "batch" for level in levels]
    if batches != sorted(batches, reverse=True):
        raise ValueError("Batch lvlType can only be leading levels.")
    if any("soa" in level.properties and level.format != "singleton" for level in levels):
        raise ValueError("SoA is only applicable to singleton lvlTypes.")


def _check_structured(levels: tuple[Level, ...], map: AffineMap | None) -> None:
    places = [i for i, level in enumerate(levels) if level.format == "structured"]
    if not places:
        return
    if places[0] != len(levels) - 1:
        raise ValueError("expected n_out_of_m to be the last level type")
    if any(level.format != "dense" for level in levels[:-1]):
        raise ValueError("expected all dense lvlTypes before a n_out_of_m level")
    if map is None or map.num_dims == len(map.results):
        return
    if not is_block(map):
        raise ValueError("expected 1xm block structure for n_out_of_m level")
    sizes = {size for size in block_sizes(map) if size}
    if len(sizes) > 1:
        raise ValueError("expected only one blocked level with the same coefficients")
    if sizes != {levels[-1].sizes[1]}:
        raise ValueError(
            "expected coeffiencts of Affine expressions to be equal to m of n_out_of_m level"
        )


def _is_zero(value: Attribute) -> bool:
    parts = (value,) if isinstance(value, (FloatAttr, IntegerAttr)) else _parts(value)
    return all(part.value == 0 for part in parts)


def _parts(value: Any) -> tuple[Any, ...]:
    return value.real, value.imag


def encoding_of(type: Any) -> SparseTensorEncodingAttr | None:
    """The encoding of a sparse tensor's type, or of its metadata; None of another type."""
    found = getattr(type, "encoding", None)
    return found if isinstance(found, SparseTensorEncodingAttr) else None
