// SPDX-License-Identifier: Apache-2.0
// The dialect as its project declares it; what it has in C++ stands in comb.py beside.
include "circt/Dialect/Comb/Comb.td"
