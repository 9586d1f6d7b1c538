"""Computing in vector registers: lanes, register tiles, packed constants, runs of elements,
transposed squares, loops with prefetches, and non-temporal stores."""
