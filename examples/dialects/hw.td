// SPDX-License-Identifier: Apache-2.0
// The dialect as its project declares it; what it has in C++ stands in hw.py beside.
include "circt/Dialect/HW/HW.td"
