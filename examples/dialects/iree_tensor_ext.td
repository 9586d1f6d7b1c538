// SPDX-License-Identifier: Apache-2.0
// The dialect as IREE declares it. There are no hooks yet for what IREE has in C++.
include "iree/compiler/Dialect/TensorExt/IR/TensorExtOps.td"
