"""What an op does before its result is stored, for ops after it: elementwise functions, sums,
activations, scales of bytes, and places in a concatenation."""
