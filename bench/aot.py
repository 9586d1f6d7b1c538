#!/usr/bin/env python3
"""Models compiled ahead of time and called from C: library size, load time and latency, compared
with onnxruntime's.

    python bench/aot.py                       # nine CNNs, a table on standard output
    python bench/aot.py --only squeezenet,vgg19
    python bench/aot.py --write               # and put it into bench/RESULTS.md

mlirlite-compile compiles each model in a separate process, whose peak memory the operating system
reports; bench/aot.c runs it on one thread. onnxruntime's load time includes its import and its
session."""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from results import write_table

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
HEAD = (
    "| model | weights MB | compile s | peak MB | library MB | load ms | first run ms | "
    "latency ms | onnxruntime load ms | onnxruntime ms | ratio |\n" + "|---" * 11 + "|"
)
PEER = """
import sys, time
started = time.perf_counter()
import numpy as np
import onnxruntime as ort
ort.set_default_logger_severity(4)
options = ort.SessionOptions()
options.intra_op_num_threads = options.inter_op_num_threads = 1
session = ort.InferenceSession(sys.argv[1], options, providers=["CPUExecutionProvider"])
loaded = time.perf_counter() - started
[x] = session.get_inputs()
size = int(np.prod(x.shape))
feeds = {x.name: (np.arange(size) % 255 / 255).astype("f4").reshape(x.shape)}
best = float("inf")
for _ in range(int(sys.argv[2])):
    begin = time.perf_counter()
    session.run(None, feeds)
    best = min(best, time.perf_counter() - begin)
print(loaded * 1e3, best * 1e3)
"""


def measured(command: list[str]) -> tuple[float, float]:
    """Seconds and peak megabytes of a process."""
    started = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"error: {' '.join(command)} failed")
    return time.monotonic() - started, usage.ru_maxrss * 1024 / 1e6


def prepare(name: str, path: str) -> None:
    """Write the model in a separate process, so that its memory is freed."""
    code = (
        "import sys, onnx; from mlirlite.testing.models import light_models, with_random_weights; "
        "onnx.save(with_random_weights(onnx.load(light_models()[sys.argv[1]])), sys.argv[2])"
    )
    subprocess.run([sys.executable, "-c", code, name, path], check=True, cwd=ROOT)


def numbers(command: list[str]) -> list[float]:
    """What a program prints."""
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [float(word) for word in done.stdout.split()]


def row(name: str, folder: str, program: str, runs: int) -> str:
    """One line of the table."""
    model, library = f"{folder}/{name}.onnx", f"{folder}/{name}.so"
    prepare(name, model)
    compiler = [sys.executable, "-m", "mlirlite.driver.compile"]
    seconds, peak = measured([*compiler, model, "-q", "-o", library])
    ours = [program, library, str(runs), "1", "3", "224", "224"]
    theirs = [sys.executable, "-c", PEER, model, str(runs)]
    rounds = [(numbers(ours), numbers(theirs)) for _ in range(3)]  # in turns
    load, first, latency = (min(r[0][i] for r in rounds) for i in range(3))
    peer_load, peer = (min(r[1][i] for r in rounds) for i in range(2))
    weights, size = (os.path.getsize(p) / 1e6 for p in (model, library))
    os.unlink(model)
    os.unlink(library)
    return (
        f"| {name} | {weights:.0f} | {seconds:.1f} | {peak:.0f} | {size:.1f} | {load:.2f} | "
        f"{first:.1f} | {latency:.1f} | {peer_load:.0f} | {peer:.1f} | {latency / peer:.2f} |"
    )


def build(source: Path, program: str, *flags: str) -> None:
    """Compile a C program."""
    include = f"-I{ROOT / 'mlirlite' / 'runtime' / 'include'}"
    subprocess.run(["cc", "-O2", include, str(source), *flags, "-o", program], check=True)


def package_size(name: str) -> float:
    """Megabytes of an installed package."""
    spec = importlib.util.find_spec(name)
    [folder] = spec.submodule_search_locations if spec else []
    return sum(f.stat().st_size for f in Path(folder).rglob("*") if f.is_file()) / 1e6


def machine() -> str:
    """The machine and the versions that were measured."""
    versions = [f"{n} {importlib.metadata.version(n)}" for n in ("llvmlite", "onnxruntime")]
    return (
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
        f"{', '.join(versions)}. One thread, batch 1, float32, called from C. "
        f"A library needs only libc and libm; the package onnxruntime takes "
        f"{package_size('onnxruntime'):.0f} MB. `python bench/aot.py --write`"
    )


def main() -> None:
    """Print the table."""
    from mlirlite.testing.models import light_models

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="models, separated by commas")
    parser.add_argument("--runs", type=int, default=20, help="number of runs; the fastest counts")
    parser.add_argument("--write", action="store_true", help="put the table into bench/RESULTS.md")
    a = parser.parse_args()
    names = a.only.split(",") if a.only else list(light_models())
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/aot"
        build(ROOT / "bench" / "aot.c", program, "-ldl")
        lines = [machine(), "", HEAD]
        print("\n".join(lines), flush=True)
        for name in names:
            lines.append(row(name, folder, program, a.runs))
            print(lines[-1], flush=True)
    if a.write:
        write_table("aot", "## Ahead of time: libraries, called from C", "\n".join(lines))


if __name__ == "__main__":
    main()
