"""Operators that fold rows or columns: sums, ArgMax, CumSum, Softmax, normalizations, TopK."""
