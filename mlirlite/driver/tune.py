"""mlirlite-tune: searches for faster schedules of a model's operators on this machine.

mlirlite-tune model.onnx --trials 500 -o tuned.jsonl
mlirlite-run model.onnx --random-inputs --load-schedule=tuned.jsonl
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from mlirlite.driver.model import NO_SCHEDULES, model_of, module_of, one_model
from mlirlite.driver.options import (
    INPUT_SHAPES,
    STANDARD,
    Arguments,
    Option,
    parse_arguments,
    to_number,
)
from mlirlite.driver.page import Page
from mlirlite.driver.plugins import PLUGIN
from mlirlite.driver.program import OK, Streams, check_output, program
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, error

OPTIONS = (
    Option("trials", "how many schedules to try", "value", "n", default="500"),
    Option("minutes", "stop after this time", "value", "m"),
    Option("o", "the log; default: the model's name with .tuned.jsonl", "value", "file"),
    Option("seed", "seed of the random choices", "value", "n", default="0"),
    Option(
        "print-schedule", "print the default schedules, as --load-schedule reads them, and stop"
    ),
    Option(
        "f16-weights",
        "try schedules that round weights to f16 too: half of what is read, and less exact",
    ),
    Option(
        "figures",
        "tune all operators, also by figures of the machine such as how far ahead they prefetch",
    ),
    Option("quiet", "no progress bar"),
    *INPUT_SHAPES,
    PLUGIN,
    *STANDARD,
)

PAGE = Page(
    "mlirlite-tune model.onnx [--trials=n] [-o tuned.jsonl]",
    "Tries schedules of a model's operators on this machine and keeps the times in a log, which "
    "--load-schedule reads. An existing log is continued.",
    OPTIONS,
    (
        "mlirlite-tune model.onnx --trials=500 --minutes=20 -o tuned.jsonl",
        "mlirlite-tune model.onnx --print-schedule > edited.jsonl",
        "mlirlite-run model.onnx --random-inputs --load-schedule=tuned.jsonl",
    ),
)


@program("mlirlite-tune")
def main(argv: Sequence[str], streams: Streams) -> int:
    """Run the program; returns its exit code."""
    arguments = parse_arguments(argv, OPTIONS)
    if PAGE.answers(arguments, streams):
        return OK
    path = one_model(arguments)
    model = model_of(path, arguments)
    if arguments["print-schedule"]:
        from mlirlite.runtime.schedules import default_schedules

        for line in default_schedules(model) or [NO_SCHEDULES]:
            streams.stdout.write(line + "\n")
        return OK
    trials, seed = to_number(arguments, "trials", least=0), to_number(arguments, "seed", least=0)
    seconds = 60 * to_number(arguments, "minutes", float, default=float("inf"), least=0)
    log = arguments["o"] or os.path.splitext(os.path.basename(path))[0] + ".tuned.jsonl"
    check_output(log)
    from mlirlite.runtime.tuner import Tuner

    rounded, figures = bool(arguments["f16-weights"]), bool(arguments["figures"])
    tuner = Tuner(model, log, seed=seed, f16_weights=rounded, figures=figures)
    if not tuner.tasks:
        raise DiagnosticError(_nothing_to_tune(path, arguments))
    kinds, known = len(tuner.tasks), sum(len(t.tried) for t in tuner.tasks)
    streams.stdout.write(
        f"{kinds} kinds of operators, {sum(len(t.space) for t in tuner.tasks)} schedules, "
        f"{known} of them in the log\n"
    )
    try:
        failed = _search(tuner, trials, seconds, streams, quiet=arguments["quiet"])
    except KeyboardInterrupt:
        streams.stderr.write(f"what was tried is in {log}; the same command goes on from there\n")
        raise
    slow = sorted(tuner.tasks, key=lambda t: t.count * t.default_ms * (t.best - 1))
    for task in slow[:10]:
        nodes = ", ".join(n for n in task.nodes if n) or task.signature
        streams.stdout.write(
            f"{task.default_ms:8.3f} ms -> {task.default_ms * task.best:8.3f} ms  "
            f"{task.count} x {task.op.name} {nodes[:60]}\n"
        )
    streams.stdout.write(
        f"tuned operators take {100 * tuner.gain:.1f} % of the defaults' time"
        + (f"; {failed} schedules failed" if failed else "")
        + f"; wrote {log}\n"
    )
    return OK


def _nothing_to_tune(path: str, arguments: Arguments) -> Diagnostic:
    from mlirlite.runtime.entry import entry_function
    from mlirlite.runtime.signature import signature_of

    problem = error(f"'{path}' has no operator whose schedule can be chosen")
    inputs, _ = signature_of(entry_function(module_of(path, arguments)[0]))
    unknown = {str(d) if d else "?": i for i in inputs for d in i.shape if not isinstance(d, int)}
    if not unknown:
        return problem
    sizes = ",".join(f"{name}=1" for name in unknown if name != "?")
    how = f"--dim-params={sizes}" if sizes else "--shape-information"
    which = ", ".join(f"'{name}' of input '{i.name}'" for name, i in unknown.items())
    return problem.hint(f"sizes are unknown ({which}); state them, as by {how}")


def _search(tuner: Any, trials: int, seconds: float, streams: Streams, *, quiet: bool) -> int:
    """All of the search, with a progress bar; how many schedules failed."""
    failed = 0
    with _bar(trials, streams, quiet) as bar:
        for record in tuner.search(trials, seconds):
            failed += "error" in record
            bar.set_postfix_str(f"time of all {100 * tuner.gain:.1f} % of the default's")
            bar.update()
        for _ in tuner.confirm():
            bar.set_postfix_str(f"again: {100 * tuner.gain:.1f} % of the default's")
        for _ in tuner.settle():
            bar.set_postfix_str(f"in the model: {100 * tuner.gain:.1f} % of the default's")
    return failed


def _bar(trials: int, streams: Streams, quiet: bool) -> Any:
    try:
        from tqdm import tqdm
    except ImportError:
        raise DiagnosticError("tuning needs tqdm: pip install 'mlirlite[tune]'") from None
    shown = streams.stderr.isatty() and not quiet
    return tqdm(total=trials, file=streams.stderr, disable=not shown, unit="trial")


if __name__ == "__main__":
    import sys

    sys.exit(main())
