"""Quantized types: integers that stand for floating-point numbers."""

import re
from typing import Any, ClassVar

from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import F64, FloatType, IntegerType, RankedTensorType

MAX_STORAGE_BITS = 32
_storage = re.compile(r"(si|ui|i|u)([0-9]+)").fullmatch


class QuantizedType(Type):
    """Base of the quantized types. `storage_min` and `storage_max` bound the stored integers."""

    storage_type: Type | None
    is_signed: bool
    storage_min: int
    storage_max: int
    expressed_type: Type | None

    @property
    def width(self) -> int:
        """Bits of a stored integer."""
        return self.storage_type.width if isinstance(self.storage_type, IntegerType) else 0

    def verify(self) -> None:
        if not isinstance(self.storage_type, IntegerType):
            raise ValueError("storage type must be integral")
        low, high = _default_range(self.is_signed, self.width)
        if not (low <= self.storage_min < self.storage_max <= high):
            raise ValueError(
                f"illegal storage min and storage max: ({self.storage_min}:{self.storage_max})"
            )

    def check_scales(self, scales: Any) -> None:
        """ValueError when a scale is not a number of the expressed type."""
        low, high = _scale_range(self.expressed_type)
        for scale in scales:
            if not low <= scale <= high:
                raise ValueError(
                    f"scale out of expressed type range [{_number(low)}, {_number(high)}]"
                )

    def print_storage(self, p: Any) -> None:
        """Append `<i8<-8:7>`: the storage, bounds only where they are not those of its width."""
        p.text(f"<{'i' if self.is_signed else 'u'}{self.width}")
        if (self.storage_min, self.storage_max) != _default_range(self.is_signed, self.width):
            p.text(f"<{self.storage_min}:{self.storage_max}>")


class AnyQuantizedType(QuantizedType, name="quant.any"):
    """`!quant.any<i8<-8:7>:f32>`: quantized in an unspecified way."""

    @classmethod
    def parse(cls, p: Any) -> Type:
        """Read `<storage:expressed>`."""
        p.expect("<")
        storage = _read_storage(p)
        expressed = _read_float_type(p) if p.accept(":") else None
        p.expect(">")
        found: Type = cls(*storage, expressed)
        return found

    def print(self, p: Any) -> None:
        """Print storage and expressed type."""
        self.print_storage(p)
        if self.expressed_type is not None:
            p.text(":")
            p.type(self.expressed_type)
        p.text(">")


class UniformQuantizedType(QuantizedType, name="quant.uniform"):
    """`!quant.uniform<i8<-8:7>:f32, 9.987200e-01:127>`: numbers are `(stored - zero point) * scale`
    with one scale and zero point for all."""

    scale: float
    zero_point: int

    def verify(self) -> None:
        super().verify()
        self.check_scales((self.scale,))

    @classmethod
    def parse(cls, p: Any) -> Type:
        """Read `<storage:expressed, scale:zero>`, or the form with an axis or with blocks."""
        p.expect("<")
        storage = _read_storage(p)
        p.expect(":")
        expressed = _read_float_type(p)
        axis: int | None = None
        blocks: list[tuple[int, int]] | None = None
        if p.accept(":"):
            if p.peek("{"):
                blocks = p.comma_list(lambda: _read_block(p), "{", "}")
            else:
                axis = p.integer()
        p.expect(",")
        if axis is None and blocks is None:
            scale, zero = _read_parameters(p, expressed)
            p.expect(">")
            found: Type = cls(*storage, expressed, scale, zero)
            return found
        parameters: list[tuple[float, int]] = []
        shape = _read_nested(p, expressed, parameters)
        p.expect(">")
        scales, zeros = zip(*parameters, strict=True)
        if axis is not None:
            found = UniformQuantizedPerAxisType(*storage, expressed, scales, zeros, axis)
            return found
        found = UniformQuantizedSubChannelType(
            *storage,
            expressed,
            DenseElementsAttr.of(RankedTensorType(shape, expressed), scales),
            DenseElementsAttr.of(RankedTensorType(shape, storage[0]), zeros),
            tuple(blocks or ()),
        )
        return found

    def print(self, p: Any) -> None:
        """Print storage, expressed type, scale and zero point."""
        self.print_storage(p)
        p.text(":")
        p.type(self.expressed_type)
        p.text(f", {_parameters(p, self.scale, self.zero_point)}>")


class UniformQuantizedPerAxisType(QuantizedType, name="quant.uniform"):
    """`!quant.uniform<i8:f32:1, {2.000000e+00:10,3.000000e+00}>`: a scale and zero point for each
    index of a dimension."""

    scales: tuple[float, ...]
    zero_points: tuple[int, ...]
    axis: int

    def verify(self) -> None:
        super().verify()
        self.check_scales(self.scales)
        if self.axis < 0:
            raise ValueError(f"illegal quantized dimension: {self.axis}")

    def print(self, p: Any) -> None:
        """Print storage, expressed type, axis, scales and zero points."""
        self.print_storage(p)
        p.text(":")
        p.type(self.expressed_type)
        pairs = zip(self.scales, self.zero_points, strict=True)
        p.text(f":{self.axis}, {{{','.join(_parameters(p, s, z) for s, z in pairs)}}}>")


