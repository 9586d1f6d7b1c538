"""Images as rows: files that Pillow reads (the extra `images`), prepared as a model wants them."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

import numpy as np

from mlirlite.runtime.batches.rows import Arrays, Rows
from mlirlite.runtime.signature import NodeArg
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.support.record import Record

_FILTERS = ("nearest", "bilinear", "bicubic", "lanczos")
_MODES = {"rgb": "RGB", "bgr": "RGB", "gray": "L"}
"""Pillow's, by the word for channels."""
_EIGHT_BITS = (
    "1",
    "L",
    "P",
    "RGB",
    "RGBA",
    "LA",
    "PA",
    "CMYK",
    "YCbCr",
    "LAB",
    "HSV",
    "RGBX",
    "La",
)
"""Pillow's modes whose channels have at most eight bits."""


class Preparation(Record):
    """How an image becomes a row, in this order. What is not stated follows from the input."""

    resize: tuple[int, ...] = ()
    """Height and width; one number is that of the shorter side, the other one keeps its share."""
    crop: tuple[int, ...] = ()
    """Height and width of the part in the middle."""
    filter: str = "bilinear"
    channels: str = ""
    """rgb, bgr or gray; else what the input has: gray for one channel, rgb for three."""
    layout: str = ""
    """nchw or nhwc; else where the input's shape has 1 or 3."""
    scale: float = 255.0
    """What bytes are divided by, where the input takes floats."""
    mean: tuple[float, ...] = ()
    std: tuple[float, ...] = ()
    """Subtracted, and divided by, after `scale`: for each channel in its order, or one for all."""


def preparation(text: str) -> Preparation:
    """The preparation that `resize=256,crop=224,mean=0.485/0.456/0.406` states; sizes are HxW.
    DiagnosticError for a text that states none."""
    found: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        name, _, value = part.partition("=")
        reader = _READERS.get(name)
        if reader is None:
            raise DiagnosticError(
                f"there is no step '{name}' for images{did_you_mean(name, _READERS)}; "
                f"expected some of {', '.join(_READERS)}"
            )
        try:
            found[name] = reader(value)
        except (ValueError, OverflowError) as e:
            raise DiagnosticError(f"expected {name}={_HOW[name]} for images, found '{part}'") from e
    return Preparation(**found)


def _sizes(text: str) -> tuple[int, ...]:
    found = tuple(map(int, text.split("x")))
    if not all(0 < n <= 1 << 16 for n in found) or len(found) > 2:
        raise ValueError(text)
    return found


def _numbers(text: str) -> tuple[float, ...]:
    found = tuple(map(float, text.split("/")))
    if not np.isfinite(found).all():
        raise ValueError(text)
    return found


def _divisors(text: str) -> tuple[float, ...]:
    found = _numbers(text)
    if not all(found):
        raise ValueError(text)
    return found


