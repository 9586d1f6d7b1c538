"""Epilogues: what an op computes for later ops before it stores its result: elementwise functions,
sums, activations, scales of bytes, and writing into a concatenation."""
