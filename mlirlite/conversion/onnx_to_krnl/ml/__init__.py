"""The operators of ai.onnx.ml, and the optimizers of ai.onnx.preview.training."""
