#!/usr/bin/env python3
"""A tour: lowers a real model of the onnx package through every level of the IR, and runs it.

python tools/tour.py                     # SqueezeNet with seeded random weights
python tools/tour.py resnet50 --lines 30
"""

from __future__ import annotations

import argparse
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:] = [str(ROOT), *(p for p in sys.path if Path(p or ".").resolve() != ROOT / "tools")]


# A typical op of each level: the excerpt begins two lines before its first occurrence.
TYPICAL = {
    "imported": '"onnx.Conv"',
    "onnx": '"onnx.Conv"',
    "krnl": "krnl.iterate",
    "affine": "affine.for",
    "scf": "scf.for",
    "cf": "cf.cond_br",
    "llvm": "llvm.cond_br",
    "LLVM IR": "br i1",
}


def excerpt(text: str, typical: str, lines: int) -> str:
    """Some lines around the typical op, cut to the page width, and the total number of lines."""
    every = text.splitlines()
    first = next((i for i, line in enumerate(every) if typical in line), 0)
    start = max(0, first - 2)
    shown = [line if len(line) <= 130 else line[:127] + "..." for line in every[start:][:lines]]
    return "\n".join([*shown, f"(lines {start + 1} to {start + len(shown)} of {len(every):,})"])


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("model", nargs="?", default="squeezenet")
    parser.add_argument("--lines", type=int, default=12, help="lines shown of each level")
    arguments = parser.parse_args()

    import numpy as np
    import onnx

    from mlirlite.ir.context import Context
    from mlirlite.printer import PrintingFlags, print_op
    from mlirlite.runtime.compiler import lower
    from mlirlite.runtime.session import InferenceSession
    from mlirlite.target.llvmir import to_llvmir
    from mlirlite.target.onnx import import_model
    from mlirlite.testing.models import light_models, random_inputs, with_random_weights

    models = light_models()
    if arguments.model not in models:
        print(f"unknown model '{arguments.model}'; expected one of {', '.join(models)}")
        return 1
    model = with_random_weights(onnx.load(models[arguments.model]), seed=0)
    feeds = random_inputs(model, seed=1)

    def show(level: str, how: str, text: str) -> None:
        print(f"\n── {level} " + "─" * max(0, 70 - len(level)))
        print(textwrap.fill(how, 100, initial_indent="   ", subsequent_indent="   "))
        print(excerpt(text, TYPICAL[level], arguments.lines))

    flags = PrintingFlags(elide_resources_larger=0, elide_elements_larger=16)
    context = Context()
    module = import_model(model, context)
    show(
        "imported",
        f"{arguments.model}, as mlirlite-translate --import-onnx",
        print_op(module, flags),
    )
    lower(
        module,
        context,
        after=lambda stage, m: show(stage.name, ", ".join(stage.passes), print_op(m, flags)),
    )
    show("LLVM IR", "as mlirlite-translate --mlir-to-llvmir", to_llvmir(module))

    started = time.perf_counter()
    session = InferenceSession(model)
    compiled = time.perf_counter() - started
    started = time.perf_counter()
    [scores, *_] = session.run(None, feeds)
    ran = time.perf_counter() - started
    best = np.argsort(scores.reshape(-1))[::-1][:3]
    print(f"\n── result: compiled in {compiled:.1f} s, ran in {ran * 1e3:.0f} ms " + "─" * 30)
    for index in best:
        print(f"class {index}: {scores.reshape(-1)[index]:.6f}")
    return compare_with_onnxruntime(model, feeds, scores)


def compare_with_onnxruntime(model: Any, feeds: dict[str, Any], scores: Any) -> int:
    """The exit code: 1 if onnxruntime is installed and computes something else."""
    import numpy as np

    try:
        import onnxruntime
    except ImportError:
        return 0
    onnxruntime.set_default_logger_severity(4)
    other = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    [want, *_] = other.run(None, feeds)
    error = float(np.abs(scores - want).max() / np.abs(want).max())
    print(f"largest relative difference from onnxruntime: {error:.1e}")
    return 0 if error < 1e-3 else 1


if __name__ == "__main__":
    sys.exit(main())
