"""mlirlite-quantize: a model whose convolutions and matrix products work on bytes, calibrated.

mlirlite-quantize model.onnx --data images.npy -o model.int8.onnx
mlirlite-run model.int8.onnx --random-inputs
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

from mlirlite.driver.model import model_of, module_of, one_model
from mlirlite.driver.options import (
    INPUT_SHAPES,
    STANDARD,
    Arguments,
    Option,
    UsageError,
    parse_arguments,
    to_number,
)
from mlirlite.driver.page import Page
from mlirlite.driver.plugins import PLUGIN
from mlirlite.driver.program import OK, Streams, check_output, output_file, program
from mlirlite.driver.progress import COMPILATION, Progress
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, Severity

OPTIONS = (
    Option("o", "the file to write: .onnx or .mlir", "value", "file"),
    Option(
        "data",
        "examples to calibrate with: .npz with an array for each input, or .npy for the only one; "
        "random ones without it",
        "list",
        "file",
    ),
    Option("batches", "how many random batches without --data", "value", "n", default="8"),
    Option("seed", "seed of the random batches", "value", "n", default="0"),
    Option(
        "method",
        "ranges: the least and largest numbers, or percentiles of each batch",
        "value",
        "minmax|percentile",
        default="minmax",
    ),
    Option("percentile", "for --method=percentile", "value", "p", default="99.99"),
    Option("activations", "the type between operators", "value", "ui8|i8", default="ui8"),
    Option(
        "check", "compare with the model on so many batches; 0: none", "value", "n", default="8"
    ),
    *INPUT_SHAPES,
    Option("q", "no progress, and no warning of what bytes cost on this processor"),
    PLUGIN,
    *STANDARD,
)

PAGE = Page(
    "mlirlite-quantize model.onnx [--data=file.npz …] -o model.int8.onnx",
    "Makes convolutions, Gemm and MatMul with constant weights work on bytes, with ranges from "
    "examples, "
    "and prints how far the outputs are from the model's.",
    OPTIONS,
    (
        "mlirlite-quantize model.onnx --data=images.npy -o model.int8.onnx",
        "mlirlite-quantize model.onnx --batches=4 --method=percentile -o model.int8.mlir",
        "mlirlite-run model.int8.onnx --random-inputs",
    ),
)


@program("mlirlite-quantize")
def main(argv: Sequence[str], streams: Streams) -> int:
    """Run the program; returns its exit code."""
    arguments = parse_arguments(argv, OPTIONS)
    if PAGE.answers(arguments, streams):
        return OK
    path = one_model(arguments)
    output = arguments["o"]
    if output is None or not output.endswith((".onnx", ".mlir")):
        raise UsageError("expected -o with a file that ends in .onnx or .mlir")
    count = to_number(arguments, "check", least=0)
    check_output(output)
    from mlirlite.runtime.calibration import cost_of_bytes, quantize

    if not arguments["q"] and (cost := cost_of_bytes()):
        streams.show(Diagnostic(Severity.WARNING, cost))
    batches = _batches(path, arguments)
    shares = _shares(len(batches), min(count, len(batches)))
    progress = Progress(streams.stderr, quiet=arguments["q"], shares=shares)
    try:
        progress("read")
        module = quantize(
            module_of(path, arguments)[0],
            batches,
            method=arguments["method"],
            percentile=to_number(arguments, "percentile", float),
            activations=arguments["activations"],
            step=progress,
        )
        progress("write")
        _write(module, output, streams)
        found = _losses(path, module, batches[:count], arguments, progress)
    finally:
        progress.done()
    for loss in found:
        streams.stdout.write(
            f"{loss.name}: largest error {100 * loss.largest:.2f} % of the largest number, "
            f"root mean square {100 * loss.root_mean_square:.2f} %, "
            f"the same place is largest in {loss.agreed} of {loss.rows} rows\n"
        )
    streams.stdout.write(f"calibrated with {len(batches)} batches; wrote {output}\n")
    return OK


def _shares(batches: int, checks: int) -> dict[str, float]:
    """How much is done when a step begins: a compilation and the batches, then two compilations and
    the batches that are compared."""
    end = 0.45 if checks else 1.0
    shares = {stage: 0.8 * end * share for stage, share in COMPILATION.items()}
    shares |= {f"batch {n}": (0.8 + 0.19 * n / batches) * end for n in range(batches)}
    shares |= {"write": 0.99 * end, "floats": end, "bytes": 0.65}
    return shares | {f"check {n}": 0.9 + 0.1 * n / checks for n in range(checks)}


def _losses(
    path: str, module: Any, batches: list[dict[str, Any]], arguments: Arguments, progress: Progress
) -> list[Any]:
    """How far the quantised model is from the model."""
    from mlirlite.runtime.calibration import losses
    from mlirlite.runtime.session import InferenceSession

    if not batches:
        return []
    progress("floats")
    plain = InferenceSession(model_of(path, arguments))
    progress("bytes")
    small = InferenceSession(module)

    def told() -> Iterator[dict[str, Any]]:
        for number, feeds in enumerate(batches):
            progress(f"check {number}")
            yield feeds

    return losses(plain, small, told())


def _batches(path: str, arguments: Arguments) -> list[dict[str, Any]]:
    """The examples of the files, or random ones."""
    import numpy as np

    from mlirlite.runtime.calibration import random_batches, split_batches
    from mlirlite.runtime.entry import entry_function
    from mlirlite.runtime.signature import signature_of

    inputs, _ = signature_of(entry_function(module_of(path, arguments)[0]))
    if not arguments["data"]:
        count = to_number(arguments, "batches")
        seed = to_number(arguments, "seed", least=0)
        return random_batches(inputs, count, seed)
    found: list[dict[str, Any]] = []
    for file in arguments["data"]:
        try:
            loaded = np.load(file, allow_pickle=False)
            arrays = dict(loaded) if file.endswith(".npz") else {inputs[0].name: loaded}
        except (OSError, ValueError) as e:
            reason = e.strerror if isinstance(e, OSError) and e.strerror else e
            raise DiagnosticError(f"cannot read '{file}': {reason}") from e
        found += split_batches(inputs, arrays)
    return found


def _write(module: Any, output: str, streams: Streams) -> None:
    if output.endswith(".onnx"):
        from mlirlite.target.onnx.export import save_model

        try:
            save_model(module, output)
        except OSError as e:
            raise DiagnosticError(f"cannot write '{output}': {e.strerror or e}") from e
        return
    from mlirlite.printer import print_to

    with output_file(os.fspath(output), streams) as file:
        print_to(module, file)


if __name__ == "__main__":
    import sys

    sys.exit(main())
