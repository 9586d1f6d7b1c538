"""Writes a real CNN with seeded random weights, for trials without a download.

python -m mlirlite.testing.write_model squeezenet squeezenet.onnx
"""

from __future__ import annotations

import sys

from mlirlite.driver.shared.options import Arguments, UsageError, option
from mlirlite.driver.shared.page import Page
from mlirlite.driver.shared.program import OK, Streams, output_file
from mlirlite.support.diagnostics import did_you_mean


class ModelArguments(Arguments):
    """The command line of write_model."""

    seed: int = option("of the random weights (default: 0)", "n", default=0, least=0)


PAGE = Page(
    "write_model [options] MODEL OUTPUT",
    "Writes a real CNN with seeded random weights: one of those whose graphs the package onnx "
    "ships.",
    ModelArguments,
    ("python -m mlirlite.testing.write_model squeezenet squeezenet.onnx",),
)


@PAGE.program
def main(arguments: ModelArguments, streams: Streams) -> int:
    """Run the program; returns its exit code."""
    if len(arguments.inputs) != 2:
        raise UsageError(f"expected a model and a file to write, found {len(arguments.inputs)}")
    name, path = arguments.inputs
    from mlirlite.testing.models import light_models, with_random_weights  # late: it loads onnx

    models = light_models()
    if name not in models:
        near = did_you_mean(name, models) or f"; there are {', '.join(sorted(models))}"
        raise UsageError(f"there is no model '{name}'{near}")
    import onnx

    model = with_random_weights(onnx.load(models[name]), arguments.seed)
    with output_file(path, streams, binary=True) as output:
        output.write(model.SerializeToString())
    return OK


if __name__ == "__main__":
    sys.exit(main())
