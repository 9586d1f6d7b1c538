"""Files of numpy's arrays: what a program is fed, and what it gives."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from mlirlite.driver.shared.program import Streams, output_file
from mlirlite.support.diagnostics import DiagnosticError


def load_array(path: str, what: str) -> Any:
    """The array of a .npy file; of .npz, arrays by name. DiagnosticError when `what` cannot be
    read."""
    from zipfile import BadZipFile

    import numpy as np

    try:
        found = np.load(path, allow_pickle=False)
        return found if isinstance(found, np.ndarray) else dict(found)
    except (OSError, ValueError, EOFError, BadZipFile) as e:
        reason = e.strerror if isinstance(e, OSError) and e.strerror else e
        raise DiagnosticError(f"cannot read {what}: {reason}") from e


def write_arrays(named: Mapping[str, Any], folder: str | None, streams: Streams) -> list[str]:
    """Write each array to <folder>/<name>.npy; the paths."""
    if folder is None:
        return []
    import numpy as np

    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as e:
        raise DiagnosticError(f"cannot make output folder '{folder}': {e.strerror or e}") from e
    paths = []
    for name, array in named.items():
        paths.append(os.path.join(folder, name.replace("/", "_") + ".npy"))
        with output_file(paths[-1], streams, binary=True) as file:
            np.save(file, np.asarray(array), allow_pickle=False)
    return paths
