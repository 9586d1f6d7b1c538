"""mlirlite-run --batch: the rows of many files through a model."""

from __future__ import annotations

import glob
import os
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mlirlite.driver.shared.arrays import make_folder
from mlirlite.driver.shared.inputs import check_outputs, files_of
from mlirlite.driver.shared.model import CodeArguments
from mlirlite.driver.shared.options import UsageError, option, several
from mlirlite.driver.shared.program import OK, Streams
from mlirlite.driver.shared.progress import Progress
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.output import cannot_write


class BatchArguments(CodeArguments):
    """What a command line says about files of rows."""

    batch: tuple[str, ...] = several(
        "run the rows of .npz, .npy or .parquet files; results go to --output-dir", "'in/*.npz'"
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
    files = _matches(arguments.batch)
    progress = Progress(streams.stderr)
    try:
        progress("compile")
        model = Batches(session(), arguments.batch_size, constants)
        pairs = _outputs(files, arguments.output_dir, len(model.outputs))
        model_files = [f for f in files_of(arguments.model, arguments.load_schedule) if f]
        check_outputs(pairs.values(), [*pairs, *model_files])
        left = {f: o for f, o in pairs.items() if not _is_newer(o, [f, *model_files])}
        progress.done()
        if arguments.dask:
            source = session, arguments.batch_size, constants
            rows = _on_workers(arguments.dask, source, left, streams)
        else:
            rows = _each(model, left, streams)
    finally:
        progress.done()
    seconds = time.perf_counter() - began
    kept = f"; {len(pairs) - len(left)} were there" if len(left) < len(pairs) else ""
    streams.stdout.write(
        f"wrote {len(left)} of {len(pairs)} files to {arguments.output_dir}{kept}: {rows} rows in "
        f"{seconds:.2f} s\n"
    )
    return OK


def _each(model: Any, left: Mapping[str, str], streams: Streams) -> int:
    """One file after the other, with the share of their bytes that is done."""
    sizes = {file: os.path.getsize(file) for file in left}
    total, before, rows = sum(sizes.values()) or 1, 0, 0
    shares: dict[str, float] = {}
    progress = Progress(streams.stderr, shares=shares)

    def done(file: str, share: float) -> None:
        if progress.due:
            stage = os.path.basename(file)[:24]
            shares[stage] = (before + share * sizes[file]) / total
            progress(stage)

    try:
        for file, output in left.items():
            rows += model.file(file, output, lambda share, file=file: done(file, share))
            before += sizes[file]
    finally:
        progress.done()
    return rows


def _on_workers(
    where: str, source: tuple[Any, ...], left: Mapping[str, str], streams: Streams
) -> int:
    """The files on the workers of a scheduler, several at a time."""
    try:
        from mlirlite.dask.files import cluster, run_files
    except ModuleNotFoundError as e:
        raise DiagnosticError(f"--dask needs {e.name}: pip install 'mlirlite[dask]'") from e
    from mlirlite.dask.models import Source

    shares = {os.path.basename(f)[:24]: (n + 1) / len(left) for n, f in enumerate(left)}
    progress, total = Progress(streams.stderr, shares=shares), 0

    def done(file: str, rows: int) -> None:
        nonlocal total
        total += rows
        progress(os.path.basename(file)[:24])

    if not left:
        return 0
    with cluster(where) as client:
        try:
            run_files(client, Source.of(*source), left, done)
        finally:
            progress.done()
    return total


def _matches(patterns: Sequence[str]) -> list[str]:
    """The files that patterns name, sorted. DiagnosticError where there are none, or of another
    kind."""
    from mlirlite.runtime.batches.rows import SUFFIXES

    found: dict[str, None] = {}
    for pattern in patterns:
        exact = [pattern] if os.path.exists(pattern) else []
        files = exact or sorted(glob.glob(pattern, recursive=True))
        if not files:
            raise DiagnosticError(f"there is no file '{pattern}' for --batch")
        for file in files:
            if not file.endswith(SUFFIXES):
                raise DiagnosticError(
                    f"--batch reads {', '.join(SUFFIXES)} files, found '{file}'; narrow the pattern"
                )
            found[file] = None
    return list(found)


def _outputs(files: Sequence[str], folder: str, outputs: int) -> dict[str, str]:
    """The file to write for each input: of its name, and of its kind; several outputs of a .npy
    file are a .npz file. DiagnosticError when two would be one."""
    make_folder(folder)
    found: dict[str, str] = {}
    taken: dict[str, str] = {}
    for file in files:
        name = os.path.basename(file)
        if name.endswith(".npy") and outputs > 1:
            name = name[: -len(".npy")] + ".npz"
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
