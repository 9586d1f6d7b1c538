// SPDX-License-Identifier: Apache-2.0
// The dialect as IREE declares it; what IREE has in C++ stands in iree_tensor_ext.py beside.
include "iree/compiler/Dialect/TensorExt/IR/TensorExtOps.td"
