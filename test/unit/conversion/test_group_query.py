"""GroupQueryAttention: all its variants beside numpy in f64 and beside onnxruntime, with caches
that are copied and caches that grow in place."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import helper

import mlirlite
from mlirlite.dialects.onnx.microsoft import SIGNATURES
from mlirlite.runtime.large_blocks import give_back

pytestmark = pytest.mark.processor
HEADS, GROUPS = 6, 2
PLACES = (1, 0, 0), (1, 5, 9), (1, 5, 5), (3, 0, 0), (3, 0, 8), (70, 0, 80)
"""New rows, rows in the cache, and rows of its buffer."""


@dataclass
class Case:
    """One op: sizes and variants."""

    batch: int = 2
    length: int = 3
    before: int = 4
    """Rows in the cache."""
    room: int = 9
    """Rows of the buffer of the cache; 0 without one."""
    width: int = 16
    rotary: str = ""
    window: int = -1
    cap: float = 0.0
    sink: str = ""
    bias: bool = False
    packed: bool = False
    element: Any = np.float32
    dynamic: bool = False
    turned: int = 16
    """Columns that are turned."""

    def __post_init__(self) -> None:
        rng = np.random.default_rng(0)

        def floats(*shape: int) -> Any:
            return rng.standard_normal(shape).astype(self.element)

        self.total = self.before + self.length
        b, n, w = self.batch, self.length, self.width
        self.new = [floats(b, n, h * w) for h in (HEADS, GROUPS, GROUPS)]
        shape = b, GROUPS, self.room, w
        self.past = [np.zeros(shape, self.element) for _ in "kv"] if self.room else [None, None]
        for p in self.past:
            if p is not None:
                p[:, :, : self.before] = floats(b, GROUPS, self.before, w)
        angles = np.arange(128)[:, None] * 0.7 ** np.arange(self.turned // 2)
        self.cos, self.sin = (f(angles).astype(self.element) for f in (np.cos, np.sin))
        self.places = np.tile(np.arange(self.before, self.total)[::-1], (b, 1)).astype(np.int64)
        self.summand = floats(1, HEADS, n, self.total) if self.bias else None
        self.sinks = floats(HEADS) if self.sink == "given" else None

    @property
    def feeds(self) -> dict[str, Any]:
        """The operands that are there, by name."""
        q, k, v = self.new
        if self.packed:
            q, k, v = np.concatenate(self.new, axis=-1), None, None
        turned = bool(self.rotary)
        found = {
            "query": q,
            "key": k,
            "value": v,
            "past_key": self.past[0],
            "past_value": self.past[1],
            "seqlens_k": np.full(self.batch, self.total - 1, np.int32),
            "total_sequence_length": np.array(self.total, np.int32),
            "cos_cache": self.cos if turned else None,
            "sin_cache": self.sin if turned else None,
            "position_ids": self.places if self.rotary == "places" else None,
            "attention_bias": self.summand,
            "head_sink": self.sinks,
        }
        return {name: x for name, x in found.items() if x is not None}

    @property
    def model(self) -> bytes:
        """A model of the op."""
        feeds, names = self.feeds, SIGNATURES["GroupQueryAttention"].names
        kinds = {n: helper.np_dtype_to_tensor_dtype(x.dtype) for n, x in feeds.items()}
        inputs = [
            helper.make_tensor_value_info(
                n, kinds[n], [f"{n}{i}" if self.dynamic else s for i, s in enumerate(x.shape)]
            )
            for n, x in feeds.items()
        ]
        if self.dynamic:  # of which the width is known, as models have it
            inputs[0] = helper.make_tensor_value_info(
                "query", kinds["query"], ["b", "n", feeds["query"].shape[2]]
            )
            if self.rotary:
                angles = [
                    helper.make_tensor_value_info(n, kinds[n], ["r", self.turned // 2])
                    for n in ("cos_cache", "sin_cache")
                ]
                inputs = [i for i in inputs if i.name not in ("cos_cache", "sin_cache")] + angles
        outputs = [
            helper.make_tensor_value_info(n, kinds["query"], [None] * rank)
            for n, rank in (("y", 3), ("present_key", 4), ("present_value", 4))
        ]
        attributes: dict[str, Any] = {"num_heads": HEADS, "kv_num_heads": GROUPS}
        attributes |= {"do_rotary": 1} if self.rotary else {}
        attributes |= {"rotary_interleaved": 1} if self.rotary == "interleaved" else {}
        attributes |= {"local_window_size": self.window} if self.window >= 0 else {}
        attributes |= {"softcap": self.cap} if self.cap else {}
        attributes |= {"smooth_softmax": 1} if self.sink == "smooth" else {}
        operands = [n if n in feeds else "" for n in names]
        while not operands[-1]:
            operands.pop()
        node = helper.make_node(
            "GroupQueryAttention",
            operands,
            ["y", "present_key", "present_value"],
            domain="com.microsoft",
            **attributes,
        )
        graph = helper.make_graph([node], "g", inputs, outputs)
        opsets = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
        made = helper.make_model(graph, opset_imports=opsets, ir_version=10)
        serialized: bytes = made.SerializeToString()
        return serialized

    def turn(self, x: Any) -> Any:
        """[batch, row, head, width], turned by positions."""
        if not self.rotary:
            return x
        places = np.arange(self.before, self.total)[None].repeat(self.batch, 0)
        places = self.places if self.rotary == "places" else places
        c, s = (t.astype(np.float64)[places][:, :, None] for t in (self.cos, self.sin))
        half, out = self.turned // 2, x.copy()
        first, second = slice(0, half), slice(half, 2 * half)
        if self.rotary == "interleaved":
            first, second = slice(0, 2 * half, 2), slice(1, 2 * half, 2)
        out[..., first] = x[..., first] * c - x[..., second] * s
        out[..., second] = x[..., first] * s + x[..., second] * c
        return out

    def wanted(self) -> list[Any]:
        """The results, in f64."""
        b, n, w = self.batch, self.length, self.width
        q, k, v = (x.astype(np.float64).reshape(b, n, -1, w) for x in self.new)
        q, k = self.turn(q), self.turn(k)
        rows = max(self.room, self.total)
        caches = []
        for past, x in zip(self.past, (k, v), strict=True):
            cache = np.zeros((b, GROUPS, rows, w))
            if past is not None:
                cache[:, :, : self.room] = past
            cache[:, :, self.before : self.total] = x.transpose(0, 2, 1, 3)
            caches.append(cache)
        keys, values = (c[:, :, : self.total].repeat(HEADS // GROUPS, 1) for c in caches)
        scores = q.transpose(0, 2, 1, 3) @ keys.transpose(0, 1, 3, 2) / np.sqrt(w)
        if self.cap > 0:
            scores = np.tanh(scores / self.cap) * self.cap
        if self.summand is not None:
            scores = scores + self.summand
        mine, theirs = np.arange(self.before, self.total)[:, None], np.arange(self.total)
        seen = theirs <= mine
        if self.window >= 0:
            seen &= theirs > mine - self.window
        scores = np.where(seen, scores, -np.inf)
        if self.sink:
            sinks = np.zeros(HEADS) if self.sinks is None else self.sinks.astype(np.float64)
            column = np.broadcast_to(sinks[:, None, None], (b, HEADS, n, 1))
            scores = np.concatenate([scores, column], axis=-1)
        powers = np.exp(scores - scores.max(-1, keepdims=True))
        shares = (powers / powers.sum(-1, keepdims=True))[..., : self.total]
        y = (shares @ values).transpose(0, 2, 1, 3).reshape(b, n, -1)
        return [y, *caches]


def check(case: Case, beside: bool = True) -> None:
    """Ours beside numpy, and beside onnxruntime."""
    model, feeds = case.model, case.feeds
    found = mlirlite.InferenceSession(model).run(None, feeds)
    near = 4e-3 if case.element is np.float16 else 3e-6
    wanted = case.wanted()
    for mine, right in zip(found, wanted, strict=True):
        assert mine.dtype == case.element
        np.testing.assert_allclose(mine, right, atol=near * max(1, np.abs(right).max()))
    if not beside:
        return
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    for mine, theirs in zip(found, session.run(None, feeds), strict=True):
        rows = theirs.shape[2] if mine.ndim == 4 else None
        mine = mine if rows is None else mine[:, :, :rows]
        np.testing.assert_allclose(
            mine.astype(np.float64), theirs, atol=3 * near * max(1, np.abs(theirs).max())
        )


@pytest.mark.covering(2)
@pytest.mark.sampled(16)
@pytest.mark.parametrize(
    "place", [(1, 0, 0), (1, 5, 9), (1, 5, 5), (3, 0, 0), (3, 0, 8), (70, 0, 80)]
)
@pytest.mark.parametrize("rotary", ["", "half", "interleaved", "places"])
@pytest.mark.parametrize("window", [-1, 1, 3, 20])
@pytest.mark.parametrize("cap", [0.0, 1.5])
@pytest.mark.parametrize("sink", ["", "smooth", "given"])
@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("element", [np.float32, np.float16])
@pytest.mark.parametrize("dynamic", [False, True])
def test_all_variants(place, rotary, window, cap, sink, bias, packed, element, dynamic):
    length, before, room = place
    case = Case(
        batch=1 if before and length > 1 else 2,
        length=length,
        before=before,
        room=room,
        rotary=rotary,
        window=window,
        cap=cap,
        sink=sink,
        bias=bias,
        packed=packed,
        element=element,
        dynamic=dynamic,
    )
    check(case, beside=False)


@pytest.mark.parametrize(
    "case",
    [
        Case(),
        Case(length=1, before=5, rotary="half", turned=8, width=24),
        Case(batch=1, length=4, before=30, room=40, window=7, rotary="half"),
        Case(length=5, before=0, room=8, rotary="interleaved", element=np.float16),
    ],
    ids=["rows", "part", "window", "half"],
)
def test_a_few_variants(case):
    """Several rows after a context; part of the columns turned; edges of vectors."""
    check(case, beside=case.before == 0)


@pytest.mark.parametrize("length", [1, 3])
@pytest.mark.parametrize("cap", [-1.5, -1e-30, float("nan")])
def test_a_cap_that_is_not_above_zero_is_none(cap, length):
    """As in onnxruntime, and with the bytes of the op without one."""
    case = Case(length=length, before=0, room=8, cap=cap)
    check(case, beside=cap < 0)
    plain = Case(length=length, before=0, room=8)
    found, wanted = (mlirlite.InferenceSession(c.model).run(None, c.feeds) for c in (case, plain))
    for mine, theirs in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(mine, theirs)


# Caches that grow in one buffer


SMALL = Case(batch=1, length=1, before=0, room=12, rotary="half")


@pytest.fixture(scope="module")
def session() -> Any:
    return mlirlite.InferenceSession(SMALL.model)


def bound(session: Any, feeds: dict[str, Any]) -> tuple[Any, Any]:
    """A binding whose caches are results too, and the array of the first result."""
    binding, y = session.io_binding(), np.zeros((1, 1, HEADS * SMALL.width), np.float32)
    for name, array in feeds.items():
        binding.bind_cpu_input(name, array)
    binding.bind_ortvalue_output("y", mlirlite.OrtValue(y))
    for c in ("key", "value"):
        value = mlirlite.OrtValue(feeds[f"past_{c}"])
        binding.bind_ortvalue_output(f"present_{c}", value)
    return binding, y


def test_a_cache_grows_in_place(session):
    """Step by step in one buffer: as without; rows besides the new one are not touched."""
    rng = np.random.default_rng(1)
    feeds = SMALL.feeds
    plain = {name: array.copy() for name, array in feeds.items()}
    binding, y = bound(session, feeds)
    for step in range(SMALL.room):
        for name in ("query", "key", "value"):
            feeds[name][:] = plain[name][:] = rng.standard_normal(feeds[name].shape)
        feeds["seqlens_k"][:] = plain["seqlens_k"][:] = step
        feeds["total_sequence_length"][...] = plain["total_sequence_length"][...] = step + 1
        feeds["past_key"][:, :, step + 1 :] = feeds["past_value"][:, :, step + 1 :] = 77
        session.run_with_iobinding(binding)
        wanted, plain["past_key"], plain["past_value"] = session.run(None, plain)
        assert (y == wanted).all()
        for c in ("past_key", "past_value"):
            assert (feeds[c][:, :, : step + 1] == plain[c][:, :, : step + 1]).all()
            assert (feeds[c][:, :, step + 1 :] == 77).all()
    assert binding.get_outputs()[1].data_ptr() == feeds["past_key"].ctypes.data


@pytest.mark.parametrize(
    ("last", "total", "message"),
    [
        (12, 13, "writes into a buffer of 12 rows, expected at least 13"),
        (40, 5, "seqlens_k element out of data bounds, idx=40"),
        (-1, 5, "seqlens_k element out of data bounds, idx=-1"),
        (3, -7, "must be at least 1, found -7"),
        (3, 90, "total_sequence_length must be at most 13, found 90"),
    ],
)
def test_lengths_that_do_not_fit_write_nothing(session, last, total, message):
    feeds = SMALL.feeds
    binding, y = bound(session, feeds)
    feeds["seqlens_k"][:], feeds["total_sequence_length"][...] = last, total
    for x in (y, feeds["past_key"], feeds["past_value"]):
        x[:] = 7
    with pytest.raises(mlirlite.DiagnosticError, match=message):
        session.run_with_iobinding(binding)
    for x in (y, feeds["past_key"], feeds["past_value"]):
        assert (x == 7).all()


@pytest.mark.parametrize(("total", "message"), [(5, "at most 3, found 5"), (2, "at least 3")])
@pytest.mark.parametrize("dynamic", [False, True])
def test_without_a_past_all_rows_are_new(total, message, dynamic):
    """The cache has the new rows: a longer text was written behind its end."""
    case = Case(before=0, room=0, dynamic=dynamic)
    feeds = case.feeds | {"total_sequence_length": np.array(total, np.int32)}
    feeds["seqlens_k"] = np.full(case.batch, total - 1, np.int32)
    with pytest.raises(mlirlite.DiagnosticError, match=f"total_sequence_length must be {message}"):
        mlirlite.InferenceSession(case.model).run(None, feeds)


def test_a_wrong_output_writes_nothing(session):
    """Found before the run, or new rows would be in the cache."""
    feeds = SMALL.feeds
    binding, _ = bound(session, feeds)
    for wrong in (np.zeros((1, 1, 5), np.float32), np.zeros((1, 1, 96), np.float64)):
        binding.bind_ortvalue_output("y", mlirlite.OrtValue(wrong))
        feeds["past_key"][:] = 7
        with pytest.raises(mlirlite.DiagnosticError, match=r"'y'.*nothing was written"):
            session.run_with_iobinding(binding)
        assert (feeds["past_key"] == 7).all()


def test_caches_of_other_memory_are_copied(session):
    """Of a part of it, of each other's, or read by something else as well."""
    feeds = SMALL.feeds
    wanted = session.run(None, feeds)
    both = np.zeros((2, *feeds["past_key"].shape), np.float32)
    for outputs in (both, both[::-1], (feeds["past_value"], feeds["past_key"])):
        given = {name: array.copy() for name, array in feeds.items()}
        binding = session.io_binding()
        for name, array in given.items():
            binding.bind_cpu_input(name, array)
        for name, array in zip(("present_key", "present_value"), outputs, strict=True):
            binding.bind_ortvalue_output(name, mlirlite.OrtValue(array))
        session.run_with_iobinding(binding)
        for right, array in zip(wanted[1:], outputs, strict=True):
            assert (array == right).all()


