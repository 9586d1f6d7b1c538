"""onnx.ImageDecoder in a session: Pillow decodes, the model gets the pixels."""

from __future__ import annotations

import io

import numpy as np
import pytest
from onnx import parser

import mlirlite

Image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")

PIXELS = np.arange(5 * 7 * 3, dtype=np.uint8).reshape(5, 7, 3)


def decoded(stream: bytes, format: str) -> np.ndarray:
    model = parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 20]> g (uint8[N] x) => (uint8[H, W, C] y)'
        f'{{ y = ImageDecoder<pixel_format = "{format}">(x) }}'
    )
    session = mlirlite.InferenceSession(model)
    return session.run(None, {"x": np.frombuffer(stream, np.uint8)})[0]


def png() -> bytes:
    file = io.BytesIO()
    Image.fromarray(PIXELS).save(file, "png")
    return file.getvalue()


def test_formats() -> None:
    assert (decoded(png(), "RGB") == PIXELS).all()
    assert (decoded(png(), "BGR") == PIXELS[..., ::-1]).all()
    assert decoded(png(), "Grayscale").shape == (5, 7, 1)


def test_what_is_no_image_has_no_pixels() -> None:
    assert decoded(b"no image", "RGB").size == 0


def test_an_image_that_is_too_large_for_pillow_has_no_pixels(monkeypatch) -> None:
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 4)
    assert decoded(png(), "RGB").size == 0
