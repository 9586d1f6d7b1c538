"""Numbers as texts and texts as numbers, written and read as onnxruntime does it with C's
`%.8g`, `strtod` and `strtoll`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.boxes import bytes_of, new_bytes, text_of, texts
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.text.regex import automaton
from mlirlite.dialects import krnl
from mlirlite.dialects.krnl.runtime import SI64
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import IntegerAttr, StringAttr
from mlirlite.ir.types import F32, F64, I1, I32, I64, NONE, FloatType, IntegerType, Signedness
from mlirlite.ir.values import Value
from mlirlite.support.tuning import Fixed

_UI64 = IntegerType(64, Signedness.UNSIGNED)
_ROOM: Fixed[int] = 31
"""The most bytes that a number needs."""
_ROOM_OF_FIXED: Fixed[int] = 47
"""The same for all of f32, with six digits after the point."""
_HEAD = r"[\t-\r ]*[+-]?"
_WHOLE = _HEAD + "[0-9]+"
_FINITE = _HEAD + r"\.?[0-9]"
_NAMED = _HEAD + "([iI][nN][fF]|[nN][aA][nN])"
_NOT_ZERO = _HEAD + r"0*\.?0*[1-9]"
_LEAST_NORMAL: Fixed[float] = 2.0**-1022
_LARGEST: Fixed[int] = (1 << 64) - 1
_LAST: Fixed[int] = (1 << 63) - 1


def numbers_as_texts(b: KrnlBuilder, x: Buffer) -> Buffer:
    """Floats with up to 8 digits, `NaN`, `INF` and `-INF`; integers in decimal; `1` and `0`."""
    _check(b, x.element)
    out = b.output(x.shape)
    if isinstance(x.element, FloatType):
        names = texts(b, ["NaN", "INF", "-INF"])
        with b.loops(*x.shape) as i:
            number = x[i].cast(F64)
            out.store(_written(b, number, "%.8g"), i)
            positive, negative = (number.eq(float(n)).cast(I64) for n in ("inf", "-inf"))
            name = positive + negative + negative
            with b.if_(number.is_nan() | name.ne(0)):
                out.store(names.load([name.index()]), i)
        return out
    wide, format = (_UI64, "%llu") if _is_unsigned(x.element) else (I64, "%lld")
    with b.loops(*x.shape) as i:
        out.store(_written(b, x[i].cast(wide), format), i)
    return out


def texts_as_numbers(b: KrnlBuilder, x: Buffer) -> Buffer:
    """The number at the beginning of each text; a text without one, or with one that does not fit,
    ends the run."""
    _check(b, b.result_type().element_type)
    out = b.output(x.shape)
    read_texts(b, x, out)
    return out


def read_texts(b: KrnlBuilder, x: Buffer, out: Buffer) -> None:
    """As `texts_as_numbers`, into a buffer."""
    type = out.element
    read = _float if isinstance(type, FloatType) else _integer(_is_unsigned(type))
    count = x.size
    flat, made = (b.view(t, b.memref([count], t.element), [count]) for t in (x, out))

    def step(at: list[Ix], wrong: list[Scalar]) -> list[Scalar]:
        fits, number = read(b, flat.load(at))
        # through f32, as there, to even narrower floats
        made[at] = number.cast(F32) if number.is_float and type is not F64 else number
        return [wrong[0].min(fits.select(b.scalar(_LAST, I64), b.number(at[0])))]

    (wrong,) = b.fold([count], [b.scalar(_LAST, I64)], step)
    what = f"reads text %lld of its operand, which is not a number that a cast to {type} can read"
    b.require(wrong.eq(_LAST), what, wrong.index())


def _check(b: KrnlBuilder, type: Type) -> None:
    if not isinstance(type, (IntegerType, FloatType)):
        raise b.error(f"converts between texts and {type}, expected integers or floats")


def _is_unsigned(type: Type) -> bool:
    return type is I1 or (isinstance(type, IntegerType) and type.is_unsigned)


def fixed_text(b: KrnlBuilder, number: Scalar) -> Value:
    """A float with six digits after the point, as C++'s to_string writes it."""
    return _written(b, number.cast(F64), "%f", _ROOM_OF_FIXED)


def _written(b: KrnlBuilder, number: Scalar, format: str, most: int = _ROOM) -> Value:
    room = new_bytes(b, most)
    b.insert(krnl.FormatOp(room.value, number.value, format=format))
    return text_of(b, room)


# Texts as numbers: whether there is one that fits, and which


def _float(b: KrnlBuilder, text: Value) -> tuple[Scalar, Scalar]:
    properties: dict[str, Any] = {
        "funcName": StringAttr("strtod"),
        "numOfOutput": IntegerAttr(0, SI64),
    }
    nowhere = b.emit(krnl.NoneOp, (), type=NONE)
    number = Scalar(b, b.emit(krnl.CallOp, (text, nowhere), properties, F64), F64)
    size = number.abs()
    bytes = bytes_of(b, text)
    finite, named, not_zero = (_begins(b, bytes, p) for p in (_FINITE, _NAMED, _NOT_ZERO))
    fits = size.ne(float("inf")) & ~(not_zero & (size < _LEAST_NORMAL))
    return named | (finite & fits), number


def _begins(b: KrnlBuilder, text: Buffer, pattern: str) -> Scalar:
    """Whether a text begins with something that a pattern matches."""
    found = automaton(pattern)
    steps = b.table(found.next, I32, len(found.accepts), 256)
    accepts = b.table(found.accepts, I32)

    def step(i: list[Ix], now: list[Scalar]) -> list[Scalar]:
        state = steps[now[0].index(), text[i].index()]
        return [state, now[1] | accepts[state.index()]]

    starts = [b.scalar(1, I32), b.scalar(0, I32)]
    return b.fold([text.shape[0]], starts, step)[1].ne(0)


def _integer(unsigned: bool) -> Callable[[KrnlBuilder, Value], tuple[Scalar, Scalar]]:
    found = automaton(_WHOLE)

    def read(b: KrnlBuilder, raw: Value) -> tuple[Scalar, Scalar]:
        text = bytes_of(b, raw)
        steps = b.table(found.next, I32, len(found.accepts), 256)
        accepts = b.table(found.accepts, I32)

        def step(i: list[Ix], now: list[Scalar]) -> list[Scalar]:
            state, fits, minus, size = now
            byte = text[i]
            state = steps[state.index(), byte.index()]
            digit = accepts[state.index()].ne(0)
            minus = minus | (state.ne(0) & byte.eq(ord("-"))).cast(I32)
            value = (byte.cast(_UI64) - ord("0")) & 15
            room = (size < _LARGEST // 10) | (size.eq(_LARGEST // 10) & (value <= _LARGEST % 10))
            fits = digit.select((room & fits.ne(2)).select(b.scalar(1, I32), 2), fits)
            return [state, fits, minus, digit.select(size * 10 + value, size)]

        starts = [b.scalar(n, t) for n, t in ((1, I32), (0, I32), (0, I32), (0, _UI64))]
        _, fits, minus, size = b.fold([text.shape[0]], starts, step)
        good = fits.eq(1)  # 0: no digit was there, 2: too many
        if not unsigned:
            good = good & (size <= b.scalar(_LAST, _UI64) + minus.cast(_UI64))
        number = minus.ne(0).select(b.scalar(0, _UI64) - size, size)
        return good, number if unsigned else number.cast(I64)

    return read
