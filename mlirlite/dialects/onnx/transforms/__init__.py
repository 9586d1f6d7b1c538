"""Passes over onnx graphs, one a file."""
