"""The builtin attributes, except big constants (dense.py) and locations (locations.py)."""

from __future__ import annotations

import enum
import struct
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from mlirlite.ir.affine import AffineMap, IntegerSet
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.floats import WideFloat
from mlirlite.ir.types import (
    F64,
    I1,
    I32,
    I64,
    INDEX,
    FloatType,
    IndexType,
    IntegerType,
)


class UnitAttr(Attribute):
    """`unit`: its presence is the information."""

    description: ClassVar[str] = "unit attribute"


class IntegerAttr(Attribute):
    """`3 : i32`. `true` and `false` are the attributes of type i1 (upstream: BoolAttr).

    The value is what is printed: signed for signless and signed types, unsigned for unsigned ones;
    i1 holds 0 or 1. A value given in the other range of the same width is wrapped (255 : i8 is -1 :
    i8)."""

    value: int
    type: Type

    @classmethod
    def normalize(cls, *args: Any) -> tuple[Any, ...]:
        value, type = int(args[0]), args[1]
        if isinstance(type, IntegerType):
            width = type.width
            if width == 1 and not type.is_signed:
                value = 1 if value == -1 else value
            elif type.is_unsigned:
                if -(1 << width >> 1) <= value < 0:
                    value += 1 << width
            elif width and 1 << width >> 1 <= value < 1 << width:
                value -= 1 << width
        return value, type

    def verify(self) -> None:
        type = self.type
        if isinstance(type, IntegerType):
            if 0 <= self.value < 1 << type.width >> 1:
                return  # for any signedness
            low = (
                0
                if type.is_unsigned or (type.width == 1 and type.is_signless)
                else -(1 << type.width >> 1)
            )
            high = 1 << type.width if type.is_unsigned or type.width <= 1 else 1 << type.width >> 1
            if not low <= self.value < high:
                raise ValueError("integer constant out of range for attribute")
        elif not isinstance(type, IndexType):
            raise ValueError("integer literal not valid for specified type")

    @property
    def is_bool(self) -> bool:
        """True for `true` and `false`."""
        return self.type is I1

    def __int__(self) -> int:
        return self.value

    def __bool__(self) -> bool:
        return True


class FloatAttr(Attribute):
    """`1.0 : f32`: a float rounded to its type's format."""

    value: float
    type: FloatType

    @staticmethod
    def cache_key(value: float, type: FloatType) -> Any:
        """Bits, so that -0.0 and the NaNs are told apart."""
        if isinstance(value, WideFloat):
            return value.bits, value.format.name, type
        return struct.pack("<d", value), type

    @classmethod
    def normalize(cls, *args: Any) -> tuple[Any, ...]:
        value, type = args
        if not isinstance(type, FloatType):
            raise ValueError("floating point value not valid for specified type")
        return type.format.round(value if isinstance(value, float) else float(value)), type

    @classmethod
    def from_bits(cls, bits: int, type: FloatType) -> FloatAttr:
        """The float with this bit pattern."""
        result: FloatAttr = cls(type.format.decode(bits), type)
        return result

    @property
    def bits(self) -> int:
        """The bit pattern in the type's format."""
        return self.type.format.encode(self.value)

    def __float__(self) -> float:
        return self.value


class StringAttr(Attribute):
    """`"text"`, rarely with a type. The text holds one character per byte of the IR for bytes
    outside ASCII (surrogate escapes)."""

    description: ClassVar[str] = "string attribute"
    value: str
    type: Type | None = None


class ArrayAttr(Attribute):
    """`[a, b]`."""

    description: ClassVar[str] = "array attribute"
    value: tuple[Attribute, ...]

    def __iter__(self) -> Iterator[Attribute]:
        return iter(self.value)

    def __len__(self) -> int:
        return len(self.value)

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, index: int) -> Attribute:
        return self.value[index]


class DictionaryAttr(Attribute):
    """`{a = 1 : i64, b}`, sorted by name."""

    description: ClassVar[str] = "dictionary of named attribute values"
    entries: tuple[tuple[str, Attribute], ...] = ()

    @classmethod
    def normalize(cls, *args: Any) -> tuple[Any, ...]:
        entries = args[0].items() if isinstance(args[0], Mapping) else args[0]
        return (tuple(sorted(entries, key=lambda e: e[0])),)

    def get(self, name: str, default: Attribute | None = None) -> Attribute | None:
        """The entry's attribute, or the default."""
        return next((a for n, a in self.entries if n == name), default)

    def to_dict(self) -> dict[str, Attribute]:
        """A new dict of the entries."""
        return dict(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __bool__(self) -> bool:
        return True


class SymbolRefAttr(Attribute):
    """`@root::@nested`."""

    description: ClassVar[str] = "symbol reference attribute"
    root: str
    nested: tuple[str, ...] = ()

    @property
    def leaf(self) -> str:
        """The last name."""
        return self.nested[-1] if self.nested else self.root


class DenseArrayAttr(Attribute):
    """`array<i32: 1, 2>`: numbers of one type; booleans are stored as 0 and 1."""

    element_type: Type
    value: tuple[Any, ...]

    @staticmethod
    def cache_key(element_type: Type, value: tuple[Any, ...]) -> Any:
        """Floats by their bits."""
        if isinstance(element_type, FloatType):
            wide = element_type.width > 64 and tuple(map(element_type.format.encode, value))
            return element_type, wide or struct.pack(f"<{len(value)}d", *value)
        return element_type, tuple(value)

    def verify(self) -> None:
        if not isinstance(self.element_type, (FloatType, IntegerType, IndexType)):
            raise ValueError("expected integer or floating point element type")

    def __iter__(self) -> Iterator[Any]:
        return iter(self.value)

    def __len__(self) -> int:
        return len(self.value)

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, index: int) -> Any:
        return self.value[index]


