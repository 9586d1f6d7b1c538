"""Files of numpy's arrays: what a program is fed, and what it gives."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from mlirlite.driver.shared.inputs import check_outputs
from mlirlite.driver.shared.program import Streams, output_file
from mlirlite.support.diagnostics import DiagnosticError


def load_array(path: str, what: str) -> Any:
    """The array of a .npy file; of .npz, arrays by name. DiagnosticError when `what` cannot be
    read."""
    from mlirlite.runtime.batches.read import load_arrays

    return load_arrays(path, what)


def make_folder(folder: str) -> None:
    """A folder for results, if there is none. DiagnosticError when it cannot be made."""
    try:
        os.makedirs(folder, exist_ok=True)
    except (OSError, ValueError) as e:  # ValueError: a NUL in its name
        reason = getattr(e, "strerror", None) or e
        raise DiagnosticError(f"cannot make output folder '{folder}': {reason}") from e


def write_arrays(
    named: Mapping[str, Any], folder: str | None, inputs: Iterable[str], streams: Streams
) -> list[str]:
    """Write each array to <folder>/<name>.npy; the paths. DiagnosticError, and nothing is written,
    when one of them is the file of an input or of another array."""
    if folder is None:
        return []
    import numpy as np

    make_folder(folder)
    files: dict[str, str] = {}
    for name in named:
        path = os.path.join(folder, name.replace("/", "_") + ".npy")
        if path in files:
            raise DiagnosticError(f"outputs '{files[path]}' and '{name}' would both be '{path}'")
        files[path] = name
    check_outputs(files, inputs)
    for path, name in files.items():
        with output_file(path, streams, binary=True) as file:
            np.save(file, np.asarray(named[name]), allow_pickle=False)
    return list(files)
