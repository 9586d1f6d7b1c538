"""The operators of ai.onnx.ml, and the optimisers of ai.onnx.preview.training."""
