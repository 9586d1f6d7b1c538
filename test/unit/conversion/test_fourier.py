"""DFT and STFT of lengths of all kinds against numpy's transforms in f64, and windows, with known
sizes and with unknown ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper, parser

import mlirlite

RNG = np.random.default_rng(3)


def run(
    op: str, inputs: list[Any], outputs: int, known: bool, constants: int = 0, **attributes: Any
) -> np.ndarray:
    """The first result; the last `constants` inputs are constants where sizes are known."""
    names = [f"x{i}" if x is not None else "" for i, x in enumerate(inputs)]
    feeds = {n: x for n, x in zip(names, inputs, strict=True) if n}
    fixed = list(feeds)[-constants:] if known and constants else []
    values = [
        helper.make_tensor_value_info(
            n, helper.np_dtype_to_tensor_dtype(x.dtype), x.shape if known else [None] * x.ndim
        )
        for n, x in feeds.items()
        if n not in fixed
    ]
    result = helper.make_tensor_value_info("y", TensorProto.FLOAT, [None] * outputs)
    graph = helper.make_graph(
        [helper.make_node(op, names, ["y"], **attributes)],
        "g",
        values,
        [result],
        [numpy_helper.from_array(feeds[n], n) for n in fixed],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    left = {n: x for n, x in feeds.items() if n not in fixed}
    found: np.ndarray = mlirlite.InferenceSession(model).run(None, left)[0]
    return found


def numbers(x: np.ndarray) -> np.ndarray:
    """In f64: numpy's transforms compute in the type of their argument."""
    return x[..., 0].astype(np.float64) + 1j * x[..., 1]


def parts(x: np.ndarray) -> np.ndarray:
    return np.stack([x.real, x.imag], -1)


def check(found: np.ndarray, wanted: np.ndarray) -> None:
    """The error of the whole is that of the result's rounding."""
    assert found.shape == wanted.shape
    error = np.abs(found - wanted).max(initial=0)
    assert error <= 1e-7 * np.abs(wanted).max(initial=0)


# A single number, passes of one radix, of all, of two and four, primes that need a chirp.
LENGTHS = [1, 2, 8, 64, 2 * 3 * 5 * 7 * 11, 97]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("length", LENGTHS)
def test_forward(length: int, known: bool) -> None:
    x = RNG.standard_normal((2, length, 3, 2)).astype(np.float32)
    found = run("DFT", [x, None, np.array(-3)], 4, known, constants=1)
    check(found, parts(np.fft.fft(numbers(x), axis=1)))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("given", [5, 40])
def test_cut_or_filled_up(given: int, known: bool) -> None:
    x = RNG.standard_normal((2, given, 2)).astype(np.float32)
    both = numbers(x)
    sizes = [np.array(17), np.array(1)]
    found = run("DFT", [x, *sizes], 3, known, constants=2, inverse=1)
    check(found, parts(np.fft.ifft(both, 17, axis=1)))
    found = run("DFT", [x[..., :1], *sizes], 3, known, constants=2, onesided=1)
    check(found, parts(np.fft.rfft(x[..., 0].astype(np.float64), 17, axis=1)))
    found = run("DFT", [x, *sizes], 3, known, constants=2, onesided=1, inverse=1)
    check(found, np.fft.irfft(both, 17, axis=1)[..., None])


@pytest.mark.bulk
@pytest.mark.bulk
def test_long() -> None:
    """Twiddle factors that are not constant."""
    x = RNG.standard_normal((1, 1 << 15, 1)).astype(np.float32)
    found = run("DFT", [x, None, np.array(1)], 3, True, constants=1)
    check(found, parts(np.fft.fft(x[..., 0].astype(np.float64), axis=1)))


@pytest.mark.bulk
def test_without_elements() -> None:
    x = np.zeros((0, 8, 2), np.float32)
    assert run("DFT", [x, None, np.array(1)], 3, False).shape == (0, 8, 2)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("length", [20, 19])
def test_frames(length: int, known: bool) -> None:
    x = RNG.standard_normal((2, 100, 1)).astype(np.float32)
    window = np.hanning(length).astype(np.float32)
    found = run("STFT", [x, np.array(7), window, np.array(length)], 4, known, constants=3)
    frames = [
        x[:, i : i + length, 0].astype(np.float64) * window for i in range(0, 101 - length, 7)
    ]
    check(found, parts(np.fft.rfft(np.stack(frames, 1), axis=-1)))


WINDOWS = {
    "HannWindow": (0.5, -0.5, 0),
    "HammingWindow": (25 / 46, -21 / 46, 0),
    "BlackmanWindow": (0.42, -0.5, 0.08),
}


@pytest.mark.sampled(8)
@pytest.mark.parametrize("type", [TensorProto.DOUBLE, TensorProto.FLOAT16, TensorProto.INT8])
@pytest.mark.parametrize("periodic", [0, 1])
@pytest.mark.parametrize("op", list(WINDOWS))
def test_windows(op: str, periodic: int, type: int) -> None:
    """Blocks of elements and less; the largest integer is 1."""
    attributes = f"output_datatype: int = {type}, periodic: int = {periodic}"
    kind = TensorProto.DataType.Name(type).lower()
    graph = f"g (int64 n) => ({kind}[N] y) {{ y = {op} <{attributes}> (n) }}"
    model = parser.parse_model(f'<ir_version: 9, opset_import: ["" : 20]> {graph}')
    session = mlirlite.InferenceSession(model)
    for count in (2, 31, 32, 33, 1000):
        [found] = session.run(None, {"n": np.array(count)})
        angle = 2 * np.pi * np.arange(count) / (count if periodic else count - 1)
        wanted = sum(f * np.cos(k * angle) for k, f in enumerate(WINDOWS[op])).round(14)
        bound = 2e-3 if found.dtype == np.float16 else 2e-14
        np.testing.assert_allclose(found, wanted.astype(found.dtype), rtol=0, atol=bound)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("edges", [(0, 8000), (100, 300), (300, 300), (4000, 100)])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_mel_bands(dtype: type, edges: tuple[int, int]) -> None:
    """Wide bands, bands of one bin, and edges that fall."""
    from onnx.reference import ReferenceEvaluator

    type = TensorProto.FLOAT if dtype is np.float32 else TensorProto.DOUBLE
    names = "a, b, c, d, e"
    graph = (
        "g (int64 a, int64 b, int64 c, float d, float e) => "
        f"({'float' if dtype is np.float32 else 'double'}[N, M] y) "
        f"{{ y = MelWeightMatrix <output_datatype: int = {type}> ({names}) }}"
    )
    model = parser.parse_model(f'<ir_version: 9, opset_import: ["" : 20]> {graph}')
    numbers = [np.array(n) for n in (17, 400, 16_000)]
    feeds = dict(zip("abcde", [*numbers, *map(np.float32, edges)], strict=True))
    feeds = {name: np.asarray(value) for name, value in feeds.items()}
    [found] = mlirlite.InferenceSession(model).run(None, feeds)
    [wanted] = ReferenceEvaluator(model).run(None, feeds)
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-6)
