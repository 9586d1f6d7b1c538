"""Finding the bytes of a model: a path, bytes, or a ModelProto."""

from __future__ import annotations

import os
from typing import Any

from mlirlite.support.chosen import DataFolder, open_regular
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.reading import read_text
from mlirlite.target.onnx.external import locations, mapped
from mlirlite.target.onnx.protobuf import MalformedProtobuf, Message

_TEXT_SUFFIXES = (".onnxtxt", ".onnxtext", ".json", ".textproto", ".prototxt", ".pbtxt")


def load_model(model: Any) -> tuple[Message, str, DataFolder | None]:
    """The ModelProto, a name for messages, and the folder of external data if there is one.

    DiagnosticError when it cannot be read or is not an ONNX model.
    """
    if isinstance(model, (str, os.PathLike)):
        path = os.fspath(model)
        data = _file(path)
        return parse(data, path), path, DataFolder(os.path.dirname(path) or ".", path)
    if isinstance(model, (bytes, bytearray, memoryview)):
        return parse(memoryview(model), "model"), "model", None
    if hasattr(model, "SerializeToString") and hasattr(model, "graph"):
        try:
            data = model.SerializeToString()
        except Exception as e:  # of protobuf: it is too large, or a field is missing
            raise DiagnosticError(f"the model cannot be written as bytes: {e}") from None
        return parse(memoryview(data), "model"), "model", None
    raise DiagnosticError(
        f"expected a path, the bytes of an ONNX model or a ModelProto, found {type(model).__name__}"
    )


def weight_files(path: str) -> list[str]:
    """The files with the external data of a model; none for one that cannot be read."""
    try:
        model, _, folder = load_model(path)
        found = locations(model) if folder is not None else []
    except (DiagnosticError, ValueError):
        return []  # who loads it reports it
    return [os.path.join(os.path.dirname(path), location) for location in found]


def parse(data: memoryview, name: str) -> Message:
    """The bytes as a ModelProto."""
    try:
        model = Message("ModelProto", data)
        if not model.has("graph"):
            raise MalformedProtobuf("it has no graph")
        _ = model.graph, [(o.domain, o.version) for o in model.opset_import]
    except MalformedProtobuf as e:
        raise DiagnosticError(f"'{name}' is not an ONNX model, or is damaged: {e}") from None
    return model


def _file(path: str) -> memoryview:
    try:
        if path.endswith(_TEXT_SUFFIXES):
            return _text_file(path)
        return mapped(open_regular(path))
    except (OSError, ValueError) as e:
        reason = getattr(e, "strerror", None) or str(e)
        raise DiagnosticError(f"cannot open input file '{path}': {reason}") from None


def _text_file(path: str) -> memoryview:
    """ONNX's own text formats are read by the onnx package."""
    import onnx

    text = read_text(path)
    try:
        if path.endswith((".onnxtxt", ".onnxtext")):
            proto = onnx.parser.parse_model(text)
        elif path.endswith(".json"):
            from google.protobuf import json_format  # type: ignore[import-untyped]  # no stubs

            proto = json_format.Parse(text, onnx.ModelProto())
        else:
            from google.protobuf import text_format

            proto = text_format.Parse(text, onnx.ModelProto())
    except Exception as e:
        raise DiagnosticError(f"'{path}' is not a model in ONNX's text: {e}") from None
    return memoryview(proto.SerializeToString())
