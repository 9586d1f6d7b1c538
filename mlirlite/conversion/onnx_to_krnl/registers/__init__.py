"""What is kept in vector registers: lanes, register tiles, packed constants, runs of elements,
squares that are transposed, loops with prefetches, and non-temporal stores."""
