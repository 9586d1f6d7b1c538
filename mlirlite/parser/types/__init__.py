"""Types, attributes, affine maps and locations, read with a cursor."""
