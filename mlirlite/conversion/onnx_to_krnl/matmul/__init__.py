"""Products of matrices: MatMul, Gemm, Einsum, Det, Attention."""
