// SPDX-License-Identifier: Apache-2.0
// The dialect as its project declares it; what it has in C++ stands in torch.py beside.
include "torch-mlir/Dialect/Torch/IR/TorchOps.td"
