"""Ways into and out of MLIR: LLVM IR, ONNX."""
