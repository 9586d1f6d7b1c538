"""mlirlite-run --batch: the rows of many files through a model."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mlirlite.driver.shared.arrays import make_folder
from mlirlite.driver.shared.examples import ImageArguments, matches, preparation_of
from mlirlite.driver.shared.inputs import check_outputs, files_of
from mlirlite.driver.shared.model import CodeArguments
from mlirlite.driver.shared.options import UsageError, option, several
from mlirlite.driver.shared.program import OK, Streams
from mlirlite.driver.shared.progress import Progress
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.output import cannot_write


class BatchArguments(CodeArguments, ImageArguments):
    """What a command line says about files of rows."""

    batch: tuple[str, ...] = several(
        "run the rows of .npz, .npy or .parquet files, or images; results go to --output-dir",
        "'in/*.npz'",
    )
    batch_size: int | None = option(
        "rows at a time where the model takes any number; default: 64", "n", least=1, hidden=True
    )
    dask: str | None = option(
        "compute the files of --batch on the workers of a dask scheduler, or on N processes here",
        "tcp://host:port|local:N",
        hidden=True,
    )


_CLASHES = ("random_inputs", "verify", "dim", "repeat")


def check_batches(arguments: BatchArguments) -> None:
    """UsageError for options that do not go with --batch, or are missing."""
    for name in _CLASHES:
        kind: Any = type(arguments)
        if getattr(arguments, name) != getattr(kind, name).default:
            raise UsageError(f"option '--{name.replace('_', '-')}' does not go with --batch")
    if getattr(arguments, "output_dir", None) is None:
        raise UsageError("--batch needs a folder for the results: --output-dir=<dir>")


def run_batches(
    arguments: Any,
    streams: Streams,
    session: Callable[[], Any],
    constants: Mapping[str, Any],
) -> int:
    """Write the outputs for each file that has none yet; the model is compiled if there is one."""
    from mlirlite.runtime.batches.model import Batches

    began = time.perf_counter()
    files = matches(arguments.batch, "--batch")
    progress = Progress(streams.stderr)
    try:
        progress("compile")
        how = preparation_of(arguments)
        model = Batches(session(), arguments.batch_size, constants, how)
        pairs = _outputs(files, arguments.output_dir, len(model.outputs))
        model_files = [f for f in files_of(arguments.model, arguments.load_schedule) if f]
        check_outputs(pairs.values(), [*pairs, *model_files])
        left = {f: o for f, o in pairs.items() if not _is_newer(o, [f, *model_files])}
        progress.done()
        units = model.units(left.items())
        if arguments.dask:
            source = session, arguments.batch_size, constants, how, model_files
            rows = _on_workers(arguments.dask, source, units, streams)
        else:
            rows = _each(model, units, streams)
    finally:
        progress.done()
    seconds = time.perf_counter() - began
    kept = f"; {len(pairs) - len(left)} were there" if len(left) < len(pairs) else ""
    streams.stdout.write(
        f"wrote {len(left)} of {len(pairs)} files to {arguments.output_dir}{kept}: {rows} rows in "
        f"{seconds:.2f} s\n"
    )
    return OK


def _each(model: Any, units: Sequence[Any], streams: Streams) -> int:
    """One unit after the other, with the share of their bytes that is done."""
    sizes = {unit: sum(os.path.getsize(file) for file, _ in unit) for unit in units}
    total, before, rows = sum(sizes.values()) or 1, 0, 0
    shares: dict[str, float] = {}
    progress = Progress(streams.stderr, shares=shares)

    def done(unit: Any, share: float) -> None:
        if progress.due:
            stage = os.path.basename(unit[0][0])[:24]
            shares[stage] = (before + share * sizes[unit]) / total
            progress(stage)

    try:
        for unit in units:
            rows += model.unit(unit, lambda share, unit=unit: done(unit, share))
            before += sizes[unit]
    finally:
        progress.done()
    return rows


def _on_workers(where: str, source: tuple[Any, ...], units: Sequence[Any], streams: Streams) -> int:
    """The units on the workers of a scheduler, several at a time."""
    try:
        from mlirlite.dask.cluster import cluster
        from mlirlite.dask.files import run_files
    except ModuleNotFoundError as e:
        raise DiagnosticError(f"--dask needs {e.name}: pip install 'mlirlite[dask]'") from e
    from mlirlite.dask.models import batches

    shares: dict[str, float] = {}
    progress, total, ended = Progress(streams.stderr, shares=shares), 0, 0

    def done(unit: Any, rows: int) -> None:
        nonlocal total, ended
        total, ended = total + rows, ended + 1
        stage = os.path.basename(unit[0][0])[:24]
        shares[stage] = ended / len(units)
        progress(stage)

    if not units:
        return 0
    with cluster(where) as client:
        try:
            run_files(client, batches(*source), units, done)
        finally:
            progress.done()
    return total


def _outputs(files: Sequence[str], folder: str, outputs: int) -> dict[str, str]:
    """The file to write for each input: of its name, and of its kind; .npz for several outputs of a
    .npy file, .npy or .npz for images. DiagnosticError when two would be one."""
    from mlirlite.runtime.batches.rows import is_image

    make_folder(folder)
    found: dict[str, str] = {}
    taken: dict[str, str] = {}
    for file in files:
        name = os.path.basename(file)
        if is_image(name) or name.endswith((".npy", ".txt")):
            name = os.path.splitext(name)[0] + (".npz" if outputs > 1 else ".npy")
        path = os.path.join(folder, name)
        if path in taken:
            raise DiagnosticError(
                f"the results of '{taken[path]}' and '{file}' would both be '{path}'; run them "
                "with two output folders"
            )
        if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
            raise cannot_write(path, "it is not a regular file")
        taken[path], found[file] = file, path
    return found


def _is_newer(output: str, inputs: Sequence[str]) -> bool:
    """Whether a file is there, and no older than any of its inputs."""
    try:
        made = os.stat(output).st_mtime_ns
        return all(os.stat(i).st_mtime_ns <= made for i in inputs)
    except OSError:
        return False
