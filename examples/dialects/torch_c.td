// SPDX-License-Identifier: Apache-2.0
// What torch-mlir has beside its dialect torch: conversions to builtin types.
include "torch-mlir/Dialect/TorchConversion/IR/TorchConversionOps.td"
