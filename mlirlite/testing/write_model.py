"""Writes a real CNN with seeded random weights, to try things on without a download.

python -m mlirlite.testing.write_model squeezenet squeezenet.onnx
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path


def main(argv: Sequence[str] | None = None) -> int:
    """Write the model; returns the exit code."""
    from mlirlite.testing.models import light_models, with_random_weights

    models = light_models()
    parser = argparse.ArgumentParser("python -m mlirlite.testing.write_model", description=__doc__)
    parser.add_argument("model", choices=sorted(models), metavar="model", help=", ".join(models))
    parser.add_argument("output", type=Path, help="the file to write")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args(argv)

    import onnx

    model = with_random_weights(onnx.load(models[arguments.model]), arguments.seed)
    onnx.save(model, arguments.output)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
