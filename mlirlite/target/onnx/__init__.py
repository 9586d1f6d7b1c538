"""ONNX models: import into the onnx dialect."""

from mlirlite.target.onnx.import_ import import_model

__all__ = ["import_model"]
