"""Arrays written row by row: .npy for one, .npz for several, .parquet."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import IO, Any
from zipfile import ZipFile

import numpy as np

from mlirlite.runtime.batches.rows import Arrays, Sink, check_same
from mlirlite.support.output import new_file


@contextmanager
def write_rows(path: str, names: Sequence[str], count: int) -> Iterator[Sink]:
    """A new file of `count` rows for outputs of these names, in the format of its suffix. It has
    its name only when the block ends without an exception, and an old one stays till then."""
    with new_file(path, binary=True) as stream, ExitStack() as stack:
        if path.endswith(".parquet"):
            from mlirlite.runtime.batches.parquet import ParquetSink  # late: it needs pyarrow

            yield stack.enter_context(ParquetSink(stream))
            return
        if path.endswith(".npy"):
            yield _Arrays({names[0]: stream}, count)
            return
        folder = os.path.dirname(os.path.abspath(path))
        made: dict[str, IO[bytes]] = {
            n: stack.enter_context(tempfile.TemporaryFile(dir=folder)) for n in names
        }
        yield _Arrays(made, count)
        with ZipFile(stream, "w") as archive:
            for name, part in made.items():
                part.seek(0)
                with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                    shutil.copyfileobj(part, member, 16 << 20)


class _Arrays:
    """Arrays of rows, each in a stream of its own."""

    def __init__(self, streams: dict[str, IO[bytes]], count: int) -> None:
        self._streams, self._count = streams, count
        self._seen: dict[str, tuple[Any, tuple[int, ...]]] = {}

    def write(self, arrays: Arrays) -> None:
        for name, stream in self._streams.items():
            array = np.ascontiguousarray(arrays[name])
            kind = array.dtype, array.shape[1:]
            if name not in self._seen:
                self._seen[name] = kind
                header = {
                    "descr": np.lib.format.dtype_to_descr(array.dtype),
                    "fortran_order": False,
                    "shape": (self._count, *array.shape[1:]),
                }
                np.lib.format.write_array_header_1_0(stream, header)
            check_same(name, self._seen[name], kind)
            stream.write(array.reshape(-1).view(np.uint8).data if array.size else b"")
