#!/usr/bin/env python3
"""Models over 1, 2 and 4 ranks of MPI on this machine: right results, bytes sent against the least
possible, time in exchanges (in runs, and alone: the same exchanges with nothing in between), memory
of a rank beyond 1/n of the weights; and forecasts for 8 to 512 ranks by the simulator, whose
figures for the measured runs are beside them, with latency and bandwidth of a ping-pong between as
many ranks.

    python bench/scale.py                         # a table on standard output
    python bench/scale.py --only BERT --ranks 2   # some models, some numbers of ranks
    python bench/scale.py --small                 # the same models of small sizes
    python bench/scale.py --forecast chart.svg    # the curves only

Needs mpi4py and Open MPI. A rank's seconds are processor time, as ranks share cores here."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from math import inf
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
MESHES = {
    1: ("tensor=1",),
    2: ("tensor=2", "data=2", "pipeline=2"),
    4: ("tensor=4", "data=2,tensor=2", "pipeline=4", "pipeline=2,tensor=2"),
}
SPECIAL = {
    "experts": {2: ("expert=2",), 4: ("expert=4",)},
    "ResNet": {2: ("spatial=2",), 4: ("spatial=2,tensor=2",)},
    "VGG": {2: ("spatial=2",), 4: ("spatial=2,tensor=2",)},
}
"""Meshes for some models only."""
RUNS = 3


def rank(path: str, shard: str, runs: int) -> None:
    """One rank: figures as JSON on a line of their own."""
    import gc

    import numpy as np

    from mlirlite.mpi import Session

    before = anonymous()
    session = Session(path, shard=shard)
    feeds = random_feeds(session.get_inputs())
    session.run(None, feeds)
    gc.collect()
    session.figures = type(session.figures)()
    outputs = [np.empty(0)]
    for _ in range(runs):
        outputs = session.run(None, feeds)
    figures = session.figures
    found: dict[str, Any] = {
        "rank": session.rank,
        "memory": anonymous() - before,
        "peak": peak(),
        "ms": figures.seconds / runs * 1e3,
        "computing": figures.computing / runs * 1e3,
        "waiting": figures.waiting / runs * 1e3,
        "least": figures.bytes / runs,
    }
    if session.rank == 0:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        peer = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        pairs = zip(outputs, peer.run(None, feeds), strict=True)
        found["error"] = max(float(np.abs(a - b).max() / np.abs(b).max()) for a, b in pairs)
    say(found)


def say(found: dict[str, Any]) -> None:
    """A line for `started`, in one piece, as others write lines, too."""
    sys.stdout.write(f"figures {json.dumps(found)}\n")
    sys.stdout.flush()


def random_feeds(inputs: Any) -> dict[str, Any]:
    """The same on all ranks."""
    import numpy as np

    rng = np.random.default_rng(0)
    feeds: dict[str, Any] = {}
    for i in inputs:
        integers = i.dtype.kind in "iu"
        feeds[i.name] = (
            rng.integers(0, 100, i.shape) if integers else rng.standard_normal(i.shape)
        ).astype(i.dtype)
    return feeds


def anonymous() -> int:
    """Bytes of memory of this process that are no file's."""
    text = Path("/proc/self/status").read_text(encoding="ascii")
    match = re.search(r"RssAnon:\s+(\d+) kB", text)
    return int(match[1]) * 1024 if match else 0


