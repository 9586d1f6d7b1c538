// SPDX-License-Identifier: Apache-2.0
// The dialect as its project declares it; what it has in C++ stands in stablehlo.py beside.
include "stablehlo/dialect/StablehloOps.td"
