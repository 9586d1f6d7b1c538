"""What affine maps, sets and loop bounds imply: constraint systems and dependences between
accesses."""