def peak() -> int:
    """The most memory that this process had, with what it maps of files."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def measure(path: Path, shard: str, count: int, measure_alone: bool) -> dict[str, Any]:
    """The figures of a run, and the bytes that Open MPI counts for a rank and a run at most."""
    with tempfile.TemporaryDirectory() as folder:
        counting = {
            "pml_monitoring_enable": "2",
            "pml_monitoring_enable_output": "3",
            "pml_monitoring_filename": f"{folder}/sent",
        }
        merged = started(counting, count, "--rank", path, shard, RUNS)
        # The bytes of the start are few; one more run came first.
        merged["sent"] = sent(folder) / (RUNS + 1)
    if not measure_alone:
        return merged | {"alone": 0.0, "latency": 0.0, "bandwidth": inf}
    return merged | started({}, count, "--alone", path, shard)


def started(settings: dict[str, str], count: int, *words: Any) -> dict[str, Any]:
    """The figures of ranks of this program, of each the largest. `settings` are Open MPI's."""
    command = ["mpirun", "--oversubscribe", "-n", str(count)]
    for key, value in settings.items():
        command += ["--mca", key, value]
    command += [sys.executable, __file__, *map(str, words)]
    allowed = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    done = subprocess.run(
        command,
        env={**os.environ, **allowed},
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )
    lines = [x for x in done.stdout.splitlines() if x.startswith("figures ")]
    if done.returncode or len(lines) != count:
        raise SystemExit(f"{words}: {done.stdout}{done.stderr}")
    figures = [json.loads(x.removeprefix("figures ")) for x in lines]
    return {k: max(f[k] for f in figures if k in f) for g in figures for k in g}


def sent(folder: str) -> int:
    """The bytes that the rank that sent most has sent, by Open MPI's own count."""
    most = 0
    for file in Path(folder).glob("sent*.prof"):
        total = 0
        for line in file.read_text(encoding="ascii").splitlines():
            match = re.match(r"[EI]\s+\d+\s+\d+\s+(\d+) bytes", line)
            total += int(match[1]) if match else 0
        most = max(most, total)
    return most


def programs(path: Path, shard: str) -> tuple[dict[int, Any], float, float]:
    """The program of the first rank of each stage, the weights of a rank at most, and all
    weights."""
    from mlirlite.dialects.onnx.sharding.partition import partitioned
    from mlirlite.ir.context import Context
    from mlirlite.mpi.plan import place
    from mlirlite.mpi.segments import cut
    from mlirlite.runtime.compiler import load_module
    from mlirlite.runtime.entry import entry_function

    context = Context()
    module, _ = load_module(str(path), context)
    mesh = place(module, context, shard, "", path)
    block = entry_function(module).regions[0].entry
    firsts = [stage * mesh.stage.size for stage in range(mesh.stages)]
    found = {first: cut(partitioned(block, mesh, first)) for first in firsts}
    parts = [weights(s.module for s in p.segments) for p in found.values()]
    return found, max(parts), weights([module])


def weights(modules: Any) -> float:
    """Bytes of large constants."""
    from mlirlite.ir.dense import DenseResourceAttr

    total = 0
    for module in modules:
        for op in module.walk():
            value = op.properties.get("value")
            if op.name == "onnx.Constant" and isinstance(value, DenseResourceAttr):
                total += value.resource.size
    return float(total)


HEAD = (
    "| model | ranks | error | MB sent, least | exchanges, ms | of it | alone, ms | forecast | "
    "CPU ms of a rank | forecast | weights of a rank | memory beyond 1/n, MB |\n"
    + "|---" * 12
    + "|"
)


def rows(name: str, path: Path, counts: list[int], along: list[str], measure_alone: bool) -> Any:
    """A line of the table for each mesh; the forecast is scaled to the time of one rank."""
    from mlirlite.dialects.onnx.sharding.network import Network
    from mlirlite.mpi.simulate import simulate

    rate = 0.0
    for count in counts:
        special = [more.get(count, ()) for word, more in SPECIAL.items() if word in name]
        meshes = [*MESHES[count], *(mesh for more in special for mesh in more)]
        for shard in meshes:
            if along and count > 1 and not any(shard.startswith(a) for a in along):
                continue
            found, part, every = programs(path, shard)
            got = measure(path, shard, count, measure_alone)
            compute = simulate(found, Network()).computing
            rate = got["computing"] / compute if count == 1 else rate
            measured = Network(got["bandwidth"], got["latency"], flops=inf, memory=inf)
            alone = simulate(found, measured).seconds * 1e3 if measure_alone else 0.0
            del found
            yield (
                f"| {name} | {shard} | {got['error']:.1e} | {got['sent'] / 1e6:.2f}, "
                f"{got['least'] / 1e6:.2f} | {got['waiting']:.1f} | "
                f"{got['waiting'] / got['ms']:.0%} | {got['alone']:.2f} | "
                f"{_beside(alone, got['alone'])} | {got['computing']:.0f} | "
                f"{_beside(compute * rate, got['computing'])} | {part / every:.1%} | "
                f"{(got['memory'] - every / count) / 1e6:.0f} |"
            )


