"""Image decoding for compiled models in this process, through Pillow (the extra `images`):
onnx.ImageDecoder calls it. A library that is compiled ahead of time has no such functions."""

from __future__ import annotations

import ctypes
import io
from typing import Any

import numpy as np

from mlirlite.runtime.memref import descriptor_class
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.once import single

OPEN, READ = "mlirlite_image_open", "mlirlite_image_read"
"""Functions of a stream of bytes: `open(sizes, stream, format)` decodes it, stores height, width,
channels and a number; `read(pixels, sizes)` stores the pixels that belong to the number. A stream
that is not an image has a height and a width of zero."""

_Bytes = ctypes.POINTER(descriptor_class(1))
_Pixels = ctypes.POINTER(descriptor_class(3))
_decoded: dict[int, np.ndarray[Any, Any]] = {}


def decode(stream: bytes, format: str) -> np.ndarray[Any, Any]:
    """Height x width x channels of an encoded image, as bytes; `format` is RGB, BGR or Grayscale.
    DiagnosticError without Pillow; ValueError for an image that it cannot read."""
    try:
        from PIL import Image
    except ImportError as e:
        raise DiagnosticError(
            "onnx.ImageDecoder needs Pillow: pip install 'mlirlite[images]'"
        ) from e
    with Image.open(io.BytesIO(stream)) as image:
        if format == "Grayscale":
            return np.asarray(image.convert("L"))[..., None]
        pixels = np.asarray(image.convert("RGB"))
    return pixels[..., ::-1] if format == "BGR" else pixels


def _view(descriptor: Any, dtype: Any) -> np.ndarray[Any, Any]:
    shape = tuple(descriptor.sizes)
    count = int(np.prod(shape)) * np.dtype(dtype).itemsize
    if not count:
        return np.empty(shape, dtype)
    raw = (ctypes.c_char * count).from_address(descriptor.aligned)
    return np.frombuffer(raw, dtype).reshape(shape)


def _open(sizes: Any, stream: Any, format: bytes) -> None:
    found = _view(sizes.contents, np.int64)
    found[:] = (0, 0, 1 if format == b"Grayscale" else 3, 0)
    try:
        pixels = decode(_view(stream.contents, np.uint8).tobytes(), format.decode())
    except Exception:  # Pillow's errors have no class in common
        return
    number = id(pixels)
    _decoded[number] = pixels
    found[:] = (*pixels.shape, number)


def _read(pixels: Any, sizes: Any) -> None:
    image = _decoded.pop(int(_view(sizes.contents, np.int64)[3]), None)
    target = _view(pixels.contents, np.uint8)
    target[...] = image if image is not None and image.shape == target.shape else 0


@single
def symbols() -> dict[str, int]:
    """The addresses of both functions."""
    made = (
        (OPEN, ctypes.CFUNCTYPE(None, _Bytes, _Bytes, ctypes.c_char_p)(_open)),
        (READ, ctypes.CFUNCTYPE(None, _Pixels, _Bytes)(_read)),
    )
    _kept.extend(function for _, function in made)
    return {name: ctypes.cast(f, ctypes.c_void_p).value or 0 for name, f in made}


_kept: list[Any] = []


def needed(code: str | bytes) -> dict[str, int]:
    """The addresses, for code that calls the functions. DiagnosticError when it does and Pillow
    is missing."""
    if not (OPEN in code if isinstance(code, str) else OPEN.encode() in code):
        return {}
    try:
        import PIL  # noqa: F401
    except ImportError as e:
        raise DiagnosticError(
            "onnx.ImageDecoder needs Pillow: pip install 'mlirlite[images]'"
        ) from e
    return symbols()
