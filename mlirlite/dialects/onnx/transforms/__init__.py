"""Passes over onnx graphs, one per file."""
