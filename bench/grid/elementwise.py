"""Recipes of elementwise operators and casts."""

from __future__ import annotations

from grid.rows import (
    TYPES,
    Tensor,
    Variant,
    Variants,
    image,
    number,
    onnx_type,
    operators_of,
    recipe,
    v,
    w,
    x,
)
from mlirlite.dialects.onnx.math import elementwise

_VALUES = {
    **dict.fromkeys(["Acos", "Asin", "Atanh"], "unit"),
    **dict.fromkeys(["Log", "Sqrt", "Reciprocal"], "positive"),
    "Acosh": "above one",
    "IsInf": "with infinities",
    "IsNaN": "with infinities",
}
_ATTRIBUTES = {
    "Gelu": [{"approximate": "tanh"}],
    "IsInf": [{"detect_negative": 0}],
}


UNARY = operators_of(elementwise.Unary)
BROADCAST = operators_of(elementwise.Broadcast, "StringConcat Where BitShift Sum Mean")
_SHAPES = ((64, 1000), (200_000,), (16, 128, 96), (8, 64, 20, 20), (1, 8, 4, 56, 56))


@recipe(*UNARY)
def unary(size: int, op: str) -> Variants:
    values = _VALUES.get(op, "normal")
    shape = image(size).shape
    yield Variant("image", [x(*shape, values=values)])
    for extra in _ATTRIBUTES.get(op, ()):
        yield Variant(
            " ".join(f"{k}={a}" for k, a in extra.items()), [x(*shape, values=values)], extra
        )
    if size == 1:
        for ranked in _SHAPES:
            yield Variant(f"rank {len(ranked)}", [x(*ranked, values=values)])


def pairs(size: int) -> list[tuple[str, Tensor, Tensor]]:
    """Patterns of broadcasting."""
    n, c, h, wide = shape = image(size).shape
    rows, columns = ((8, 128), (128, 768), (2048, 1024))[size]
    second = {"values": "positive"}
    return [
        ("same", x(*shape), x(*shape, **second)),
        ("number", x(*shape), number(3)),
        ("variable number", x(*shape), v(**second)),
        ("channels", x(*shape), w(c, 1, 1, **second)),
        ("variable channels", x(*shape), v(c, 1, 1, **second)),
        ("row", x(rows, columns), w(columns, **second)),
        ("variable row", x(rows, columns), v(columns, **second)),
        ("column", x(rows, columns), x(rows, 1, **second)),
        ("outer", x(rows, 1), v(1, columns, **second)),
        ("middle", x(n, 1, h, wide), x(n, c, h, wide, **second)),
        ("batches", x(4, rows, 64), v(rows, 64, **second)),
        ("mask", x(2, 8, rows, 64), x(2, 1, rows, 64, **second)),
    ]


@recipe(*BROADCAST)
def binary(size: int, op: str) -> Variants:
    extra = {"fmod": 1} if op == "Mod" else {}
    for name, a, b in pairs(size):
        if op == "Pow":
            a = Tensor(a.shape, "positive", batch=a.batch)
        yield Variant(name, [a, b], extra)
    if op == "Pow":
        yield Variant("square", [image(size), number(2)])
        yield Variant("root", [Tensor(image(size).shape, "positive", batch=0), number(0.5, "f32")])
    if size == 1 and op in ("Add", "Mul", "Greater", "And"):
        for shape in _SHAPES:
            yield Variant(f"rank {len(shape)}", [x(*shape), x(*shape, values="positive")])
    if op in ("Max", "Min"):
        yield Variant("three", [image(size), image(size), image(size)])


@recipe("Sum", "Mean")
def sums(size: int, op: str) -> Variants:
    yield Variant("two", [image(size), image(size)])
    yield Variant("four", [image(size)] * 4)


@recipe("BitShift")
def shift(size: int) -> Variants:
    for direction in ("LEFT", "RIGHT"):
        for name, a, b in pairs(size)[:5]:
            yield Variant(f"{direction} {name}", [a, b], {"direction": direction})


@recipe("Where", vary="T")
def where(size: int) -> Variants:
    shape = image(size).shape
    for name, a, b in pairs(size):
        yield Variant(name, [x(*a.shape), a, b])
    rows = (16, 128, 512)[size]
    yield Variant("attention mask", [v(1, 1, rows, rows), x(2, 8, rows, rows), number(-9)])
    yield Variant("two numbers", [x(*shape), number(1), number(0)])


@recipe("Clip")
def clip(size: int) -> Variants:
    yield Variant("both", [image(size), number(0), number(6)])
    yield Variant("variable", [image(size), number(0, constant=False), number(6, constant=False)])
    yield Variant("low", [image(size), number(0)])


@recipe("PRelu")
def prelu(size: int) -> Variants:
    yield Variant("channels", [image(size), w(64, 1, 1, values="positive")])
    yield Variant("variable channels", [image(size), v(64, 1, 1, values="positive")])
    yield Variant("number", [image(size), w(1, values="positive")])


@recipe("SwiGLU")
def swiglu(size: int) -> Variants:
    shape = ((8, 128), (128, 3072), (1024, 4096))[size]
    yield Variant("rows", [x(*shape), x(*shape)])


@recipe("Dropout")
def dropout(size: int) -> Variants:
    yield Variant("image", [image(size)])


@recipe("Cast")
def cast(size: int) -> Variants:
    for to in TYPES.values():
        yield Variant(
            f"to {to}", [Tensor(image(size).shape, "positive", batch=0)], {"to": onnx_type(to)}
        )


@recipe("CastLike")
def cast_like(size: int) -> Variants:
    for to in ("f32", "f16", "i64", "u8"):
        yield Variant(f"to {to}", [Tensor(image(size).shape, "positive", batch=0), w(1, type=to)])


_BITS = {
    "f32": "i32", "f16": "u16", "bf16": "i16", "f64": "i64", "bool": "u8", "i8": "u8", "i16": "u16",
    "i32": "f32", "i64": "f64", "u8": "i8", "u16": "f16", "u32": "i32", "u64": "f64",
}  # fmt: skip


@recipe("BitCast")
def bit_cast(size: int) -> Variants:
    yield Variant("same width", [image(size)], {"to": lambda type: onnx_type(_BITS[type])})


@recipe("Identity")
def identity(size: int) -> Variants:
    yield Variant("image", [image(size)])
