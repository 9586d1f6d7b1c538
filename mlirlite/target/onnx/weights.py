"""Weights in a file beside the model that they belong to, as a protobuf cannot have 2 GiB."""

from __future__ import annotations

import os
from typing import IO, Any

import numpy as np
import onnx

_ALIGNMENT = 4096
"""The alignment of tensors, so that their pages can be mapped."""
_LEAST = 1024
"""Tensors of fewer bytes stay in the model."""
_PIECE = 1 << 20


class WeightsFile:
    """A file, written tensor by tensor; pieces that are all zero take no space on disk.
    OSError when it cannot be written."""

    def __init__(self, path: str) -> None:
        self._name = os.path.basename(path)
        if os.path.lexists(path):
            os.unlink(path)  # the weights may be mapped from the file of this name
        self._file: IO[bytes] = open(path, "wb")  # noqa: SIM115  closed by __exit__
        self._size = 0

    def __enter__(self) -> WeightsFile:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.truncate(self._size)
        self._file.close()

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
