"""Sessions and runs leave nothing behind: `--endurance` is the long form."""

import os
import subprocess
import sys

import pytest

# Sizes are those of the process, so it is one of its own.
CODE = """
import ctypes, gc, sys
import numpy as np
from onnx import parser
import mlirlite

sessions, runs = map(int, sys.argv[1:])
trim = getattr(ctypes.CDLL(None), "malloc_trim", lambda n: None)


def size():
    gc.collect()
    trim(0)
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


model = parser.parse_model(
    '<ir_version: 9, opset_import: ["" : 17]> g (float[N, 3] x, float[N, 3] z) => (float[N, 3] y)'
    " { s = Add(x, z) w = Constant<value = float[3, 3] {1, 2, 3, 4, 5, 6, 7, 8, 9}>()"
    " y = MatMul(s, w) }"
)
x = np.ones((2, 3), np.float32)


def used():
    session = mlirlite.InferenceSession(model)
    session.run(None, {"x": x, "z": x})
    return session


def many(count):
    for i in range(count):
        used()
        if i % 10 == 0:
            gc.collect()  # garbage that piles up now and then does not count as growth


many(max(30, sessions // 30))
before = size()
many(sessions)
print("sessions", size() - before)
for way in ("direct", "long"):
    session = used()
    if way == "long":
        session.__dict__["_direct"] = None
    for i in range(runs):
        session.run(None, {"x": x, "z": x[:, ::-1]} if way == "long" else {"x": x, "z": x})
        if i == 100:
            before = size()
    print(way, size() - before)
"""


@pytest.mark.bulk
@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs Linux's /proc")
def test_sessions_and_runs_leave_nothing(request):
    long = request.config.getoption("--endurance")
    sessions, runs = ("3000", "100000") if long else ("60", "3000")
    done = subprocess.run(
        [sys.executable, "-c", CODE, sessions, runs],
        env=os.environ | {"MLIRLITE_CACHE": "off"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    grown = {line.split()[0]: int(line.split()[1]) for line in done.stdout.splitlines()}
    assert max(grown.values()) < 2 << 20, grown
