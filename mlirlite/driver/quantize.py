"""mlirlite-quantize: convolutions and matrix products in 8-bit integers, with calibrated ranges.

mlirlite-quantize model.onnx --calibrate=images.npy -o model.int8.onnx
mlirlite-run model.int8.onnx --random-inputs
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from typing import Any

from mlirlite.driver.shared.examples import ImageArguments, matches, preparation_of
from mlirlite.driver.shared.inputs import check_outputs, files_of
from mlirlite.driver.shared.model import ModelArguments, model_of, module_of, save_onnx
from mlirlite.driver.shared.options import UsageError, flag, option, several
from mlirlite.driver.shared.page import Page
from mlirlite.driver.shared.program import OK, Streams, output_file
from mlirlite.driver.shared.progress import COMPILATION, Progress
from mlirlite.support.diagnostics import Diagnostic, Severity


class QuantizeArguments(ModelArguments, ImageArguments):
    """The command line of mlirlite-quantize."""

    output: str = option("the file to write: .onnx or .mlir", "file", name="o", default="")
    calibrate: tuple[str, ...] = several(
        "examples: .npz with an array, .parquet with a column for each input, .npy or images for "
        "the only one; random ones without it",
        "'in/*.npz'",
    )
    data: tuple[str, ...] = several("the same as --calibrate", "file", hidden=True)
    batches: int = option(
        "number of random batches if there are no examples", "n", default=8, least=0, most=100_000
    )
    seed: int = option("seed of the random batches", "n", default=0, least=0)
    method: str = option(
        "ranges: the least and largest numbers (minmax), or percentiles of each batch; for "
        "--weights: rounded in the range of a block (rtn), in one with smaller errors (hqq), or so "
        "that products of the examples have smaller errors (gptq)",
        "minmax|percentile|rtn|hqq|gptq",
        default="",
    )
    percentile: float = option("for --method=percentile", "p", default=99.99)
    activations: str = option("the type between operators", "ui8|i8", default="ui8")
    weights: str = option(
        "only weights of MatMul and Gemm, which stay packed; the rest computes in floats",
        "int4|int8",
        default="",
    )
    block: int = option("for --weights: numbers that share a scale", "n", default=32)
    symmetric: bool = flag("for --weights: no zero points")
    check: int = option(
        "compare with the model on this many batches; 0: none", "n", default=8, least=0
    )

    quiet: bool = flag("no progress, and no warning where int8 is slow on this processor", name="q")

    @property
    def examples(self) -> tuple[str, ...]:
        """The patterns of files."""
        return (*self.calibrate, *self.data)


PAGE = Page(
    "mlirlite-quantize model.onnx [--calibrate='in/*.npz' …] -o model.int8.onnx",
    "Converts convolutions, Gemm and MatMul with constant weights to 8-bit integers, with ranges "
    "from examples, and prints the error of the outputs.",
    QuantizeArguments,
    (
        "mlirlite-quantize model.onnx --calibrate=images.npy -o model.int8.onnx",
        "mlirlite-quantize model.onnx --batches=4 --method=percentile -o model.int8.mlir",
        "mlirlite-quantize model.onnx --weights=int4 --block=32 -o model.int4.onnx",
        "mlirlite-run model.int8.onnx --random-inputs",
    ),
)


@PAGE.program
def main(arguments: QuantizeArguments, streams: Streams) -> int:
    """Run the program; returns its exit code."""
    model, output, count = arguments.model, arguments.output, arguments.check
    if not output.endswith((".onnx", ".mlir")):
        raise UsageError("expected -o with a file that ends in .onnx or .mlir")
    check_outputs(
        [output, *([f"{output}.data"] if output.endswith(".onnx") else ())],
        files_of(model, *matches(arguments.examples, "--calibrate")),
    )
    if arguments.weights:
        return _weights(arguments, streams)
    from mlirlite.runtime.calibration import cost_of_bytes, quantize

    if not arguments.quiet and (cost := cost_of_bytes()):
        streams.show(Diagnostic(Severity.WARNING, cost))
    batches = _batches(arguments)
    shares = _shares(len(batches), min(count, len(batches)))
    progress = Progress(streams.stderr, quiet=arguments.quiet, shares=shares)
    try:
        progress("read")
        module = quantize(
            module_of(arguments)[0],
            batches,
            method=arguments.method or "minmax",
            percentile=arguments.percentile,
            activations=arguments.activations,
            step=progress,
        )
        progress("write")
        _write(module, output, streams)
        found = _losses(module, batches, arguments, progress)
    finally:
        progress.done()
    _tell(found, streams)
    streams.stdout.write(f"calibrated with {len(batches)} batches; wrote {output}\n")
    return OK


def _weights(arguments: QuantizeArguments, streams: Streams) -> int:
    """Quantize weights only."""
    from mlirlite.runtime.weights import quantize_weights

    method = arguments.method or "rtn"
    batches = _batches(arguments) if arguments.check or method == "gptq" else []
    shares = {"write": 0.4}
    if method == "gptq":
        shares = _shares(len(batches), min(arguments.check, len(batches)))
    progress = Progress(streams.stderr, quiet=arguments.quiet, shares={"read": 0.0, **shares})
    try:
        progress("read")
        module, layers = quantize_weights(
            module_of(arguments)[0],
            arguments.weights,
            arguments.block,
            arguments.symmetric,
            method,
            batches if method == "gptq" else (),
            progress,
        )
        progress("write")
        _write(module, arguments.output, streams)
        found = _losses(module, batches, arguments, progress)
    finally:
        progress.done()
    for layer in layers:
        streams.stdout.write(
            f"{layer.name}, {layer.rows}x{layer.columns}: largest error "
            f"{100 * layer.largest:.2f} % of the largest number, "
            f"root mean square {100 * layer.root_mean_square:.2f} %\n"
        )
    _tell(found, streams)
    streams.stdout.write(f"{len(layers)} products; wrote {arguments.output}\n")
    return OK


def _tell(losses: list[Any], streams: Streams) -> None:
    """Print how far outputs are from those of the model in floats."""
    for loss in losses:
        streams.stdout.write(
            f"{loss.name}: largest error {100 * loss.largest:.2f} % of the largest number, "
            f"root mean square {100 * loss.root_mean_square:.2f} %, "
            f"the same place is largest in {loss.agreed} of {loss.rows} rows\n"
        )


def _shares(batches: int, checks: int) -> dict[str, float]:
    """The share that is done when a step begins: a compilation and the batches, then two
    compilations and the compared batches."""
    end = 0.45 if checks else 1.0
    shares = {stage: 0.8 * end * share for stage, share in COMPILATION.items()}
    shares |= {f"batch {n}": (0.8 + 0.19 * n / batches) * end for n in range(batches)}
    shares |= {"write": 0.99 * end, "floats": end, "bytes": 0.65}
    return shares | {f"check {n}": 0.9 + 0.1 * n / checks for n in range(checks)}


def _losses(
    module: Any, batches: Any, arguments: QuantizeArguments, progress: Progress
) -> list[Any]:
    """The errors of the quantized model on the first batches."""
    from mlirlite.runtime.calibration import losses
    from mlirlite.runtime.session import InferenceSession

    if not arguments.check or not batches:
        return []
    progress("floats")
    plain = InferenceSession(model_of(arguments))
    progress("bytes")
    small = InferenceSession(module)

    def told() -> Iterator[dict[str, Any]]:
        for number, feeds in enumerate(islice(batches, arguments.check)):
            progress(f"check {number}")
            yield feeds

    return losses(plain, small, told())


def _batches(arguments: QuantizeArguments) -> Any:
    """The examples of the files, or random ones: what can be iterated over again."""
    from mlirlite.runtime.batches.examples import ExampleFiles
    from mlirlite.runtime.calibration import random_batches
    from mlirlite.runtime.entry import entry_function
    from mlirlite.runtime.signature import signature_of

    inputs, _ = signature_of(entry_function(module_of(arguments)[0]))
    if not arguments.examples:
        return random_batches(inputs, arguments.batches, arguments.seed)
    files = matches(arguments.examples, "--calibrate")
    return ExampleFiles(files, inputs, preparation_of(arguments))


def _write(module: Any, output: str, streams: Streams) -> None:
    if output.endswith(".onnx"):
        save_onnx(module, output)
        return
    from mlirlite.printer import print_to

    with output_file(os.fspath(output), streams) as file:
        print_to(module, file)


if __name__ == "__main__":
    import sys

    sys.exit(main())
