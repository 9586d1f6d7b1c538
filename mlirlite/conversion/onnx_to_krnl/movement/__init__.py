"""Operators that move elements: Transpose, Concat, Slice, Gather, Reshape, Pad, and those that make
tensors from sizes and numbers."""
