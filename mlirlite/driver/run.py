"""mlirlite-run: compiles a model in memory and runs it, or runs a function of a .mlir file.

mlirlite-run model.onnx --input x=x.npy --output-dir out
mlirlite-run model.onnx --random-inputs --seed 1 --verify=onnxruntime
mlirlite-run file.mlir -e main --entry-point-result=f32
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from typing import Any

from mlirlite.driver.model import model_of, one_model
from mlirlite.driver.options import (
    INPUT_SHAPES,
    NO_CHECKS,
    SANITIZE,
    STANDARD,
    Arguments,
    Option,
    UsageError,
    parse_arguments,
    split_list,
    to_number,
)
from mlirlite.driver.page import Page
from mlirlite.driver.plugins import PLUGIN
from mlirlite.driver.profile import OPTIONS as PROFILE, print_profile, wanted as profile_wanted
from mlirlite.driver.program import FAILED, OK, Streams, check_output, output_file, program
from mlirlite.driver.progress import Progress
from mlirlite.driver.run_function import OPTIONS as FUNCTION_OPTIONS, run_function, wanted
from mlirlite.support.diagnostics import DiagnosticError

OPTIONS = (
    Option("input", "feed an input from a .npy file", "list", "name=file.npy"),
    Option("random-inputs", "feed seeded random values"),
    Option("dim", "the size of a named unknown dimension, for --random-inputs", "list", "name=n"),
    Option("seed", "seed of the random values", "value", "n", default="0"),
    Option("output-dir", "write each output to <dir>/<name>.npy", "value", "dir"),
    Option(
        "verify",
        "compare with another engine and print the largest error",
        "value",
        "onnxruntime|reference",
    ),
    Option("rtol", "largest relative error that --verify accepts", "value", "x", default="1e-3"),
    Option("repeat", "run this often and print the fastest time", "value", "n", default="1"),
    *INPUT_SHAPES,
    Option("threads", "number of threads", "value", "n", default="1"),
    NO_CHECKS,
    Option("ops-for-call", "operators that functions of --library compute", "list", "MatMul:f,…"),
    Option("library", "a shared library for --ops-for-call; default: the process", "value", "file"),
    Option("load-schedule", "a file of schedules, as mlirlite-tune writes it", "value", "file"),
    SANITIZE,
    Option("memory-report", "print which buffers share memory, and stop", hidden=True),
    Option("fusion-report", "print which operators were fused and why not, and stop", hidden=True),
    *PROFILE,
    *FUNCTION_OPTIONS,
    PLUGIN,
    *STANDARD,
)

PAGE = Page(
    "mlirlite-run model.onnx|model.so [--input name=file.npy … | --random-inputs] [options]",
    "Compiles a model, or a function of a .mlir file, for this machine and runs it.",
    OPTIONS,
    (
        "mlirlite-run model.onnx --random-inputs --verify=onnxruntime",
        "mlirlite-run file.mlir -e main --arg=3 --arg=x.npy [--interpret]",
    ),
)


@program("mlirlite-run")
def main(argv: Sequence[str], streams: Streams) -> int:
    """Run the program; returns its exit code."""
    arguments = parse_arguments(argv, OPTIONS)
    if PAGE.answers(arguments, streams):
        return OK
    path = one_model(arguments)
    if wanted(arguments):
        return run_function(arguments, streams)
    if arguments["memory-report"] or arguments["fusion-report"]:
        return _reports(arguments, path, streams)
    if profile_wanted(arguments):
        return _profile(arguments, path, streams)
    from mlirlite.driver import verify as other_engines

    if arguments["verify"] is not None:
        if path.endswith(".so"):
            raise DiagnosticError(
                f"--verify needs a model that other engines read, found the library '{path}'"
            )
        other_engines.check_engine(arguments["verify"])
    times = to_number(arguments, "repeat", least=1)
    started = time.perf_counter()
    progress = Progress(streams.stderr)
    progress("load" if path.endswith(".so") else "compile")
    session = _session(arguments, path)
    progress.done()
    compiled = time.perf_counter() - started
    feeds = _feeds(arguments, session)
    best = float("inf")
    outputs: list[Any] = []
    progress = Progress(streams.stderr, shares={f"call {n}": n / times for n in range(times)})
    for number in range(times):
        if times > 1 and progress.due:
            progress(f"call {number}")
        started = time.perf_counter()
        outputs = session.run(None, feeds)
        best = min(best, time.perf_counter() - started)
    progress.done()
    named = {o.name: a for o, a in zip(session.get_outputs(), outputs, strict=True)}
    _write_outputs(named, arguments["output-dir"], streams)
    for name, array in named.items():
        streams.stdout.write(f"{name}: {array.dtype}{list(array.shape)}{_digest(array)}\n")
    word = "loaded" if path.endswith(".so") else "compiled"
    streams.stdout.write(f"{word} in {compiled:.2f} s, ran in {best * 1e3:.2f} ms\n")
    if arguments["verify"] is None:
        return OK
    return _verify(arguments, path, feeds, named, streams)


def _session(arguments: Arguments, path: str) -> Any:
    """A compiled library is loaded, anything else compiled."""
    if path.endswith(".so"):
        from mlirlite.runtime.library import load

        return load(path)
    from mlirlite.runtime.session import InferenceSession

    return InferenceSession(
        model_of(path, arguments),
        threads=to_number(arguments, "threads", least=1),
        schedules=arguments["load-schedule"],
        ops_for_call=",".join(split_list(arguments["ops-for-call"])),
        library=arguments["library"],
        unchecked=arguments["no-runtime-checks"],
        sanitize=arguments["sanitize"] or "",
    )


def _reports(arguments: Arguments, path: str, streams: Streams) -> int:
    from mlirlite.runtime.reports import fusion_report, memory_report

    if path.endswith(".so"):
        raise DiagnosticError(f"a report needs a model to compile, found the library '{path}'")
    threads, schedules = to_number(arguments, "threads", least=1), arguments["load-schedule"]
    for name, report in (("memory-report", memory_report), ("fusion-report", fusion_report)):
        if arguments[name]:
            text = report(model_of(path, arguments), threads=threads, schedules=schedules)
            streams.stdout.write(text)
    return OK


def _profile(arguments: Arguments, path: str, streams: Streams) -> int:
    if path.endswith(".so"):
        raise DiagnosticError(f"--profile needs a model to compile, found the library '{path}'")
    for name in ("verify", "output-dir"):
        if arguments[name] is not None:
            raise UsageError(f"option '--{name}' does not go with --profile")
    for name in ("html", "profile-trace", "profile-chart"):
        check_output(arguments[name])
    from mlirlite.runtime.profile import Profile

    threads = to_number(arguments, "threads", least=1)
    times = max(5, to_number(arguments, "repeat", least=1))
    if arguments["html"] is not None:
        from mlirlite.driver.html.profile_page import check_plotly

        check_plotly()
    profile = Profile(
        model_of(path, arguments),
        threads=threads,
        schedules=arguments["load-schedule"],
        ops_for_call=",".join(split_list(arguments["ops-for-call"])),
        library=arguments["library"],
    )
    feeds = _feeds(arguments, profile.session)
    profile.run(feeds, times)
    return print_profile(profile, model_of(path, arguments), arguments, streams)


def _pairs(arguments: Arguments, option: str) -> dict[str, str]:
    found = {}
    for text in arguments[option]:
        name, equals, value = text.rpartition("=")
        if not equals:
            raise UsageError(f"option '--{option}' needs name=value, found '{text}'")
        found[name] = value
    return found


def _feeds(arguments: Arguments, session: Any) -> dict[str, Any]:
    import numpy as np

    feeds: dict[str, Any] = {}
    for name, file in _pairs(arguments, "input").items():
        try:
            feeds[name] = np.load(file, allow_pickle=False)
        except (OSError, ValueError, EOFError) as e:
            reason = e.strerror if isinstance(e, OSError) and e.strerror else e
            raise DiagnosticError(f"cannot read input '{name}' from '{file}': {reason}") from e
    if arguments["random-inputs"]:
        rng = np.random.default_rng(to_number(arguments, "seed", least=0))
        sizes = {name: _size(name, text) for name, text in _pairs(arguments, "dim").items()}
        for spec in session.get_inputs():
            if spec.name not in feeds:
                shape = [d if isinstance(d, int) else sizes.get(d or "", 1) for d in spec.shape]
                feeds[spec.name] = _random(rng, shape, spec.dtype)
    return feeds


def _size(name: str, text: str) -> int:
    if not text.isdecimal():
        raise UsageError(f"option '--dim' needs a size for '{name}', found '{text}'")
    return int(text)


def _random(rng: Any, shape: Sequence[int], dtype: Any) -> Any:
    """Floats in [0, 1), integers 0 to 9, booleans."""
    if dtype.kind == "b":
        return rng.integers(0, 2, shape).astype(dtype)
    if dtype.kind in "iu":
        return rng.integers(0, 10, shape).astype(dtype)
    return rng.random(shape).astype(dtype)


def _write_outputs(named: Mapping[str, Any], folder: str | None, streams: Streams) -> None:
    if folder is None:
        return
    import numpy as np

    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as e:
        raise DiagnosticError(f"cannot make output folder '{folder}': {e.strerror or e}") from e
    for name, array in named.items():
        path = os.path.join(folder, name.replace("/", "_") + ".npy")
        with output_file(path, streams, binary=True) as file:
            np.save(file, array)
        streams.stdout.write(f"wrote {path}\n")


def _digest(array: Any) -> str:
    if array.dtype.kind not in "fiu" or array.size == 0:
        return ""
    wide = array.astype("f8")
    return f", min {wide.min():.6g}, max {wide.max():.6g}, mean {wide.mean():.6g}"


def _verify(
    arguments: Arguments,
    path: str,
    feeds: Mapping[str, Any],
    named: Mapping[str, Any],
    streams: Streams,
) -> int:
    from mlirlite.driver import verify as other_engines

    engine = arguments["verify"]
    expected = other_engines.run_engine(engine, path, feeds)
    limit = to_number(arguments, "rtol", float)
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