class Information(ctypes.Structure):
    """mallinfo2's."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks"),
            *("uordblks", "fordblks", "keepcost"),
        )
    )


def in_use() -> tuple[int, int]:
    """Bytes that the C library has from the system, and those of blocks in use."""
    libc = ctypes.CDLL(None)
    libc.mallinfo2.restype = Information
    found = libc.mallinfo2()
    return found.arena + found.hblkhd, found.uordblks + found.hblkhd


@pytest.mark.parametrize("steps", [500, pytest.param(10_000, marks=pytest.mark.bulk)])
def test_steps_take_no_memory(session: Any, steps: int) -> None:
    """Steps in one buffer: nothing more is taken from the system, nor kept."""
    feeds = SMALL.feeds
    binding, _ = bound(session, feeds)
    for _ in range(100):
        session.run_with_iobinding(binding)
    before = in_use()
    for step in range(steps):
        feeds["seqlens_k"][:] = step % SMALL.room
        feeds["total_sequence_length"][...] = step % SMALL.room + 1
        session.run_with_iobinding(binding)
    system, blocks = (b - a for a, b in zip(before, in_use(), strict=True))
    assert system == 0
    assert blocks < 1 << 14


def test_many_rows_have_no_square_of_scores() -> None:
    """A prefill of 3,000 rows, of which the scores of one head would be 36 MB."""
    case = Case(batch=1, length=3000, before=0, room=0, window=1)
    session, feeds = mlirlite.InferenceSession(case.model), case.feeds
    give_back()
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before = peak()
    y, *_ = session.run(None, feeds)
    assert peak() - before < 12 << 20
    np.testing.assert_allclose(
        y, feeds["value"].reshape(3000, 2, 1, 16).repeat(3, 2).reshape(y.shape)
    )


def peak() -> int:
    """The most resident bytes of this process since they were counted anew."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) << 10


def test_a_key_without_a_value_is_refused() -> None:
    model = onnx.load_from_string(SMALL.model)
    model.graph.node[0].input[2] = ""
    with pytest.raises(mlirlite.DiagnosticError, match="all of its operands key, value, or none"):
        mlirlite.InferenceSession(model)
