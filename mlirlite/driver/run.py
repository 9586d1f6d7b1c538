"""mlirlite-run: compiles a model in memory and runs it, or runs a function of a .mlir file.

mlirlite-run model.onnx --input x=x.npy --output-dir out
mlirlite-run model.onnx --random-inputs --seed 1 --verify=onnxruntime
mlirlite-run model.onnx --batch='in/*.npz' --output-dir=out
mpirun -n 4 mlirlite-run model.onnx --random-inputs --shard=tensor=4
mlirlite-run folder --generate='Once upon a time' --max-tokens=50
mlirlite-run file.mlir -e main --entry-point-result=f32
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Literal

from mlirlite.driver.batches import BatchArguments, check_batches, run_batches
from mlirlite.driver.generate import GenerateArguments, check_generation, run_generation
from mlirlite.driver.profile import ProfileArguments, print_profile
from mlirlite.driver.ranks import RankArguments, rank_session
from mlirlite.driver.run_function import FunctionArguments, run_function
from mlirlite.driver.shared.arrays import load_array, write_arrays
from mlirlite.driver.shared.inputs import check_outputs, files_of
from mlirlite.driver.shared.model import model_of
from mlirlite.driver.shared.options import UsageError, flag, option, several, with_full_paths
from mlirlite.driver.shared.page import Page
from mlirlite.driver.shared.program import FAILED, OK, Streams
from mlirlite.driver.shared.progress import Progress
from mlirlite.support.diagnostics import DiagnosticError


class RunArguments(
    FunctionArguments, ProfileArguments, BatchArguments, GenerateArguments, RankArguments
):
    """The command line of mlirlite-run."""

    input: tuple[str, ...] = several("feed an input from a .npy file", "name=file.npy")
    random_inputs: bool = flag("feed seeded random values")
    dim: tuple[str, ...] = several(
        "the size of a named unknown dimension, for --random-inputs", "name=n"
    )
    seed: int = option("seed of the random values", "n", default=0, least=0)
    verify: Literal["onnxruntime", "reference"] | None = option(
        "compare with another engine and print the largest error", "onnxruntime|reference"
    )
    rtol: float = option(
        "largest relative error that --verify accepts", "x", default=1e-3, hidden=True
    )
    repeat: int = option(
        "run this often and print the fastest time", "n", default=1, least=1, most=100_000
    )
    ops_for_call: tuple[str, ...] = several(
        "operators computed by functions of --library", "MatMul:f,…", hidden=True
    )
    library: str | None = option(
        "a shared library for --ops-for-call; default: the process", "file", hidden=True
    )
    memory_report: bool = flag("print which buffers share memory, and stop", hidden=True)
    fusion_report: bool = flag(
        "print which operators were fused and why not, and stop", hidden=True
    )

    @property
    def compiled(self) -> bool:
        """Whether the model is a library already."""
        return self.model.endswith(".so")

    def needs_model(self, what: str) -> None:
        """DiagnosticError where what needs a model that can be read has a library."""
        if self.compiled:
            raise DiagnosticError(f"{what}, found the library '{self.model}'")


PAGE = Page(
    "mlirlite-run model.onnx|model.so [--input name=file.npy … | --random-inputs] [options]",
    "Compiles a model, or a function of a .mlir file, for this machine and runs it.",
    RunArguments,
    (
        "mlirlite-run model.onnx --random-inputs --verify=onnxruntime",
        "mlirlite-run file.mlir -e main --arg=3 --arg=x.npy [--interpret]",
    ),
)


@PAGE.program
def main(arguments: RunArguments, streams: Streams) -> int:
    """Run the program; returns its exit code."""
    path = arguments.model
    if arguments.wants_function:
        return run_function(arguments, streams)
    check_generation(arguments)
    if arguments.wants_generation:
        return run_generation(arguments, streams)
    if arguments.memory_report or arguments.fusion_report:
        return _reports(arguments, streams)
    if arguments.wants_profile:
        return _profile(arguments, streams)
    if arguments.batch:
        check_batches(arguments)
        there = with_full_paths(arguments) if arguments.dask else arguments
        return run_batches(arguments, streams, partial(_session, there), _files(arguments))
    if arguments.verify is not None:
        from mlirlite.driver.verify import check_engine

        arguments.needs_model("--verify needs a model that other engines read")
        check_engine(arguments.verify)
    started = time.perf_counter()
    progress = Progress(streams.stderr)
    progress("load" if arguments.compiled else "compile")
    session = _session(arguments)
    progress.done()
    compiled = time.perf_counter() - started
    feeds = _feeds(arguments, session)
    best = float("inf")
    outputs: list[Any] = []
    times = arguments.repeat
    progress = Progress(streams.stderr, shares={f"call {n}": n / times for n in range(times)})
    for number in range(times):
        if times > 1 and progress.due:
            progress(f"call {number}")
        started = time.perf_counter()
        outputs = session.run(None, feeds)
        best = min(best, time.perf_counter() - started)
    progress.done()
    if arguments.shard and session.rank:
        return OK  # the first rank writes
    named = {o.name: a for o, a in zip(session.get_outputs(), outputs, strict=True)}
    inputs = [arguments.model, *_pairs("--input", arguments.input).values()]
    for written in write_arrays(named, arguments.output_dir, inputs, streams):
        streams.stdout.write(f"wrote {written}\n")
    for name, array in named.items():
        streams.stdout.write(f"{name}: {array.dtype}{list(array.shape)}{_digest(array)}\n")
    word = "loaded" if arguments.compiled else "compiled"
    streams.stdout.write(f"{word} in {compiled:.2f} s, ran in {best * 1e3:.2f} ms\n")
    if arguments.verify is None:
        return OK
    return _verify(arguments.verify, arguments.rtol, path, feeds, named, streams)


def _session(arguments: RunArguments) -> Any:
    """A compiled library is loaded, anything else compiled: on several ranks, if asked for."""
    if arguments.shard:
        arguments.needs_model("--shard needs a model to share out")
        return rank_session(arguments)
    if arguments.compiled:
        from mlirlite.runtime.library import load

        return load(arguments.model)
    from mlirlite.runtime.session import InferenceSession

    return InferenceSession(
        model_of(arguments),
        unchecked=arguments.no_runtime_checks,
        sanitize=arguments.sanitize,
        **_settings(arguments),
    )


def _settings(arguments: RunArguments) -> dict[str, Any]:
    """What sessions and profiles are given."""
    return {
        "threads": arguments.threads,
        "schedules": arguments.load_schedule,
        "ops_for_call": arguments.calls,
        "library": arguments.library,
    }


def _reports(arguments: RunArguments, streams: Streams) -> int:
    from mlirlite.runtime.reports import fusion_report, memory_report

    arguments.needs_model("a report needs a model to compile")
    threads, schedules = arguments.threads, arguments.load_schedule
    for asked, report in (
        (arguments.memory_report, memory_report),
        (arguments.fusion_report, fusion_report),
    ):
        if asked:
            text = report(model_of(arguments), threads=threads, schedules=schedules)
            streams.stdout.write(text)
    return OK


def _profile(arguments: RunArguments, streams: Streams) -> int:
    pages = ("html", "profile-trace", "profile-chart")
    asked = (p for p in pages if getattr(arguments, p.replace("-", "_")) is not None)
    option = f"--{next(asked, 'profile')}"
    arguments.needs_model(f"{option} needs a model to compile")
    for name, given in (("verify", arguments.verify), ("output-dir", arguments.output_dir)):
        if given is not None:
            raise UsageError(f"option '--{name}' does not go with {option}")
    check_outputs(
        [arguments.html, arguments.profile_trace, arguments.profile_chart],
        files_of(arguments.model, arguments.load_schedule),
    )
    from mlirlite.runtime.profile import Profile

    if arguments.html is not None:
        from mlirlite.driver.html.profile_page import check_plotly

        check_plotly()
    profile = Profile(model_of(arguments), **_settings(arguments))
    feeds = _feeds(arguments, profile.session)
    profile.run(feeds, max(5, arguments.repeat))
    return print_profile(profile, model_of(arguments), arguments, streams)


def _pairs(option: str, values: Sequence[str]) -> dict[str, str]:
    found = {}
    for text in values:
        name, equals, value = text.rpartition("=")
        if not equals:
            raise UsageError(f"option '{option}' needs name=value, found '{text}'")
        found[name] = value
    return found


def _files(arguments: RunArguments) -> dict[str, Any]:
    """The inputs that files give."""
    files = _pairs("--input", arguments.input)
    return {name: load_array(f, f"input '{name}' from '{f}'") for name, f in files.items()}


def _feeds(arguments: RunArguments, session: Any) -> dict[str, Any]:
    import numpy as np

    from mlirlite.runtime.signature import sizes_of

    feeds = _files(arguments)
    if arguments.random_inputs:
        rng = np.random.default_rng(arguments.seed)
        sizes = {name: _size(name, text) for name, text in _pairs("--dim", arguments.dim).items()}
        for spec in session.get_inputs():
            if spec.name not in feeds:
                feeds[spec.name] = _random(rng, sizes_of(spec, sizes), spec.dtype)
    return feeds


def _size(name: str, text: str) -> int:
    if not text.isdecimal():
        raise UsageError(f"option '--dim' needs a size for '{name}', found '{text}'")
    return int(text)


def _random(rng: Any, shape: Sequence[int], dtype: Any) -> Any:
    """Floats in [0, 1), integers 0 to 9, the same as texts, booleans."""
    if dtype.kind == "O":
        return rng.integers(0, 10, shape).astype(str).astype(object)
    if dtype.kind == "b":
        return rng.integers(0, 2, shape).astype(dtype)
    if dtype.kind in "iu":
        return rng.integers(0, 10, shape).astype(dtype)
    return rng.random(shape).astype(dtype)


def _digest(array: Any) -> str:
    if array.dtype.kind not in "fiu" or array.size == 0:
        return ""
    wide = array.astype("f8")
    return f", min {wide.min():.6g}, max {wide.max():.6g}, mean {wide.mean():.6g}"


def _verify(
    engine: str,
    limit: float,
    path: str,
    feeds: Mapping[str, Any],
    named: Mapping[str, Any],
    streams: Streams,
) -> int:
    from mlirlite.driver import verify as other_engines

    expected = other_engines.run_engine(engine, path, feeds)
    worst = 0.0
    for name, want in expected.items():
        found = other_engines.largest_error(named[name], want)
        worst = max(worst, found)
        streams.stdout.write(f"{name}: largest error against {engine} {found:.3g} (relative)\n")
    if not worst <= limit:
        streams.stderr.write(
            f"mlirlite-run: error: the outputs differ from {engine}'s: largest relative error "
            f"{worst:.3g}, "
            f"allowed {limit:g}\n"
        )
        return FAILED
    return OK


if __name__ == "__main__":
    import sys

    sys.exit(main())
