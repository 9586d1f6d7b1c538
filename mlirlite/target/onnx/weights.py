"""Weights in a file beside the model that they belong to, as a protobuf cannot have 2 GiB."""

from __future__ import annotations

import os
from types import TracebackType
from typing import IO, Any

import numpy as np
import onnx

from mlirlite.support.output import new_file

_ALIGNMENT = 4096
"""The alignment of tensors, so that their pages can be mapped."""
_LEAST = 1024
"""Tensors of fewer bytes stay in the model."""
_PIECE = 1 << 20


class WeightsFile:
    """A file, written tensor by tensor; pieces that are all zero take no space on disk. Weights may
    be mapped from a file of this name, which is replaced. DiagnosticError when it cannot be
    written."""

    def __init__(self, path: str) -> None:
        self._name = os.path.basename(path)
        self._new = new_file(path, binary=True)
        self._file: IO[bytes]
        self._size = 0

    def __enter__(self) -> WeightsFile:
        self._file = self._new.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self._file.truncate(self._size)
        self._new.__exit__(kind, error, trace)

    def put(self, tensor: Any, raw: Any) -> None:
        """Make the bytes the data of a TensorProto."""
        view = memoryview(raw).cast("B")
        if len(view) < _LEAST:
            tensor.raw_data = bytes(view)
            return
        start = self._size + -self._size % _ALIGNMENT
        for at in range(0, len(view), _PIECE):
            piece = view[at : at + _PIECE]
            if np.frombuffer(piece, np.uint8).any():
                self._file.seek(start + at)
                self._file.write(piece)
        self._size = start + len(view)
        tensor.data_location = onnx.TensorProto.EXTERNAL
        place = {"location": self._name, "offset": start, "length": len(view)}
        for key, value in place.items():
            tensor.external_data.add(key=key, value=str(value))
