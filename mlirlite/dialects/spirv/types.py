"""The types of SPIR-V: pointers, arrays, structures, matrices, images."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.spirv.dialect import DIALECT
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import UNIT
from mlirlite.ir.types import DYNAMIC


def case_of(p: Any, enum: str) -> str:
    """Read a case of an enum of the dialect; its keyword."""
    where = p.here()
    word: str = p.keyword()
    if word not in DIALECT.member(enum).__keywords__.values():
        raise p.error(f"invalid {enum} specification: {word}", where)
    return word


class PointerType(Type, name="spirv.ptr"):
    """`!spirv.ptr<f32, Function>`."""

    pointee_type: Type
    storage_class: str

    @classmethod
    def parse(cls, p: Any) -> Type:
        p.expect("<")
        pointee = p.type()
        p.expect(",")
        storage = case_of(p, "StorageClass")
        p.expect(">")
        return cls(pointee, storage)

    def print(self, p: Any) -> None:
        p.text("<")
        p.type(self.pointee_type)
        p.text(f", {self.storage_class}>")


def _count(p: Any) -> int:
    """`4 x`, or `4x` before a type."""
    where = p.here()
    counts = p.dimension_list(allow_dynamic=False)
    if len(counts) != 1:
        raise p.error("expected single integer for number of elements", where)
    found: int = counts[0]
    return found


def _stride(p: Any) -> int:
    """`, stride=4>`, or `>` alone."""
    stride = 0
    if p.accept(","):
        p.expect("stride")
        p.expect("=")
        stride = p.integer()
    p.expect(">")
    return stride


def _print_stride(p: Any, stride: int) -> None:
    p.text(f", stride={stride}>" if stride else ">")


class ArrayType(Type, name="spirv.array"):
    """`!spirv.array<4 x f32, stride=4>`."""

    num_elements: int
    element_type: Type
    array_stride: int = 0

    @classmethod
    def parse(cls, p: Any) -> Type:
        p.expect("<")
        count = _count(p)
        element = p.type()
        return cls(count, element, _stride(p))

    def print(self, p: Any) -> None:
        p.text(f"<{self.num_elements} x ")
        p.type(self.element_type)
        _print_stride(p, self.array_stride)


class RuntimeArrayType(Type, name="spirv.rtarray"):
    """`!spirv.rtarray<f32>`: an array whose length is known when the program runs."""

    element_type: Type
    array_stride: int = 0

    @classmethod
    def parse(cls, p: Any) -> Type:
        p.expect("<")
        element = p.type()
        return cls(element, _stride(p))

    def print(self, p: Any) -> None:
        p.text("<")
        p.type(self.element_type)
        _print_stride(p, self.array_stride)


class MatrixType(Type, name="spirv.matrix"):
    """`!spirv.matrix<3 x vector<3xf32>>`: columns."""

    num_columns: int
    column_type: Type

    @property
    def element_type(self) -> Type:
        """The type of the elements of columns."""
        found: Type = getattr(self.column_type, "element_type", self.column_type)
        return found

    @classmethod
    def parse(cls, p: Any) -> Type:
        p.expect("<")
        count = _count(p)
        column = p.type()
        p.expect(">")
        return cls(count, column)

    def print(self, p: Any) -> None:
        p.text(f"<{self.num_columns} x ")
        p.type(self.column_type)
        p.text(">")


_IMAGE = ("Dim", "ImageDepthInfo", "ImageArrayedInfo", "ImageSamplingInfo")
_IMAGE_USE = ("ImageSamplerUseInfo", "ImageFormat")


class ImageType(Type, name="spirv.image"):
    """`!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>`."""

    element_type: Type
    cases: tuple[str, ...]

    @classmethod
    def parse(cls, p: Any) -> Type:
        p.expect("<")
        element = p.type()
        cases = []
        for enum in (*_IMAGE, *_IMAGE_USE):
            p.expect(",")
            cases.append(case_of(p, enum))
        p.expect(">")
        return cls(element, tuple(cases))

    def print(self, p: Any) -> None:
        p.text("<")
        p.type(self.element_type)
        p.text(f", {', '.join(self.cases)}>")


class SampledImageType(Type, name="spirv.sampled_image"):
    """`!spirv.sampled_image<!spirv.image<…>>`."""

    image_type: Type

    @classmethod
    def parse(cls, p: Any) -> Type:
        p.expect("<")
        image = p.type()
        p.expect(">")
        return cls(image)

    def print(self, p: Any) -> None:
        p.text("<")
        p.type(self.image_type)
        p.text(">")


class CooperativeMatrixType(Type, name="spirv.coopmatrix"):
    """`!spirv.coopmatrix<16x16xf32, Subgroup, MatrixA>`."""

    rows: int
    columns: int
    element_type: Type
    scope: str
    use: str

    @classmethod
    def parse(cls, p: Any) -> Type:
        p.expect("<")
        rows, columns = p.dimension_list(allow_dynamic=False)
        element = p.type()
        p.expect(",")
        scope = case_of(p, "Scope")
        p.expect(",")
        use = case_of(p, "CooperativeMatrixUseKHR")
        p.expect(">")
        return cls(rows, columns, element, scope, use)

    def print(self, p: Any) -> None:
        p.text(f"<{self.rows}x{self.columns}x")
        p.type(self.element_type)
        p.text(f", {self.scope}, {self.use}>")


class TensorArmType(Type, name="spirv.arm.tensor"):
    """`!spirv.arm.tensor<4x?xi32>`, or `<*xi32>` without a rank."""

    shape: tuple[int, ...]
    element_type: Type
    has_rank: bool = True

    @classmethod
    def parse(cls, p: Any) -> Type:
        p.expect("<")
        if p.accept("*"):
            if not p.accept("x"):  # a word of its own, or the head of one: `*xi32`
                p.pos += p.text.startswith("x", p.pos)
            element = p.type()
            p.expect(">")
            return cls((), element, False)
        shape = tuple(p.dimension_list())
        element = p.type()
        p.expect(">")
        return cls(shape, element)

    def print(self, p: Any) -> None:
        sizes = "".join("?x" if d == DYNAMIC else f"{d}x" for d in self.shape)
        p.text(f"<{sizes if self.has_rank else '*x'}")
        p.type(self.element_type)
        p.text(">")


def _decorations(p: Any) -> tuple[int, tuple[Any, ...]]:
    """`[4, NonWritable, Location=1]`: an offset, or -1, and decorations with their values."""
    offset = p.optional_integer()
    found: list[Any] = []
    if offset is None or p.accept(","):
        found = [_decoration(p)]
        while p.accept(","):
            found.append(_decoration(p))
    p.expect("]")
    return (-1 if offset is None else offset), tuple(found)


def _decoration(p: Any) -> tuple[str, Attribute]:
    word = case_of(p, "Decoration")
    return word, p.attribute() if p.accept("=") else UNIT


def _print_decorations(p: Any, decorations: Any, lead: str = "") -> None:
    for word, value in decorations:
        p.text(f"{lead}{word}")
        if value is not UNIT:
            p.text("=")
            p.attribute(value)
        lead = ", "


class StructType(Type, name="spirv.struct"):
    """`!spirv.struct<(f32 [0], i32 [4, NonWritable]), Block>`; `!spirv.struct<a, (…)>` has a name,
    by which its members refer to it: `!spirv.struct<a>` has no members here."""

    members: tuple[Type, ...]
    offsets: tuple[int, ...] = ()
    decorations: tuple[Any, ...] = ()
    own: tuple[Any, ...] = ()
    identifier: str = ""
    is_reference: bool = False

    @classmethod
    def parse(cls, p: Any) -> Type:
        p.expect("<")
        identifier = p.optional_keyword() or ""
        if identifier and p.accept(">"):
            return cls((), identifier=identifier, is_reference=True)
        if identifier:
            p.expect(",")
        members: list[Type] = []
        offsets: list[int] = []
        decorations: list[Any] = []

        def member() -> None:
            members.append(p.type())
            offset, found = _decorations(p) if p.accept("[") else (-1, ())
            offsets.append(offset)
            decorations.append(found)

        where = p.here()
        p.comma_list(member, "(", ")")
        if len({offset < 0 for offset in offsets}) > 1:
            raise p.error("offset specification must be given for all members", where)
        own = []
        while p.accept(","):
            own.append(_decoration(p))
        p.expect(">")
        parts = (tuple(offsets), tuple(decorations), tuple(own))
        return cls(tuple(members), *parts, identifier)

    def print(self, p: Any) -> None:
        p.text(f"<{self.identifier}")
        if self.is_reference:
            p.text(">")
            return
        p.text(", (" if self.identifier else "(")
        for i, type in enumerate(self.members):
            if i:
                p.text(", ")
            p.type(type)
            offset, found = self.offsets[i], self.decorations[i]
            if offset >= 0 or found:
                p.text(f" [{offset}" if offset >= 0 else " [")
                _print_decorations(p, found, ", " if offset >= 0 else "")
                p.text("]")
        p.text(")")
        _print_decorations(p, self.own, ", ")
        p.text(">")