class AffineMapAttr(Attribute):
    """`affine_map<(d0) -> (d0)>`."""

    description: ClassVar[str] = "AffineMap attribute"
    map: AffineMap


class IntegerSetAttr(Attribute):
    """`affine_set<(d0) : (d0 >= 0)>`."""

    description: ClassVar[str] = "IntegerSet attribute"
    set: IntegerSet


class StridedLayoutAttr(Attribute):
    """`strided<[?, 1], offset: ?>`: strides and offset in elements, DYNAMIC where unknown."""

    strides: tuple[int, ...]
    offset: int = 0


class DistinctAttr(Attribute, interned=False):
    """`distinct[0]<attr>`: never equal to another one. The printed number is given by the
    printer."""

    referenced: Attribute

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


class EnumAttr(Attribute):
    """Base of dialect attributes that hold one case or a set of flags of a Python enum:
    `#arith.overflow<nsw, nuw>`.

        class OverflowFlagsAttr(EnumAttr, name="arith.overflow", cases=OverflowFlags): ...

    In an op's assembly format the case's keyword stands alone.
    """

    cases: ClassVar[type[enum.IntEnum] | type[enum.IntFlag]]
    keywords: ClassVar[dict[str, int]]
    separator: ClassVar[str] = ","
    called: ClassVar[str] = ""
    """The name that messages use for it where upstream has an enum parameter; empty where upstream
    has an enum attribute, whose messages use the C++ name."""
    namespace: ClassVar[str] = ""
    """The namespace in that C++ name; empty for `::mlir::` and that of the dialect."""
    value: int

    def __init_subclass__(
        cls,
        cases: type[enum.IntEnum] | type[enum.IntFlag] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init_subclass__(**kwargs)
        if cases is not None:
            cls.cases = cases
            cls.keywords = enum_keywords(cases)

    @classmethod
    def normalize(cls, *args: Any) -> tuple[Any, ...]:
        return (cls.cases(args[0]),)

    def __bool__(self) -> bool:
        return True


def enum_keywords(cases: type[enum.Enum]) -> dict[str, int]:
    """Printed keyword -> value. A trailing underscore of a member (`or_`) is dropped; a class
    attribute `__keywords__` (a dict member name -> keyword) overrides."""
    special = getattr(cases, "__keywords__", {})
    return {
        special.get(name, name.removesuffix("_")): member.value
        for name, member in cases.__members__.items()
    }


UNIT = UnitAttr()
TRUE, FALSE = IntegerAttr(1, I1), IntegerAttr(0, I1)
EMPTY_DICT = DictionaryAttr()


def bool_attr(value: bool) -> IntegerAttr:
    """`true` or `false`."""
    return TRUE if value else FALSE


def i64_attr(value: int) -> IntegerAttr:
    """`value : i64`."""
    return IntegerAttr(value, I64)


def i32_attr(value: int) -> IntegerAttr:
    """`value : i32`."""
    return IntegerAttr(value, I32)


def index_attr(value: int) -> IntegerAttr:
    """`value : index`."""
    return IntegerAttr(value, INDEX)


def f64_attr(value: float) -> FloatAttr:
    """`value : f64`."""
    return FloatAttr(value, F64)


def dense_array(element_type: Type, values: Iterable[Any]) -> DenseArrayAttr:
    """`array<element_type: values>`."""
    return DenseArrayAttr(element_type, tuple(values))


def i64_array(values: Iterable[int]) -> DenseArrayAttr:
    """`array<i64: values>`."""
    return DenseArrayAttr(I64, tuple(values))


def i32_array(values: Iterable[int]) -> DenseArrayAttr:
    """`array<i32: values>`."""
    return DenseArrayAttr(I32, tuple(values))


def symbol_ref(name: str | SymbolRefAttr, *nested: str) -> SymbolRefAttr:
    """`@name::@nested…`; a reference is passed through."""
    return name if isinstance(name, SymbolRefAttr) else SymbolRefAttr(name, nested)
