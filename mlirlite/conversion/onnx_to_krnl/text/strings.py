"""Operators on tensors of strings: StringConcat, StringSplit, StringNormalizer, RegexFullMatch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.conversion.onnx_to_krnl.control.control_flow import while_
from mlirlite.conversion.onnx_to_krnl.control.lookup import Keys
from mlirlite.conversion.onnx_to_krnl.elementwise.combinators import broadcast_sizes
from mlirlite.conversion.onnx_to_krnl.emit.boxes import (
    bytes_of,
    constant_text,
    new_bytes,
    substring,
    text_of,
)
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.text.regex import automaton
from mlirlite.conversion.onnx_to_krnl.text.unicode import Case
from mlirlite.dialects import krnl
from mlirlite.ir.types import DYNAMIC, I1, I32, I64
from mlirlite.ir.values import Value
from mlirlite.support.tuning import Fixed

_SPACES: Fixed[tuple[int, ...]] = (9, 10, 11, 12, 13, 32)
"""Bytes that separate words."""


@kernel("StringConcat")
def string_concat(b: KrnlBuilder) -> Any:
    """Each text followed by that of the other tensor."""
    first, second = b.inputs(2)
    type = b.result_type()
    out = b.alloc_type(type, broadcast_sizes(b, [first, second], type))
    with b.loops(*out.shape) as i:
        head, tail = (bytes_of(b, x.load(x.broadcast(i, out.shape))) for x in (first, second))
        room = new_bytes(b, head.shape[0] + tail.shape[0])
        with b.loops(head.shape[0]) as (k,):
            room.store(head.load([k]), [k])
        with b.loops(tail.shape[0]) as (k,):
            room.store(tail.load([k]), [head.shape[0] + k])
        out.store(text_of(b, room), i)
    return out


@kernel("RegexFullMatch")
def regex_full_match(b: KrnlBuilder) -> Any:
    """Whether the pattern matches the whole text: a walk through an automaton, one step per
    byte."""
    (x,) = b.inputs(1)
    try:
        found = automaton(b.attr("pattern", ""))
    except ValueError as e:
        raise b.error(f"has a pattern that cannot be used: {e}") from e
    steps = b.table(found.next, I32, len(found.accepts), 256)
    accepts = b.table(found.accepts, I32)
    out = b.output(x.shape)
    with b.loops(*x.shape) as at:
        text = bytes_of(b, x.load(at))
        (state,) = b.fold(
            [text.shape[0]],
            [b.scalar(1, I32)],
            lambda i, states: [steps[states[0].index(), text[i].index()]],
        )
        out[at] = accepts[state.index()].ne(0)
    return out


Piece = Callable[[Ix, Ix, Ix], None]
"""Gets the number of a piece, its first byte and the byte after its last one."""


@kernel("StringSplit")
def string_split(b: KrnlBuilder) -> Any:
    """Pieces between delimiters, or words; rows with fewer pieces are filled with empty texts."""
    (x,) = b.inputs(1)
    delimiter = b.attr("delimiter") or ""
    limit = b.attr("maxsplit")
    if limit is not None and limit < 0:  # as in Python, onnx.reference and onnxruntime
        limit = None
    scan = _words if not delimiter else _between
    counts = b.output(x.shape, 1) if len(b.op.results) > 1 else b.alloc(x.shape, I64)
    flat = b.view(counts, b.memref([counts.size], I64), [counts.size])
    with b.loops(*x.shape) as i:
        text = bytes_of(b, x.load(i))
        counts[i] = b.number(scan(b, text, delimiter, limit, None))
    (most,) = b.fold([flat.shape[0]], [b.scalar(0, I64)], lambda i, m: [m[0].max(flat[i])])
    pieces = b.output([*x.shape, most.index()])
    nothing = constant_text(b, "")
    with b.loops(*pieces.shape) as i:
        pieces.store(nothing, i)
    with b.loops(*x.shape) as i:
        text = bytes_of(b, x.load(i))

        def put(number: Ix, start: Ix, end: Ix) -> None:
            pieces.store(substring(b, text, start, end), [*i, number])

        scan(b, text, delimiter, limit, put)
    return [pieces, counts]


def _may_split(b: KrnlBuilder, count: Ix, limit: int | None) -> Scalar:
    return b.scalar(1, I1) if limit is None else b.test("slt", count, limit)


def _between(
    b: KrnlBuilder, text: Buffer, delimiter: str, limit: int | None, put: Piece | None
) -> Ix:
    """The pieces between a delimiter; returns how many there are."""
    size = text.shape[0]
    wanted = delimiter.encode("utf-8", "surrogateescape")
    width = len(wanted)

    def step(_: Ix, values: list[Value]) -> tuple[Scalar, list[Value]]:
        at: Ix
        start: Ix
        count: Ix
        at, start, count = map(b.index_of, values)
        cut = b.test("sle", at + width, size) & _may_split(b, count, limit)
        for k, byte in enumerate(wanted):
            cut = cut & text[b.index_min(at + k, size - 1)].eq(byte)
        if put is not None:
            with b.if_(cut):
                put(count, start, at)
        following = b.index_select(cut, at + width, at + 1)
        start = b.index_select(cut, following, start)
        count = b.index_select(cut, count + 1, count)
        return b.test("slt", following, size), [b.value(v) for v in (following, start, count)]

    begin = [b.value(0)] * 3
    found = while_(b, None, b.test("sgt", size, 0), begin, step)
    start, count = map(b.index_of, found[1:])
    if put is not None:
        put(count, start, size)
    return count + 1


def _words(
    b: KrnlBuilder, text: Buffer, delimiter: str, limit: int | None, put: Piece | None
) -> Ix:
    """The non-empty pieces between spaces; returns how many there are. The rest, when no more may
    be split off, keeps its inner and trailing spaces."""
    size = text.shape[0]

    def step(at: Ix, values: list[Value]) -> tuple[Scalar, list[Value]]:
        start: Ix
        count: Ix
        start, count = map(b.index_of, values[:2])
        inside = Scalar(b, values[2], I1)
        byte = text[at]
        space = b.scalar(0, I1)
        for code in _SPACES:
            space = space | byte.eq(code)
        cut = inside & space & _may_split(b, count, limit)
        if put is not None:
            with b.if_(cut):
                put(count, start, at)
        begins = ~inside & ~space
        start = b.index_select(begins, at, start)
        count = b.index_select(cut, count + 1, count)
        inside = (inside | begins) & ~cut
        return b.scalar(1, I1), [b.value(start), b.value(count), inside.value]

    begin = [b.value(0), b.value(0), b.scalar(0, I1).value]
    found = while_(b, size, b.scalar(1, I1), begin, step)
    start, count = map(b.index_of, found[:2])
    inside = Scalar(b, found[2], I1)
    if put is not None:
        with b.if_(inside):
            put(count, start, size)
    return b.index_select(inside, count + 1, count)


@kernel("StringNormalizer")
def string_normalizer(b: KrnlBuilder) -> Any:
    """Texts in one case without the stop words; one empty text when nothing is left."""
    (x,) = b.inputs(1)
    if x.rank not in (1, 2) or (x.rank == 2 and x.type.shape[0] not in (1, DYNAMIC)):
        raise b.error("needs an operand of shape [C] or [1, C]")
    action = b.attr("case_change_action", "NONE")
    words = list(b.attr("stopwords") or ())
    sensitive = bool(b.attr("is_case_sensitive", 0))
    count = x.shape[-1]
    flat = b.view(x, b.memref([count], x.element), [count])
    keep = flat
    changed = _in_case(b, flat, action)
    if words and not sensitive:
        lower = action != "UPPER"
        words = [w.lower() if lower else w.upper() for w in words]
        keep = changed if action != "NONE" else _in_case(b, flat, "LOWER")
    stays = b.alloc([count], I64)
    keys = Keys(b, words, krnl.STRING)
    with b.loops(count) as i:
        dropped, _ = keys.find(Scalar(b, keep.load(i), krnl.STRING))
        stays[i] = (~dropped).cast(I64)
    (left,) = b.fold([count], [b.scalar(0, I64)], lambda i, n: [n[0] + stays[i]])
    size = b.index_max(1, left.index())
    out = b.output([1] * (x.rank - 1) + [size])
    head: list[Ix] = [0] * (x.rank - 1)
    out.store(constant_text(b, ""), [*head, 0])

    def put(i: list[Ix], places: list[Scalar]) -> list[Scalar]:
        with b.if_(stays[i].ne(0)):
            out.store(changed.load(i), [*head, places[0].index()])
        return [places[0] + stays[i]]

    b.fold([count], [b.scalar(0, I64)], put)
    return out


def _in_case(b: KrnlBuilder, flat: Buffer, action: str) -> Buffer:
    if action == "NONE":
        return flat
    if action not in ("LOWER", "UPPER"):
        raise b.error(f"has the unknown case_change_action '{action}'")
    case = Case(b, upper=action == "UPPER")
    out = b.alloc(flat.shape, flat.element)
    with b.loops(*flat.shape) as i:
        out.store(case.change(flat.load(i)), i)
    return out