class UniformQuantizedSubChannelType(QuantizedType, name="quant.uniform"):
    """`!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0}, {3.0}}>`: a scale and zero point for each block;
    `blocks` are dimensions and sizes of blocks along them."""

    scales: DenseElementsAttr
    zero_points: DenseElementsAttr
    blocks: tuple[tuple[int, int], ...]

    def verify(self) -> None:
        super().verify()
        for axis, _ in self.blocks:
            if axis < 0:
                raise ValueError(f"illegal quantized dimension: {axis}")
        for _, size in self.blocks:
            if size <= 0:
                raise ValueError(f"illegal block size: {size}")

    def print(self, p: Any) -> None:
        """Print storage, expressed type, blocks, scales and zero points."""
        self.print_storage(p)
        p.text(":")
        p.type(self.expressed_type)
        p.text(f":{{{', '.join(f'{axis}:{size}' for axis, size in self.blocks)}}}, ")
        pairs = zip(self.scales.values(), self.zero_points.values(), strict=True)
        type: Any = self.scales.element_type
        texts = [_parameters(p, s, z, type) for s, z in pairs]
        p.text(_nested(texts, self.scales.type.shape) + ">")


class CalibratedQuantizedType(QuantizedType, name="quant.calibrated"):
    """`!quant.calibrated<f32<-0.998:1.2321>>`: the numbers lie in a range."""

    min: float
    max: float
    MESSAGE: ClassVar[str] = "calibrated values must be present"

    def verify(self) -> None:
        if self.max <= self.min:
            raise ValueError(f"illegal min and max: ({_number(self.min)}:{_number(self.max)})")

    @classmethod
    def parse(cls, p: Any) -> Type:
        """Read `<expressed<min:max>>`."""
        p.expect("<")
        where = p.here()
        with p.then("expecting float expressed type", where):
            expressed = _read_float_type(p)
        with p.then(cls.MESSAGE, where):
            p.expect("<")
            low = p.float_literal()
            p.expect(":")
            high = p.float_literal()
            p.expect(">")
        p.expect(">")
        found: Type = cls(None, True, 0, 0, expressed, low, high)
        return found

    def print(self, p: Any) -> None:
        """Print the expressed type and the range."""
        p.text("<")
        p.type(self.expressed_type)
        p.text("<")
        p.float(self.min, F64)
        p.text(":")
        p.float(self.max, F64)
        p.text(">>")


_Storage = tuple[IntegerType, bool, int, int]


def _default_range(signed: bool, width: int) -> tuple[int, int]:
    return (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)


def _scale_range(type: Type | None) -> tuple[float, float]:
    if not isinstance(type, FloatType):
        raise ValueError("expressed type must be floating point")
    format = type.format
    return float(format.decode(1)), float(format.decode(format.largest))


def _read_storage(p: Any) -> _Storage:
    """A width and sign, and the range: type, sign, minimum, maximum."""
    where = p.here()
    word = p.keyword()
    found = _storage(word)
    if found is None:
        raise p.error("illegal storage type prefix", where)
    width = int(found[2])
    if width > 1 << 24:
        raise p.error("invalid integer width", where)
    if not 0 < width <= MAX_STORAGE_BITS:
        raise p.error(f"illegal storage type size: {width}", where)
    signed = found[1] in ("i", "si")
    low, high = lowest, highest = _default_range(signed, width)
    if p.accept("<"):
        at_low = p.here()
        low = p.integer()
        p.expect(":")
        at_high = p.here()
        high = p.integer()
        p.expect(">")
        if low < lowest:
            raise p.error(f"illegal storage type minimum: {low}", at_low)
        if high > highest:
            raise p.error(f"illegal storage type maximum: {high}", at_high)
    return IntegerType(width), signed, low, high


def _read_float_type(p: Any) -> FloatType:
    where = p.here()
    found = p.type()
    if not isinstance(found, FloatType):
        raise p.error("invalid kind of type specified", where)
    return found


def _read_block(p: Any) -> tuple[int, int]:
    axis = p.integer()
    p.expect(":")
    return axis, p.integer()


def _read_parameters(p: Any, expressed: FloatType) -> tuple[float, int]:
    """`scale:zero`."""
    scale = p.float_literal()
    low, high = _scale_range(expressed)
    if not low <= scale <= high:
        message = f"scale {_number(scale)} out of expressed type range "
        raise p.error(f"{message}[{_number(low)}, {_number(high)}]")
    return scale, p.integer() if p.accept(":") else 0


def _read_nested(p: Any, expressed: FloatType, into: list[tuple[float, int]]) -> tuple[int, ...]:
    """`{{scale:zero, …}, …}`: the shape; the parameters are appended to `into`."""
    shapes: list[tuple[int, ...]] = []

    def one() -> None:
        if p.peek("{"):
            shapes.append(_read_nested(p, expressed, into))
        else:
            into.append(_read_parameters(p, expressed))
            shapes.append(())
        if shapes[-1] != shapes[0]:
            raise p.error("tensor literal is invalid; ranks are not consistent between elements")

    p.expect("{")
    p.comma_list(one)
    p.expect("}")
    return len(shapes), *shapes[0]


def _number(value: float) -> str:
    """As C++ streams write it."""
    return f"{value:e}"


def _parameters(p: Any, scale: float, zero_point: int, type: FloatType = F64) -> str:
    """`scale:zero`, the zero left out when it is 0."""
    text: str = p.captured(lambda: p.float(scale, type))
    return text + (f":{zero_point}" if zero_point else "")


def _nested(texts: list[str], shape: tuple[int, ...]) -> str:
    """`{{a, b}, {c, d}}`."""
    if not shape:
        return texts[0]
    step = len(texts) // shape[0]
    parts = [texts[i : i + step] for i in range(0, len(texts), step)]
    return "{" + ", ".join(_nested(part, shape[1:]) for part in parts) + "}"