def _word(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.lower() not in words:
            raise ValueError(text)
        return text.lower()

    return read


_READERS: dict[str, Callable[[str], Any]] = {
    "resize": _sizes,
    "crop": _sizes,
    "filter": _word(*_FILTERS),
    "channels": _word(*_MODES),
    "layout": _word("nchw", "nhwc"),
    "scale": lambda text: _divisors(text)[0],
    "mean": _numbers,
    "std": _divisors,
}
_HOW = {
    "resize": "256 or 256x320",
    "crop": "224 or 224x224",
    "filter": "|".join(_FILTERS),
    "channels": "|".join(_MODES),
    "layout": "nchw|nhwc",
    "scale": "255",
    "mean": "0.5 or 0.485/0.456/0.406",
    "std": "0.5 or 0.229/0.224/0.225",
}


class Images:
    """Rows of an input that are made of images. DiagnosticError without Pillow, and for an input
    that takes no images."""

    def __init__(self, given: NodeArg, how: Preparation) -> None:
        try:
            import PIL  # noqa: F401
        except ImportError as e:
            raise DiagnosticError("images need Pillow: pip install 'mlirlite[images]'") from e
        self._how, self._dtype = how, given.dtype
        shape = given.shape
        if (
            len(shape) != 4
            or given.dtype.kind not in "fu"
            or (given.dtype.kind == "u" and given.dtype.itemsize > 1)
        ):
            shown = ", ".join("?" if d is None else str(d) for d in shape)
            raise DiagnosticError(
                f"input '{given.name}' takes no images: expected four dimensions of floats or "
                f"bytes, found [{shown}] of {given.dtype}"
            )
        self._first = _channels_first(given, how)
        order = (1, 2, 3) if self._first else (3, 1, 2)
        channels, *self._size = (shape[i] for i in order)
        self._channels = how.channels or ("gray" if channels == 1 else "rgb")
        count = 1 if self._channels == "gray" else 3
        if isinstance(channels, int) and channels != count:
            raise DiagnosticError(
                f"input '{given.name}' has {channels} channels, but images in {self._channels} "
                f"have {count}; state channels=rgb|bgr|gray, or layout=nchw|nhwc"
            )
        if given.dtype.kind == "u" and (how.mean or how.std):
            raise DiagnosticError(
                f"input '{given.name}' takes bytes, which have no mean and std: leave them out"
            )
        for name, numbers in (("mean", how.mean), ("std", how.std)):
            if len(numbers) not in (0, 1, count):
                raise DiagnosticError(
                    f"{name} has {len(numbers)} numbers, but images in {self._channels} have "
                    f"{count} channels"
                )

    def rows(self, paths: Iterable[str]) -> Any:
        """The images of these files as rows, in order. DiagnosticError names a file that is no
        image, or has another size than the input or the images before."""
        rows: list[Any] = []
        wanted = self._size
        for path in paths:
            pixels = self._pixels(path)
            sizes = list(pixels.shape[:2])
            wanted = [n if isinstance(n, int) else m for n, m in zip(wanted, sizes, strict=True)]
            if sizes != wanted:
                raise DiagnosticError(
                    f"'{path}' has {_by(sizes)} pixels (height x width): expected {_by(wanted)}; "
                    "state resize=<h>x<w>, or resize and crop, with --images"
                )
            rows.append(self._row(pixels))
        return np.stack(rows)

    def _row(self, pixels: Any) -> Any:
        if self._channels == "bgr":
            pixels = pixels[..., ::-1]
        if self._dtype.kind == "f":
            pixels = pixels.astype(np.float32) / np.float32(self._how.scale)
            if self._how.mean:
                pixels -= np.array(self._how.mean, np.float32)
            if self._how.std:
                pixels /= np.array(self._how.std, np.float32)
        if self._first:
            pixels = pixels.transpose(2, 0, 1)
        return np.ascontiguousarray(pixels, self._dtype)

    def _pixels(self, path: str) -> Any:
        """Height x width x channels, as bytes."""
        from PIL import Image

        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", Image.DecompressionBombWarning)
                with Image.open(path) as image:
                    if image.mode not in _EIGHT_BITS:
                        raise ValueError(
                            f"its pixels are '{image.mode}', expected 8 bits a channel"
                        )
                    shown = image.convert(_MODES[self._channels])
                shown = self._cropped(self._resized(shown))
        except MemoryError:
            raise
        except Exception as e:  # Pillow's errors have no class in common
            reason = e.strerror if isinstance(e, OSError) and e.strerror else e
            raise DiagnosticError(f"cannot read image '{path}': {reason}") from e
        pixels = np.asarray(shown)
        return pixels if pixels.ndim == 3 else pixels[..., None]

    def _resized(self, image: Any) -> Any:
        from PIL import Image

        sizes = self._how.resize
        if not sizes:
            return image
        if len(sizes) == 1:
            width, height = image.size
            short = min(width, height)
            sizes = sizes[0] * height // short, sizes[0] * width // short
        return image.resize(sizes[::-1], getattr(Image.Resampling, self._how.filter.upper()))

    def _cropped(self, image: Any) -> Any:
        if not self._how.crop:
            return image
        height, width = self._how.crop * (2 // len(self._how.crop))
        has_width, has_height = image.size
        if has_width < width or has_height < height:
            raise ValueError(
                f"it has {has_height}x{has_width} pixels (height x width), too few to crop "
                f"{height}x{width}; state a larger resize"
            )
        left, top = round((has_width - width) / 2), round((has_height - height) / 2)
        return image.crop((left, top, left + width, top + height))


def _by(sizes: Iterable[Any]) -> str:
    return "x".join(map(str, sizes))


def _channels_first(given: NodeArg, how: Preparation) -> bool:
    """Whether channels come before height and width."""
    if how.layout:
        return how.layout == "nchw"
    first, last = (given.shape[i] in (1, 3) for i in (1, 3))
    if first == last:
        raise DiagnosticError(
            f"where input '{given.name}' has its channels is not clear from its shape "
            f"{list(given.shape)}; state layout=nchw or layout=nhwc with --images"
        )
    return first


class ImageRows:
    """Paths of images as rows of the only input."""

    def __init__(self, paths: Iterable[str], count: int, name: str, images: Images) -> None:
        self._paths, self.count, self._name, self._images = iter(paths), count, name, images

    def parts(self, size: int) -> Iterator[Arrays]:
        """All rows in order."""
        while paths := list(islice(self._paths, size)):
            yield {self._name: self._images.rows(paths)}


class PathRows:
    """The rows of a table, in which texts are paths of images, relative to the table's folder, for
    inputs that take numbers."""

    def __init__(self, rows: Rows, path: str, inputs: Sequence[NodeArg], how: Preparation) -> None:
        self._rows, self._folder, self._how = rows, os.path.dirname(path), how
        self._numbers = {i.name: i for i in inputs if i.dtype.kind != "O"}
        self._images: dict[str, Images] = {}
        self.count = rows.count

    def parts(self, size: int) -> Iterator[Arrays]:
        """All rows in order."""
        for part in self._rows.parts(size):
            yield {name: self._column(name, column) for name, column in part.items()}

    def _column(self, name: str, column: Any) -> Any:
        if column.dtype.kind not in "US" or name not in self._numbers or column.ndim != 1:
            return column
        if name not in self._images:
            self._images[name] = Images(self._numbers[name], self._how)
        return self._images[name].rows(
            os.path.join(self._folder, os.fsdecode(p)) for p in column.tolist()
        )


@contextmanager
def listed(path: str, given: NodeArg, how: Preparation) -> Iterator[ImageRows]:
    """The images that a text names, one path in each line, relative to its folder."""
    folder, images = os.path.dirname(path), Images(given, how)
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        count = sum(1 for line in file if line.strip())
        file.seek(0)
        paths = (os.path.join(folder, line.rstrip("\r\n")) for line in file if line.strip())
        yield ImageRows(paths, count, given.name, images)