def _beside(expected: float, measured: float) -> str:
    """A forecast in ms, and how far the measured figure is from it."""
    off = f" ({measured / expected - 1:+.0%})" if expected else ""
    return f"{expected:.3g}{off}"


def forecast(target: str) -> None:
    """Curves for 8 to 512 ranks: time of one layer of BERT on 512 sequences on each network, as a
    chart and a table."""
    import onnx
    from matplotlib import pyplot
    from scale_models import bert

    from mlirlite.dialects.onnx.sharding.network import Network
    from mlirlite.mpi.simulate import simulate

    networks = {"100 Gbit/s, 2 us": "12.5GB/s,2us", "10 Gbit/s, 20 us": "1.25GB/s,20us"}
    counts = [8, 32, 128, 512]
    curves: dict[tuple[str, str], list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bert.onnx"
        onnx.save(bert(1, words=1000, batch=512), path)
        for count in counts:
            for label, shard in (
                ("data", f"data={count}"),
                ("data, tensor=4", f"data={count // 4},tensor=4"),
            ):
                found, _, _ = programs(path, shard)
                for name, text in networks.items():
                    seconds = simulate(
                        found, Network.parse(text + ",500GFLOP/s,100Gbyte/s")
                    ).seconds
                    curves.setdefault((label, name), []).append(seconds)
    print(f"| ranks | {' | '.join(f'{a}; {b}' for a, b in curves)} |")
    print("|---" * (1 + len(curves)) + "|")
    for number, count in enumerate(counts):
        print(f"| {count} | {' | '.join(f'{c[number] * 1e3:.1f} ms' for c in curves.values())} |")
    figure, axes = pyplot.subplots(figsize=(7, 4))
    for (label, name), values in curves.items():
        axes.plot(counts, [1e3 * v for v in values], marker="o", label=f"{label}; {name}")
    axes.set(xscale="log", yscale="log", xlabel="ranks", ylabel="ms for 512 sequences")
    axes.set_xticks(counts, [str(c) for c in counts])
    axes.legend()
    figure.tight_layout()
    figure.savefig(target)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="")
    parser.add_argument("--ranks", default="1,2,4")
    parser.add_argument("--along", default="", help="axes of meshes to run, all by default")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--forecast", default="")
    parser.add_argument("--runs-only", action="store_true", help="not the exchanges alone")
    parser.add_argument("--rank", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--alone", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.alone:
        from scale_exchanges import alone

        say(alone(*given.alone))
        return 0
    if given.rank:
        rank(given.rank[0], given.rank[1], int(given.rank[2]))
        return 0
    if given.forecast:
        forecast(given.forecast)
        return 0
    import onnx
    from scale_models import MODELS, SMALL

    counts = [int(c) for c in given.ranks.split(",")]
    along = given.along.split(",") if given.along else []
    print(HEAD)
    for name, make in (SMALL if given.small else MODELS).items():
        if given.only and not any(w in name for w in given.only.split(",")):
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model.onnx"
            onnx.save(make(), path, save_as_external_data=True, location="weights")
            for line in rows(name, path, counts, along, not given.runs_only):
                print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
