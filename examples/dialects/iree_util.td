// SPDX-License-Identifier: Apache-2.0
// The dialect as IREE declares it; iree_util.py has what its functions have in C++.
include "iree/compiler/Dialect/Util/IR/UtilOps.td"
