"""What a program reads is not lost to what it writes.

An output of another kind than the input (of mlirlite-compile, -translate, -quantize, -tune; pages
and profiles of any program) must not be a file that the program reads, whatever name it has.
Programs that rewrite a text (mlirlite-opt, -reduce, -update-checks) may write over it, as mlir-opt
does: the text is read as a whole first, and replaced only by a whole one."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator

from mlirlite.driver.shared.program import check_output
from mlirlite.support.output import cannot_write


def check_outputs(outputs: Iterable[str | None], inputs: Iterable[str | None]) -> None:
    """Report before the work that results cannot be written, or would replace an input."""
    existing: dict[object, str] = {}
    for path in outputs:
        check_output(path)
        if path is not None and (identity := _identity(path)) is not None:
            existing[identity] = path
    if not existing:
        return
    for path in inputs:
        output = None if path is None else existing.get(_identity(path))
        if output is not None:
            raise cannot_write(output, f"it is the input '{path}'; name another file")


def files_of(model: str, *others: str | None) -> Iterator[str | None]:
    """The file of a model, other inputs, and at last the files with the model's external data."""
    yield from (model, *others)
    if model.endswith(".mlir") or _identity(model) is None:
        return
    from mlirlite.target.onnx.load import weight_files  # late: text needs no reader of ONNX

    yield from weight_files(model)


def _identity(path: str) -> tuple[int, int] | None:
    """Device and inode of a regular file; None for anything else."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None
