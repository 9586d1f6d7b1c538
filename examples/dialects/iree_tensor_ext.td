// SPDX-License-Identifier: Apache-2.0
// The dialect as IREE declares it; iree_tensor_ext.py has what it has in C++.
include "iree/compiler/Dialect/TensorExt/IR/TensorExtAttrs.td"
include "iree/compiler/Dialect/TensorExt/IR/TensorExtOps.td"
