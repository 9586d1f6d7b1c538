"""A fused chain of elementwise ops gives the same bits as the ops one by one."""

from __future__ import annotations

import numpy as np
import pytest
from onnx import parser

import mlirlite
from mlirlite.runtime.reports import fusion_report

pytestmark = pytest.mark.sampled(5)

CHAINS = {
    "bfloat16 and back": ("n = Cast<to=16>(x); y = Cast<to=1>(n)", "bfloat16 n"),
    "float16 and back": ("n = Cast<to=10>(x); y = Cast<to=1>(n)", "float16 n"),
    "float8 and back": ("n = Cast<to=17>(x); y = Cast<to=1>(n)", "float8e4m3fn n"),
    "sums of float16": (
        "n = Cast<to=10>(x); m = Add(n, n); k = Mul(m, n); y = Cast<to=1>(k)",
        "float16 n, float16 m, float16 k",
    ),
    "float64 on the way": (
        "n = Cast<to=11>(x); m = Mul(n, n); y = Cast<to=1>(m)",
        "double n, double m",
    ),
    "dequantize": (
        "n = Cast<to=6>(i); m = Sub(n, point); k = Cast<to=1>(m); y = Mul(k, step)",
        "int32 n, int32 m, float k",
    ),
    "bytes wrap": ("n = Cast<to=2>(i); m = Add(n, n); y = Cast<to=1>(m)", "uint8 n, uint8 m"),
    "four bits": ("n = Cast<to=22>(i); y = Cast<to=1>(n)", "int4 n"),
    "choice": (
        "c = Greater(x, z); w = Where(c, x, z); y = Clip(w, step)",
        "bool c, float w",
    ),
    "highest": ("w = Clip(x, , step); y = Relu(w)", "float w"),
    "logic": (
        "c = Greater(x, z); d = Not(c); e = And(d, c); g = Xor(d, e); y = Cast<to=1>(g)",
        "bool c, bool d, bool e, bool g",
    ),
    "mask": (
        "c = Equal(i, zero); w = Where(c, step, x); y = Exp(w)",
        "bool c, float w",
    ),
}
CONSTANTS = "<float step = {0.25}, int32 point = {3}, int64 zero = {0}>"


def _model(nodes: str, dims: str, outputs: str) -> object:
    used = [
        f"{t}[{dims}] {n}"
        for t, n in (("float", "x"), ("float", "z"), ("int64", "i"))
        if f"({n}" in nodes or f" {n}" in nodes
    ]
    graph = f"g ({', '.join(used)}) => ({outputs}) {CONSTANTS} {{ {nodes.replace(';', '')} }}"
    return parser.parse_model(f'<ir_version: 10, opset_import: ["" : 21]> {graph}')


@pytest.mark.covering(1)
@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", CHAINS)
@pytest.mark.parametrize("shape", [(37, 53), (1, 1), (64, 64), (0, 4)])
def test_fusion_changes_no_bit(name: str, shape: tuple[int, ...]) -> None:
    nodes, between = CHAINS[name]
    rng = np.random.default_rng(0)
    x = rng.standard_normal(shape).astype(np.float32) * 3
    if x.size > 8:
        x.reshape(-1)[:8] = [np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-40, 3e38, 65519.0]
    z, i = rng.standard_normal(shape).astype(np.float32), rng.integers(-3, 300, shape)
    for dims in (", ".join(map(str, shape)), "M, N"):
        chain = mlirlite.InferenceSession(_model(nodes, dims, f"float[{dims}] y"))
        typed = [o.replace(" ", f"[{dims}] ") for o in between.split(", ")]
        single = mlirlite.InferenceSession(
            _model(nodes, dims, f"float[{dims}] y, {', '.join(typed)}")
        )
        feeds = {
            k: v
            for k, v in {"x": x, "z": z, "i": i}.items()
            if k in {a.name for a in chain.get_inputs()}
        }
        y, wanted = chain.run(None, feeds)[0], single.run(None, feeds)[0]
        assert y.tobytes() == wanted.tobytes()


@pytest.mark.parametrize("name", CHAINS)
def test_one_loop(name: str) -> None:
    nodes, _ = CHAINS[name]
    count = nodes.count(";") + 1
    report = fusion_report(_model(nodes, "37, 53", "float[37, 53] y"))
    assert f"{count - 1} of {count} operators were fused into others" in report
