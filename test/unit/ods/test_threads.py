"""Classes that dialects make at their first use are made once, whichever threads ask first."""

import subprocess
import sys

import pytest

ASKED = """
import sys, threading
from mlirlite.ir.context import Context
sys.setswitchinterval(1e-6)
names = {names!r}
start, found = threading.Barrier(8), []
def work():
    context = Context()
    start.wait()
    found.append([context.op_class(n) for n in names])
workers = [threading.Thread(target=work) for _ in range(8)]
for w in workers: w.start()
for w in workers: w.join()
same = [all(f[i] is not None and f[i] is found[0][i] for f in found) for i in range(len(names))]
sys.exit([n for n, s in zip(names, same) if not s] or len(found) != 8)
"""


@pytest.mark.parametrize(
    "names",
    [
        ["onnx.MatMul", "onnx.Conv", "onnx.Softmax", "onnx.Loop", "onnx.Cast"],
        ["nvvm.barrier0", "nvvm.mma.sync", "spirv.IAdd", "spirv.FAdd", "amdgpu.lds_barrier"],
        ["stablehlo.add", "stablehlo.while", "chlo.erf", "emitc.add", "tosa.add"],
    ],
)
def test_threads_get_the_same_classes(names):
    code = ASKED.format(names=names)
    done = subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
