"""mlirlite-tune: searches for faster schedules of a model's operators on this machine.

mlirlite-tune model.onnx --trials 500 -o tuned.jsonl
mlirlite-run model.onnx --random-inputs --load-schedule=tuned.jsonl
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import Any

from mlirlite.driver.shared.inputs import check_outputs, files_of
from mlirlite.driver.shared.model import NO_SCHEDULES, ModelArguments, model_of, module_of
from mlirlite.driver.shared.options import flag, option, with_full_paths
from mlirlite.driver.shared.page import Page
from mlirlite.driver.shared.program import OK, Streams
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, Severity, error


class TuneArguments(ModelArguments):
    """The command line of mlirlite-tune."""

    trials: int = option("how many schedules to try", "n", default=500, least=0)
    minutes: float = option("stop after this time", "m", default=float("inf"), least=0)
    log: str | None = option(
        "the log; default: the model's name with .tuned.jsonl", "file", name="o"
    )
    seed: int = option("seed of the random choices", "n", default=0, least=0)
    print_schedule: bool = flag(
        "print the default schedules, as --load-schedule reads them, and stop"
    )
    f16_weights: bool = flag(
        "also try schedules that round weights to f16: half the memory traffic, less exact"
    )
    figures: bool = flag("tune all operators, and machine figures such as prefetch distances")
    dask: str | None = option(
        "time on the workers of a dask scheduler, or on N processes here",
        "tcp://host:port|local:N",
        hidden=True,
    )
    quiet: bool = flag("no progress bar")


PAGE = Page(
    "mlirlite-tune model.onnx [--trials=n] [-o tuned.jsonl]",
    "Tries schedules of a model's operators on this machine and keeps the times in a log, which "
    "--load-schedule reads. An existing log is continued.",
    TuneArguments,
    (
        "mlirlite-tune model.onnx --trials=500 --minutes=20 -o tuned.jsonl",
        "mlirlite-tune model.onnx --print-schedule > edited.jsonl",
        "mlirlite-run model.onnx --random-inputs --load-schedule=tuned.jsonl",
    ),
)


@PAGE.program
def main(arguments: TuneArguments, streams: Streams) -> int:
    """Run the program; returns its exit code."""
    path, model = arguments.model, model_of(arguments)
    if arguments.print_schedule:
        from mlirlite.runtime.schedules import default_schedules

        for line in default_schedules(model) or [NO_SCHEDULES]:
            streams.stdout.write(line + "\n")
        return OK
    log = arguments.log or os.path.splitext(os.path.basename(path))[0] + ".tuned.jsonl"
    check_outputs([log], files_of(path))
    with _timings(arguments, streams) as timings:
        return _tune(arguments, model, log, timings, streams)


def _tune(arguments: TuneArguments, model: Any, log: str, timings: Any, streams: Streams) -> int:
    """Search, and tell what was found."""
    from mlirlite.runtime.tuner import Tuner

    made = Tuner(model, log, seed=arguments.seed, timings=timings, **_choices(arguments))
    with closing(made) as tuner:
        if not tuner.tasks:
            raise DiagnosticError(_nothing_to_tune(arguments))
        kinds, known = len(tuner.tasks), sum(len(t.tried) for t in tuner.tasks)
        streams.stdout.write(
            f"{kinds} kinds of operators, {sum(len(t.space) for t in tuner.tasks)} schedules, "
            f"{known} of them in the log\n"
        )
        try:
            failed = _search(tuner, arguments, streams)
        except KeyboardInterrupt:
            streams.stderr.write(
                f"what was tried is in {log}; the same command goes on from there\n"
            )
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


def _choices(arguments: TuneArguments) -> dict[str, bool]:
    """What may be chosen besides tiles."""
    return {"f16_weights": arguments.f16_weights, "figures": arguments.figures}


@contextmanager
def _timings(arguments: TuneArguments, streams: Streams) -> Iterator[Any]:
    """Where schedules are timed; None: in this process."""
    if arguments.dask is None:
        yield None
        return
    try:
        from mlirlite.dask.cluster import cluster
    except ModuleNotFoundError as e:
        raise DiagnosticError(f"--dask needs {e.name}: pip install 'mlirlite[dask]'") from e
    from mlirlite.dask.models import Source
    from mlirlite.dask.tuning import Workers

    files = [f for f in files_of(arguments.model) if f]
    source = Source.of(partial(_trials, with_full_paths(arguments)), files)
    with cluster(arguments.dask) as client:
        yield Workers(client, source, lambda why: streams.show(Diagnostic(Severity.WARNING, why)))


def _trials(arguments: TuneArguments) -> Any:
    """What a worker compiles and times."""
    from mlirlite.runtime.trials import Trials

    return Trials(model_of(arguments), **_choices(arguments))


def _nothing_to_tune(arguments: TuneArguments) -> Diagnostic:
    from mlirlite.runtime.entry import entry_function
    from mlirlite.runtime.signature import signature_of

    problem = error(f"'{arguments.model}' has no operator whose schedule can be chosen")
    inputs, _ = signature_of(entry_function(module_of(arguments)[0]))
    unknown = {str(d) if d else "?": i for i in inputs for d in i.shape if not isinstance(d, int)}
    if not unknown:
        return problem
    sizes = ",".join(f"{name}=1" for name in unknown if name != "?")
    how = f"--dim-params={sizes}" if sizes else "--shape-information"
    which = ", ".join(f"'{name}' of input '{i.name}'" for name, i in unknown.items())
    return problem.hint(f"sizes are unknown ({which}); state them, as by {how}")


def _search(tuner: Any, arguments: TuneArguments, streams: Streams) -> int:
    """Run the search, with a progress bar; returns how many schedules failed."""
    failed = 0
    with _bar(arguments, streams) as bar:
        for record in tuner.search(arguments.trials, 60 * arguments.minutes):
            failed += "error" in record
            bar.set_postfix_str(f"time of all {100 * tuner.gain:.1f} % of the default's")
            bar.update()
        for _ in tuner.confirm():
            bar.set_postfix_str(f"again: {100 * tuner.gain:.1f} % of the default's")
        for _ in tuner.settle():
            bar.set_postfix_str(f"in the model: {100 * tuner.gain:.1f} % of the default's")
    return failed


def _bar(arguments: TuneArguments, streams: Streams) -> Any:
    try:
        from tqdm import tqdm
    except ImportError:
        raise DiagnosticError("tuning needs tqdm: pip install 'mlirlite[tune]'") from None
    shown = streams.stderr.isatty() and not arguments.quiet
    return tqdm(total=arguments.trials, file=streams.stderr, disable=not shown, unit="trial")


if __name__ == "__main__":
    import sys

    sys.exit(main())
